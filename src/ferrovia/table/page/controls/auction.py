"""Auctions: the lots, the bids on them, a price to name."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.table.page.choosing import chosen, number_picked, passing, price_picked
from ferrovia.table.page.control import Chosen, Control, Effect
from ferrovia.table.page.lots import Lot, Lots, lots
from ferrovia.table.page.reasons import Why, ask_why, asked_why, why_if_asked
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.titles.t18fb.actions import PutUp
from ferrovia.titles.t18fb.auctions import Lots as Lotted


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


def auction(scene: Scene) -> Control | None:
    """The control, where lots are bid for, bought or put up."""
    if not isinstance(scene.game.top, Auction | Contest | Lotted):
        return None
    sale, choices = lots(scene), scene.choices
    if sale is None or scene.decision is None:
        return None
    picked = 0 if len(choices) == 1 else number_picked(scene)
    rows = [row for lot in sale.cards for row in [_row(scene, sale, lot, picked)] if row is not None]
    made = _chosen(scene, sale, choices[picked]) if picked >= 0 else None
    return Control(
        template="table/controls/auction.html",
        question=_question(scene, sale),
        chosen=made,
        passing=passing(scene),
        parts={
            "lots": sale,
            "rows": rows,
            "line": [*reversed(sale.current.bids)] if sale.current is not None else [],
            "next": made.named if made is not None and made.price is not None else 0,
            "sets_aside": isinstance(scene.game.top, Auction),
            "stepper": made is not None and made.price is not None,
            "why": asked_why(scene),
        },
        marks={"hexes": _hexes(scene, sale, rows)},
    )


def _question(scene: Scene, sale: Lots) -> str:
    say = scene.say
    if any(isinstance(choice, PutUp) for choice in scene.choices):
        return say("Put up a lot")
    if sale.current is not None:
        return say("Bid for {lot}?", lot=sale.current.id)
    return say("Buy, bid or pass")


def _row(scene: Scene, sale: Lots, lot: Lot, picked: int) -> BidRow | None:
    for number, choice in enumerate(scene.choices):
        action = choice.action if isinstance(choice, Range) else choice
        if _lot_of(action) == lot.id:
            title, note = _words(scene, sale, lot, choice)
            return BidRow(lot, title, note, number, number == picked, choice if isinstance(choice, Range) else None)
    if lot.state not in ("open", "offer") or not isinstance(scene.game.top, Auction):
        return None
    return _refused(scene, scene.game.top, lot)


def _lot_of(action: Action) -> str:
    match action:
        case Bid(private=name) | BuyPrivate(private=name) | PutUp(lot=name):
            return name
    return ""


def _words(scene: Scene, sale: Lots, lot: Lot, choice: Choice) -> tuple[str, str]:
    """What can be done about a lot, and what is to be known about it."""
    say = scene.say
    match choice:
        case PutUp():
            return lot.name, say("pays {revenue} a round", revenue=lot.revenue) if lot.revenue else ""
        case BuyPrivate(price=price):
            return say("Buy {lot}", lot=lot.id), say("{price:money}, on offer to you now", price=price)
    assert isinstance(choice, Range)
    title = say("Your bid") if sale.current is not None else say("Bid on {lot}", lot=lot.id)
    span = {"low": choice.low, "high": choice.high, "step": choice.step}
    lead = lot.lead
    if lead is not None and sale.current is None:
        if lead.is_mine:
            return title, say("you lead with {price}; {low} to {high}", price=lead.price, **span)
        return title, say("{player} leads with {price}; {low} to {high}", player=lead.player, price=lead.price, **span)
    if choice.step > 1:
        return title, say("{low} to {high}, by {step}", **span)
    return title, say("{low} to {high}", **span)


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


def _chosen(scene: Scene, sale: Lots, choice: Choice) -> Chosen:
    if isinstance(choice, PutUp):
        return chosen(scene, choice, button=scene.say("Put up {lot}", lot=choice.lot))
    return chosen(scene, choice, more=tuple(_bid_effects(scene, sale, choice)))


def _bid_effects(scene: Scene, sale: Lots, choice: Choice) -> list[Effect]:
    """What a bid means beside the other bids on the lot."""
    if not isinstance(choice, Range) or not isinstance(choice.action, Bid):
        return []
    say, price, name = scene.say, price_picked(scene, choice), choice.action.private
    lot = next(card for card in sale.cards if card.id == name)
    lead, mine = lot.lead, next((bid for bid in lot.bids if bid.is_mine), None)
    over = say("above {price} of {player}", price=lead.price, player=lead.player) if lead and not lead.is_mine else ""
    found = [Effect(say("Your bid on {lot}", lot=name), str(mine.price) if mine else "", str(price), note=over)]
    if isinstance(scene.game.top, Lotted) and scene.viewer is not None:
        cash = scene.game.cash(scene.viewer)
        rivals = [purse for purse in sale.purses if not purse.has_passed and not purse.is_mine]
        if rivals:  # against nobody the lot is bought at once, which the money shows by itself
            found.append(Effect(say("Your money, if it stays"), str(cash), str(cash - price), -price))
        found += [
            Effect(say("{player} has", player=rival.player), after=str(rival.cash), note=say("and may go on"))
            for rival in rivals
            if rival.cash > price
        ]
    return found


def _hexes(scene: Scene, sale: Lots, rows: list[BidRow]) -> list[HexMark]:
    """What the lot that is up or chosen touches on the map."""
    shown = sale.current or next((row.lot for row in rows if row.is_chosen), None)
    return [hex_mark(scene, hex_id, scene.picked()) for hex_id in shown.hexes] if shown is not None else []
