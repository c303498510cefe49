"""What a tile promises at first sight: track that joins, stops that pay, ground that is cheap."""

from __future__ import annotations

from ferrovia.engine.board.track import Face, added_track
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game

PLAIN = 6
JOINED = 8  # for every side on which the tile meets track that is there
DEAR = 30  # against a tile that takes the whole treasury
TOWARDS = 4  # for every side that leads to a stop not yet joined


def promise(game: Game, corporation: str, action: LayTile) -> int:
    """How good a tile looks: at least 1, about 40 for one that joins two places cheaply."""
    face = game.title.board.tiles[action.tile].faces[action.rotation]
    old = game.layout.face(action.hex)
    level = game.phase.revenue_level
    gained = sum(stop.value(level) for stop in face.stops) - sum(stop.value(level) for stop in old.stops)
    outlook = PLAIN + _joins(game, action.hex, face, old) + gained // 2
    cost, cash = _cost(game, corporation, action, old, face), game.cash(corporation) if corporation else 0
    if 0 < cost <= cash:  # who builds for more than they have builds for nothing
        outlook -= DEAR * cost // cash
    return max(1, outlook)


def _joins(game: Game, hex_id: str, face: Face, old: Face) -> int:
    total = 0
    for edge in face.edges - old.edges:
        beside = game.title.board.neighbours[hex_id][edge]
        if beside is None:
            continue
        other = game.layout.face(beside[0])
        if beside[1] in other.edges:
            total += JOINED
        elif other.stops:
            total += TOWARDS
    return total


def _cost(game: Game, corporation: str, action: LayTile, old: Face, face: Face) -> int:
    if not corporation or not game.title.board.hexes[action.hex].cost:
        return 0
    gauges = [int(piece.gauge) for piece in added_track(old, face) or ()]
    return game.title.terrain_cost(game, corporation, action.hex, gauges)
