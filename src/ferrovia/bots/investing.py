"""What a player of mild good sense thinks of stock: what to buy and sell, and when to begin something new."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import BuyShare, SellShares, Start
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.first_sight import SELDOM
from ferrovia.titles.purse import Purse

MOST_SHARES = 5  # one who would have to buy more to pay for the first train waits
FIRST_TILES = 60  # what a corporation spends before its first train
BEST = 90


def share_weight(game: Game, purse: Purse, action: BuyShare) -> int:
    """Stock is liked for what it pays; so is that of an own corporation that needs the money."""
    corporation, source = action.corporation, action.source
    price = game.title.stock.share_price(game, corporation, source)
    is_own = game.president(corporation) == purse.player
    if is_own and source != POOL and not game.trains(corporation):
        return BEST
    if purse.own_cash - price < purse.shortfall and not is_own:
        return 0
    paid = game.state.earnings.get(corporation, 0) * game.share(corporation) // 100
    if paid:
        return min(BEST, 40 + 400 * paid // max(1, price))
    if corporation in game.state.operated:
        return SELDOM
    return 60 if is_own else 12


def sale_weight(game: Game, purse: Purse, action: SellShares) -> int:
    """Stock that brings nothing is sold before stock that pays, and an own corporation last."""
    if game.president(action.corporation) == purse.player:
        return SELDOM
    if game.state.earnings.get(action.corporation, 0):
        return SELDOM if isinstance(game.top, StockRound) else 5
    return 10


def start_weight(game: Game, purse: Purse, action: Start) -> int:
    """A value is good if its president can pay for as many shares as the first train and the first tiles cost."""
    price = action.price
    if not isinstance(game.top, StockRound):
        return 8 + price // 2 if 4 * price >= purse.next_price else 2 * SELDOM
    if purse.has_needy:
        return 0
    floats_at = game.title.corporations.floats_at
    needed = -(-floats_at // game.share(action.corporation)) or max(2, -(-(purse.next_price + FIRST_TILES) // price))
    if needed > MOST_SHARES + bool(floats_at) or purse.own_cash < needed * price:
        return SELDOM
    return 8 + price // 2
