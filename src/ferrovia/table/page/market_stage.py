"""The market in the place of the map, where stock is what is asked about: large and whole, with what a choice moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from ferrovia.drawing.market import Space
from ferrovia.engine.finance.market import Cell
from ferrovia.table.page.control import Control, Ghost
from ferrovia.table.page.market import CellLink, around, key_of, pointed_at, printed_spaces
from ferrovia.table.page.market_picture import ledges
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

PICTURE, MARKET, MAP = "picture", "market", "map"  # in an address: which of the two the stage shows


@dataclass(frozen=True)
class StageCell:
    """A space of the market, with all that stands on it and would."""

    row: int
    column: int
    space: Space
    label: str  # its price, or what it does
    tokens: tuple[str, ...]
    ghosts: tuple[Ghost, ...]  # tokens that would come here, by the choice pointed at, without it too, only without it
    is_source: bool  # one goes away from here
    link: CellLink | None  # where it can be picked
    is_far: bool  # outside the window round the tokens
    has_ledge: bool  # a sale stops at its lower edge

    @property
    def kinds(self) -> str:
        """What it is, as classes of the page."""
        known = {
            "far": self.is_far,
            "start-space": bool(self.space.start),
            "src": self.is_source,
            "dst": any(ghost.kind == "choice" for ghost in self.ghosts),
            "ledge-space": self.has_ledge,
        }
        return "".join(f" {name}" for name, holds in known.items() if holds)


@dataclass(frozen=True)
class StageLine:
    """A row of the market."""

    cells: tuple[StageCell, ...]

    @property
    def is_far(self) -> bool:
        """Whether the window has nothing of it."""
        return all(cell.is_far for cell in self.cells)


@dataclass(frozen=True)
class Window:
    """The part that is shown where there is little room: its first row and column, and how many of each."""

    top: int
    left: int
    rows: int
    columns: int


@dataclass(frozen=True, eq=False)
class MarketStage:
    """The market on the stage; nobody's choice in it, it is one for all who see the position."""

    cells: tuple[StageCell, ...]
    rows: int
    columns: int
    window: Window
    order: tuple[str, ...]  # of play
    key: tuple[tuple[str, str], ...]  # colours of zones with what they mean
    moving: frozenset[str]  # the kinds of tokens that would move
    is_whole: bool  # all of it is asked for where there is little room

    @property
    def is_plain(self) -> bool:
        """Whether nothing in it is for the viewer alone."""
        return not self.moving and all(cell.link is None for cell in self.cells)

    @property
    def lines(self) -> tuple[StageLine, ...]:
        """Its spaces row by row, for those to whom it is read as a table."""
        return tuple(
            StageLine(tuple(line))
            for _, line in groupby(
                sorted(self.cells, key=lambda cell: (cell.row, cell.column)), key=lambda cell: cell.row
            )
        )

    @property
    def measures(self) -> str:
        """Its rows and columns, and those of the window, as custom properties of the page."""
        window = self.window
        return (
            f"--rows:{self.rows};--columns:{self.columns};--top:{window.top};--left:{window.left};"
            f"--some-rows:{window.rows};--some-columns:{window.columns}"
        )


def is_on_stage(scene: Scene, of_stock: bool) -> bool:
    """Whether the stage shows the market: in stock rounds, or where it is asked for; not where the map is asked for."""
    picked = scene.pick.get(PICTURE, "")
    return scene.mode in ("now", "sandbox") and (picked == MARKET or (of_stock and picked != MAP))


def market_stage(scene: Scene, control: Control[object] | None) -> MarketStage:
    ghosts, links = pointed_at(control)
    chosen = control.chosen if control is not None else None
    moves = (*ghosts, *(chosen.later if chosen is not None else ()))
    is_whole = scene.pick.get("view") == MARKET
    if moves or links:
        return _market_stage(scene, moves, links, is_whole)
    key = ("market stage", edition(scene), is_whole)
    return scene.game.remembered(key, lambda: _market_stage(scene, (), {}, is_whole))


def _market_stage(
    scene: Scene, moves: tuple[Ghost, ...], links: Mapping[Cell, CellLink], is_whole: bool
) -> MarketStage:
    printed_by = edition(scene)
    printed = printed_spaces(printed_by)
    stacks: dict[Cell, list[str]] = defaultdict(list)
    for name, row, column in scene.game.state.market:
        stacks[row, column].append(name)
    near = around(printed, [*stacks, *links, *(ghost.end for ghost in moves if ghost.end)])
    under = ledges(printed_by.sheet("market"), printed)

    def label(space: Space) -> str:
        if space.is_closed:
            return printed_by.word("closed")
        ends = space.zone == "end_of_game"
        return f"{space.price} {printed_by.word('ends_here')}" if ends else str(space.price)

    def cells() -> Iterator[StageCell]:
        for cell, space in printed.items():
            yield StageCell(
                row=cell[0] + 1,
                column=cell[1] + 1,
                space=space,
                label=label(space),
                tokens=tuple(stacks.get(cell, ())),
                ghosts=tuple(ghost for ghost in moves if ghost.end == cell),
                is_source=any(ghost.start == cell for ghost in moves if ghost.kind == "choice"),
                link=links.get(cell),
                is_far=cell not in near,
                has_ledge=cell in under,
            )

    rows, columns = [row for row, _ in near], [column for _, column in near]
    return MarketStage(
        cells=tuple(cells()),
        rows=max(row for row, _ in printed) + 1,
        columns=max(column for _, column in printed) + 1,
        window=Window(min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1),
        order=tuple(scene.game.market_order()),
        key=tuple(key_of(printed, printed_by)),
        moving=frozenset(ghost.kind for ghost in moves),
        is_whole=is_whole,
    )
