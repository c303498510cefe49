"""Conservation: nothing is ever lost. What is in the box is in exactly one place, after every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import Message


def faults(game: Game) -> list[Message]:
    """What is missing, double or in an impossible place; empty when all is well."""
    return [*_money(game), *_certificates(game), *_trains(game), *_tiles(game), *_tokens(game)]


def _money(game: Game) -> Iterator[Message]:
    total = sum(game.state.cash.values()) + game.title.audit.money_elsewhere(game)
    if total != game.title.bank_size:
        yield Message("The money adds up to {total:money}, not {bank:money}.", total=total, bank=game.title.bank_size)
    for purse, amount in game.state.cash.items():
        if amount < 0 and purse != BANK:
            yield Message("{purse} has {amount:money}.", purse=purse, amount=amount)


def _certificates(game: Game) -> Iterator[Message]:
    markers = Counter(marker[0] for marker in game.state.market)
    for corporation, holders in game.state.certificates.items():
        sizes = game.sizes(corporation)
        if len(holders) != len(sizes) or sum(sizes) != 100:
            yield Message(
                "{corporation} has {count} {count:certificate|certificates} of {percent}% in all.",
                corporation=corporation,
                count=len(holders),
                percent=sum(sizes),
            )
        elsewhere = game.title.audit.certificate_places(game, corporation)
        places = {*game.players, *game.state.certificates, POOL, OFFER, OUT, *elsewhere}
        if not set(holders) <= places:
            text = "A certificate of {corporation} is with {holders:and}, where none can be."
            yield Message(text, corporation=corporation, holders=sorted(set(holders) - places))
        if markers[corporation] != int(game.is_started(corporation)):
            text = "{corporation} has {count} {count:token|tokens} on the market."
            yield Message(text, corporation=corporation, count=markers[corporation])
        if game.is_started(corporation):
            if game.title.audit.has_president(game, corporation) and game.president(corporation) not in game.players:
                text = "{president} cannot be the president of {corporation}."
                yield Message(text, corporation=corporation, president=game.president(corporation))
        elif not set(holders) <= elsewhere:
            text = "{corporation} has not been started, but its certificates are with {holders:and}."
            yield Message(text, corporation=corporation, holders=sorted(set(holders)))
    for private, owner in game.state.privates.items():
        if owner not in (*game.players, *game.state.certificates, BANK):
            yield Message("{private} cannot belong to {owner}.", private=private, owner=owner)


def _trains(game: Game) -> Iterator[Message]:
    now = Counter(train for trains in game.state.trains.values() for train in trains)
    box = Counter(game.title.audit.train_roster(game))
    if now != box:
        yield Message("The trains are {now}, not {box}.", now=_counted(now), box=_counted(box))


def _counted(trains: Counter[str]) -> list[str]:
    return [f"{count} x {train}" for train, count in sorted(trains.items())]


def _tiles(game: Game) -> Iterator[Message]:
    laid = Counter(tile for tile, _ in game.layout.tiles.values())
    supply = game.state.supply
    for name, tile in game.title.box.board.tiles.items():
        missing = tile.count - supply[name] - laid.get(name, 0)
        if missing and tile.count >= 0:
            lost = game.title.audit.lost_tiles(game, name)
            if missing != lost:
                yield Message(
                    "Of {count} tiles {tile}, {laid} are laid, {left} are left and {lost} are lost.",
                    tile=name,
                    count=tile.count,
                    laid=laid[name],
                    left=supply[name],
                    lost=lost,
                )


def _tokens(game: Game) -> Iterator[Message]:
    for corporation, stations in game.state.stations.items():
        placed, left = len(stations), game.state.tokens[corporation]
        lost = game.title.audit.lost_tokens(game, corporation)
        if placed + left + lost != game.corporation(corporation).tokens:
            yield Message(
                "Of {count} tokens of {corporation}, {placed} are placed, {left} are left and {lost} are lost.",
                corporation=corporation,
                count=game.corporation(corporation).tokens,
                placed=placed,
                left=left,
                lost=lost,
            )
        if len(set(stations)) < placed:
            yield Message("{corporation} has two tokens at one stop.", corporation=corporation)
    for stop in dict.fromkeys(stop for stops in game.state.stations.values() for stop in stops):
        crowded = len(game.tokens_at(stop)) > game.layout.stop(stop).slots
        if crowded and not game.title.audit.may_be_crowded(game, stop):
            yield Message("{stop} holds more tokens than it has spaces.", stop=stop)
