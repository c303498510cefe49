"""Moves: one way in for people and computer players; what changed is stored, everybody is told, others may think."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone

from ferrovia.engine.flow.reading import read_action
from ferrovia.table import undoing
from ferrovia.table.asking import asked_of
from ferrovia.table.live import HUB
from ferrovia.table.models import Table
from ferrovia.table.sittings import SITTINGS
from ferrovia.table.thinking import THINKING


def play(table_id: int, action: str | bytes, by: str, after: int | None) -> None:
    """Play an action for a player; raises `Refusal`, or `ValueError` for what is no action."""
    table = Table.objects.get(pk=table_id)
    sitting = SITTINGS.of(table)
    sitting.act(read_action(sitting.title, action), by, after)
    settled(table)


def take_back(table_id: int, by: str | None) -> None:
    """Take back what the law of the table lets a player take back, or ask the others; raises `Refusal`."""
    table = Table.objects.select_related("host").get(pk=table_id)
    if undoing.take_back(table, by):
        settled(table)
    else:
        changed(table)


def settled(table: Table) -> None:
    """After a change of the game: who is next, for whoever lists tables; then everybody is told."""
    game = SITTINGS.of(Table.objects.get(pk=table.pk)).game
    decider, now = "" if game.over else game.top.decider(game), timezone.now()
    Table.objects.filter(pk=table.pk).update(
        decider=decider, over=game.over, asked=asked_of(game), asked_at=now, changed=now
    )
    tell(table.pk)


def changed(table: Table) -> None:
    """After a change of anything else: seats, law, talk."""
    Table.objects.filter(pk=table.pk).update(changes=F("changes") + 1)
    tell(table.pk)


def tell(table_id: int) -> None:
    """Everybody who looks at a table hears that it stands elsewhere, and a computer player begins to think."""
    key, standing, started = Table.objects.values_list("key", "changes", "start_hash").get(pk=table_id)
    HUB.tell(key, str(standing))
    if started:
        THINKING.look_at(table_id)
