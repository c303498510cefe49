"""Moves: one way in for people, computer players and standing orders; what changed is stored, and everybody is told."""

from __future__ import annotations

import msgspec
from django.db.models import F

from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.storage import Overtaken
from ferrovia.table import undoing
from ferrovia.table.metrics import MOVES
from ferrovia.table.models import Table
from ferrovia.table.outcome import Outcome, note
from ferrovia.table.storage import NOBODYS, MoveRequest, Repeated, TableStorage, was_played
from ferrovia.table.tables import Tables


def play(
    tables: Tables, table: Table, action: str | bytes, by: str, after: int | None, request: MoveRequest = NOBODYS
) -> None:
    """Play an action for a player; raises `Refusal`, or `ActionTrouble` for what is no action.

    `after` is the number of moves it follows: where others have moved since, `Overtaken` is raised. A request whose
    key has played the same action before has nothing left to do. Where the seat is no longer that of the computer
    player who asks, `Overtaken` is raised too.
    """
    _check_not_ended(table)
    sitting = tables.sitting(table)
    wanted = read_action(sitting.title, action)
    try:
        sitting.act(wanted, by, after, through=TableStorage(table.pk, request))
    except Repeated:
        note(Outcome.MADE)
        return
    except Refusal as refusal:
        if was_played(table.pk, request.key, msgspec.json.encode(wanted), sitting.number):
            note(Outcome.MADE)
            return
        if after is not None and after != sitting.number and not isinstance(refusal, Overtaken):
            raise Overtaken(after) from refusal
        raise
    MOVES.labels(table.title, "computer" if request.bot else request.mover.name.lower()).inc()
    tables.tell(table.pk)


def take_back(tables: Tables, table_id: int, by: str | None, after: int | None = None) -> None:
    """Take back what the law of the table lets a player take back, or ask the others; raises `Refusal`."""
    table = Table.objects.select_related("host").get(pk=table_id)
    _check_not_ended(table)
    if undoing.take_back(tables, table, by, after):
        tables.tell(table.pk)
    else:
        changed(tables, table)


def _check_not_ended(table: Table) -> None:
    if table.is_ended:
        raise Refusal("ended", "This table was ended: nobody goes on, and nobody has won.")


def changed(tables: Tables, table: Table) -> None:
    """After a change of anything else: seats, law, talk."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1)
    tables.tell(table.pk)
