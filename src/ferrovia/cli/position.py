"""A position as text: the public view in a few tables and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Literal, Protocol

import msgspec
from rich.console import Console

from ferrovia.cli.cells import NOTHING, Besides, listed, player_name, started, stock
from ferrovia.cli.narrow import print_companies, print_players
from ferrovia.cli.speaking import table, whose_turn
from ferrovia.cli.voice import money, say, voice
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.state import BANK, Round
from ferrovia.engine.flow.title import Title
from ferrovia.formats.public import PublicSettings
from ferrovia.formats.readings import readings
from ferrovia.formats.view_types import CorporationView, View
from ferrovia.saying.message import Message, term

Place = Literal["treasury", "offer", "pool"]

WIDE = 100  # columns that a terminal must have for the wide tables
_TILES_LEFT = {
    "yellow": term("Yellow tiles left: {tiles}."),
    "green": term("Green tiles left: {tiles}."),
    "brown": term("Brown tiles left: {tiles}."),
    "grey": term("Grey tiles left: {tiles}."),
}
_OTHERS_LEFT = term("Other tiles left: {tiles}.")


class Titled(Protocol):
    """A game, or a copy of one: only its title and settings are asked, all else is in the view."""

    @property
    def title(self) -> Title: ...

    @property
    def settings(self) -> Settings | PublicSettings: ...


def print_position(console: Console, game: Titled, view: View) -> None:
    """The whole table."""
    names = [voice().term(game.title.option_names[name]) for name in view["options"] if name in game.title.options]
    options = f" ({', '.join(names)})" if names else ""
    console.print(f"{voice().term(game.title.full_name)}{options}", style="bold")
    for reading in readings(game.title, game.settings):
        console.print(voice().term(reading))
    print_table(console, game, view, say(_whose_turn(game.title, view)))
    _print_unopened(console, view)
    _print_pars(console, view)
    _print_supplies(console, view)
    _print_map(console, game, view)
    _print_own(console, game, view)
    _print_chance(console, view)


def _whose_turn(title: Title, view: View) -> Message:
    decides = view["decides"]
    if decides is None:
        return whose_turn(view["over"])
    return whose_turn(view["over"], decides["player"], title.label(decides["step"]), decides["corporation"])


def print_table(
    console: Console, game: Titled, view: View, whose: str = "", only: Collection[str] | None = None
) -> None:
    """What everybody needs to know before a choice: the round, whose turn it is where that is told, money, stock.

    In a narrow terminal perhaps only of some corporations: the others are named.
    """
    _print_heading(console, view, whose)
    besides = _besides(game, view)
    if console.width < WIDE:
        print_players(console, view, besides)
        print_companies(console, view, besides, only)
        left = [name for name in started(view) if only is not None and name not in only]
        if left:
            console.print(say("Not shown: {corporations}. Type `show` to see everything.", corporations=left))
    else:
        _print_players(console, view, besides)
        _print_started(console, view, besides)
    _print_bids(console, view)
    _print_line(console, view)


def print_company(console: Console, game: Titled, view: View) -> None:
    """How the corporation at work stands: enough for those who have seen the table in the same turn."""
    print_companies(console, view, _besides(game, view), {view["decides"]["corporation"]} if view["decides"] else ())


def _besides(game: Titled, view: View) -> Besides:
    found: dict[str, list[str]] = {}
    for holder, what in game.title.seen.belongings(view["own"]):
        found.setdefault(holder, []).append(say(what))
    return found


def _print_heading(console: Console, view: View, whose: str) -> None:
    where = Message(
        "{round}, phase {phase}, after {actions} {actions:action|actions}.",
        round=msgspec.convert(view["round"], Round),
        phase=view["phase"]["name"],
        actions=view["number"],
    )
    if view["bank_broken"]:
        console.print(say("{where} The bank is broken and has {bank:money}.", where=where, bank=view["bank"]))
    else:
        console.print(say("{where} The bank has {bank:money}.", where=where, bank=view["bank"]))
    if whose:
        console.print(whose, style="bold")
    if view["over"]:
        ranking = [f"{entry['place']}. {entry['player']} {money(entry['worth'])}" for entry in view["ranking"]]
        console.print(
            say("Ended by rule {clause}. Final ranking: {ranking}.", clause=view["ended_by"], ranking=ranking)
        )


def _print_players(console: Console, view: View, besides: Besides) -> None:
    console.print()
    cash, worth, certificates = say("Cash"), say("Worth"), say("Certificates")
    columns = [say("Player"), cash, worth, certificates, say("Stock"), say("Privates")]
    has_more = any(besides.get(name) for name in view["players"])
    players = table(*columns, *[say("Also")] * has_more, numbers=(cash, worth, certificates))
    for name, player in view["players"].items():
        players.add_row(
            player_name(view, name),
            money(player["cash"]),
            money(player["worth"]),
            f"{player['certificate_count']}/{player['certificate_limit']}",
            listed(stock(view, corporation, player) for corporation in player["certificates"]),
            listed(player["privates"]),
            *[listed(besides.get(name, ()))] * has_more,
        )
    console.print(players)


def _print_bids(console: Console, view: View) -> None:
    if view["bids"]:
        on: dict[str, list[Message]] = {}
        for bid in view["bids"]:
            on.setdefault(bid["private"], []).append(
                Message("{player} {price:money}", player=bid["player"], price=bid["price"])
            )
        bids = [Message("{private}: {bids}", private=private, bids=found) for private, found in on.items()]
        console.print()
        console.print(say("Bids on {bids:;}.", bids=bids))


def _line(view: View) -> list[str]:
    """The corporations that can only be started in this order."""
    places = {name: entry["place_in_line"] for name, entry in view["corporations"].items() if entry["place_in_line"]}
    return sorted(places, key=lambda name: int(places[name]))


def _print_line(console: Console, view: View) -> None:
    if _line(view):
        console.print()
        console.print(say("To be started, in this order: {corporations}.", corporations=_line(view)))


def _print_unopened(console: Console, view: View) -> None:
    known = {*started(view), *_line(view)}
    others = [name for name in view["corporations"] if name not in known]
    if others:
        console.print()
        console.print(say("Not open: {corporations}.", corporations=others))


def _print_pars(console: Console, view: View) -> None:
    """What was decided about corporations when they began, where that matters afterwards."""
    pars = [
        Message("{name} {par:money}", name=name, par=entry["par"])
        for name, entry in view["corporations"].items()
        if entry["par"] is not None
    ]
    if pars:
        console.print(say("Par values: {pars}.", pars=pars))
    floated: dict[str, list[str]] = {}
    for name, entry in view["corporations"].items():
        if phase := entry.get("floated_in"):
            floated.setdefault(phase, []).append(name)
    for phase, names in floated.items():
        console.print(say("Floated in {phase}: {names}.", phase=phase, names=names))


def _print_started(console: Console, view: View, besides: Besides) -> None:
    if not started(view):
        return
    places: dict[Place, str] = {"treasury": say("Treasury"), "offer": say("Offer"), "pool": say("Pool")}
    if not any(entry["offer"] for entry in view["corporations"].values()):
        del places["offer"]
    price, cash, left, earned = say("Price"), say("Cash"), say("Tokens"), say("Last run")
    stock = (say("President"), *places.values(), say("Trains"), say("Stations"))
    columns = [say("Corporation"), price, cash, *stock, left, earned, say("Privates")]
    has_more = any(besides.get(name) for name in started(view))
    rows = table(*columns, *[say("Also")] * has_more, numbers=(price, cash, left, earned))
    for name in started(view):
        more = [listed(besides.get(name, ()))] * has_more
        rows.add_row(name, *_corporation_row(view["corporations"][name], places), *more)
    console.print()
    console.print(rows)


def _corporation_row(corporation: CorporationView, places: Iterable[Place]) -> tuple[str, ...]:
    earned = corporation["last_earnings"]
    return (
        _price(corporation),
        money(corporation["cash"]),
        corporation["president"] or NOTHING,
        *(_sizes(corporation[place]) for place in places),
        listed(corporation["trains"]),
        listed(stop.removesuffix(".0") for stop in corporation["stations"]),
        str(corporation["tokens_left"]),
        NOTHING if earned is None else money(earned),
        listed(corporation["privates"]),
    )


def _price(corporation: CorporationView) -> str:
    """The price with its space on the market, and how many tokens lie on top of this one there."""
    if corporation["cell"] is None or corporation["price"] is None:
        return NOTHING
    row, column = corporation["cell"]
    price = f"{money(corporation['price'])} [{row},{column}]"
    return say("{price} under {above}", price=price, above=corporation["stack"]) if corporation["stack"] else price


def _sizes(sizes: list[int]) -> str:
    """How much, and in how many certificates."""
    return f"{sum(sizes)}% ({len(sizes)})" if sizes else NOTHING


def _print_supplies(console: Console, view: View) -> None:
    console.print()
    print_trains(console, view)
    unsold = [name for name, owner in view["privates"].items() if owner == BANK]
    if unsold:
        console.print(say("Private companies not yet sold: {privates}.", privates=unsold))


def print_trains(console: Console, view: View) -> None:
    """What bank and pool have."""
    trains = [
        Message("{trains} (on sale)", trains=trains) if entry["on_sale"] else trains
        for entry in view["trains"]["bank"]
        for trains in [_trains(entry["train"], entry["left"], entry["price"])]
    ]
    if trains:
        console.print(say("Trains in the bank: {trains:;}.", trains=trains))
    else:
        console.print(say("The bank has no trains left."))
    pool = Counter((entry["train"], entry["price"]) for entry in view["trains"]["pool"])
    if pool:
        trains = [_trains(train, left, price) for (train, price), left in pool.items()]
        console.print(say("Trains in the bank pool: {trains:;}.", trains=trains))


def _trains(train: str, left: int | None, price: int) -> Message:
    if left is None:
        return Message("{train}: no limit, {price:money} each", train=train, price=price)
    return Message("{train}: {left} at {price:money}", train=train, left=left, price=price)


def _print_map(console: Console, game: Titled, view: View) -> None:
    laid = [
        f"{hex_id} {tile}{f'/{rotation}' if rotation else ''}" for hex_id, (tile, rotation) in view["tiles"].items()
    ]
    console.print()
    if laid:
        console.print(say("Tiles on the map (hex tile/rotation): {tiles}.", tiles=laid))
    else:
        console.print(say("No tile has been laid yet."))
    left: dict[str, list[str | Message]] = {}
    for tile, number in view["tile_supply"].items():
        if number:  # below nothing: there is no end of them
            entry = f"{tile} x{number}" if number > 1 else tile
            colour = game.title.box.board.tiles[tile].face.colour
            tiles = left.setdefault(_TILES_LEFT.get(colour, _OTHERS_LEFT), [])
            tiles.append(entry if number > 0 else Message("{tile} (no limit)", tile=tile))
    for text, tiles in left.items():
        console.print(say(text, tiles=tiles))


def _print_own(console: Console, game: Titled, view: View) -> None:
    """What only this title keeps, a line for each sentence."""
    told = [say(message) for message in game.title.seen.told(view["own"])]
    if told:
        console.print()
        console.print("\n".join(told))


def _print_chance(console: Console, view: View) -> None:
    console.print()
    console.print(say("Commitment to the seed: {commitment}", commitment=view["commitment"]))
    if view["seed"] is not None:
        print_seed(console, view["seed"], view["salt"])


def print_seed(console: Console, seed: str, salt: str | None) -> None:
    """What was secret until the game was over."""
    console.print(say("The seed was: {seed}", seed=seed))
    if salt:
        console.print(say("The salt was: {salt}", salt=salt))
