"""Home: a stranger plays after two clicks, and everybody finds what waits for them first."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from ferrovia.table.cookies import GUEST
from ferrovia.table.models import Person, SeatKind, Table
from tests.web.people.visitors import browser, first_action, game, guest, lobby, text


@pytest.mark.django_db
@pytest.mark.parametrize("title", ["1849", "1883", "18FB"])
def test_a_stranger_is_in_a_game_against_computer_players_at_once(title: str) -> None:
    client = browser()
    assert client.get("/").status_code == 200
    response = client.post("/tables/new", {"title": title, "way": "computer"}, follow=True)
    table = Table.objects.get()
    assert response.status_code == 200
    assert table.has_started
    assert [seat.kind for seat in table.seats.all()].count(SeatKind.BOT) == 2
    person = Person.objects.get()
    assert table.seats.get(person=person).player == person.name
    assert client.cookies[GUEST].value.startswith(f"{person.key}.")


@pytest.mark.django_db
def test_with_friends_the_other_seats_are_open() -> None:
    browser().post("/tables/new", {"title": "1849", "way": "friends"})
    table = Table.objects.get()
    assert not table.has_started
    assert [seat.kind for seat in table.seats.all()] == [SeatKind.PERSON] + [SeatKind.OPEN] * 4


@pytest.mark.django_db
def test_at_one_screen_one_person_has_every_seat() -> None:
    client = browser()
    client.post("/tables/new", {"title": "1849", "way": "screen"})
    table = Table.objects.get()
    assert table.seats.filter(person=Person.objects.get()).count() == 3
    assert len({seat.player for seat in table.seats.all()}) == 3
    client.post(f"/t/{table.key}/start")
    for _ in range(3):  # whoever's turn it is, it is made here
        table.refresh_from_db()
        before = table.decider
        assert (
            client.post(f"/t/{table.key}/act", {"action": first_action(table), "after": str(table.number)}).status_code
            == 302
        )
        table.refresh_from_db()
        assert table.decider != before


@pytest.mark.django_db
@pytest.mark.parametrize("title", ["", "1830", "x" * 10_000])
def test_a_title_that_we_do_not_have_makes_no_table(title: str) -> None:
    assert browser().post("/tables/new", {"title": title, "way": "computer"}).status_code == 302
    assert not Table.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.django_db
def test_tables_that_wait_for_you_come_first_with_their_question() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    tables = [game(ada, bruno, carla) for _ in range(3)]
    for table, decider in zip(tables, ("Bruno", "Ada", "Ada"), strict=True):
        table.decider = decider
        table.save()
    page = text(client.get("/"))
    assert "Two tables wait for you, Ada." in page
    places = [page.index(f'href="/t/{table.key}"') for table in tables]
    assert places[0] > max(places[1:])
    assert page.count("Buy, bid or pass") == 3
    assert page.count("Waiting for Bruno") == 1


@pytest.mark.django_db
def test_what_runs_out_first_is_on_top() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    slow, late = (game(ada, bruno, carla, law={"pace": "day"}) for _ in range(2))
    now = timezone.now()
    Table.objects.filter(pk=slow.pk).update(decider="Ada", asked_at=now - timedelta(hours=1))
    Table.objects.filter(pk=late.pk).update(decider="Ada", asked_at=now - timedelta(hours=20))
    page = text(client.get("/"))
    assert page.index(late.key) < page.index(slow.key)
    assert "3 h left" in page
    assert "22 h left" in page


@pytest.mark.django_db
def test_a_seat_that_a_computer_player_holds_does_not_wait_for_its_person() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    Table.objects.filter(pk=table.pk).update(decider="Ada")
    assert "One table waits for you" in text(client.get("/"))
    table.seats.filter(player="Ada").update(bot="sensible")
    assert "Nothing waits for you" in text(client.get("/"))


@pytest.mark.django_db
def test_only_public_tables_with_a_free_seat_are_open() -> None:
    host, client = guest("Ada")
    shown = lobby(host, visibility="public")
    hidden = [lobby(host, visibility="link"), lobby(host, visibility="players")]
    full = lobby(host, seats=1, visibility="public")
    page = text(browser().get("/"))
    assert shown.key in page
    assert not any(table.key in page for table in [*hidden, full])
    assert "Open tables" in text(client.get("/"))


@pytest.mark.django_db
def test_what_is_asked_is_kept_after_each_move() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    clients = {"Ada": client, "Bruno": browser(bruno), "Carla": browser(carla)}
    table = game(ada, bruno, carla)
    asked_at = table.asked_at
    clients[table.decider].post(f"/t/{table.key}/act", {"action": first_action(table), "after": str(table.number)})
    before = table.decider
    table.refresh_from_db()
    assert table.number == 1
    assert table.decider != before
    assert table.asked["text"] == "Buy, bid or pass"
    assert table.asked["round"]["kind"] == "auction"
    assert table.asked_at is not None
    assert asked_at is not None
    assert table.asked_at > asked_at


@pytest.mark.django_db
def test_pictures_of_boards() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, visibility="players")
    for path in ("/titles/1849-en-light.svg", f"/t/{table.key}/board/0-it-dark.svg"):
        response = client.get(path)
        assert response["Content-Type"] == "image/svg+xml"
        assert response.content.startswith(b"<svg ")
        assert "max-age" in response["Cache-Control"]
    wrong = ("/titles/1830-en-light.svg", "/titles/1849-en-pink.svg", "/titles/1849-xx-light.svg")
    for path in (*wrong, f"/t/{table.key}/board/0-en-pink.svg", f"/t/{table.key}/board/0-xx-light.svg"):
        assert client.get(path).status_code == 404
    assert browser().get(f"/t/{table.key}/board/0-en-dark.svg").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "box", "other"), [("en", "Florence", "Firenze"), ("it", "Firenze", "Florence")])
def test_maps_of_titles_are_drawn_in_the_language_of_the_page(language: str, box: str, other: str) -> None:
    client = browser()
    client.cookies["language"] = language
    for path in ("/", "/learn", "/learn/1883"):
        page = text(client.get(path, headers={"accept-language": language}))
        addresses = set(re.findall(r"/titles/1883-[a-z-]+\.svg", page))
        assert addresses == {f"/titles/1883-{language}-light.svg"}
    drawn = client.get(f"/titles/1883-{language}-light.svg").content.decode()
    assert box in drawn
    assert other not in drawn
