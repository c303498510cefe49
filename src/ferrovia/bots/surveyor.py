"""What is seen of the map at first sight: what a tile promises and costs, how far a line is, how much runs on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from ferrovia.engine.board.board import Board, hex_of, stop_id
from ferrovia.engine.board.layout import Layout
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
    cost, cash = tile_cost(game, corporation, action), game.cash(corporation) if corporation else 0
    if 0 < cost <= cash:  # who builds for more than they have builds for nothing
        outlook -= DEAR * cost // cash
    return max(1, outlook)


def _nears(game: Game, corporation: str, hex_id: str, face: Face) -> int:
    """What speaks for track that leads towards a goal: the more, the nearer its loose end comes."""
    goals = goals_of(game, corporation) if corporation else frozenset()
    if not goals:
        return 0
    board, away = game.title.box.board, _away(game, goals)
    here = away.get(hex_id, FAR)
    ends = [beside[0] for edge in face.edges if (beside := board.neighbours[hex_id][edge]) is not None]
    nearest = min((away.get(end, FAR) for end in ends), default=FAR)
    return max(0, GOAL - FARTHER * nearest) if nearest < here or here == 0 else 0


def goals_of(game: Game, corporation: str) -> frozenset[str]:
    """The hexes a corporation is bound to reach."""
    return game.remembered(("goals", corporation), lambda: game.title.seen.goals(game, corporation))


def hexes_between(game: Game, line: Sequence[str]) -> int:
    """How many hexes lie between the places of a line, from each to the next."""
    return sum(max(0, _steps(game, here, frozenset({there})) - 1) for here, there in pairwise(line))


def hexes_to(game: Game, corporation: str, line: Sequence[str]) -> int:
    """How many hexes lie between a corporation's stations and the nearest place of a line."""
    here = [hex_of(stop) for stop in game.state.stations[corporation]]
    return min((max(0, _steps(game, hex_id, frozenset(line)) - 1) for hex_id in here), default=FAR)


def _steps(game: Game, here: str, goals: frozenset[str]) -> int:
    """From a hex to the nearest goal; it may be one in which no tile is ever laid."""
    board, away = game.title.box.board, _away(game, goals)
    beside = (near[0] for edge, near in enumerate(board.neighbours[here]) if near and board.sides[here][edge])
    return away[here] if here in away else 1 + min((away.get(near, FAR) for near in beside), default=FAR)


def paying(layout: Layout, level: int) -> tuple[tuple[str, int], ...]:
    """Every stop of the map that pays, and what it pays."""
    return layout.memory.recall(("paying", level), _paying, layout, level)


def _paying(layout: Layout, level: int) -> tuple[tuple[str, int], ...]:
    shown = ((hex_id, layout.face(hex_id).stops) for hex_id in layout.board.hexes)
    stops = ((stop_id(hex_id, number), stop) for hex_id, stops in shown for number, stop in enumerate(stops))
    return tuple((name, stop.value(level)) for name, stop in stops if stop.value(level))


def has_room(game: Game, corporation: str, trains: int) -> bool:
    """Whether so many trains find something to run to: two stops each, at first sight."""
    return len(game.reach(corporation).paths) >= 2 * trains


def _away(game: Game, goals: frozenset[str]) -> dict[str, int]:
    board = game.title.box.board
    return board.memory.recall(("distances", goals), _distances, board, goals)


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


def tile_cost(game: Game, corporation: str, action: LayTile) -> int:
    """What the ground under a tile costs."""
    if not corporation or not game.title.box.board.hexes[action.hex].cost:
        return 0
    face = game.title.box.board.tiles[action.tile].faces[action.rotation]
    gauges = [int(piece.gauge) for piece in added_track(game.layout.face(action.hex), face) or ()]
    return game.title.track.terrain_cost(game, corporation, action.hex, gauges)
