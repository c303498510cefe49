"""What stands in the cells of the tables of a position, in wide ones and in narrow ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ferrovia.cli.voice import say
from ferrovia.formats.view_types import PlayerView, View

NOTHING = "-"  # in a cell of a table
Besides = Mapping[str, Sequence[str]]  # what only this title has, by its holder


def player_name(view: View, name: str) -> str:
    notes = [say("priority")] if view["players"][name]["priority"] else []
    if name in view["gone"]:
        notes.append(say("has left"))
    return f"{name} ({', '.join(notes)})" if notes else name


def stock(view: View, corporation: str, player: PlayerView) -> str:
    sizes = player["certificates"][corporation]
    presides = corporation in player["presidencies"]
    regular = sizes[1:] if presides else sizes
    parts = f" = {'+'.join(map(str, sizes))}" if max(regular, default=0) > _share(view, corporation) else ""
    return f"{corporation}{'*' if presides else ''} {sum(sizes)}%{parts}"


def _share(view: View, corporation: str) -> int:
    """The size of a corporation's smallest certificate, wherever it is."""
    places = view["corporations"][corporation]
    found = [places["treasury"], places["pool"], places["offer"]]
    found += [player["certificates"].get(corporation, []) for player in view["players"].values()]
    return min(size for sizes in found for size in sizes)


def started(view: View) -> list[str]:
    """The corporations that are in business: in the order of operation, then those without a price."""
    unpriced = [name for name, entry in view["corporations"].items() if entry["open"] and not entry["started"]]
    return [*view["market_order"], *unpriced]


def listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or NOTHING
