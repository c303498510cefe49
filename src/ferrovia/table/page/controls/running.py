"""Runs: the best one drawn train by train, or another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.actions import Pass, RunTrains
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.run import Takings
from ferrovia.table.page.choosing import chosen, number_picked, turn_powers
from ferrovia.table.page.control import Control, ControlMarks
from ferrovia.table.page.controls.traced import TracedParts, as_picks, is_tracing, run_chosen, takings_of, traced
from ferrovia.table.page.options import Option, words
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, why_not
from ferrovia.table.page.routes import Shown, best_shown, colour_of, timetable, timetables
from ferrovia.table.page.scene import Scene

WITHOUT = "without"  # in an address: the trains that are left at home, by number


@dataclass(frozen=True)
class RunningParts:
    """A run as a timetable."""

    shown: Shown | None
    is_best: bool
    exact: bool
    others: Sequence[Option] = ()
    effects: Sequence[str] = ()
    leave: Sequence[tuple[str, str, bool]] = ()  # see `_leaving`
    refused: Why | None = None
    trace: str = ""  # the query that lets it be traced


def running(scene: Scene) -> Control[RunningParts | TracedParts] | None:
    """The control, where trains run."""
    decision = scene.decision
    if decision is None:
        return None
    if scene.is_mine and scene.game.decision.lists_runs:
        return traced(scene) if is_tracing(scene) else _runs(scene)
    return _earnings(scene)


# Where trains have routes


def _runs(scene: Scene) -> Control[RunningParts] | None:
    runs = [(number, choice) for number, choice in enumerate(scene.choices) if isinstance(choice, RunTrains)]
    listed, best = next((pair for pair in runs if pair[0] == number_picked(scene)), runs[0])
    action, left = _without(scene, best)
    refused = why_not(scene, action) if left else None
    takings = takings_of(scene.game, best if refused else action)
    if not isinstance(takings, Takings):
        return None
    shown = shown_takings(scene, takings)
    may_leave = len(best.routes) > 1 and scene.title.runs.any_counts(scene.game)
    return Control(
        template="table/controls/running.html",
        question=scene.say("Run the trains of {corporation}", corporation=shown.corporation),
        chosen=run_chosen(scene, best if refused else action, takings),
        passing=passing(scene),
        parts=RunningParts(
            shown=shown,
            is_best=action == runs[0][1],
            exact=_is_exact(scene, shown.corporation),
            others=[Option(number, words(scene, choice), number == listed) for number, choice in runs if len(runs) > 1],
            effects=[scene.say(effect) for effect in takings.effects],
            leave=_leaving(best, left) if may_leave else (),
            refused=refused,
            trace=scene.picked(only=True, **as_picks(scene, shown.corporation, action)),
        ),
        marks=ControlMarks(runs=shown),
    )


def _without(scene: Scene, best: RunTrains) -> tuple[RunTrains, tuple[int, ...]]:
    """The run without the trains that are left at home."""
    named = scene.pick.get(WITHOUT, "").split("-")
    left = tuple(number for number in range(len(best.routes)) if str(number + 1) in named)
    routes = tuple(route for number, route in enumerate(best.routes) if number not in left)
    return (RunTrains(routes), left) if left else (best, ())


def _leaving(best: RunTrains, left: Sequence[int]) -> list[tuple[str, str, bool]]:
    """For each train: its name, the pick that leaves it at home or takes it along again, and whether it is at home."""
    found = []
    for number, route in enumerate(best.routes):
        others = {*left} ^ {number}
        found.append((route.train, "-".join(str(other + 1) for other in sorted(others)), number in left))
    return found


def shown_takings(scene: Scene, takings: Takings) -> Shown:
    """A run with its timetables, those of chance last."""
    corporation = scene.game.top.corporation_of(scene.game)
    tables = [*timetables(scene, corporation, takings.routes)]
    for route, odds in takings.gambles:
        table = timetable(scene, corporation, route, len(tables))
        tables.append(replace(table, odds=scene.say(odds)))
    routes: tuple[Route, ...] = (*takings.routes, *(route for route, _ in takings.gambles))
    return Shown(corporation, routes, tuple(tables), takings.revenue, rgb=colour_of(scene, corporation))


def _is_exact(scene: Scene, corporation: str) -> bool:
    return scene.title.runs.best(scene.game, corporation).proven


# Where what the trains earn follows no single track


def _earnings(scene: Scene) -> Control[RunningParts] | None:
    """The step in which trains earn by themselves: all that can be done besides is in the tray."""
    game = scene.game
    if not isinstance(game.top, OperatingTurn) or game.top.step_of(game).actions:
        return None
    powers = turn_powers(scene)
    if passing(scene) is None or not all(choice in powers for choice in scene.choices):
        return None
    corporation = game.top.corporation
    shown = best_shown(scene, corporation)
    return Control(
        template="table/controls/running.html",
        question=scene.say("Run the trains of {corporation}", corporation=corporation),
        chosen=chosen(
            scene,
            Pass(),
            scene.say("Run the trains"),
            scene.say("{corporation} earns {total:money}", corporation=corporation, total=shown.total) if shown else "",
        ),
        parts=RunningParts(shown=shown, is_best=True, exact=True),
        marks=ControlMarks(runs=shown),
    )
