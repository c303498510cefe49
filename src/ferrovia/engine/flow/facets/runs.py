"""Runs: how trains run, and which runs are the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ferrovia.engine.board import routes
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.route_counts import count, in_words
from ferrovia.engine.board.routes import Route, Runner, Runs
from ferrovia.saying.message import Message

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class RunRules:
    """What a train can do, and what it earns at best."""

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        """How a train runs for a corporation now: as far as its card says, each stop worth what it shows."""
        card = game.title.box.trains[train]
        layout, level = game.layout, game.phase.revenue_level
        values, end_values = layout.memory.recall(("usual stop values", level), _stop_values, layout, level)
        return Runner(train, card.limit, values, card.edge_cost, card.stop_cost, end_values=end_values)

    def may_run(self, game: Game, corporation: str) -> bool:
        """Whether a corporation may run trains as it stands."""
        return True

    def uncounted_stops(self, game: Game) -> frozenset[StopId]:
        """Stops that do not count towards the two a train must join."""
        return frozenset()

    def best(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        """The best runs of a corporation's trains as things stand."""
        return routes.best_runs(
            game.layout,
            [self.runner(game, corporation, train) for train in game.trains(corporation)],
            game.state.stations[corporation],
            game.closed_to(corporation),
            uncounted=self.uncounted_stops(game),
            seconds=seconds,
        )

    def how_counted(self, game: Game, corporation: str, route: Route) -> Message:
        """How the length of one of the best runs was counted; without words for a train without limit."""
        runner = self.runner(game, corporation, route.train)
        counted = count(game.layout, runner, route.hexes)
        if counted.length == route.length:
            return Message("{parts}", parts=in_words(str(counted)))
        # A route that takes another railway's line is not all track: what is not stops is the line.
        stops = sum(runner.visit_cost(stop) for stop in route.stops)
        return Message("stops {stops}, line {line}", stops=stops, line=route.length - stops)

    def chancy(self, game: Game, corporation: str) -> Sequence[tuple[Route, int]]:
        """Routes besides the best runs that earn only if the dice allow, each with its chance in per cent."""
        return ()

    def stretches(self, game: Game, stop: StopId) -> Sequence[Segment]:
        """All that leads from a stop to the next ones, for whoever shows a route stop by stop."""
        return game.layout.segments(stop)

    def any_counts(self, game: Game) -> bool:
        """Whether a run below the best is taken as shown."""
        return game.settings.runs_as_shown


def _stop_values(layout: Layout, level: int) -> tuple[dict[StopId, int], dict[StopId, int]]:
    """What stops pay in passing, and where they pay otherwise at an end."""
    stops = {name: layout.stop(name) for name in layout.board.stops}
    return (
        {name: stop.value(level) for name, stop in stops.items()},
        {name: stop.end_value(level) for name, stop in stops.items() if stop.terminal},
    )
