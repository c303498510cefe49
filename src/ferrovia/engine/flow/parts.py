"""The parts that a title must bring: whichever is missing is named when the title is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

GUIDE = "docs/adding-a-title.md"
SHEETS = ("map", "tiles", "market", "trains", "companies", "game")
CLAUSES = "clauses.toml"
# Keys of `game.toml` that everybody reads, and what a table among them must have.
GAME: Mapping[str, tuple[str, ...]] = {
    "title": (), "full_title": (), "designer": (), "currency": (), "bank": (), "players": (), "setup": (),
    "stock_round": ("player_limit", "pool_limit"),
}  # fmt: skip


class IncompleteTitle(LookupError):
    """A title that lacks something; one sentence tells what, and where it is told what belongs there."""

    def __init__(self, name: str, lacks: str) -> None:
        super().__init__(f"{name} {lacks}; {GUIDE} tells what a title brings.")


def check_folder(name: str, package: str) -> None:
    """Whether the files are there that a title cannot do without."""
    folder = files(package)
    paths = (*(f"components/{sheet}.toml" for sheet in SHEETS), CLAUSES)
    missing = [path for path in paths if not folder.joinpath(path).is_file()]
    if missing:
        raise IncompleteTitle(name, f"has no {' and no '.join(missing)} in {folder}")


def check_game_sheet(name: str, game: Mapping[str, Any]) -> None:
    """Whether `game.toml` says what is read off every title."""
    missing = list(_missing(game))
    if missing:
        raise IncompleteTitle(name, f"does not say {', '.join(missing)} in its game.toml")


def _missing(game: Mapping[str, Any]) -> Iterator[str]:
    for key, inner in GAME.items():
        if key not in game:
            yield key
        else:
            yield from (f"{key}.{each}" for each in inner if each not in game[key])
