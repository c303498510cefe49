"""Timeouts: what the law of a table says at zero is done, whoever looks or not.

One task of the server asks the database now and then; a table at which nobody is late costs nothing. Nothing is kept
in memory, so that a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

import msgspec
from django.db import close_old_connections, transaction
from django.db.models import Exists, OuterRef, Q

from ferrovia.engine.flow.actions import Decline
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.clocks.models import LateVote, SeatClock
from ferrovia.table.clocks.reading import time_of
from ferrovia.table.clocks.visits import awake, note_server
from ferrovia.table.clocks.votes import OPEN, close_vote
from ferrovia.table.models import Mover, Seat, SeatKind, Table
from ferrovia.table.moves import changed, play
from ferrovia.table.seating import relieve
from ferrovia.table.shared_clock import time_now
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import Tables

LOOK = 20.0  # seconds between two looks at the clock
SHORTEST = timedelta(minutes=15)  # that a turn had before there were clocks

_log = logging.getLogger(__name__)


async def watch(tables: Tables, seconds: float = LOOK) -> None:
    """Look again and again; a database that is away for a while is asked again."""
    while True:
        try:
            await asyncio.to_thread(_looked, tables)
        except Exception:
            _log.exception("Nobody could see who is late.")
        await asyncio.sleep(seconds)


def _looked(tables: Tables) -> None:
    close_old_connections()
    try:
        note_server()
        relieve_all(tables)
        decline_all(tables)
        close_votes(tables)
    finally:
        close_old_connections()


def relieve_all(tables: Tables) -> int:
    """Let computer players play the turns of all who are late, where the law says so; at how many tables."""
    now = time_now()
    person = Seat.objects.filter(table=OuterRef("pk"), player=OuterRef("decider"), kind=SeatKind.PERSON, bot="")
    unclocked = Q(clock=None, table__asked_at__lt=now - SHORTEST)  # of tables from before there were clocks
    late = person.filter(Q(clock__due__lte=now, clock__is_answer=False) | unclocked)
    waiting = awake(Table.objects.filter(Exists(late), over=False, asked_at__lt=now, law__stand_in="late"))
    relieved = [table for table in waiting if relieve(table)]
    for table in relieved:
        changed(tables, table)
    return len(relieved)


def decline_all(tables: Tables) -> int:
    """Decline offers that nobody has answered in time; at how many tables."""
    late = SeatClock.objects.filter(is_answer=True, due__lte=time_now()).select_related("seat__table")
    declined = 0
    for clock in late:
        table, player = clock.seat.table, clock.seat.player
        time = time_of(table)
        seat = time.of(player) if time is not None else None
        if seat is None or not seat.is_late or table.decider != player:
            continue
        try:
            action = msgspec.json.encode(Decline())
            play(tables, table, action, player, table.number, MoveRequest(mover=Mover.TIME))
        except (Refusal, Overtaken):
            continue
        declined += 1
    return declined


def close_votes(tables: Tables) -> int:
    """Have those decide who have voted, where a vote is a day old; at how many tables."""
    old = LateVote.objects.filter(made__lte=time_now() - OPEN).values_list("table", flat=True).distinct()
    closed = 0
    for table_id in old:
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=table_id)
            is_closed = close_vote(table)
        if is_closed:
            changed(tables, table)
            closed += 1
    return closed
