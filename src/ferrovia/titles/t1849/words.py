"""The choices of 1849 in words, with the prices that only its rules know."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action, Bankrupt, UsePrivate
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.t1849 import affairs
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.bonds import BOND, InterestStep
from ferrovia.titles.t1849.closing import LOAN
from ferrovia.titles.t1849.electric_dreams import e_token_price
from ferrovia.titles.t1849.sicily import CNM, SMS


def words(game: Game, action: Action) -> Message | None:
    """A choice as players say it, or None where the usual words will do."""
    match action:
        case UsePrivate(private=private):
            return _use(private, action.hex)
        case BuyToken(hex=hex_id, seller=seller, price=price):
            return Message(
                "Offer {seller} {price:money} for the space of its token on {place}",
                seller=seller,
                place=game.title.box.board.place(hex_id),
                price=price,
            )
        case BuyEToken():
            return Message("Buy an E token for {price:money}", price=e_token_price(game))
        case IssueBond():
            return Message("Issue the bond: {amount:money} from the bank, and the price moves left", amount=BOND)
        case RepayBond():
            return Message("Repay the bond for {amount:money}, and the price moves right", amount=BOND)
        case TakeLoan():
            return Message("Take the bank's loan of {amount:money} and stay in the game", amount=LOAN)
        case LeaveGame():
            return Message("Leave the game")
        case Bankrupt() if game.top.step_id(game) == InterestStep.id:
            return Message("Give up: the interest cannot be paid, and the corporation closes")
    return None


def _use(private: str, hex_id: str) -> Message | None:
    if private == CNM:
        text = "Use CNM: place the bonus token on the port of {town} ({hex})"
        return Message(text, town=affairs.port_town(hex_id), hex=hex_id)
    return Message("Use SMS: a tile, a token or both in one coastal city") if private == SMS else None
