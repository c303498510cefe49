"""The best runs by brute force: every route walked hexside by hexside, every choice of routes tried.

It shares nothing with the solver but the board: gauges are read as words, sides as pairs of hexes, and the
choice is a table over sets of used sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ferrovia.engine.board.hexes import opposite
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.routes import ForeignLine, Runner

Walked = tuple[int, frozenset[frozenset[str]], tuple[StopId, ...]]  # revenue, sides, stops


def routes_by_foot(
    layout: Layout,
    runner: Runner,
    own: Iterable[StopId],
    closed: Iterable[StopId],
    uncounted: Iterable[StopId],
    lines: Iterable[ForeignLine] = (),
) -> list[Walked]:
    """Every legal route of a train."""
    own, closed, uncounted = set(own), set(closed), set(uncounted)
    ends = [(hex_id, number) for hex_id in layout.board.hexes for number in range(9)]
    stops = [(h, n) for h, n in ends if n < len(layout.face(h).stops)]
    found: dict[tuple[frozenset[frozenset[str]], frozenset[str]], Walked] = {}

    def cost(gauges: list[str]) -> int | None:
        kind = next((gauge for gauge in ("STANDARD", "NARROW") if gauge in gauges), "DUAL")
        each = runner.edge_cost[("STANDARD", "NARROW", "DUAL").index(kind)]
        return None if each is None or {"STANDARD", "NARROW"} <= set(gauges) else each

    def arrive(hex_id: str, end: int, path: tuple[StopId, ...], sides: list[frozenset[str]], length: int) -> None:
        stop = StopId(f"{hex_id}.{-1 - end}")
        length += runner.stop_cost + runner.extra_costs.get(stop, 0)
        if stop in path or (runner.limit is not None and length > runner.limit):
            return
        path = (*path, stop)
        note(path, sides)
        kind = layout.face(hex_id).stops[-1 - end].kind
        passable = kind not in ("port", "offboard") and (stop in own or stop not in closed)
        if len(path) == 1 or passable:
            leave(hex_id, end, path, sides, length, [], 0)
        if passable and runner.line_cost is not None:
            for line in lines:
                if line.start == stop:
                    take(line, path, sides, length + runner.line_cost)

    def take(line: ForeignLine, path: tuple[StopId, ...], sides: list[frozenset[str]], length: int) -> None:
        """A line is the last stretch of a route, and its area the only one."""
        length += runner.stop_cost + runner.extra_costs.get(line.end, 0)
        if runner.limit is not None and length > runner.limit:
            return
        if not any(kind_of(stop) == "offboard" for stop in path):
            note((*path, line.end), [*sides, frozenset({"line", line.start, line.end})])

    def kind_of(stop: StopId) -> str:
        hex_id, _, number = stop.rpartition(".")
        return layout.face(hex_id).stops[int(number)].kind

    def note(path: tuple[StopId, ...], sides: list[frozenset[str]]) -> None:
        if len([s for s in path if s not in uncounted]) >= 2 and own & set(path):
            inner = sum(runner.values.get(s, 0) for s in path[1:-1])
            tips = sum(runner.end_values.get(s, runner.values.get(s, 0)) for s in (path[0], path[-1]))
            route = (inner + tips, frozenset(sides), path)
            key = (frozenset(sides), frozenset(path))
            found[key] = max(found.get(key, route), route, key=lambda walked: walked[0])

    def leave(
        hex_id: str,
        end: int,
        path: tuple[StopId, ...],
        sides: list[frozenset[str]],
        length: int,
        gauges: list[str],
        edges: int,
    ) -> None:
        for piece in layout.face(hex_id).pieces:
            for here, there in ((piece.a, piece.b), (piece.b, piece.a)):
                now = [*gauges, str(piece.gauge.name)]
                each = cost(now)
                if here != end or each is None:
                    continue
                if there < 0:
                    arrive(hex_id, there, path, sides, length + each * edges)
                    continue
                beside = layout.board.neighbours[hex_id][there]
                if beside is None or not layout.board.sides[hex_id][there]:
                    continue
                side = frozenset({hex_id, beside[0]})
                if side not in sides:
                    leave(beside[0], opposite(there), path, [*sides, side], length, now, edges + 1)

    for hex_id, number in stops:
        arrive(hex_id, -1 - number, (), [], 0)
    return list(found.values())


def best_by_foot(tables: Sequence[Sequence[Walked]], most: int) -> tuple[int, int] | None:
    """The best sum of one route a train, and the fewest sides for it; None if that is too much work."""
    reached: dict[frozenset[frozenset[str]], int] = {frozenset(): 0}
    for table in tables:
        if len(reached) * len(table) > most:
            return None
        after = dict(reached)
        for used, revenue in reached.items():
            for more, sides, _ in table:
                if not used & sides and after.get(used | sides, -1) < revenue + more:
                    after[used | sides] = revenue + more
        reached = after
    best = max(reached.values())
    return best, min(len(used) for used, revenue in reached.items() if revenue == best)
