"""Standing orders on the page: what stands, what became of the last ones, what could be ordered."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ferrovia.table.models import Person
from ferrovia.table.orders import MOST, PRICED, Order, Orders, possible
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class OrderLine:
    """One order in words."""

    id: str
    title: str
    detail: str
    fields: str = ""  # what a form sends to give it
    asks_price: bool = False


@dataclass(frozen=True)
class NoteLine:
    """What became of an order."""

    title: str
    text: str
    number: int
    clause: str = ""


@dataclass(frozen=True)
class OrdersPart:
    standing: tuple[OrderLine, ...]
    notes: tuple[NoteLine, ...]
    possible: tuple[OrderLine, ...]


def orders_part(scene: Scene, person: Person | None, orders: Orders) -> OrdersPart | None:
    """What the owner of a seat is shown of their orders; None for everybody else."""
    if person is None or scene.viewer is None or scene.game.over or scene.mode in ("past", "sandbox"):
        return None
    new = possible(scene.game, scene.viewer, scene.law) if len(orders.standing) < MOST else []
    return OrdersPart(
        tuple(OrderLine(order.id, _title(scene, order), _detail(scene, order)) for order in orders.standing),
        tuple(
            NoteLine(_title(scene, note.order), scene.say(note.why), note.number, note.clause)
            for note in reversed(orders.notes)
        ),
        tuple(
            OrderLine("", _title(scene, order), _detail(scene, order), _named(order), order.kind in PRICED)
            for order in new
            if not any(order.is_like(known) for known in orders.standing)
        ),
    )


def _named(order: Order) -> str:
    """Which order is meant, whenever it is given: so its form is the same after the next move."""
    meant = Order(
        id="", kind=order.kind, player=order.player, number=0, corporation=order.corporation, until=order.until
    )
    return msgspec.json.encode(meant).decode()


def _title(scene: Scene, order: Order) -> str:
    say = scene.say
    match order.kind:
        case "pass":
            return _passing(scene, order)
        case "buy":
            if scene.title.corporations.floats_at:
                return say("Buy {corporation} until it floats", corporation=order.corporation)
            return say("Buy {corporation}, one certificate a turn", corporation=order.corporation)
        case "bid":
            if not order.price:
                return say("Bid on for {lot}, up to a price", lot=order.corporation)
            return say("Bid on for {lot}, up to {price:money}", lot=order.corporation, price=order.price)
        case "run":
            return say("Best run of {corporation}, and pay", corporation=order.corporation)
        case "accept":
            if not order.price:
                return say("Accept offers from a price on")
            return say("Accept offers of {price:money} and more", price=order.price)
        case "decline":
            if not order.price:
                return say("Decline offers under a price")
            return say("Decline offers under {price:money}", price=order.price)


def _passing(scene: Scene, order: Order) -> str:
    say = scene.say
    match order.until:
        case "concern":
            return say("Pass until somebody sells what I hold or can take a presidency of mine")
        case "pool":
            return say("Pass until a share of {corporation} is in the pool", corporation=order.corporation)
        case "round":
            return say("Pass for the rest of this stock round")
    return say("Pass until something changes")


def _detail(scene: Scene, order: Order) -> str:
    say = scene.say
    match order.kind:
        case "pass" if order.until != "change":
            return say("At most to the end of {round}.", round=order.round)
        case "pass":
            if order.round is not None and order.round.kind == "auction":
                return say("In the auction, until somebody does something else than pass.")
            return say("In {round}, until somebody does something else than pass.", round=order.round)
        case "buy":
            return say("As long as one costs {price:money} at most.", price=order.price)
        case "bid":
            return say("The lowest bid that counts, each time it is your turn to bid for it.")
        case "run":
            return say("In every operating turn, if it brings {price:money} or more.", price=order.price)
    return say("Whatever is offered for.")
