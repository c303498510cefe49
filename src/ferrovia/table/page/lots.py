"""The lots of an auction: what each is, what it pays and can do, who has bid, who has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.events import PrivateAwarded, PrivateBought
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.table.page.face import LotUp, face_of
from ferrovia.table.page.papers import paper, printed
from ferrovia.table.page.scene import Scene

SHOW = "show"  # the pick that turns from the cards to the map and back


@dataclass(frozen=True)
class StandingBid:
    """A bid that counts, or counted."""

    player: str
    place: int  # of the seat
    price: int
    is_top: bool
    is_mine: bool


@dataclass(frozen=True)
class Lot:
    """One lot as a card."""

    id: str
    name: str
    face: int
    revenue: str
    sale: str  # for what corporations may buy it
    power: str
    state: str  # sold, offer, open, pool
    owner: str
    owner_place: int
    bids: tuple[StandingBid, ...]
    hexes: tuple[str, ...]  # what it touches on the map
    drops: str = ""  # when it comes to pay less
    sold_for: int = 0  # what its owner has paid in this auction; 0 where that is not known, or nothing
    asks: str = "private"  # what kind of thing it is, to be asked about

    @property
    def lead(self) -> StandingBid | None:
        return self.bids[0] if self.bids else None


@dataclass(frozen=True)
class Purse:
    """What somebody has to bid with."""

    player: str
    place: int
    cash: int
    free: int
    is_mine: bool
    has_passed: bool


@dataclass(frozen=True)
class Lots:
    """All lots of the auction that is on."""

    cards: tuple[Lot, ...]
    purses: tuple[Purse, ...]
    current: Lot | None  # the one that is bid for alone
    on_stage: bool  # whether the cards lie on the stage, or the map

    @property
    def left(self) -> int:
        """How many are still to be sold."""
        return sum(lot.state != "sold" for lot in self.cards)


def lots(scene: Scene) -> Lots | None:
    """The lots, while they are bid for; not while somebody settles what comes with one."""
    game = scene.game
    if game.over:
        return None
    cards = tuple(scene.face.lots(scene))
    if not cards and isinstance(game.top, Auction | Contest):
        cards = tuple(_private(scene, name) for name in game.title.box.privates)
    if not cards:
        return None
    up = lot_up(game)
    current = next((card for card in cards if up is not None and card.id == up.lot), None)
    shown = scene.pick.get(SHOW, "")
    return Lots(cards, tuple(_purses(scene, up)), current, shown == "cards" or (not shown and current is None))


def lot_up(game: Game) -> LotUp | None:
    """The lot that is bid for alone, if there is one."""
    contest = game.find(Contest)
    if contest is not None:
        return LotUp(contest.private, tuple(bidder for bidder, _ in contest.bids))
    return face_of(game.title).lot_up(game)


def _private(scene: Scene, name: str) -> Lot:
    """A lot of the waterfall auction."""
    game, table = scene.game, printed(scene, name)
    sale, contest = game.find(Auction), game.find(Contest)
    assert sale is not None
    is_offered = contest is None and sale.offered(game) == name
    state = "offer" if is_offered else "open" if game.state.privates.get(name) == BANK else "sold"
    bids = [(player, price) for price, player in sale.standing(name)]
    if contest is not None and contest.private == name:
        bids = list(contest.bids)
    hexes = (*table.get("hexes", ()), *table.get("blocks_hexes", ()))
    return private_lot(scene, name, state, bids, hexes)


def private_lot(scene: Scene, name: str, state: str, bids: Iterable[tuple[str, int]], hexes: Iterable[str]) -> Lot:
    """A private company or card as a lot; `state` is how it stands as long as it has no owner."""
    own = paper(scene, name)
    assert own is not None
    return Lot(
        name,
        own.name,
        own.face,
        own.revenue,
        own.sale,
        " ".join([own.power, *scene.face.told_of_private(scene, name)]).strip(),
        *standing(scene, scene.game.state.privates.get(name, ""), state),
        standing_bids(scene, bids),
        tuple(each for each in hexes if each in scene.title.box.board.hexes),
        own.drops,
        _paid(scene, name) if scene.game.state.privates.get(name) in scene.game.state.seats else 0,
    )


def _paid(scene: Scene, name: str) -> int:
    """For what a lot was sold, as it was told; all moves are gone through for it, so not for every viewer."""
    return scene.game.remembered(("paid", name), lambda: _told_price(scene, name))


def _told_price(scene: Scene, name: str) -> int:
    for told in reversed(scene.moment.events_since(0)):
        for event in told.events or ():
            if isinstance(event, PrivateBought | PrivateAwarded) and event.private == name:
                return event.price
    return 0


def standing(scene: Scene, owner: str, state: str) -> tuple[str, str, int]:
    """How a lot stands, its owner, and that one's mark; `state` holds as long as no player owns it."""
    if owner in scene.game.state.seats:
        return "sold", owner, scene.mark(owner)
    return state, "", 0


def standing_bids(scene: Scene, bids: Iterable[tuple[str, int]]) -> tuple[StandingBid, ...]:
    """Bids on a lot, the highest first."""
    return tuple(
        StandingBid(player, scene.mark(player), price, number == 0, player == scene.viewer)
        for number, (player, price) in enumerate(sorted(bids, key=lambda bid: -bid[1]))
    )


def _purses(scene: Scene, up: LotUp | None) -> Iterator[Purse]:
    game, sale = scene.game, scene.game.find(Auction)
    for player in game.players:
        cash = game.cash(player)
        has_passed = up is not None and player not in up.bidders
        free = sale.free_cash(game, player) if sale is not None else cash
        yield Purse(player, scene.mark(player), cash, free, player == scene.viewer, has_passed)
