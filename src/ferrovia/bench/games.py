"""Games on tables to be measured: played by computer players, the same each time, and laid as often as is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ferrovia.bots.bot import Bot, chosen
from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.formats.save import Move, Record, plain_state, resume
from ferrovia.titles.registry import title

if TYPE_CHECKING:
    from ferrovia.table.models import Person, Table

PLAYERS = ("Ada", "Bruno", "Carla")
LATE = 0.65  # of a whole game, with moves left to be measured
AT_ONCE = 500  # rows that are written with one statement


class Turn(NamedTuple):
    """A move that somebody will make."""

    player: str
    action: str


def _begun(name: str) -> tuple[Game, dict[str, Bot]]:
    """A game of sensible players, the same each time."""
    settings = Settings(name, PLAYERS, "bench", (), salt="bench")
    return Game(title(name), settings), bots_for(["sensible"] * len(PLAYERS), settings)


def whole_length(name: str) -> int:
    """How many moves that game has in the end."""
    game, bots = _begun(name)
    while not game.over:
        game.apply(chosen(game, bots))
    return len(game.actions)


def played(name: str, moves: int) -> Record:
    """That game after so many moves, at the next decision about track, or shortly before its end."""
    game, bots = _begun(name)
    record = Record.of(game, [game.hash()])
    while len(game.actions) < moves or game.top.step_id(game) != TrackStep.id:
        action, by = chosen(game, bots), game.top.decider(game)
        events = game.apply(action)
        if game.over:
            break
        state = plain_state(game)
        record = record.with_move(Move.of(action, by, events, record.state, state), state)
    return record


def going_on(record: Record, moves: int) -> list[Turn]:
    """The next moves of a game, as many as that or until it ends."""
    game = resume(record)
    bots = bots_for(["sensible"] * len(PLAYERS), game.settings)
    turns: list[Turn] = []
    while len(turns) < moves and not game.over:
        action = chosen(game, bots)
        turns.append(Turn(game.top.decider(game), msgspec.json.encode(action).decode()))
        game.apply(action)
    return turns


def cookie_of(person: Person) -> str:
    """The cookie of somebody who is a guest."""
    from ferrovia.table.cookies import GUEST, guest_cookie

    return f"{GUEST}={guest_cookie(person)}"


def lay(record: Record, people: Sequence[Person]) -> Table:
    """A table with this game on it, and these people on its seats."""
    from django.db import transaction

    from ferrovia.table.models import Seat, SeatKind, Table
    from ferrovia.table.storage import keep

    with transaction.atomic():
        table = Table(title=record.settings.title, host=people[0])
        keep(table, record, resume(record))
        for place, (player, person) in enumerate(zip(PLAYERS, people, strict=True)):
            Seat.objects.create(table=table, place=place, kind=SeatKind.PERSON, player=player, person=person)
    return table


def lay_many(table: Table, people: Sequence[Sequence[Person]]) -> list[Table]:
    """As many tables more with the same game on them as there are people for, in few statements."""
    from django.db import connection, transaction

    from ferrovia.table.models import MoveRow, Seat, SeatKind, Table, new_key

    same = {field.attname: getattr(table, field.attname) for field in Table._meta.concrete_fields}
    del same["id"], same["key"], same["host_id"]
    moves, tables = MoveRow._meta.db_table, Table._meta.db_table
    columns = [str(field.column) for field in MoveRow._meta.concrete_fields if not field.primary_key]
    columns.remove("table_id")
    copied = ", ".join(f"{moves}.{column}" for column in columns)
    copying = (
        f"INSERT INTO {moves} (table_id, {', '.join(columns)}) SELECT {tables}.id, {copied} "
        f"FROM {moves}, {tables} WHERE {moves}.table_id = %s AND {tables}.id BETWEEN %s AND %s"
    )
    with transaction.atomic():
        made = Table.objects.bulk_create(
            (Table(**same, key=new_key(), host=seated[0]) for seated in people), batch_size=AT_ONCE
        )
        Seat.objects.bulk_create(
            (
                Seat(table=each, place=place, kind=SeatKind.PERSON, player=player, person=person)
                for each, seated in zip(made, people, strict=True)
                for place, (player, person) in enumerate(zip(PLAYERS, seated, strict=True))
            ),
            batch_size=AT_ONCE,
        )
        with connection.cursor() as cursor:
            cursor.execute(copying, [table.pk, made[0].pk, made[-1].pk])
    return made
