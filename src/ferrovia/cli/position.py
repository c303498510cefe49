"""A position as text: the public view in a few tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from rich.console import Console

from ferrovia.cli.speaking import table
from ferrovia.cli.voice import say
from ferrovia.engine.flow.title import Title
from ferrovia.formats.view import View


class Titled(Protocol):
    """A game, or a copy of one: only its title is asked, all else is in the view."""

    @property
    def title(self) -> Title: ...


def print_position(console: Console, game: Titled, view: View) -> None:
    """The whole table."""
    print_heading(console, game, view)
    print_players(console, view)
    print_corporations(console, game, view)
    _print_supplies(console, game, view)
    _print_map(console, game, view)
    _print_own(console, view)
    _print_chance(console, view)


def print_heading(console: Console, game: Titled, view: View) -> None:
    options = f" ({', '.join(view['options'])})" if view["options"] else ""
    console.print(say("{full_title}{options}", full_title=view["full_title"], options=options), style="bold")
    console.print(
        say(
            "{name}, phase {name_2}, after {number} {number:action|actions}. Bank {bank:money}{TODO}.",
            name=view["round"]["name"],
            name_2=view["phase"]["name"],
            number=view["number"],
            bank=view["bank"],
            TODO=", broken" if view["bank_broken"] else "",
        )
    )
    console.print(_next(view), style="bold")
    if view["over"]:
        places = [f"{entry['player']} with {_money(game, entry['worth'])}" for entry in view["ranking"]]
        console.print(say("By rule {ended_by}. Final ranking: {places}.", ended_by=view["ended_by"], places=places))


def _next(view: View) -> str:
    """Who is to decide now, in a sentence."""
    if view["over"]:
        return f"The game is over: {view['over']}."
    now = view["decides"]
    whom = f" for {now['corporation']}" if now["corporation"] else ""
    return f"{now['player']} decides{whom}: {now['step']}."


def _money(game: Titled, amount: int) -> str:
    return game.title.currency.format(amount)


def print_players(console: Console, view: View) -> None:
    console.print()
    players = table("player", "cash", "worth", "papers", "stock", "privates", numbers=("cash", "worth", "papers"))
    for name, player in view["players"].items():
        notes = [word for word, true in (("priority", player["priority"]), ("left", name in view["gone"])) if true]
        players.add_row(
            f"{name} ({', '.join(notes)})" if notes else name,
            str(player["cash"]),
            str(player["worth"]),
            f"{player['certificate_count']}/{player['certificate_limit']}",
            ", ".join(_stock(view, corporation, player) for corporation in player["certificates"]) or "-",
            _list(player["privates"]),
        )
    console.print(players)
    if view["bids"]:
        bids = [f"{bid['player']} {bid['price']} on {bid['private']}" for bid in view["bids"]]
        console.print(say("\nBids: {bids}.", bids=bids))


def _stock(view: View, corporation: str, player: dict[str, Any]) -> str:
    sizes = player["certificates"][corporation]
    presides = corporation in player["presidencies"]
    regular = sizes[1:] if presides else sizes
    parts = f" = {'+'.join(map(str, sizes))}" if max(regular, default=0) > _share(view, corporation) else ""
    return f"{corporation}{'*' if presides else ''} {sum(sizes)}%{parts}"


def _share(view: View, corporation: str) -> int:
    """The size of a corporation's smallest certificate, wherever it is."""
    papers: list[list[int]] = [view["corporations"][corporation][place] for place in ("treasury", "pool", "offer")]
    papers += [player["certificates"].get(corporation, []) for player in view["players"].values()]
    return min(size for sizes in papers for size in sizes)


def print_corporations(console: Console, game: Titled, view: View) -> None:
    unpriced = [name for name, entry in view["corporations"].items() if entry["open"] and not entry["started"]]
    started = [*view["market_order"], *unpriced]
    if started:
        stock = (
            ("treasury", "offer", "pool")
            if any(e["offer"] for e in view["corporations"].values())
            else ("treasury", "pool")
        )
        columns = ("corporation", "price", "cash", "president", *stock, "trains", "stations", "left", "ran")
        rows = table(*columns, "privates", numbers=("price", "cash", "left", "ran"))
        for name in started:
            rows.add_row(name, *_corporation_row(view["corporations"][name], stock))
        console.print()
        console.print(rows)
    line = sorted(
        (name for name, corporation in view["corporations"].items() if corporation["place_in_line"]),
        key=lambda name: int(view["corporations"][name]["place_in_line"]),
    )
    others = [name for name in view["corporations"] if name not in started and name not in line]
    if line:
        console.print(say("\nTo be started, in this order: {line}.", line=line))
    if others:
        console.print(say("\nNot open: {others}.", others=others))


def _corporation_row(corporation: dict[str, Any], stock: Iterable[str]) -> tuple[str, ...]:
    earned = corporation["last_earnings"]
    return (
        _price(corporation),
        str(corporation["cash"]),
        corporation["president"],
        *(_sizes(corporation[place]) for place in stock),
        _list(corporation["trains"]),
        _list([stop.removesuffix(".0") for stop in corporation["stations"]]),
        str(corporation["tokens_left"]),
        "-" if earned is None else str(earned),
        _list(corporation["privates"]),
    )


def _price(corporation: dict[str, Any]) -> str:
    if corporation["cell"] is None:
        return "-"
    row, column = corporation["cell"]
    return f"{corporation['price']} [{row},{column}{_stacked(corporation['stack'])}]"


def _stacked(stack: int) -> str:
    return f" under {stack}" if stack else ""


def _sizes(sizes: list[int]) -> str:
    return f"{sum(sizes)}% in {len(sizes)}" if sizes else "-"


def _list(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "-"


def _print_supplies(console: Console, game: Titled, view: View) -> None:
    trains = [
        f"{_some(entry['left'])}{entry['train']} at {_money(game, entry['price'])}"
        + (" (on sale)" if entry["on_sale"] else "")
        for entry in view["trains"]["bank"]
    ]
    console.print(say("\nTrains in the bank: {TODO}.", TODO=", ".join(trains) or "none"))
    if view["trains"]["pool"]:
        pool = [f"{entry['train']} at {_money(game, entry['price'])}" for entry in view["trains"]["pool"]]
        console.print(say("Trains in the pool: {pool}.", pool=pool))
    unsold = [name for name, owner in view["privates"].items() if owner == "bank"]
    if unsold:
        console.print(say("Private companies not yet sold: {unsold}.", unsold=unsold))


def _some(left: int | None) -> str:
    return "any number of " if left is None else f"{left} x "


def _print_map(console: Console, game: Titled, view: View) -> None:
    laid = [f"{hex_id} {tile}{f'/{turn}' if turn else ''}" for hex_id, (tile, turn) in view["tiles"].items()]
    console.print(say("\nTiles on the map (hex tile/turn): {TODO}.", TODO=", ".join(laid) or "none"))
    left: dict[str, list[str]] = {}
    for tile, number in view["tile_supply"].items():
        if number:  # below nothing: there is no end of them
            text = tile if number == 1 else f"{tile} x{number}" if number > 0 else f"{tile} without end"
            left.setdefault(game.title.box.board.tiles[tile].face.colour, []).append(text)
    for colour, tiles in left.items():
        console.print(say("{capitalize} tiles left: {tiles}.", capitalize=colour.capitalize(), tiles=tiles))


def _print_own(console: Console, view: View) -> None:
    """What only this title keeps, as it names it; what stands elsewhere on the page is left out."""
    shown = {"order", "line", "certificate_limit"}
    facts = [
        f"{key.replace('_', ' ')}: {_fact(value)}"
        for key, value in view["own"].items()
        if _fact(value) and key not in shown
    ]
    if facts:
        console.print(say("\nAlso: {facts}.", facts="; ".join(facts)))


def _fact(value: object) -> str:
    """A fact on one line; of several the empty ones are left out."""
    if isinstance(value, dict):
        parts = {name: _fact(part) for name, part in value.items()}
        nested = any(isinstance(part, dict) for part in value.values())
        told = [_named(name, part, nested) for name, part in parts.items() if part]
        return ", ".join(told)
    if isinstance(value, list | tuple):
        return ", ".join(f"({_fact(part)})" if isinstance(part, list | tuple) else _fact(part) for part in value)
    return "yes" if value is True else str(value) if value else ""


def _named(name: str, part: str, nested: bool) -> str:
    if part == "yes":
        return name
    return f"{name} ({part})" if nested else f"{name} {part}"


def _print_chance(console: Console, view: View) -> None:
    console.print(say("\nCommitment to the seed: {commitment}", commitment=view["commitment"]))
    if view["seed"] is not None:
        salted = f", and the salt: {view['salt']}" if view["salt"] else ""
        console.print(say("The seed was: {seed}{salted}", seed=view["seed"], salted=salted))
