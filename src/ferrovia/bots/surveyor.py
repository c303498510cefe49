"""What is seen of the map at first sight: what a tile promises and costs, and how much runs on it."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.track import Face, added_track
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game
from ferrovia.titles.distances import FAR, distances, goals_of

PLAIN = 6
JOINED = 8  # for every side on which the tile meets track that is there
DEAR = 30  # against a tile that takes the whole treasury
TOWARDS = 4  # for every side that leads to a stop not yet joined
GOAL = 70  # for track that ends before a place the corporation is bound to reach
FARTHER = 7  # less for every hex that is still between


def promise(game: Game, corporation: str, action: LayTile) -> int:
    """How good a tile looks: at least 1, about 40 for one that joins two places cheaply."""
    face = game.title.box.board.tiles[action.tile].faces[action.rotation]
    old = game.layout.face(action.hex)
    level = game.phase.revenue_level
    gained = sum(stop.value(level) for stop in face.stops) - sum(stop.value(level) for stop in old.stops)
    outlook = PLAIN + _joins(game, action.hex, face, old) + gained // 2 + _nears(game, corporation, action.hex, face)
    cost, cash = tile_cost(game, corporation, action), game.cash(corporation) if corporation else 0
    if 0 < cost <= cash:  # who builds for more than they have builds for nothing
        outlook -= DEAR * cost // cash
    return max(1, outlook)


def _nears(game: Game, corporation: str, hex_id: str, face: Face) -> int:
    """What speaks for track that leads towards a goal: the more, the nearer its loose end comes."""
    goals = goals_of(game, corporation) if corporation else frozenset()
    if not goals:
        return 0
    board, away = game.title.box.board, distances(game, goals)
    here = away.get(hex_id, FAR)
    ends = [beside[0] for edge in face.edges if (beside := board.neighbours[hex_id][edge]) is not None]
    nearest = min((away.get(end, FAR) for end in ends), default=FAR)
    return max(0, GOAL - FARTHER * nearest) if nearest < here or here == 0 else 0


def paying(layout: Layout, level: int) -> tuple[tuple[StopId, int], ...]:
    """Every stop of the map that pays, and what it pays."""
    return layout.memory.recall(("paying", level), _paying, layout, level)


def _paying(layout: Layout, level: int) -> tuple[tuple[StopId, int], ...]:
    shown = ((hex_id, layout.face(hex_id).stops) for hex_id in layout.board.hexes)
    stops = ((stop_id(hex_id, number), stop) for hex_id, stops in shown for number, stop in enumerate(stops))
    return tuple((name, stop.value(level)) for name, stop in stops if stop.value(level))


def has_room(game: Game, corporation: str, trains: int) -> bool:
    """Whether so many trains find something to run to: two stops each, at first sight."""
    return len(game.reach(corporation).paths) >= 2 * trains


def _joins(game: Game, hex_id: str, face: Face, old: Face) -> int:
    total = 0
    for edge in face.edges - old.edges:
        beside = game.title.box.board.neighbours[hex_id][edge]
        if beside is None:
            continue
        other = game.layout.face(beside[0])
        if beside[1] in other.edges:
            total += JOINED
        elif other.stops:
            total += TOWARDS
    return total


def tile_cost(game: Game, corporation: str, action: LayTile) -> int:
    """What the ground under a tile costs."""
    if not corporation or not game.title.box.board.hexes[action.hex].cost:
        return 0
    face = game.title.box.board.tiles[action.tile].faces[action.rotation]
    gauges = [int(piece.gauge) for piece in added_track(game.layout.face(action.hex), face) or ()]
    return game.title.track.terrain_cost(game, corporation, action.hex, gauges)
