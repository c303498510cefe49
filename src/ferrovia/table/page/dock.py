"""The dock: what lies beside the map or in its place for whoever asks, in anybody's turn and in the past too."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.saying.message import term
from ferrovia.table.page.best_runs import WORKED, BestRuns, best_runs
from ferrovia.table.page.routes import ASKED, may_ask
from ferrovia.table.page.scene import OPEN, Scene

RUNS = "runs"
_NAMES = {RUNS: term("Best runs")}


@dataclass(frozen=True)
class Way:
    """A link that opens one of them."""

    key: str
    name: str
    is_open: bool
    letter: str  # the key that presses it


@dataclass(frozen=True)
class Dock:
    """What is open."""

    key: str
    name: str
    work: str  # the address that works out what is not known yet; nothing where all is
    runs: BestRuns | None = None


_LETTERS = {RUNS: "b"}


def ways(scene: Scene) -> tuple[Way, ...]:
    """What can be opened here."""
    if scene.mode == "since" or scene.game.over:
        return ()
    offered = [key for key in _NAMES if key != RUNS or may_ask(scene)]
    opened = _opened(scene)
    return tuple(Way(key, scene.say.term(_NAMES[key]), key == opened, _LETTERS[key]) for key in offered)


def dock(scene: Scene) -> Dock | None:
    """What is open; None where nothing is."""
    way = next((each for each in ways(scene) if each.is_open), None)
    if way is None:
        return None
    found = best_runs(scene)
    return Dock(way.key, way.name, "" if found.is_known else f"{scene.address}/work{scene.picked()}", found)


def work(scene: Scene) -> bool:
    """Work out what the page of a scene does not know yet; False where another request is at it."""
    return WORKED.work(scene) if _opened(scene) == RUNS and may_ask(scene) else True


def _opened(scene: Scene) -> str:
    """Whoever asks for the runs of one corporation has the list beside it."""
    return RUNS if scene.pick.get(ASKED) else scene.pick.get(OPEN, "")
