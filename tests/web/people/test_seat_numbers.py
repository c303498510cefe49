"""Numbers of the seats for the seed: committed to, opened at the start, and told of truthfully."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ferrovia.formats.save import written
from ferrovia.formats.shared_seed import number_commitment
from ferrovia.formats.verification import verify
from ferrovia.table.models import SeatNumber, SeedDraw, Table
from ferrovia.table.replay_worker import played_again
from ferrovia.table.tables import TABLES
from tests.web.people.numbers import NONCE, Friends, commit, open_up, say, shared
from tests.web.people.visitors import browser, game, guest, lobby, text


@pytest.fixture
def friends(db: None) -> Friends:
    return Friends()


def test_the_game_begins_when_the_last_number_is_opened_and_its_seed_is_that_of_all(friends: Friends) -> None:
    published = SeedDraw.objects.get().commitment
    assert published in text(browser().get(f"/t/{friends.table.key}"))
    assert friends.start() == 302
    assert not friends.has_started()
    assert open_up(friends.ada, friends.seats[0], "seven") == 302
    page = text(friends.ada.get(f"/t/{friends.table.key}"))
    assert "as soon as the number of Bea is opened" in page
    assert open_up(friends.bea, friends.seats[1], "otto") == 302
    assert friends.has_started()
    found = shared(friends.table)
    assert [(each.player, each.source, each.number) for each in found.contributions] == [
        ("Ada", "opened", "seven"),
        ("Bea", "opened", "otto"),
    ]
    assert found.commitment == published
    record = TABLES.now(Table.objects.get()).record
    assert record.settings.seed == found.seed
    assert verify(record).ok
    assert not SeatNumber.objects.exists()


def test_no_number_and_nothing_of_the_servers_is_sent_before_the_end(friends: Friends) -> None:
    friends.start()
    open_up(friends.ada, friends.seats[0], "seven")
    pages = [text(client.get(f"/t/{friends.table.key}")) for client in (friends.ada, friends.bea, browser())]
    open_up(friends.bea, friends.seats[1], "otto")
    found = shared(friends.table)
    for address in ("", "/seats", "/game.json", "/text"):
        pages += [text(client.get(f"/t/{friends.table.key}{address}")) for client in (friends.bea, browser())]
    for secret in (found.number, found.nonce, found.seed, "seven", "otto", NONCE):
        assert not any(secret in page for page in pages)
    seats = text(friends.bea.get(f"/t/{friends.table.key}/seats"))
    assert found.commitment in seats
    assert "committed to, then opened" in seats


def test_numbers_are_opened_only_once_the_host_has_started(friends: Friends) -> None:
    assert open_up(friends.bea, friends.seats[1], "otto") == 409
    assert not SeatNumber.objects.exclude(nonce="").exists()


def test_another_number_than_the_one_committed_to_is_refused(friends: Friends) -> None:
    friends.start()
    response = friends.bea.post(
        f"/t/{friends.table.key}/numbers",
        {"do": "open", f"number-{friends.seats[1].pk}": "nove", f"nonce-{friends.seats[1].pk}": NONCE},
    )
    assert response.status_code == 409
    assert "The number of Bea is not the one that was committed to." in text(response)
    assert not SeatNumber.objects.exclude(nonce="").exists()


def test_what_a_browser_draws_takes_the_place_of_nothing_and_what_is_typed_does(friends: Friends) -> None:
    """A page that is behind the times may draw once more: what its player typed meanwhile stays."""
    seat = friends.seats[1]
    before = SeatNumber.objects.get(seat=seat).commitment
    commit(friends.bea, seat, "drawn late")
    assert SeatNumber.objects.get(seat=seat).commitment == before
    typed = number_commitment("typed", NONCE)
    say(friends.bea, seat.table, "commit", typed="1", **{f"commitment-{seat.pk}": typed})
    assert SeatNumber.objects.get(seat=seat).commitment == typed


def test_nobody_commits_or_opens_for_another(friends: Friends) -> None:
    before = SeatNumber.objects.get(seat=friends.seats[1]).commitment
    commit(friends.ada, friends.seats[1], "mine instead")
    assert SeatNumber.objects.get(seat=friends.seats[1]).commitment == before
    friends.start()
    open_up(browser(), friends.seats[1], "otto")
    assert not SeatNumber.objects.get(seat=friends.seats[1]).is_open


@pytest.mark.parametrize(
    "act",
    [
        lambda friends: commit(friends.bea, friends.seats[1], "after all hashes are known"),
        lambda friends: say(friends.bea, friends.table, "draw"),
        lambda friends: say(friends.bea, friends.table, "tell", number="9"),
        lambda friends: (
            friends.bea.post(
                f"/t/{friends.table.key}/lobby", {"do": "name", "seat": friends.seats[1].pk, "name": "Bia"}
            ).status_code
        ),
        lambda friends: friends.ada.post(f"/t/{friends.table.key}/lobby", {"do": "add"}).status_code,
        lambda friends: browser().post(f"/t/{friends.table.key}/join", {"name": "Cyd"}).status_code,
    ],
)
def test_once_numbers_are_opened_nothing_else_changes(friends: Friends, act: Any) -> None:
    lobby_seats = friends.table.seats.count()
    friends.start()
    before = list(SeatNumber.objects.order_by("pk").values_list("commitment", "number"))
    assert act(friends) == 409
    assert list(SeatNumber.objects.order_by("pk").values_list("commitment", "number")) == before
    assert [seat.player for seat in friends.table.seats.all()] == ["Ada", "Bea"]
    assert friends.table.seats.count() == lobby_seats


@pytest.mark.parametrize("who", ["player", "host", "leaves"])
def test_a_start_that_is_called_off_makes_all_numbers_void_and_is_counted(friends: Friends, who: str) -> None:
    before = SeedDraw.objects.get().commitment
    friends.start()
    open_up(friends.ada, friends.seats[0], "seven")
    if who == "player":
        say(friends.bea, friends.table, "anew")
    elif who == "host":
        friends.ada.post(f"/t/{friends.table.key}/lobby", {"do": "clear", "seat": friends.seats[1].pk})
    else:
        friends.bea.post(f"/t/{friends.table.key}/lobby", {"do": "leave"})
    draw = SeedDraw.objects.get()
    assert (draw.is_starting, draw.called_off) == (False, 1)
    assert draw.commitment != before
    assert not SeatNumber.objects.exists()
    assert "The start was called off 1 time" in text(friends.ada.get(f"/t/{friends.table.key}"))


def test_nobody_without_a_seat_calls_a_start_off(friends: Friends) -> None:
    friends.start()
    _, stranger = guest("Zeno")
    stranger.post(f"/t/{friends.table.key}/lobby", {"do": "leave"})
    stranger.post(f"/t/{friends.table.key}/lobby", {"do": "clear", "seat": friends.seats[1].pk})
    say(stranger, friends.table, "anew")
    assert SeedDraw.objects.filter(is_starting=True, called_off=0).exists()


def test_a_game_tells_that_its_start_was_called_off_before(friends: Friends) -> None:
    friends.start()
    say(friends.bea, friends.table, "anew")
    assert friends.start() == 302  # neither browser has given a new number: the server draws them
    assert shared(friends.table).called_off == 1
    page = text(friends.bea.get(f"/t/{friends.table.key}/seats"))
    assert "The start had been called off 1 time before." in page
    assert "The server drew all numbers" in page


@pytest.mark.django_db
def test_without_scripts_the_server_draws_and_says_so_and_nobody_is_waited_for() -> None:
    (ada, own), (bea, _) = guest("Ada"), guest("Bea")
    table = game(ada, bea, bots=1)
    assert [each.source for each in shared(table).contributions] == ["drawn", "drawn", "none"]
    page = text(own.get(f"/t/{table.key}/seats"))
    assert "The server drew all numbers: that it chose none of them cannot be proven." in page
    assert "computer, adds nothing" in page


@pytest.mark.django_db
def test_what_is_typed_without_scripts_is_in_the_seed_and_told_to_be_known_to_the_server() -> None:
    ada, own = guest("Ada")
    table = lobby(ada, seats=3)
    bots = {seat.pk for seat in table.seats.filter(kind="open")}
    for seat in bots:
        own.post(f"/t/{table.key}/lobby", {"do": "computer", "seat": seat})
    assert say(own, table, "tell", number="\u202e ") == 409
    assert say(own, table, "tell", number=" sette  città ") == 302
    own.post(f"/t/{table.key}/start")
    assert shared(table).contributions[0].number == "sette città"
    assert "Ada told the server a number after it had committed to its own" in text(own.get(f"/t/{table.key}/seats"))


@pytest.mark.django_db
def test_against_the_computer_a_browser_with_scripts_commits_and_opens_too() -> None:
    client = browser()
    commitment = number_commitment("seven", NONCE)
    client.post("/tables/new", {"title": "1849", "way": "computer", "commitment": commitment})
    table = Table.objects.get()
    assert not table.has_started
    open_up(client, table.seats.get(kind="person"), "seven")
    assert shared(table).contributions[0].number == "seven"


def test_whoever_sits_down_later_has_not_the_number_of_the_one_before(friends: Friends) -> None:
    friends.ada.post(f"/t/{friends.table.key}/lobby", {"do": "clear", "seat": friends.seats[1].pk})
    browser().post(f"/t/{friends.table.key}/join", {"name": "Cyd"})
    assert list(SeatNumber.objects.values_list("seat__player", flat=True)) == ["Ada"]


def test_a_file_brought_with_a_forged_number_is_refused_in_a_sentence(friends: Friends) -> None:
    friends.start()
    open_up(friends.ada, friends.seats[0], "seven")
    open_up(friends.bea, friends.seats[1], "otto")
    record, found = TABLES.now(Table.objects.get()).record, shared(friends.table)
    assert played_again(bytes(written(record))).fault is None
    forged = msgspec.structs.replace(record, shared_seed=msgspec.structs.replace(found, number="another"))
    told = played_again(bytes(written(forged))).fault
    assert told is not None
    assert str(told.message) == "The server's number is not the one that it committed to before the start."
