"""What a title adds to the control of stock: other ways to start, and what else is sold in a stock turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ferrovia.engine.flow.actions import Action, Start
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.game import Game

if TYPE_CHECKING:
    from ferrovia.table.page.control import Effect
    from ferrovia.table.page.controls.shelves import Row, Shelf
    from ferrovia.table.page.grants import Grant
    from ferrovia.table.page.inset import Inset
    from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class Extras:
    """What a stock turn sells besides stock."""

    inset: Inset | None = None  # below the rows
    grant: Grant | None = None  # the concession that is chosen, if the map can show it
    shown: frozenset[int] = frozenset()  # the numbers of the choices that stand there


class StockFace:
    """Every answer has a usual one."""

    def row_of(self, action: Action) -> str:
        """The corporation in whose row a choice of the title's own stands; empty for one that stands in none."""
        return ""

    def shelve(self, shelf: Shelf, row: Row, number: int, action: Action) -> None:
        """Put such a choice into its row: among the usual ones there, or into an inset of the title's own."""

    def start(self, game: Game, corporation: str, price: int) -> Action:
        """How a corporation would be started now."""
        return Start(corporation, price)

    def start_price(self, action: Action) -> int:
        """The price at which an action starts a corporation; 0 where it starts none."""
        return action.price if isinstance(action, Start) else 0

    def extras(self, scene: Scene, picked: int) -> Extras:
        """What is sold besides stock; `picked` is the number of the choice that is pointed at, -1 for none."""
        return Extras()

    def button(self, scene: Scene, action: Action) -> str:
        """What the main button says of an action of the title's own."""
        return ""

    def promises(self, scene: Scene, choice: Choice) -> Iterable[Effect]:
        """What follows later from what is bought now."""
        return ()
