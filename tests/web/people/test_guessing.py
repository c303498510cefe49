"""Guessing at passwords: it soon ends for who guesses, and never keeps out the owner of the name."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ferrovia.table import accounts
from ferrovia.table.accounts import GUESSES, SLOWLY
from ferrovia.table.cookies import DEVICE
from ferrovia.table.rate_limits import BUCKETS
from tests.web.people.test_accounts import PASSWORD, log_in, sign_up
from tests.web.people.visitors import browser, text

pytestmark = pytest.mark.django_db
TOO_MANY = "Too many failed login attempts"
HOME, AWAY = "192.0.2.1", "198.51.100.1"


@pytest.fixture(autouse=True)
def still(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nothing takes time; for how long answers would have been held back."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setattr(BUCKETS, "_clock", lambda: 0.0)
    waited: list[float] = []
    monkeypatch.setattr(accounts, "sleep", waited.append)
    return waited


@pytest.fixture
def owner() -> Client:
    """The browser in which Livia has signed up, and is logged out again."""
    client = browser(REMOTE_ADDR=HOME)
    assert sign_up(client) == 302
    client.post("/accounts/logout/")
    return client


def guessed(address: str, name: str = "Livia", client: Client | None = None) -> str:
    """What a wrong password is answered with."""
    form = {"login": name, "password": "guess"}
    return text((client or browser(REMOTE_ADDR=address)).post("/accounts/login/", form, REMOTE_ADDR=address))


def test_five_wrong_passwords_of_a_stranger_do_not_keep_the_owner_out(owner: Client) -> None:
    for _ in range(9):
        last = guessed(AWAY)
    assert TOO_MANY in last
    assert log_in(browser(REMOTE_ADDR=HOME)) == 302  # on a device that nobody knows, from another address
    assert log_in(owner) == 302


def test_whoever_guesses_at_one_name_is_stopped_at_their_address_whatever_browser_they_take(owner: Client) -> None:
    answers = [TOO_MANY in guessed(AWAY) for _ in range(7)]
    assert answers == [False] * 5 + [True] * 2
    assert log_in(browser(REMOTE_ADDR=AWAY)) == 200  # not even with the right one


def test_names_that_look_alike_are_counted_as_one(owner: Client) -> None:
    answers = [TOO_MANY in guessed(AWAY, name) for name in ("Livia", "LIVIA", "livia ", "Lívia", "Livia", "L-ivia")]
    assert answers == [False] * 5 + [True]


def test_an_address_of_the_newer_kind_counts_as_the_household_it_is_of(owner: Client) -> None:
    answers = [TOO_MANY in guessed(f"2001:db8::{number}") for number in range(6)]
    assert answers == [False] * 5 + [True]
    assert TOO_MANY not in guessed("2001:db8:0:1::1")


def test_the_right_password_is_never_refused_on_a_known_device_even_at_the_guessers_address(owner: Client) -> None:
    codes = [browser(REMOTE_ADDR=HOME).post("/accounts/login/", {"login": "Livia"}).status_code for _ in range(45)]
    for _ in range(9):
        guessed(HOME)
    assert codes[-1] == 429  # at that address nobody else gets as far as a password
    assert log_in(browser(REMOTE_ADDR=HOME)) == 429
    assert log_in(owner) == 302


def test_ones_own_slips_on_a_known_device_keep_nobody_out(owner: Client) -> None:
    assert not any(TOO_MANY in guessed(HOME, client=owner) for _ in range(20))
    assert log_in(owner) == 302


def test_a_device_is_known_for_the_names_that_logged_in_on_it_and_no_others(owner: Client) -> None:
    stranger = browser(REMOTE_ADDR=AWAY)
    assert sign_up(stranger, "Mara") == 302
    stranger.post("/accounts/logout/")
    answers = [TOO_MANY in guessed(AWAY, client=stranger) for _ in range(6)]
    assert answers == [False] * 5 + [True]
    assert log_in(stranger, "Mara") == 302


def test_a_household_shares_a_device(owner: Client) -> None:
    assert sign_up(owner, "Mara") == 302
    owner.post("/accounts/logout/")
    for name in ("Livia", "Mara"):
        assert not any(TOO_MANY in guessed(HOME, name, owner) for _ in range(7))


def test_a_device_on_which_somebody_ended_everything_is_not_known_any_more(owner: Client) -> None:
    log_in(owner)
    owner.post("/accounts/end/")
    answers = [TOO_MANY in guessed(HOME, client=owner) for _ in range(6)]
    assert answers == [False] * 5 + [True]


@pytest.mark.parametrize("cookie", ["", "x", "eyIxIjoxfQ:1aaaaa:bbbb"])
def test_a_forged_device_is_not_known(owner: Client, cookie: str) -> None:
    stranger = browser(REMOTE_ADDR=AWAY)
    stranger.cookies[DEVICE] = cookie
    answers = [TOO_MANY in guessed(AWAY, client=stranger) for _ in range(6)]
    assert answers == [False] * 5 + [True]


def test_the_cookie_of_a_device_has_its_flags_and_goes_to_the_pages_of_accounts_alone(owner: Client) -> None:
    cookie = owner.cookies[DEVICE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/accounts/")


def test_many_guesses_at_one_name_from_many_addresses_are_answered_slowly(owner: Client, still: list[float]) -> None:
    for number in range(GUESSES.at_once):
        guessed(f"10.0.0.{number}")
    assert still == []
    assert TOO_MANY not in guessed("10.0.1.1")
    assert still == [SLOWLY]
    assert log_in(browser(REMOTE_ADDR="10.0.1.2")) == 302  # slowly, not never
    assert still == [SLOWLY] * 2
    assert log_in(owner) == 302
    assert still == [SLOWLY] * 2  # a known device does not wait
    assert TOO_MANY not in guessed("10.0.1.3", "Mara")
    assert still == [SLOWLY] * 2  # nor does who has another name


def test_only_one_slow_answer_is_waited_for_at_a_time(
    owner: Client, still: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guessing must not take the threads from everybody else."""
    for number in range(GUESSES.at_once):
        guessed(f"10.0.0.{number}")
    meanwhile: list[str] = []

    def sleeping(seconds: float) -> None:
        meanwhile.append(guessed("10.0.2.1"))

    monkeypatch.setattr(accounts, "sleep", sleeping)
    assert TOO_MANY not in guessed("10.0.2.2")
    assert len(meanwhile) == 1
    assert TOO_MANY in meanwhile[0]
    assert PASSWORD not in meanwhile[0]


def test_many_names_do_not_wash_the_count_away(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        guessed(AWAY)
    for number in range(700):
        BUCKETS.clear()
        accounts.Adapter(None).pre_authenticate(_asking(f"10.9.{number // 250}.{number % 250}"), username=f"n{number}")
    BUCKETS.clear()
    assert TOO_MANY in guessed(AWAY)


def _asking(address: str) -> Any:
    from django.test import RequestFactory

    return RequestFactory(REMOTE_ADDR=address).get("/")
