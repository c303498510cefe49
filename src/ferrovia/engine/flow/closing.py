"""Closing, merging and bankruptcy: who goes out of business, and what they had goes where it belongs."""

from __future__ import annotations

from collections.abc import Callable

from ferrovia.engine.finance.certificates import POOL, PRESIDENT
from ferrovia.engine.flow.events import (
    CorporationClosed,
    DebtPaid,
    PlayerLeft,
    StockPooled,
    TrainInherited,
    TrainLost,
    TrainToPool,
    TreasuryInherited,
    TreasuryReturned,
    WentBankrupt,
)
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.shares import inherit_presidency
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import term


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


def bequeath(game: Game, corporation: str, heir: str) -> None:
    """A corporation that merges into another leaves it treasury and trains."""
    if game.cash(corporation):
        game.tell(TreasuryInherited(corporation, game.cash(corporation), heir))
    game.pay(corporation, heir, game.cash(corporation))
    bequeath_trains(game, corporation, heir)


def bequeath_trains(game: Game, corporation: str, heir: str) -> None:
    for train in game.trains(corporation):
        game.give_train(train, corporation, heir)
        game.tell(TrainInherited(heir, train, corporation))


def close(game: Game, corporation: str) -> None:
    """A corporation goes out of business; it may be started again."""
    game.tell(CorporationClosed(corporation))
    wind_up(game, corporation)
    game.retire(corporation, game.title.setup.stock_of(corporation), game.corporation(corporation).tokens)
    game.title.track.changed(game)


def bankrupt(game: Game, corporation: str, player: str) -> None:
    """A player is out: money to the corporation it was raised for, stock to the pool, presidencies to the next holders.

    A corporation that nobody can preside over closes.
    """
    payee = corporation or BANK
    game.tell(WentBankrupt(player))
    if game.cash(player):
        game.tell(DebtPaid(player, game.cash(player), payee))
    game.pay(player, payee, game.cash(player))
    presided = [name for name, holders in game.state.certificates.items() if holders[PRESIDENT] == player]
    for name, holders in game.state.certificates.items():
        for number, holder in enumerate(holders):
            if holder == player and number != PRESIDENT:
                game.hand_over(name, number, POOL)
    game.tell(StockPooled(player))
    for private, owner in game.state.privates.items():
        if owner == player:
            game.close_private(private)
    game.leave(player)
    game.tell(PlayerLeft(player))
    for name in presided:
        if not inherit_presidency(game, name, player):
            close(game, name)
    if len(game.players) == 1:
        game.end("end.one_player", term("one player is left"))
