"""A leak is found by whoever looks for it; and what is printed or breaks tells nothing to a visitor or a log."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

import msgspec
import pytest

from ferrovia.formats.save import Record, resume
from ferrovia.table.cookies import GUEST
from ferrovia.table.models import Person, PrivateData, Table
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.talk import NOTES
from ferrovia.table.views import play
from tests.web.past.people import client_of, person_of, seated
from tests.web.positions import played, scene_of
from tests.web.safety.receiving import Receiver
from tests.web.safety.secrets_kept import deck_of, mark, plant
from tests.web.safety.test_whole_games import Evening

SEED, SALT, NOTE = "seedthatnobodyguesses", "saltthatnobodyguesses", "a note of Ada's"
LOOKER, OTHER = "sensible 1", "sensible 2"


def planted(evening: Evening) -> dict[str, str]:
    """What somebody might be sent that they should not be."""
    seed, salt = evening.settings.seed, evening.settings.salt
    deck = deck_of(evening.game())
    return {
        "seed": seed,
        "seed in figures": seed.encode().hex(),
        "seed in a cookie": base64.urlsafe_b64encode(f'{{"seed":"{seed}","x":1}}'.encode()).decode(),
        "salt": salt,
        "salt in bytes": base64.b64encode(bytes.fromhex(salt)).decode(),
        "deck": str(deck),
        "part of the deck": "; ".join(deck[3:8]),
        "key": evening.people[OTHER].key,
        "session": evening.receivers[OTHER].client.cookies[GUEST].value,
        "notes": mark("notes", OTHER),
        "order": mark("order", OTHER),
        "plan": mark("plan", OTHER),
        "sandbox": mark("sandbox", OTHER),
        "hash": evening.hashes[-1],
        "old hash": evening.hashes[3] + "00",
    }


@pytest.mark.django_db
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("1883-two")
    for action in evening.actions[:30]:
        evening.play(action)

    def only_the_page(receiver: Receiver) -> Iterator[tuple[str, str]]:
        return receiver.asked("t/<str:key>/now", 0)

    monkeypatch.setattr(Receiver, "all_there_is", only_the_page)
    assert evening.leaks(LOOKER) == []
    assert len(deck_of(evening.game())) > 8
    for what, secret in planted(evening).items():
        monkeypatch.setattr(play, "_at_a_loss", lambda scene, secret=secret: Why(f"<{secret}>"))
        assert evening.leaks(LOOKER), what
        monkeypatch.undo()
        monkeypatch.setattr(Receiver, "all_there_is", only_the_page)


@pytest.mark.django_db
def test_what_one_keeps_is_sent_to_oneself() -> None:
    """Otherwise there would be nothing to find."""
    evening = Evening("1883-two")
    for action in evening.actions[:30]:
        evening.play(action)
    plant(evening.table, evening.people[LOOKER], LOOKER, evening.game())
    client, where = evening.receivers[LOOKER].client, f"/t/{evening.table.key}"
    pages = [client.get(where + end).content.decode() for end in ("", "?talk=notes", "/try")]
    for kind in ("notes", "order", "plan", "sandbox"):
        assert any(mark(kind, LOOKER) in page for page in pages), kind


def position(name: str, moves: int) -> tuple[Table, Record]:
    """A game with a seed and a salt that can be looked for, and a note that Ada keeps for herself."""
    record = played(name, 3, moves, SEED)
    record = msgspec.structs.replace(record, settings=msgspec.structs.replace(record.settings, salt=SALT))
    table = seated(record)
    PrivateData.objects.create(table=table, person=person_of(table, "Ada"), kind=NOTES, content=NOTE.encode())
    return table, record


def secrets_of(record: Record) -> list[str]:
    deck = deck_of(resume(record))
    return [
        SEED,
        SALT,
        NOTE,
        str(deck),
        str(tuple(deck)),
        *Person.objects.values_list("key", flat=True),
        *record.hashes,
    ]


@pytest.mark.django_db
def test_what_is_printed_of_a_scene_or_a_table_tells_nothing() -> None:
    table, record = position("1883", 40)
    scene: Scene = scene_of(table)
    kept = (*table.seats.all(), *PrivateData.objects.all(), *Person.objects.all())
    for thing in (scene, table, scene.moment, scene.game, record, scene.moment.record, record.settings, *kept):
        text = f"{thing} {thing!r} {[thing]}"
        assert not [secret for secret in secrets_of(record) if secret in text], type(thing)


@pytest.mark.django_db
def test_what_breaks_at_a_table_tells_nothing_to_its_visitors_and_its_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, record = position("1883", 40)

    def broken(scene: Scene) -> str:
        raise ZeroDivisionError(scene, scene.moment.record, scene.game.settings)

    monkeypatch.setattr(play, "_at_a_loss", broken)
    client = client_of(table, "Bruno")
    client.raise_request_exception = False
    answer = client.get(f"/t/{table.key}")
    assert answer.status_code == 500
    told = f"{answer.headers} {answer.content.decode()} {caplog.text}"
    assert "ZeroDivisionError" not in answer.content.decode()
    assert not [secret for secret in secrets_of(record) if secret in told]
    assert re.search("ZeroDivisionError", caplog.text)
