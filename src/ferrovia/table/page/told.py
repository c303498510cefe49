"""The page of notices as data: where somebody is told, what for, and what was sent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q

from ferrovia.saying.message import Message, term
from ferrovia.table.models import Person
from ferrovia.table.notices.channels import CHOSEN, WAYS
from ferrovia.table.notices.dispatch import is_resting
from ferrovia.table.notices.models import PENDING, Channel, Delivery, Kind, NoticeTaste, State, Way, Wish
from ferrovia.table.notices.texts import table_name
from ferrovia.table.notices.times import moment
from ferrovia.table.stored_messages import StoredMessage

SHOWN = 60  # lines of what was sent
ICONS = {Way.PUSH: "bell", Way.MAIL: "mail", Way.WEBHOOK: "link"}
KINDS = {
    Kind.TURN: (term("Your turn"), term("after two quiet minutes, never while you look at that table")),
    Kind.REMINDER: (term("Reminder"), term("when a fifth of your time is left")),
    Kind.ANSWER: (term("Your answer is asked"), term("somebody asks to take back")),
    Kind.NAMED: (term("You were mentioned"), term("somebody writes @ and your name at a table")),
    Kind.STARTS: (term("A table starts"), term("at which you sit")),
    Kind.OVER: (term("Game over"), term("with the result")),
    Kind.DIGEST: (term("Daily digest"), term("one mail in the morning if anything waits for you")),
}
OTHER_KINDS = {Kind.TEST: term("It rings."), Kind.RESTS: term("Another way rests")}
# The word of a state, its sign, and its tone.
STATES = {
    State.WAITING: (term("on its way"), "turn", "calm"),
    State.KEPT: (term("kept"), "moon", "calm"),
    State.SENT: (term("sent"), "tick", "good"),
    State.ARRIVED: (term("arrived"), "tick", "good"),
    State.HANDED: (term("handed over"), "tick", "good"),
    State.SKIPPED: (term("not sent"), "eye", "calm"),
    State.FAILED: (term("could not be sent"), "alarm", "bad"),
}


@dataclass(frozen=True)
class Fate:
    """What became of a notice, in a word and a sentence."""

    word: str
    icon: str
    tone: str
    reason: Message | None
    at: Message


@dataclass(frozen=True)
class ChannelRow:
    """One way to tell somebody."""

    channel: Channel
    icon: str
    facts: Message
    fate: Fate | None
    is_bad: bool
    is_here: bool = False


@dataclass(frozen=True)
class KindRow:
    """One kind of thing to be told of, and by which channels."""

    kind: str
    name: str
    detail: str
    boxes: tuple[tuple[Channel, bool | None], ...]  # None: not by this way


@dataclass(frozen=True)
class Line:
    """One line of what was sent."""

    at: Message
    when: datetime
    subject: Message
    table: Message | None
    label: str
    fate: Fate


def said(kept: dict[str, Any] | None) -> Message | None:
    """A message as a row keeps it; none for one that cannot be read."""
    if not kept or "text" not in kept:
        return None
    return msgspec.convert(kept, StoredMessage).message


def channel_rows(person: Person, zone: str, now: datetime, session: str) -> list[ChannelRow]:
    rows = []
    for channel in Channel.objects.filter(person=person).order_by("made"):
        last = Delivery.objects.filter(channel=channel).exclude(state__in=(State.SKIPPED, State.WAITING))
        newest = last.order_by("-made").first()
        fate = _fate(newest, now, zone) if newest is not None else None
        trouble, rests = said(channel.trouble), is_resting(channel)
        if trouble is not None:
            words = Message("failed {n} {n:time|times}: {why}", n=max(1, channel.failures), why=trouble)
            fate = Fate(term("rests") if rests else term("could not be sent"), "alarm", "bad", words, Message(""))
        is_here = bool(session) and channel.way == Way.PUSH and channel.session == session
        rows.append(
            ChannelRow(channel, ICONS[Way(channel.way)], _facts(channel, zone, now), fate, bool(trouble), is_here)
        )
    return rows


def _facts(channel: Channel, zone: str, now: datetime) -> Message:
    since = moment(channel.made, now, zone)
    if channel.way == Way.PUSH:
        return Message("push, since {when}", when=since)
    if channel.way == Way.WEBHOOK:
        return Message("webhook, since {when}", when=since)
    if channel.confirmed is None:
        return Message("not confirmed yet: a mail asks for it")
    return Message("confirmed {when}", when=moment(channel.confirmed, now, zone))


def kind_rows(person: Person, channels: list[Channel]) -> list[KindRow]:
    wished = set(Wish.objects.filter(person=person).values_list("channel", "kind"))
    return [
        KindRow(
            kind,
            *KINDS[kind],
            tuple(
                (each, (each.pk, kind.value) in wished if each.way in WAYS[kind] else None)
                for each in channels
            ),
        )
        for kind in CHOSEN
    ]  # fmt: skip


def lines(person: Person, taste: NoticeTaste | None, now: datetime) -> list[Line]:
    """What was sent, the newest first; what is still on its way only once it was tried."""
    zone = taste.zone if taste is not None else "UTC"
    rows = Delivery.objects.filter(person=person).exclude(Q(state=State.WAITING, tries=0) & ~Q(kind=Kind.TEST))
    # That a reminder was not needed is no news.
    rows = rows.exclude(kind=Kind.REMINDER, state=State.SKIPPED)
    rows = rows.select_related("table").defer("table__settings", "table__state").prefetch_related("table__seats")
    return [_line(each, now, zone) for each in rows.order_by("-made", "-pk")[:SHOWN]]


def _line(each: Delivery, now: datetime, zone: str) -> Line:
    names = {kind: name for kind, (name, _) in KINDS.items()} | OTHER_KINDS
    subject = said(each.subject) or Message("{kind:term}", kind=names.get(Kind(each.kind), each.kind))
    table = each.table
    name = table_name(table, each.player, list(table.seats.all())) if table is not None else None
    when = each.sent or each.made
    return Line(moment(when, now, zone), when, subject, name, each.label, _fate(each, now, zone))


def _fate(each: Delivery, now: datetime, zone: str) -> Fate:
    word, icon, tone = STATES[State(each.state)]
    reason = said(each.reason)
    if each.shown is not None and each.opened is not None:
        shown, opened = (moment(at, now, zone) for at in (each.shown, each.opened))
        reason = Message("shown {shown}, opened {opened}", shown=shown, opened=opened)
    elif each.shown is not None:
        reason = Message("shown {shown}", shown=moment(each.shown, now, zone))
    if each.state in PENDING and each.tries:
        reason = Message("{reason}; tried again {when}", reason=reason, when=moment(each.due, now, zone))
    return Fate(word, icon, tone, reason, moment(each.sent or each.made, now, zone))
