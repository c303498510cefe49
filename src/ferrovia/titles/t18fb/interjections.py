"""2.7.2 and 3.3.6.3: what owners of political cards may do at any moment: use them, or offer them to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.flow.actions import Action, BuyPrivate, UsePrivate
from ferrovia.engine.flow.decision import Interjection, Range
from ferrovia.engine.flow.facets.interjections import InterjectionRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import lowered
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t18fb import auctions, political
from ferrovia.titles.t18fb.actions import OfferPrivate
from ferrovia.titles.t18fb.events import CardOffered
from ferrovia.titles.t18fb.political import CardOffer
from ferrovia.titles.t18fb.south import is_regional, south


class SouthernInterjections(InterjectionRules):
    """2.7.2, 3.3.6.3: cards are used and offered whoever's turn it is."""

    actions = (OfferPrivate, UsePrivate)

    def listed(self, game: Game) -> Sequence[Interjection]:
        owned = {card: owner for card, owner in game.state.privates.items() if owner in game.players}
        uses = [card for card, owner in owned.items() if political.power_refusal(game, card, owner) is None]
        return (*_offers(game), *(Interjection(owned[card], UsePrivate(card)) for card in uses))

    def refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        cards = game.title.box.privates
        match action:
            case OfferPrivate():
                return _offer_refusal(game, action, by)
            case UsePrivate(private=card) if card in cards:
                return political.power_refusal(game, card, by)
            case BuyPrivate(private=card) if card in cards and political.turn_now(game) is not None:
                return Refusal("18FB-2.7.1", "A political card is never sold to a company.")
        return None

    def play(self, game: Game, player: str, action: Action) -> None:
        if isinstance(action, OfferPrivate):
            game.tell(CardOffered(action.private, player, action.to, action.price))
            game.push(CardOffer(action.private, player, action.to, action.price))
        else:
            assert isinstance(action, UsePrivate)
            political.use(game, action.private)


def _most(game: Game, card: str, buyer: str) -> int:
    """What may be asked: the buyer's free money, and less than was declined in this round (R75), by a tenth (R93)."""
    asked = _declined(game, card, buyer)
    return min([auctions.free_cash(game, buyer), *(lowered(game, price) for price in asked)])


def _declined(game: Game, card: str, buyer: str) -> list[int]:
    return [price for name, player, price in south(game).declined if (name, player) == (card, buyer)]


def _offers(game: Game) -> Iterator[Interjection]:
    """What owners may offer to others, whoever's turn it is; one offer at a time."""
    if game.over or game.find(CardOffer) is not None:
        return
    for card, owner in game.state.privates.items():
        if owner in game.players and not political.is_on_the_table(game, card):
            for other in game.to_the_left(owner):
                most = _most(game, card, other)
                if most >= 0:
                    yield Interjection(owner, Range(OfferPrivate(card, other, 0), 0, most))


def _offer_refusal(game: Game, action: OfferPrivate, by: str | None) -> Refusal | None:
    owner = game.state.privates.get(action.private)
    names = {"card": action.private, "to": action.to, "price": action.price}
    if action.to in game.title.box.corporations:
        return Refusal("18FB-2.7.1", "A political card is never sold to a company.")
    if action.private in game.title.box.corporations:
        rule = "18FB-R56" if is_regional(action.private) else "18FB-3.3.4.5"
        return Refusal(rule, "Players may not sell stock or companies to each other.")
    if owner not in game.players or by not in (None, owner):
        text = "{by} does not own {card}." if by else "Nobody owns {card}."
        return Refusal("18FB-3.3.6.3", text, by=by, **names)
    if action.to not in game.players or action.to == owner:
        return Refusal("18FB-3.3.6.3", "{to} is not another player of this game.", **names)
    if game.find(CardOffer) is not None:
        return Refusal("18FB-3.3.6.3", "Another offer is still waiting for an answer.")
    if political.is_on_the_table(game, action.private):
        return Refusal("18FB-3.3.6.3", "{card} is being used and waits for an answer.", **names)
    if action.price < 0 or action.price > auctions.free_cash(game, action.to):
        return Refusal("18FB-3.3.6.3", "{to} cannot pay {price:money}.", **names)
    most = _most(game, action.private, action.to)
    rule = "18FB-R93" if action.price < min(_declined(game, action.private, action.to)) else "18FB-R75"
    text = "{to} has declined {card} in this round: ask for at most {most:money}."
    if most < 0:
        text = "{to} has declined {card} in this round, even for nothing."
    return Refusal(rule, text, most=most, **names)
