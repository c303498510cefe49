"""People who are told, a sender that only notes what it is given, and a clock that tests set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from ferrovia.saying.message import Message
from ferrovia.table.models import Person, Table
from ferrovia.table.moves import play
from ferrovia.table.notices.dispatch import deliver
from ferrovia.table.notices.models import Channel, Delivery, Kind, State, Way, Wish
from ferrovia.table.notices.sending import Answer, Parcel, Taken
from ferrovia.table.stored_messages import StoredMessage
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice
from tests.web.server_clock import ServerClock

ALL = (Kind.TURN, Kind.REMINDER, Kind.ANSWER, Kind.NAMED, Kind.STARTS, Kind.OVER)
NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)  # a Wednesday


@contextmanager
def clock(now: datetime = NOON) -> Iterator[Clock]:
    """The server of this process obeys the test."""
    with TemporaryDirectory() as folder:
        made = Clock(Path(folder), now)
        # Not by the settings themselves, which a test may change meanwhile and put back in another order.
        with patch("ferrovia.table.shared_clock.settings", SimpleNamespace(TEST_CLOCK=str(made.file))):
            yield made


class Clock(ServerClock):
    def on(self, **by: float) -> None:
        self.passes(timedelta(**by))


def told(person: Person, *kinds: Kind, way: Way = Way.WEBHOOK, **fields: Any) -> Channel:
    """Somebody is told of these kinds of thing, or of all."""
    given = {"label": way.label, "address": "https://example.org/hook", "origin": "https://table.example", **fields}
    channel = Channel.objects.create(person=person, way=way, **given)
    Wish.objects.bulk_create(Wish(person=person, kind=kind, channel=channel) for kind in kinds or ALL)
    return channel


class Post:
    """A sender that notes what it is given, and answers as it is told."""

    def __init__(self, answer: Callable[[Parcel], Answer] | None = None) -> None:
        self.sent: list[Parcel] = []
        self._answer = answer or (lambda _: Taken(State.HANDED, Message("taken")))

    def __call__(self, parcel: Parcel) -> Answer:
        self.sent.append(parcel)
        return self._answer(parcel)

    @property
    def titles(self) -> list[str]:
        return [each.notice.title for each in self.sent]


class Here(Executor):
    """Runs what it is given at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def delivered(post: Post, *looking: Person) -> int:
    """Everything that is due is sent; these people have every table open."""
    count = 0
    while found := deliver(lambda key: {person.pk for person in looking}, post, Here()):
        count += found
    return count


def move(table: Table) -> None:
    """Whoever must choose makes some move."""
    table.refresh_from_db()
    play(TABLES, table, choice(table), table.decider, table.number)
    table.refresh_from_db()


def states(person: Person) -> list[tuple[str, str]]:
    return list(Delivery.objects.filter(person=person).order_by("pk").values_list("kind", "state"))


def reason(row: Delivery) -> str:
    return str(msgspec.convert(row.reason, StoredMessage).message) if row.reason else ""
