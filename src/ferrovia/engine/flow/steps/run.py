"""Running trains: the best runs are worked out and offered, and nothing less is taken."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.board.route_counts import count, count_route, in_words
from ferrovia.engine.board.routes import (
    Route,
    RouteFault,
    Runner,
    Runs,
    can_run,
    shown_runs,
)
from ferrovia.engine.flow.actions import Action, Run, RunTrains
from ferrovia.engine.flow.events import DidNotRun, Ran, RouteCounted, RouteRun
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message, term


def runners(game: Game, corporation: str) -> tuple[Runner, ...]:
    """The corporation's trains as they run now."""
    return game.remembered(
        ("runners", corporation),
        lambda: tuple([game.title.runs.runner(game, corporation, train) for train in game.trains(corporation)]),
    )


def best(game: Game, corporation: str, seconds: float | None = None) -> Runs:
    """The best runs of a corporation as things stand."""
    return game.title.runs.best(game, corporation, seconds)


def has_run(game: Game, corporation: str, trains: tuple[Runner, ...]) -> bool:
    """Whether any of these trains has a route at all."""
    stations, closed = game.state.stations[corporation], game.closed_to(corporation)
    uncounted = game.title.runs.uncounted_stops(game)
    return any(can_run(game.layout, runner, stations, closed, uncounted=uncounted) for runner in trains)


class Takings(msgspec.Struct, frozen=True):
    """What shown routes earn, each by itself and all together."""

    routes: tuple[Route, ...]
    revenue: int  # all together, and without any luck
    gambles: tuple[
        tuple[Route, str | Message], ...
    ] = ()  # routes that earn only if the dice allow, and when they do, in words
    most: int = 0  # all together with the luck of every die
    effects: tuple[Message, ...] = ()  # why all together they earn more or less than each by itself, in words


class RunStep(TurnStep):
    """A corporation with trains and a route must run them."""

    id = word = "run"
    label = term("run")
    asks = Prompt(term("Run for {corporation}"), term("{player} runs for {corporation}"))
    station = term("Run")
    leaving = term("Run nothing")
    actions = (RunTrains,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[RunTrains]:
        runs = best(game, turn.corporation)
        yield RunTrains(tuple(Run(route.train, route.hexes) for route in runs.routes))

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return not has_run(game, turn.corporation, runners(game, turn.corporation))

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        return Refusal(
            "run.compulsory", "{corporation} has a route and must run its trains.", corporation=turn.corporation
        )

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, RunTrains)
        takings = self.known_takings(game, turn, action)
        if isinstance(takings, Refusal):
            return takings
        if not takings.revenue:
            return self.pass_refusal(game, turn)
        if game.title.runs.any_counts(game):
            return None
        runs = best(game, turn.corporation)
        if takings.revenue < runs.revenue:
            return Refusal(
                "run.best",
                "These routes earn {shown:money}; the best earn {best:money}: {routes:;}.",
                shown=takings.revenue,
                best=runs.revenue,
                routes=["-".join(route.hexes) for route in runs.routes],
            )
        return None

    def known_takings(self, game: Game, turn: OperatingTurn, action: RunTrains) -> Takings | Refusal:
        """What the shown routes earn; worked out once for the refusal and the play of the same action."""
        return game.remembered((type(self), turn, action), lambda: self.takings(game, turn, action))

    def takings(self, game: Game, turn: OperatingTurn, action: RunTrains) -> Takings | Refusal:
        """What the shown routes earn, or why they cannot be run."""
        corporation = turn.corporation
        own = runners(game, corporation)
        found = shown_runs(
            game.layout,
            own,
            [(run.train, run.hexes) for run in action.routes],
            game.state.stations[corporation],
            game.closed_to(corporation),
            uncounted=game.title.runs.uncounted_stops(game),
        )
        if isinstance(found, Runs):
            return Takings(found.routes, found.revenue)
        fault, train = found
        if fault is RouteFault.TOO_LONG:
            return self._too_long(game, next(runner for runner in own if runner.name == train), action)
        return Refusal(f"route.{fault.name.lower()}", fault.value, train=train)

    def _too_long(self, game: Game, runner: Runner, action: RunTrains) -> Refusal:
        """The refusal of a route that is too long, with how it was counted."""
        counts = [count(game.layout, runner, run.hexes) for run in action.routes if run.train == runner.name]
        longest = max(counts, key=lambda counted: counted.length)
        return Refusal(
            "route.too_long",
            "The route is too long for the {train}: it counts {length} ({counted}).",
            train=runner.name,
            length=longest.length,
            counted=in_words(str(longest)),
        )

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, RunTrains)
        takings = self.known_takings(game, turn, action)
        assert isinstance(takings, Takings)
        corporation, revenue = turn.corporation, takings.revenue
        trains = {runner.name: runner for runner in runners(game, corporation)}
        for route in takings.routes:
            runner = trains[route.train]
            if runner.limit is None:
                game.tell(RouteRun(train=route.train, hexes="-".join(route.hexes)))
                continue
            counted = count_route(game.layout, runner, route)
            game.tell(RouteCounted(train=route.train, length=counted.length, counted=str(counted)))
        game.tell(Ran(corporation=corporation, revenue=revenue))
        turn.note(game, revenue=revenue).next_step(game)

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        game.tell(DidNotRun(corporation=turn.corporation))
