"""Taking one's data home, and going: after a week, unless one logs in; others keep what is theirs."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import serializers
from django.test import Client

from ferrovia.formats.save import read
from ferrovia.formats.verification import verify
from ferrovia.formats.view import standings
from ferrovia.saying.message import Message
from ferrovia.table.account_models import Departure
from ferrovia.table.clocks.models import LateVote, RestRow
from ferrovia.table.handing.changes import note
from ferrovia.table.handing.passes import make_pass
from ferrovia.table.home.models import Invitation, PutAway
from ferrovia.table.host.announcements import announce
from ferrovia.table.host.audit import about
from ferrovia.table.host.bans import ban, unban
from ferrovia.table.models import Person, PrivateData, Remark, Seat, SeatKind, Table
from ferrovia.table.recovery.account_codes import code_from_host
from ferrovia.table.recovery.departures import carry_out_due
from ferrovia.table.seat_models import PassKind, SeatAct, SeatPass
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tables import TABLES
from tests.web.past.people import seated
from tests.web.people.test_accounts import PASSWORD, log_in, sign_up
from tests.web.people.test_ending import is_logged_in
from tests.web.people.visitors import browser, game, guest, lobby, seat_of, text
from tests.web.positions import played

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def livia() -> tuple[Person, Client]:
    client = browser()
    assert sign_up(client) == 302
    return Person.objects.get(user__username="Livia"), client


def go(client: Client, how: str, password: str = PASSWORD, sure: str = "yes") -> int:
    return client.post(f"/account/go/{how}", {"password": password, "sure": sure}).status_code


def a_week_later() -> None:
    Departure.objects.update(due=Departure.objects.get().made - timedelta(seconds=1))
    carry_out_due()


def finished(person: Person, title: str = "1849") -> Table:
    """A game that is over, in which somebody had Ada's seat."""
    table = seated(played(title, 3, 5000, "7"))
    table.seats.filter(player="Ada").update(person=person)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("how", ["close", "erase"])
def test_going_is_asked_again_with_the_password_and_waits_for_a_week(how: str) -> None:
    _, client = livia()
    assert go(client, how, password="wrong") == 409
    assert go(client, how, sure="") == 409
    assert go(client, "vanish") == 302
    assert not Departure.objects.exists()
    assert go(client, how) == 200
    assert not is_logged_in(client)
    assert carry_out_due() == 0
    assert log_in(client) == 302
    assert not Departure.objects.exists()
    assert "you have called it off" in text(client.get("/account"))
    assert "you have called it off" not in text(client.get("/account"))


def test_a_closed_account_is_opened_again_by_the_host() -> None:
    person, client = livia()
    (bruno, other), (carla, _) = guest("Bruno"), guest("Carla")
    table = game(person, bruno, carla)
    go(client, "close")
    a_week_later()
    seat = seat_of(table, "Livia")
    assert (seat.kind, seat.person) == (SeatKind.OPEN, None)
    assert "Livia leaves for good" in text(other.get(f"/t/{table.key}/seats"))
    answer = client.post("/accounts/login/", {"login": "Livia", "password": PASSWORD}, follow=True)
    assert "This account is closed" in text(answer)
    assert log_in(client, password="wrong") == 200
    code = code_from_host("Livia")
    client.post("/account/back", {"do": "code", "name": "Livia", "code": code, "password": PASSWORD + "!"})
    assert log_in(client, password=PASSWORD + "!") == 302
    assert is_logged_in(client)
    assert Person.objects.get(user__username="Livia") == person


@pytest.mark.parametrize("title", ["1849", "1883", "18FB"])
def test_who_is_erased_becomes_a_former_player_and_the_others_keep_their_games(title: str) -> None:
    person, client = livia()
    table = finished(person, title)
    before = standings(TABLES.now(table).game)
    ada = Remark.objects.create(table=table, person=person, name="Livia", text="Ciao a tutti", number=0)
    PrivateData.objects.create(table=table, person=person, kind="notes", content=b"mine")
    go(client, "erase")
    a_week_later()
    assert not User.objects.exists()
    assert not PrivateData.objects.exists()
    ada.refresh_from_db()
    assert (ada.name, ada.text) == ("a former player", "Ciao a tutti")
    table.refresh_from_db()
    assert sorted(table.seats.values_list("player", flat=True)) == ["Bruno", "Carla", "a former player"]
    now = TABLES.now(table)
    names = {"Ada": "a former player"}
    assert standings(now.game) == [(place, names.get(name, name), worth) for place, name, worth in before]
    watcher = browser()
    page = text(watcher.get(f"/t/{table.key}"))
    assert "a former player" in page
    assert ">Ada<" not in page
    record = read(watcher.get(f"/t/{table.key}/game.json").content, "")
    assert verify(record).ok
    assert '"Ada"' not in watcher.get(f"/t/{table.key}/game.json").content.decode()
    assert not is_logged_in(client)
    assert log_in(client) == 200


def everything_kept() -> str:
    """All rows of the database as one text."""
    rows = json.loads(
        serializers.serialize("json", (row for model in apps.get_models() for row in model._default_manager.all()))
    )
    return json.dumps([row for row in rows if row["model"] != "table.table"])


def test_an_erased_account_leaves_its_name_in_nothing_that_is_kept() -> None:
    person, client = livia()
    over = finished(person)
    running = game(*(guest(name)[0] for name in ("Fosca", "Bruno", "Carla")))
    running.seats.filter(player="Fosca").update(person=person)
    RestRow.objects.create(table=over, why="holiday", start=time_now(), end=time_now(), player="Ada", ended_by="Ada")
    note(over, SeatAct.HANDED, seat_of(over, "Ada"), person)
    note(running, SeatAct.HANDED, seat_of(running, "Fosca"), person)
    other = guest("Dora")[0]
    lobby_of_another = lobby(other)
    Invitation.objects.create(table=lobby_of_another, person=person, by=other, made=time_now())
    Invitation.objects.create(table=running, person=other, by=person, made=time_now())
    PutAway.objects.create(table=over, person=person)
    LateVote.objects.create(table=running, person=person, number=0, choice="wait")
    make_pass(seat_of(running, "Fosca"), PassKind.GIFT, person)
    ban(None, person, 3)
    person.refresh_from_db()
    unban(person, person)
    announce(person, "Ciao", "", None)
    assert '"Livia"' in everything_kept()
    go(client, "erase")
    a_week_later()
    kept = everything_kept()
    assert "Livia" not in kept
    assert {row["model"] for row in json.loads(kept) if '"Ada"' in json.dumps(row)} == {"table.person"}  # others
    assert not SeatPass.objects.exists()
    for model in (Invitation, PutAway, LateVote):
        assert not model.objects.exists()
    assert [act.what for act in about(person)][-1] == Message(
        "banned {person} for {days} {days:day|days}", person="a former player", days=3
    )


def test_a_log_in_at_the_last_moment_calls_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    person, client = livia()
    finished(person)
    go(client, "erase")
    Departure.objects.update(due=Departure.objects.get().made - timedelta(seconds=1))
    monkeypatch.setattr("ferrovia.table.recovery.departures._forget_name", lambda *_: log_in(client))
    assert carry_out_due() == 0
    assert User.objects.filter(username="Livia").exists()
    assert is_logged_in(client)


def test_several_former_players_of_one_game_are_numbered_and_each_has_the_language_they_left_in() -> None:
    person, client = livia()
    table = finished(person)
    second = browser()
    sign_up(second, "Zenobia")
    other = Person.objects.get(name="Zenobia")
    table.seats.filter(player="Bruno").update(person=other)
    for each in (client, second):
        each.post("/account/go/erase", {"password": PASSWORD, "sure": "yes"}, headers={"accept-language": "it"})
    Departure.objects.update(due=Departure.objects.earliest("pk").made - timedelta(seconds=1))
    assert carry_out_due() == 2
    assert sorted(table.seats.values_list("player", flat=True)) == ["Carla", "un ex giocatore", "un ex giocatore 2"]


def test_an_erasure_that_breaks_is_done_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    person, client = livia()
    finished(person)
    go(client, "erase")

    def broken(*_: object, **__: object) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr("ferrovia.table.recovery.departures._forget", broken)
    a_week_later()
    assert User.objects.exists()
    assert Departure.objects.exists()
    monkeypatch.undo()
    assert carry_out_due() == 1
    assert not User.objects.exists()


def test_no_cookie_of_somebody_erased_makes_a_guest_of_them() -> None:
    person, client = livia()
    go(client, "erase")
    a_week_later()
    person.refresh_from_db()
    assert person.user is None
    assert is_logged_in(client) is False
    assert "a former player" not in text(browser(Person(key=person.key, generation=1)).get("/settings"))


def test_all_that_is_somebodys_comes_in_one_archive_for_programs() -> None:
    person, client = livia()
    over, running = finished(person), game(person, guest("Bruno")[0], guest("Carla")[0])
    Remark.objects.create(table=over, person=person, name="Livia", text="Ciao", number=0)
    Remark.objects.create(table=over, person=guest("Dora")[0], name="Dora", text="not yours", number=0)
    PrivateData.objects.create(table=running, person=person, kind="notes", content="però".encode())
    response = client.post("/account/archive")
    assert response["Content-Type"] == "application/zip"
    files = zipfile.ZipFile(io.BytesIO(response.content))
    tables = {name: json.loads(files.read(f"{name}.json")) for name in ("account", "seats", "remarks", "notes")}
    assert tables["account"]["log_in_name"] == "Livia"
    assert {seat["table"] for seat in tables["seats"]} == {over.key, running.key}
    assert [each["text"] for each in tables["remarks"]] == ["Ciao"]
    assert [each["content"] for each in tables["notes"]] == ["però"]
    games = [name for name in files.namelist() if name.startswith("games/")]
    assert games == [f"games/1849-{over.key}.json"]  # a running game would give its seed away
    read(files.read(games[0]), "")
    assert browser().post("/account/archive").status_code == 302


def test_what_was_said_stays_for_the_others_when_a_person_goes() -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    dora = Person.objects.create(name="Dora")
    Remark.objects.create(table=table, person=dora, name="Dora", text="Ciao", number=0)
    dora.delete()
    assert Remark.objects.get().text == "Ciao"
    assert Seat.objects.count() == 3
