"""Auctions: the lots, the bids on them, a price to name; titles with auctions of their own build on it."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.table.page.choosing import chosen, number_picked, price_picked
from ferrovia.table.page.control import Chosen, Control, ControlMarks, Effect
from ferrovia.table.page.lots import Lot, Lots, StandingBid, lots
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, ask_why, asked_why, why_if_asked
from ferrovia.table.page.scene import PASS, Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.table.page.wording import asked


@dataclass(frozen=True)
class BidRow:
    """What can be done about one lot."""

    lot: Lot
    title: str
    note: str
    number: int = -1  # of the choice; -1 where it is refused
    is_chosen: bool = False
    price: Range | None = None
    ask: str = ""
    why: Why | None = None


@dataclass(frozen=True)
class AuctionParts:
    """The lots and what can be done about them."""

    lots: Lots
    rows: list[BidRow]
    line: list[StandingBid]  # the bids on the lot that is up, the first one first
    next: int  # the bid that stands in the field
    sets_aside: bool
    stepper: bool
    why: Why | None


def auction(scene: Scene) -> Control[AuctionParts] | None:
    """The control, where private companies are bid for or bought."""
    if not isinstance(scene.game.top, Auction | Contest):
        return None
    sale = lots(scene)
    if sale is None or scene.decision is None:
        return None
    picked = lot_picked(scene)
    rows = [row for lot in sale.cards for row in [_row(scene, sale, lot, picked)] if row is not None]
    made = None
    if picked >= 0:
        made = chosen(scene, scene.choices[picked], more=tuple(bid_effects(scene, sale, scene.choices[picked])))
    return auction_control(scene, sale, rows, made, sets_aside=isinstance(scene.game.top, Auction))


def lot_picked(scene: Scene) -> int:
    """The number of the choice that is pointed at: the only one, or the one that is picked; -1 for none.

    Whoever points at passing names no price: a field for one would keep the browser from sending the pass.
    """
    if scene.pick.get(PASS):
        return -1
    return 0 if len(scene.choices) == 1 else number_picked(scene)


def auction_control(
    scene: Scene, sale: Lots, rows: list[BidRow], made: Chosen | None, *, sets_aside: bool
) -> Control[AuctionParts]:
    """The control for any auction; `sets_aside` where the money of standing bids cannot be spent."""
    has_price = made is not None and made.price is not None
    return Control(
        template="table/controls/auction.html",
        question=asked(scene),
        chosen=made,
        passing=passing(scene),
        parts=AuctionParts(
            lots=sale,
            rows=rows,
            line=[*reversed(sale.current.bids)] if sale.current is not None else [],
            next=made.named if made is not None and has_price else 0,
            sets_aside=sets_aside,
            stepper=has_price,
            why=asked_why(scene),
        ),
        marks=ControlMarks(hexes=_hexes(scene, sale, rows)),
    )


def _row(scene: Scene, sale: Lots, lot: Lot, picked: int) -> BidRow | None:
    for number, choice in enumerate(scene.choices):
        match choice:
            case BuyPrivate(private=name, price=price) if name == lot.id:
                title = scene.say("Buy {lot}", lot=lot.id)
                note = scene.say("{price:money}, on offer to you now", price=price)
                return BidRow(lot, title, note, number, number == picked)
            case Range(action=Bid(private=name)) if name == lot.id:
                return bid_row(scene, sale, lot, number, choice, picked)
    if lot.state not in ("open", "offer") or not isinstance(scene.game.top, Auction):
        return None
    return _refused(scene, scene.game.top, lot)


def bid_row(scene: Scene, sale: Lots, lot: Lot, number: int, span: Range, picked: int) -> BidRow:
    """A lot that can be bid for: from what to what, and who leads."""
    say, lead, is_alone = scene.say, lot.lead, sale.current is not None
    figures = {"low": span.low, "high": span.high, "step": span.step}
    if lead is not None and not is_alone and lead.is_mine:
        note = say("you lead with {price}; {low} to {high}", price=lead.price, **figures)
    elif lead is not None and not is_alone:
        note = say("{player} leads with {price}; {low} to {high}", player=lead.player, price=lead.price, **figures)
    elif span.step > 1:
        note = say("{low} to {high}, by {step}", **figures)
    else:
        note = say("{low} to {high}", **figures)
    title = say("Your bid") if is_alone else say("Bid on {lot}", lot=lot.id)
    return BidRow(lot, title, note, number, number == picked, span)


def _refused(scene: Scene, sale: Auction, lot: Lot) -> BidRow:
    """A lot on which the viewer cannot bid now, or that they cannot buy."""
    say, game = scene.say, scene.game
    free = sale.free_cash(game, scene.viewer or "")
    action: Action
    if lot.state == "offer":
        price = sale.asking_price(game, lot.id)
        action, title = BuyPrivate(lot.id, price), say("Buy {lot}", lot=lot.id)
    else:
        price = sale.least_bid(game, lot.id)
        action, title = Bid(lot.id, price), say("Bid on {lot}", lot=lot.id)
    note = say("{least} or more; you have {free} free", least=price, free=free)
    return BidRow(lot, title, note, ask=ask_why(scene, action), why=why_if_asked(scene, action))


def bid_effects(scene: Scene, sale: Lots, choice: Choice) -> list[Effect]:
    """What a bid means beside the other bids on the lot."""
    if not isinstance(choice, Range) or not isinstance(choice.action, Bid):
        return []
    say, price, name = scene.say, price_picked(scene, choice), choice.action.private
    lot = next(card for card in sale.cards if card.id == name)
    lead, mine = lot.lead, next((bid for bid in lot.bids if bid.is_mine), None)
    over = say("above {price} of {player}", price=lead.price, player=lead.player) if lead and not lead.is_mine else ""
    return [Effect(say("Your bid on {lot}", lot=name), str(mine.price) if mine else "", str(price), note=over)]


def _hexes(scene: Scene, sale: Lots, rows: list[BidRow]) -> list[HexMark]:
    """What the lot that is up or chosen touches on the map."""
    shown = sale.current or next((row.lot for row in rows if row.is_chosen), None)
    return [hex_mark(scene, hex_id, scene.picked()) for hex_id in shown.hexes] if shown is not None else []
