"""The lots of an auction: what each is, what it pays and can do, who has bid, who has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.engine.flow.state import BANK
from ferrovia.table.page.papers import paper, printed
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t18fb.auctions import Lots as Lotted
from ferrovia.titles.t18fb.events import LotBid, LotPutUp
from ferrovia.titles.t18fb.places import bourbon_at

LONGEST_LOT = 60  # moves in which a lot is surely sold
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


def lots(scene: Scene) -> Lots | None:
    """The lots, while they are bid for; not while somebody settles what comes with one."""
    game = scene.game
    if game.over or not isinstance(game.top, Auction | Contest | Lotted):
        return None
    cards = tuple(_lots(scene))
    contest, lotted = game.find(Contest), game.find(Lotted)
    alone = contest.private if contest is not None else lotted.lot if lotted is not None else ""
    current = next((card for card in cards if card.id == alone), None)
    shown = scene.pick.get(SHOW, "")
    return Lots(cards, tuple(_purses(scene)), current, shown == "cards" or (not shown and current is None))


def _lots(scene: Scene) -> Iterator[Lot]:
    game = scene.game
    lotted = game.find(Lotted)
    regionals = edition(scene).sheet("companies").get("regional", ())
    is_regional = lotted is not None and any(table["id"] in (lotted.lot, *lotted.left) for table in regionals)
    if not is_regional:
        yield from (_private(scene, name) for name in game.title.box.privates)
    else:
        yield from (_regional(scene, table) for table in regionals)


def _private(scene: Scene, name: str) -> Lot:
    game, table = scene.game, printed(scene, name)
    owner = game.state.privates.get(name, "")
    own = paper(scene, name)
    assert own is not None
    hexes = (*table.get("hexes", ()), *table.get("blocks_hexes", ()))
    if table.get("power") == "bourbon_token":
        hexes = tuple(dict.fromkeys(hex_of(stop) for stop in bourbon_at(game, name)))
    return Lot(
        name,
        own.name,
        own.face,
        own.revenue,
        own.sale,
        own.power,
        *_state(scene, name, owner),
        tuple(_bids(scene, name)),
        tuple(each for each in hexes if each in game.title.box.board.hexes),
        own.drops,
    )


def _regional(scene: Scene, table: Sheet) -> Lot:
    game, name, places = scene.game, table["id"], table["historical"]
    paid = [
        scene.say("{place} {cash:money}", place=game.title.box.board.place(each["place"]), cash=each["cash"])
        for each in places
    ]
    return Lot(
        name,
        table["name"],
        table["value"],
        "",
        "",
        scene.say("Its owner is paid once it is joined to {paid:or}.", paid=paid),
        *_state(scene, name, game.holders(name)[0]),
        tuple(_bids(scene, name)),
        (table["home"], *(each["place"] for each in places)),
    )


def _state(scene: Scene, name: str, owner: str) -> tuple[str, str, int]:
    """Whether a lot is sold, on offer, or still to come; its owner, and where that one sits."""
    game = scene.game
    if owner in game.state.seats:
        return "sold", owner, game.settings.players.index(owner)
    sale, lotted = game.find(Auction), game.find(Lotted)
    if sale is not None:
        is_offered = game.find(Contest) is None and sale.offered(game) == name
        return ("offer" if is_offered else "open" if owner == BANK else "sold"), "", 0
    assert lotted is not None
    if name == lotted.lot:
        return "offer", "", 0
    return ("open" if name in lotted.left else "pool"), "", 0


def _bids(scene: Scene, name: str) -> Iterator[StandingBid]:
    """Those on a lot, the highest first."""
    found = sorted(_all_bids(scene, name), key=lambda bid: -bid[1])
    players = scene.game.settings.players
    for number, (player, price) in enumerate(found):
        yield StandingBid(player, players.index(player), price, number == 0, player == scene.viewer)


def _all_bids(scene: Scene, name: str) -> list[tuple[str, int]]:
    game = scene.game
    sale, contest, lotted = game.find(Auction), game.find(Contest), game.find(Lotted)
    if contest is not None and contest.private == name:
        return list(contest.bids)
    if sale is not None:
        return [(player, price) for price, player in sale.standing(name)]
    return list(_told_bids(scene, name)) if lotted is not None and lotted.lot == name else []


def _told_bids(scene: Scene, lot: str) -> Iterator[tuple[str, int]]:
    """The bids since a lot was put up, as they were told."""
    found: list[tuple[str, int]] = []
    for told in scene.moment.events_since(scene.number - LONGEST_LOT):
        for event in told.events or ():
            if isinstance(event, LotPutUp):
                found.clear()
            elif isinstance(event, LotBid) and event.lot == lot:
                found.append((event.player, event.price))
    yield from found


def _purses(scene: Scene) -> Iterator[Purse]:
    game = scene.game
    sale, lotted, contest = game.find(Auction), game.find(Lotted), game.find(Contest)
    for player in game.players:
        cash = game.cash(player)
        has_passed = _is_out(player, lotted, contest)
        free = sale.free_cash(game, player) if sale is not None else cash
        yield Purse(player, _seat(game, player), cash, free, player == scene.viewer, has_passed)


def _is_out(player: str, lotted: Lotted | None, contest: Contest | None) -> bool:
    """Whether somebody bids no more for the lot that is up."""
    if contest is not None:
        return player not in {bidder for bidder, _ in contest.bids}
    return lotted is not None and bool(lotted.lot) and player in lotted.passed


def _seat(game: Game, player: str) -> int:
    return game.settings.players.index(player)
