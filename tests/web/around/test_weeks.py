"""Weeks of a game at a day a turn: who is told what, by which way, while people go away, vanish and lose their phones.

What must have been told is kept apart from the server, by who was asked from when to when. A stored game is played
again, so nobody has to know what to do.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from ferrovia.formats.save import Record
from ferrovia.table.clocks.models import LastLook
from ferrovia.table.clocks.profile import DAY
from ferrovia.table.clocks.turns import begun
from ferrovia.table.clocks.visits import NOTED, note_server
from ferrovia.table.models import Seat, Table
from ferrovia.table.moves import play
from ferrovia.table.notices.digests import write_digests
from ferrovia.table.notices.dispatch import deliver
from ferrovia.table.notices.mail_servers import MailServer
from ferrovia.table.notices.models import PENDING, Delivery, Kind, State
from ferrovia.table.notices.outside import networks
from ferrovia.table.notices.webpush import public_key
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.shared_clock import time_now
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import TABLES, Tables
from ferrovia.table.timeouts import close_votes, decline_all, relieve_all
from ferrovia.table.waiting_for import waiting_columns
from tests.web.notices.receiving import Browser, Heard, Mailbox, listening, mail_server
from tests.web.notices.telling import Here
from tests.web.people.visitors import guest, text
from tests.web.positions import laid_out, stored_walk
from tests.web.server_clock import ServerClock

pytestmark = pytest.mark.django_db(transaction=True)

LAW = {
    "clock": {"profile": "weeks", "reserve": DAY, "increment": DAY, "holiday": True},
    "stand_in": "vote",
    "undo": "own",
}
QUIET = timedelta(minutes=2)  # in which an answer cancels a notice
SHORT = timedelta(hours=19, minutes=12)  # of a day a fifth is left
MOVES = 112  # of the stored game that are played before they end the table


@dataclass(frozen=True)
class Asked:
    """Somebody is asked from a move on, and nobody of their own has asked them."""

    who: str
    move: int
    since: datetime


class Friend:
    """Somebody who plays, their browser, and how they hear of things."""

    def __init__(self, name: str, hears: Callable[[], list[str]]) -> None:
        self.name = name
        self.person, self.client = guest(name)
        self.hears = hears  # the keys of the notices that have come, each as often as it came


@dataclass
class House:
    """What is outside of the server: the friends, their programs, what they must have heard."""

    clock: ServerClock
    table: Table
    record: Record
    webhook: Heard
    other_webhook: Heard
    push: Heard
    box: Mailbox
    keys: Browser = field(default_factory=Browser)
    friends: dict[str, Friend] = field(default_factory=dict)
    holder: dict[str, str] = field(default_factory=dict)  # by player who sits there now
    due: set[tuple[str, str, int]] = field(default_factory=set)  # who must be told what, after which move
    asked: Asked | None = None  # whoever has not moved since
    turn: Asked | None = None  # whose turn it is, also after their first moves of it

    # Friends and their ways

    def come(self) -> None:
        """Three people, each with a way of their own, and a fourth who waits to be needed."""
        self._by_webhook("Ada", self.webhook)
        self._by_mail("Bruno")
        self._by_push("Carla")
        self._by_webhook("Dora", self.other_webhook)
        for player, name in zip(self.record.settings.players, ("Ada", "Bruno", "Carla"), strict=True):
            self.table.seats.filter(player=player).update(person=self.friends[name].person)
            self.holder[player] = name
        Table.objects.filter(pk=self.table.pk).update(
            law=LAW, host=self.friends["Ada"].person, **waiting_columns(TABLES.now(self.table).game)
        )
        self.table.refresh_from_db()
        begun(self.table)

    def _by_webhook(self, name: str, heard: Heard) -> None:
        friend = self.friends[name] = Friend(name, lambda: [json.loads(body)["id"] for _, _, body in heard.requests])
        sent = {"do": "webhook", "address": heard.address, "label": "Chat"}
        assert friend.client.post("/settings/notices", sent).status_code == 302

    def _by_mail(self, name: str) -> None:
        friend = self.friends[name] = Friend(name, self._mails)
        sent = {"do": "mail", "address": "bruno@example.org"}
        assert friend.client.post("/settings/notices", sent).status_code == 302
        assert deliver(TABLES.hub.present, executor=Here())
        link = re.search(r"http://testserver(/notices/confirm/\S+)", self.box.mails.pop())
        assert link is not None
        friend.client.post(link[1])

    def _mails(self) -> list[str]:
        return [re.findall(r"^Message-ID: <\w+-(.+)@testserver>", mail, re.MULTILINE)[0] for mail in self.box.mails]

    def _by_push(self, name: str) -> None:
        friend = self.friends[name] = Friend(name, self._pushes)
        self.subscribe(friend.client)

    def subscribe(self, client: Client) -> None:
        from django.conf import settings

        sent = {"endpoint": self.push.address, "server": public_key(settings.SECRET_KEY), **self.keys.keys}
        assert client.post("/notices/browser", sent, content_type="application/json").status_code == 200

    def _pushes(self) -> list[str]:
        return [json.loads(self.keys.read(body))["key"] for _, _, body in self.push.requests]

    # The server

    def looks(self) -> None:
        """What the tasks of the server do now and then."""
        note_server()
        relieve_all(TABLES)
        decline_all(TABLES)
        close_votes(TABLES)
        write_digests(self.clock.now)
        while deliver(TABLES.hub.present, executor=Here()):
            pass

    def passes(self, by: timedelta) -> None:
        """Time passes, and the server looks at what is due; more often at first."""
        end = self.clock.now + by
        for part in (timedelta(seconds=30), QUIET, timedelta(minutes=5)):
            if self.clock.now + part < end:
                self.clock.passes(part)
                self.looks()
        while self.clock.now < end:
            self.clock.passes(min(timedelta(hours=4), end - self.clock.now))
            self.looks()

    def starts_again(self, after: timedelta) -> None:
        """The server was away for a while, and has forgotten all that is not stored."""
        self.clock.passes(after)
        vars(TABLES).update(vars(Tables()))
        NOTED.clear()
        note_server(is_first=True)
        self.looks()

    # The game

    @property
    def decider(self) -> str:
        self.table.refresh_from_db()
        return self.table.decider

    @property
    def whose(self) -> Friend:
        return self.friends[self.holder[self.decider]]

    def others(self) -> list[Friend]:
        return [self.friends[name] for player, name in self.holder.items() if player != self.decider and name]

    def moves(self) -> None:
        """Whoever is asked makes the next move of the stored game: a person in their browser, or a computer player."""
        player, number = self.decider, self.table.number
        action = msgspec.json.encode(self.record.actions[number])
        seat = self.table.seats.get(player=player)
        before = self.holder[player]
        BUCKETS.clear()  # rate limits keep the time of the machine, in which all this is done at once
        if seat.bot:
            play(TABLES, self.table, action, player, number, MoveRequest(bot=(player, seat.bot)))
        else:
            sent = {"action": action.decode(), "after": str(number)}
            answer = self.friends[before].client.post(f"/t/{self.table.key}/act", sent)
            assert answer.status_code == 302, text(answer)
        self.note(player if not seat.bot else "")

    def note(self, mover: str) -> None:
        """Who is asked now, and whether whoever was must have been told by now."""
        decider = self.decider
        if self.table.over:
            self.turn_over()
            self.due |= {(name, "over", self.table.number) for player, name in self.holder.items() if player != mover}
            return
        self.answered()  # also by the first move of a turn that goes on
        if decider == mover:
            return
        self.turn_over()
        seat = self.table.seats.get(player=decider)
        if not seat.bot and seat.person_id is not None:
            self.asked = self.turn = Asked(self.holder[decider], self.table.number, self.clock.now)

    def answered(self) -> None:
        """Whoever was asked is no longer: what they must have heard meanwhile."""
        if self.asked is not None and self.clock.now - self.asked.since >= QUIET:
            self.due.add((self.asked.who, "turn", self.asked.move))
        self.asked = None

    def turn_over(self) -> None:
        """It is nobody's turn any more, or another's; whether little was left of its time."""
        self.answered()
        if self.turn is not None and self.clock.now - self.turn.since >= SHORT:
            self.due.add((self.turn.who, "reminder", self.turn.move))
        self.turn = None

    def seat_of(self, player: str) -> Seat:
        return self.table.seats.get(player=player)

    def does(self, friend: Friend, what: str, **sent: Any) -> Any:
        return friend.client.post(f"/t/{self.table.key}/{what}", sent)

    # The judge

    def told(self) -> Counter[tuple[str, str, int]]:
        """What has come: to whom, what, after which move."""
        found: Counter[tuple[str, str, int]] = Counter()
        for friend in self.friends.values():
            for key in friend.hears():
                row = Delivery.objects.get(key=key)
                found[friend.name, row.kind, row.move] += 1
        return found


@contextmanager
def house(clock: ServerClock, settings: Any, begin: int) -> Iterator[House]:
    """A table that has come so far, three people at it and one who is not."""
    settings.NETWORKS = networks("127.0.0.0/8")
    walk = stored_walk("1849-three")
    record = walk.record(walk.length)  # whole
    with ExitStack() as outside:
        webhook, other, push = (outside.enter_context(listening()) for _ in range(3))
        box = outside.enter_context(mail_server())
        settings.MAIL = MailServer("127.0.0.1", box.port, is_tls=False)
        table = laid_out(walk.record(begin))
        made = House(clock, table, record, webhook, other, push, box)
        made.come()
        yield made


def test_weeks_of_a_game_in_which_nothing_is_sent_twice_or_lost(server_clock: ServerClock, settings: Any) -> None:
    chance = random.Random(1849)
    acts = {3: on_holiday, 26: taken_back, 34: started_again, 44: lost_phone, 55: without_webhook, 66: vanished}
    with house(server_clock, settings, begin=0) as here:
        while here.table.number < MOVES:
            for after in [after for after in acts if here.table.number >= after]:
                acts.pop(after)(here)
            is_quick = chance.random() < 0.4
            here.passes(
                timedelta(seconds=chance.randint(5, 110)) if is_quick else timedelta(hours=chance.randint(1, 12))
            )
            here.moves()
        assert acts == {}
        ended(here)
        here.passes(timedelta(days=3))
        judge(here)
        assert {who for who, kind, _ in here.told() if kind == "reminder"} >= {"Bruno", "Dora"}


def test_who_made_the_last_move_has_seen_the_end_and_the_others_are_told(
    server_clock: ServerClock, settings: Any
) -> None:
    with house(server_clock, settings, begin=490) as here:
        while not here.table.over:
            here.passes(timedelta(hours=1))
            here.moves()
        here.passes(timedelta(days=3))
        judge(here)
        assert sorted(who for who, kind, _ in here.told() if kind == "over") == ["Bruno", "Carla"]


def judge(here: House) -> None:
    told = here.told()
    assert set(told.values()) == {1}
    assert set(told) == here.due
    assert not Delivery.objects.filter(state__in=PENDING).exists()
    assert not Delivery.objects.filter(state=State.FAILED).exists()
    sent = Delivery.objects.exclude(state=State.SKIPPED).exclude(kind=Kind.TEST)
    assert sent.count() == sum(told.values())


def until_asked(here: House, name: str) -> None:
    """They play on, within minutes, until somebody has just been asked."""
    while here.holder[here.decider] != name or here.asked is None or here.asked.since != here.clock.now:
        here.passes(timedelta(minutes=10))
        here.moves()


def on_holiday(here: House) -> None:
    """Bruno is away for five days: his clock rests, nobody reminds him, and he has as much time as before."""
    bruno = here.friends["Bruno"]
    start = (here.clock.now + timedelta(days=3)).date()
    sent = {"do": "holiday", "from": start.isoformat(), "till": (start + timedelta(days=4)).isoformat()}
    assert here.does(bruno, "time", **sent).status_code == 302
    while here.clock.now.date() < start:
        here.passes(timedelta(hours=5))
        here.moves()
    until_asked(here, "Bruno")
    reminded = len([each for each in here.told() if each[1] == "reminder"])
    back = here.clock.now.replace(hour=0, minute=0) + timedelta(days=(start - here.clock.now.date()).days + 5)
    here.passes(back - here.clock.now)
    assert len([each for each in here.told() if each[1] == "reminder"]) == reminded
    here.passes(SHORT + timedelta(minutes=5))
    assert len([each for each in here.told() if each[1] == "reminder"]) == reminded + 1
    here.moves()


def taken_back(here: House) -> None:
    """Ada moves, thinks better of it within a minute, and moves again: whoever follows hears of it once."""
    until_asked(here, "Ada")
    player = here.decider
    turn = here.turn
    here.passes(timedelta(hours=1))
    while here.decider == player:
        number = here.table.number
        here.moves()
    here.passes(timedelta(minutes=1))
    here.asked, here.turn = None, turn
    assert here.does(here.friends["Ada"], "undo", after=here.table.number).status_code == 302
    assert (here.decider, here.table.number) == (player, number)
    here.passes(timedelta(hours=1))
    here.moves()


def started_again(here: House) -> None:
    """The server is away for hours while somebody has just been asked, and comes back knowing only what is stored."""
    until_asked(here, "Carla")
    here.clock.passes(minutes=1)
    here.starts_again(timedelta(hours=5))
    here.passes(timedelta(hours=2))
    here.starts_again(timedelta(minutes=3))
    here.moves()


def lost_phone(here: House) -> None:
    """Carla has no browser any more: by the host's code another one opens her seat."""
    until_asked(here, "Carla")
    player, lost = here.decider, here.friends["Carla"]
    here.passes(timedelta(hours=1))
    here.turn_over()  # from now on it is not that browser which is asked
    mine = here.seat_of(player)
    LastLook.objects.filter(table=mine.table_id, person=mine.person_id).update(at=time_now() - timedelta(days=1))
    page = text(here.does(here.friends["Ada"], "seats/pass", do="return", seat=here.seat_of(player).pk))
    code = re.search(r'class="code">([^<]+)<', page)
    assert code is not None
    found = Client()
    assert found.post("/s", {"code": code[1]}).status_code == 302
    assert "opened on another device" in text(lost.client.get(f"/t/{here.table.key}"))
    seat = here.seat_of(player)
    assert seat.person is not None
    assert seat.person != lost.person
    here.friends["Carla"].client = found
    here.friends["Carla"].person = seat.person
    here.subscribe(found)  # the same device of hers, say, or another: it is hers who sits there now
    here.passes(timedelta(hours=2))
    here.moves()


def without_webhook(here: House) -> None:
    """Where Ada is told is away for a while: she is told when it is there again, and once."""
    until_asked(here, "Ada")
    here.webhook.status, before = 503, len(here.webhook.requests)
    here.passes(timedelta(minutes=2))
    here.passes(timedelta(minutes=2))
    assert len(here.webhook.requests) > before
    del here.webhook.requests[before:]  # nobody has read those
    here.webhook.status = 200
    here.passes(timedelta(hours=4))
    assert len(here.webhook.requests) == before + 1
    here.moves()


def vanished(here: House) -> None:
    """Bruno is never seen again: a computer player plays one turn by a vote, then his seat is free for Dora."""
    until_asked(here, "Bruno")
    player = here.decider
    here.passes(timedelta(days=1, minutes=5))
    ada, carla = here.friends["Ada"], here.friends["Carla"]
    for friend in (ada, carla):
        assert here.does(friend, "time", do="vote", choice="computer").status_code == 302
    assert here.seat_of(player).bot
    here.turn_over()
    while here.decider == player:
        here.moves()
    assert not here.seat_of(player).bot  # the one turn, and no more
    until_asked(here, "Bruno")
    assert here.decider == player
    here.passes(timedelta(days=1, minutes=5))
    assert here.does(ada, "seats/change", do="free", seat=here.seat_of(player).pk).status_code == 302
    here.passes(timedelta(minutes=30))
    assert here.does(carla, "seats/change", do="yes").status_code == 302
    here.turn_over()
    here.holder[player] = ""
    assert here.seat_of(player).person is None
    here.passes(timedelta(hours=3))  # nobody is asked
    dora = here.friends["Dora"]
    assert here.does(dora, "join", seat=here.seat_of(player).pk, name="Dora").status_code == 302
    assert here.seat_of(player).person == dora.person
    here.holder[player] = "Dora"
    here.turn = Asked("Dora", here.table.number, here.clock.now)  # she has seen that it is hers
    here.passes(timedelta(hours=20))
    here.moves()
    assert "somebody else" in text(here.friends["Bruno"].client.get(f"/t/{here.table.key}"))


def ended(here: House) -> None:
    """They have enough: all who play agree, and whatever waits to be told of a turn is told no more."""
    friends = [here.friends[name] for name in here.holder.values()]
    here.passes(timedelta(seconds=30))
    here.moves()
    here.asked = here.turn = None
    assert here.does(friends[0], "seats/change", do="end").status_code == 302
    for friend in friends[1:]:
        assert here.does(friend, "seats/change", do="yes").status_code == 302
    here.table.refresh_from_db()
    assert here.table.is_ended
    here.due |= {(friend.name, "over", here.table.number) for friend in friends}
