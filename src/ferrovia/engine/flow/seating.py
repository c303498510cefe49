"""Seating: the players' names, and who sits where."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK, OUT

RESERVED = frozenset({BANK, POOL, OFFER, OUT, "", "treasury"})


def check_names(settings: Settings, corporations: Iterable[str]) -> None:
    """Players have different names, and none that a purse or a place of the game has."""
    names = set(settings.players)
    if len(names) < len(settings.players) or names & {*RESERVED, *corporations}:
        raise Refusal("players", "Each player needs a name of their own that is not a word of the game.")


def draw_seats(settings: Settings, chance: Chance) -> tuple[str, ...]:
    """The seats in clockwise order: drawn, or as the settings arrange them."""
    drawn = tuple(chance.shuffled(settings.players))
    seats = settings.arrangement.get("seats", drawn)
    if sorted(seats) != sorted(settings.players):
        raise Refusal("seats", "Each player must have exactly one seat.")
    return seats
