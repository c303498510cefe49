"""Since you left: what happened meanwhile, an entry for each corporation and player, each with its hexes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.events import (
    DidNotRun,
    DividendReceived,
    EarningsKept,
    Event,
    OperatingRoundBegins,
    Passed,
    PriceMoved,
    PriorityHeld,
    PrivateRevenue,
    Ran,
    RouteCounted,
    RouteRun,
    StockRoundBegins,
    TileLaid,
    TokenPlaced,
    TrainBought,
    TurnBegins,
)
from ferrovia.engine.flow.game import Game
from ferrovia.sitting.moment import MoveEvents
from ferrovia.table.page.actors import Actor, about, actor, hexes_of, subject, text_of, told_between
from ferrovia.table.page.control import Effect
from ferrovia.table.page.effects import money_effect
from ferrovia.table.page.history import ROUNDS
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, edition, hex_mark

FROM, WHO, STEP = "from", "who", "step"

# What makes no news, and what the summary tells in its own way.
_SILENT = (
    Passed,
    TurnBegins,
    RouteRun,
    RouteCounted,
    StockRoundBegins,
    OperatingRoundBegins,
    PriorityHeld,
    PrivateRevenue,
    DidNotRun,
)
_SUMMED = (DividendReceived, PriceMoved, TileLaid, TokenPlaced, Ran, EarningsKept, TrainBought)
_SENTENCES = 4  # of an entry, besides the summary


@dataclass(frozen=True)
class News:
    """What one corporation or player did."""

    actor: Actor
    before: int | None  # its price
    after: int | None
    yours: int  # what it brought the viewer
    details: tuple[str, ...]
    hexes: tuple[str, ...]
    is_chosen: bool

    @property
    def change(self) -> int:
        return (self.after or 0) - (self.before or 0) if self.before is not None and self.after is not None else 0


@dataclass(frozen=True)
class Step:
    """One move of the film."""

    number: int
    text: str
    round: str
    is_first: bool
    is_last: bool

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1


@dataclass(frozen=True)
class Stop:
    """A round on the line of the film; nameless where there is no room for its name."""

    x: float
    name: str


@dataclass(frozen=True)
class Way:
    """How a token went on the market, from its space then to its space now."""

    corporation: str
    start: Cell
    end: Cell
    is_chosen: bool


@dataclass(frozen=True)
class Since:
    """Everything that came after a move."""

    since: int
    count: int
    rounds: tuple[str, str]
    news: list[News]
    changes: list[Effect]
    ways: tuple[Way, ...]
    lit: str  # whose hexes are lit; empty where all are
    marks: tuple[HexMark, ...]
    step: Step
    here: float  # where the film stands, as a place on its line
    stations: tuple[Stop, ...]
    strokes: tuple[float, ...]  # moves that changed the map


def since(scene: Scene) -> Since:
    now = scene.moment
    start = scene.pick.get(FROM, "")
    first = min(int(start), now.number) if start.isdecimal() and len(start) < 7 else max(0, now.number - 1)
    moves = told_between(now, first + 1, now.number)
    step = scene.pick.get(STEP, "")
    at = int(step) if step.isdecimal() and len(step) < 7 and first < int(step) <= now.number else 0
    who = "" if at else scene.pick.get(WHO, "")
    groups = _groups(scene, moves)
    before = now.at(first)
    news = [
        _news(scene, name, groups[name], before.price(name) if before.is_started(name) else None, name == who)
        for name in _ordered(scene, groups)
    ]
    shown = next((told for told in moves if told.number == at), None)
    printed = edition(scene)
    begins = ROUNDS.of(scene.table.pk, now)
    rounds = [printed.round(each) for number, each in begins if number <= first][-1:] + [
        printed.round(each) for number, each in begins if number > first
    ]
    return Since(
        first,
        now.number - first,
        (rounds[0], rounds[-1]) if rounds else ("", ""),
        news,
        _changes(scene, before),
        _ways(scene, before, who),
        who,
        _marks(scene, news, who, shown),
        _step(scene, first, at, shown),
        _x(at or first, first, now.number),
        _stops(scene, first),
        tuple(_x(told.number, first, now.number) for told in moves if hexes_of(scene, told.events or ())),
    )


def _x(number: int, first: int, last: int) -> float:
    return round(14 + 532 * (number - first) / max(1, last - first), 1)


def _stops(scene: Scene, first: int) -> tuple[Stop, ...]:
    found: list[Stop] = []
    room = -100.0
    for number, each in ROUNDS.of(scene.table.pk, scene.moment):
        if number <= first:
            continue
        x = _x(number, first, scene.number)
        name = edition(scene).round(each) if x - room > 60 and 30 < x < 530 else ""
        room = x if name else room
        found.append(Stop(x, name))
    return tuple(found)


def _groups(scene: Scene, moves: Sequence[MoveEvents]) -> dict[str, list[Event]]:
    """What is told of each corporation and player; a dividend belongs to the corporation that ran for it."""
    groups: dict[str, list[Event]] = defaultdict(list)
    running = ""
    for told in moves:
        name = about(scene, told)
        for event in told.events or ():
            if isinstance(event, Ran):
                running = event.corporation
            owner = running or name if isinstance(event, DividendReceived) else subject(scene, event) or name
            if owner and not isinstance(event, _SILENT):
                groups[owner].append(event)
    return groups


def _ordered(scene: Scene, groups: dict[str, list[Event]]) -> list[str]:
    """Corporations as they stand on the market, then the others, then players."""
    order = [name for name in scene.game.market_order() if name in groups]
    rest = [name for name in groups if name not in order]
    players = scene.game.settings.players
    return [*order, *sorted(rest, key=lambda name: name in players)]


def _news(scene: Scene, name: str, events: Sequence[Event], before: int | None, is_chosen: bool) -> News:
    now = scene.moment.game
    is_company = name not in scene.game.settings.players
    return News(
        actor(scene, name),
        before if is_company else None,
        now.price(name) if is_company and name in now.state.certificates and now.is_started(name) else None,
        sum(each.amount for each in events if isinstance(each, DividendReceived) and each.holder in scene.players),
        _details(scene, events),
        tuple(hexes_of(scene, events)),
        is_chosen,
    )


def _details(scene: Scene, events: Sequence[Event]) -> tuple[str, ...]:
    """A few sentences: what was laid, run and bought in one each, and what is rarer as it was told."""
    say, place = scene.say, scene.title.box.board.place
    found: list[str] = []
    laid = [place(each.hex) for each in events if isinstance(each, TileLaid)]
    if laid:
        found.append(say("Track on {places}.", places=list(dict.fromkeys(laid))))
    tokens = [place(each.hex) for each in events if isinstance(each, TokenPlaced)]
    if tokens:
        found.append(say("Tokens on {places}.", places=tokens))
    runs = [str(each.revenue) for each in events if isinstance(each, Ran)]
    if runs:
        kept = sum(isinstance(each, EarningsKept) for each in events)
        text = "Ran for {runs}, kept {kept} {kept:time|times}." if kept else "Ran for {runs} and paid."
        found.append(say(text, runs=runs, kept=kept))
    trains = [each.train for each in events if isinstance(each, TrainBought)]
    if trains:
        found.append(say("Bought {trains}.", trains=trains))
    rare = [say(each) for each in events if not isinstance(each, _SUMMED)]
    found += list(dict.fromkeys(rare))[:_SENTENCES]
    return tuple(found)


def _ways(scene: Scene, then: Game, who: str) -> tuple[Way, ...]:
    places = {name: (row, column) for name, row, column in then.state.market}
    return tuple(
        Way(name, places[name], (row, column), name == who)
        for name, row, column in scene.game.state.market
        if name in places and places[name] != (row, column)
    )


def _changes(scene: Scene, then: Game) -> list[Effect]:
    """What it means for the viewer, and who leads."""
    now, say = scene.game, scene.say
    worth = {player: now.title.calendar.worth(now, player) for player in now.state.seats}
    before = {player: then.title.calendar.worth(then, player) for player in now.state.seats}
    found = []
    viewer = scene.viewer
    if viewer is not None:
        found.append(money_effect(scene, say("Your money"), then.cash(viewer), now.cash(viewer)))
        found.append(money_effect(scene, say("Your worth"), before[viewer], worth[viewer]))
    leader = max(worth, key=lambda player: worth[player])
    found.append(money_effect(scene, say("First now: {player}", player=leader), before[leader], worth[leader]))
    return found


def _marks(scene: Scene, news: Sequence[News], who: str, shown: MoveEvents | None) -> tuple[HexMark, ...]:
    """The hexes that changed: those of the chosen entry or move as chosen, the others outlined, with whose they are."""
    lit = set(hexes_of(scene, shown.events or ())) if shown is not None else set()
    found: dict[str, HexMark] = {}
    for entry in news:
        for hex_id in entry.hexes:
            is_lit = hex_id in lit or entry.actor.name == who
            if hex_id not in found or is_lit:
                pick = scene.picked(who=entry.actor.name, step="")
                found[hex_id] = hex_mark(scene, hex_id, pick, is_chosen=is_lit, tag=entry.actor.corporation)
    return tuple(found.values())


def _step(scene: Scene, first: int, at: int, shown: MoveEvents | None) -> Step:
    """Where the film stands; before its first move while nothing of it is shown."""
    begins = ROUNDS.of(scene.table.pk, scene.moment)
    name = next((edition(scene).round(each) for number, each in reversed(begins) if number <= (at or first)), "")
    number = at or first
    return Step(number, text_of(scene, shown) if shown else "", name, number <= first, number >= scene.number)
