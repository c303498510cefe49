"""What nobody has confirmed or used in time goes by itself, and with a guest whom every browser forgets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from ferrovia.table.account_models import RecoveryCode
from ferrovia.table.models import Person
from ferrovia.table.notices.models import Channel, NoticeTaste, Way
from ferrovia.table.recovery.account_codes import make_codes, make_passing_code
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tidying import tidy_up
from tests.web.people.visitors import guest

pytestmark = pytest.mark.django_db


def address(person: Person, name: str, days: int, *, is_confirmed: bool = False) -> Channel:
    now = time_now()
    given = {"label": name, "origin": "https://table.example", "made": now - timedelta(days=days)}
    confirmed = now if is_confirmed else None
    return Channel.objects.create(
        person=person, way=Way.MAIL, address=f"{name}@example.org", confirmed=confirmed, **given
    )


def test_addresses_that_nobody_confirms_go_after_a_week() -> None:
    ada, _ = guest("Ada")
    address(ada, "old", 8)
    address(ada, "new", 6)
    address(ada, "confirmed", 8, is_confirmed=True)
    tidy_up()
    assert sorted(Channel.objects.values_list("label", flat=True)) == ["confirmed", "new"]


def test_codes_whose_time_is_over_go_and_those_on_paper_stay() -> None:
    user = User.objects.create(username="Livia")
    make_codes(user)
    make_passing_code(user, timedelta(hours=1))
    make_passing_code(user, timedelta(hours=-1))
    tidy_up()
    assert RecoveryCode.objects.filter(until=None).count() == 8
    assert RecoveryCode.objects.exclude(until=None).count() == 1


def test_a_guest_who_is_forgotten_leaves_no_address_and_no_feed() -> None:
    ada, client = guest("Ada")
    address(ada, "ada", 0, is_confirmed=True)
    NoticeTaste.objects.create(person=ada, feed="secret")
    assert client.post("/accounts/end/").status_code == 302
    assert not Channel.objects.exists()
    assert not NoticeTaste.objects.exists()
