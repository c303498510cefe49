"""Strangers who send anything to every address: no answer says that we broke, and what is refused changes nothing."""

from __future__ import annotations

import random
import sys
from collections import Counter
from http.cookies import SimpleCookie
from typing import Any

import msgspec
import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from ferrovia.formats.save import written
from ferrovia.table import uploads
from ferrovia.table.cookies import GUEST
from ferrovia.table.models import LastSeen, Table
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.replay_worker import ReplayResult, played_again
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, seated
from tests.web.people.visitors import guest, lobby
from tests.web.positions import played
from tests.web.safety.odd import ODD, fields, filled, header, hostile, methods, odd_query, sound, spoilt

FEW, MANY = 500, 100_000
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get")
WRONG = 0.1  # the share of requests by any of these methods, not by one that the address takes
BODIES = ("application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "x/y", "")
FILES = 0.02  # the share of requests that bring a file
OFTEN = 20  # requests after which nobody has knocked yet


class Strangers:
    """Browsers of players, of a guest and of nobody, and tables to send things to."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.tables = [seated(played(*each)) for each in (("1849", 3, 70), ("1883", 3, 90), ("18FB", 3, 60))]
        host, own = guest("Zeno")
        self.clients = [own, Client(), Client(enforce_csrf_checks=True)]
        self.clients += [client_of(table, decider(table)) for table in self.tables]
        self.tables.append(lobby(host))
        for client in self.clients:
            client.raise_request_exception = False
        self.files = [bytes(written(played("1849", moves=20))), bytes(written(played("18FB", moves=20)))]
        self.addresses = list(methods().items())
        self.cookies = [{name: each.value for name, each in client.cookies.items()} for client in self.clients]

    def send(self) -> tuple[str, Any]:
        """One request; what it was, and its answer."""
        chance = self.chance
        table, place = chance.choice(self.tables), chance.randrange(len(self.clients))
        client = self.clients[place]
        client.cookies = SimpleCookie(self.cookies[place])  # whoever logs out or is forgotten comes back
        if chance.random() < 0.1:
            client.cookies[chance.choice([GUEST, "sessionid", "csrftoken", "theme"])] = sound(chance.choice(ODD))[:500]
        address, taken = chance.choice(self.addresses)
        where, method = filled(address, table.key, chance), chance.choice(METHODS if chance.random() < WRONG else taken)
        headers = header(chance)
        if chance.random() < FILES:
            data = hostile(chance.choice(self.files), chance)
            name = (
                "".join(sign for sign in chance.choice(ODD) if sign.isprintable() and sign not in "./\\")[:200] or "x"
            )
            return "a file", client.post("/tables/open", {"file": SimpleUploadedFile(name, data)}, headers=headers)
        if method == "POST" and chance.random() < 0.8:
            sent = fields(chance, self.near(table))
            return f"POST {where} {sent} {headers}", client.post(where, sent, headers=headers)
        if method in ("GET", "HEAD"):
            query = odd_query(chance, table.number)
            return f"{method} {where} {query} {headers}", getattr(client, method.lower())(where, query, headers=headers)
        kind, body = chance.choice(BODIES), sound(chance.choice(ODD)).encode("latin-1") * chance.choice([0, 1, 50])
        answer = client.generic(method, where, body, content_type=kind, headers=headers)
        return f"{method} {where} {kind} {body[:50]!r} {headers}", answer

    def near(self, table: Table) -> list[str]:
        """Actions that are nearly legal, and some that are."""
        if not table.has_started:
            return ["{}"]
        game = TABLES.now(Table.objects.get(pk=table.pk)).game
        legal = [msgspec.json.encode(each).decode() for each in game.decision.choices[:3]]
        return [*spoilt(game, self.chance), *legal] or ["{}"]


def changed_rows() -> int:
    """How many rows this connection has changed in its life, also such that were put back."""
    connection.ensure_connection()
    total: int = connection.connection.total_changes
    return total


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """All that is kept, but for how far each has seen a game: with a refusal they are shown it."""
    models = [each for each in apps.get_models() if each is not LastSeen]
    return {each._meta.db_table: list(each._default_manager.order_by("pk").values_list()) for each in models}


@pytest.mark.django_db
@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_whatever_strangers_send_breaks_nothing_and_what_is_refused_changes_nothing(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(data: bytes) -> ReplayResult:
        """Without a process of its own: thousands of files are brought."""
        return msgspec.msgpack.decode(msgspec.msgpack.encode(played_again(data)), type=ReplayResult)

    monkeypatch.setattr(uploads, "_elsewhere", here)
    strangers, answers = Strangers(random.Random(number)), Counter[int]()
    rows, changes = all_rows(), changed_rows()
    for count in range(number):
        if count % OFTEN == 0:
            BUCKETS.clear()
        sent, answer = strangers.send()
        answers[answer.status_code] += 1
        assert answer.status_code < 500, sent
        assert b"Traceback" not in (b"" if answer.streaming else answer.content), sent
        if changed_rows() != changes:
            now = all_rows()
            assert answer.status_code < 400 or now == rows, sent
            rows, changes = now, changed_rows()
        if count % 5000 == 4999:
            sys.stdout.write(f"{count + 1} requests: {dict(sorted(answers.items()))}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{dict(sorted(answers.items()))}\n")
    assert {200, 302, 400, 403, 404, 405, 409} <= set(answers)
