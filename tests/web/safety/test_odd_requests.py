"""A visitor who sends odd requests to every address: each is answered, none breaks, and the game stays as it is."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from ferrovia.table.models import Table
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, seated
from tests.web.positions import played

ANSWERS = {200, 301, 302, 400, 403, 404, 405, 409, 413, 429}
ODD = (
    "", "0", "-1", "1", "7", "99999999", "9" * 30, "9" * 5000, "٣", "²", "1.5", "1e9", "nan", "null", "true", "[]",
    "{}", "[" * 3000, '{"type":"pass"}', '{"type":"pass","extra":1}', '{"type":"bid","private":"x","price":-5}',
    '{"type":["pass"]}', '{"price":1}', '"\\ud800"', "\ud800", "a\0b", "\u202eevil", "<script>alert(1)</script>",
    "' OR 1=1 --", "%2e%2e/%2e%2e/etc/passwd", "//evil.example", "https://evil.example/", "javascript:alert(1)",
    "%00", "%ff",
    "I7", "I7.0", "684", "AFG", "bank", "x" * 10_000, "Ada", "Bruno", "light", "run", "chat", "market", "0,1,2", "0-0",
    "I7-H6-G5", ",", ".", "-", "~", ";", "é", "🚂",
)  # fmt: skip
PICKS = (
    "n", "book", "upgrade",
    "c", "card", "do", "from", "grant", "hex", "line", "log", "market", "next", "o", "of", "open", "price", "runs",
    "show", "step", "t1", "tab", "tracing", "with",
    "talk", "tile", "title", "to", "turn", "view", "who", "why", "without", "words",
)  # fmt: skip
FIELDS = (
    "action", "price", "after", "key", "by", "text", "do", "seat", "kind", "name", "option", "field", "value", "at",
    "then", "answer", "number", "place", "order", "cancel", "title", "way", "back", "language", "theme", "login",
    "password", "password1", "username", "next",
)  # fmt: skip
HEADERS = ("Ferrovia-Board", "HX-Request", "HX-Current-URL", "X-Live", "Accept-Language", "Referer", "Origin")


def addresses() -> list[str]:
    """Every address of the table, with its parts still to be filled in."""
    found = [each for each in get_resolver().url_patterns if isinstance(each, URLPattern)]
    return [str(each.pattern) for each in found]


def filled(address: str, key: str, chance: random.Random) -> str:
    """An address with one thing or another in its places."""
    names = {"<str:key>": [key] * 9 + ["nothing", "%00", "%ff"], "<int:number>": ["0", "7", "60", "99999", "9" * 40]}
    for place, values in names.items():
        address = address.replace(place, chance.choice(values))
    for place in ("<str:name>", "<path:name>", "<str:title>", "<str:theme>", "<str:clause>", "<str:tile>"):
        if place in address:
            value = chance.choice(
                ["1849", "1883", "18FB", "light", "dark", "1849-4.2", "8", "%00", "%F0%9F", "x" * 500]
            )
            address = address.replace(place, value)
    return "/" + address


def sound(text: str) -> str:
    """What can be put on a wire at all."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def odd_query(chance: random.Random, number: int) -> dict[str, str]:
    query = {chance.choice(PICKS): sound(chance.choice(ODD)) for _ in range(chance.randint(0, 4))}
    return query | ({"n": str(number)} if chance.random() < 0.8 else {})


def header(chance: random.Random) -> dict[str, str]:
    if chance.random() < 0.6:
        return {}
    value = sound(chance.choice((*ODD, "http://[", "/t/x?" + "&".join("a=1" for _ in range(50)))))
    return {chance.choice(HEADERS): "".join(sign for sign in value if sign.isprintable())[:500]}


def fields(chance: random.Random, near: list[str]) -> dict[str, str]:
    sent = {chance.choice(FIELDS): sound(chance.choice(ODD)) for _ in range(chance.randint(0, 5))}
    if chance.random() < 0.4:
        sent["action"] = chance.choice(near)
    return sent


def spoilt(game: Any, chance: random.Random) -> list[str]:
    """Actions that look like legal ones and are none."""
    found: list[str] = []
    for choice in game.decision.choices[:6]:
        fields = msgspec.to_builtins(choice)
        wrong = [{**fields, name: chance.choice([None, -1, 10**12, "?", [], {}])} for name in fields]
        found += [msgspec.json.encode(each).decode() for each in (*wrong, {**fields, "unknown": 1})]
    return found


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
    assert answer["Location"] == "/"
