"""Who is late, though nobody looks; and whose seat was taken back while a computer player thought for it."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ferrovia.table import timeouts
from ferrovia.table.bot_processes import BotProcess, BotTask, thought
from ferrovia.table.bot_queue import BotQueue
from ferrovia.table.models import Table
from ferrovia.table.seating import relieve, take_back_seat
from ferrovia.table.tables import TABLES, Tables
from tests.web.live.players import seated
from tests.web.positions import laid_out, played


def _waiting(minutes: int, stand_in: str = "late", pace: str = "live", **fields: Any) -> Table:
    """A table that has waited for a person for so long."""
    table = laid_out(played("1849", moves=30))
    decider = TABLES.now(table).game.decision.player
    seated(table, decider)
    asked_at = timezone.now() - timedelta(minutes=minutes)
    law = {"stand_in": stand_in, "pace": pace}
    Table.objects.filter(pk=table.pk).update(decider=decider, asked_at=asked_at, law=law, **fields)
    table.refresh_from_db()
    return table


def _bots(table: Table) -> set[str]:
    return set(table.seats.exclude(bot="").values_list("player", flat=True))


@pytest.mark.django_db
def test_a_computer_player_moves_for_who_is_late_though_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(TABLES, "tell", told.append)
    tables = [_waiting(16), _waiting(60 * 25, pace="day"), _waiting(60 * 24 * 3, pace="days")]
    assert timeouts.relieve_all(TABLES) == 3
    assert [_bots(table) for table in tables] == [{table.decider} for table in tables]
    assert sorted(told) == [table.pk for table in tables]
    assert timeouts.relieve_all(TABLES) == 0  # it is done once


@pytest.mark.django_db
@pytest.mark.parametrize(
    "waited",
    [
        {"minutes": 14},
        {"minutes": 60, "stand_in": "asked"},
        {"minutes": 60, "stand_in": "never"},
        {"minutes": 60 * 23, "pace": "day"},
        {"minutes": 60, "over": True},
    ],
)
def test_who_has_time_or_another_law_is_waited_for(waited: dict[str, Any]) -> None:
    table = _waiting(**waited)
    assert timeouts.relieve_all(TABLES) == 0
    assert _bots(table) == set()


@pytest.mark.django_db
def test_tables_where_nobody_is_late_cost_one_look(django_assert_num_queries: Any) -> None:
    for _ in range(3):
        _waiting(1)
    with django_assert_num_queries(1):
        timeouts.relieve_all(TABLES)


@pytest.mark.django_db
def test_looking_at_a_table_changes_nothing_of_it() -> None:
    """Reading never writes: a late seat is handed over by the clock alone."""
    table = _waiting(16)
    for address in (f"/t/{table.key}", f"/t/{table.key}/now", f"/t/{table.key}/text"):
        assert Client().get(address).status_code == 200
    assert _bots(table) == set()
    assert Table.objects.get(pk=table.pk).changes == table.changes


@pytest.mark.django_db
def test_who_moves_at_the_last_moment_keeps_the_seat() -> None:
    table = _waiting(16)
    Table.objects.filter(pk=table.pk).update(asked_at=timezone.now())  # which the one who looks does not know yet
    assert not relieve(table)
    assert _bots(table) == set()


def test_the_clock_is_watched_until_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    async def evening() -> None:
        third = asyncio.Event()
        loop = asyncio.get_running_loop()

        def look(tables: Tables) -> None:
            looks.append(1)
            if len(looks) == 1:
                raise OSError("the database is away")
            if len(looks) == 3:
                loop.call_soon_threadsafe(third.set)

        monkeypatch.setattr(timeouts, "_looked", look)
        task = asyncio.create_task(timeouts.watch(TABLES, 0.0))
        await asyncio.wait_for(third.wait(), 60)
        task.cancel()

    asyncio.run(evening())
    assert len(looks) >= 3


class Interrupted(BotProcess):
    """A thinker during whose thought something happens."""

    def __init__(self, meanwhile: Any) -> None:
        super().__init__()
        self._meanwhile = meanwhile

    def answer(self, asked: BotTask, seconds: float) -> bytes:
        found = thought(asked)
        self._meanwhile()
        return found


@pytest.mark.django_db
@pytest.mark.parametrize("is_taken_back", [True, False])
def test_a_thought_is_not_played_once_the_seat_was_taken_back(is_taken_back: bool) -> None:
    table = _waiting(16)
    seat = table.seats.get(player=table.decider)
    seat.bot = "sensible"
    seat.save()
    line = BotQueue(TABLES)
    line._is_open = True
    line._see_to(table.pk, Interrupted(lambda: take_back_seat(seat) if is_taken_back else None))
    assert Table.objects.get(pk=table.pk).number == 30 + (not is_taken_back)
    assert TABLES.sitting(table).number == 30 + (not is_taken_back)
    assert not TABLES.stuck(table.pk, 30)


@pytest.mark.django_db
def test_a_thought_of_another_kind_of_computer_player_is_not_played() -> None:
    table = _waiting(16)
    seat = table.seats.get(player=table.decider)
    seat.bot = "sensible"
    seat.save()
    thinker = Interrupted(lambda: table.seats.filter(pk=seat.pk).update(bot="random"))
    BotQueue(TABLES)._see_to(table.pk, thinker)
    assert Table.objects.get(pk=table.pk).number == 30


# At the table


def _seen_by(table: Table, player: str, language: str = "en") -> str:
    client = seated(table, player)
    return client.get(f"/t/{table.key}", headers={"accept-language": language}).content.decode()


@pytest.mark.django_db
def test_whoever_waits_reads_who_is_late_and_lets_the_computer_move_from_the_table() -> None:
    table = _waiting(16, stand_in="asked")
    other = next(seat.player for seat in table.seats.all() if seat.player != table.decider)
    page = _seen_by(table, other)
    assert f"The time of {table.decider} is over." in page
    button = re.search(r'name="seat" value="(\d+)".{0,200}value="relieve"', page, re.S)
    assert button is not None
    sent = {"do": "relieve", "seat": button[1], "then": "table"}
    answer = seated(table, other).post(f"/t/{table.key}/seats/change", sent)
    assert answer.headers["location"] == f"/t/{table.key}"
    assert _bots(table) == {table.decider}
    assert "is over" not in _seen_by(table, other)


@pytest.mark.django_db
def test_who_is_late_is_told_what_that_means() -> None:
    told = {
        "asked": "Your time is over: the others may let a computer play this turn.",
        "vote": "Your time is over: the others vote. Move, and the vote is void.",
        "never": "Your time is over: the others wait for you.",
    }
    for stand_in, words in told.items():
        table = _waiting(16, stand_in=stand_in)
        seated(table, next(seat.player for seat in table.seats.all() if seat.player != table.decider))
        page = _seen_by(table, table.decider)
        assert words in page
        assert 'value="relieve"' not in page
    assert "Il tuo tempo è scaduto: gli altri ti aspettano." in _seen_by(table, table.decider, "it")


@pytest.mark.django_db
def test_time_that_is_left_stands_at_the_table_and_its_page_looks_again_when_it_is_over() -> None:
    slow, live = _waiting(60, pace="day"), _waiting(5, stand_in="asked")
    for table in (slow, live):
        other = next(seat.player for seat in table.seats.all() if seat.player != table.decider)
        page = _seen_by(table, other)
        assert re.search(r"<b data-left.{0,120}>(22 h 59|23 h 00)</b>" if table is slow else r">(9|10) min</b>", page)
        assert table.asked_at is not None
        limit = timedelta(days=1) if table is slow else timedelta(minutes=15)
        assert f'data-until="{int((table.asked_at + limit).timestamp()) + 1}"' in page


@pytest.mark.django_db
def test_nobody_is_late_who_plays_alone() -> None:
    table = _waiting(60, stand_in="asked")
    table.seats.exclude(player=table.decider).update(kind="bot", person=None, bot="sensible")
    assert "is over" not in _seen_by(table, table.decider)
