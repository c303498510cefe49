"""What a planner has found out about positions of a turn: at its next choice it comes to many of them again."""

from __future__ import annotations

import msgspec

from ferrovia.bots.planner.budget import Budget
from ferrovia.bots.planner.candidates import candidates
from ferrovia.bots.planner.lines import Goal, Policy, follow
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round

MOST = 512

Turn = tuple[Round, str]  # the round, and whose turn it is in it


def _tiles(layout: object) -> object:
    assert isinstance(layout, Layout)
    return tuple(layout.tiles.items())


_written = msgspec.msgpack.Encoder(enc_hook=_tiles).encode


class Notebook:
    """Choices and lines by their position, as long as the turn lasts.

    It saves time and no steps, so the choice of a planner does not depend on what it was asked before.
    """

    def __init__(self) -> None:
        self._turn: Turn | None = None
        self._tried: Memory[tuple[bytes, Action], list[Action]] = Memory(MOST)
        self._ends: Memory[bytes, tuple[Game, int]] = Memory(MOST)

    def open(self, turn: Turn) -> None:
        """Begin a new page where it is another turn."""
        if turn != self._turn:
            self._turn = turn
            self._tried.clear()
            self._ends.clear()

    def candidates(self, game: Game, most: int, usual: Action) -> list[Action]:
        """The choices worth a closer look."""
        key = _written(game.state), usual
        known = self._tried.get(key)
        if known is None:
            known = self._tried[key] = candidates(game, most, usual)
        return known

    def end(self, game: Game, policy: Policy, is_over: Goal, budget: Budget) -> Game:
        """Where a line leads that is followed to the end of the turn."""
        key, left = _written(game.state), budget.left
        known = self._ends.get(key)
        if known is not None:
            budget.spend(known[1])
            return known[0]
        end = follow(game.fork(), policy, is_over)
        if end.state.draws == game.state.draws:  # dice may fall otherwise
            self._ends[key] = end, left - budget.left
        return end
