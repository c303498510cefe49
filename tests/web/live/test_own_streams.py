"""Streams of one's own: whoever is at home hears of every change at their tables, and of nobody else's."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from ferrovia.table import asgi
from ferrovia.table.models import Table
from ferrovia.table.moves import play
from ferrovia.table.own_streams import OwnStreams, moment_of, stream_key
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice
from tests.web.people.visitors import game, guest

pytestmark = pytest.mark.django_db


def test_a_move_is_told_to_all_who_sit_there_and_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    (ada, _), (bruno, _), (carla, _), (dora, _) = (guest(name) for name in ("Ada", "Bruno", "Carla", "Dora"))
    table = game(ada, bruno, carla)
    told: list[str] = []
    monkeypatch.setattr(TABLES.own.hub, "tell", lambda key, standing: told.append(key))
    with TABLES.own.hub.viewer(stream_key(dora.pk)):
        play(TABLES, table, choice(table), Table.objects.get().decider, None)
    assert sorted(told) == sorted(stream_key(each.pk) for each in (ada, bruno, carla))
    told.clear()
    play(TABLES, table, choice(table), Table.objects.get().decider, None)
    assert told == []  # nobody is at home: nobody is asked for


def test_what_another_process_has_changed_is_found_by_its_time() -> None:
    (ada, _), (bruno, _), (carla, _), (dora, _) = (guest(name) for name in ("Ada", "Bruno", "Carla", "Dora"))
    game(ada, bruno, carla)
    streams = OwnStreams()
    keys = [stream_key(ada.pk), stream_key(dora.pk)]
    Table.objects.update(changed=time_now() - timedelta(minutes=1))
    assert streams.standings(keys) == {}
    now = time_now() + timedelta(seconds=1)
    Table.objects.update(changed=now)
    assert streams.standings(keys) == {stream_key(ada.pk): moment_of(now)}


@pytest.mark.parametrize("cookie", [None, b"guest=forged.1.x"])
def test_a_stranger_has_no_stream(cookie: bytes | None) -> None:
    headers = [(b"host", b"localhost"), *([(b"cookie", cookie)] if cookie else [])]
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/events/me", "query_string": b"", "headers": headers}
    asyncio.run(asgi._own_events({**scope, "client": ("127.0.0.1", 1), "server": ("localhost", 80)}, receive, send))
    assert sent[0]["status"] == 404


def test_the_address_is_none_of_djangos() -> None:
    assert Client().get("/events/me").status_code == 404
