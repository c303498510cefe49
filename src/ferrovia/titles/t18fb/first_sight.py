"""What a beginner sees in 18FB: concessions by the length of their lines, destinations, and cards to sell."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.distances import goals_of, hexes_between
from ferrovia.titles.first_sight import SELDOM, FirstSight, price_about
from ferrovia.titles.purse import Purse
from ferrovia.titles.t18fb.actions import Acquire, BuildLine, OfferPrivate, TakeConcession

ARRIVAL, STATION = 200, 12  # a line to a destination, and to any other city
ACQUISITION = 15
FOR_NOTHING = 60  # a company without a deposit, with all that it has built
LONG_LINE = 8  # hexes: what a company can build that does nothing else


class SouthernFirstSight(FirstSight):
    def weight(self, game: Game, purse: Purse, action: Action) -> int | None:
        match action:
            case TakeConcession(corporation=corporation, price=price):
                return _concession(game, purse, corporation, price)
            case BuildLine():
                return ARRIVAL if _arrives(game, purse, action) else STATION
            case Acquire():
                return ACQUISITION
        return None

    def price(self, game: Game, purse: Purse, span: Range, chance: Chance) -> tuple[int, int] | None:
        """A card is offered by one who needs the money, to one who could pay what is printed on it."""
        if not isinstance(span.action, OfferPrivate):
            return None
        face = game.title.box.privates[span.action.private].face_value
        asks = purse.has_needy and span.high >= face
        return price_about(span, face * 9 // 8, chance), SELDOM if asks else 0

    def reason(self, game: Game, purse: Purse, action: Action) -> Message | None:
        match action:
            case TakeConcession():
                return Message("The line is short enough to be built.")
            case BuildLine() if _arrives(game, purse, action):
                text = "The line comes to a place that {corporation} is bound to reach."
                return Message(text, corporation=purse.corporation)
            case BuildLine():
                return Message("A token in one more city keeps the way open and earns more.")
            case OfferPrivate():
                return Message("The money is needed for a train.")
        return None


def _arrives(game: Game, purse: Purse, action: BuildLine) -> bool:
    return action.route[-1] in goals_of(game, purse.corporation)


def _concession(game: Game, purse: Purse, concession: str, price: int) -> int:
    """A line is begun by those who have little else to build and money for it: the shorter, the better."""
    if not price:
        return FOR_NOTHING
    ahead = hexes_between(game, game.title.seen.line(game, concession))
    if ahead > LONG_LINE or purse.own_cash < 3 * price or purse.has_needy:
        return 0
    presides = sum(game.president(name) == purse.player for name, _, _ in game.state.market)
    return 2 + (20 + price // 4) * (LONG_LINE + 1 - ahead) ** 2 // (LONG_LINE**2 * (1 + 2 * presides))
