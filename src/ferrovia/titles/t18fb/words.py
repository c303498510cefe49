"""What the choices of 18FB mean, in words: lines with their cost, deposits, prices that only its rules know."""

from __future__ import annotations

from ferrovia.engine.flow.actions import (
    Acquire,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuildLine,
    BuyPrivate,
    OfferPrivate,
    Pass,
    PutUp,
    SellShares,
    TakeConcession,
)
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t18fb import acquisitions, building, components, concessions, dividends, political, trains
from ferrovia.titles.t18fb.components import place
from ferrovia.titles.t18fb.lines import Way
from ferrovia.titles.t18fb.south import is_regional


def words(game: Game, action: Action) -> str | None:
    """A legal choice of this moment, or None where the usual words will do."""

    def money(amount: int) -> str:
        return game.title.currency.format(amount)

    match action:
        case PutUp(lot=lot):
            return f"Put up {_name(game, lot)}"
        case Bid(private=lot, price=price):
            return f"Bid on {_name(game, lot)} for {money(price)}"
        case BuyPrivate(private=lot, price=price) if is_regional(lot):
            return f"Buy {_name(game, lot)} for {money(price)}"
        case TakeConcession(corporation=company, price=price, at_half=at_half):
            due = concessions.deposit(game, game.decision.player, company, at_half)
            card = f" with {concessions.RISEIS}" if at_half else ""
            start = f" and start it at {money(price)} a share" if price else ""
            return f"Take the concession of {company} for a deposit of {money(due)}{card}{start}"
        case BuildLine(route=route, card=card):
            return _line(game, route, card)
        case OfferPrivate(private=card, to=player, price=price):
            return f"Offer {player} {_name(game, card)} for {money(price)}"
        case Acquire(company=regional):
            return f"Acquire {_name(game, regional)} for {money(acquisitions.price(game, regional))}"
        case Answer(choice=company) if isinstance(game.top, political.Favour):
            return f"Favour {company} in Benevento and Pontecorvo"
        case Pass() if game.top.step(game) == dividends.EarningsStep.name:
            return "Run the trains"
        case Bankrupt():
            return "Give up: the train cannot be paid"
        case SellShares(corporation=company, certificates=certificates):
            return _emergency_sale(game, company, len(certificates))
    return None


def _name(game: Game, lot: str) -> str:
    full = game.title.corporations[lot].name if is_regional(lot) else game.title.privates[lot].name
    return f"{lot} ({full})" if full != lot else lot


def _line(game: Game, route: tuple[str, ...], card: str) -> str:
    company = game.top.corporation_of(game)
    way = building.way_of(game, company, route)
    if not isinstance(way, Way):
        return f"Build the line {'-'.join(route)}"
    end = place(way.stops[-1])
    name = components.BOX.board.hexes[end].name if end in components.BOX.board.hexes else end
    markers = f", {way.markers} marker{'s' if way.markers > 1 else ''}" if way.markers else ""
    power = f", with {card}" if card else ""
    cost = game.title.currency.format(way.cost)
    return f"Build a line to {name} for {cost}{markers}{power}: {'-'.join(route)}"


def _emergency_sale(game: Game, company: str, shares: int) -> str | None:
    """3.5.10.5: at half price; in all other cases the usual words are right."""
    turn = game.top if not game.over and isinstance(game.top, OperatingTurn) else None
    if turn is None or turn.step(game) != trains.SouthernTrainStep.name:
        return None
    need = trains.emergency(game, turn)
    if need is None:
        return None
    amount = game.title.currency.format(need.brings(game, company, shares))
    seller = "the company's " if need.seller(game) == turn.corporation else ""
    return f"Sell {seller}{10 * shares}% of {company} at half price for {amount}"
