"""Closing: a corporation goes out of business, and what it had goes where it belongs."""

from __future__ import annotations

from collections.abc import Callable

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.events import TrainLost, TrainToPool, TreasuryReturned
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT


def wind_up(game: Game, corporation: str, train_goes_to: Callable[[str], str] = lambda train: POOL) -> None:
    """The treasury goes back to the bank, trains to the pool or where else they belong, private companies close."""
    if game.cash(corporation):
        game.tell(TreasuryReturned(corporation, game.cash(corporation)))
    game.pay(corporation, BANK, game.cash(corporation))
    for train in game.trains(corporation):
        place = train_goes_to(train)
        game.give_train(train, corporation, place)
        if place == POOL:
            game.tell(TrainToPool(train, corporation))
        elif place == OUT:
            game.tell(TrainLost(train, corporation))
    for private, owner in game.state.privates.items():
        if owner == corporation:
            game.close_private(private)
