"""Section 14: what the variants share. Each begins with a phase."""

from __future__ import annotations

from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849 import components


def waits_for(game: Game, option: str) -> str:
    """The phase that must begin before a variant does; nothing once it has."""
    phases, first = list(game.title.box.phases), str(components.variant(option)["from_phase"])
    return first if phases.index(game.state.phase) < phases.index(first) else ""
