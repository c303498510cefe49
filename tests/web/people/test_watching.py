"""Somebody without a seat: told that they watch, whether a seat is free, and offered nothing that would be refused."""

from __future__ import annotations

import pytest
from django.test import Client

from ferrovia.table.models import SeatKind
from tests.web.past.people import client_of, decider, seated
from tests.web.people.visitors import guest
from tests.web.positions import played


@pytest.mark.django_db
def test_a_stranger_is_told_that_they_watch_and_offered_no_button_of_players() -> None:
    table = seated(played("1849", 3, 60))
    html = Client(headers={"accept-language": "en"}).get(f"/t/{table.key}").content.decode()
    assert "You are watching" in html
    assert "All seats are taken." in html
    for word in (f"/t/{table.key}/undo", f"/t/{table.key}/orders", f"/t/{table.key}/act", 'class="foot'):
        assert word not in html, word
    own = client_of(table, decider(table)).get(f"/t/{table.key}").content.decode()
    assert "You are watching" not in own
    assert f"/t/{table.key}/undo" in own


@pytest.mark.django_db
def test_a_free_seat_is_offered_to_whoever_watches() -> None:
    table = seated(played("1849", 3, 60))
    seat = table.seats.get(place=2)
    seat.kind, seat.person = SeatKind.OPEN, None
    seat.save()
    html = Client(headers={"accept-language": "en"}).get(f"/t/{table.key}").content.decode()
    assert "1 seat is free." in html
    assert f'href="/t/{table.key}/seats"' in html


@pytest.mark.django_db
def test_nobody_who_watches_speaks_under_the_name_of_a_player() -> None:
    table = seated(played("1849", 3, 60))
    player = decider(table)
    stranger, client = guest(player)
    assert stranger.name == player
    refused = client.post(f"/t/{table.key}/remark", {"text": "I stop hosting."})
    assert refused.status_code == 409
    assert f"{player} sits here" in refused.content.decode()
    client_of(table, player).post(f"/t/{table.key}/remark", {"text": "It was not me."})
    assert [each.text for each in table.remarks.all()] == ["It was not me."]
    strangers = [guest("Guest")[1] for _ in range(2)]
    for each in (*strangers, strangers[0]):
        each.post(f"/t/{table.key}/remark", {"text": "Ciao"})
    assert [each.name for each in table.remarks.order_by("pk")][1:] == ["Guest", "Guest 2", "Guest"]
    page = client.get(f"/t/{table.key}?talk=chat").content.decode()
    assert page.count("<small>watching</small>") == 3
