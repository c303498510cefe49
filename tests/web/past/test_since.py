"""Since you left: what is new to somebody, and that what they have seen is not."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.events import PriceMoved, TileLaid
from ferrovia.table.last_seen import last_seen_by, unseen_moves
from ferrovia.table.models import LastSeen
from ferrovia.table.page.page import Page
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, person_of, seated, waiting
from tests.web.positions import played


@pytest.mark.django_db
def test_what_came_after_the_last_look_is_news() -> None:
    table = seated(played("1849", 3, 60))
    person = person_of(table, "Ada")
    now = TABLES.now(table)
    last_own = max(number for number in range(1, 61) if now.record.past_of(number).by == "Ada")
    LastSeen.objects.create(table=table, person=person, number=last_own)
    found = unseen_moves(last_seen_by(table, person), ("Ada",), now)
    assert (found.since, found.count) == (last_own, 60 - last_own)
    LastSeen.objects.update(number=60)
    assert unseen_moves(last_seen_by(table, person), ("Ada",), now).count == 0


@pytest.mark.django_db
def test_the_page_links_to_the_news_until_they_are_seen() -> None:
    table = seated(played("1849", 3, 60))
    person = person_of(table, waiting(table))
    LastSeen.objects.create(table=table, person=person, number=5)
    client = client_of(table, waiting(table))
    assert b"newsline" in client.get(f"/t/{table.key}").content
    assert b"newsline" in client.get(f"/t/{table.key}").content  # to have loaded a page is not to have read the news
    client.post(f"/t/{table.key}/seen", {"number": "60"})
    assert LastSeen.objects.get().number == 60
    assert b"newsline" not in client.get(f"/t/{table.key}").content


@pytest.mark.django_db
def test_a_page_that_is_looked_at_sees_every_move() -> None:
    table = seated(played("1849", 3, 60))
    person = person_of(table, waiting(table))
    LastSeen.objects.create(table=table, person=person, number=59)
    client = client_of(table, waiting(table))
    assert b"newsline" not in client.get(f"/t/{table.key}/now", headers={"X-Live": "1", "HX-Request": "true"}).content
    assert LastSeen.objects.get().number == 60


@pytest.mark.django_db
def test_who_looks_for_the_first_time_has_missed_nothing_and_a_bystander_never_does() -> None:
    table = seated(played("1849", 3, 60))
    client = client_of(table, waiting(table))
    assert b"newsline" not in client.get(f"/t/{table.key}").content
    assert LastSeen.objects.get().number == 60
    client.cookies.clear()
    assert b"newsline" not in client.get(f"/t/{table.key}").content
    assert LastSeen.objects.count() == 1


@pytest.mark.django_db
def test_changed_hexes_are_lit_and_prices_told() -> None:
    table = seated(played("1849", 3, 100))
    now = TABLES.now(table)
    told = [event for each in now.events_since(40) for event in each.events or ()]
    laid = {event.hex for event in told if isinstance(event, TileLaid)}
    assert laid
    page: Page = client_of(table, "Ada").get(f"/t/{table.key}/since?from=40").context["page"]
    assert laid <= {mark.hex for mark in page.marks.hexes}
    moved = {event.corporation for event in told if isinstance(event, PriceMoved)}
    before = now.at(40)
    for entry in page.since.news:
        name = entry.actor.corporation
        if name in moved and now.game.is_started(name) and before.is_started(name):
            assert (entry.before, entry.after) == (before.price(name), now.game.price(name))
    assert {way.corporation for way in page.since.ways} <= moved
    assert page.since.ways
    assert page.market.window.drawn.markup.count('class="from"') == len(page.since.ways)
    here: Page = client_of(table, "Ada").get(f"/t/{table.key}").context["page"]
    assert 'class="from"' not in here.market.window.drawn.markup


@pytest.mark.django_db
def test_an_entry_lights_its_own_hexes() -> None:
    table = seated(played("1849", 3, 100))
    client = client_of(table, "Ada")
    page: Page = client.get(f"/t/{table.key}/since?from=40").context["page"]
    entry = next(each for each in page.since.news if each.hexes)
    page = client.get(f"/t/{table.key}/since?from=40&who={entry.actor.name}").context["page"]
    assert {mark.hex for mark in page.marks.hexes if mark.is_chosen} == set(entry.hexes)


@pytest.mark.django_db
def test_the_film_goes_from_move_to_move_by_links() -> None:
    table = seated(played("1849", 3, 50))
    client = client_of(table, "Ada")
    at = 40
    while at < 50:
        html = client.get(f"/t/{table.key}/since?from=40&step={at}").content.decode()
        at += 1
        assert f"step={at}" in html
    page: Page = client.get(f"/t/{table.key}/since?from=40&step=50").context["page"]
    assert page.since.step.is_last
