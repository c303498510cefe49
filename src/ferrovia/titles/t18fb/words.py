"""The choices of 18FB in words, with the prices that only its rules know."""

from __future__ import annotations

from msgspec.structs import asdict

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    Decline,
    Dividend,
    Pass,
    SellShares,
)
from ferrovia.engine.flow.facets.corporations import presidents_cost
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb import (
    acquisitions,
    building,
    concessions,
    dividends,
    emergency,
    nationals,
    political,
    regionals,
    trains,
)
from ferrovia.titles.t18fb.actions import Acquire, BuildLine, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.auctions import Lots
from ferrovia.titles.t18fb.components import BOX, called, concession_lines, place
from ferrovia.titles.t18fb.lines import TokenLine
from ferrovia.titles.t18fb.south import is_regional


def words(game: Game, action: Action) -> Message | None:
    """A legal action of this moment, or None where the usual words will do."""
    match action:
        case PutUp(lot=lot):
            return Message("Put {name} up for auction", name=_name(game, lot))
        case Bid(private=lot, price=price):
            return Message("Bid {price:money} for {name}", name=_name(game, lot), price=price)
        case BuyPrivate(private=lot, price=price) if is_regional(lot):
            return Message("Buy {name} for {price:money}", name=_name(game, lot), price=price)
        case TakeConcession(corporation=company, price=price, at_half=at_half):
            due = concessions.deposit(game, game.decision.player, company, at_half)
            return _started(game, company, price, due, _taken(company, due, at_half))
        case BuildLine(route=route, card=card):
            return _line(game, route, card)
        case OfferPrivate(private=card, to=player, price=price):
            return Message(
                "Offer {player} {name} for {price:money}", player=player, name=_name(game, card), price=price
            )
        case Acquire(company=regional):
            return Message(
                "Acquire {name} for {price:money}", name=_name(game, regional), price=acquisitions.price(game, regional)
            )
        case Pass() if game.top.step_id(game) == dividends.EarningsStep.id:
            return Message("Run the trains")
        case Dividend(choice="half") if isinstance(game.top, OperatingTurn):
            return _half(game, game.top)
        case Accept() | Decline() | Answer():
            return _answer(game, action)
        case Bankrupt():
            return Message("Go bankrupt: the train cannot be paid")
        case SellShares(corporation=company, certificates=certificates):
            return _emergency_sale(game, company, len(certificates))
    return None


def _name(game: Game, lot: str) -> Message:
    """A card or a regional company with its full name."""
    full = game.title.box.corporations[lot].name if is_regional(lot) else game.title.box.privates[lot].name
    if full == lot:
        return Message("{lot}", lot=lot)
    return Message("{lot} ({full})", lot=lot, full=full.removeprefix(f"{lot}, "))


# Concessions


def _taken(company: str, due: int, at_half: bool) -> Message:
    """A concession is taken, for its deposit."""
    text = "Take the concession of {company} for a deposit of {due:money}"
    if at_half:
        text = "Use {card} to take the concession of {company} for a deposit of {due:money}"
    elif not due:
        text = "Take the concession of {company} without a deposit"
    return Message(text, company=company, due=due, card=concessions.RISEIS)


def terms(game: Game, action: Action) -> Message | None:
    """What a lot costs at least (3.2.5) and pays at once; which line a concession binds its company to (3.3.2.3)."""
    match action:
        case PutUp(lot=lot) if isinstance(game.top, Lots):
            return _joined(game, lot) or Message("bids begin at {cost:money}", cost=game.top.cost(lot))
        case Bid(private=lot) | BuyPrivate(private=lot):
            return _joined(game, lot)
    if not isinstance(action, TakeConcession):
        return None
    company = action.corporation
    routes = [
        Message("{home} - {intermediate} - {final}", **{name: called(stop) for name, stop in asdict(line).items()})
        for line in concession_lines(company)
    ]
    return Message("to build {routes:or}", routes=routes)


def _joined(game: Game, lot: str) -> Message | None:
    """3.6.3.12: lines of a regional that are already there pay its owner."""
    paid = regionals.paid_at_once(game, lot) if is_regional(lot) else 0
    if not paid:
        return None
    text = "bids begin at {cost:money}; lines already joined bring its owner {paid:money}"
    if not isinstance(game.top, Lots) or game.top.lot:
        text = "lines already joined bring its owner {paid:money}"
    return Message(text, cost=regionals.nominal_value(lot), paid=paid)


def common_terms(game: Game, action: Action) -> Message | None:
    """What becomes of a deposit (3.3.2.3, 3.3.2.4)."""
    if not isinstance(action, TakeConcession):
        return None
    if not concessions.deposit(game, game.decision.player, action.corporation, action.at_half):
        return None
    return Message("Half of a deposit comes back halfway, the rest at the end of the line, nothing after Unification.")


def _started(game: Game, company: str, price: int, due: int, taken: Message) -> Message:
    """The same, and what it costs to start the company where that goes with it."""
    if not price:
        return taken
    cost = due + presidents_cost(game, company, price)
    text = "{taken} and start it at {price:money} a share, {cost:money} in all"
    return Message(text, taken=taken, price=price, cost=cost)


# Answers


def _answer(game: Game, action: Accept | Decline | Answer) -> Message | None:
    """An answer to the question that is asked now."""
    choice = action.choice if isinstance(action, Answer) else ""
    match game.top:
        case political.Favour():
            return Message("Favour {company} in Benevento and Pontecorvo", company=choice)
        case political.CardOffer() as offer:
            text = "Decline {name} from {seller} for {price:money}"
            if isinstance(action, Accept):
                text = "Accept {name} from {seller} for {price:money}"
            return Message(text, name=_name(game, offer.card), seller=offer.seller, price=offer.price)
        case building.Invitation(card=card) if isinstance(action, Decline):
            return Message("Decline the use of {card}", card=card)
        case concessions.Rescue(company=company) as rescue:
            if choice == concessions.LEAVE:
                return Message("Leave the concession of {company}", company=company)
            return _taken(company, rescue.due(game, choice), choice == concessions.AT_HALF)
        case nationals.Formation(national=national) as formation:
            return _merger(national, formation.corporation_of(game), choice)
        case nationals.NapoliToken():
            return Message("Keep the token in {place}", place=called(hex_of(StopId(choice))))
    return None


def _merger(national: str, company: str, choice: str) -> Message:
    text = "Merge {company} with {choice}"
    if choice == nationals.YES:
        text = "Let {company} join {national}"
    elif choice == nationals.NO:
        text = "Keep {company} out of {national}"
    return Message(text, company=company, national=national, choice=choice)


# In an operating turn


def _line(game: Game, route: tuple[str, ...], card: str) -> Message:
    way = "-".join(route)
    line = building.line_of(game, game.top.corporation_of(game), route)
    if not isinstance(line, TokenLine):
        return Message("Build the line {route}", route=way)
    text = "Build a line to {place} for {cost:money}"
    if card:
        text = "Build a line to {place} for {cost:money} with {card}"
    end = place(line.stops[-1])
    name = BOX.board.hexes[end].name if end in BOX.board.hexes else end
    words = Message(text, place=name, cost=line.cost, card=card)
    if not line.markers:
        return Message("{words}: {route}", words=words, route=way)
    text = "{words}, {markers} {markers:marker|markers}: {route}"
    return Message(text, words=words, markers=line.markers, route=way)


def _half(game: Game, turn: OperatingTurn) -> Message:
    paid = dividends.shareholders_half(turn.revenue)
    return Message(
        "Pay {paid:money} to the shareholders, {each:money} a share, and keep {kept:money}",
        paid=paid,
        each=paid * game.share(turn.corporation) // 100,
        kept=turn.revenue - paid,
    )


def _emergency_sale(game: Game, company: str, shares: int) -> Message | None:
    """3.5.10.5: at half price; in all other cases the usual words are right."""
    turn = game.top if not game.over and isinstance(game.top, OperatingTurn) else None
    if turn is None or turn.step_id(game) != trains.SouthernTrainStep.id:
        return None
    need = emergency.emergency(game, turn)
    if need is None:
        return None
    text = "Sell {percent}% of {company} at half price for {amount:money}"
    if need.seller(game) == turn.corporation:
        text = "Sell the company's {percent}% of {company} at half price for {amount:money}"
    amount = need.brings(game, company, shares)
    return Message(text, percent=game.share(company) * shares, company=company, amount=amount)
