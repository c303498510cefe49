"""Conservation: nothing is ever lost. What is in the box is in exactly one place, after every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT


def faults(game: Game) -> list[str]:
    """What is missing, double or in an impossible place; empty when all is well."""
    return [*_money(game), *_certificates(game), *_trains(game), *_tiles(game), *_tokens(game)]


def _money(game: Game) -> Iterator[str]:
    total = sum(game.state.cash.values()) + game.title.audit.money_elsewhere(game)
    if total != game.title.bank_size:
        yield f"The money adds up to {total}, not {game.title.bank_size}."
    for purse, amount in game.state.cash.items():
        if amount < 0 and purse != BANK:
            yield f"{purse} has {amount}."


def _certificates(game: Game) -> Iterator[str]:
    markers = Counter(marker[0] for marker in game.state.market)
    for corporation, holders in game.state.certificates.items():
        sizes = game.sizes(corporation)
        if len(holders) != len(sizes) or sum(sizes) != 100:
            yield f"{corporation} has {len(holders)} certificates of {sum(sizes)}%."
        elsewhere = game.title.audit.certificate_places(game, corporation)
        places = {*game.players, *game.state.certificates, POOL, OFFER, OUT, *elsewhere}
        if not set(holders) <= places:
            yield f"A certificate of {corporation} is with {sorted(set(holders) - places)}."
        if markers[corporation] != int(game.is_started(corporation)):
            yield f"{corporation} has {markers[corporation]} tokens on the market."
        if game.is_started(corporation):
            if game.title.audit.has_president(game, corporation) and game.president(corporation) not in game.players:
                yield f"{corporation} has no president: {game.president(corporation)}."
        elif not set(holders) <= elsewhere:
            yield f"{corporation} is not started, but its certificates are with {sorted(set(holders))}."
    for private, owner in game.state.privates.items():
        if owner not in (*game.players, *game.state.certificates, BANK):
            yield f"{private} is with {owner}."


def _trains(game: Game) -> Iterator[str]:
    now = Counter(train for trains in game.state.trains.values() for train in trains)
    box = Counter(game.title.audit.train_roster(game))
    if now != box:
        yield f"The trains are {dict(now)}, not {dict(box)}."


def _tiles(game: Game) -> Iterator[str]:
    laid = Counter(tile for tile, _ in game.layout.tiles.values())
    supply = game.state.supply
    for name, tile in game.title.box.board.tiles.items():
        missing = tile.count - supply[name] - laid.get(name, 0)
        if missing and tile.count >= 0:
            lost = game.title.audit.lost_tiles(game, name)
            if missing != lost:
                yield f"Tile {name}: {laid[name]} laid, {supply[name]} left and {lost} lost of {tile.count}."


def _tokens(game: Game) -> Iterator[str]:
    for corporation, stations in game.state.stations.items():
        placed, left = len(stations), game.state.tokens[corporation]
        lost = game.title.audit.lost_tokens(game, corporation)
        if placed + left + lost != game.corporation(corporation).tokens:
            yield f"{corporation} has {placed} tokens placed, {left} left and {lost} lost."
        if len(set(stations)) < placed:
            yield f"{corporation} has two tokens on one stop."
    for stop in dict.fromkeys(stop for stops in game.state.stations.values() for stop in stops):
        crowded = len(game.tokens_at(stop)) > game.layout.stop(stop).slots
        if crowded and not game.title.audit.may_be_crowded(game, stop):
            yield f"{stop} holds more tokens than it has spaces."
