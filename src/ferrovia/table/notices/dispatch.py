"""Sending what is due: rows are claimed, looked at once more, put together by channel, sent, and what came of it noted.

A row is claimed by one update that puts it off: of several servers one has it, and where that one dies it is due again.
Between the answer of whoever took a message and our note of it a crash cannot be told from one before: such a message
goes a second time, under the same key, by which devices, mail programs and programs behind a webhook know it again.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from ferrovia.saying.message import Message
from ferrovia.table.clocks.models import Turn
from ferrovia.table.clocks.reading import SeatTime, TableTime, times_of
from ferrovia.table.clocks.rests import OF_THE_CALENDAR
from ferrovia.table.host.bans import is_banned
from ferrovia.table.law import law_of
from ferrovia.table.models import Table
from ferrovia.table.notices import senders
from ferrovia.table.notices.digests import digest_of
from ferrovia.table.notices.judging import Keep, Known, Send, Skip, Verdict, Wait, next_try, reminder_at, verdict
from ferrovia.table.notices.models import PENDING, Channel, Delivery, Kind, NoticeTaste, State, Way
from ferrovia.table.notices.outbox import plain, quiet_hours_of, row
from ferrovia.table.notices.owners import has_ended
from ferrovia.table.notices.sending import Again, Answer, Parcel, Refused, Sender, Taken
from ferrovia.table.notices.texts import Listener, Notice, notice_of, together
from ferrovia.table.notices.times import moment
from ferrovia.table.shared_clock import time_now

AT_ONCE = 40  # rows that one claim takes
LEASE = timedelta(minutes=3)  # for which they are claimed: longer than it takes to send them all
THREADS = 8  # messages on their way at a time
REST = timedelta(days=1)  # after which a reminder is looked at again while its clock stands still
MOST_FAILURES = 3  # of a webhook, one after another, before it rests

Looking = Callable[[str], Iterable[int]]  # who has a page of a table open, by its key


def anything_due(now: datetime) -> bool:
    return Delivery.objects.filter(state__in=PENDING, due__lte=now).exists()


def deliver(looking: Looking, send: Sender = senders.send, executor: Executor | None = None) -> int:
    """Send what is due; how many rows were looked at."""
    rows = claimed(time_now())
    bundles = list(_bundles(rows, looking))
    with _threads(executor) as pool:
        sending = {pool.submit(send, each.parcel): each for each in bundles}
        for done in as_completed(sending):
            note(sending[done], done.result())
    return len(rows)


@contextmanager
def _threads(executor: Executor | None) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    with ThreadPoolExecutor(THREADS, thread_name_prefix="notices") as pool:
        yield pool


def claimed(now: datetime) -> list[Delivery]:
    """Rows that are due, and nobody else's from here on."""
    due = Delivery.objects.filter(state__in=PENDING, due__lte=now)
    first = list(due.order_by("due", "pk").values_list("pk", flat=True)[:AT_ONCE])
    if not first:
        return []
    claim = secrets.token_hex(12)
    due.filter(pk__in=first).update(claim=claim, due=now + LEASE)
    mine = Delivery.objects.filter(claim=claim).order_by("made", "pk")
    related = mine.select_related("table", "channel__person").defer("table__settings", "table__state")
    return list(related.prefetch_related("table__seats"))


@dataclass(frozen=True)
class Bundle:
    """What goes to one channel now, as one message."""

    rows: tuple[Delivery, ...]
    parcel: Parcel


def _bundles(rows: Sequence[Delivery], looking: Looking) -> Iterator[Bundle]:
    """What is to be sent of the rows that are due; what becomes of the others is noted at once."""
    by_channel: dict[int, list[Delivery]] = defaultdict(list)
    tastes = {each.person_id: each for each in NoticeTaste.objects.filter(person__in={row.person_id for row in rows})}
    now = time_now()
    times = times_of({each.table_id: each.table for each in rows if each.table is not None}.values(), now)
    for each in rows:
        taste = tastes.get(each.person_id)
        time = _time_of(each, times)
        found = _verdict(each, taste, time, looking, now)
        match found:
            case Send():
                by_channel[each.channel_id or 0].append(each)
            case _:
                settle(each, found, now, taste.zone if taste is not None else "UTC")
    for together_now in by_channel.values():
        yield _bundle(together_now, tastes.get(together_now[0].person_id), times, now)


def _time_of(each: Delivery, times: dict[int, TableTime]) -> SeatTime | None:
    """The time of the seat that a notice is for."""
    time = times.get(each.table_id or 0)
    return time.of(each.player) if time is not None else None


def _verdict(
    each: Delivery, taste: NoticeTaste | None, time: SeatTime | None, looking: Looking, now: datetime
) -> Verdict:
    channel, table, quiet = each.channel, each.table, quiet_hours_of(taste)
    if channel is None:
        return Skip(Message("this way to tell you was removed"))
    if channel.is_unconfirmed and each.kind != Kind.TEST:  # which asks
        return Skip(Message("the address is not confirmed yet"))
    if is_resting(channel) and each.kind != Kind.TEST:
        return Skip(Message("it has failed too often, and rests"))
    if is_banned(channel.person):
        return Skip(Message("a host of this server has banned you"))
    if table is None:
        return verdict(Known(each.kind, each.way, now, each.made, is_gone=has_ended(channel), quiet=quiet))
    live, remind = law_of(table.law).clock.is_live, None
    if time is not None and time.reminder is not None:
        remind = reminder_at(time.reminder, table.asked_at or each.made, live, quiet)
    known = Known(
        each.kind,
        each.way,
        now,
        each.made,
        stands=_still_stands(each, table),
        is_over=table.over,
        is_theirs=_is_still_theirs(each, table),
        number=table.number,
        move=each.move,
        is_gone=has_ended(channel),
        is_looking=each.person_id in set(looking(table.key)),
        is_live=live,
        deadline=time.until if time is not None else None,
        remind_at=remind,
        rests_till=_rests_till(time, now),
        quiet=quiet,
    )
    return verdict(known)


def _still_stands(each: Delivery, table: Table) -> bool:
    """Whether what is told is still asked. Whoever has made half of their turn has the same time for the rest of it."""
    if table.hash == each.hash:
        return True
    if each.kind != Kind.REMINDER or table.decider != each.player:
        return False
    return Turn.objects.filter(table=table, after=None, seat__player=each.player, first__lte=each.move).exists()


def _rests_till(time: SeatTime | None, now: datetime) -> datetime | None:
    """Till when a clock stands still that people have stopped: nobody is reminded then. Quiet hours keep the nights."""
    if time is None or not time.is_turn or time.rest is None or time.rest.why in OF_THE_CALENDAR:
        return None
    return min(time.rest.end or now + REST, now + REST)


def _is_still_theirs(each: Delivery, table: Table) -> bool:
    """Whether the seat is still that of whoever is told, and no computer player has it."""
    if each.kind == Kind.ANSWER:
        request = getattr(table, "undo_request", None)
        return request is not None and not request.declined and each.player not in request.agreed
    seats = table.seats.all()
    return any(seat.player == each.player and seat.person_id == each.person_id and not seat.bot for seat in seats)


def is_resting(channel: Channel) -> bool:
    """Whether a webhook has failed too often, one after another: it rests until it is tested anew."""
    return channel.way == Way.WEBHOOK and channel.failures >= MOST_FAILURES


def _bundle(rows: Sequence[Delivery], taste: NoticeTaste | None, times: dict[int, TableTime], now: datetime) -> Bundle:
    channel = rows[0].channel
    assert channel is not None
    listener = Listener(taste.language if taste else "en", taste.zone if taste else "UTC", now)
    notices = [
        digest_of(each, listener)
        if each.kind == Kind.DIGEST
        else notice_of(each, time.until if (time := _time_of(each, times)) is not None else None, listener)
        for each in rows
    ]
    for each, notice in zip(rows, notices, strict=True):
        each.subject = plain(Message("{said}", said=notice.title))
    notice = notices[0] if len(notices) == 1 else together(notices, listener)
    return Bundle(tuple(rows), _parcel(channel, notice, listener))


def _parcel(channel: Channel, notice: Notice, listener: Listener) -> Parcel:
    return Parcel(
        channel.way,
        channel.address,
        channel.label,
        channel.person.name,
        channel.origin,
        channel.token,
        listener.language,
        notice,
        listener.now,
        channel.keys,
    )


# What came of it


def settle(each: Delivery, found: Verdict, now: datetime, zone: str) -> None:
    """A row that is not sent now."""
    mine = Delivery.objects.filter(pk=each.pk, claim=each.claim)
    match found:
        case Skip(reason):
            mine.update(state=State.SKIPPED, reason=plain(reason), sent=now, claim="")
        case Keep(until):
            reason = Message("quiet hours: told at {time}", time=moment(until, now, zone))
            mine.update(state=State.KEPT, reason=plain(reason), due=until, claim="")
        case Wait(until):
            mine.update(due=until, claim="")


def note(bundle: Bundle, answer: Answer) -> None:
    """What became of a message is noted with each of its rows, and with its channel."""
    with transaction.atomic():
        for each in bundle.rows:
            _note(each, answer, time_now())
        channel = Channel.objects.select_for_update().filter(pk=bundle.rows[0].channel_id or 0).first()
        if channel is not None:
            _note_channel(channel, bundle, answer)


def _note(each: Delivery, answer: Answer, now: datetime) -> None:
    mine, tries = Delivery.objects.filter(pk=each.pk, claim=each.claim), each.tries + 1
    match answer:
        case Taken(state, reason):
            found = {"state": state, "reason": plain(reason)}
            # A browser may have said that it has shown it before its push service answered us.
            if state == State.SENT and mine.filter(shown__isnull=False).exists():
                found["state"] = State.ARRIVED
            mine.update(**found, sent=now, subject=each.subject, tries=tries, claim="")
        case Refused(reason):
            mine.update(state=State.FAILED, reason=plain(reason), sent=now, subject=each.subject, tries=tries, claim="")
        case Again(reason, after):
            again = next_try(tries, each.made, now, after)
            if again is None or each.kind == Kind.TEST:
                given_up = Message("{reason}. Given up after {n} {n:try|tries}.", reason=reason, n=tries)
                said = reason if each.kind == Kind.TEST else given_up
                mine.update(
                    state=State.FAILED, reason=plain(said), sent=now, subject=each.subject, tries=tries, claim=""
                )
            else:
                mine.update(reason=plain(reason), due=again, tries=tries, subject=each.subject, claim="")


def _note_channel(channel: Channel, bundle: Bundle, answer: Answer) -> None:
    match answer:
        case Taken():
            if channel.failures or channel.trouble:
                Channel.objects.filter(pk=channel.pk).update(failures=0, trouble=None)
        case Refused(is_gone=True):
            channel.delete()
        case Again(is_failure=False):
            pass
        case Refused(reason) | Again(reason):
            before = channel.failures
            Channel.objects.filter(pk=channel.pk).update(failures=F("failures") + 1, trouble=plain(reason))
            channel.failures = before + 1
            if channel.way == Way.WEBHOOK and channel.failures == MOST_FAILURES:
                _tell_of(channel)


def _tell_of(channel: Channel) -> None:
    """A webhook rests from now on: whoever relies on it hears so once, by another way."""
    order = {Way.PUSH: 0, Way.MAIL: 1}
    others = Channel.objects.filter(person=channel.person_id, way__in=order).exclude(
        way=Way.MAIL, confirmed__isnull=True
    )
    found = sorted(others, key=lambda each: order[Way(each.way)])
    if found:
        row(found[0], Kind.RESTS, time_now(), facts={"label": channel.label}).save()
