"""Why routes are not legal, for tests that ask for nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import ForeignLine, RouteFault, Runner, Runs, shown_runs


def runs_fault(
    layout: Layout,
    runners: Sequence[Runner],
    routes: Sequence[tuple[str, Sequence[str]]],
    own: Iterable[StopId],
    closed: frozenset[StopId],
    uncounted: frozenset[StopId] = frozenset(),
    lines: Iterable[ForeignLine] = (),
) -> tuple[RouteFault, str] | None:
    """Why a company cannot run these routes, and which train is at fault."""
    found = shown_runs(layout, runners, routes, own, closed, uncounted, lines)
    return None if isinstance(found, Runs) else found


def route_fault(
    layout: Layout,
    runner: Runner,
    hexes: Sequence[str],
    own: Iterable[StopId],
    closed: frozenset[StopId],
    uncounted: frozenset[StopId] = frozenset(),
    lines: Iterable[ForeignLine] = (),
) -> RouteFault | None:
    """Why a company cannot run a train over these hexes."""
    found = runs_fault(layout, [runner], [(runner.name, hexes)], own, closed, uncounted, lines)
    return found[0] if found else None
