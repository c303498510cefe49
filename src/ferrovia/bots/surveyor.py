"""What a tile promises at first sight: track that joins, stops that pay, ground that is cheap."""

from __future__ import annotations

from collections import deque

from ferrovia.engine.board.board import Board
from ferrovia.engine.board.track import Face, added_track
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game

PLAIN = 6
FAR = 1000  # hexes
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
    cost, cash = _cost(game, corporation, action, old, face), game.cash(corporation) if corporation else 0
    if 0 < cost <= cash:  # who builds for more than they have builds for nothing
        outlook -= DEAR * cost // cash
    return max(1, outlook)


def _nears(game: Game, corporation: str, hex_id: str, face: Face) -> int:
    """What speaks for track that leads towards a goal: the more, the nearer its loose end comes."""
    goals = game.title.seen.goals(game, corporation) if corporation else frozenset()
    if not goals:
        return 0
    board = game.title.box.board
    away = board.memory.recall(("distances", goals), _distances, board, goals)
    here = away.get(hex_id, FAR)
    ends = [beside[0] for edge in face.edges if (beside := board.neighbours[hex_id][edge]) is not None]
    nearest = min((away.get(end, FAR) for end in ends), default=FAR)
    return max(0, GOAL - FARTHER * nearest) if nearest < here or here == 0 else 0


def _distances(board: Board, goals: frozenset[str]) -> dict[str, int]:
    """How many hexes lie between each hex and the nearest goal, as track could run."""
    away = dict.fromkeys(goals, 0)
    queue = deque(goals)
    while queue:
        at = queue.popleft()
        for edge, beside in enumerate(board.neighbours[at]):
            if beside is not None and board.sides[at][edge] and beside[0] not in away:
                if not board.hexes[beside[0]].is_fixed:
                    away[beside[0]] = away[at] + 1
                    queue.append(beside[0])
    return away


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


def _cost(game: Game, corporation: str, action: LayTile, old: Face, face: Face) -> int:
    if not corporation or not game.title.box.board.hexes[action.hex].cost:
        return 0
    gauges = [int(piece.gauge) for piece in added_track(old, face) or ()]
    return game.title.track.terrain_cost(game, corporation, action.hex, gauges)
