"""Private companies: how their auction goes on, what they pay, and what a corporation may pay for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.engine.flow.events import PrivateRevenue
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term

if TYPE_CHECKING:
    from ferrovia.engine.flow.game import Game


class PrivateRules:
    """What private companies bring, and to whom."""

    def sold(self, game: Game, private: str, player: str) -> None:
        """A private company has found its first owner."""

    def begins_again(self, game: Game, opener: str, following: str) -> str:
        """Who begins another round of the auction while nobody wants the first company: who began the last one."""
        return opener

    def auction_over(self, game: Game) -> None:
        """All private companies are sold: the first stock round begins."""
        game.title.calendar.begin_stock_round(game)

    def auction_stalled(self, game: Game) -> None:
        """Nobody buys, and the bank has run out of money for the owners of what was sold."""
        game.end("end.auction_stalled", term("the bank has run out of money before all private companies were sold"))

    def revenue(self, game: Game, private: str) -> int:
        """What a private company pays its owner now."""
        return game.title.box.privates[private].revenue

    def pay_revenue(self, game: Game) -> None:
        """The bank pays the owners of private companies."""
        for name, owner in game.state.privates.items():
            amount = self.revenue(game, name) if owner != BANK else 0
            if amount:
                game.pay(BANK, owner, amount)
                game.tell(PrivateRevenue(owner=owner, amount=amount, private=name))

    def prices(self, game: Game, corporation: str, private: str) -> tuple[int, int] | None:
        """The least and the most a corporation may pay a player for a private company now."""
        return game.title.box.privates[private].corporation_price if game.phase.corporations_buy_privates else None
