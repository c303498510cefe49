"""A table of three people with a clock, at which a test lets time pass and people pass."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.test import Client

from ferrovia.table.clocks.profile import DAY, HOUR
from ferrovia.table.clocks.reading import SeatTime, time_of
from ferrovia.table.clocks.zones import keep_zone
from ferrovia.table.models import Person, Table
from ferrovia.table.tables import TABLES
from tests.web.people.visitors import first_action, game, guest
from tests.web.server_clock import ServerClock

WEEKS = {"profile": "weeks", "reserve": 3 * DAY, "increment": 8 * HOUR}


class Circle:
    """Ada, Bruno and Carla, each with a browser."""

    def __init__(self, clock: ServerClock, law: dict[str, Any] | None = None, zone: str = "", **of_law: Any) -> None:
        self.clock = clock
        self.people = {name: guest(name) for name in ("Ada", "Bruno", "Carla")}
        for person, _ in self.people.values():
            if zone:
                keep_zone(person, zone)
        whole = {"clock": {**WEEKS, **(law or {})}, **of_law}
        self.table: Table = game(*(person for person, _ in self.people.values()), law=whole)

    @property
    def asked(self) -> str:
        self.table.refresh_from_db()
        return self.table.decider

    @property
    def others(self) -> list[str]:
        return [name for name in self.people if name != self.asked]

    def person(self, name: str) -> Person:
        return self.people[name][0]

    def browser(self, name: str) -> Client:
        return self.people[name][1]

    def time(self, name: str) -> SeatTime:
        self.table.refresh_from_db()
        time = time_of(self.table)
        assert time is not None
        seat = time.of(name)
        assert seat is not None
        return seat

    def left(self, name: str) -> timedelta:
        return self.time(name).left

    def until(self, name: str) -> datetime | None:
        return self.time(name).until

    def passes(self) -> str:
        """Whoever is asked passes; their name."""
        name = self.asked
        sent = {"action": first_action(self.table), "after": str(self.table.number)}
        assert self.browser(name).post(f"/t/{self.table.key}/act", sent).status_code == 302
        return name

    def does(self, name: str, act: str, **more: object) -> int:
        return self.browser(name).post(f"/t/{self.table.key}/time", {"do": act, **more}).status_code

    def seat_does(self, name: str, act: str, whose: str = "") -> int:
        seat = self.table.seats.get(player=whose or name)
        sent = {"do": act, "seat": seat.pk}
        return self.browser(name).post(f"/t/{self.table.key}/seats/change", sent).status_code

    def computer_passes(self) -> None:
        """What the computer player that stands in for whoever is asked does."""
        from ferrovia.table.moves import play
        from ferrovia.table.storage import MoveRequest

        name = self.asked
        kind = self.table.seats.get(player=name).bot
        assert kind
        play(TABLES, self.table, first_action(self.table), name, self.table.number, MoveRequest(bot=(name, kind)))

    def page(self, name: str, path: str = "", language: str = "en") -> str:
        answer = self.browser(name).get(f"/t/{self.table.key}{path}", headers={"accept-language": language})
        assert answer.status_code == 200
        return answer.content.decode()
