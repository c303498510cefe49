"""Standing orders: what a player lets the server do for them, until something happens that the order was not meant for.

An order is given for one kind of moment. Whatever else is to be decided waits for its player; whatever makes the order
pointless or dearer than it was cancels it, and its owner is told why.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Accept, Action, Bid, BuyShare, Decline, Dividend, Pass, RunTrains
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, side
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import certificate_cost, holder_of, purchase_refusal
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.steps.run import RunStep, Takings
from ferrovia.saying.message import Message
from ferrovia.sitting.moment import Moment
from ferrovia.table.law import USUAL, TableLaw
from ferrovia.table.models import Person, Table
from ferrovia.table.page.lots import lot_up
from ferrovia.table.pass_orders import PassOrder, Until, why_over
from ferrovia.table.private_data import ORDERS, keep, stored
from ferrovia.table.stored_messages import StoredMessage

Kind = Literal["pass", "buy", "bid", "run", "accept", "decline"]
PRICED: tuple[Kind, ...] = ("bid", "accept", "decline")  # for which their player names a price

MOST = 12  # orders of one person at a table
MOST_NOTES = 6


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What shall be done for a player."""

    id: str
    kind: Kind
    player: str
    number: int  # after how many moves it was given
    acted: int = 0  # after how many moves it acted last
    corporation: str = ""  # or the lot that is bid for
    source: str = ""  # from where stock is bought
    price: int = 0  # the most for a certificate or a lot, the least that a run must bring, the price of an offer
    step: str = ""  # and the round, in which it passes
    round: Round | None = None
    until: Until = "change"  # and what ends its passing

    def is_like(self, other: Order) -> bool:
        """Whether both are the same order, whenever they are given and for which price."""
        return _meant(self) == _meant(other)

    def passes_beside(self, other: Order) -> bool:
        """Whether both pass for one player: one of them is enough, for the first that passes would undo the other."""
        return (self.kind, self.player) == ("pass", other.player) and other.kind == "pass"


def _meant(order: Order) -> tuple[str, str, str, str]:
    return order.kind, order.player, order.corporation, order.until


class Note(msgspec.Struct, frozen=True):
    """What became of an order, for its owner."""

    order: Order
    number: int
    why: StoredMessage
    clause: str = ""  # by which it was refused, if it was


class Orders(msgspec.Struct):
    """The orders of one person, and what became of the last ones."""

    standing: list[Order] = []
    notes: list[Note] = []

    def noted(self, order: Order, number: int, why: Message | Refusal) -> Orders:
        """Without an order that is over; why is told, with its clause where it was refused."""
        words, clause = (why.message, why.rule) if isinstance(why, Refusal) else (why, "")
        note = Note(order, number, StoredMessage.of(words), clause)
        left = [each for each in self.standing if each.id != order.id]
        return Orders(left, [*self.notes, note][-MOST_NOTES:])

    def changed(self, order: Order) -> Orders:
        return Orders([order if each.id == order.id else each for each in self.standing], self.notes)


def orders_of(table: Table, person: Person | None) -> Orders:
    return stored(table, person, ORDERS, Orders) or Orders()


def keep_orders(table: Table, person: Person, orders: Orders) -> None:
    keep(table, person, ORDERS, orders)


# Giving


def possible(game: Game, player: str, law: TableLaw = USUAL) -> list[Order]:
    """The orders that a player could give now, as they would stand; the price of an offer is still to be named."""
    state, found = game.state, []

    def order(kind: Kind, **fields: Any) -> None:
        made = Order(id=secrets.token_hex(4), kind=kind, player=player, number=state.number, **fields)
        found.append(made)

    if game.over or player in state.gone:
        return []
    if state.round.kind == "auction":
        order("pass", step=_round_step(game), round=state.round)
    if state.round.kind == "stock":
        order("pass", step=_round_step(game), round=state.round, until="concern")
        order("pass", step=_round_step(game), round=state.round, until="round")
        for name in state.certificates:
            if game.is_started(name) and not game.percent(name, POOL):
                order("pass", corporation=name, step=_round_step(game), round=state.round, until="pool")
    for lot in lots_for(game, player):
        order("bid", corporation=lot)
    if state.round.kind == "stock":
        for name in state.certificates:
            cost, source = _cheapest(game, player, name)
            if source and not _has_floated(game, name):
                order("buy", corporation=name, source=source, price=cost)
    for name in state.certificates if law.best_run != "hidden" else ():
        if game.is_started(name) and game.president(name) == player and game.trains(name):
            order("run", corporation=name, price=state.earnings.get(name, 0))
    order("accept")
    order("decline")
    return found


def not_orderable(game: Game, order: Order) -> Refusal:
    """Why an order could not be given now: for a purchase the rule that forbids it, where one does."""
    name, sources = order.corporation, game.title.stock.sources
    if order.kind == "buy" and name in game.state.certificates and game.is_started(name):
        found = [purchase_refusal(game, order.player, name, source) for source in sources]
        if found and found[0] is not None and not any(each is None for each in found):
            return found[0].cited(game.title.clause(game, found[0]))
    return Refusal("order", "Such an order cannot be given now: nothing was kept.")


def lots_for(game: Game, player: str) -> list[str]:
    """The lots for which somebody bids: the one that is up, and those on which their bids stand."""
    sale, up = game.find(Auction), lot_up(game)
    found = [private for private, bidder, _ in sale.bids if bidder == player] if sale is not None else []
    if up is not None:
        found = [up.lot] * (player in up.bidders) + [lot for lot in found if lot != up.lot]
    return list(dict.fromkeys(found))


def _round_step(game: Game) -> str:
    """The step in which players take turns in this round, whatever is asked of somebody in between."""
    return game.state.agenda[0].step(game) if game.state.agenda else ""


def _has_floated(game: Game, corporation: str) -> bool:
    """Whether buying was for floating it, and is over; where nothing floats one may go on."""
    corporations = game.title.corporations
    return bool(corporations.floats_at) and corporations.has_floated(game, corporation)


def _cheapest(game: Game, player: str, corporation: str) -> tuple[int, str]:
    """What the next certificate that a player may buy costs, and where; nowhere if there is none."""
    if not game.is_started(corporation):
        return 0, ""
    sources = game.title.stock.sources
    free = [source for source in sources if purchase_refusal(game, player, corporation, source) is None]
    return min(((_cost(game, corporation, source) or 0, source) for source in free), default=(0, ""))


def _cost(game: Game, corporation: str, source: str) -> int | None:
    number = game.title.stock.next_certificate(game, corporation, holder_of(corporation, source))
    return None if number is None else certificate_cost(game, corporation, source, number)


# Carrying out


def verdict(order: Order, now: Moment) -> Action | Message | Refusal | None:
    """What an order makes of a position: an action, the reason why it is over, or nothing yet."""
    if now.number < max(order.number, order.acted):
        return Message("Something was taken back.")
    game = now.game
    match order.kind:
        case "pass":
            return _pass(order, now)
        case "buy":
            return _buy(order, now)
        case "bid":
            return _bid(order, game)
        case "run":
            return _run(order, game)
    return _answer(order, game)


def _decides(order: Order, game: Game) -> bool:
    return game.top.decider(game) == order.player


def _pass(order: Order, now: Moment) -> Action | Message | Refusal | None:
    game = now.game
    if game.state.round != order.round:
        return Message("{round} is over.", round=order.round)
    over = why_over(PassOrder(order.player, order.number, order.until, order.corporation), now)
    if over is not None:
        return over
    if not _decides(order, game):
        return None
    if game.top.step(game) != order.step:
        return Message("Something else is asked of you.")
    refusal = game.why_not(Pass(), by=order.player)
    return Pass() if refusal is None else refusal


def _buy(order: Order, now: Moment) -> Action | Message | Refusal | None:
    game, name = now.game, order.corporation
    if not game.is_started(name):
        return Message("{corporation} has closed.", corporation=name)
    buying = BuyShare(name, order.source)  # type: ignore[arg-type]
    if order.acted == now.number and _decides(order, game) and game.why_not(Pass(), by=order.player) is None:
        return Pass()  # it has bought in this turn
    if _has_floated(game, name):
        return Message("{corporation} has floated.", corporation=name)
    if not _decides(order, game) or game.state.round.kind != "stock" or game.top.step(game) != _round_step(game):
        return None
    refusal = game.why_not(buying, by=order.player)
    if refusal is not None:
        return refusal
    cost = _cost(game, name, order.source)
    if cost is None or cost > order.price:
        return Message(
            "A certificate of {corporation} now costs {cost:money}, more than {price:money}.",
            corporation=name,
            cost=cost or 0,
            price=order.price,
        )
    return buying


def _bid(order: Order, game: Game) -> Action | Message | None:
    """The lowest bid that counts, as long as the lot is bid for alone and the limit allows it."""
    lot = order.corporation
    if lot not in lots_for(game, order.player):
        return Message("The bidding for {lot} is over.", lot=lot)
    up = lot_up(game)
    if not _decides(order, game) or up is None or up.lot != lot:
        return None
    for span in game.decision.ranges:
        if isinstance(span.action, Bid) and span.action.private == lot:
            if span.low <= order.price:
                return span.at(span.low)
            text = "The next bid for {lot} is {low:money}, more than {price:money}."
            return Message(text, lot=lot, low=span.low, price=order.price)
    return None


def _run(order: Order, game: Game) -> Action | Message | None:
    name = order.corporation
    if not game.is_started(name) or game.president(name) != order.player:
        return Message("{corporation} is no longer yours.", corporation=name)
    if not _decides(order, game) or game.top.corporation_of(game) != name:
        return None
    decision = game.decision
    for choice in decision.choices:
        if isinstance(choice, RunTrains):
            revenue = _revenue(game, choice)
            if revenue < order.price:
                text = "The best run of {corporation} brings only {revenue:money}, less than {price:money}."
                return Message(text, corporation=name, revenue=revenue, price=order.price)
            return choice
    paying = Dividend("pay")
    if any(isinstance(choice, Dividend) for choice in decision.choices):
        return paying if paying in decision.choices else Message("{corporation} cannot pay.", corporation=name)
    return None


def _revenue(game: Game, running: RunTrains) -> int:
    """What a run brings without any luck."""
    turn = game.top
    step = turn.step_of(game) if isinstance(turn, OperatingTurn) else None
    takings = (
        step.takings(game, turn, running) if isinstance(step, RunStep) and isinstance(turn, OperatingTurn) else None
    )
    return takings.revenue if isinstance(takings, Takings) else 0


def _answer(order: Order, game: Game) -> Action | Message | None:
    answer = Accept() if order.kind == "accept" else Decline()
    if not _decides(order, game) or answer not in game.decision.choices:
        return None
    price = _offered(game, order.player)
    if price is None:
        return None
    is_meant = price >= order.price if order.kind == "accept" else price < order.price
    return answer if is_meant else None


def _offered(game: Game, player: str) -> int | None:
    """The price of the offer that a player must answer; None where it is not clear which one that is."""
    if isinstance(game.top, Offer):
        return game.top.price
    prices = [each["price"] for each in game.title.seen.offers(game) if side(game, each["seller"]) == player]
    return prices[0] if len(prices) == 1 else None


def without(orders: Orders, ids: Sequence[str]) -> Orders:
    """Without some orders, and without the notes."""
    return Orders([each for each in orders.standing if each.id not in ids], [])
