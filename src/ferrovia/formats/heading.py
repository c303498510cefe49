"""The heading of a game in words: a line for each thing that was settled before the first move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import Record
from ferrovia.saying.message import Message, Trouble

VERSION = 1
FIRST_LINE = "Ferrovia notation {version}"
AS_SHOWN = "as shown"
COMMENT = "#"

_FIRST = re.compile(r"Ferrovia\s+notation\s+([0-9]{1,6})", re.IGNORECASE)
_ENTRY = re.compile(r"([A-Za-z]+(?: [a-z]+)?)\s*:\s*(.*)")

# What a heading may tell: several times, or once; the numbers among them.
_SEVERAL = ("Player", "Option", "Seat", "Corporation")
_NUMBERS = ("Revision", "Least raise", "Moves")
_ONCE = ("Title", "Seed", "Salt", "Commitment", "Runs", "Position", *_NUMBERS)
_KNOWN = {name.casefold(): name for name in (*_SEVERAL, *_ONCE)}

_USUAL = Settings("", (), "")


class NotationTrouble(Trouble, ValueError):
    """What is wrong with a game in words, in one sentence with its place; and its title, where that is known."""

    title: Title | None = None


class Heading(msgspec.Struct, frozen=True):
    """What stands before the moves."""

    settings: Settings  # without a seed where it tells none
    commitment: str = ""
    moves: int | None = None  # how many there are
    position: str = ""  # the hash of the position after the last of them

    @property
    def tells_chance(self) -> bool:
        return bool(self.settings.seed)


def at_line(number: int, why: Message) -> NotationTrouble:
    return NotationTrouble("Line {number}: {why}", number=number, why=why)


# Writing


def written_heading(record: Record, drawn: Mapping[str, tuple[str, ...]] | None) -> Iterator[str]:
    """The lines of a heading; `drawn` is what everybody saw of the set-up, where the seed stays out."""
    settings = record.settings
    arrangement = settings.arrangement if drawn is None else drawn
    yield FIRST_LINE.format(version=VERSION)
    yield f"Title: {settings.title}"
    yield from (f"Player: {name}" for name in settings.players)
    yield from (f"Seat: {name}" for name in arrangement.get("seats", ()))
    yield from (f"Corporation: {name}" for name in arrangement.get("corporations", ()))
    yield from (f"Option: {name}" for name in settings.options)
    if settings.runs_as_shown:
        yield f"Runs: {AS_SHOWN}"
    if settings.least_raise != _USUAL.least_raise:
        yield f"Least raise: {settings.least_raise}"
    yield f"Revision: {settings.revision}"
    if drawn is None:
        yield f"Seed: {_quoted(settings.seed)}"
        if settings.salt:
            yield f"Salt: {_quoted(settings.salt)}"
    yield f"Commitment: {record.commitment}"
    yield f"Moves: {len(record.actions)}"
    if drawn is None:
        yield f"Position: {record.hashes[-1]}"


def _quoted(text: str) -> str:
    """A text as it is, or in quotation marks where it could not be read back so."""
    is_plain = text.isprintable() and text == text.strip() and not text.startswith('"')
    return text if is_plain else msgspec.json.encode(text).decode()


# Reading


def read_heading(lines: Iterable[tuple[int, str]]) -> Heading:
    """The heading in lines, each with its number in the text; raises `NotationTrouble`."""
    told: dict[str, list[str]] = {name: [] for name in _KNOWN.values()}
    for number, line in lines:
        found = _ENTRY.fullmatch(line)
        name = _KNOWN.get(found[1].casefold(), "") if found else ""
        if found is None or not name:
            raise at_line(
                number, Message("'{line}' is no line of a heading, which ends with an empty line.", line=line[:80])
            )
        if told[name] and name not in _SEVERAL:
            raise at_line(number, Message("The heading tells '{name}' twice.", name=name))
        told[name].append(_value(number, name, found[2].strip()))
    return _heading({name: values for name, values in told.items() if values})


def check_first(number: int, line: str) -> None:
    """The line that every game in words begins with; raises `NotationTrouble`."""
    found = _FIRST.fullmatch(line)
    if found is None:
        first = FIRST_LINE.format(version=VERSION)
        raise at_line(number, Message("A game in words begins with the line '{first}'.", first=first))
    if int(found[1]) != VERSION:
        text = "It is written in notation {version}, and this program reads {known}."
        raise at_line(number, Message(text, version=int(found[1]), known=VERSION))


def _value(number: int, name: str, text: str) -> str:
    if not text:
        raise at_line(number, Message("Nothing stands behind '{name}'.", name=name))
    if name in _NUMBERS and not re.fullmatch("[0-9]{1,9}", text):
        raise at_line(
            number, Message("Behind '{name}' stands '{text}', which is no number.", name=name, text=text[:80])
        )
    if name == "Runs" and text.casefold() != AS_SHOWN:
        raise at_line(number, Message("Behind '{name}' can stand only '{text}'.", name=name, text=AS_SHOWN))
    if name not in ("Seed", "Salt") or not text.startswith('"'):
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise at_line(number, Message("What stands behind '{name}' is not well quoted.", name=name)) from error


def _heading(told: Mapping[str, list[str]]) -> Heading:
    for name in ("Title", "Player"):
        if name not in told:
            raise NotationTrouble("The heading has no line '{name}'.", name=name)
    players = tuple(told["Player"])
    seed = told.get("Seed", [""])[0]
    arrangement = {"seats": tuple(told.get("Seat", () if seed else players))}
    arrangement["corporations"] = tuple(told.get("Corporation", ()))
    settings = Settings(
        title=told["Title"][0],
        players=players,
        seed=seed,
        options=tuple(dict.fromkeys(told.get("Option", ()))),
        arrangement={name: names for name, names in arrangement.items() if names},
        runs_as_shown="Runs" in told,
        salt=told.get("Salt", [""])[0],
        least_raise=_number(told, "Least raise", _USUAL.least_raise),
        revision=_number(told, "Revision", 0),
    )
    moves = _number(told, "Moves", -1)
    return Heading(
        settings,
        commitment=told.get("Commitment", [""])[0],
        moves=None if moves < 0 else moves,
        position=told.get("Position", [""])[0],
    )


def _number(told: Mapping[str, list[str]], name: str, usual: int) -> int:
    return int(told[name][0]) if name in told else usual
