"""The outbox: a row for each notice, written in the transaction of what it tells of, or not at all.

Nothing is sent here, and nobody is asked whether it should be: that is seen when the row is due (`dispatch`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from ferrovia.engine.flow.game import Game
from ferrovia.formats.view import standings
from ferrovia.saying.message import Message
from ferrovia.table.clocks.models import Turn
from ferrovia.table.clocks.reading import SeatTime, seat_time
from ferrovia.table.law import law_of
from ferrovia.table.models import Remark, Seat, Table, UndoRequest
from ferrovia.table.names import looks
from ferrovia.table.notices.judging import REPLACES, first_look, reminder_at
from ferrovia.table.notices.models import PENDING, Channel, Delivery, Kind, NoticeTaste, State, Wish
from ferrovia.table.notices.quiet import QuietHours
from ferrovia.table.shared_clock import time_now
from ferrovia.table.speed.prepared_queries import PreparedQuery
from ferrovia.table.stored_messages import StoredMessage

# Whether anybody at all is told of a move: mostly nobody, so it is asked in one prepared query.
_wished: PreparedQuery[Wish] = PreparedQuery(
    2,
    lambda table, player: Wish.objects.filter(
        kind__in=(Kind.TURN, Kind.REMINDER),
        person__seats__table=table,
        person__seats__player=player,
        person__seats__bot="",
    ).values_list("person", "kind"),
)


def quiet_hours_of(taste: NoticeTaste | None) -> QuietHours:
    """The quiet hours of somebody; none by default."""
    if taste is None:
        return QuietHours()
    return QuietHours(taste.zone, taste.quiet_from, taste.quiet_to, taste.quiet_weekends)


def quiet_hours(person_id: int) -> QuietHours:
    return quiet_hours_of(NoticeTaste.objects.filter(person=person_id).first())


def note_turn(table_id: int, decider: str, mover: str = "") -> None:
    """A table has come to another position: whoever must choose now is told, unless they have just chosen themselves.

    `mover` is the player who made the move in person, if one did.
    """
    if not decider or decider == mover:
        return
    wished = _wished.rows(table_id, decider)
    if not wished:
        return
    person = wished[0][0]
    if mover and Seat.objects.filter(table=table_id, player=mover, person=person, bot="").exists():
        return  # several seats at one screen
    table = _table(table_id)
    by_kind = _channels(person, {kind for _, kind in wished})
    if Kind.TURN in by_kind:
        write(table, person, Kind.TURN, player=decider, channels=by_kind[Kind.TURN])
    if Kind.REMINDER in by_kind:
        _write_reminder(table, person, decider, by_kind[Kind.REMINDER], is_told=Kind.TURN in by_kind)


def _channels(person_id: int, kinds: set[str]) -> dict[str, list[Channel]]:
    """By which somebody wants to hear of each of these kinds, where there are any."""
    found: dict[str, list[Channel]] = {}
    for wish in Wish.objects.filter(person=person_id, kind__in=kinds).select_related("channel").order_by("channel"):
        found.setdefault(wish.kind, []).append(wish.channel)
    return found


def _write_reminder(
    table: Table, person_id: int, player: str, channels: list[Channel] | None = None, *, is_told: bool = False
) -> None:
    """Whose clock runs is reminded when little is left; whoever is told of so short a turn anyway is not."""
    time = seat_time(table, player)
    if time is None or not time.is_turn:
        return
    first = time_now() + first_look(time.law.is_live)
    due = _reminder_due(table, time, person_id)
    if is_told and due is not None and due <= first:
        return
    # Where a rest has no end yet, the reminder is looked at again when that changes.
    at = max(due, first) if due is not None else first
    write(table, person_id, Kind.REMINDER, player=player, due=at, channels=channels, is_replaced=is_told)


def _reminder_due(table: Table, time: SeatTime, person_id: int) -> datetime | None:
    if time.reminder is None:
        return None
    return reminder_at(time.reminder, table.asked_at or time.now, time.law.is_live, quiet_hours(person_id))


def note_seat(table: Table, player: str) -> None:
    """Somebody has a seat from now on, or has it again: they see whether it is their turn, and are reminded of it."""
    if table.over or table.decider != player:
        return
    seat = Seat.objects.filter(table=table, player=player, bot="", person__wishes__kind=Kind.REMINDER).first()
    if seat is None or seat.person_id is None:
        return
    turn = Turn.objects.filter(table=table, after=None, seat=seat).order_by("-first").first()
    told = Delivery.objects.filter(table=table, person=seat.person_id, player=player, kind=Kind.REMINDER)
    if told.filter(move__gte=turn.first if turn else table.number).exclude(state=State.SKIPPED).exists():
        look_again(table)
        return
    _write_reminder(_table(table.pk), seat.person_id, player)


def look_again(table: Table) -> None:
    """The time of those who are asked will be over at another moment: so will their reminders be due."""
    waiting = Delivery.objects.filter(table=table, kind=Kind.REMINDER, state__in=PENDING, claim="")
    waiting.update(due=time_now())


def note_start(table_id: int, decider: str) -> None:
    """A game has begun: everybody who sits there hears it, whoever begins that it is their turn."""
    note_turn(table_id, decider)
    seats = Seat.objects.filter(table=table_id, person__wishes__kind=Kind.STARTS).exclude(player=decider)
    _told(table_id, Kind.STARTS, seats)


def note_end(table_id: int, game: Game, mover: str = "") -> None:
    """A game is over: everybody who sits there hears how it ended, but who made the last move and sees it."""
    seats = Seat.objects.filter(table=table_id, person__wishes__kind=Kind.OVER).exclude(player=mover)
    _told(table_id, Kind.OVER, seats, lambda: {"standings": standings(game)})


def note_ended(table_id: int) -> None:
    """A table was ended before its game was: everybody who sits there hears it."""
    seats = Seat.objects.filter(table=table_id, person__wishes__kind=Kind.OVER)
    _told(table_id, Kind.OVER, seats, lambda: {"is_ended": True})


def _told(table_id: int, kind: Kind, seats: Iterable[Seat], facts: Callable[[], dict[str, Any]] = dict) -> None:
    people = {seat.person_id: seat.player for seat in seats if seat.person_id}
    if people:
        table = _table(table_id)
        for person, player in people.items():
            write(table, person, kind, player=player, facts=facts())


def note_undo_request(request: UndoRequest, players: list[str]) -> None:
    """Somebody asks to take back, and these players have to answer."""
    seats = Seat.objects.filter(table=request.table_id, player__in=players, person__wishes__kind=Kind.ANSWER)
    people = {seat.person_id: seat.player for seat in seats if seat.person_id}
    if people:
        table = _table(request.table_id)
        facts = {"name": request.player, "count": request.number - request.to}
        for person, player in people.items():
            write(table, person, Kind.ANSWER, player=player, facts=facts)


def note_remark(remark: Remark) -> None:
    """Somebody has spoken: whoever was named is told."""
    if "@" not in remark.text:
        return
    seats = Seat.objects.filter(table=remark.table_id, person__wishes__kind=Kind.NAMED).exclude(person=remark.person)
    named = {seat.person_id: seat.player for seat in seats if seat.person_id and is_named(seat.player, remark.text)}
    if named:
        table = _table(remark.table_id)
        for person, player in named.items():
            write(table, person, Kind.NAMED, player=player, facts={"name": remark.name, "text": remark.text})


def unsay(remark: Remark) -> None:
    """A remark was removed, inside the caller's transaction: no notice brings its words to anybody or keeps them."""
    facts = {"name": remark.name, "text": remark.text}
    said = Delivery.objects.filter(table=remark.table_id, kind=Kind.NAMED, facts=facts)
    reason = Message("the remark was removed")
    said.filter(state__in=PENDING).update(state=State.SKIPPED, reason=plain(reason), sent=time_now(), claim="")
    said.update(facts={}, subject={})


def is_named(player: str, text: str) -> bool:
    """Whether a remark calls a player: by @ and the whole name, or its first word.

    >>> is_named("Ada", "@ada, a pause?"), is_named("Ada", "@Adam?"), is_named("Ada Rossi", "and @Ada")
    (True, False, True)
    """
    called = [looks(player), looks(player.split(" ")[0])]
    words = [looks(word) for word in re.findall(r"@([^\s@,.;:!?()\"«»“”]+)", text)]
    whole = looks(text.partition("@")[2])
    return any(word in called for word in words) or (" " in player and called[0] in whole)


def write(
    table: Table | None,
    person_id: int,
    kind: Kind,
    *,
    player: str = "",
    due: datetime | None = None,
    facts: dict[str, Any] | None = None,
    channels: list[Channel] | None = None,
    is_replaced: bool = False,
) -> None:
    """A row for each channel by which somebody wants to hear of this; what it takes the place of goes.

    `channels` are they, where they were read already; `is_replaced`, where what it takes the place of has just gone.
    """
    if channels is None:
        channels = list(Channel.objects.filter(wishes__kind=kind, person=person_id))
    if not channels:
        return
    now = time_now()
    if table is not None and not is_replaced:
        older = Delivery.objects.filter(table=table, person=person_id, kind__in=REPLACES[kind], claim="")
        reason = Message("a newer notice of this table took its place")
        older.filter(state__in=PENDING).update(state=State.SKIPPED, reason=plain(reason), sent=now)
    Delivery.objects.bulk_create(
        row(channel, kind, now, table=table, player=player, due=due, facts=facts or {}) for channel in channels
    )


def row(
    channel: Channel,
    kind: Kind,
    now: datetime,
    *,
    table: Table | None = None,
    player: str = "",
    due: datetime | None = None,
    facts: dict[str, Any] | None = None,
    **fields: Any,
) -> Delivery:
    """One notice for one channel, as it is about to be stored."""
    if due is None:
        due = now + first_look(law_of(table.law).clock.is_live) if table is not None else now
    if table is not None:
        fields |= {"table": table, "move": table.number, "hash": table.hash}
    return Delivery(
        person_id=channel.person_id,
        channel=channel,
        label=channel.label,
        way=channel.way,
        kind=kind,
        player=player,
        facts=facts or {},
        made=now,
        due=due,
        **fields,
    )


def _table(table_id: int) -> Table:
    """A table as the transaction has just left it, without its game."""
    return Table.objects.defer("settings", "state").get(pk=table_id)


def plain(message: Message) -> dict[str, Any]:
    """A message as it is kept in a row."""
    kept = StoredMessage.of(message)
    return {"text": kept.text, "values": kept.values}
