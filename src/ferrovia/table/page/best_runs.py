"""Best runs of all corporations at once, and what each would earn with one more train; worked out once for everybody.

A search may take a while, so that no page waits for it: a page shows what is known of its position, and asks for the
rest by a request of its own (`views/working.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from time import perf_counter

from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.routes import Route, Runs
from ferrovia.engine.flow.phases import over_limit
from ferrovia.engine.flow.supposed_trains import trains_to_come, with_train
from ferrovia.table.page.routes import ASKED, SECONDS, Shown, best_shown, may_ask, runners
from ferrovia.table.page.run_effects import earned
from ferrovia.table.page.scene import Scene

SECONDS_IN_ALL = 6.0  # for all searches of a position; each has a second at most
_MOST_CLASSES = 4  # of trains to come: as many columns as there is room for
_KEPT = 64  # positions


@dataclass(frozen=True)
class Answer:
    """The best runs of one corporation; None where it runs no trains."""

    runs: Runs | None
    chancy: tuple[tuple[Route, int], ...] = ()
    total: int = 0
    is_exact: bool = True


@dataclass(frozen=True)
class Supposed:
    """What a corporation would earn with one more train, and how much more or less that is."""

    total: int
    is_exact: bool
    change: int
    trains: tuple[str, ...]  # all that it would then have
    is_over_limit: bool


@dataclass(frozen=True)
class Worked:
    """All that was worked out of a position, in no language and for nobody's eyes."""

    answers: Mapping[str, Answer]
    classes: tuple[str, ...]  # the trains that are supposed
    supposed: Mapping[tuple[str, str], Supposed]  # by corporation and train


@dataclass(frozen=True)
class Row:
    """A corporation: what it has, what it would run for, what it ran for last time."""

    name: str
    trains: tuple[str, ...]  # with how far each comes, where its name does not tell it
    state: (
        str  # runs, idle: no train has a run; bare: it has no train; barred: it may run none; other: earns by no train
    )
    total: int
    is_exact: bool
    parts: tuple[tuple[str, int], ...]  # each train with what it earns, where routes are shown
    last: int | None
    is_chosen: bool
    shown: Shown | None  # of the one that is chosen
    supposed: tuple[Supposed | None, ...]

    @property
    def change(self) -> int:
        return 0 if self.last is None else self.total - self.last


@dataclass(frozen=True)
class Coming:
    """A class of train that could be had: what its purchase does to those that are there."""

    name: str
    phase: str  # which would begin with it
    reach: str = ""  # how far it comes, where its name does not tell it


@dataclass(frozen=True)
class BestRuns:
    """What lies beside the map."""

    rows: tuple[Row, ...]  # without figures as long as nothing is known
    is_known: bool
    classes: tuple[Coming, ...]

    @property
    def is_exact(self) -> bool:
        return all(row.is_exact for row in self.rows)

    @property
    def breaks_limit(self) -> bool:
        """Whether some corporation would have more trains than it may."""
        return any(each is not None and each.is_over_limit for row in self.rows for each in row.supposed)


def earners(scene: Scene) -> list[str]:
    """The corporations that have something to run or to earn with, in the order in which they operate."""
    game = scene.game
    order = (*game.title.operating.order(game), *game.market_order(), *game.state.certificates)
    return [
        name
        for name in dict.fromkeys(order)
        if game.title.corporations.is_open(game, name)
        and (game.state.stations.get(name) or scene.face.earnings(game, name) is not None)
    ]


def best_runs(scene: Scene) -> BestRuns:
    """What is known of the position; who asks for one corporation sees its runs."""
    worked = WORKED.known(scene)
    phases = list(scene.title.box.phases.values())
    ahead = {phase.starts_with: phase.name for phase in phases[phases.index(scene.game.phase) + 1 :]}
    classes = tuple(
        Coming(name, ahead.get(name, ""), scene.face.train_reach(name)) for name in (worked.classes if worked else ())
    )
    rows = tuple(_row(scene, name, worked) for name in earners(scene))
    return BestRuns(rows, worked is not None, classes)


def _row(scene: Scene, name: str, worked: Worked | None) -> Row:
    game = scene.game
    answer = worked.answers[name] if worked is not None else Answer(None)
    shown = _shown(scene, name, answer) if worked is not None else None
    is_chosen = scene.pick.get(ASKED) == name
    supposed = tuple(worked.supposed.get((name, train)) for train in worked.classes) if worked is not None else ()
    parts = tuple((table.train, table.total) for table in shown.tables if not table.odds) if shown is not None else ()
    return Row(
        name,
        tuple(scene.face.train_label(train) for train in game.trains(name)),
        _state(scene, name, answer),
        answer.total,
        answer.is_exact,
        parts if len(parts) > 1 else (),
        game.state.earnings.get(name),
        is_chosen,
        shown if is_chosen else None,
        supposed,
    )


def _state(scene: Scene, name: str, answer: Answer) -> str:
    game = scene.game
    if scene.face.earnings(game, name) is not None:
        return "other"
    if not game.title.runs.may_run(game, name):
        return "barred"
    if not game.trains(name):
        return "bare"
    return "runs" if answer.runs is None or answer.runs.routes else "idle"


def asked_for(scene: Scene) -> Shown | None:
    """The best runs of the corporation that the viewer asks for; at some tables only what they bring."""
    name = scene.pick.get(ASKED, "")
    if not may_ask(scene) or name not in runners(scene):
        return None
    worked = WORKED.known(scene)
    return _shown(scene, name, worked.answers[name] if worked is not None else _answer(scene, name, SECONDS))


def _shown(scene: Scene, name: str, answer: Answer) -> Shown | None:
    shown = best_shown(scene, name, answer.runs, answer.chancy) if answer.runs is not None else None
    if shown is None or scene.law.best_run == "offered":
        return shown
    return replace(shown, routes=(), tables=())


# Working it out


class WorkedOut:
    """What is known of the last positions that somebody asked about, each worked out by one request."""

    def __init__(self) -> None:
        self._known: Memory[tuple[object, ...], Worked] = Memory(_KEPT)
        self._busy: set[tuple[object, ...]] = set()
        self._lock = Lock()

    def known(self, scene: Scene) -> Worked | None:
        return self._known.get(_position(scene))

    def work(self, scene: Scene) -> bool:
        """Work out what is not known yet; False where another request is at it."""
        key = _position(scene)
        with self._lock:
            if key in self._known:
                return True
            if key in self._busy:
                return False
            self._busy.add(key)
        try:
            self._known[key] = _worked(scene)
        finally:
            with self._lock:
                self._busy.discard(key)
        return True


WORKED = WorkedOut()


def _position(scene: Scene) -> tuple[object, ...]:
    """What tells one position from all others; at a table that hides best runs nothing is worked out."""
    return (*scene.whose, *scene.moment.standing, scene.law.best_run == "hidden")


def _worked(scene: Scene) -> Worked:
    game, until = scene.game, perf_counter() + SECONDS_IN_ALL
    names = earners(scene)
    answers = {name: _answer(scene, name, max(0.0, min(SECONDS, until - perf_counter()))) for name in names}
    classes = trains_to_come(game)[:_MOST_CLASSES]
    supposed = {}
    for name in names:
        if scene.face.earnings(game, name) is not None or not game.title.runs.may_run(game, name):
            continue
        for train in classes:
            if perf_counter() < until:
                supposed[name, train] = _supposed(scene, name, train, answers[name])
    return Worked(answers, classes, supposed)


def _answer(scene: Scene, name: str, seconds: float) -> Answer:
    game = scene.game
    usual = scene.face.earnings(game, name)
    if usual is not None:
        return Answer(None, total=usual)
    if not game.trains(name) or not game.title.runs.may_run(game, name):
        return Answer(None)
    found = game.title.runs.best(game, name, seconds)
    return Answer(found, tuple(game.title.runs.chancy(game, name)), found.revenue, found.proven)


def _supposed(scene: Scene, name: str, train: str, now: Answer) -> Supposed:
    then = with_train(scene.game, name, train)
    total, is_exact = earned(scene, then, name) or (0, True)
    return Supposed(total, is_exact and now.is_exact, total - now.total, then.trains(name), over_limit(then, name))
