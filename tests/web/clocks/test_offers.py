"""Offers that are answered out of turn: their own time, and nobody's turn is longer or shorter for them."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from ferrovia.engine.flow.actions import Decline
from ferrovia.table.clocks.profile import DAY, HOUR
from ferrovia.table.clocks.reading import SeatTime, time_of
from ferrovia.table.clocks.turns import begun
from ferrovia.table.models import Person, Table
from ferrovia.table.moves import play, take_back
from ferrovia.table.tables import TABLES
from ferrovia.table.timeouts import decline_all
from ferrovia.table.waiting_for import waiting_columns
from tests.web.positions import laid_out, until, walk_of
from tests.web.server_clock import ServerClock


def _offered(title: str, step: str) -> tuple[Table, str, str]:
    """A table at which an offer was made now, who made it, and who is asked."""
    record = until(title, step)
    walk = walk_of(title, len(record.settings.players), record.settings.seed)
    number = len(record.actions)
    table = laid_out(walk.record(number - 1))
    for seat in table.seats.filter(person=None):
        seat.person = Person.objects.create(name=seat.player)
        seat.save()
    law = {"clock": {"profile": "weeks", "reserve": 3 * DAY, "increment": 8 * HOUR}, "undo": "host"}
    Table.objects.filter(pk=table.pk).update(law=law, **waiting_columns(TABLES.now(table).game))
    table.refresh_from_db()
    begun(table)
    by, asker = record.past_of(number).by, table.decider
    play(TABLES, table, msgspec.json.encode(record.actions[-1]), by, number - 1)
    table.refresh_from_db()
    return table, asker, table.decider


def _time(table: Table, player: str) -> SeatTime:
    table.refresh_from_db()
    time = time_of(table)
    assert time is not None
    seat = time.of(player)
    assert seat is not None
    return seat


@pytest.mark.django_db
@pytest.mark.parametrize(("title", "step"), [("1883", "offer"), ("18FB", "card offer")])
def test_an_answer_has_a_time_of_its_own_and_the_turn_goes_on_as_it_was(
    server_clock: ServerClock, title: str, step: str
) -> None:
    table, asker, asked = _offered(title, step)
    if asker == asked:  # whoever's turn it is is offered something: that is their turn
        assert _time(table, asked).since is not None
        return
    assert _time(table, asked).is_answer
    assert _time(table, asked).left == timedelta(days=1)
    assert not _time(table, asker).is_turn
    server_clock.passes(hours=23)
    assert not decline_all(TABLES)
    server_clock.passes(hours=1)
    assert decline_all(TABLES) == 1
    table.refresh_from_db()
    last = table.moves.order_by("number").last()
    assert last is not None
    assert (bytes(last.action), last.mover) == (msgspec.json.encode(Decline()), "time")
    for player in {asker, asked}:
        assert _time(table, player).left == timedelta(days=3)
    assert table.decider != asker or _time(table, asker).is_turn
    assert not decline_all(TABLES)


@pytest.mark.django_db
def test_an_offer_that_is_taken_back_leaves_the_turn_as_it_was(server_clock: ServerClock) -> None:
    table, asker, asked = _offered("1883", "offer")
    server_clock.passes(hours=5)
    take_back(TABLES, table.pk, table.host.name)
    table.refresh_from_db()
    assert table.decider == asker
    assert _time(table, asker).left == timedelta(days=3)
    assert _time(table, asker).is_turn
    assert asker == asked or not _time(table, asked).is_turn
    play(TABLES, table, *_again(table))
    server_clock.passes(hours=1)
    play(TABLES, table, msgspec.json.encode(Decline()), asked, table.number + 1)
    assert _time(table, asker).left == timedelta(days=3)


def _again(table: Table) -> tuple[bytes, str, int]:
    record = until("1883", "offer")
    number = len(record.actions)
    return msgspec.json.encode(record.actions[-1]), record.past_of(number).by, number - 1
