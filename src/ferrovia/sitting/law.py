"""The law of undo: who may take back what. Whatever it says, no die or card that was revealed is taken back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from ferrovia.engine.flow.refusal import Refusal


class Law(msgspec.Struct, frozen=True):
    """What the people at a table have agreed on."""

    # Who may take back the last actions: those who took them, anybody (several people at one terminal), or nobody.
    undo: Literal["own", "any", "none"] = "own"

    def undo_refusal(self, players: Sequence[str], own: Collection[str]) -> Refusal | None:
        """Why actions of these players may not be taken back by one whose own are those of `own`.

        A player is empty where it is not known who took an action.
        """
        if not players:
            return Refusal("undo.nothing", "There is no action to take back.")
        if self.undo == "none":
            return Refusal("undo.never", "At this table nothing is taken back.")
        other = next((player for player in players if player not in own), None)
        if self.undo == "own" and other is not None:
            if not other:
                return Refusal("undo.not_yours", "Nobody knows who took the last action, so it cannot be taken back.")
            return Refusal("undo.not_yours", "Only {player} may take this action back.", player=other)
        return None


OWN = Law()
ANYBODY = Law(undo="any")
NOBODY = Law(undo="none")
