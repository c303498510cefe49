"""What the board shows beyond its print: the position of a game, or an empty board before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.printed import Mark, printed_of
from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round


@dataclass(frozen=True)
class Position:
    """Tiles, tokens and the level of revenue, as the eye needs them."""

    layout: Layout
    level: int | None = None  # of revenue; None before play
    tokens: Mapping[StopId, tuple[str, ...]] = field(default_factory=dict)  # by stop
    spaces: Mapping[StopId, tuple[str, ...]] = field(default_factory=dict)  # by stop: for whom each is kept, or nothing
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)  # by hex: what else was laid there
    costs_again: bool = True  # whether terrain is still to be paid for where a tile lies
    moment: tuple[Round, str] | None = None  # the round and the phase of a game


def empty(edition: Edition) -> Position:
    """The board before the first tile."""
    printed = printed_of(edition)
    return Position(Layout(printed.board), spaces=printed.spaces)


def position(game: Game) -> Position:
    """The board of a game as it stands."""
    tokens: dict[StopId, list[str]] = {}
    for corporation, stops in game.state.stations.items():
        for stop in stops:
            tokens.setdefault(stop, []).append(corporation)
    marks: dict[str, list[Mark]] = {}
    for hex_id, kind, owner in game.title.seen.map_marks(game):
        marks.setdefault(hex_id, []).append(Mark(kind, owner, owner=owner))
    return Position(
        game.layout,
        game.phase.revenue_level,
        {stop: tuple(names) for stop, names in tokens.items()},
        {stop: game.title.tokens.spaces(game, stop) for stop in _stops_with_spaces(game.layout)},
        {hex_id: tuple(found) for hex_id, found in marks.items()},
        game.title.track.upgrades_cost,
        (game.state.round, game.phase.name),
    )


def _stops_with_spaces(layout: Layout) -> tuple[StopId, ...]:
    """Cities and offboard areas: looked for once, as most moves lay no tile."""
    return layout.memory.recall("stops with spaces", _find_stops, layout.without_memory())


def _find_stops(layout: Layout) -> tuple[StopId, ...]:
    return tuple(
        stop_id(hex_id, number)
        for hex_id in layout.board.hexes
        for number, stop in enumerate(layout.face(hex_id).stops)
        if stop.kind in ("city", "offboard")
    )


def level_colours(edition: Edition) -> tuple[str, ...]:
    """The colour of each level of revenue: that of the newest tiles when it begins."""
    colours: dict[int, str] = {}
    for phase in edition.sheet("trains")["phase"]:
        colours.setdefault(phase["revenue_level"], phase["tiles"][-1] if phase["tiles"] else "white")
    return tuple(colours[level] for level in sorted(colours))
