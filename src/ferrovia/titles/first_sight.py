"""What a player of a title sees without reckoning: how much speaks for a choice, at what price, and why."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.purse import Purse

# How much speaks for a choice: 0 for what is done only if there is nothing else.
SELDOM, USUAL = 1, 10
TOKEN_WORTH = 80  # about what a station token in a city is worth to its owner


class FirstSight:
    """What a title leaves to the usual view; each says what is special to it. Nothing is tried out."""

    def weight(self, game: Game, purse: Purse, action: Action) -> int | None:
        """How much speaks for an action that only this title knows; None leaves it to the usual view."""
        return None

    def price(self, game: Game, purse: Purse, span: Range, chance: Chance) -> tuple[int, int] | None:
        """The same for a choice with a price to name: the price, and how much speaks for it."""
        return None

    def reason(self, game: Game, purse: Purse, action: Action) -> Message | None:
        """Why such an action is chosen, in one sentence."""
        return None


def price_about(span: Range, price: int, chance: Chance) -> int:
    """A price about another, an eighth up or down, within a range."""
    price += price * (chance.below(9) - 4) // 32
    steps = (price - span.low) // span.step
    return span.low + span.step * min(max(steps, 0), (span.high - span.low) // span.step)


def was_declined(game: Game, name: str, seller: str) -> bool:
    """Whether an offer for the same thing was turned down in this turn: nobody is asked twice."""
    turn = game.find(OperatingTurn)
    return turn is not None and any((thing, owner) == (name, seller) for thing, owner, _ in turn.declined)
