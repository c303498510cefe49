"""3.2, 3.6.2: putting a lot up, and bidding for the one that is up."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Bid
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.table.page.choosing import chosen, price_picked
from ferrovia.table.page.control import Chosen, Control, Effect
from ferrovia.table.page.controls.auction import (
    AuctionParts,
    BidRow,
    auction_control,
    bid_effects,
    bid_row,
    lot_picked,
)
from ferrovia.table.page.lots import Lots, lots
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb.actions import PutUp
from ferrovia.titles.t18fb.auctions import Lots as LotsFrame


def auction(scene: Scene) -> Control[AuctionParts] | None:
    """The control, where lots are put up or bid for."""
    sale = lots(scene) if isinstance(scene.game.top, LotsFrame) else None
    if sale is None or scene.decision is None:
        return None
    picked = lot_picked(scene)
    rows = list(_rows(scene, sale, picked))
    made = _chosen(scene, sale, scene.choices[picked]) if picked >= 0 else None
    return auction_control(scene, sale, rows, made, sets_aside=False)


def _rows(scene: Scene, sale: Lots, picked: int) -> Iterator[BidRow]:
    for lot in sale.cards:
        for number, choice in enumerate(scene.choices):
            match choice:
                case PutUp(lot=name) if name == lot.id:
                    note = scene.say("pays {revenue} a round", revenue=lot.revenue) if lot.revenue else ""
                    yield BidRow(lot, lot.name, note, number, number == picked)
                case Range(action=Bid(private=name)) if name == lot.id:
                    yield bid_row(scene, sale, lot, number, choice, picked)


def _chosen(scene: Scene, sale: Lots, choice: Choice) -> Chosen:
    if isinstance(choice, PutUp):
        return chosen(scene, choice, button=scene.say("Put up {lot}", lot=choice.lot))
    return chosen(scene, choice, more=(*bid_effects(scene, sale, choice), *_purses_left(scene, sale, choice)))


def _purses_left(scene: Scene, sale: Lots, choice: Choice) -> Iterator[Effect]:
    """What the bidder would have left, and who could still bid more."""
    rivals = [purse for purse in sale.purses if not purse.has_passed and not purse.is_mine]
    if not isinstance(choice, Range) or not isinstance(choice.action, Bid) or scene.viewer is None:
        return
    say, price, cash = scene.say, price_picked(scene, choice), scene.game.cash(scene.viewer)
    if rivals:  # against nobody the lot is bought at once, which the money shows by itself
        yield Effect(say("Your money, if it stays"), str(cash), str(cash - price), -price)
    for rival in rivals:
        if rival.cash > price:
            yield Effect(say("{player} has", player=rival.player), after=str(rival.cash), note=say("and may go on"))
