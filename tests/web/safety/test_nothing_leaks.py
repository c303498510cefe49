"""Over a whole game nothing that a client receives holds a secret: seed, salt, keys, deck, and what others keep."""

from __future__ import annotations

import html
import re

import msgspec
import pytest
from django.conf import settings
from django.test import Client

from ferrovia.formats.save import Record, resume
from ferrovia.table.models import Person, Sheet, Table
from ferrovia.table.orders import Orders, keep_orders, possible
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.talk import NOTES
from ferrovia.table.views import play
from ferrovia.table.views.access import standing_for
from tests.web.past.people import client_of, person_of, seated
from tests.web.positions import played, scene_of

SEED, SALT, NOTE, ORDER = "seedthatnobodyguesses", "saltthatnobodyguesses", "a note of Ada's", "ada-order"
WHERE = (
    "/t/{key}", "/t/{key}/now", "/t/{key}/at/{half}", "/t/{key}/at/{half}/now", "/t/{key}/since?from={half}",
    "/t/{key}/since/now", "/t/{key}/try", "/t/{key}/try/now", "/t/{key}/text", "/t/{key}/game.json",
    "/t/{key}/seats", "/t/{key}/board/0-light.svg", "/t/{key}?talk=notes", "/t/{key}?tab=ledger&talk=chat", "/",
    "/settings", "/nothing", "/t/{key}/act",
)  # fmt: skip


def position(name: str, moves: int) -> tuple[Table, Record]:
    """A game with a seed and a salt that can be looked for, and things that Ada keeps for herself."""
    record = played(name, 3, moves, SEED)
    record = msgspec.structs.replace(record, settings=msgspec.structs.replace(record.settings, salt=SALT))
    table = seated(record)
    ada = person_of(table, "Ada")
    Sheet.objects.create(table=table, person=ada, kind=NOTES, content=NOTE.encode())
    orders = possible(resume(record), "Ada")
    keep_orders(table, ada, Orders([msgspec.structs.replace(each, id=ORDER) for each in orders[:1]]))
    return table, record


def received(client: Client, table: Table) -> dict[str, str]:
    """Everything that comes when somebody looks at all there is, heads of answers and pages for errors too."""
    found = {}
    for where in WHERE:
        address = where.format(key=table.key, half=table.number // 2)
        answer = client.get(address, headers={"HX-Request": "true", "Ferrovia-Board": "0.x"})
        assert answer.status_code in (200, 302, 404, 405), where
        found[where] = f"{dict(answer.headers)} {html.unescape(answer.content.decode())}"
    cookie = "; ".join(f"{name}={each.value}" for name, each in client.cookies.items()).encode()
    scope = {"path": f"/t/{table.key}/events", "headers": [(b"cookie", cookie)]}
    found["events"] = str(standing_for(scope, table.key))
    return found


def secrets_of(table: Table, record: Record) -> list[str]:
    """What nobody may be sent."""
    deck = getattr(resume(record).state.own, "deck", [])
    orders = (
        [glue.join(map(str, deck[:5])) for glue in (",", ", ", '","', '", "', "', '", " ")] if len(deck) > 4 else []
    )
    return [SEED, SALT, settings.SECRET_KEY, *orders, *Person.objects.values_list("key", flat=True), *record.hashes]


def leaks(table: Table, record: Record, player: str | None) -> list[tuple[str, str]]:
    hidden = secrets_of(table, record) + ([NOTE, ORDER] if player != "Ada" else [])
    texts = received(client_of(table, player) if player else Client(), table)
    return [(where, secret) for where, text in texts.items() for secret in hidden if secret in text]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), [("1849", 160), ("1883", 40), ("1883", 160), ("18FB", 160)])
def test_nothing_that_is_sent_holds_a_secret(name: str, moves: int) -> None:
    table, record = position(name, moves)
    assert record.settings.title != "1883" or len(secrets_of(table, record)) > len(record.hashes) + 8
    for player in ("Ada", "Bruno", None):
        assert leaks(table, record, player) == []


@pytest.mark.django_db
@pytest.mark.parametrize("plant", ["seed", "deck", "key", "note", "hash"])
def test_a_planted_leak_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, record = position("1883", 40)
    planted = {
        "seed": SEED,
        "deck": str(list(resume(record).state.own.deck)),
        "key": person_of(table, "Ada").key,
        "note": NOTE,
        "hash": record.hashes[-1],
    }
    monkeypatch.setattr(play, "_at_a_loss", lambda scene: planted[plant])
    assert {where for where, _ in leaks(table, record, "Bruno")} >= {"/t/{key}", "/t/{key}/now"}


@pytest.mark.django_db
def test_what_is_printed_of_a_scene_or_a_table_tells_nothing() -> None:
    table, record = position("1883", 40)
    scene: Scene = scene_of(table)
    for thing in (scene, table, scene.moment, *table.seats.all(), *Sheet.objects.all(), *Person.objects.all()):
        text = f"{thing} {thing!r}"
        assert not [secret for secret in [*secrets_of(table, record), NOTE] if secret in text], type(thing)


@pytest.mark.django_db
def test_what_breaks_at_a_table_tells_nothing_to_its_visitors_and_its_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, record = position("1883", 40)

    def broken(scene: Scene) -> str:
        raise ZeroDivisionError(scene)

    monkeypatch.setattr(play, "_at_a_loss", broken)
    client = client_of(table, "Bruno")
    client.raise_request_exception = False
    answer = client.get(f"/t/{table.key}")
    assert answer.status_code == 500
    told = f"{answer.headers} {answer.content.decode()} {caplog.text}"
    assert "ZeroDivisionError" not in answer.content.decode()
    assert not [secret for secret in secrets_of(table, record) if secret in told]
    assert re.search("ZeroDivisionError", caplog.text)
