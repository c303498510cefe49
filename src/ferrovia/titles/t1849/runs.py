"""Section 10.5: how trains run over three gauges, and what the stops are worth to them."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import Runner
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.electric_dreams import DOUBLED, E_TRAIN
from ferrovia.titles.t1849.sicily import CNM, sicily

PORTS = frozenset(stop_id(hex_id) for hex_id in components.sheet("map")["ports"])
PORT_BONUS: int = components.private(CNM)["bonus"]


class SicilianRuns(RunRules):
    """Section 10.5: what a train's length and its stops count."""

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        """How a train runs: its length by gauge, and the worth of every stop in this phase."""
        card = game.title.box.trains[train]
        own = sicily(game)
        port = own.port if own.port_owner == corporation else ""
        doubled = DOUBLED if train == E_TRAIN else frozenset()
        layout, level = game.layout, game.phase.revenue_level
        values = layout.memory.recall(("values", level, port, doubled), _stop_values, layout, level, port, doubled)
        return Runner(name=train, limit=card.limit, values=values, edge_cost=card.edge_cost)

    def uncounted_stops(self, game: Game) -> frozenset[StopId]:
        """Ports do not count towards the two places a train must join (1849-10.5.1.1)."""
        return PORTS


def _stop_values(layout: Layout, level: int, port: str, doubled: frozenset[StopId]) -> dict[StopId, int]:
    values = {**layout.values(level)}
    if port:
        values[stop_id(port)] += PORT_BONUS
    return values | {stop: 2 * values[stop] for stop in doubled}
