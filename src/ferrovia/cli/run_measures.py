"""How long best runs take: in the recorded game, late in games of every title, and on boards filled with track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from ferrovia.bots.positions import dense_position, fleet, late_runs
from ferrovia.cli.measures import Figures, Skipped, imported, spread, through_a_snapshot
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import Runs
from ferrovia.engine.board.routes import best_runs as find_best_runs
from ferrovia.engine.flow.actions import RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.registry import all_titles, title

POSITIONS = 200
DENSE = 40
FLEET = 3
PATIENCE = 30.0  # seconds; an answer that takes longer is not proven

Timed = tuple[float, Runs]


def best_runs(fixture: Path, positions: int = POSITIONS, dense: int = DENSE) -> Figures:
    """Best runs, each on a position just loaded: in the recorded game, late in simulated games, on dense track."""
    figures: Figures = {}
    try:
        figures["recorded 1849"] = _figures(_solved(_recorded(fixture)))
    except Skipped as reason:
        figures["recorded 1849"] = {"skipped": str(reason)}
    for name in all_titles():
        figures[f"late {name}"] = _figures(_solved(late_runs(name, positions)))
        figures[f"dense {name}"] = _figures(_dense(name, dense))
    return figures


def _recorded(fixture: Path) -> Iterator[tuple[Game, str]]:
    """The recorded game whenever a corporation ran its trains."""
    played = imported(fixture)
    game = Game(played.title, played.settings)
    for action in played.actions:
        if isinstance(action, RunTrains):
            turn = game.find(OperatingTurn)
            assert turn is not None
            yield game, turn.corporation
        game.apply(action)


def _solved(positions: Iterable[tuple[Game, str]]) -> Iterator[Timed]:
    for game, corporation in positions:
        loaded = through_a_snapshot(game)
        begin = perf_counter()
        runs = loaded.title.best_runs(loaded, corporation, PATIENCE)
        yield perf_counter() - begin, runs


def _dense(name: str, count: int) -> Iterator[Timed]:
    """The longest trains of a title on its whole board, filled with its own tiles."""
    board = title(name).board
    for seed in range(count):
        layout, own, closed, uncounted, values = dense_position(board, seed)
        trains = fleet(title(name), values, FLEET)
        begin = perf_counter()
        cold = Layout(board, layout.tiles)
        runs = find_best_runs(cold, trains, own, closed, uncounted=uncounted, seconds=PATIENCE)
        yield perf_counter() - begin, runs


def _figures(solved: Iterable[Timed]) -> dict[str, Any]:
    times, found = [], []
    for seconds, runs in solved:
        times.append(seconds)
        found.append(runs)
    if not times:
        return {"positions": 0}
    return {
        "positions": len(times),
        "proven_share": round(sum(runs.proven for runs in found) / len(found), 4),
        "revenue_median": median(runs.revenue for runs in found),
        "loaded_ms": spread(times),
    }
