"""The mark of a player, a shape in a colour with a letter, is the same everywhere and to the end of the game."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.seating import start_table
from ferrovia.table.tables import TABLES
from ferrovia.titles.registry import TITLES
from tests.web.past.people import client_of, decider, seated
from tests.web.positions import NAMES, played, until

MARK = re.compile(r'<svg class="player-(\d)".*?<text[^>]*>(\w)</text></svg>')


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("moves", [0, 5, 60, 150], ids=["auction", "bids", "early", "late"])
def test_a_player_has_one_mark_on_every_page(name: str, moves: int) -> None:
    table = seated(played(name, 3, moves))
    client = client_of(table, decider(table))
    known = {player[0]: str(place) for place, player in enumerate(NAMES, 1)}
    seen = 0
    for page in ("", "?tab=charters", "?log=all", "/seats", "/at/3" if moves else ""):
        found = MARK.findall(client.get(f"/t/{table.key}{page}").content.decode())
        assert all(known[letter] == place for place, letter in found), page
        seen += len(found)
    assert seen > 4


@pytest.mark.django_db
@pytest.mark.parametrize("step", ["merger", "trains", "dividend"])
def test_so_do_they_beside_an_answer_that_is_picked(step: str) -> None:
    """What an answer changes for each player stands in a table of its own; 1883 shuffles seats."""
    table = seated(until("1883", step, 3, after=100))
    assert TABLES.now(table).game.state.seats != NAMES[:3]
    client = client_of(table, decider(table))
    known = {player[0]: str(place) for place, player in enumerate(NAMES, 1)}
    for choice in ("0", "1"):
        page = client.get(f"/t/{table.key}", {"n": str(table.number), "c": choice}).content.decode()
        assert all(known[letter] == place for place, letter in MARK.findall(page))


@pytest.mark.django_db
def test_a_seat_that_nobody_took_leaves_no_gap() -> None:
    table = Table.objects.create(title="1849", host=Person.objects.create(name="Ada"))
    for place, player in enumerate(("Ada", "", "Bruno", "Carla")):
        kind = SeatKind.BOT if player else SeatKind.OPEN
        Seat.objects.create(table=table, place=place, kind=kind, player=player, bot="keen" if player else "")
    start_table(table)
    assert [(seat.place, seat.player) for seat in table.seats.all()] == [(0, "Ada"), (1, "Bruno"), (2, "Carla")]
    assert set(MARK.findall(Client().get(f"/t/{table.key}").content.decode())) <= {("1", "A"), ("2", "B"), ("3", "C")}
