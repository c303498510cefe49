"""Home: a stranger plays after two clicks, and everybody finds what waits for them first."""

from __future__ import annotations

import re

import pytest

from ferrovia.table.cookies import GUEST
from ferrovia.table.home.models import PutAway, Result
from ferrovia.table.invitations import invite
from ferrovia.table.models import Person, SeatKind, Table
from tests.web.people.visitors import browser, first_action, game, guest, lobby, text
from tests.web.server_clock import ServerClock


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
def test_what_runs_out_first_is_on_top(server_clock: ServerClock) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    late = game(ada, bruno, carla, law={"pace": "day"})
    server_clock.passes(hours=19)
    slow = game(ada, bruno, carla, law={"pace": "day"})
    server_clock.passes(hours=1, minutes=30)
    unhurried = game(ada, bruno, carla, law={"clock": {"profile": "none"}})
    for table in (late, slow, unhurried):
        table.seats.update(person=bruno)
        table.seats.filter(player=table.decider).update(person=ada)
    page = text(client.get("/"))
    assert page.index(late.key) < page.index(slow.key) < page.index(unhurried.key)
    assert "3 h 30 left" in page
    assert "22 h 30 left" in page


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


@pytest.mark.django_db
def test_what_waits_comes_first_then_where_one_waits_then_what_is_over() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    over, theirs, mine = (game(ada, bruno, carla, name=name) for name in ("Over", "Theirs", "Mine"))
    Table.objects.filter(pk=mine.pk).update(decider="Ada")
    Table.objects.filter(pk=theirs.pk).update(decider="Bruno")
    Table.objects.filter(pk=over.pk).update(over=True, decider="")
    for place, (player, worth) in enumerate((("Bruno", 900), ("Carla", 800), ("Ada", 700)), 1):
        Result.objects.create(table=over, player=player, place=place, worth=worth)
    page = text(client.get("/"))
    heads = [page.index(f'id="{head}"') for head in ("h-waiting", "h-others", "h-finished", "h-open")]
    rows = [page.index(f'id="row-{table.key}"') for table in (mine, theirs, over)]
    assert sorted([*heads, *rows]) == [heads[0], rows[0], heads[1], rows[1], heads[2], rows[2], heads[3]]
    assert "Bruno won with L. 900; you came third" in page
    Result.objects.filter(player="Ada").update(place=1, worth=905)
    Result.objects.filter(player="Bruno").update(place=2)
    assert "You won with L. 905, L. 5 before Bruno" in text(client.get("/"))
    Result.objects.filter(player="Bruno").update(place=1, worth=905)
    assert "You and Bruno won with L. 905" in text(client.get("/"))
    assert "Ada and Bruno won with L. 905 each; you came second" in text(browser(carla).get("/")).replace(
        "Bruno and Ada", "Ada and Bruno"
    )


@pytest.mark.django_db
def test_a_finished_table_is_put_away_by_one_and_brought_back() -> None:
    (ada, client), (bruno, other), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    away = f"/t/{table.key}/away"
    assert client.post(away, {"do": "away"}).status_code == 302  # it is not over
    assert f"row-{table.key}" in text(client.get("/"))
    Table.objects.update(over=True, decider="")
    answer = client.post(away, {"do": "away"}, follow=True)
    assert f"row-{table.key}" not in text(answer)
    assert "Put away:" in text(answer)
    assert f"row-{table.key}" in text(other.get("/"))
    assert f"row-{table.key}" in text(client.post(away, {"do": "back"}, follow=True))
    assert browser().post(away, {"do": "away"}).status_code == 302
    assert not PutAway.objects.exists()


@pytest.mark.django_db
def test_an_invitation_is_a_card_until_it_is_answered() -> None:
    (elio, host), (ada, client) = guest("Elio"), guest("Ada")
    table = lobby(elio, name="Bourbon winter")
    invite(table, ada)
    assert "Elio asks you to a table" in text(client.get("/"))
    assert "Ada is invited, and has not looked yet." in text(host.get(f"/t/{table.key}"))
    client.get(f"/t/{table.key}")
    assert "Ada is invited, and has looked at the table." in text(host.get(f"/t/{table.key}"))
    client.post(f"/t/{table.key}/invitation", {"answer": "no"})
    assert "asks you to a table" not in text(client.get("/"))
    assert "cannot come this time" in text(host.get(f"/t/{table.key}"))
    answer = host.post(f"/t/{table.key}/lobby", {"do": "invite", "person": "Nobody"})
    assert "Nobody has an account under the name Nobody." in text(answer)
    assert client.post(f"/t/{table.key}/lobby", {"do": "invite", "person": "Ada"}).status_code == 403


@pytest.mark.django_db
def test_as_last_time_makes_the_same_table_and_invites_the_others() -> None:
    (ada, client), (bruno, other) = guest("Ada"), guest("Bruno")
    last = game(ada, bruno, bots=1, law={"pace": "day"})
    assert "As last time" in text(client.get("/"))
    assert other.post(f"/tables/again/{last.key}").status_code == 404
    assert client.post(f"/tables/again/{last.key}").status_code == 302
    table = Table.objects.latest("pk")
    assert [seat.kind for seat in table.seats.all()] == [SeatKind.PERSON, SeatKind.OPEN, SeatKind.BOT]
    assert table.law == last.law
    assert "Ada asks you to a table" in text(other.get("/"))


@pytest.mark.django_db
def test_the_page_fetches_only_what_changes() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    part = text(client.get("/", headers={"Ferrovia-Own": "1"}))
    assert f'id="row-{table.key}"' in part
    assert 'id="open-tables"' in part
    assert "<html" not in part
    assert "h-start" not in part
    assert "Ferrovia-Own" in client.get("/")["Vary"]


@pytest.mark.django_db
def test_with_nothing_to_do_home_says_so_and_a_stranger_is_welcomed() -> None:
    _, client = guest("Ada")
    page = text(client.get("/"))
    for words in ("Nothing waits for you, Ada.", "No train is due.", "No game of yours has ended yet.", "None at the"):
        assert words in page
    stranger = text(browser().get("/"))
    assert "No train is due." not in stranger
    assert "Italian railways, around one table" in stranger
