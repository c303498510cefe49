"""Seats: who sits where, under which name, and how a table with its seats taken becomes a game."""

from __future__ import annotations

import secrets

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.table.models import Seat, SeatKind, Table
from ferrovia.table.storage import begin
from ferrovia.titles.registry import title

BOT = "sensible"
BOT_NAMES = ("Bruno", "Carla", "Dora", "Elio", "Fosca", "Gino")


def free_name(table: Table, wanted: str) -> str:
    """A name that nobody else has at a table."""
    taken = set(table.seats.values_list("player", flat=True))
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def seat_bots(table: Table, count: int) -> None:
    """Computer players at the next places."""
    place = table.seats.count()
    for number in range(count):
        name = free_name(table, BOT_NAMES[number % len(BOT_NAMES)])
        Seat.objects.create(table=table, place=place + number, kind=SeatKind.BOT, player=name, bot=BOT)


def start_table(table: Table) -> Game:
    """Draw the seed and begin, inside the caller's transaction; raises `Refusal` for what cannot be played."""
    players = tuple(seat.player for seat in table.seats.order_by("place"))
    settings = Settings(
        title=table.title,
        players=players,
        seed=secrets.token_hex(16),
        options=tuple(table.options),
        salt=secrets.token_hex(16),
    )
    game = Game(title(table.title), settings)
    table.decider = game.top.decider(game)
    begin(table, game)
    return game
