"""What is legal although no decision lists it: lines of 18FB that others beat, and runs besides the best.

Both are judged by foot, apart from the program's own readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import ForeignLine
from ferrovia.engine.flow.actions import Action, Run, RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.south import south
from ferrovia.titles.t1883 import components as emilian
from ferrovia.titles.t1883.emilia import emilia
from tests.routes_by_foot import Side, Where, run_by_foot, single_stretches, where
from tests.t18fb.lines_by_foot import ROMA, every_line
from tests.t18fb.lines_by_foot import Line as BuiltLine

HEIGHTS = ("plain", "hill", "mountain")
GRAVITY = "2G"


def is_legal(game: Game, action: Action) -> bool:
    """Whether an action that is not listed is legal for the one who must decide."""
    if isinstance(action, BuildLine):
        return built_line(game, action) is not None
    return isinstance(action, RunTrains) and _may_be_run(game, action)


# 18FB: lines


def lines_of(game: Game, company: str) -> list[BuiltLine]:
    """Every line of a company, whatever it costs."""
    stops = game.state.stations.get(company, ()) if game.title.name == "18FB" else ()
    is_in_rome = any(stop.partition(".")[0] in ROMA for stop in stops)
    starts = dict.fromkeys([*stops, *(f"{hex_id}.0" for hex_id in ROMA if is_in_rome)])
    return _lines_from(game.layout, tuple(starts), int(game.state.phase.removeprefix("PH"))) if starts else []


@lru_cache(maxsize=2)
def _lines_from(layout: Layout, starts: tuple[str, ...], phase: int) -> list[BuiltLine]:
    return list(every_line(layout, starts, phase))


def built_line(game: Game, action: BuildLine) -> BuiltLine | None:
    """The line that is named, if the treasury can pay it and some line to the same end is listed with the same card."""
    company = game.decision.for_corporation
    listed = {choice.route for choice in _lines(game) if choice.card == action.card}
    if not listed:
        return None
    every = lines_of(game, company)
    ends = {line.end for line in every if line.hexes in listed}
    return next(
        (line for line in every if line.hexes == action.route and line.end in ends and line.cost <= game.cash(company)),
        None,
    )


def hidden_lines(game: Game) -> list[BuiltLine]:
    """Lines that lead to a listed end, can be paid, and that no listed line beats or equals."""
    company = game.decision.for_corporation
    every = lines_of(game, company)
    found = []
    for card in {choice.card for choice in _lines(game)}:
        routes = {choice.route for choice in _lines(game) if choice.card == card}
        listed = [line for line in every if line.hexes in routes]
        for line in every:
            alike = [other for other in listed if other.end == line.end]
            if alike and line.cost <= game.cash(company):
                if not any(other.cost <= line.cost and other.markers >= line.markers for other in alike):
                    found.append(line)
    return found


def _lines(game: Game) -> Iterator[BuildLine]:
    return (choice for choice in game.decision.choices if isinstance(choice, BuildLine))


def markers(game: Game, company: str) -> int:
    return south(game).markers.get(company, 0)


# Runs


def _may_be_run(game: Game, action: RunTrains) -> bool:
    listed = next((choice for choice in game.decision.choices if isinstance(choice, RunTrains)), None)
    if listed is None or not action.routes:
        return False
    corporation = game.decision.for_corporation
    earned = _earned(game, corporation, action.routes)
    if earned is None or game.title.runs.any_counts(game):
        return earned is not None
    best = _earned(game, corporation, listed.routes)
    assert best is not None
    return earned >= best


def _earned(game: Game, corporation: str, shown: tuple[Run, ...]) -> int | None:
    """What shown routes earn, gravity trains left aside; None if they cannot be run."""
    lines: tuple[ForeignLine, ...] = ()
    if game.title.name == "1883" and "red_week" not in emilia(game).in_force:
        locations = emilian.sheet("map")["t_location"]
        lines = tuple(ForeignLine(stop_id(place["hex"]), stop_id(box)) for place in locations for box in place["boxes"])
    at = where(game, corporation, lines)
    gravity = [run for run in shown if run.train == GRAVITY]
    if gravity and not _may_run_downhill(game, corporation, at, gravity):
        return None
    trains = [
        game.title.runs.runner(game, corporation, train) for train in game.trains(corporation) if train != GRAVITY
    ]
    return run_by_foot(at, trains, [(run.train, run.hexes) for run in shown if run.train != GRAVITY])


def _may_run_downhill(game: Game, corporation: str, at: Where, runs: list[Run]) -> bool:
    """1883, 6.8.5: each from one stop down to the next, one of them with a token; none shares track with another."""
    if len(runs) > game.trains(corporation).count(GRAVITY):
        return False
    used: set[Side] = set()
    for run in runs:
        ways = [way for way in single_stretches(at, run.hexes) if {way.start, way.end} & at.own]
        if not ways or not _falls(run.hexes[0], run.hexes[-1]) or used & set(ways[0].sides):
            return False
        used |= set(ways[0].sides)
    return True


def _falls(above: str, below: str) -> bool:
    tables = emilian.hex_table(above), emilian.hex_table(below)
    names = [table.get("height") or table.get("gravity") for table in tables]
    return None not in names and HEIGHTS.index(str(names[0])) > HEIGHTS.index(str(names[1]))
