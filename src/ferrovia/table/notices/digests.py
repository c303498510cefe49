"""The daily digest: one mail in the morning to whoever wants it, on days on which a table waits for them."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.urls import reverse

from ferrovia.saying.message import Message
from ferrovia.table.clocks import deadline_of
from ferrovia.table.models import Seat
from ferrovia.table.notices.models import Delivery, Kind, NoticeTaste, Wish
from ferrovia.table.notices.outbox import row
from ferrovia.table.notices.quiet import zone_of
from ferrovia.table.notices.texts import Fact, Listener, Notice, table_name
from ferrovia.table.notices.times import moment
from ferrovia.table.waiting_for import read_prompt

MORNING = time(7, 30)  # for those who have no quiet hours; for others it is when these end
MOST_OTHERS = 20  # tables of others that it names
_LATEST = timedelta(hours=6)  # after which the digest of a morning is left out: the server was down


def write_digests(now: datetime) -> int:
    """The digests whose hour has come, each once a day whichever server is first; how many."""
    wishes = list(Wish.objects.filter(kind=Kind.DIGEST).select_related("channel__person"))
    tastes = {
        each.person_id: each for each in NoticeTaste.objects.filter(person__in={each.person_id for each in wishes})
    }
    return sum(_written(wish, tastes.get(wish.person_id), now) for wish in wishes)


def hour_of(taste: NoticeTaste | None) -> time:
    return (taste.quiet_to if taste is not None else None) or MORNING


def _written(wish: Wish, taste: NoticeTaste | None, now: datetime) -> bool:
    there = now.astimezone(zone_of(taste.zone if taste is not None else "UTC"))
    at = there.replace(hour=hour_of(taste).hour, minute=hour_of(taste).minute, second=0, microsecond=0)
    if not at <= there < at + _LATEST or not waits_for(wish.person_id):
        return False
    key = f"digest-{wish.channel_id}-{there:%Y-%m-%d}"
    if Delivery.objects.filter(key=key).exists():
        return False
    try:
        with transaction.atomic():
            row(wish.channel, Kind.DIGEST, now, key=key).save()
    except IntegrityError:  # another server was faster
        return False
    return True


def waits_for(person_id: int) -> bool:
    """Whether any table waits for somebody."""
    return _seats(person_id).filter(table__decider=F("player")).exists()


def _seats(person_id: int) -> QuerySet[Seat]:
    """The seats that somebody plays themselves, of games that run."""
    return Seat.objects.filter(person=person_id, bot="", table__over=False).exclude(table__start_hash="")


def digest_of(each: Delivery, listener: Listener) -> Notice:
    """What the mail of a morning says: the tables that wait for somebody, then those at which they wait."""
    say = listener.say
    seats = _seats(each.person_id).select_related("table").defer("table__settings", "table__state")
    seats = seats.prefetch_related("table__seats").order_by("table__asked_at")
    mine = [seat for seat in seats if seat.player == seat.table.decider]
    others = [seat for seat in seats if seat.table_id not in {seat.table_id for seat in mine}]
    facts = [Fact(say("Your move"), say(_line(seat, listener))) for seat in mine]
    facts += [Fact(say("You wait"), say(_other_line(seat))) for seat in others[:MOST_OTHERS]]
    words = Message("{n} {n:table waits|tables wait} for you, {m} for others", n=len(mine), m=len(others))
    return Notice(
        each.kind, say(words), "\n".join(fact.words for fact in facts), reverse("home"), each.key, facts=tuple(facts)
    )


def _line(seat: Seat, listener: Listener) -> Message:
    table = seat.table
    name = table_name(table, seat.player, list(table.seats.all()))
    question = read_prompt(table.asked).question or Message("your move")
    deadline = deadline_of(table, seat.player)
    if deadline is None or deadline <= listener.now:
        return Message("{table}: {what}", table=name, what=question)
    until = moment(deadline, listener.now, listener.zone)
    return Message("{table}: {what}, till {when}", table=name, what=question, when=until)


def _other_line(seat: Seat) -> Message:
    name = table_name(seat.table, seat.player, list(seat.table.seats.all()))
    return Message("{table}: for {player}", table=name, player=seat.table.decider)
