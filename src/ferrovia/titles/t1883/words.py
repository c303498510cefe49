"""The choices of 1883 in words, with the prices that only its rules know."""

from __future__ import annotations

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    Decline,
    Dividend,
    IssueShares,
    LayTile,
    UsePrivate,
)
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.t1883 import components, merger
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceAnchor, PlaceCoach
from ferrovia.titles.t1883.concessions import TO_TREASURY, BonusChoice
from ferrovia.titles.t1883.cooperative import compensation
from ferrovia.titles.t1883.emilia import emilia
from ferrovia.titles.t1883.event_questions import PLAY, Levy, MarshallPlan, Strike, WarEffort, dearest, half_price
from ferrovia.titles.t1883.exchange import CONVERT, OddShare
from ferrovia.titles.t1883.interjections import par_for_swap, swap_source
from ferrovia.titles.t1883.merger import MergerOffer
from ferrovia.titles.t1883.operating import issue_value
from ferrovia.titles.t1883.raids import AirRaids
from ferrovia.titles.t1883.settling import SeftaTokens
from ferrovia.titles.t1883.stock import support_price


def words(game: Game, action: Action) -> Message | None:
    """A legal choice of this moment, or None where the usual words will do."""
    top = game.top
    match action:
        case BuySupport():
            price = support_price(game, game.decision.player)
            return Message("Buy a political support card for {price:money}", price=price)
        case BuyConcession(concession=name, corporation=corporation):
            return _concession(name, corporation)
        case PlaceAnchor(hex=hex_id):
            return Message("Place an anchor on {place}", place=components.place(hex_id))
        case PlaceCoach(hex=hex_id):
            return _coach(game, hex_id)
        case IssueShares(count=count):
            return _issue(game, count)
        case Dividend(choice="loot") if isinstance(top, OperatingTurn):
            return _loot(game, top.revenue)
        case Bankrupt() if isinstance(top, Debt):
            return _bankrupt(top)
        case Merge():
            return _merge(game)
        case UsePrivate():
            return _swap(game)
        case Accept() if isinstance(top, MergerOffer):
            return Message("Agree to merge with {corporation} into SEFTA", corporation=top.active)
        case Decline() if isinstance(top, MergerOffer):
            return Message("Refuse to merge with {corporation} into SEFTA", corporation=top.active)
        case LayTile() if isinstance(top, AirRaids):
            return _fallen(action)
        case Answer(choice=choice):
            return _answer(game, choice)
    return None


def terms(game: Game, action: Action) -> Message | None:
    """What a choice brings or binds one to, beyond its words."""
    match action:
        case BuySupport():
            held = emilia(game).support[game.decision.player]
            text = "it spares a corporation in an event or lets it share out a bonus; you hold {held}"
            return Message(text, held=held)
        case BuyConcession(concession=name):
            return _bound_to(game, name)
        case PlaceAnchor():
            bonus = components.phase_table(game.state.phase)["anchor_bonus"]
            return Message("every own train that comes there earns {bonus:money} more", bonus=bonus)
    return None


def _concession(name: str, corporation: str) -> Message:
    return Message(
        "Buy concession {name} ({places}) with {corporation} for {cost:money}",
        name=name,
        places=components.places(name),
        corporation=corporation,
        cost=components.concession_table(name)["cost"],
    )


def _bound_to(game: Game, name: str) -> Message:
    """6.10, 6.11: what a concession asks, and what it brings or costs."""
    table = components.concession_table(name)
    return Message(
        "to be joined within {due} operating {due:round|rounds}: {bonus:money} if so, or else {penalty:money} to pay",
        due=table["due"],
        bonus=table["bonus"][game.phase.revenue_level],
        penalty=components.sheet("game")["concession_rules"]["penalty_factor"] * table["cost"],
    )


def _coach(game: Game, hex_id: str) -> Message:
    cost = game.title.box.board.hexes[hex_id].cost
    text = "Place a coach on {place} for {cost:money}" if cost else "Place a coach on {place}"
    return Message(text, place=components.place(hex_id), cost=cost)


def _issue(game: Game, count: int) -> Message:
    corporation = game.top.corporation_of(game)
    amount = issue_value(game, corporation, count)
    text = "Issue {count} {count:share|shares} to the bank pool for {amount:money}"
    if not amount:
        text = "Issue {count} {count:share|shares} to the bank pool, and {corporation} closes"
    return Message(text, count=count, corporation=corporation, amount=amount)


def _loot(game: Game, revenue: int) -> Message:
    amount = compensation(game)
    text = "Loot CCFR for {revenue:money}"
    if amount:
        text = "Loot CCFR for {revenue:money}, and give up 10% of it for {amount:money}"
    return Message(text, revenue=revenue, amount=amount)


def _bankrupt(debt: Debt) -> Message:
    text = "Go bankrupt: {amount:money} cannot be paid"
    if debt.corporation:
        text = "Go bankrupt: {amount:money} cannot be paid, and {corporation} closes"
    return Message(text, amount=debt.amount, corporation=debt.corporation)


def _merge(game: Game) -> Message:
    corporation = game.top.corporation_of(game)
    partner = merger.partner(corporation)
    text = "Propose the merger with {partner} into SEFTA to {president}"
    if game.president(corporation) == game.president(partner):
        text = "Merge with {partner} into SEFTA"
    return Message(text, partner=partner, president=game.president(partner))


def _swap(game: Game) -> Message:
    par = par_for_swap(game, swap_source(game))
    text = "Swap CNP for 10% of SV"
    if par:
        text = "Swap CNP for 10% of SV, which receives {par:money} from the bank"
    return Message(text, par=par)


def _fallen(action: LayTile) -> Message:
    text = "Put tile {tile} back on {place}"
    if action.rotation:
        text = "Put tile {tile}, turned by {rotation}, back on {place}"
    return Message(text, tile=action.tile, rotation=action.rotation, place=components.place(action.hex))


# Answers


def _answer(game: Game, choice: str) -> Message | None:
    """An answer to the question that is asked now."""
    question = game.top
    match question:
        case BonusChoice():
            text = "Play political support and pay the bonus of {bonus:money} to the shareholders of {corporation}"
            if choice == TO_TREASURY:
                text = "Put the bonus of {bonus:money} in the treasury of {corporation}"
            return Message(text, bonus=question.bonus, corporation=question.corporation)
        case Strike(asked=asked, event=event):
            text = "Let {corporation} earn nothing in this operating round"
            if choice == PLAY:
                text = "Play political support to spare {corporation}"
            elif components.event_table(event)["run"] == "half":
                text = "Let {corporation} earn only half in this operating round"
            return Message(text, corporation=asked[0])
        case Levy():
            if choice == PLAY:
                return Message("Play {cards} political support {cards:card|cards}", cards=question.cards)
            return Message("Give {amount:money} to the homeland", amount=question.due(game))
        case MarshallPlan(asked=asked):
            text = "Play political support to move the price of {corporation} right"
            if choice != PLAY:
                text = "Leave the price of {corporation} where it is"
            return Message(text, corporation=asked[0])
        case WarEffort(corporation=corporation):
            return _war_effort(game, corporation, choice)
        case OddShare(half=half):
            text = (
                "Pay {half:money} for 10% of SEFTA" if choice == CONVERT else "Give up the odd share for {half:money}"
            )
            return Message(text, half=half)
        case SeftaTokens():
            return Message("Give up the token on {place}", place=components.place(hex_of(StopId(choice))))
    return None


def _war_effort(game: Game, corporation: str, train: str) -> Message:
    """11.2.17: any train but the dearest takes a card."""
    text = "Give up the {train} of {corporation} for {amount:money}"
    if train != dearest(game, corporation)[0]:
        text = "Play political support and give up the {train} of {corporation} for {amount:money}"
    return Message(text, train=train, corporation=corporation, amount=half_price(game, train))
