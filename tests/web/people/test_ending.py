"""Going: whoever logs out or is forgotten leaves no cookie behind that opens anything; earlier cookies still do."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from ferrovia.table.cookies import GUEST, MONTH, YEAR
from ferrovia.table.models import Person, SeatKind, Table
from tests.web.people.test_accounts import PASSWORD, log_in, sign_up
from tests.web.people.visitors import browser, game, guest, lobby, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def copied(client: Client, *names: str) -> Client:
    """Another browser with the same cookies, as somebody has copied them."""
    other = Client()
    for name in names or ("sessionid", GUEST):
        if name in client.cookies:
            other.cookies[name] = client.cookies[name].value
    return other


def is_logged_in(client: Client) -> bool:
    return "You are logged in as Livia." in text(client.get("/settings"))


def two_browsers() -> tuple[Client, Client]:
    """Livia's, in both of which she is logged in."""
    first, second = browser(), browser()
    assert sign_up(first) == 302
    assert log_in(second) == 302
    return first, second


# Accounts


def test_a_cookie_from_before_logging_out_opens_nothing() -> None:
    client, _ = two_browsers()
    thief = copied(client)
    assert is_logged_in(thief)
    client.post("/accounts/logout/")
    assert not is_logged_in(thief)
    assert not is_logged_in(client)


def test_logging_out_leaves_the_other_browsers_logged_in() -> None:
    first, second = two_browsers()
    first.post("/accounts/logout/")
    assert is_logged_in(second)


def test_a_new_password_ends_the_others_and_keeps_this_one() -> None:
    first, second = two_browsers()
    form = {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    assert first.post("/accounts/password/", form).status_code == 302
    assert is_logged_in(first)
    assert not is_logged_in(second)


def test_log_out_everywhere_ends_every_browser_and_keeps_the_seats() -> None:
    first, second = two_browsers()
    livia, (bruno, _), (carla, _) = Person.objects.get(name="Livia"), guest("Bruno"), guest("Carla")
    table = game(livia, bruno, carla)
    assert "/accounts/end/" in text(first.get("/settings"))
    asked = text(first.get("/accounts/end/"))
    assert "Every browser in which you are logged in as Livia forgets you" in asked
    assert is_logged_in(second)  # only asked so far
    thief = copied(first)
    assert first.post("/accounts/end/").status_code == 302
    assert [is_logged_in(each) for each in (first, second, thief)] == [False] * 3
    assert table.seats.get(person=livia).bot == ""
    assert log_in(first) == 302
    assert is_logged_in(first)
    assert not is_logged_in(second)


def test_an_ended_session_leaves_no_row() -> None:
    first, second = two_browsers()
    assert Session.objects.count() == 2
    first.post("/accounts/logout/")
    assert Session.objects.count() == 1
    second.post("/accounts/end/")
    assert not Session.objects.exists()


# Guests


def test_a_guest_has_no_session_and_costs_no_row() -> None:
    client = browser()
    client.post("/tables/new", {"title": "1849"})
    assert GUEST in client.cookies
    assert "sessionid" not in client.cookies
    assert not Session.objects.exists()


def test_a_guest_is_told_what_becomes_of_their_seats_before_they_are_forgotten() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    running, over = game(ada, bruno, carla), game(ada, bruno, carla)
    Table.objects.filter(pk=over.pk).update(over=True)
    waiting = lobby(ada)
    assert "/accounts/end/" in text(client.get("/settings"))
    asked = text(client.get("/accounts/end/"))
    assert "Every browser that knows you as Ada forgets you" in asked
    assert "A game stops there until the others decide who plays on" in asked
    assert (running.key in asked, waiting.key in asked, over.key in asked) == (True, True, False)
    assert running.seats.get(player="Ada").person == ada  # nothing is done yet
    assert "You are a guest" in text(client.get("/settings"))
    assert 'value="Ada"' in text(client.get("/settings"))


def test_a_guest_who_is_forgotten_gets_up_and_no_copy_of_the_cookie_opens_anything() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    running, waiting = game(ada, bruno, carla, visibility="players"), lobby(ada)
    thief = copied(client)
    assert thief.get(f"/t/{running.key}").status_code == 200
    assert client.post("/accounts/end/").status_code == 302
    seat = running.seats.get(player="Ada")
    assert (seat.person, seat.kind, seat.bot) == (None, SeatKind.OPEN, "")
    for each in (client, thief, copied(thief)):
        assert "Watching" in text(each.get(f"/t/{running.key}"))  # like anybody with the link, while a seat is free
        assert 'value="Ada"' not in text(each.get("/settings"))
    running.seats.filter(pk=seat.pk).update(kind=SeatKind.BOT)
    for each in (client, thief, copied(thief)):
        assert each.get(f"/t/{running.key}").status_code == 404
    running.refresh_from_db()
    assert running.host == bruno
    assert not Table.objects.filter(pk=waiting.pk).exists()  # nobody else sat there
    assert client.cookies[GUEST].value == ""


def test_a_stranger_has_nothing_to_end() -> None:
    for ask in (browser().get, browser().post):
        response = ask("/accounts/end/")
        assert (response.status_code, response["Location"]) == (302, "/settings")
    assert "/accounts/end/" not in text(browser().get("/settings"))


@pytest.mark.parametrize(("age", "is_known", "is_renewed"), [(0, 1, 0), (MONTH + 9, 1, 1), (YEAR + 9, 0, 0)])
def test_a_guests_cookie_lasts_a_year_from_the_last_visit(
    age: int, is_known: bool, is_renewed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, client = guest("Ada")
    old = client.cookies[GUEST].value
    now = time.time() + age
    monkeypatch.setattr("django.core.signing.time.time", lambda: now)
    assert ('value="Ada"' in text(client.get("/settings"))) == is_known
    assert (client.cookies[GUEST].value not in (old, "")) == is_renewed


# Cookies of the first release, which were sessions that nobody could end


def first_release(person: Person, session: dict[str, Any]) -> Client:
    """A browser that was there before sessions could be ended."""
    Person.objects.filter(pk=person.pk).update(generation=0)
    store = SessionStore()
    store.update(session)
    store.save()
    client = Client()
    client.cookies["sessionid"] = str(store.session_key)
    return client


def guest_of_the_first_release(name: str) -> tuple[Person, Client]:
    person = Person.objects.create(name=name)
    return person, first_release(person, {"guest": person.key})


def test_a_guest_of_the_first_release_keeps_their_seats() -> None:
    ada, client = guest_of_the_first_release("Ada")
    old = copied(client)
    table = lobby(ada)
    assert table.key in text(client.get("/"))
    assert client.cookies[GUEST].value.startswith(f"{ada.key}.")
    assert client.cookies["sessionid"].value == ""
    assert not Session.objects.exists()
    assert table.key in text(client.get("/"))  # by the new cookie alone
    client.post("/accounts/end/")
    assert 'value="Ada"' not in text(old.get("/settings"))


def account_of_the_first_release() -> tuple[Client, Client, User]:
    """Livia's two browsers from then."""
    client = browser()
    sign_up(client)
    user = User.objects.get()
    kept = dict(client.session.items())
    del kept["generation"]
    Session.objects.all().delete()
    person = Person.objects.get(user=user)
    return first_release(person, kept), first_release(person, kept | {"other": 1}), user


def test_an_account_of_the_first_release_stays_logged_in_and_gets_a_session() -> None:
    client, _, _ = account_of_the_first_release()
    old = copied(client)
    assert is_logged_in(client)
    assert client.cookies["sessionid"].value != old.cookies["sessionid"].value
    assert Session.objects.count() == 1
    assert is_logged_in(client)
    assert Session.objects.count() == 1


def test_the_first_log_out_ends_the_signed_cookies_and_no_session() -> None:
    client, other, _ = account_of_the_first_release()
    old, older = copied(client), copied(other)
    assert is_logged_in(client)
    assert is_logged_in(other)
    client.post("/accounts/logout/")
    assert [is_logged_in(each) for each in (client, old, older)] == [False] * 3
    assert is_logged_in(other)


def test_a_signed_cookie_opens_nothing_of_somebody_who_came_later() -> None:
    ada, _ = guest("Ada")
    client = first_release(ada, {"guest": ada.key})
    Person.objects.filter(pk=ada.pk).update(generation=1)
    assert 'value="Ada"' not in text(client.get("/settings"))


@pytest.mark.django_db(transaction=True)
def test_a_database_of_the_first_release_goes_on() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("table", "0001_initial")])
    try:
        old = executor.loader.project_state([("table", "0001_initial")]).apps.get_model("table", "Person")
        key = old.objects.create(name="Ada").key
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    ada = Person.objects.get(key=key)
    assert (ada.name, ada.generation, ada.current) == ("Ada", 0, 1)
    assert Person.objects.create(name="Bruno").generation == 1
    store = SessionStore()
    store["guest"] = key
    store.save()
    client = Client()
    client.cookies["sessionid"] = str(store.session_key)
    assert 'value="Ada"' in text(client.get("/settings"))
