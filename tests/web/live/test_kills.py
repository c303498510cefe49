"""A server that is killed between any two statements: what was done to a table is found whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from ferrovia.engine.flow.actions import Pass
from ferrovia.formats.save import written
from ferrovia.formats.shared_seed import number_commitment
from ferrovia.formats.verification import verify
from ferrovia.table.models import MoveRow, Person, SeatNumber, SeedDraw, Table, UndoRequest
from ferrovia.table.moves import play, take_back
from ferrovia.table.order_runner import carry_out
from ferrovia.table.orders import Order, Orders, keep_orders, orders_of
from ferrovia.table.storage import MoveRequest, TableStorage
from ferrovia.table.tables import TABLES
from ferrovia.table.undoing import answer
from ferrovia.table.waiting_for import stored_prompt
from tests.web.live.players import choice
from tests.web.people.numbers import NONCE, Friends, commit, open_up, say, shared
from tests.web.people.visitors import browser, game, guest, lobby
from tests.web.positions import laid_out, played, until, walk_of

pytestmark = pytest.mark.django_db(transaction=True)


class Killed(BaseException):
    """The server is no more."""


@contextmanager
def killed_at(number: int) -> Iterator[list[str]]:
    """The server is killed when it is about to send its statement of this number; those that it sent."""
    sent: list[str] = []

    def send(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        sent.append(sql)
        if len(sent) == number:
            raise Killed
        return execute(sql, params, many, context)

    with suppress(Killed), connection.execute_wrapper(send):
        yield sent


def kills(lay: Callable[[], Table], act: Callable[[Table], object]) -> Iterator[tuple[Table, Table]]:
    """The table before, and as it is found after a kill at every statement in turn; last without any."""
    for number in range(1, 200):
        before = lay()
        before.refresh_from_db()
        with killed_at(number) as sent:
            act(before)
        yield before, consistent(before.pk)
        if len(sent) < number:
            assert number > 3  # something was sent
            return
    pytest.fail("It never came to an end.")


def consistent(table_id: int) -> Table:
    """A table as a server that starts finds it; what lists read of it agrees with its game."""
    table = Table.objects.get(pk=table_id)
    record, stored = TableStorage(table_id).load()
    assert MoveRow.objects.filter(table=table).count() == table.number == len(record.actions)
    assert table.hash == stored.hash()
    assert table.over == stored.over
    assert table.decider == ("" if stored.over else stored.top.decider(stored))
    assert table.asked == stored_prompt(stored)
    assert (table.asked_at is None) == stored.over
    return table


def settled(table: Table) -> Table:
    """A table of the tests as the last move would have left it."""
    now = TABLES.now(table).game
    table.decider, table.over = "" if now.over else now.top.decider(now), now.over
    table.asked, table.asked_at = stored_prompt(now), table.made
    table.save()
    return table


def standings(seen: Iterator[tuple[Table, Table]]) -> set[int]:
    """By how many moves the table differs; where it does not, nothing of it does."""
    found = set()
    for before, after in seen:
        found.add(after.number - before.number)
        if after.number == before.number:
            assert (after.changes, after.asked_at, after.decider) == (before.changes, before.asked_at, before.decider)
        else:
            assert after.changes > before.changes
            assert after.asked_at is not None
            assert before.asked_at is not None
            assert after.asked_at > before.asked_at
    return found


def _moves(table: Table) -> None:
    play(TABLES, table, choice(table), table.decider, table.number, MoveRequest(key="key"))


def test_a_move_is_made_with_all_that_follows_from_it_or_not_at_all() -> None:
    assert standings(kills(lambda: settled(laid_out(played("1849", moves=30))), _moves)) == {0, 1}


@pytest.mark.parametrize("name", ["1849", pytest.param("1883", marks=pytest.mark.soak)])
def test_the_last_move_of_a_game_is_made_whole_or_not_at_all(name: str) -> None:
    walk = walk_of(name)
    while walk.reaches(number := len(walk._states)):
        pass
    last = msgspec.json.encode(walk.record(number - 1).actions[-1])
    ends = []

    def act(table: Table) -> None:
        play(TABLES, table, last, table.decider, table.number)

    for before, after in kills(lambda: settled(laid_out(walk.record(number - 2))), act):
        assert after.over == (after.number > before.number)
        ends.append(after.over)
    assert set(ends) == {False, True}


def _after_a_move(**law: str) -> Table:
    people = [Person.objects.create(name=name) for name in ("Ada", "Bruno", "Carla")]
    table = game(*people, law=law)
    play(TABLES, table, msgspec.json.encode(Pass()), table.decider, 0)
    table.refresh_from_db()
    return table


def _mover(table: Table) -> str:
    return TABLES.now(table).record.past_of(table.number).by


def test_an_undo_is_made_whole_or_not_at_all() -> None:
    seen = kills(
        lambda: _after_a_move(undo="own"), lambda table: take_back(TABLES, table.pk, _mover(table), table.number)
    )
    assert standings(seen) == {0, -1}


def test_an_undo_that_all_agree_to_leaves_no_request_behind_and_can_be_agreed_to_again() -> None:
    def asked() -> Table:
        table = _after_a_move(undo="consent")
        take_back(TABLES, table.pk, _mover(table), table.number)
        others = [seat.player for seat in table.seats.all() if seat.player != _mover(table)]
        assert not answer(TABLES, table, others[:1], agrees=True)
        return table

    found = set()

    def agree(table: Table) -> bool:
        others = [seat.player for seat in table.seats.all() if seat.player != _mover(table)]
        return answer(TABLES, table, others[1:], agrees=True)

    for before, after in kills(asked, agree):
        found.add(after.number - before.number)
        assert UndoRequest.objects.filter(table=after).exists() == (after.number == before.number)
        if after.number == before.number:
            assert agree(after)
            assert consistent(after.pk).number == before.number - 1
    assert found == {0, -1}


def test_an_order_is_carried_out_whole_or_not_at_all() -> None:
    """One that has acted without its move would be cancelled after the start: it would believe in an undo."""
    record = until("1849", "stock", after=20, where=lambda each: Pass() in each.decision.choices)

    def lay() -> Table:
        table = settled(laid_out(record))
        ada = table.host
        table.seats.update(person=ada)
        now = TABLES.now(table).game.state
        order = Order(id="1", kind="pass", player=table.decider, number=now.number, step="stock", round=now.round)
        keep_orders(table, ada, Orders([order]))
        return table

    found = set()
    for before, after in kills(lay, lambda table: carry_out(TABLES, table.pk)):
        found.add(after.number - before.number)
        [order] = orders_of(after, before.host).standing
        assert order.acted == (after.number if after.number > before.number else 0)
    assert found == {0, 1}


def test_a_game_begins_whole_or_not_at_all() -> None:
    begun = set()
    for number in range(1, 200):
        ada, client = guest("Ada")
        table = lobby(ada)
        for name in ("Bruno", "Carla"):
            guest(name)[1].post(f"/t/{table.key}/join", {"name": name})
        with killed_at(number) as sent:
            client.post(f"/t/{table.key}/start")
        table.refresh_from_db()
        begun.add(table.has_started)
        if table.has_started:
            consistent(table.pk)
        else:
            assert (table.decider, table.asked, table.start_hash) == ("", {}, "")
        if len(sent) < number:
            break
    assert begun == {False, True}


@pytest.mark.parametrize("moves", [40, 5000])
def test_a_file_becomes_a_whole_table_or_none(moves: int) -> None:
    data = bytes(written(played("1849", moves=moves)))
    found = set()
    for number in range(1, 200):
        Table.objects.all().delete()
        with killed_at(number) as sent:
            browser().post("/tables/open", {"file": SimpleUploadedFile("game.json", data)})
        for table in Table.objects.all():
            assert consistent(table.pk).over == (moves == 5000)
            assert table.seats.count() == 3
        found.add(Table.objects.count())
        if len(sent) < number:
            break
    assert found == {0, 1}


NUMBERS = {"Ada": "seven", "Bea": "otto"}


def _opened(friends: Friends, *names: str) -> Friends:
    for seat, client in zip(friends.seats, (friends.ada, friends.bea), strict=True):
        if seat.player in names:
            open_up(client, seat, NUMBERS[seat.player])
    return friends


def _numbers(friends: Friends) -> tuple[bool, bool, tuple[str, ...]]:
    """Whether nothing changes any more, whether the game has begun, whose numbers are open; none of it is half."""
    draw = SeedDraw.objects.get(table=friends.table)
    has_begun = Table.objects.get(pk=friends.table.pk).has_started
    rows = {row.seat.player: row for row in SeatNumber.objects.filter(seat__table=friends.table)}
    if has_begun:
        consistent(friends.table.pk)
        assert not rows
        assert draw.own is None
        assert [each.number for each in shared(friends.table).contributions] == list(NUMBERS.values())
        assert verify(TABLES.now(Table.objects.get(pk=friends.table.pk)).record).ok
        return draw.is_starting, True, ()
    assert draw.own is not None
    for player, row in rows.items():
        assert row.commitment == number_commitment(NUMBERS[player], NONCE)
        assert (row.number, row.nonce) in (("", ""), (NUMBERS[player], NONCE))
        assert not row.is_open or draw.is_starting
    return draw.is_starting, False, tuple(sorted(player for player, row in rows.items() if row.is_open))


@pytest.mark.parametrize(
    ("before", "act", "stands", "then"),
    [
        (lambda friends: None, lambda friends: friends.start(), (False, False, ()), (True, False, ())),
        (
            lambda friends: friends.start(),
            lambda friends: _opened(friends, "Ada"),
            (True, False, ()),
            (True, False, ("Ada",)),
        ),
        (
            lambda friends: (friends.start(), _opened(friends, "Ada")),
            lambda friends: _opened(friends, "Bea"),
            (True, False, ("Ada",)),
            (False, True, ()),
        ),
        (
            lambda friends: (friends.start(), _opened(friends, "Ada")),
            lambda friends: say(friends.bea, friends.table, "anew"),
            (True, False, ("Ada",)),
            (False, False, ()),
        ),
    ],
    ids=["the host starts", "a number is opened", "the last one is opened", "the start is called off"],
)
def test_numbers_of_seats_are_frozen_and_opened_whole_or_not_at_all(
    before: Callable[[Friends], object], act: Callable[[Friends], object], stands: object, then: object
) -> None:
    """Whoever sends the same again after the server's death finds their way on."""
    seen = set()
    for number in range(1, 200):
        friends = Friends()
        before(friends)
        with killed_at(number) as sent:
            act(friends)
        seen.add(_numbers(friends))
        if len(sent) < number:
            break
        act(friends)
        assert _numbers(friends) == then
    assert seen == {stands, then}


def test_a_number_is_committed_to_whole_or_not_at_all() -> None:
    seen = set()
    for number in range(1, 200):
        friends = Friends()
        SeatNumber.objects.all().delete()
        with killed_at(number) as sent:
            commit(friends.ada, friends.seats[0], "seven")
        rows = SeatNumber.objects.filter(seat=friends.seats[0])
        seen.add(tuple(rows.values_list("source", "commitment", "number", "nonce")))
        if len(sent) < number:
            break
    assert seen == {(), (("opened", number_commitment("seven", NONCE), "", ""),)}
