"""Accounts: a name and a password; what a guest had comes with them; cookies that are not ours are nobody's."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ferrovia.table.cookies import DEVICE, GUEST
from ferrovia.table.models import LastSeen, Person, PrivateData, Remark, Table
from tests.web.people.visitors import browser, game, guest, lobby, text

PASSWORD = "tra Scilla e Cariddi 1883"


def sign_up(client: Client, name: str = "Livia") -> int:
    return client.post("/accounts/signup/", {"username": name, "password1": PASSWORD}).status_code


def log_in(client: Client, name: str = "Livia", password: str = PASSWORD) -> int:
    return client.post("/accounts/login/", {"login": name, "password": password}).status_code


@pytest.mark.django_db
def test_signing_up_takes_the_guests_seats_and_tables_along() -> None:
    person, client = guest("Ada")
    table = lobby(person)
    assert sign_up(client) == 302
    person.refresh_from_db()
    assert person.user == User.objects.get(username="Livia")
    assert person.name == "Livia"
    table.refresh_from_db()
    assert table.host == person
    assert table.seats.filter(person=person).exists()
    assert table.key in text(client.get("/"))
    assert User.objects.get().password.startswith("argon2")


@pytest.mark.django_db
def test_logging_in_moves_a_guests_things_to_the_account() -> None:
    owner_browser = browser()
    sign_up(owner_browser)
    owner = Person.objects.get(user__username="Livia")
    (bruno, _), (carla, _) = guest("Bruno"), guest("Carla")
    person, client = guest("Ada")
    table = game(person, bruno, carla)
    Remark.objects.create(table=table, person=person, name="Ada", text="Ciao", number=0)
    LastSeen.objects.create(table=table, person=person, number=3)
    PrivateData.objects.create(table=table, person=person, kind="notes", content=b"mine")
    assert log_in(client) == 302
    assert not Person.objects.filter(pk=person.pk).exists()
    table.refresh_from_db()
    assert table.host == owner
    assert table.seats.get(player="Ada").person == owner
    assert {row.person for row in (Remark.objects.get(), LastSeen.objects.get(), PrivateData.objects.get())} == {owner}
    assert client.get(f"/t/{table.key}").status_code == 200
    assert client.cookies[GUEST].value == ""


@pytest.mark.django_db
def test_what_both_had_stays_the_accounts() -> None:
    client = browser()
    sign_up(client)
    owner = Person.objects.get(user__username="Livia")
    (bruno, _), (carla, _) = guest("Bruno"), guest("Carla")
    table = game(owner, bruno, carla)
    person, other = guest("Ada")
    for who, number, content in ((owner, 9, b"kept"), (person, 2, b"lost")):
        LastSeen.objects.create(table=table, person=who, number=number)
        PrivateData.objects.create(table=table, person=who, kind="notes", content=content)
    assert log_in(other) == 302
    assert LastSeen.objects.get(person=owner).number == 9
    assert bytes(PrivateData.objects.get(person=owner).content) == b"kept"
    assert LastSeen.objects.count() == PrivateData.objects.count() == 1


@pytest.mark.django_db
def test_a_guests_cookie_opens_no_account() -> None:
    person, client = guest("Ada")
    copied = browser(person)
    sign_up(client)
    assert copied.get("/").status_code == 200
    page = text(copied.get("/settings"))
    assert "You are a guest" in page
    assert 'value="Livia"' not in page


@pytest.mark.django_db
def test_log_out_and_in_again_and_change_the_password() -> None:
    client = browser()
    sign_up(client)
    assert "You are logged in as Livia." in text(client.get("/settings"))
    response = client.post(
        "/accounts/password/", {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    )
    assert (response.status_code, response["Location"]) == (302, "/account")
    assert "You are logged in as Livia." in text(client.get("/settings"))
    assert client.get("/accounts/logout/").status_code == 200  # asks first
    assert client.post("/accounts/logout/").status_code == 302
    assert "You are a guest" in text(client.get("/settings"))
    assert log_in(client) == 200
    assert log_in(client, password=PASSWORD + "!") == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Livia", "short"),
        ("Livia", "password"),
        ("x" * 10_000, PASSWORD),
        ("Li\u202evia", PASSWORD),
        ("", PASSWORD),
        ("Livia", ""),
    ],
)
def test_bad_names_and_passwords_make_no_account(name: str, password: str) -> None:
    response = browser().post("/accounts/signup/", {"username": name, "password1": password})
    assert response.status_code == 200
    assert 'class="trouble"' in text(response)
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_name_is_given_once() -> None:
    assert sign_up(browser()) == 302
    assert sign_up(browser(), "LIVIA") == 200
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/settings"])
def test_account_pages_are_in_our_look(path: str, language: str) -> None:
    client = browser(HTTP_ACCEPT_LANGUAGE=language)
    page = text(client.get(path))
    assert f'<html lang="{language}"' in page
    assert 'class="site-header"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/reset/", "/accounts/"])
def test_pages_that_need_mail_are_not_there(path: str) -> None:
    assert browser().get(path).status_code == 404


@pytest.mark.django_db
def test_after_logging_in_nobody_is_sent_elsewhere() -> None:
    sign_up(browser())
    response = browser().post(
        "/accounts/login/", {"login": "Livia", "password": PASSWORD, "next": "https://example.org/"}
    )
    assert response["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", ["forged", "eyJndWVzdCI6ICJ4In0:1aaaaa:bbbb", "", "x" * 4000])
def test_a_forged_cookie_is_nobody(cookie: str) -> None:
    person, _ = guest("Ada")
    table = lobby(person)
    client = Client()
    client.cookies["sessionid"] = client.cookies[GUEST] = client.cookies[DEVICE] = cookie
    assert "Italian railways" in text(client.get("/"))
    assert client.post(f"/t/{table.key}/lobby", {"do": "leave"}).status_code == 302
    assert table.seats.filter(person=person).exists()


@pytest.mark.django_db
def test_a_cookie_signed_elsewhere_is_nobody(settings: object) -> None:
    person, client = guest("Ada")
    settings.SECRET_KEY = "of another server"  # type: ignore[attr-defined]
    assert "Italian railways" in text(client.get("/"))
    assert Person.objects.filter(pk=person.pk).exists()


@pytest.mark.django_db
def test_a_name_is_changed_in_lobbies_and_not_in_games() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    running, waiting = game(ada, bruno, carla), lobby(ada)
    assert client.post("/settings", {"name": "Adelaide"}).status_code == 302
    ada.refresh_from_db()
    assert ada.name == "Adelaide"
    assert waiting.seats.get(place=0).player == "Adelaide"
    assert running.seats.get(person=ada).player == "Ada"
    response = client.post("/settings", {"name": "x" * 10_000})
    assert response.status_code == 409
    assert len(response.content) < 20_000
    ada.refresh_from_db()
    assert ada.name == "Adelaide"


@pytest.mark.django_db
def test_a_stranger_who_tells_a_name_is_a_guest() -> None:
    client = browser()
    client.post("/settings", {"name": "Elsa"})
    assert Person.objects.get().name == "Elsa"
    client.post("/tables/new", {"title": "1849", "way": "friends"})
    assert Table.objects.get().seats.get(place=0).player == "Elsa"
