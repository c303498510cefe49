"""The tables of players and corporations for a terminal of 80 columns: bare amounts, short headings."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Console

from ferrovia.cli.cells import NOTHING, Besides, listed, player_name, started, stock
from ferrovia.cli.speaking import table
from ferrovia.cli.voice import say
from ferrovia.formats.view_types import View
from ferrovia.saying.message import Message


def print_players(console: Console, view: View, besides: Besides) -> None:
    cash, worth, certificates = say("Money"), say("Worth"), say("Cert.")
    rows = table(
        say("Player"), cash, worth, certificates, say("Stock"), say("Also"), numbers=(cash, worth, certificates)
    )
    decides = view["decides"]["player"] if view["decides"] else None
    for name, player in view["players"].items():
        rows.add_row(
            player_name(view, name),
            str(player["cash"]),
            str(player["worth"]),
            f"{player['certificate_count']}/{player['certificate_limit']}",
            listed(stock(view, corporation, player) for corporation in player["certificates"]),
            listed([*player["privates"], *besides.get(name, ())]),
            style="bold" if name == decides else None,
        )
    console.print()
    console.print(rows)


def print_companies(console: Console, view: View, besides: Besides, only: Collection[str] | None = None) -> None:
    """Those in business, or only some of them; their stations are on the map."""
    shown = [name for name in started(view) if only is None or name in only]
    if not shown:
        return
    price, cash, left, run = say("Price"), say("Money"), say("Tok."), say("Run")
    unsold, pool = say("Unsold"), say("Pool")
    columns = ["", price, cash, say("Pres."), unsold, pool, say("Trains"), left, run, say("Privates")]
    rows = table(*columns, numbers=(price, cash, unsold, pool, left, run))
    decides = view["decides"]["corporation"] if view["decides"] else None
    for name in shown:
        each = view["corporations"][name]
        rows.add_row(
            name,
            NOTHING if each["price"] is None else str(each["price"]),
            str(each["cash"]),
            each["president"] or NOTHING,
            _percent([*each["treasury"], *each["offer"]]),
            _percent(each["pool"]),
            listed(each["trains"]),
            str(each["tokens_left"]),
            NOTHING if each["last_earnings"] is None else str(each["last_earnings"]),
            listed(each["privates"]),
            style="bold" if name == decides else None,
        )
    console.print()
    console.print(rows)
    more = [Message("{name}: {things}", name=name, things=besides[name]) for name in shown if besides.get(name)]
    if more:
        console.print(say("{notes:;}.", notes=more))


def _percent(sizes: list[int]) -> str:
    return f"{sum(sizes)}%" if sizes else NOTHING
