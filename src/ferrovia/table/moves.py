"""Moves: one way in for people and computer players; what changed is stored, everybody is told, others may think."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from django.db.models import F

from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.storage import Overtaken
from ferrovia.table import undoing
from ferrovia.table.bot_queue import BOT_QUEUE
from ferrovia.table.live import HUB
from ferrovia.table.models import Table
from ferrovia.table.outcome import Outcome, note
from ferrovia.table.prepared_queries import PreparedQuery
from ferrovia.table.sittings import SITTINGS
from ferrovia.table.storage import Repeated, requested, was_played

_standing: PreparedQuery[Table] = PreparedQuery(
    1, lambda table: Table.objects.filter(pk=table).values_list("key", "changes", "start_hash")
)


def play(
    table: Table,
    action: str | bytes,
    by: str,
    after: int | None,
    key: str = "",
    bot: str = "",
    noting: Callable[[], object] = lambda: None,
) -> None:
    """Play an action for a player; raises `Refusal`, or `ValueError` for what is no action.

    `after` is the number of moves it follows: where others have moved since, `Overtaken` is raised. A request whose
    `key` has played the same action before has nothing left to do. `bot` is the kind of computer player that moves:
    where the seat is no longer its own, `Overtaken` is raised too. What `noting` stores is stored with the move.
    """
    sitting = SITTINGS.of(table)
    asked = read_action(sitting.title, action)
    try:
        with requested(key, bot=(by, bot) if bot else None, noting=noting):
            sitting.act(asked, by, after)
    except Repeated:
        note(Outcome.MADE)
        return
    except Refusal as refusal:
        if was_played(table.pk, key, msgspec.json.encode(asked), sitting.number):
            note(Outcome.MADE)
            return
        if after is not None and after != sitting.number and not isinstance(refusal, Overtaken):
            raise Overtaken(after) from refusal
        raise
    tell(table.pk)


def take_back(table_id: int, by: str | None, after: int | None = None) -> None:
    """Take back what the law of the table lets a player take back, or ask the others; raises `Refusal`."""
    table = Table.objects.select_related("host").get(pk=table_id)
    now = SITTINGS.of(table).now
    if after is not None and after != now.number:
        raise Overtaken(after)
    with requested(after=now.number):
        is_back = undoing.take_back(table, by)
    if is_back:
        tell(table.pk)
    else:
        changed(table)


def changed(table: Table) -> None:
    """After a change of anything else: seats, law, talk."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1)
    tell(table.pk)


def tell(table_id: int) -> None:
    """Everybody who looks at a table hears that it stands elsewhere, and a computer player begins to think."""
    [(key, standing, started)] = _standing.rows(table_id)
    HUB.tell(key, standing)
    if started:
        BOT_QUEUE.look_at(table_id)
