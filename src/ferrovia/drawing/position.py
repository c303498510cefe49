"""What the board shows beyond its print: the position of a game, or an empty board before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.printed import Mark
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow.game import Game


@dataclass(frozen=True)
class Position:
    """Tiles, tokens and the level of revenue, as the eye needs them."""

    layout: Layout
    level: int | None = None  # of revenue; None before play
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by stop
    reserved: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by stop: for whom a space is kept
    costs_again: bool = True  # whether terrain is still to be paid for where a tile lies
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)  # by hex: what else was laid there


def empty(edition: Edition) -> Position:
    """The board as it comes out of the box."""
    board = edition.box.board
    reserved = {key: stop.reserved for key, stop in board.stops.items() if stop.reserved}
    return Position(Layout(board), reserved=reserved)


def position(game: Game) -> Position:
    """The board of a game as it stands."""
    tokens: dict[str, list[str]] = {}
    for corporation, stops in game.state.stations.items():
        for stop in stops:
            tokens.setdefault(stop, []).append(corporation)
    reserved = {
        key: names
        for key, stop in game.title.board.stops.items()
        if stop.kind == "city" and (names := game.title.reserved(game, key))
    }
    marks: dict[str, list[Mark]] = {}
    for hex_id, kind, owner in game.title.map_marks(game):
        marks.setdefault(hex_id, []).append(Mark(kind, owner, owner=owner))
    return Position(
        game.layout,
        game.phase.revenue_level,
        {stop: tuple(names) for stop, names in tokens.items()},
        reserved,
        game.title.upgrades_cost,
        {hex_id: tuple(found) for hex_id, found in marks.items()},
    )


def level_colours(edition: Edition) -> tuple[str, ...]:
    """The colour of each level of revenue: that of the newest tiles when it begins."""
    colours: dict[int, str] = {}
    for phase in edition.sheet("trains")["phase"]:
        colours.setdefault(phase["revenue_level"], phase["tiles"][-1] if phase["tiles"] else "white")
    return tuple(colours[level] for level in sorted(colours))
