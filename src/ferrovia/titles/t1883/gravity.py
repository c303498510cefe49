"""Section 6.8.5: 2G trains run downhill between two stops for half their worth, if the die allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Segment
from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.actions import Run
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import GRAVITY
from ferrovia.titles.t1883.events import GravityLost, GravityReturned, GravityRolled
from ferrovia.titles.t1883.revenue import anchors, stop_values

HEIGHT = {"plain": 0, "hill": 1, "mountain": 2}


def height(stop: StopId) -> int | None:
    """How high a stop lies; a box without a hill or mountain on it is no place for a 2G train (1883-A1.2)."""
    table = components.hex_table(hex_of(stop))
    name = table.get("height") or table.get("gravity")
    return HEIGHT[name] if name else None


def worth(game: Game, corporation: str, segment: Segment) -> int:
    """Half of both stops, rounded up to tens (R19), and what anchors there add to the run (R38)."""
    ends = (segment.start, segment.end)
    values, end_values = stop_values(game)
    total = sum(end_values.get(stop, values[stop]) for stop in ends)
    return -(-total // 20) * 10 + anchors(game, corporation, ends)


def slopes(game: Game, corporation: str) -> Iterator[Segment]:
    """Stretches from an own token to the next stop, written downhill."""
    seen = set()
    for station in game.state.stations[corporation]:
        for segment in game.layout.segments(station):
            top, foot = height(segment.start), height(segment.end)
            if top is None or foot is None or top == foot:
                continue
            if top < foot:
                segment = segment._replace(start=segment.end, end=segment.start, hexes=segment.hexes[::-1])
            if segment not in seen:
                seen.add(segment)
                yield segment


def best(game: Game, corporation: str) -> tuple[Route, ...]:
    """The best runs of all 2G trains together: they may share track with others, not with each other (R36)."""
    count = game.trains(corporation).count(GRAVITY)
    if not count:
        return ()
    choices = sorted(slopes(game, corporation), key=lambda segment: (-worth(game, corporation, segment), segment.hexes))
    chosen = _pack(game, corporation, choices, count, 0)
    return tuple(_route(game, corporation, segment) for segment in chosen if worth(game, corporation, segment))


def _pack(game: Game, corporation: str, choices: Sequence[Segment], count: int, used: int) -> tuple[Segment, ...]:
    top: tuple[Segment, ...] = ()
    most = 0
    for number, segment in enumerate(choices):
        if segment.sides & used:
            continue
        rest = _pack(game, corporation, choices[number + 1 :], count - 1, used | segment.sides) if count > 1 else ()
        total = sum(worth(game, corporation, part) for part in (segment, *rest))
        if total > most:
            top, most = (segment, *rest), total
    return top


def _route(game: Game, corporation: str, segment: Segment) -> Route:
    stops = (segment.start, segment.end)
    return Route(GRAVITY, segment.hexes, stops, worth(game, corporation, segment), 2, segment.sides)


def shown(game: Game, corporation: str, runs: Sequence[Run]) -> list[Route] | Refusal:
    """The routes shown for 2G trains, or why they cannot be run."""
    owned = game.trains(corporation).count(GRAVITY)
    if len(runs) > owned:
        text = "{corporation} owns only {owned} of the {shown} named 2G trains."
        if not owned:
            text = "{corporation} owns no 2G train."
        return Refusal("1883-6.8.5.1", text, corporation=corporation, owned=owned, shown=len(runs))
    possible = {segment.hexes: segment for segment in slopes(game, corporation)}
    routes: list[Route] = []
    used = 0
    for run in runs:
        segment = possible.get(run.hexes)
        if segment is None:
            return Refusal(_why_not(game, corporation, run), "The 2G cannot run {hexes}: it runs downhill from one"
                           " stop to the next, and one of the two must have a token of {corporation}.",
                           hexes="-".join(run.hexes), corporation=corporation)  # fmt: skip
        if segment.sides & used:
            return Refusal("1883-R36", "Two 2G trains may not share track.")
        used |= segment.sides
        routes.append(_route(game, corporation, segment))
    return routes


def _why_not(game: Game, corporation: str, run: Run) -> str:
    """The clause a wrong 2G route offends."""
    locations = components.t_locations()
    if any(box in locations.get(location, ()) for location, box in (*pairwise(run.hexes), *pairwise(run.hexes[::-1]))):
        return "1883-R36"  # a red line
    for stop in game.layout.board.stops:
        if run.hexes and hex_of(stop) == run.hexes[0]:
            for segment in game.layout.segments(stop):
                if segment.hexes == run.hexes:
                    owned = {segment.start, segment.end} & set(game.state.stations[corporation])
                    if not owned:
                        return "1883-6.8.5.6"
                    top, foot = height(segment.start), height(segment.end)
                    return "1883-A1.2" if top is None or foot is None else "1883-6.8.5.4"
    return "1883-6.8.5.5"


def _die() -> dict[str, list[int]]:
    die: dict[str, list[int]] = components.train_table(GRAVITY)["die"]
    return die


def chance() -> int:
    """How often in a hundred a 2G train earns."""
    low, high = _die()["runs"]
    return (high - low + 1) * 10


def odds() -> Message:
    """When a 2G train earns and when it is lost."""
    (low, high), (lost, _) = _die()["runs"], _die()["destroyed"]
    return Message("on a roll of {low} to {high}, lost on {lost}", low=low, high=high, lost=lost)


def roll(game: Game, corporation: str, route: Route) -> int:
    """6.8.5: one die for each train that runs."""
    rolled = game.roll(10)
    die = _die()
    game.tell(GravityRolled(corporation=corporation, rolled=rolled))
    if die["destroyed"][0] <= rolled <= die["destroyed"][1]:
        game.give_train(GRAVITY, corporation, BANK)
        game.tell(GravityLost(corporation=corporation))
    return route.revenue if die["runs"][0] <= rolled <= die["runs"][1] else 0


def partners(game: Game, corporation: str) -> int:
    """6.8.5: the trains beside which a corporation may own a 2G each."""
    kinds = components.train_table(GRAVITY)["needs_partner"]
    return sum(train in kinds for train in game.trains(corporation))


def return_surplus(game: Game, corporation: str) -> None:
    """R37: 2G trains without a partner go back to their box."""
    while game.trains(corporation).count(GRAVITY) > partners(game, corporation):
        game.give_train(GRAVITY, corporation, BANK)
        game.tell(GravityReturned(corporation=corporation))
