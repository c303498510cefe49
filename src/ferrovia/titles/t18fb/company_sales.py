"""2.2.5.2: what a company sells goes to the pool and moves no price."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL, ordinary
from ferrovia.engine.flow.events import StockSold
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.shares import Sale
from ferrovia.engine.flow.state import BANK


def sell(game: Game, sale: Sale, amount: int | None = None) -> None:
    """A sale that a company makes, at the market value or for an amount that a rule names."""
    company, other = sale.seller, sale.corporation
    to_pool(game, company, other, sale.shares, game.price(other) * sale.shares if amount is None else amount)


def to_pool(game: Game, company: str, other: str, shares: int, amount: int) -> None:
    for number in ordinary(game.holders(other), company)[:shares]:
        game.hand_over(other, number, POOL)
    game.pay(BANK, company, amount)
    game.tell(StockSold(seller=company, percent=shares * game.share(other), corporation=other, amount=amount))
