"""The bids of an auction as a table: what each player has, has set aside, and has bid on every lot."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.auction import Auction
from ferrovia.table.page.lots import Lot, Lots, Purse
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class BidCell:
    """What one player has to do with one lot."""

    price: int = 0
    is_top: bool = False
    is_owner: bool = False


@dataclass(frozen=True)
class BidLine:
    """A player."""

    purse: Purse
    cells: tuple[BidCell, ...]  # where bids stand on several lots at once
    owned: tuple[str, ...]
    standing: str  # how it stands with the one lot that is up, in words

    @property
    def aside(self) -> int:
        return self.purse.cash - self.purse.free


@dataclass(frozen=True)
class Bids:
    """All of it; `lots` are empty where one lot after the other is bid for."""

    lots: tuple[str, ...]
    lines: tuple[BidLine, ...]
    current: str


def bids(scene: Scene, sale: Lots) -> Bids:
    stands = scene.game.find(Auction) is not None
    lots = tuple(lot.id for lot in sale.cards) if stands else ()
    lines = tuple(
        BidLine(
            purse,
            tuple(_cell(lot, purse.player) for lot in sale.cards) if stands else (),
            tuple(lot.id for lot in sale.cards if lot.owner == purse.player),
            _standing(scene, sale.current, purse) if sale.current is not None else "",
        )
        for purse in sale.purses
    )
    return Bids(lots, lines, sale.current.id if sale.current is not None else "")


def _cell(lot: Lot, player: str) -> BidCell:
    if lot.owner == player:
        return BidCell(is_owner=True)
    bid = next((bid for bid in lot.bids if bid.player == player), None)
    return BidCell(bid.price, bid.is_top) if bid is not None else BidCell()


def _standing(scene: Scene, lot: Lot, purse: Purse) -> str:
    say, is_next = scene.say, scene.decider == purse.player
    bid = next((bid for bid in lot.bids if bid.player == purse.player), None)
    if bid is not None and bid.is_top:
        return say("leads with {price}", price=bid.price)
    if purse.has_passed:
        return say("bid {price}, passed", price=bid.price) if bid is not None else say("has passed")
    if bid is not None:
        return say("bid {price}, to speak", price=bid.price) if is_next else say("bid {price}", price=bid.price)
    return say("to speak") if is_next else ""
