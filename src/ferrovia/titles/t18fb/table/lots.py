"""3.2, 3.6.2: cards and regional companies as lots, which are put up one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.table.page.face import LotUp
from ferrovia.table.page.lots import Lot, private_lot, standing, standing_bids
from ferrovia.table.page.papers import printed
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t18fb.auctions import Lots
from ferrovia.titles.t18fb.events import LotBid, LotPutUp
from ferrovia.titles.t18fb.places import bourbon_at

LONGEST_LOT = 60  # moves in which a lot is surely sold


def lots(scene: Scene) -> Iterator[Lot]:
    """All lots of the auction that is on: regional companies, or cards."""
    sale = scene.game.top
    if not isinstance(sale, Lots):
        return
    regionals = edition(scene).sheet("companies").get("regional", ())
    if any(table["id"] in (sale.lot, *sale.left) for table in regionals):
        yield from (_regional(scene, sale, table) for table in regionals)
    else:
        yield from (_card(scene, sale, name) for name in scene.title.box.privates)


def lot_up(game: Game) -> LotUp | None:
    sale = game.find(Lots)
    if sale is None or not sale.lot:
        return None
    return LotUp(sale.lot, tuple(player for player in game.players if player not in sale.passed))


def _card(scene: Scene, sale: Lots, name: str) -> Lot:
    table = printed(scene, name)
    hexes = (*table.get("hexes", ()), *table.get("blocks_hexes", ()))
    if table.get("power") == "bourbon_token":
        hexes = tuple(dict.fromkeys(hex_of(stop) for stop in bourbon_at(scene.game, name)))
    return private_lot(scene, name, _state(sale, name), _bids(scene, sale, name), hexes)


def _regional(scene: Scene, sale: Lots, table: Sheet) -> Lot:
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
        *standing(scene, game.holders(name)[0], _state(sale, name)),
        standing_bids(scene, _bids(scene, sale, name)),
        (table["home"], *(each["place"] for each in places)),
        asks="corporation",
    )


def _state(sale: Lots, name: str) -> str:
    """Whether a lot without an owner is up, still to come, or in the pool."""
    if name == sale.lot:
        return "offer"
    return "open" if name in sale.left else "pool"


def _bids(scene: Scene, sale: Lots, lot: str) -> list[tuple[str, int]]:
    """The bids since a lot was put up, as they were told."""
    found: list[tuple[str, int]] = []
    if lot != sale.lot:
        return found
    for told in scene.moment.events_since(scene.number - LONGEST_LOT):
        for event in told.events or ():
            if isinstance(event, LotPutUp):
                found.clear()
            elif isinstance(event, LotBid) and event.lot == lot:
                found.append((event.player, event.price))
    return found
