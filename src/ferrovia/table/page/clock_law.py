"""The clock of a table in its lobby: three profiles, how much, what stops it, and all of it in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.saying.message import Message, term
from ferrovia.table.clocks.profile import PRESETS, UNITS, ClockLaw
from ferrovia.table.clocks.wording import agreed_length, plain_words
from ferrovia.table.law import TableLaw


@dataclass(frozen=True)
class Profile:
    value: str
    word: str
    meaning: str
    is_chosen: bool


@dataclass(frozen=True)
class Preset:
    place: int
    name: Message
    is_chosen: bool


@dataclass(frozen=True)
class RestSwitch:
    name: str
    word: str
    meaning: str
    is_on: bool


@dataclass(frozen=True)
class ClockForm:
    clock: ClockLaw
    profiles: tuple[Profile, ...]
    presets: tuple[Preset, ...]
    reserve: int  # in the units of the profile
    increment: int
    most: tuple[int, int]
    rests: tuple[RestSwitch, ...]
    plain: tuple[Message, ...]


_PROFILES = (
    ("none", term("No clock"), term("Nobody is hurried. The page says since when somebody is asked, nothing more.")),
    ("live", term("Live"), term("Minutes for the whole game, and seconds for every turn.")),
    ("weeks", term("Over weeks"), term("Days in hand, and hours back for every turn.")),
)
_RESTS = (
    ("night", term("at night"), term("from 23 to 7, where each player is")),
    ("weekend", term("on weekends"), term("from Friday 23:00 to Monday 7:00")),
    ("holiday", term("on holiday"), term("each may take up to 14 days a game, announced a day before")),
    (
        "pause",
        term("by consent"),
        term("a pause begins when everybody has said yes, and ends when one says to go on"),
    ),
)


def clock_form(law: TableLaw) -> ClockForm:
    clock = law.clock
    units = UNITS.get(clock.profile, UNITS["weeks"])
    reserve, increment = clock.reserve // units[0].seconds, clock.increment // units[1].seconds
    presets = PRESETS.get(clock.profile, ())
    return ClockForm(
        clock,
        tuple(Profile(value, word, meaning, value == clock.profile) for value, word, meaning in _PROFILES),
        tuple(
            Preset(place, _preset_name(clock.profile, *each), each == (reserve, increment))
            for place, each in enumerate(presets)
        ),
        reserve,
        increment,
        (units[0].most, units[1].most),
        tuple(
            RestSwitch(name, word, meaning, getattr(clock, name))
            for name, word, meaning in _RESTS
            if clock.profile == "weeks" or name == "pause"
        ),
        tuple(plain_words(clock, law.stand_in)),
    )


def _preset_name(profile: str, reserve: int, increment: int) -> Message:
    first, second = UNITS[profile]
    each = agreed_length(increment * second.seconds)
    if not reserve:
        return Message("+ {increment}", increment=each)
    return Message("{reserve} + {increment}", reserve=agreed_length(reserve * first.seconds), increment=each)
