"""What players of 18FB see: the meaning of their choices in words, their goals, and how companies stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ferrovia.engine.board.board import hex_of
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
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb import (
    acquisitions,
    auctions,
    building,
    components,
    concessions,
    dividends,
    earnings,
    emergency,
    nationals,
    places,
    political,
    regionals,
    trains,
)
from ferrovia.titles.t18fb.actions import Acquire, BuildLine, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.components import place
from ferrovia.titles.t18fb.lines import TokenLine
from ferrovia.titles.t18fb.south import is_regional, south
from ferrovia.titles.t18fb.states import charter, lines_asked, reached, state_of


class SouthernSeen(Seen):
    """5: lines with their cost, deposits, earnings and what else only the rules of 18FB know."""

    open = frozenset(
        {
            "concessions", "bourbon", "pars", "floated", "markers", "earned", "earning", "extended",
            "melisurgo", "falcon", "riseis_used", "papal", "declined",
            "given_up", "fp_home", "gone", "closed", "regional_round", "waiting", "bonuses",
            "leases", "exchange_order", "bankrupt",
        }
    )  # fmt: skip

    def words(self, game: Game, action: Action) -> str | None:
        def money(amount: int) -> str:
            return game.title.currency.format(amount)

        match action:
            case PutUp(lot=lot):
                return Message("Put up {name}", name=_name(game, lot))
            case Bid(private=lot, price=price):
                return Message("Bid on {name} for {price:money}", name=_name(game, lot), price=price)
            case BuyPrivate(private=lot, price=price) if is_regional(lot):
                return Message("Buy {name} for {price:money}", name=_name(game, lot), price=price)
            case TakeConcession(corporation=company, price=price, at_half=at_half):
                due = concessions.deposit(game, game.decision.player, company, at_half)
                card = f" with {concessions.RISEIS}" if at_half else ""
                start = _start(game, company, price, due) if price else ""
                return Message(
                    "Take the concession of {company} for a deposit of {due:money}{card}{start}",
                    company=company,
                    due=due,
                    card=card,
                    start=start,
                )
            case BuildLine(route=route, card=card):
                return _line(game, route, card)
            case OfferPrivate(private=card, to=player, price=price):
                return Message(
                    "Offer {player} {name} for {price:money}", player=player, name=_name(game, card), price=price
                )
            case Acquire(company=regional):
                return Message(
                    "Acquire {name} for {price:money}",
                    name=_name(game, regional),
                    price=acquisitions.price(game, regional),
                )
            case Answer(choice=company) if isinstance(game.top, political.Favour):
                return Message("Favour {company} in Benevento and Pontecorvo", company=company)
            case Pass() if game.top.step(game) == dividends.EarningsStep.name:
                return Message("Run the trains")
            case Dividend(choice="half") if isinstance(game.top, OperatingTurn):
                paid = dividends.shareholders_half(game.top.revenue)
                kept = money(game.top.revenue - paid)
                a_share = money(paid * game.share(game.top.corporation) // 100)
                return Message(
                    "Pay {paid:money} to the shareholders, {a_share} a share, and keep {kept}",
                    paid=paid,
                    a_share=a_share,
                    kept=kept,
                )
            case Accept() | Decline() if isinstance(game.top, political.CardOffer):
                offer = game.top
                return Message(
                    "{answered} {name} of {seller} for {price:money}",
                    answered=_answered(action),
                    name=_name(game, offer.card),
                    seller=offer.seller,
                    price=offer.price,
                )
            case Decline() if isinstance(game.top, building.Invitation):
                return Message("Decline the use of {card}", card=game.top.card)
            case Answer(choice=choice):
                return _answer(game, choice)
            case Bankrupt():
                return Message("Give up: the train cannot be paid")
            case SellShares(corporation=company, certificates=certificates):
                return _emergency_sale(game, company, len(certificates))
        return None

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        """The destinations a company has still to reach: those of its concession first, then the others."""
        if is_regional(corporation):
            return frozenset()
        lines = lines_asked(game, corporation)
        intermediate, final = reached(game, corporation)
        wanted = {line.intermediate for line in lines} if not intermediate else {line.final for line in lines}
        if not lines or final:
            wanted = {name for name in charter(game, corporation) if not places.has_token(game, corporation, name)}
        return frozenset(hex_of(stop) for name in wanted for stop in components.stops_of(name))

    def concessions(self, game: Game) -> Mapping[str, str]:
        return {name: concession.owner for name, concession in south(game).concessions.items()}

    def offers(self, game: Game) -> Iterable[dict[str, Any]]:
        """A card offered to another player (3.3.6), and the lot that is bid for, nobody's while nobody has bid."""
        card, lots = game.find(political.CardOffer), game.find(auctions.Lots)
        if card is not None:
            yield {"thing": "card", "name": card.card, "buyer": card.buyer, "seller": card.seller, "price": card.price}
        if lots is not None and lots.lot:
            yield {"thing": "lot", "name": lots.lot, "buyer": lots.bidder, "seller": BANK, "price": lots.price}

    def own(self, game: Game, viewer: str | None) -> dict[str, Any]:
        """5: states, the revenue chart, what trains would earn now and which markers they serve, who has operated."""
        companies = {}
        rounds, turn = game.find(OperatingRound), game.find(OperatingTurn)
        done = set(rounds.done if rounds else ()) - {turn.corporation if turn else ""}
        for name in (*south(game).floated, *regionals.operating(game)):
            found = earnings.earnings(game, name)
            companies[name] = {
                "state": state_of(game, name).value,
                "operated_this_round": name in done,
                "revenue_chart": sum(value for _, value in (*found.stations, *found.left_out)),
                "earnings": found.total,
                "stations": dict(found.stations),
                "markers_served": found.served,
                "markers_idle": found.idle,
            }
        return {**super().own(game, viewer), "companies": companies}


def _answered(action: Action) -> str:
    return Message("Accept") if isinstance(action, Accept) else Message("Decline")


def _start(game: Game, company: str, price: int, due: int) -> str:
    money = game.title.currency.format
    cost = due + presidents_cost(game, company, price)
    return Message(" and start it at {price:money} a share, {cost:money} in all", price=price, cost=cost)


def _answer(game: Game, choice: str) -> str | None:
    """An answer to the question that is asked now."""
    money = game.title.currency.format
    match game.top:
        case concessions.Rescue(company=company) as rescue:
            if choice == "leave":
                return Message("Leave the concession of {company}", company=company)
            card = f" with {concessions.RISEIS}" if choice == concessions.AT_HALF else ""
            due = money(rescue.due(game, choice))
            return Message(
                "Take the concession of {company} for a deposit of {due}{card}", company=company, due=due, card=card
            )
        case nationals.Formation(national=national) as formation:
            company = formation.corporation_of(game)
            if choice == nationals.YES:
                return Message("Let {company} join {national}", company=company, national=national)
            return (
                Message("Keep {company} out of {national}", company=company, national=national)
                if choice == nationals.NO
                else Message("Join {choice} to {company}", choice=choice, company=company)
            )
        case nationals.NapoliToken():
            return Message("Keep the token on {hex_of}", hex_of=hex_of(choice))
    return None


def _name(game: Game, lot: str) -> str:
    full = game.title.box.corporations[lot].name if is_regional(lot) else game.title.box.privates[lot].name
    return f"{lot} ({full})" if full != lot else lot


def _line(game: Game, route: tuple[str, ...], card: str) -> str:
    company = game.top.corporation_of(game)
    line = building.line_of(game, company, route)
    if not isinstance(line, TokenLine):
        return Message("Build the line {route}", route="-".join(route))
    end = place(line.stops[-1])
    name = components.BOX.board.hexes[end].name if end in components.BOX.board.hexes else end
    markers = f", {line.markers} marker{'s' if line.markers > 1 else ''}" if line.markers else ""
    power = f", with {card}" if card else ""
    cost = game.title.currency.format(line.cost)
    return Message(
        "Build a line to {name} for {cost}{markers}{power}: {route}",
        name=name,
        cost=cost,
        markers=markers,
        power=power,
        route="-".join(route),
    )


def _emergency_sale(game: Game, company: str, shares: int) -> str | None:
    """3.5.10.5: at half price; in all other cases the usual words are right."""
    turn = game.top if not game.over and isinstance(game.top, OperatingTurn) else None
    if turn is None or turn.step(game) != trains.SouthernTrainStep.name:
        return None
    need = emergency.emergency(game, turn)
    if need is None:
        return None
    amount = game.title.currency.format(need.brings(game, company, shares))
    seller = "the company's " if need.seller(game) == turn.corporation else ""
    return Message(
        "Sell {seller}{TODO}% of {company} at half price for {amount}",
        seller=seller,
        TODO=game.share(company) * shares,
        company=company,
        amount=amount,
    )
