"""A new password: what was made before it opens nothing, and browsers that are logged out are told nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ferrovia.table.account_models import Device
from ferrovia.table.host.acts import reset_password
from ferrovia.table.models import Person
from ferrovia.table.notices.models import Channel, Way
from ferrovia.table.notices.owners import has_ended
from ferrovia.table.recovery.account_codes import code_from_host, make_codes, open_with
from tests.web.people.test_accounts import PASSWORD
from tests.web.people.test_ending import is_logged_in, two_browsers
from tests.web.people.visitors import browser

pytestmark = pytest.mark.django_db
ANOTHER = "tra Reggio e Messina 1849"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def told(client: Client, number: int, generation: int = 1) -> Channel:
    """A browser that lets itself be told."""
    person = Person.objects.get(user__username="Livia")
    session = str(client.session.session_key)
    given = {"label": "Phone", "origin": "https://table.example", "session": session, "generation": generation}
    return Channel.objects.create(person=person, way=Way.PUSH, address=f"https://push.example/{number}", **given)


def change(client: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
    assert client.post("/accounts/password/", form).status_code == 302


def test_who_changes_the_password_is_left_with_this_browser_alone() -> None:
    here, elsewhere = two_browsers()
    mine, other = told(here, 1), told(elsewhere, 2)
    code = code_from_host("Livia")
    change(here)
    assert is_logged_in(here)
    assert not is_logged_in(elsewhere)
    assert not Channel.objects.filter(pk=other.pk).exists()
    mine.refresh_from_db()
    assert not has_ended(mine)
    assert mine.session == here.session.session_key
    assert [device.session for device in Device.objects.all()] == [here.session.session_key]
    assert open_with("Livia", code, PASSWORD) is None  # somebody else may have asked for it


def test_codes_on_paper_outlive_a_new_password() -> None:
    here, _ = two_browsers()
    codes = make_codes(User.objects.get())
    change(here)
    assert open_with("Livia", codes[0], PASSWORD) is not None


@pytest.mark.parametrize("generation", [0, 1])
@pytest.mark.parametrize("way", ["code", "host"])
def test_by_a_code_or_a_hosts_link_every_browser_is_forgotten(way: str, generation: int) -> None:
    here, elsewhere = two_browsers()
    Person.objects.update(generation=generation)
    told(here, 1)
    told(elsewhere, 2)
    before = code_from_host("Livia")
    if way == "code":
        assert open_with("Livia", code_from_host("Livia"), ANOTHER) is not None
    else:
        link = f"/accounts/code/{reset_password(None, Person.objects.get())}/"
        assert browser().post(link, {"password": ANOTHER}).status_code == 302
    assert not Channel.objects.exists()
    assert not Device.objects.exists()
    assert Person.objects.get().generation == 2  # no cookie of the first release opens it either
    assert not is_logged_in(here)
    assert not is_logged_in(elsewhere)
    assert open_with("Livia", before, PASSWORD) is None
