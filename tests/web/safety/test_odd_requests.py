"""A visitor who sends odd requests to every address: each is answered, none breaks, and the game stays as it is."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from django.test import Client

from ferrovia.table.models import Table
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, seated
from tests.web.people.visitors import guest, lobby
from tests.web.positions import played
from tests.web.safety.odd import ANSWERS, addresses, fields, filled, header, methods, odd_query, spoilt


def standing(table: Table) -> tuple[Any, ...]:
    return Table.objects.values_list("number", "hash", "state", "settings", "over", "host_id").get(pk=table.pk)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), [("1849", 70), ("1883", 90), ("18FB", 60)])
def test_odd_questions_break_nothing(name: str, moves: int) -> None:
    table = seated(played(name, 3, moves))
    chance = random.Random(name)
    players = [client_of(table, decider(table)), Client()]
    for client in players:
        client.raise_request_exception = False
    before = standing(table)
    everywhere = addresses()
    game_pages = [each for each in everywhere if each in ("t/<str:key>", "t/<str:key>/now", "t/<str:key>/since")]
    for address in everywhere + game_pages * 10:
        where, query, headers = filled(address, table.key, chance), odd_query(chance, moves), header(chance)
        answer = chance.choice(players).get(where, query, headers=headers)
        assert answer.status_code in ANSWERS, (answer.status_code, where, query, headers)
        assert "Content-Security-Policy" in answer
    assert standing(table) == before


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), [("1849", 70), ("1883", 90), ("18FB", 60)])
def test_odd_forms_break_nothing(name: str, moves: int) -> None:
    table = seated(played(name, 3, moves))
    chance = random.Random(name)
    clients = [client_of(table, decider(table)), client_of(table, "Ada"), Client()]
    for client in clients:
        client.raise_request_exception = False
    game = TABLES.now(table).game
    near, before = spoilt(game, chance), standing(table)
    legal = {msgspec.json.encode(choice).decode() for choice in game.decision.choices}
    assert not legal & set(near)
    left_out = ("undo", "seats/change", "logout")  # which change a game by right
    for address in [each for each in addresses() if not each.endswith(left_out)] * 3:
        where, sent, headers = filled(address, table.key, chance), fields(chance, near), header(chance)
        if '"pass"' in sent.get("action", ""):
            continue
        BUCKETS.clear()
        client, method = chance.choice(clients), chance.choice(["post"] * 8 + ["put", "delete", "patch"])
        answer = (
            getattr(client, method)(where, sent, headers=headers)
            if method == "post"
            else getattr(client, method)(where)
        )
        assert answer.status_code in ANSWERS, (answer.status_code, method, where, sent, headers)
        assert standing(table) == before, (where, sent)


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_what_is_asked_of_a_game_breaks_nothing_in_a_lobby(headers: dict[str, str]) -> None:
    host, client = guest("Ada")
    client.raise_request_exception = False
    table, chance = lobby(host), random.Random(0)
    for address, taken in methods().items():
        if address.startswith("t/<str:key>") and "POST" in taken:
            BUCKETS.clear()
            where = filled(address.replace("<str:key>", table.key), table.key, chance)
            assert client.post(where, headers=headers).status_code in ANSWERS, where


@pytest.mark.django_db
def test_what_is_no_form_is_refused() -> None:
    table = seated(played("1849", 3, 70))
    client = client_of(table, decider(table))
    client.raise_request_exception = False
    before = standing(table)
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", "multipart/form-data", "x/y", ""):
        for body in (b"", b"\xff\xfe", b"{" * 5000, b"a=1&" * 3000, b"--x\r\n\r\n--x--", b"action=" + b"[" * 100_000):
            answer = client.post(f"/t/{table.key}/act", body, content_type=kind)
            assert answer.status_code in ANSWERS, (kind, body[:20])
    assert client.post(f"/t/{table.key}/act", {"action": "x" * 5_000_000}).status_code in (400, 413)
    assert standing(table) == before


@pytest.mark.django_db
def test_what_changes_something_is_not_asked_for_by_a_link() -> None:
    table = seated(played("1849", 3, 70))
    client = client_of(table, decider(table))
    for end in ("act", "undo", "remark", "notes", "join", "start", "lobby", "seats/change", "undo/answer", "seen",
                "try/act", "try/undo", "try/guess", "try/close", "plan", "orders", "rematch"):  # fmt: skip
        assert client.get(f"/t/{table.key}/{end}").status_code == 405, end
    assert client.get("/taste").status_code == client.get("/tables/new").status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "patch", "delete", "trace", "options"])
def test_no_address_is_asked_in_ways_that_it_does_not_name(method: str) -> None:
    table = seated(played("1849", 3, 70))
    client, chance = Client(enforce_csrf_checks=True), random.Random(method)
    named = set()
    for address in addresses():
        answer = getattr(client, method)(filled(address.replace("<str:key>", table.key), table.key, chance))
        if answer.status_code != 404:  # a number too long for an address
            assert answer.status_code == 405, address
            named.add(answer["Allow"])
    assert named == {"GET, HEAD", "POST", "GET, HEAD, POST"}


@pytest.mark.django_db
@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere(back: str) -> None:
    client = Client()
    assert client.post("/taste", {"back": back, "theme": "dark"})["Location"] == "/"
    answer = client.post(f"/accounts/signup/?next={back}", {"username": "Livia", "password1": "una-lunga-parola-77"})
    assert answer.status_code == 302
    assert answer["Location"] == "/account/codes?next=%2F"
    assert 'class="button go" href="/"' in client.get(f"/account/codes?next={back}").content.decode()
