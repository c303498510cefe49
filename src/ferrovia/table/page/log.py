"""The log: what happened, round by round, who did it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from secrets import token_hex

import msgspec

from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.actions import Accept, Decline
from ferrovia.engine.flow.events import (
    Event,
    OperatingRoundBegins,
    PhaseBegins,
    PriceMoved,
    StockRoundBegins,
    TurnBegins,
)
from ferrovia.engine.flow.reading import read_events
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import Round
from ferrovia.formats.files import FileTrouble
from ferrovia.saying.message import Message
from ferrovia.saying.voice import Voice
from ferrovia.sitting.moment import MoveEvents
from ferrovia.table.clocks.models import RestRow
from ferrovia.table.models import Mover, TakenBack
from ferrovia.table.move_facts import Fact, move_facts
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.table.speed.prepared_queries import PreparedQuery
from ferrovia.table.storage import StruckMove

RECENT = 60  # moves that a page shows at once
MOST = 600  # and at most, for those who ask for more
_BACK = 250  # how far before them the round and the turn they began in are looked for
_GREAT = 3  # sentences from which on something great is folded under its headline
_MOST_STRUCK = 4  # sentences that are shown of what was taken back
_WHOLE = 240  # moves after which a page gets all of it again: what it has must not grow without end


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
    parts: tuple[Part, ...]
    at: datetime | None = None  # when it was made; None where nobody knows
    note: str = ""  # who made it in their place
    headline: str = ""  # of something great: the sentences are folded under it
    is_struck: bool = False  # it was taken back; the note says by whom

    def kinds(self, is_mine: bool) -> str:
        """Its classes on the page."""
        found = {"mine": is_mine, "struck": self.is_struck, "great": bool(self.headline)}
        return " ".join(name for name, holds in found.items() if holds)


@dataclass(frozen=True)
class Chapter:
    """A round with its lines, the newest first."""

    key: str
    name: str
    lines: tuple[Line, ...]
    goes_on: bool = False  # its head and its first lines are on the page already


@dataclass(frozen=True)
class Log:
    chapters: tuple[Chapter, ...]
    mine: tuple[str, ...]  # the players whose lines are the viewer's own
    more: int  # how many moves to ask for next; 0 where all are shown
    name: str = ""  # by which a page says which lines it has
    since: str = ""  # the name of the log that these lines are added to; empty for all of it


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


# A state of a game: whose it is, and its hash; without the first, two tables with the same hidden cards would be known.
Key = tuple[tuple[str, int], str]
# By what is shown and to whom: a name that means nothing to anybody else; and the round and the turn in which a log
# ended: the next one begins there.
_names: Memory[tuple[Key, int, str, tuple[str, ...], tuple[int, int, int]], str] = Memory(4096)
_places: Memory[Key, tuple[Round, str]] = Memory(1024)


def log(scene: Scene, known: str = "") -> Log:
    """The last moves, the newest round and the newest line first; of a log that the page has, what is new to it."""
    asked = scene.pick.get("log", "")
    count = min(int(asked), MOST) if asked.isdecimal() and len(asked) < 6 else RECENT
    first = max(0, scene.number - count)
    start = _after(scene, known, count)
    since = known if start is not None else ""
    if start is None:
        start = first
    here = _key(scene, scene.number)
    what = "log", scene.whose, here, scene.language, scene.table.changes, first, start, bool(since)
    chapters = scene.game.remembered(what, lambda: _chapters(scene, first, start, is_added=bool(since)))
    left = first > 0 and count < MOST
    shown = here or (scene.whose, ""), count, scene.language, scene.players, _last_beside(scene)
    name = f"{scene.number}.{_names.recall(shown, token_hex, 6)}"
    return Log(chapters, scene.players, count * 2 if left else 0, name, since)


def _chapters(scene: Scene, first: int, start: int, *, is_added: bool) -> tuple[Chapter, ...]:
    """What the moves after `start` told, to everybody alike; `first` is where the whole log begins."""
    where = _before(scene, start)
    goes_on = is_added and start > 0
    chapters: list[Chapter] = []
    lines: list[Line] = []
    facts = _facts(scene, start)
    beside = _beside(scene, start, is_all=not is_added)
    for told in scene.moment.events_since(start):
        lines += beside.pop(told.number - 1, ())
        for place, events in enumerate(_cut(scene, told.events or ())):
            began, before = where.round, where.corporation
            fresh = where.goes_on(events[0])
            if fresh and where.round != began:
                _close(chapters, lines, _name(scene, began, first), goes_on)
                lines, goes_on = [], False
            corporation = where.corporation if fresh else before
            lines.append(_line(scene, told, place, corporation, events, facts.get(told.number)))
    lines += beside.pop(scene.number, ())
    _close(chapters, lines, edition(scene).round(where.round or scene.game.state.round), goes_on)
    here = _key(scene, scene.number)
    if where.round is not None and here is not None:
        _places[here] = where.round, where.corporation
    return tuple(reversed(chapters))


def _key(scene: Scene, number: int) -> Key | None:
    """Of the state after so many moves; None where it is not known, as that before a sandbox."""
    hashes = scene.moment.record.hashes
    return (scene.whose, hashes[number]) if number < len(hashes) and hashes[number] else None


def _after(scene: Scene, known: str, count: int) -> int | None:
    """The number of moves that a page's log tells of, if what it tells is a beginning of ours."""
    number, _, _ = known.partition(".")
    if not number.isdecimal() or len(number) > 6 or not 0 <= scene.number - int(number) <= RECENT:
        return None
    key = _key(scene, int(number))
    if int(number) // _WHOLE != scene.number // _WHOLE or key is None:
        return None
    name = _names.get((key, count, scene.language, scene.players, _last_beside(scene)))  # what was shown, to whom
    return int(number) if f"{number}.{name}" == known else None


def _cut(scene: Scene, events: Sequence[Event]) -> Iterable[list[Event]]:
    """The events of a move, apart where a round or a turn begins, or something that stands for itself."""
    part: list[Event] = []
    for event in events:
        if part and (_Where().goes_on(event) or scene.face.stands_apart(event)):
            yield part
            part = []
        part.append(event)
    if part:
        yield part


def _before(scene: Scene, start: int) -> _Where:
    """The round and the turn in which a move was made, found by looking back for their beginnings."""
    where = _Where()
    key = _key(scene, start)
    kept = None if key is None else _places.get(key)
    if kept is not None:
        where.round, where.corporation = kept
        return where
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
    if round_ is None and not start:
        round_ = _first_round(scene)
    if round_ is not None:
        return edition(scene).round(round_)
    return scene.say("Opening") if not start else scene.say("Earlier")


def _first_round(scene: Scene) -> Round | None:
    key = _key(scene, 0)
    if key is None:
        return None
    kept = _places.get(key)
    if kept is None:
        try:
            _places[key] = kept = scene.moment.at(0).state.round, ""
        except (LookupError, FileTrouble, Refusal):  # the file of an early release may not know it
            return None
    return kept[0]


def _close(chapters: list[Chapter], lines: list[Line], name: str, goes_on: bool) -> None:
    if lines:
        chapters.append(Chapter(f"round-{lines[0].key}", name, tuple(reversed(lines)), goes_on))


def _line(
    scene: Scene, told: MoveEvents, place: int, corporation: str, events: Sequence[Event], fact: Fact | None
) -> Line:
    by = "" if _is_round(events[0]) or scene.face.stands_apart(events[0]) else told.by
    made, mover = fact or (None, Mover.PERSON)
    parts = tuple(_part(scene.say, event) for event in events)
    return Line(
        key=f"{told.number}-{place}",
        number=told.number,
        corporation="" if _is_an_aside(scene, told.number, corporation, events) else corporation,
        player=by,
        place=scene.mark(by),
        parts=parts,
        at=made,
        note=_note(scene, told.by, mover) if place == 0 else "",
        headline=_headline(scene, events) if len(parts) >= _GREAT else "",
    )


def _note(scene: Scene, player: str, mover: str) -> str:
    if mover == Mover.STAND_IN:
        return scene.say("The computer moved for {player}.", player=player)
    if mover == Mover.ORDER:
        return scene.say("By a standing order.")
    if mover == Mover.TIME:
        return scene.say("Nobody answered in time.")
    return ""


def _headline(scene: Scene, events: Sequence[Event]) -> str:
    """What a title says of something great of its own, or else the phase that began."""
    own = scene.face.headline(events)
    found = own or next((event for event in events if isinstance(event, PhaseBegins)), None)
    return "" if found is None else scene.say(found).removesuffix(".")


# Of the database


def _is_stored(scene: Scene) -> bool:
    """Whether these are moves of a table; those of a sandbox have no time."""
    return scene.mode != "sandbox" and scene.table.pk is not None


def _facts(scene: Scene, start: int) -> dict[int, Fact]:
    return move_facts(scene.table.pk, start + 1, scene.number) if _is_stored(scene) else {}


# What stands in the log beside moves: the last time that moves were taken back, how many rests began and were ended.
Beside = tuple[int, int, int]
_NOTHING: Beside = 0, 0, 0
_last: Memory[tuple[str, int], Beside] = Memory(1024)  # by what changes whenever something of it does
_last_taken_back: PreparedQuery[TakenBack] = PreparedQuery(
    1, lambda table: TakenBack.objects.filter(table=table).order_by("-pk").values_list("pk")[:1]
)


def _last_beside(scene: Scene) -> Beside:
    """What the log tells beside moves, so that a page knows whether it has all of it."""
    if not _is_stored(scene):
        return _NOTHING
    key = (scene.table.key, scene.table.changes)
    known = _last.get(key)
    if known is None:
        struck = next((pk for (pk,) in _last_taken_back.rows(scene.table.pk)), 0)
        ends = [end for (end,) in _rests.rows(scene.table.pk)]
        _last[key] = known = struck, len(ends), sum(end is not None for end in ends)
    return known


_rests: PreparedQuery[RestRow] = PreparedQuery(
    1, lambda table: RestRow.objects.filter(table=table).exclude(why="asleep").values_list("ended_at")
)


def _beside(scene: Scene, start: int, *, is_all: bool) -> dict[int, list[Line]]:
    """What stands between moves, by how many were made before; a page that has the log already has it too."""
    found: dict[int, list[Line]] = {}
    if not is_all:
        return found
    struck, rests, _ = _last_beside(scene)
    lines = _struck_after(scene, start) if struck else []
    lines += _rest_lines(scene, start) if rests else []
    for line in lines:
        found.setdefault(line.number, []).append(line)
    return found


def _rest_lines(scene: Scene, start: int) -> list[Line]:
    """Pauses and holidays: a rest that nobody notices would be a trap."""
    found = []
    for row in RestRow.objects.filter(table=scene.table).exclude(why="asleep"):
        is_pause = row.why == "pause"
        begins = Message("A pause begins: all have agreed.")
        if not is_pause:
            begins = Message("{player} announces a holiday.", player=row.player)
        found.append(_rest_line(scene, row, "begins", row.number, row.player, begins, None))
        if row.ended_at is not None:
            ends = Message("{player} says: go on.", player=row.ended_by)
            if not is_pause:
                ends = Message("{player} is back from the holiday.", player=row.ended_by)
            found.append(_rest_line(scene, row, "ends", row.ended_at, row.ended_by, ends, row.end))
    return [line for line in found if start <= line.number <= scene.number]


def _rest_line(
    scene: Scene, row: RestRow, what: str, number: int, player: str, said: Message, at: datetime | None
) -> Line:
    known = at or (row.start if row.why == "pause" else None)
    parts = (Part(scene.say(said)),)
    return Line(f"rest-{row.pk}-{what}", number, "", player, scene.mark(player), parts, at=known)


def _struck_after(scene: Scene, start: int) -> list[Line]:
    """Moves that were taken back."""
    rows = TakenBack.objects.filter(table=scene.table, number__range=(start, scene.number)).order_by("pk")
    return [_struck_line(scene, row) for row in rows]


def _struck_line(scene: Scene, row: TakenBack) -> Line:
    """What the moves were, and who agreed to let them go."""
    moves = msgspec.json.decode(bytes(row.moves), type=list[StruckMove])
    texts = [scene.say(event) for move in moves for event in _read(scene, move)]
    note = scene.say("Taken back by {player}.", player=row.player)
    if row.agreed:
        note = scene.say("Taken back by {player}; {others:and} agreed.", player=row.player, others=row.agreed)
    by = moves[0].by if moves else ""
    shown = texts[:_MOST_STRUCK] + (["…"] if len(texts) > _MOST_STRUCK else [])
    return Line(
        key=f"struck-{row.pk}",
        number=row.number,
        corporation="",
        player=by,
        place=scene.mark(by),
        parts=tuple(Part(text) for text in shown),
        at=row.made,
        note=note,
        is_struck=True,
    )


def _read(scene: Scene, move: StruckMove) -> list[Event]:
    try:
        return read_events(scene.title, move.events)
    except msgspec.MsgspecError:  # kinds of event that were called otherwise in an early release
        return []


def _is_an_aside(scene: Scene, number: int, corporation: str, events: Sequence[Event]) -> bool:
    """Whether a move in a corporation's turn was between players, as when they sell each other cards."""
    action = scene.moment.record.actions[number - 1]
    if not isinstance(action, (*scene.title.interjections.actions, Accept, Decline)):
        return False
    fields = (getattr(event, name) for event in events for name in event.__struct_fields__)
    return corporation not in fields


@lru_cache(maxsize=8192)  # the same events are told to all who look, on the pages of many moves
def _part(say: Voice, event: Event) -> Part:
    change = event.after - event.before if isinstance(event, PriceMoved) else 0
    return Part(say(event), change)
