"""Devices of an account: each browser is named, none by its address, and can be logged out by itself."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from ferrovia.table.account_models import Device
from ferrovia.table.recovery import devices
from ferrovia.table.tidying import tidy_up
from tests.web.people.test_accounts import PASSWORD, log_in, sign_up
from tests.web.people.test_ending import is_logged_in
from tests.web.people.visitors import browser, guest, text

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def two() -> tuple[Client, Client]:
    laptop, phone = browser(headers={"user-agent": FIREFOX}), browser(headers={"user-agent": IPHONE})
    assert sign_up(laptop) == 302
    assert log_in(phone) == 302
    return laptop, phone


def test_each_browser_is_named_and_no_address_is_kept() -> None:
    laptop, _ = two()
    page = text(laptop.get("/account"))
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert page.count("this one") == 1
    kept = {field.name for field in Device._meta.concrete_fields}
    assert kept == {"id", "person", "session", "browser", "system", "made", "seen"}


@pytest.mark.parametrize(
    ("agent", "named"),
    [
        (FIREFOX, ("Firefox", "Linux")),
        (IPHONE, ("Safari", "iPhone")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit Chrome/140.0 Mobile Safari/537.36", ("Chrome", "Android")),
        ("curl/8.0", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_browser_is_named_by_what_it_says(agent: str, named: tuple[str, str]) -> None:
    assert devices.described(agent) == named


def test_one_device_is_logged_out_and_the_others_stay() -> None:
    laptop, phone = two()
    found = Device.objects.get(system="iPhone")
    stranger = browser()
    sign_up(stranger, "Zenobia")
    stranger.post("/account/change", {"do": "log_out", "device": str(found.pk)})
    assert is_logged_in(phone)
    laptop.post("/account/change", {"do": "log_out", "device": "9" * 30})
    laptop.post("/account/change", {"do": "log_out", "device": str(found.pk)})
    assert not is_logged_in(phone)
    assert is_logged_in(laptop)
    assert "Safari on iPhone" not in text(laptop.get("/account"))


def test_all_others_are_logged_out_and_this_one_stays() -> None:
    laptop, phone = two()
    Device.objects.filter(system="iPhone").delete()  # one that is not in the list ends too
    assert laptop.post("/account/change", {"do": "log_out_others"}).status_code == 302
    assert is_logged_in(laptop)
    assert not is_logged_in(phone)
    assert Device.objects.count() == 1


def test_a_new_password_keeps_this_device_under_its_new_session() -> None:
    laptop, _ = two()
    form = {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    laptop.post("/accounts/password/", form)
    page = text(laptop.get("/account"))
    assert "this one" in page
    assert Device.objects.get(system="Linux").session == laptop.cookies["sessionid"].value


def test_logging_out_takes_the_device_away_and_so_does_the_end_of_its_session() -> None:
    _laptop, phone = two()
    phone.post("/accounts/logout/")
    assert not Device.objects.filter(system="iPhone").exists()
    Session.objects.all().delete()
    tidy_up()
    assert not Device.objects.exists()


def test_when_a_browser_was_seen_is_written_once_an_hour(django_assert_num_queries: Any) -> None:
    laptop, _ = two()
    Device.objects.update(seen=Device.objects.latest("pk").made - timedelta(days=1))
    laptop.get("/settings")
    assert Device.objects.get(system="Linux").seen < Device.objects.get(system="Linux").made
    session = laptop.session
    row, key, _ = session[devices.DEVICE]
    session[devices.DEVICE] = [row, key, "2020-01-01T00:00:00+00:00"]
    session.save()
    laptop.get("/settings")
    assert Device.objects.get(system="Linux").seen >= Device.objects.get(system="Linux").made


def test_a_guest_has_no_device() -> None:
    guest("Ada")[1].get("/settings")
    assert not Device.objects.exists()
