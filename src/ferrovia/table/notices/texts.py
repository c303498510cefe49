"""What a notice says: one value that every sender writes in its own form, in the language of whoever is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from ferrovia.drawing.edition import edition_of
from ferrovia.saying.message import Message, term
from ferrovia.saying.voice import Voice
from ferrovia.table import table_names
from ferrovia.table.models import Seat, Table
from ferrovia.table.notices.models import Channel, Delivery, Kind
from ferrovia.table.notices.times import moment, stretch
from ferrovia.table.page.scene import table_voice
from ferrovia.table.waiting_for import read_prompt
from ferrovia.titles.registry import title

ASKS = "asks"  # the kind of what an address is sent that nobody has confirmed: whether its reader wants any
QUESTION = Message("Notices of Ferrovia to this address?")
_SHOWN = 140  # signs of a remark that a notice quotes
# Why somebody was told, as mails say it.
WHY = {
    Kind.TURN: term("You asked for mail when it is your turn."),
    Kind.REMINDER: term("You asked for mail when little of your time is left."),
    Kind.ANSWER: term("You asked for mail when your answer is asked."),
    Kind.NAMED: term("You asked for mail when you are named in the talk."),
    Kind.STARTS: term("You asked for mail when a table starts."),
    Kind.OVER: term("You asked for mail when a game is over."),
    Kind.DIGEST: term("You asked for one mail a day."),
    Kind.TEST: term("You asked for this mail on the page of your notices."),
    Kind.RESTS: term("You are told once when another way to tell you has failed."),
}


@dataclass(frozen=True)
class Fact:
    """A line of a mail: what it is about, and what it says."""

    label: str
    words: str


@dataclass(frozen=True)
class Notice:
    """What is said of one thing, or of several at once."""

    kind: str
    title: str
    body: str
    path: str  # where it leads
    key: str = ""  # by which the device answers
    table: str = ""
    game: str = ""  # the title that is played
    table_name: str = ""
    move: int = 0
    player: str = ""
    deadline: datetime | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Listener:
    """Whoever is told: in which language, by which clock, and what time it is."""

    language: str
    zone: str
    now: datetime

    @property
    def say(self) -> Voice:
        return Voice(self.language)


def table_name(table: Table, player: str, seats: Sequence[Seat]) -> Message:
    """What a table is called where a player of it is told."""
    return table_names.table_name(table, [seat for seat in seats if seat.player != player])


def notice_of(row: Delivery, deadline: datetime | None, listener: Listener) -> Notice:
    """What a row of the outbox says."""
    table, say = row.table, listener.say
    if table is None:
        if row.kind == Kind.TEST and row.channel is not None and row.channel.is_unconfirmed:
            return Notice(ASKS, say(QUESTION), say(_asked(row.channel)), reverse("notices"), row.key)
        subject, body = _of_no_table(row, listener)
        return Notice(row.kind, say(subject), say(body), reverse("notices"), row.key)
    seats = list(table.seats.all())
    name = table_name(table, row.player, seats)
    voice = table_voice(title(table.title), listener.language)
    asked = read_prompt(table.asked)
    subject, body = _of_table(row, table, name, deadline, listener)
    facts = [Fact(say("Table"), say(name))]
    if asked.round is not None:
        words = edition_of(title(table.title), listener.language).round(asked.round)
        facts = [Fact(say("Table"), f"{say(name)}, {words}")]
    if deadline is not None:
        facts.append(Fact(say("Time"), say(_left(deadline, listener))))
    return Notice(
        row.kind,
        voice(subject),
        voice(body),
        reverse("table", args=[table.key]),
        row.key,
        table.key,
        table.title,
        say(name),
        row.move,
        row.player,
        deadline,
        tuple(facts),
    )


def _left(deadline: datetime, listener: Listener) -> Message:
    left = stretch(deadline - listener.now)
    return Message("{left} left, till {when}", left=left, when=moment(deadline, listener.now, listener.zone))


def _asked(channel: Channel) -> Message:
    return Message(
        "{name} plays railway games at {origin} and wants to be told at this address when it is their turn.",
        name=channel.person.name,
        origin=channel.origin,
    )


def _of_no_table(row: Delivery, listener: Listener) -> tuple[Message, Message]:
    if row.kind == Kind.TEST:
        at = moment(listener.now, listener.now, listener.zone)
        return Message("It rings."), Message("This notice was asked for from your settings at {time}.", time=at)
    why = row.facts
    return (
        Message("{channel} takes no more notices", channel=why.get("label", "")),
        Message("It failed three times and rests until you test it again."),
    )


def _of_table(
    row: Delivery, table: Table, name: Message, deadline: datetime | None, listener: Listener
) -> tuple[Message, Message]:
    """The title and the words of a notice of a table."""
    facts = row.facts
    match row.kind:
        case Kind.TURN:
            return Message("Your turn: {what}", what=_what(table)), _where(name, deadline, listener)
        case Kind.REMINDER:
            left = stretch(deadline - listener.now) if deadline is not None else Message("Little time")
            return Message("{left} left: {what}", left=left, what=_what(table)), _where(name, deadline, listener)
        case Kind.ANSWER:
            count = facts.get("count", 1)
            words = Message("{name} asks to take back {n} {n:move|moves}", name=facts.get("name", ""), n=count)
            return words, Message("{table}: say yes or no.", table=name)
        case Kind.NAMED:
            said = facts.get("text", "")
            text = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
            words = Message("{name}: “{text}”", name=facts.get("name", ""), text=text)
            return words, Message("{table}, talk.", table=name)
        case Kind.STARTS:
            return (
                Message("A game of {title} has started", title=table.title),
                Message("{table}. First to choose: {player}.", table=name, player=table.decider),
            )
        case Kind.OVER:
            return _ended(row, name)
    return Message("{n} {n:table waits|tables wait} for you", n=1), _where(name, deadline, listener)


def _what(table: Table) -> Message:
    asked = read_prompt(table.asked).question
    return asked if asked is not None else Message("your move")


def _where(name: Message, deadline: datetime | None, listener: Listener) -> Message:
    if deadline is None or deadline <= listener.now:
        return Message("{table}.", table=name)
    when, left = moment(deadline, listener.now, listener.zone), stretch(deadline - listener.now)
    return Message("{table}. Till {when} ({left}).", table=name, when=when, left=left)


def _ended(row: Delivery, name: Message) -> tuple[Message, Message]:
    if row.facts.get("is_ended"):
        return Message("The game was ended"), Message("{table}: nobody goes on, and nobody has won.", table=name)
    standings = [(int(place), str(player), int(worth)) for place, player, worth in row.facts.get("standings", ())]
    mine = next((each for each in standings if each[1] == row.player), None)
    first = [player for place, player, _ in standings if place == 1]
    body = Message("{table}: {winners:and} won.", table=name, winners=first or [row.player])
    if mine is None:
        return Message("The game is over"), body
    place, _, worth = mine
    if place == 1:
        return Message("You won with {worth:money}", worth=worth), Message("{table}. What decided it?", table=name)
    return Message("You ended at place {place} with {worth:money}", place=place, worth=worth), body


def together(notices: Sequence[Notice], listener: Listener) -> Notice:
    """Several notices as one: what waits for somebody first, a line for each."""
    digest = next((each for each in notices if each.kind == Kind.DIGEST), None)
    if digest is not None:  # it names the tables that wait
        notices = [each for each in notices if each.kind not in (Kind.TURN, Kind.REMINDER, Kind.DIGEST)]
    say, count = listener.say, len({each.table for each in notices if each.kind in (Kind.TURN, Kind.REMINDER)})
    others = sum(each.kind not in (Kind.TURN, Kind.REMINDER) for each in notices)
    if count and not others:
        words = Message("Your turn at {n} {n:table|tables}", n=count)
    elif count:
        words = Message("Your turn at {n} {n:table|tables}, and {m} {m:notice|notices} more", n=count, m=others)
    else:
        words = Message("{n} {n:notice|notices}", n=others)
    facts = [Fact(each.title, each.body) for each in notices]
    if digest is not None:
        facts = [*digest.facts, *facts]
    lines = [say("{what}: {where}", what=fact.label, where=fact.words) for fact in facts]
    first = digest or notices[0]
    title = digest.title if digest is not None else say(words)
    return Notice(first.kind, title, "\n".join(lines), reverse("home"), first.key, facts=tuple(facts))
