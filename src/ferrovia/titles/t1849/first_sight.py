"""What a beginner sees in 1849: bonds, E tokens, token spaces, and that nobody leaves a game for nothing."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.first_sight import SELDOM, TOKEN_WORTH, FirstSight, price_about, was_declined
from ferrovia.titles.purse import Purse
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond

GOOD = 12
ELECTRIFICATION = 1100  # about what an E token and an E train cost together


class SicilianFirstSight(FirstSight):
    def weight(self, game: Game, purse: Purse, action: Action) -> int | None:
        match action:
            case LeaveGame():
                return 0
            case IssueBond():
                return GOOD if purse.needs_train and not purse.affords_train else 0
            case RepayBond():
                return GOOD if not purse.needs_train else 0
            case BuyEToken():
                return _e_token(game, purse)
        return None

    def price(self, game: Game, purse: Purse, span: Range, chance: Chance) -> tuple[int, int] | None:
        if not isinstance(span.action, BuyToken):
            return None
        price = price_about(span, TOKEN_WORTH, chance)
        asks = purse.can_spare(2 * price) and not was_declined(game, span.action.hex, span.action.seller)
        return price, SELDOM if asks else 0

    def reason(self, game: Game, purse: Purse, action: Action) -> Message | None:
        match action:
            case LeaveGame():
                return Message("There is no other way.")
            case IssueBond():
                return Message("{corporation} lacks money for a train.", corporation=purse.corporation)
            case RepayBond():
                return Message("The treasury has more than it needs.")
            case BuyEToken():
                return Message("There is money for an electric train too.")
            case BuyToken():
                return Message("It is worth the price.")
        return None


def _e_token(game: Game, purse: Purse) -> int:
    """The right to electric trains is good for one who can buy such a train at once."""
    limit = game.phase.train_limit
    has_room_for_one = limit is None or game.trains_in_limit(purse.corporation) < limit
    return GOOD if has_room_for_one and purse.cash >= ELECTRIFICATION else 0
