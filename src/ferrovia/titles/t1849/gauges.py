"""Sections 10.3.1 and 10.5.1: what three gauges cost to build, and what they count for trains."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import Runner
from ferrovia.engine.board.track import Gauge
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.electric_dreams import E_TRAIN, doubled_stops
from ferrovia.titles.t1849.sicily import sicily

SIGI = "SIGI"


def terrain_cost(game: Game, corporation: str, hex_id: str, gauges: Iterable[int]) -> int:
    """Full price for standard or dual track, a quarter if all that is new is narrow (1849-10.3.1.1)."""
    new = set(gauges)
    terrain = components.sheet("game")["terrain_cost"][game.title.box.board.hexes[hex_id].terrain]
    if new <= {Gauge.NARROW}:
        return int(terrain["narrow"])
    full = int(terrain["standard"])
    if Gauge.DUAL not in new and game.state.privates.get(SIGI) == corporation:
        return full // 2  # 1849-7.1.4; dual track pays in full (R20)
    return full


def runner(game: Game, corporation: str, train: str) -> Runner:
    """How a train runs: its length by gauge, and the worth of every stop in this phase."""
    card = game.title.box.trains[train]
    own = sicily(game)
    port = own.port if own.port_owner == corporation else ""
    doubled = doubled_stops() if train == E_TRAIN else frozenset()
    values = _stop_values(game.layout, game.phase.revenue_level, port, doubled)
    return Runner(name=train, limit=card.limit, values=values, edge_cost=card.edge_cost)


def _stop_values(layout: Layout, level: int, port: str, doubled: frozenset[str]) -> dict[str, int]:
    key = ("stop values", level, port, doubled)
    known = layout.memory.get(key)
    if not isinstance(known, dict):
        known = {**layout.values(level)}
        if port:
            known[stop_id(port)] += port_bonus()
        known |= {stop: 2 * known[stop] for stop in doubled}
        layout.memory[key] = known
    return known


def port_bonus() -> int:
    cnm = next(table for table in components.sheet("companies")["private"] if table["id"] == "CNM")
    return int(cnm["bonus"])


def ports() -> frozenset[str]:
    """Ports do not count towards the two places a train must join (1849-10.5.1.1)."""
    return frozenset(stop_id(hex_id) for hex_id in components.sheet("map")["ports"])
