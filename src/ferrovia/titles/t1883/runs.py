"""Sections 6.6, 6.7 and 6.8.5: runs by stops, FS lines to the boxes, anchors, and gravity trains with their die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Segment
from ferrovia.engine.board.routes import ForeignLine, Route, RouteFault, Runner, Runs, best_runs, can_run, shown_runs
from ferrovia.engine.board.run_network import line_segments
from ferrovia.engine.flow.actions import Action, Run, RunTrains
from ferrovia.engine.flow.events import Ran
from ferrovia.engine.flow.facets.runs import RunRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.run import RunStep, Takings
from ferrovia.titles.t1883 import components, gravity
from ferrovia.titles.t1883.emilia import GRAVITY, emilia
from ferrovia.titles.t1883.revenue import after_events, event_effects, ports_of, stop_values


def red_lines(game: Game) -> tuple[ForeignLine, ...]:
    """6.6: the red lines from T locations to their boxes; the T location counts one stop more."""
    if "red_week" in emilia(game).in_force:
        return ()
    return tuple(
        ForeignLine(stop_id(location), stop_id(box))
        for location, boxes in components.t_locations().items()
        for box in boxes
    )


class EmilianRuns(RunRules):
    """Sections 6.6 to 6.8: how trains run, and which of their runs are the best."""

    def runner(self, game: Game, corporation: str, train: str) -> Runner:
        """Trains are counted in stops, each stop worth what it shows in this phase and round."""
        card = game.title.box.trains[train]
        values, end_values = stop_values(game, ports_of(game, corporation))
        return Runner(
            name=train,
            limit=card.limit,
            values=values,
            end_values=end_values,
            edge_cost=card.edge_cost,
            stop_cost=card.stop_cost,
            line_cost=1,  # 1883-6.6.2: the T location counts as two stops
        )

    def best(self, game: Game, corporation: str, seconds: float | None = None) -> Runs:
        """The best regular runs; gravity trains come after them."""
        return best_runs(
            game.layout,
            regular(game, corporation),
            game.state.stations[corporation],
            game.closed_to(corporation),
            seconds=seconds,
            lines=red_lines(game),
        )

    def chancy(self, game: Game, corporation: str) -> Sequence[tuple[Route, int]]:
        """6.8.5: gravity trains, which run after the others."""
        return [(route, gravity.chance()) for route in gravity.best(game, corporation)]

    def stretches(self, game: Game, stop: StopId) -> Sequence[Segment]:
        """6.6: track, and the red lines from a T location."""
        return (*game.layout.segments(stop), *line_segments(game.layout, red_lines(game), stop))

    def any_counts(self, game: Game) -> bool:
        """6.7.2.2: the president may run for less."""
        return True


def regular(game: Game, corporation: str) -> tuple[Runner, ...]:
    """The trains of a corporation that run without a die."""
    runs = game.title.runs
    return tuple(runs.runner(game, corporation, train) for train in game.trains(corporation) if train != GRAVITY)


def has_route(game: Game, corporation: str, trains: tuple[Runner, ...]) -> bool:
    stations, closed = game.state.stations[corporation], game.closed_to(corporation)
    return any(can_run(game.layout, train, stations, closed, lines=red_lines(game)) for train in trains)


class EmilianRunStep(RunStep):
    """6.7: the president chooses the routes, the best or a poorer one; none at all is a run of nothing."""

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[RunTrains]:
        corporation = turn.corporation
        routes = [*game.title.runs.best(game, corporation).routes, *gravity.best(game, corporation)]
        yield RunTrains(tuple(Run(route.train, route.hexes) for route in routes))

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        if emilia(game).effects.get(turn.corporation) == "zero":
            return True
        if has_route(game, turn.corporation, regular(game, turn.corporation)):
            return False
        return not gravity.best(game, turn.corporation)

    def pass_refusal(self, game: Game, turn: OperatingTurn) -> Refusal | None:
        return None

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, RunTrains)
        if not action.routes:
            return Refusal("1883-6.7.1.1", "Name a route, or pass to run nothing.")
        takings = self.known_takings(game, turn, action)
        return takings if isinstance(takings, Refusal) else None

    def takings(self, game: Game, turn: OperatingTurn, action: RunTrains) -> Takings | Refusal:
        """What the regular trains earn in any case, and the gravity trains if the die allows."""
        corporation = turn.corporation
        shown = [(run.train, run.hexes) for run in action.routes if run.train != GRAVITY]
        where = (game.state.stations[corporation], game.closed_to(corporation))
        found = shown_runs(game.layout, regular(game, corporation), shown, *where, lines=red_lines(game))
        if not isinstance(found, Runs):
            return self._refused(game, corporation, shown, *found)
        downhill = gravity.shown(game, corporation, [run for run in action.routes if run.train == GRAVITY])
        if isinstance(downhill, Refusal):
            return downhill
        most = found.revenue + sum(route.revenue for route in downhill)
        return Takings(
            found.routes,
            after_events(game, corporation, found.revenue),
            tuple((route, gravity.odds()) for route in downhill),
            after_events(game, corporation, most),
            tuple(words for words, _ in event_effects(game, corporation)),
        )

    def _refused(
        self, game: Game, corporation: str, shown: Sequence[tuple[str, tuple[str, ...]]], fault: RouteFault, train: str
    ) -> Refusal:
        """A refusal of the first route that cannot be run besides those before it."""
        where = (game.state.stations[corporation], game.closed_to(corporation))
        trains = regular(game, corporation)
        number = next(
            number
            for number in range(1, len(shown) + 1)
            if not isinstance(shown_runs(game.layout, trains, shown[:number], *where, lines=red_lines(game)), Runs)
        )
        *before, route = [hexes for _, hexes in shown[:number]]
        word = f"route.{fault.name.lower()}"
        return Refusal(_line_clause(game, corporation, fault, route, before) or word, fault.value, train=train)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, RunTrains)
        corporation = turn.corporation
        takings = self.known_takings(game, turn, action)
        assert isinstance(takings, Takings)
        earned = sum(route.revenue for route in takings.routes)
        for route, _ in takings.gambles:
            earned += gravity.roll(game, corporation, route)
        earned = after_events(game, corporation, earned)
        game.tell(Ran(corporation=corporation, revenue=earned))
        turn.note(game, revenue=earned).next_step(game)


def _line_clause(
    game: Game, corporation: str, fault: RouteFault, route: tuple[str, ...], before: Sequence[tuple[str, ...]]
) -> str:
    """The clause of 6.6 behind a fault of a route over a red line; "" where no red line is at fault."""
    boxes = components.t_locations()
    if fault is RouteFault.NOT_JOINED and any(here in boxes and there in boxes for here, there in pairwise(route)):
        return "1883-6.6.7"
    taken = _lines_taken(game, route, boxes)
    if not taken:
        return ""
    location, box = taken[0]
    match fault:
        case RouteFault.NOT_JOINED if len(taken) > 1:
            return "1883-6.6.5"
        case RouteFault.NOT_JOINED if box in boxes[location] and not red_lines(game):
            return "1883-11.1.11"
        case RouteFault.NOT_JOINED:
            return "1883-6.6.1"
        case RouteFault.TOO_LONG:
            return "1883-6.6.2"
        case RouteFault.PASSES_CLOSED | RouteFault.NO_STATION if stop_id(location) in game.closed_to(corporation):
            return "1883-6.6.4"
        case RouteFault.SHARED_TRACK if any(_lines_taken(game, other, boxes) == taken for other in before):
            return "1883-6.6.6"
    return ""


def _lines_taken(game: Game, route: tuple[str, ...], boxes: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """T location and box at each end of a route that names them one after the other, right or wrong."""
    board = game.title.box.board
    found = []
    for location, box in (route[-2:], route[1::-1]) if len(route) > 1 else ():
        if location in boxes and box in board.hexes:
            beside = [beside[0] for beside in board.neighbours[location] if beside]
            if box in boxes[location] or box not in beside:
                found.append((location, box))
    return found
