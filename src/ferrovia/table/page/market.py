"""The market as the page shows it: whole or a window round the tokens, ghosts for what is pointed at, and in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.market import Space, spaces
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.finance.market import Cell
from ferrovia.table.page.control import Control, Ghost
from ferrovia.table.page.effects import way
from ferrovia.table.page.market_picture import Picture, picture
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

AROUND = 1  # spaces that a window shows around the tokens
LEAST = (6, 10)  # rows and columns of a window
SHOW, WHOLE = "market", "whole"  # the pick that shows all of it where a window is shown

# Pictures by all that they depend on: tokens rest while track is laid and trains are bought.
_pictures: Memory[tuple[object, ...], Picture] = Memory(256)


@dataclass(frozen=True)
class CellLink:
    """A space that can be picked: a price to start at."""

    pick: str  # the query of its address
    name: str  # for those who cannot see it
    is_chosen: bool = False


@dataclass(frozen=True)
class Spot:
    """A space that can be picked, as a frame on the picture."""

    x: str
    y: str
    height: str
    link: CellLink


@dataclass(frozen=True)
class View:
    """One picture with what can be picked on it."""

    drawn: Picture
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Line:
    """A token in words, for those who cannot see the picture."""

    corporation: str
    name: str
    price: int
    place: str
    goes: str  # what the choice that is pointed at would do


@dataclass(frozen=True)
class Market:
    """The market of a scene."""

    whole: View | None  # None where only a window is asked for
    window: View
    lines: tuple[Line, ...]
    key: tuple[tuple[str, str], ...]  # colours of zones with what they mean
    is_whole: bool  # whether all of it is asked for where a window would be shown
    hint: str  # where the choice that is pointed at would take a token


# And the market as everybody sees it.
_untouched: Memory[tuple[object, ...], Market] = Memory(64)


def market(
    scene: Scene, control: Control[object] | None = None, *, is_wide: bool = False, trails: Sequence[Ghost] = ()
) -> Market:
    """The market with what a control has marked on it: `market` for ghosts, `cells` for spaces to pick.

    Without ghosts of its own it shows what the choice that is pointed at moves. A wide page has little room for it.
    `trails` are the ways that tokens have gone.
    """
    ghosts, links = pointed_at(control)
    printed_by, is_whole = edition(scene), scene.pick.get(SHOW) == WHOLE
    if ghosts or links or trails:
        return _market(scene, ghosts, links, trails, is_whole=is_whole, is_wide=is_wide)
    key = (printed_by, scene.game.state.market, is_whole, is_wide)
    return _untouched.recall(key, lambda: _market(scene, is_whole=is_whole, is_wide=is_wide))


def _market(
    scene: Scene,
    ghosts: tuple[Ghost, ...] = (),
    links: Mapping[Cell, CellLink] = MappingProxyType({}),
    trails: Sequence[Ghost] = (),
    *,
    is_whole: bool,
    is_wide: bool,
) -> Market:
    printed_by = edition(scene)
    printed = printed_spaces(printed_by)
    stacks: dict[Cell, list[str]] = defaultdict(list)
    for name, row, column in scene.game.state.market:
        stacks[row, column].append(name)

    def view(shown: list[Cell]) -> View:
        key = (printed_by, scene.game.state.market, ghosts, tuple(trails), *shown)
        drawn = _pictures.recall(key, picture, printed_by, printed, stacks, ghosts, shown, trails)
        return View(drawn, tuple(_spots(drawn, links)))

    asked = [*stacks, *links, *(cell for ghost in (*ghosts, *trails) for cell in (ghost.start, ghost.end) if cell)]
    return Market(
        whole=view([*printed]) if is_whole or not is_wide else None,
        window=view(around(printed, asked)),
        lines=tuple(_lines(scene, printed_by, stacks, ghosts)),
        key=tuple(key_of(printed, printed_by)),
        is_whole=is_whole,
        hint=_hint(scene, ghosts),
    )


def is_untouched(control: Control[object] | None) -> bool:
    """Whether nothing is pointed at on the market: then it is the same for all who look."""
    ghosts, links = pointed_at(control)
    return not ghosts and not links


def pointed_at(control: Control[object] | None) -> tuple[tuple[Ghost, ...], Mapping[Cell, CellLink]]:
    """The tokens that a control would move, and the spaces that it lets be picked."""
    if control is None:
        return (), {}
    chosen = control.chosen
    moved = control.marks.market
    if moved is None:
        moved = chosen.ghosts if chosen is not None else ()
    return tuple(moved), control.marks.cells


@lru_cache(maxsize=16)
def printed_spaces(printed_by: Edition) -> Mapping[Cell, Space]:
    return spaces(printed_by.sheet("market"))


def around(printed: Mapping[Cell, Space], asked: Iterable[Cell]) -> list[Cell]:
    """The spaces around those that matter; where none does, around the start spaces."""
    cells = list(asked) or [cell for cell, space in printed.items() if space.start]
    top, bottom = _stretch([row for row, _ in cells], LEAST[0], max(row for row, _ in printed))
    left, right = _stretch([column for _, column in cells], LEAST[1], max(column for _, column in printed))
    return [cell for cell in printed if top <= cell[0] <= bottom and left <= cell[1] <= right]


def _stretch(numbers: list[int], least: int, last: int) -> tuple[int, int]:
    """From the first to the last of some numbers and a little further, over at least so many."""
    first, end = max(0, min(numbers) - AROUND), min(last, max(numbers) + AROUND)
    while end - first + 1 < min(least, last + 1):
        first, end = max(0, first - 1), min(last, end + 1)
    return first, end


def _spots(drawn: Picture, links: Mapping[Cell, CellLink]) -> Iterator[Spot]:
    for cell, link in links.items():
        box = drawn.boxes[cell]
        yield Spot(svg.number(box.x + 1.5), svg.number(box.y + 1.5), svg.number(box.height - 3), link)


def _lines(
    scene: Scene, printed_by: Edition, stacks: Mapping[Cell, list[str]], ghosts: Iterable[Ghost]
) -> Iterator[Line]:
    """The tokens in the order of the market."""
    game, say = scene.game, scene.say
    goes = {ghost.corporation: ghost for ghost in ghosts}
    for name in game.market_order():
        cell, ghost = game.cell(name), goes.get(name)
        place = stacks[cell].index(name)
        where = {"row": cell[0] + 1, "column": cell[1] + 1}
        yield Line(
            name,
            printed_by.companies[name]["name"],
            game.price(name),
            say("row {row}, column {column}, under {above}", above=stacks[cell][place - 1], **where)
            if place
            else say("row {row}, column {column}", **where),
            way(scene, cell, ghost.end) if ghost is not None and ghost.end is not None else "",
        )


def _hint(scene: Scene, ghosts: Iterable[Ghost]) -> str:
    """In a line, where the first token would go."""
    price = scene.title.box.market.price
    for ghost in ghosts:
        name = ghost.corporation
        if ghost.end is None:
            return scene.say("{corporation} closes", corporation=name)
        if ghost.start is None:
            return scene.say("{corporation} at {price}", corporation=name, price=price(ghost.end))
        before, after = price(ghost.start), price(ghost.end)
        return scene.say("{corporation} from {before} to {after}", corporation=name, before=before, after=after)
    return ""


def key_of(printed: Mapping[Cell, Space], printed_by: Edition) -> Iterable[tuple[str, str]]:
    """What the colours of spaces mean, each once."""
    found: dict[str, str] = {}
    for space in printed.values():
        if space.ground != "white":
            found.setdefault(space.ground, _meaning(space, printed_by))
    return found.items()


def _meaning(space: Space, printed_by: Edition) -> str:
    if space.start:
        return printed_by.word("start_prices_from", phase=space.start)
    match space.zone:
        case "closed":
            return printed_by.word("closed")
        case "end_of_game":
            return printed_by.word("ends_here")
        case "phase_only":
            return printed_by.word("phase_only", phase=space.phase)
    return printed_by.own(f"zone.{space.zone}")
