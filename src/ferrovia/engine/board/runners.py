"""The words of running trains: how a train runs, a route, and the runs of a company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ferrovia.engine.board.board import Board
from ferrovia.engine.board.ids import StopId

EdgeCost = tuple[int | None, int | None, int | None]

FOREIGN = 4  # the gauge bit of a foreign line: no track has it


class ForeignLine(msgspec.Struct, frozen=True, order=True):
    """A line of another railway from a stop to an off-board area: the last stretch of a route, if it is taken.

    It may be used by one train alone, and a route that takes it has no other off-board end.
    """

    start: StopId
    end: StopId

    @property
    def far_end(self) -> StopId:
        """The off-board area as this line reaches it, told apart from the same area reached by track."""
        return StopId(f"{self.end}@{self.start}")


def line_side(board: Board, number: int) -> int:
    """The side of a foreign line by its number: a bit that no hexside has, so that only one train takes it."""
    return 1 << (board.side_count + number)


def plain_stop(stop: StopId) -> StopId:
    """A stop by its own id, whichever way it was reached."""
    return StopId(stop.partition("@")[0]) if "@" in stop else stop


class Runner(msgspec.Struct, frozen=True):
    """How one train runs: how far, what each gauge counts, what each stop is worth to it."""

    name: str  # the train's class
    limit: int | None  # None: without limit
    values: Mapping[StopId, int]  # what each stop pays this train, bonuses and doublings already in; 0 if absent
    edge_cost: EdgeCost = (1, 1, 1)  # a hexside on standard, narrow, dual track; None: it may not run there
    stop_cost: int = 0  # 1, with edge costs of 0, for a train whose length is counted in stops
    extra_costs: Mapping[StopId, int] = {}  # stops that count more than `stop_cost`, and by how much
    line_cost: int | None = None  # what a foreign line counts besides its stops; None: it takes none
    end_values: Mapping[StopId, int] = {}  # stops that pay otherwise where a route ends than where it passes

    def stretch_cost(self, gauge: int, edges: int) -> int | None:
        """What a stretch from stop to stop counts; None if this train may not run on it."""
        if gauge == FOREIGN:
            return self.line_cost
        cost = self.edge_cost[gauge - 1]
        return None if cost is None else cost * edges

    def visit_cost(self, stop: StopId) -> int:
        """What the stop itself counts."""
        return self.stop_cost + self.extra_costs.get(plain_stop(stop), 0) if self.extra_costs else self.stop_cost

    def revenue(self, stops: Sequence[StopId]) -> int:
        """What a route over these stops earns."""
        between = sum([self.passing_value(stop) for stop in stops[1:-1]])
        return self.end_value(stops[0]) + between + self.end_value(stops[-1])

    def passing_value(self, stop: StopId) -> int:
        return self.values.get(plain_stop(stop), 0)

    def end_value(self, stop: StopId) -> int:
        known = plain_stop(stop)
        return self.end_values.get(known, self.values.get(known, 0))


class Route(msgspec.Struct, frozen=True):
    """One train's way along the track."""

    train: str  # the name of its runner
    hexes: tuple[str, ...]  # hex by hex from end to end
    stops: tuple[StopId, ...]
    revenue: int
    length: int  # as counted for this train
    sides: int  # the hexsides it crosses, one bit each: Board.sides


class Runs(msgspec.Struct, frozen=True):
    """The routes of a company's trains together, and how sure it is that nothing pays more."""

    routes: tuple[Route, ...]  # one for each train that runs, in the order of the trains
    revenue: int
    bound: int  # no runs whatever pay more than this
    proven: bool  # whether the bound is met
