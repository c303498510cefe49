"""Tidying up: what nobody asks for again goes, and nothing else; a look at a sandbox keeps nothing at all."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from ferrovia.table import tidying
from ferrovia.table.models import LastSeen, Person, PrivateData, Remark, Table
from ferrovia.table.notices.models import Channel, Delivery, Kind, Way
from ferrovia.table.notices.outbox import row
from ferrovia.table.page.talk import NOTES
from ferrovia.table.private_data import SANDBOX
from ferrovia.table.sandbox import sandbox_of
from ferrovia.table.tables import TABLES
from ferrovia.table.tidying import PATIENCE, forget_passers_by, tidy_up
from tests.web.live.players import choice
from tests.web.people.visitors import browser, game, guest

LONG_AGO = timezone.now() - PATIENCE - timedelta(days=1)


def _table() -> Table:
    return game(*(guest(name)[0] for name in ("Ada", "Bruno", "Carla")))


def _passer_by(table: Table, kind: str = SANDBOX) -> Person:
    """A guest who has left a sheet at a table long ago."""
    person = Person.objects.create(name="Guest")
    PrivateData.objects.create(table=table, person=person, kind=kind, content=b"x")
    PrivateData.objects.filter(person=person).update(changed=LONG_AGO)
    Person.objects.filter(pk=person.pk).update(made=LONG_AGO)
    return person


@pytest.mark.django_db
def test_a_stranger_who_looks_at_a_sandbox_leaves_nothing_behind() -> None:
    table = _table()
    people = Person.objects.count()
    client = browser()
    for page in ("/try", "/try", "/try/now", "/try?hex=H6&n=0"):
        assert client.get(f"/t/{table.key}{page}").status_code == 200
    assert client.post(f"/t/{table.key}/try/undo").status_code == 302  # there is nothing to take back
    assert (Person.objects.count(), PrivateData.objects.count()) == (people, 0)
    assert not client.cookies.get("guest")


@pytest.mark.django_db
def test_a_stranger_who_tries_something_finds_it_again() -> None:
    table = _table()
    client = browser()
    client.get(f"/t/{table.key}/try")
    assert client.post(f"/t/{table.key}/try/act", {"action": choice(table), "after": "0"}).status_code == 302
    person = Person.objects.latest("pk")
    sandbox = sandbox_of(table, person)
    assert sandbox is not None
    assert len(sandbox.moves) == 1
    assert "1 move" in client.get(f"/t/{table.key}/try").content.decode()
    assert PrivateData.objects.count() == 1


@pytest.mark.django_db
def test_what_is_refused_in_a_strangers_sandbox_leaves_nothing_behind() -> None:
    table = _table()
    people = Person.objects.count()
    client = browser()
    for form in (
        {"action": '{"do":"dividend","kind":"pay"}'},
        {"action": "{"},
        {"action": choice(table), "after": "x"},
    ):
        assert client.post(f"/t/{table.key}/try/act", {"after": str(table.number), **form}).status_code in (400, 409)
    assert (Person.objects.count(), PrivateData.objects.count()) == (people, 0)


@pytest.mark.django_db
def test_a_player_who_looks_at_a_sandbox_finds_the_same_one_again() -> None:
    ada, client = guest("Ada")
    table = game(ada, guest("Bruno")[0], guest("Carla")[0])
    client.get(f"/t/{table.key}/try")
    assert PrivateData.objects.filter(person=ada, kind=SANDBOX).count() == 1
    TABLES.sitting(table).act(TABLES.now(table).game.decision.choices[0])
    client.get(f"/t/{table.key}/try")
    sandbox = sandbox_of(table, ada)
    assert sandbox is not None
    assert sandbox.base == 0


@pytest.mark.django_db
def test_passers_by_are_forgotten_with_their_sandboxes() -> None:
    table = _table()
    passers_by = [_passer_by(table) for _ in range(3)]
    people = Person.objects.count()
    assert forget_passers_by() == 3
    assert Person.objects.count() == people - 3
    assert not PrivateData.objects.exists()
    assert not Person.objects.filter(pk__in=[each.pk for each in passers_by]).exists()
    assert forget_passers_by() == 0


@pytest.mark.django_db
def test_whoever_has_anything_else_here_or_came_lately_stays() -> None:
    from django.contrib.auth.models import User

    table = _table()
    notes, late, young, talker, looker, seated, host, owner = (_passer_by(table) for _ in range(8))
    PrivateData.objects.create(table=table, person=notes, kind=NOTES, content=b"mine")
    PrivateData.objects.filter(person=late).update(changed=timezone.now())
    Person.objects.filter(pk=young.pk).update(made=timezone.now())
    Remark.objects.create(table=table, person=talker, name="Guest", text="Ciao", number=0)
    LastSeen.objects.create(table=table, person=looker)
    table.seats.filter(player="Carla").update(person=seated)
    Table.objects.create(title="1849", host=host)
    Person.objects.filter(pk=owner.pk).update(user=User.objects.create(username="Livia"))
    only_a_name = Person.objects.create(name="Elsa")
    Person.objects.filter(pk=only_a_name.pk).update(made=LONG_AGO)
    before = Person.objects.count()
    assert forget_passers_by() == 0
    assert Person.objects.count() == before


@pytest.mark.django_db
def test_sessions_that_have_run_out_are_cleared_and_no_others() -> None:
    now = timezone.now()
    Session.objects.create(session_key="old", session_data="", expire_date=now - timedelta(seconds=1))
    Session.objects.create(session_key="new", session_data="", expire_date=now + timedelta(days=1))
    tidy_up()
    assert [each.session_key for each in Session.objects.all()] == ["new"]


@pytest.mark.django_db
def test_it_is_done_at_the_start_and_again_and_survives_a_database_that_is_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[int] = []

    def tidied() -> None:
        done.append(len(done))
        if len(done) == 1:
            raise OSError("away")

    async def watched() -> None:
        task = asyncio.create_task(tidying.watch(tidied, 0.0))
        while len(done) < 3:
            await asyncio.sleep(0)
        task.cancel()

    asyncio.run(watched())
    assert done[:3] == [0, 1, 2]
    assert "Nobody could tidy up." in caplog.text


@pytest.mark.django_db
def test_the_server_tidies_up_when_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    from ferrovia.table import asgi, background, timeouts
    from ferrovia.table.bot_queue import BotQueue
    from ferrovia.table.order_runner import OrderRunner

    done: list[str] = []

    def noted(name: str) -> object:
        async def watching(*tables: object) -> None:
            done.append(name)

        return watching

    for worker in (BotQueue, OrderRunner):
        monkeypatch.setattr(worker, "start", lambda self: None)
        monkeypatch.setattr(worker, "stop", lambda self: None)
    monkeypatch.setattr(tidying, "watch", noted("tidying"))
    monkeypatch.setattr(timeouts, "watch", noted("late"))
    monkeypatch.setattr(background, "_count", noted("counting"))  # a thread of its own would leave a connection open

    async def lived() -> None:
        messages = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, str]:
            await asyncio.sleep(0.01)
            return {"type": next(messages)}

        async def send(message: dict[str, str]) -> None:
            pass

        await asgi.application({"type": "lifespan"}, receive, send)

    asyncio.run(lived())
    assert sorted(done) == ["counting", "late", "tidying"]


@pytest.mark.django_db
def test_an_address_that_nobody_confirmed_is_forgotten_after_a_week() -> None:
    """Its reader has asked for nothing; nor is it left in the lines of what was sent."""
    person, _ = guest("Ada")
    now = timezone.now()
    made = {
        name: Channel.objects.create(
            person=person, way=way, label=name, address=name, origin="", made=now - timedelta(days=days), confirmed=sure
        )
        for name, way, days, sure in (
            ("old@example.org", Way.MAIL, 8, None),
            ("new@example.org", Way.MAIL, 6, None),
            ("sure@example.org", Way.MAIL, 8, now),
            ("https://example.org", Way.WEBHOOK, 8, None),
        )
    }
    for channel in made.values():
        row(channel, Kind.TEST, now).save()
    tidy_up()
    del made["old@example.org"]
    assert set(Channel.objects.values_list("address", flat=True)) == set(made)
    assert set(Delivery.objects.values_list("label", flat=True)) == set(made)
