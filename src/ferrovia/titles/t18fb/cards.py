"""What political cards are worth, and to whom: income until Unification, the share beside them, their power."""

from __future__ import annotations

from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.judgement import Verdict
from ferrovia.titles.t18fb import components, political
from ferrovia.titles.t18fb.actions import OfferPrivate
from ferrovia.titles.t18fb.calendar import POLITICAL
from ferrovia.titles.t18fb.earnings import BANDS, band
from ferrovia.titles.t18fb.south import is_bourbon_age, south
from ferrovia.titles.t18fb.states import CompanyState, runs_trains, state_of

UNIFICATION = "PH5"
ROUNDS_OF_PHASE = 2.5  # operating rounds of a phase before Unification
AT_AUCTION = 2.5  # operating rounds of income that are worth paying for at first, when money is dear
BUILDS_FOR = 3.0  # operating rounds in which a company builds that has begun
TAKEN = 0.9  # of what a card is worth somebody pays for it
OF_CASH = 2  # ... and never more than such a part of their money
PRESSED = 0.8  # of what a card is worth it is given away for by those who need the money for a train
STEP = 5


def rounds_to_unification(game: Game) -> float:
    """About how many operating rounds are to come before the first PH5 train."""
    phases = list(game.title.box.phases)
    return ROUNDS_OF_PHASE * max(0, phases.index(UNIFICATION) - phases.index(game.state.phase))


def worth(game: Game, player: str, card: str) -> float:
    """At the auction what is printed and some of the income; later the income that is left, until cards are discarded
    for nothing (3.6.6), and what the owner can do with the power.
    """
    printed = game.title.box.privates[card]
    if game.state.round.kind == POLITICAL:
        return printed.face_value + AT_AUCTION * printed.revenue
    company = political.free_share(game, card)
    share = game.state.pars.get(company, min(game.phase.start_values)) if company else 0
    return share + game.title.privates.revenue(game, card) * rounds_to_unification(game) + _power(game, player, card)


def _power(game: Game, player: str, card: str) -> float:
    """2.7.4: Melisurgo is good for holders of a company of his that builds; other powers are for anybody."""
    if card != political.MELISURGO or south(game).melisurgo:
        return 0
    return max((_raised(game, player, company) for company, _, _ in game.state.market), default=0)


def _raised(game: Game, player: str, company: str) -> float:
    if game.president(company) != player or state_of(game, company) is not CompanyState.BUILDING:
        return 0
    interest = components.sheet("game")["interest_bands"]
    now = BANDS.index(band(game, company))
    then = min(now + int(components.card_table(political.MELISURGO)["bands"]), len(BANDS) - 1)
    more = int(interest[BANDS[then]]) - int(interest[BANDS[now]])
    shares = game.percent(company, player) / game.share(company)
    return shares * more * min(BUILDS_FOR, rounds_to_unification(game))


def most_paid(game: Game, player: str, card: str) -> float:
    """The highest price at which a player would take a card."""
    return min(TAKEN * worth(game, player, card), game.cash(player) / OF_CASH)


def asked(game: Game, player: str, span: Range) -> tuple[int, Verdict] | None:
    """What to ask for a card: between what it is worth to both; nothing where that is no bargain.

    Cards are offered in one's own stock turn and once to each other player, though the rules allow it at any moment.
    """
    offer = span.action
    assert isinstance(offer, OfferPrivate)
    if not is_bourbon_age(game) or game.state.round.kind != "stock" or _was_declined(game, offer):
        return None
    names = {"private": offer.private, "buyer": offer.to, "worth": round(worth(game, player, offer.private))}
    is_pressed = lacks_train(game, player)
    least = worth(game, player, offer.private) * (PRESSED if is_pressed else 1)
    price = int((least + most_paid(game, offer.to, offer.private)) / 2) // STEP * STEP
    if not least < price <= min(span.high, most_paid(game, offer.to, offer.private)):
        return None
    text = "{private} is worth more to {buyer} than {worth:money}."
    if is_pressed:
        text = "A company needs a train more than its president needs {private}."
    return price, Verdict(price - least, Message(text, **names))


def _was_declined(game: Game, offer: OfferPrivate) -> bool:
    return any((card, player) == (offer.private, offer.to) for card, player, _ in south(game).declined)


def lacks_train(game: Game, player: str) -> bool:
    """Whether a company of a player could run a train, has none, and cannot pay for the next one."""
    cheapest = min((game.title.box.trains[train].cost for train in game.title.trains.on_sale(game)), default=0)
    return any(
        game.president(company) == player
        and runs_trains(game, company)
        and not game.trains(company)
        and game.cash(company) < cheapest
        for company, _, _ in game.state.market
    )
