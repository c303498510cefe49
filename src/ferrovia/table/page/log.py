"""The log: what happened, round by round, who did it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ferrovia.engine.flow.actions import Accept, Decline
from ferrovia.engine.flow.events import (
    Event,
    OperatingRoundBegins,
    PriceMoved,
    StockRoundBegins,
    TurnBegins,
)
from ferrovia.engine.flow.state import Round
from ferrovia.sitting.moment import Told
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

RECENT = 60  # moves that a page shows at once
MOST = 600  # and at most, for who asks for more
_BACK = 250  # how far before them the round and the turn they began in are looked for


@dataclass(frozen=True)
class Part:
    """One sentence, with the change of a price where it tells of one."""

    text: str
    change: int = 0

    @property
    def fall(self) -> int:
        return -self.change


@dataclass(frozen=True)
class Line:
    """What one move brought about, as far as it belongs to one round and one turn."""

    key: str  # an id in the page, so that a new line is new and an old one stays
    number: int  # of the move
    corporation: str  # whose turn it was; empty outside a turn
    player: str  # who moved; empty where a round began by itself
    place: int  # their seat
    is_mine: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Chapter:
    """A round with its lines, the newest first."""

    key: str
    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Log:
    chapters: tuple[Chapter, ...]
    more: int  # how many moves to ask for next; 0 where all are shown


class _Where:
    """In which round and turn something happened, told from the events on the way."""

    def __init__(self) -> None:
        self.round: Round | None = None
        self.corporation = ""

    def goes_on(self, event: Event) -> bool:
        """Take note of an event; whether it begins something new."""
        match event:
            case OperatingRoundBegins(turn=turn, number=number):
                self.round, self.corporation = Round("operating", turn, number), ""
            case StockRoundBegins(turn=turn):
                self.round, self.corporation = Round("stock", turn), ""
            case TurnBegins(corporation=corporation):
                self.corporation = corporation
            case _:
                kind = _round_of_its_own(event)
                if not kind:
                    return False
                self.round, self.corporation = Round(kind), ""
        return True


def _round_of_its_own(event: Event) -> str:
    """The kind of a round that only one title has: `regional_round_begins`."""
    tag = str(type(event).__struct_config__.tag)
    return tag.removesuffix("_round_begins") if tag.endswith("_round_begins") else ""


def log(scene: Scene) -> Log:
    """The last moves, the newest round and the newest line first."""
    asked = scene.pick.get("log", "")
    count = min(int(asked), MOST) if asked.isdecimal() and len(asked) < 6 else RECENT
    start = max(0, scene.number - count)
    where = _before(scene, start)
    chapters: list[Chapter] = []
    lines: list[Line] = []
    for told in scene.moment.events_since(start):
        for place, events in enumerate(_cut(told.events or ())):
            began, before = where.round, where.corporation
            fresh = where.goes_on(events[0])
            if fresh and where.round != began:
                _close(chapters, lines, _name(scene, began, start))
                lines = []
            corporation = where.corporation if fresh else before
            lines.append(_line(scene, told, place, corporation, events))
    _close(chapters, lines, edition(scene).round(where.round or scene.game.state.round))
    left = start > 0 and count < MOST
    return Log(tuple(reversed(chapters)), count * 2 if left else 0)


def _cut(events: Sequence[Event]) -> Iterable[list[Event]]:
    """The events of a move, apart where a round or a turn begins."""
    part: list[Event] = []
    for event in events:
        if part and _Where().goes_on(event):
            yield part
            part = []
        part.append(event)
    if part:
        yield part


def _before(scene: Scene, start: int) -> _Where:
    """The round and the turn in which a move was made, found by looking back for their beginnings."""
    where = _Where()
    first = max(0, start - _BACK)
    for number in range(start, first, -1):
        events = scene.moment.record.events_of(number) or ()
        if any(_is_round(event) for event in events):
            first = number - 1
            break
    for number in range(first + 1, start + 1):
        for event in scene.moment.record.events_of(number) or ():
            where.goes_on(event)
    return where


def _is_round(event: Event) -> bool:
    return isinstance(event, OperatingRoundBegins | StockRoundBegins) or bool(_round_of_its_own(event))


def _name(scene: Scene, round_: Round | None, start: int) -> str:
    """A round in few letters; the game's first one is told by no event."""
    if round_ is not None:
        return edition(scene).round(round_)
    return scene.say("Opening") if not start else scene.say("Earlier")


def _close(chapters: list[Chapter], lines: list[Line], name: str) -> None:
    if lines:
        chapters.append(Chapter(f"round-{lines[0].key}", name, tuple(reversed(lines))))


def _line(scene: Scene, told: Told, place: int, corporation: str, events: Sequence[Event]) -> Line:
    seats = list(scene.game.state.seats)
    by = "" if _is_round(events[0]) else told.by
    return Line(
        key=f"{told.number}-{place}",
        number=told.number,
        corporation="" if _is_an_aside(scene, told.number, corporation, events) else corporation,
        player=by,
        place=seats.index(by) if by in seats else 0,
        is_mine=by in scene.players,
        parts=tuple(_part(scene, event) for event in events),
    )


def _is_an_aside(scene: Scene, number: int, corporation: str, events: Sequence[Event]) -> bool:
    """Whether a move in a corporation's turn was between players, as when they sell each other cards."""
    action = scene.moment.record.actions[number - 1]
    if not isinstance(action, (*scene.title.interjections.actions, Accept, Decline)):
        return False
    fields = (getattr(event, name) for event in events for name in event.__struct_fields__)
    return corporation not in fields


def _part(scene: Scene, event: Event) -> Part:
    change = event.after - event.before if isinstance(event, PriceMoved) else 0
    return Part(scene.say(event), change)
