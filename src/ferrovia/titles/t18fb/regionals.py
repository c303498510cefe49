"""3.6.2 and 3.6.3: the regional companies: their round, their tiles and markers, their bonuses."""

from __future__ import annotations

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.track import COLOUR_ORDER, Face
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import auctions, components, laying, places
from ferrovia.titles.t18fb.components import company_table
from ferrovia.titles.t18fb.events import (
    MarkerTaken,
    RegionalJoined,
    RegionalPooled,
    RegionalRoundBegins,
    RegionalSold,
    RegionalTokenPlaced,
    TokenWaits,
)
from ferrovia.titles.t18fb.south import add_markers, is_regional, keep, south


def nominal_value(name: str) -> int:
    return int(company_table(name)["value"])


class RegionalRound(auctions.Lots, frozen=True, tag="regional_round"):
    """3.6.2: the seven regionals are auctioned once, like political cards."""

    def cost(self, lot: str) -> int:
        return nominal_value(lot)

    def sold(self, game: Game, lot: str, player: str, price: int) -> None:
        sold(game, lot, player, price)

    def may_own(self, game: Game, player: str) -> bool:
        return may_own_more(game, player)

    def clause(self, rule: str) -> str:
        return "18FB-3.6.2.2"


def begin_round(game: Game) -> None:
    game.tell(RegionalRoundBegins())
    game.push(RegionalRound(game.state.priority, components.regionals()))


def may_own_more(game: Game, player: str) -> bool:
    """3.6.3.1: a regional counts against the certificate limit."""
    return game.certificate_count(player) < game.title.stock.certificate_limit(game)


def unsold(game: Game) -> list[str]:
    """Those in the bank pool (3.6.2.3)."""
    return [name for name in components.regionals() if game.holders(name) == (POOL,)]


def purchase_refusal(game: Game, player: str, name: str, price: int) -> Refusal | None:
    """Why a player cannot buy a regional out of the pool."""
    names = {"player": player, "name": name, "price": price, "cash": game.cash(player)}
    if name not in unsold(game):
        return Refusal("18FB-3.6.2.3", "{name} is not in the bank pool.", **names)
    least = nominal_value(name)
    if price < least:
        return Refusal("18FB-3.6.2.3", "{name} costs at least {least:money}.", least=least, **names)
    if price > game.cash(player):
        return Refusal("18FB-3.6.2.3", "{player} has {cash:money} and cannot pay {price:money}.", **names)
    if not may_own_more(game, player):
        return Refusal("18FB-3.6.3.1", "{player} is at the certificate limit.", **names)
    return None


def sold(game: Game, name: str, player: str, price: int) -> None:
    """3.6.2.4, R53: the price becomes its treasury."""
    game.pay(player, name, price)
    game.hand_over(name, 0, player)
    game.tell(RegionalSold(name=name, player=player, price=price, cash=game.cash(name)))
    pay_bonuses(game)


def operating(game: Game) -> list[str]:
    """3.6.3.4: those that players own, in their own order."""
    return [name for name in components.regionals() if game.holders(name)[0] in game.players]


# Tokens


def settle_unsold(game: Game) -> None:
    """3.6.2.3: at the end of the round what nobody wanted lies in the pool."""
    for name in components.regionals():
        if game.holders(name) == (OFFER,):
            game.hand_over(name, 0, POOL)
            game.tell(RegionalPooled(name=name))


def place_tokens(game: Game) -> None:
    """3.6.2.6, 3.6.2.7: each at its home, sold or not; without an empty slot it waits for the next."""
    keep(game, waiting=components.regionals())
    place_waiting(game)
    for name in south(game).waiting:
        game.tell(TokenWaits(name=name))


def place_waiting(game: Game) -> None:
    for name in south(game).waiting:
        stop = places.home_stop(game, name)
        if places.has_room(game, name, stop):
            keep(game, waiting=tuple(other for other in south(game).waiting if other != name))
            game.place_token(name, stop)
            game.tell(RegionalTokenPlaced(name=name, hex=hex_of(stop)))


# Tiles


def second_tile_cost() -> int:
    return int(components.sheet("game")["tile_steps"]["regional"]["extra_cost"])


def has_duty(game: Game, name: str) -> bool:
    """3.6.3.7, R55: a waiting regional must work on its home, if any tile that leads to a slot can be laid."""
    if name not in south(game).waiting:
        return False
    hex_id = hex_of(places.home_stop(game, name))
    now = COLOUR_ORDER.index(game.layout.face(hex_id).colour)
    return any(
        COLOUR_ORDER.index(option.face.colour) > now
        and option.face.colour in game.phase.tiles
        and game.state.supply[option.tile] != 0
        for option in laying.options(game.layout, hex_id)
    )


def duty_refusal(game: Game, name: str, hex_id: str, new: Face) -> Refusal | None:
    """Why a regional must not lay a tile elsewhere while its token waits."""
    if not is_regional(name) or not has_duty(game, name):
        return None
    is_home = hex_id == company_table(name)["home"]
    if is_home and COLOUR_ORDER.index(new.colour) > COLOUR_ORDER.index(game.layout.face(hex_id).colour):
        return None
    return Refusal("18FB-3.6.3.7", "{name} must first upgrade its home: its token is still waiting.", name=name)


def tile_laid(game: Game, name: str, before: Face, after: Face) -> None:
    """3.6.3.9 to 11: the tiles for which a regional takes a marker."""
    if not is_regional(name) or not after.stops or after.stops[0].kind != "town" or before.colour == after.colour:
        return
    is_double = sum(stop.size for stop in after.stops) > 1
    if after.colour == "green" and not is_double:
        return
    add_markers(game, name, 1)
    game.tell(MarkerTaken(name=name))


# Bonuses


def pay_bonuses(game: Game) -> None:
    """3.6.3.12 to 14: the owner is paid as soon as a destination is joined, whoever joined it (R54)."""
    for name in operating(game):
        owner = game.holders(name)[0]
        for hex_id, amount in _joined(game, name):
            keep(game, bonuses=(*south(game).bonuses, (name, hex_id)))
            game.pay(BANK, owner, amount)
            game.tell(RegionalJoined(name=name, hex=hex_id, owner=owner, amount=amount))


def _joined(game: Game, name: str) -> list[tuple[str, int]]:
    """The destinations that a regional reaches, and what is still to be paid for each."""
    paid = {place for company, place in south(game).bonuses if company == name}
    found = []
    for table in company_table(name)["historical"]:
        hex_id = table["place"]
        face = game.layout.face(hex_id)
        if hex_id in paid or (table["brown"] and face.colour != "brown"):
            continue
        reach = game.reach(name)
        if any(stop_id(hex_id, number) in reach.paths for number in range(len(face.stops))):
            found.append((hex_id, table["cash"]))
    return found


def paid_at_once(game: Game, name: str) -> int:
    """What the owner of a regional that is for sale will be paid as soon as its token stands on its home."""
    there = game
    if not game.state.stations[name]:
        stop = places.home_stop(game, name)
        if not places.has_room(game, name, stop):
            return 0
        there = game.fork()
        there.place_token(name, stop)
    return sum(amount for _, amount in _joined(there, name))
