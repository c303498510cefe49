"""Maps that computer players have looked at: the same tiles are one map, so what was found out about it is kept.

Whoever tries things out lays the same tile again and again, each time on a map of its own that knows nothing yet.
"""

from __future__ import annotations

from ferrovia.engine.board.layout import Layout, Placed
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game

MOST = 512
SHARED = "shared"  # what such a map remembers of itself

Maps = Memory[frozenset[tuple[str, Placed]], Layout]  # by the tiles that lie there


def share_map(game: Game) -> None:
    """Give a game the map that others have looked at who stood before the same tiles."""
    layout = game.layout
    maps: Maps = layout.board.memory.recall("maps", Memory, MOST)
    game.suppose_map(maps.recall(frozenset(layout.tiles.items()), _shared, layout))


def _shared(layout: Layout) -> Layout:
    layout.memory[SHARED] = True
    return layout


def is_shared(layout: Layout) -> bool:
    """Whether somebody tries things out on a map; for one look at it sharing is not worth while."""
    return SHARED in layout.memory


def try_out(game: Game, action: Action) -> None:
    """Play an action in a fork."""
    before = game.layout
    game.apply(action)
    if game.layout is not before:
        share_map(game)
