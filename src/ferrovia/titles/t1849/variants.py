"""Section 14: what the variants share. Each begins with a phase."""

from __future__ import annotations

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t1849 import components


def early_refusal(game: Game, option: str, clause: str, text: str) -> Refusal | None:
    """Why what a variant brings must wait for a later phase; the text names the first one."""
    phases, first = list(game.title.box.phases), components.variant(option)["from_phase"]
    is_early = phases.index(game.state.phase) < phases.index(first)
    return Refusal(clause, text, first=first) if is_early else None
