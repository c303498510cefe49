"""Games of 18xx.games: an export goes over the bridge of the title that it names, and a game of ours over its own."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.game import Game
from ferrovia.titles.eighteenxx import ExportTrouble, Imported, ImportTrouble
from ferrovia.titles.registry import bridge, bridged

MOST_BYTES = 20 * 2**20
_MOST_LETTERS = 40  # of a stranger's title, in a sentence


def read_export(data: Any, traced: bool = True) -> Imported:
    """Replay an export; raises `ImportTrouble` with one sentence where it is none, or contradicts itself.

    Whatever else is raised is a fault of ours, not of the file.
    The trace, for which the best runs are worked out again and again, can be left out.
    """
    if not isinstance(data, dict) or "title" not in data:
        raise ImportTrouble("This is not an export of a game of {titles:or}.", titles=bridged())
    title = str(data["title"])
    if title not in bridged():
        text = "This is an export of a game of {title}, not of {titles:or}."
        raise ImportTrouble(text, title=title[:_MOST_LETTERS], titles=bridged())
    return bridge(title).read(data, traced)


def as_export(game: Game) -> dict[str, Any]:
    """The game as the site would export it; raises `ExportTrouble`."""
    title = game.title.name
    if title not in bridged():
        text = "Only games of {titles:and} can be written for 18xx.games; this is one of {title}."
        raise ExportTrouble(text, titles=bridged(), title=title)
    return bridge(title).write(game)
