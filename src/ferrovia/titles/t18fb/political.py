"""2.7 and 3.2: the political cards: their auction, the shares beside them, their powers and their sale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.actions import Accept, Action, Decline
from ferrovia.engine.flow.events import DealMade
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import may_take_over
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import auctions, building, components
from ferrovia.titles.t18fb.events import (
    CardDeclined,
    CardPlayed,
    CardUseOffered,
    CompanyFavoured,
    FreeShareOffered,
    FreeShareReceived,
    InterestRaised,
    OvershootPaid,
)
from ferrovia.titles.t18fb.south import BESIDE, is_major, keep, south
from ferrovia.titles.t18fb.states import CompanyState, state_of

MELISURGO, FALCON = "Melisurgo", "Falcon"


class PoliticalRound(auctions.Lots, frozen=True, tag="political_round"):
    """3.2: the eight cards are auctioned once."""

    def cost(self, lot: str) -> int:
        return int(components.card_table(lot)["cost"])

    def sold(self, game: Game, lot: str, player: str, price: int) -> None:
        """3.2.10: of four cards, what is paid above the printed cost goes to their company."""
        company = components.card_table(lot).get("overshoot_to")
        above = price - self.cost(lot) if company else 0
        game.pay(player, BANK, price - above)
        if company:
            game.pay(player, company, above)
            if above:
                game.tell(OvershootPaid(company=company, amount=above))
        game.give_private(lot, player)
        acquired(game, lot, player)


# The shares beside cards


def free_share(game: Game, card: str) -> str:
    """The company whose share still lies beside a card."""
    company: str = components.card_table(card).get("share", "")
    return company if company and BESIDE in game.holders(company) else ""


def acquired(game: Game, card: str, player: str) -> None:
    """2.7.9: with four of the cards comes a share of their company, which may make a president (3.3.5)."""
    company = free_share(game, card)
    if not company:
        return
    number = game.holders(company).index(BESIDE)
    game.hand_over(company, number, player)
    percent = game.sizes(company)[number]
    game.tell(FreeShareReceived(player=player, percent=percent, company=company, card=card))
    if game.is_started(company):
        may_take_over(game, company, player)


def discard_all(game: Game) -> None:
    """3.6.6: used or not; a share beside a card nobody bought joins the Initial Offer (R07).

    No company has moved the rest of its offer to the pool by then: that comes with floating in PH5.
    """
    for card in tuple(game.state.privates):
        company = free_share(game, card)
        if company:
            game.hand_over(company, game.holders(company).index(BESIDE), OFFER)
            game.tell(FreeShareOffered(card=card, company=company))
        game.close_private(card)


# Powers


def turn_now(game: Game) -> OperatingTurn | None:
    """The operating turn in which something may be done now."""
    return game.top if not game.over and isinstance(game.top, OperatingTurn) else None


def power_refusal(game: Game, card: str, by: str | None) -> Refusal | None:
    """Why a card's power cannot be used now, for the operating company where it is not free to name one."""
    owner = game.state.privates.get(card)
    if owner not in game.players:
        return Refusal("18FB-2.7.2", "Nobody owns {card}.", card=card)
    if by not in (None, owner):
        return Refusal("18FB-2.7.2", "{card} belongs to {owner}.", card=card, owner=owner)
    power, turn = components.card_table(card)["power"], turn_now(game)
    if power == "papal_stations":
        return _falcon_refusal(game)
    if turn is None:
        return Refusal("18FB-2.7.2", "{card} is used in the operating turn of a company.", card=card)
    match power:
        case "interest_bands":
            return _melisurgo_refusal(game, turn.corporation)
        case "bourbon_token":
            return building.invitation_refusal(game, turn, card, owner)
    return Refusal("18FB-2.7.6", "{card} is used when its owner takes a concession.", card=card)


def _melisurgo_refusal(game: Game, company: str) -> Refusal | None:
    if south(game).melisurgo:
        return Refusal(
            "18FB-2.7.4", "{card} has already been used for {company}.", card=MELISURGO, company=south(game).melisurgo
        )
    if not is_major(company) or state_of(game, company) is not CompanyState.BUILDING:
        return Refusal("18FB-R11", "{company} is not in building state and pays no secured interest.", company=company)
    return None


def _falcon_refusal(game: Game) -> Refusal | None:
    """2.7.7: at any moment, whoever's turn it is, but once in the game."""
    if south(game).falcon:
        return Refusal("18FB-2.7.7", "{card} has already named {company}.", card=FALCON, company=south(game).falcon)
    if is_on_the_table(game, FALCON):
        return Refusal("18FB-2.7.7", "{card} is being used and waits for an answer.", card=FALCON)
    if not south(game).concessions:
        return Refusal("18FB-2.7.7", "{card} has no company left to name.", card=FALCON)
    return None


def is_on_the_table(game: Game, card: str) -> bool:
    """Whether a card is offered, or its power is being used, and somebody has still to answer."""
    return any(
        isinstance(frame, CardOffer | Favour | building.Invitation) and frame.card == card
        for frame in game.state.agenda
    )


def use(game: Game, card: str) -> None:
    owner, turn = game.state.privates[card], turn_now(game)
    company = turn.corporation if turn is not None else ""
    match components.card_table(card)["power"]:
        case "interest_bands":
            keep(game, melisurgo=company)
            game.tell(InterestRaised(card=card, company=company))
        case "papal_stations":
            game.tell(CardPlayed(owner=owner, card=card))
            game.push(Favour(card, owner))
        case _:
            is_own = game.president(company) == owner
            game.tell(CardPlayed(owner, card) if is_own else CardUseOffered(owner=owner, company=company, card=card))
            game.push(building.Invitation(card))


class Favour(Question, frozen=True, tag="favour"):
    """2.7.7: the owner of Falcon names the company for which Benevento and Pontecorvo are worth more."""

    card: str
    player: str

    word = "favour"
    label = term("favour")
    asks = Prompt(term("Whom does {card} favour?"), term("{player} chooses whom {card} favours"))

    def clause(self) -> str:
        return "18FB-2.7.7"

    def decider(self, game: Game) -> str:
        return self.player

    def answers(self, game: Game) -> Sequence[str]:
        """Every company of the kingdom, floated or not, but those that have closed."""
        return tuple(south(game).concessions)

    def answer(self, game: Game, choice: str) -> None:
        game.pop()
        keep(game, falcon=choice)
        game.tell(CompanyFavoured(card=self.card, company=choice))


# 3.3.6 Cards sold between players


class CardOffer(Frame, frozen=True, tag="card_offer"):
    """A card is offered to another player, who agrees or not."""

    card: str
    seller: str
    buyer: str
    price: int

    is_offer = True
    word = "card offer"
    label = term("card offer")
    asks = Prompt(term("{card} for {price:money}?"), term("{player} is offered {card} for {price:money}"))

    def decider(self, game: Game) -> str:
        return self.buyer

    def choices(self, game: Game) -> Iterator[Action]:
        yield Accept()
        yield Decline()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return (
            None if isinstance(action, Accept | Decline) else not_now(action, self.called(game)).cited("18FB-3.3.6.3")
        )

    def play(self, game: Game, action: Action) -> None:
        game.pop()
        if isinstance(action, Decline):
            keep(game, declined=(*south(game).declined, (self.card, self.buyer, self.price)))
            game.tell(CardDeclined(self.card, self.seller, self.buyer, self.price))
            return
        game.pay(self.buyer, self.seller, self.price)
        game.give_private(self.card, self.buyer)
        game.tell(DealMade("private", self.card, self.buyer, self.seller, self.price))
