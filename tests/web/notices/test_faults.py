"""Nothing is sent twice or lost: many turns with senders that fail, answer late or take the server with them."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from django.db import connection

from ferrovia.saying.message import Message
from ferrovia.table.models import MoveRow, Person, Table, UndoRequest
from ferrovia.table.moves import play
from ferrovia.table.notices.dispatch import LEASE, deliver
from ferrovia.table.notices.models import PENDING, Channel, Delivery, Kind, State, Way
from ferrovia.table.notices.outbox import note_turn
from ferrovia.table.notices.sending import Again, Answer, Parcel, Refused, Taken
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice
from tests.web.live.test_kills import kills, settled
from tests.web.notices.telling import Here, Post, clock, delivered, reason, told
from tests.web.people.visitors import game
from tests.web.positions import laid_out, played

pytestmark = pytest.mark.django_db(transaction=True)


class Killed(BaseException):
    """The server is no more."""


@dataclass
class Faulty:
    """A sender that fails in every way there is, each now and then."""

    chance: random.Random
    taken: Counter[str] = field(default_factory=Counter)  # by the key of the notice
    unsure: Counter[str] = field(default_factory=Counter)  # the server died before it could note that it was taken
    troubled: set[str] = field(default_factory=set)

    def __call__(self, parcel: Parcel) -> Answer:
        key, luck = parcel.notice.key, self.chance.random()
        if luck < 0.06:
            self.troubled.add(key)
            raise Killed
        if luck < 0.3:
            self.troubled.add(key)
            return Again(Message("nobody answered"))
        self.taken[key] += 1
        if luck < 0.36:
            self.unsure[key] += 1
            self.troubled.add(key)
            raise Killed
        return Taken(State.HANDED, Message("taken"))


@pytest.mark.parametrize("turns", [150, pytest.param(10_000, marks=pytest.mark.soak)])
def test_each_turn_is_told_once_whatever_befalls_senders_and_servers(turns: int) -> None:
    chance = random.Random(turns)
    sender = Faulty(chance)
    with clock() as now:
        people = [Person.objects.create(name=name) for name in ("Ada", "Bruno", "Carla")]
        for person in people:
            told(person, Kind.TURN, way=Way.MAIL, confirmed=now.now)
        table = game(*people, law={"pace": "day"})
        Delivery.objects.all().delete()
        lasted: dict[int, float] = {}

        def send() -> None:
            with suppress(Killed):
                deliver(lambda key: (), sender, Here())

        for number in range(1, turns + 1):
            decider = people[number % 3].name
            Table.objects.filter(pk=table.pk).update(
                number=number, hash=f"hash {number}", decider=decider, asked_at=now.now
            )
            note_turn(table.pk, decider)
            lasted[number] = minutes = chance.choice([1, 3, 10, 60, 300])
            for _ in range(4):
                now.on(minutes=minutes / 4)
                send()
        for _ in range(200):
            now.on(minutes=30)
            send()
    rows = list(Delivery.objects.order_by("move"))
    assert [row.move for row in rows] == list(range(1, turns + 1))
    assert not Delivery.objects.filter(state__in=PENDING).exists()
    for row in rows:
        sent = sender.taken[row.key]
        assert sent <= 1 + sender.unsure[row.key], "twice"
        if row.state == State.HANDED:
            assert sent >= 1
        else:
            assert row.state == State.SKIPPED
            assert reason(row) in ("you had answered", "a newer notice of this table took its place")
            assert sent == sender.unsure[row.key]
        if lasted[row.move] >= 10 and row.key not in sender.troubled:
            assert (row.state, sent) == (State.HANDED, 1), "lost"
    assert sum(sender.unsure.values()) > 3
    assert sum(row.state == State.HANDED for row in rows) > turns / 3


def test_a_mail_server_that_is_away_for_a_day_is_tried_again_until_it_takes_it() -> None:
    with clock() as now:
        _turn_of_ada()
        away = True
        post = Post(lambda _: Again(Message("nobody answered")) if away else Taken(State.HANDED, Message("taken")))
        for _ in range(24 * 4):
            now.on(minutes=15)
            delivered(post)
        row = Delivery.objects.get()
        assert (row.state, row.tries) == (State.WAITING, len(post.sent))
        assert 8 < row.tries < 24
        away = False
        now.on(hours=4)
        delivered(post)
        row.refresh_from_db()
        assert row.state == State.HANDED


def test_it_is_given_up_after_two_days_and_said_so() -> None:
    with clock() as now:
        _turn_of_ada()
        post = Post(lambda _: Again(Message("nobody answered")))
        for _ in range(24 * 3):
            now.on(hours=1)
            delivered(post)
        row = Delivery.objects.get()
        assert row.state == State.FAILED
        assert reason(row).startswith("nobody answered. Given up after ")


def _turn_of_ada(way: Way = Way.MAIL) -> tuple[Table, Person]:
    people = [Person.objects.create(name=name) for name in ("Ada", "Bruno", "Carla")]
    table = game(*people, law={"pace": "days"})
    table.refresh_from_db()
    ada = next(person for person in people if person.name == table.decider)
    told(ada, Kind.TURN, way=way, confirmed=table.made, generation=1)
    Delivery.objects.all().delete()
    note_turn(table.pk, table.decider)
    return table, ada


def test_a_subscription_that_is_gone_is_deleted_and_the_line_stays() -> None:
    with clock() as now:
        _, ada = _turn_of_ada(Way.PUSH)
        now.on(minutes=2)
        delivered(Post(lambda _: Refused(Message("410: the browser has ended it"), is_gone=True)))
        assert not Channel.objects.filter(person=ada).exists()
        row = Delivery.objects.get()
        assert (row.state, row.channel, row.label) == (State.FAILED, None, "Push")


def test_a_webhook_rests_after_three_failures_and_its_owner_is_told_once_by_another_way() -> None:
    with clock() as now:
        _, ada = _turn_of_ada(Way.WEBHOOK)
        told(ada, Kind.OVER, way=Way.PUSH, address="https://push.example/1", generation=1, label="Phone")
        post = Post(
            lambda each: (
                Again(Message("nobody answered")) if each.way == Way.WEBHOOK else Taken(State.SENT, Message("taken"))
            )
        )
        for _ in range(60):
            now.on(minutes=5)
            delivered(post)
        assert [each.way for each in post.sent] == ["webhook"] * 3 + ["push"]
        assert post.titles[-1] == "Webhook takes no more notices"
        assert Channel.objects.get(way=Way.WEBHOOK).failures == 3
        row = Delivery.objects.get(kind=Kind.TURN)
        assert (row.state, reason(row)) == (State.SKIPPED, "it has failed too often, and rests")


def test_two_servers_that_look_at_once_send_it_once() -> None:
    with clock() as now:
        _turn_of_ada()
        now.on(minutes=2)
        first = Post()

        def meanwhile(parcel: Parcel) -> Answer:
            deliver(lambda key: (), first, Here())
            return Taken(State.HANDED, Message("taken"))

        second = Post(meanwhile)
        deliver(lambda key: (), second, Here())
        assert (len(first.sent), len(second.sent)) == (0, 1)


def test_what_a_dead_server_had_claimed_is_due_again() -> None:
    with clock() as now:
        _turn_of_ada()
        now.on(minutes=2)

        def die(_: Parcel) -> Answer:
            raise Killed

        with pytest.raises(Killed):
            deliver(lambda key: (), Post(die), Here())
        post = Post()
        delivered(post)
        assert not post.sent
        now.passes(LEASE)
        delivered(post)
        assert len(post.sent) == 1


def test_a_notice_is_written_with_its_move_or_not_at_all() -> None:
    def lay() -> Table:
        UndoRequest.objects.all().delete()
        Delivery.objects.all().delete()
        table = settled(laid_out(played("1849", moves=30)))
        for seat in table.seats.all():
            person = Person.objects.create(name=seat.player)
            told(person, Kind.TURN, Kind.REMINDER)
            seat.person, seat.kind, seat.bot = person, "person", ""
            seat.save()
        return table

    found = set()
    for before, after in kills(lay, lambda table: play(TABLES, table, choice(table), table.decider, table.number)):
        rows = set(Delivery.objects.filter(table=after).values_list("kind", "move", "player"))
        if after.number == before.number:
            assert not rows
        elif after.decider != before.decider:
            assert {(kind, move, player) for kind, move, player in rows} == {
                (Kind.TURN, after.number, after.decider),
                (Kind.REMINDER, after.number, after.decider),
            }
        found.add((after.number - before.number, bool(rows)))
    assert (0, False) in found
    assert MoveRow.objects.exists()
    assert connection.vendor in ("sqlite", "postgresql")
