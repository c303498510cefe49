"""The past: every move has an address, and shows what a viewer could see then."""

from __future__ import annotations

import pytest

from ferrovia.formats.save import replay
from ferrovia.formats.view import view_for
from ferrovia.table.models import Table
from ferrovia.table.page.history import ROUNDS, history
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, seated
from tests.web.positions import laid_out, played, scene_of

TITLES = ["1849", "1883", "18FB"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_a_page_of_the_past_shows_the_view_of_that_position(name: str) -> None:
    record = played(name, 3, 90)
    table = seated(record)
    player = record.settings.players[1]
    client = client_of(table, player)
    for number in (0, 37, 89):
        response = client.get(f"/t/{table.key}/at/{number}")
        assert response.status_code == 200
        page: Page = response.context["page"]
        assert page.view == view_for(replay(record, number), player)
        assert page.scene.number == number
        assert not page.scene.is_mine
        assert page.desk.control is None


@pytest.mark.django_db
def test_the_past_is_read_and_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(played("1849", 3, 60))
    client = client_of(table, "Ada")

    def refuse(*given: object, **named: object) -> None:
        raise AssertionError("A rule of play was asked.")

    monkeypatch.setattr("ferrovia.engine.flow.game.Game.apply", refuse)
    monkeypatch.setattr("ferrovia.engine.flow.game.Game.__init__", refuse)
    assert client.get(f"/t/{table.key}/at/20").status_code == 200


@pytest.mark.django_db
def test_a_move_that_never_was_leads_to_now() -> None:
    table = seated(played("1849", 3, 20))
    client = client_of(table, "Ada")
    for number in ("21", "99999999999999999999"):
        assert client.get(f"/t/{table.key}/at/{number}").headers["Location"] == f"/t/{table.key}"


@pytest.mark.django_db
def test_nothing_can_be_played_in_the_past() -> None:
    table = seated(played("1849", 3, 20))
    assert b"/act" not in client_of(table, "Ada").get(f"/t/{table.key}/at/10").content


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_stations_are_where_rounds_begin(name: str) -> None:
    record = played(name, 3, 120)
    moment = TABLES.now(laid_out(record))
    rounds = []
    before = None
    for number in range(len(record.actions) + 1):
        here = moment.at(number).state.round
        if here != before:
            rounds.append((number, here))
        before = here
    assert list(ROUNDS.of(-1, moment)) == rounds
    assert len(rounds) > 1


@pytest.mark.django_db
def test_rounds_that_came_since_are_added_and_those_taken_back_are_gone() -> None:
    whole = TABLES.sitting(laid_out(played("1849", 3, 120))).now
    ROUNDS.of(-2, whole.back_at(60))
    assert ROUNDS.of(-2, whole) == ROUNDS.of(-3, whole)
    ROUNDS.of(-2, whole)
    earlier = whole.back_at(60)
    assert ROUNDS.of(-2, earlier) == ROUNDS.of(-4, earlier)


@pytest.mark.django_db
def test_the_line_can_be_gone_along_by_links() -> None:
    table = seated(played("1849", 3, 60))
    client = client_of(table, "Ada")
    html = client.get(f"/t/{table.key}/at/30").content.decode()
    for number in (29, 31):
        assert f'href="/t/{table.key}/at/{number}"' in html
    scene = scene_of(table, "Ada")
    for station in history(scene).stations:
        assert f'href="/t/{table.key}/at/{station.number}"' in html
    assert f'id="back-to-now" href="/t/{table.key}"' in html


@pytest.mark.django_db
def test_the_past_has_an_address_that_does_not_change_while_the_game_goes_on() -> None:
    table = seated(played("1849", 3, 60))
    client = client_of(table, "Ada")
    assert f'href="/t/{table.key}/history"' in client.get(f"/t/{table.key}").content.decode()
    assert client.get(f"/t/{table.key}/history").headers["Location"] == f"/t/{table.key}/at/60"
    client.post("/tables/new", {"title": "1849", "way": "friends"})
    waiting = Table.objects.exclude(pk=table.pk).get()
    assert client.get(f"/t/{waiting.key}/history").headers["Location"] == f"/t/{waiting.key}"


@pytest.mark.django_db
def test_a_pick_of_the_past_stays_there() -> None:
    table = laid_out(played("1849", 3, 30))
    now = TABLES.now(table)
    scene = Scene(table, now.back_at(10), ("Ada",), "en", "light", {}, mode="past", present=now)
    assert scene.address == f"/t/{table.key}/at/10"
    assert scene.now.number == 30


@pytest.mark.django_db
def test_nothing_is_taken_back_by_mistake_while_one_looks_at_the_past() -> None:
    table = seated(played("1849", 3, 20))
    html = client_of(table, "Ada").get(f"/t/{table.key}/at/10").content.decode()
    button = html.split(f'action="/t/{table.key}/undo"')[1].split("<button")[1].split(">")[0]
    assert "disabled" in button
