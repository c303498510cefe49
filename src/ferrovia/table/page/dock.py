"""The dock: what lies beside the map or in its place for whoever asks, in anybody's turn and in the past too."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.saying.message import term
from ferrovia.table.page import upgrades
from ferrovia.table.page.best_runs import WORKED, BestRuns, best_runs
from ferrovia.table.page.course import Course, course
from ferrovia.table.page.course import work as work_course
from ferrovia.table.page.routes import ASKED, may_ask
from ferrovia.table.page.scene import OPEN, Scene
from ferrovia.table.page.upgrades import TileChart, tile_chart

RUNS, TILES, COURSE = "runs", "tiles", "course"
_NAMES = {RUNS: term("Best runs"), TILES: term("Tiles"), COURSE: term("Round by round")}
_LETTERS = {RUNS: "b", TILES: "t", COURSE: "o"}


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
    work: str = ""  # the address that works out what is not known yet; nothing where all is
    runs: BestRuns | None = None
    tiles: TileChart | None = None
    course: Course | None = None


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
    address = f"{scene.address}/work{scene.picked()}"
    match way.key:
        case "runs":
            runs = best_runs(scene)
            return Dock(way.key, way.name, "" if runs.is_known else address, runs=runs)
        case "tiles":
            tiles = tile_chart(scene)
            return Dock(way.key, way.name, "" if tiles.is_known else address, tiles=tiles)
    books = course(scene)
    return Dock(way.key, way.name, "" if books.is_known else address, course=books)


def work(scene: Scene) -> bool:
    """Work out what the page of a scene does not know yet; False where another request is at it."""
    match _opened(scene):
        case "runs" if may_ask(scene):
            return WORKED.work(scene)
        case "tiles":
            return upgrades.work(scene)
        case "course":
            return work_course(scene)
    return True


def _opened(scene: Scene) -> str:
    """Whoever asks for the runs of one corporation has the list beside it."""
    return RUNS if scene.pick.get(ASKED) else scene.pick.get(OPEN, "")
