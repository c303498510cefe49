"""What choices of the variants mean in money, in words."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action, Bankrupt
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849.actions import BuyEToken, IssueBond, RepayBond, TakeLoan
from ferrovia.titles.t1849.bonds import INTEREST, bond_value
from ferrovia.titles.t1849.closing import loan
from ferrovia.titles.t1849.electric_dreams import e_token_price


def words(game: Game, action: Action) -> str | None:
    money = game.title.currency.format
    match action:
        case BuyEToken():
            return f"Buy an E token for {money(e_token_price(game))}"
        case IssueBond():
            return f"Issue the bond: {money(bond_value())} from the bank, and the price moves left"
        case RepayBond():
            return f"Repay the bond for {money(bond_value())}, and the price moves right"
        case TakeLoan():
            return f"Take the bank's loan of {money(loan())} and stay in the game"
        case Bankrupt() if game.top.step(game) == INTEREST:
            return "Give up: the interest cannot be paid, and the corporation closes"
    return None
