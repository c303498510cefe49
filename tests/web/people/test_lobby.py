"""The lobby: one link for each friend, seats, options and law, and who may change what."""

from __future__ import annotations

import pytest
from django.test import Client

from ferrovia.table.law import PARTS, VISIBILITY, law_of
from ferrovia.table.models import SeatKind, Table
from ferrovia.table.tables import TABLES
from tests.web.people.visitors import browser, guest, lobby, seat_of, text


def change(client: Client, table: Table, **fields: object) -> int:
    return client.post(f"/t/{table.key}/lobby", fields).status_code


@pytest.mark.django_db
def test_three_friends_are_in_one_game_after_one_link_each() -> None:
    first = browser()
    first.post("/tables/new", {"title": "1849", "way": "friends"})
    table = Table.objects.get()
    friends = [browser(), browser()]
    for client, name in zip(friends, ("Elsa", "Furio"), strict=True):
        page = text(client.get(f"/t/{table.key}"))
        assert 'name="name"' in page
        assert client.post(f"/t/{table.key}/join", {"name": name}).status_code == 302
    assert first.post(f"/t/{table.key}/start").status_code == 302
    table.refresh_from_db()
    assert table.has_started
    assert table.seats.count() == 3
    for client in (first, *friends):
        assert client.get(f"/t/{table.key}").status_code == 200


@pytest.mark.django_db
def test_the_link_stands_there_to_be_copied_without_a_script() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    page = text(client.get(f"/t/{table.key}"))
    assert f'readonly value="http://testserver/t/{table.key}"' in page


@pytest.mark.django_db
def test_of_two_people_for_the_last_seat_the_second_is_told() -> None:
    host, _ = guest("Ada")
    table = lobby(host, seats=2)
    seat = table.seats.get(kind=SeatKind.OPEN)
    first, second = browser(), browser()
    assert first.post(f"/t/{table.key}/join", {"name": "Elsa", "seat": seat.pk}).status_code == 302
    response = second.post(f"/t/{table.key}/join", {"name": "Furio", "seat": seat.pk})
    assert response.status_code == 409
    assert "Somebody was faster" in text(response)
    seat.refresh_from_db()
    assert seat.player == "Elsa"


@pytest.mark.django_db
def test_who_sits_already_takes_no_second_seat_by_the_link() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    client.post(f"/t/{table.key}/join", {"name": "Elsa"})
    assert table.seats.filter(kind=SeatKind.PERSON).count() == 1


@pytest.mark.django_db
def test_the_host_fills_and_frees_seats() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    computer, mine = table.seats.filter(kind=SeatKind.OPEN)
    assert change(client, table, do="computer", seat=computer.pk, kind="random") == 302
    assert change(client, table, do="mine", seat=mine.pk) == 302
    computer.refresh_from_db()
    mine.refresh_from_db()
    assert (computer.kind, computer.bot) == (SeatKind.BOT, "random")
    name = computer.player
    assert mine.person == host
    assert change(client, table, do="computer", seat=computer.pk, kind="sensible") == 302
    computer.refresh_from_db()
    assert (computer.player, computer.bot) == (name, "sensible")
    assert change(client, table, do="clear", seat=computer.pk) == 302
    computer.refresh_from_db()
    assert (computer.kind, computer.player, computer.bot) == (SeatKind.OPEN, "", "")
    assert change(client, table, do="add") == 302
    assert table.seats.count() == 4
    assert change(client, table, do="drop", seat=computer.pk) == 302
    assert table.seats.count() == 3
    assert change(client, table, do="drop", seat=mine.pk) == 409  # somebody sits there


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"do": "computer", "kind": "clever"},
        {"do": "computer", "seat": "9" * 40},
        {"do": "computer", "seat": "x"},
        {"do": "law", "field": "undo", "value": "sometimes"},
        {"do": "law", "field": "colour", "value": "red"},
        {"do": "law", "field": "visibility", "value": "moon"},
        {"do": "option", "option": "dragons"},
        {"do": "nothing"},
        {},
    ],
)
def test_what_makes_no_sense_changes_nothing(fields: dict[str, str]) -> None:
    host, client = guest("Ada")
    table = lobby(host)
    open_seat = table.seats.filter(kind=SeatKind.OPEN).first()
    assert open_seat is not None
    response = client.post(f"/t/{table.key}/lobby", {"seat": str(open_seat.pk), **fields})
    assert response.status_code == 409
    assert 'role="alert"' in text(response)
    table.refresh_from_db()
    assert (table.law, table.options, table.visibility) == ({}, [], "link")
    assert table.seats.filter(kind=SeatKind.OPEN).count() == 2


@pytest.mark.django_db
def test_only_the_host_changes_the_table() -> None:
    (host, _), (other, client) = guest("Ada"), guest("Elsa")
    table = lobby(host)
    client.post(f"/t/{table.key}/join", {"name": "Elsa"})
    seat = table.seats.filter(kind=SeatKind.OPEN).first()
    assert seat is not None
    for fields in (
        {"do": "computer", "seat": seat.pk},
        {"do": "clear", "seat": seat_of(table, "Ada").pk},
        {"do": "name", "seat": seat_of(table, "Ada").pk, "name": "Eva"},
        {"do": "law", "field": "undo", "value": "none"},
        {"do": "option", "option": "bonds"},
        {"do": "add"},
    ):
        assert change(client, table, **fields) == 403
    assert client.post(f"/t/{table.key}/start").status_code == 403
    table.refresh_from_db()
    assert not table.has_started
    assert (table.law, table.options) == ({}, [])
    assert change(client, table, do="name", seat=seat_of(table, "Elsa").pk, name="Elsa R.") == 302
    other.refresh_from_db()
    assert other.name == "Elsa R."


@pytest.mark.django_db
def test_a_stranger_changes_nothing() -> None:
    host, _ = guest("Ada")
    table = lobby(host)
    stranger = browser()
    assert change(stranger, table, do="add") == 302
    assert stranger.post(f"/t/{table.key}/start").status_code == 403
    assert table.seats.count() == 3


@pytest.mark.django_db
def test_when_the_host_leaves_the_next_is_host_and_an_empty_table_is_gone() -> None:
    (host, client), (other, friend) = guest("Ada"), guest("Elsa")
    table = lobby(host)
    friend.post(f"/t/{table.key}/join", {"name": "Elsa"})
    assert change(client, table, do="leave") == 302
    table.refresh_from_db()
    assert table.host == other
    assert not table.seats.filter(person=host).exists()
    assert friend.post(f"/t/{table.key}/lobby", {"do": "leave"})["Location"] == "/"
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_options_that_do_not_go_together_are_refused_with_the_reason() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    page = text(client.get(f"/t/{table.key}"))
    assert "Electric Dreams also needs the option &#39;Buy station tokens&#39;." in page
    response = client.post(f"/t/{table.key}/lobby", {"do": "option", "option": "electric_dreams"})
    assert response.status_code == 409
    for option in ("buy_station_tokens", "bonds", "electric_dreams"):
        assert change(client, table, do="option", option=option) == 302
    table.refresh_from_db()
    assert table.options == ["buy_station_tokens", "bonds", "electric_dreams"]
    assert change(client, table, do="option", option="bonds") == 302  # what needs it goes with it
    table.refresh_from_db()
    assert table.options == ["buy_station_tokens"]


@pytest.mark.django_db
def test_five_corporations_are_for_four() -> None:
    host, client = guest("Ada")
    table = lobby(host, seats=4)
    assert change(client, table, do="option", option="five_corporations") == 409
    for seat in table.seats.filter(kind=SeatKind.OPEN):
        change(client, table, do="computer", seat=seat.pk)
    assert change(client, table, do="option", option="five_corporations") == 302
    change(client, table, do="clear", seat=table.seats.filter(kind=SeatKind.BOT).first().pk)  # type: ignore[union-attr]
    response = client.post(f"/t/{table.key}/start")
    assert response.status_code == 409
    assert "Only four players may choose to play with five corporations." in text(response)
    table.refresh_from_db()
    assert not table.has_started
    assert table.seats.count() == 4  # the empty seat is still there


@pytest.mark.django_db
def test_every_law_can_be_chosen_and_is_shown_in_the_game_too() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    for part in PARTS:
        for way in part.ways:
            assert change(client, table, do="law", field=part.field, value=way.value) == 302
            table.refresh_from_db()
            kept = table.visibility if part.field == VISIBILITY else getattr(law_of(table.law), part.field)
            assert kept == way.value
            assert way.meaning in text(client.get(f"/t/{table.key}"))
    for seat in table.seats.filter(kind=SeatKind.OPEN):
        change(client, table, do="computer", seat=seat.pk)
    client.post(f"/t/{table.key}/start")
    page = text(client.get(f"/t/{table.key}/seats"))
    assert all(part.ways[-1].meaning in page for part in PARTS)
    table.refresh_from_db()
    assert table.commitment in page


@pytest.mark.django_db
def test_too_few_cannot_start() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    assert "2 players are missing." in text(client.get(f"/t/{table.key}"))
    response = client.post(f"/t/{table.key}/start")
    assert response.status_code == 409
    assert "1849 is for 3, 4 or 5 players, not 1." in text(response)


@pytest.mark.django_db
def test_nothing_of_the_lobby_changes_once_it_has_started() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    for seat in table.seats.filter(kind=SeatKind.OPEN):
        change(client, table, do="computer", seat=seat.pk)
    client.post(f"/t/{table.key}/start")
    table.refresh_from_db()
    started = table.start_hash
    change(client, table, do="law", field="undo", value="none")
    change(client, table, do="add")
    client.post(f"/t/{table.key}/start")
    table.refresh_from_db()
    assert (table.start_hash, table.law, table.seats.count()) == (started, {}, 3)


@pytest.mark.django_db
def test_here_is_only_who_has_the_page_open() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    other, _ = guest("Bruno")
    seat = table.seats.filter(kind=SeatKind.OPEN).first()
    assert seat is not None
    seat.kind, seat.person, seat.player = SeatKind.PERSON, other, "Bruno"
    seat.save()

    def said() -> str:
        row = text(client.get(f"/t/{table.key}")).partition(f'id="seat-{seat.pk}"')[2].partition("</li>")[0]
        return "not here" if "not here" in row else "here" if "here" in row else ""

    assert said() == "not here"
    with TABLES.hub.viewer(table.key) as page:
        TABLES.hub.let_in(table.key, page, other.pk)
        assert said() == "here"
    assert said() == "not here"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "is_local"),
    [("localhost:8000", True), ("127.0.0.1:8000", True), ("[::1]:8000", True), ("testserver", False)],
)
def test_an_address_that_only_this_machine_knows_is_said_to_be_so(name: str, is_local: bool) -> None:
    host, client = guest("Ada")
    table = lobby(host)
    page = text(client.get(f"/t/{table.key}", headers={"host": name}))
    assert ("Only this machine knows this address." in page) is is_local
    assert ("sits down with one click" in page) is not is_local
