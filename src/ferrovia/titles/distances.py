"""How far places of the map are from each other, in hexes, as track could run; and which are bound to be reached."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ferrovia.engine.board.board import Board, hex_of
from ferrovia.engine.flow.game import Game

FAR = 1000  # hexes


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


def distances(game: Game, goals: frozenset[str]) -> Mapping[str, int]:
    """How many hexes lie between each hex and the nearest goal; one from which no track leads there is left out."""
    board = game.title.box.board
    return board.memory.recall(("distances", goals), _distances, board, goals)


def _steps(game: Game, here: str, goals: frozenset[str]) -> int:
    """From a hex to the nearest goal; it may be one in which no tile is ever laid."""
    board, away = game.title.box.board, distances(game, goals)
    beside = (near[0] for edge, near in enumerate(board.neighbours[here]) if near and board.sides[here][edge])
    return away[here] if here in away else 1 + min((away.get(near, FAR) for near in beside), default=FAR)


def _distances(board: Board, goals: frozenset[str]) -> dict[str, int]:
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
