"""The end of a game: ranking, proof, file and rematch."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import msgspec
import pytest
from django.test import Client

from ferrovia.formats.save import Record, read
from ferrovia.formats.shared_seed import Contribution, SharedSeed, number_commitment
from ferrovia.formats.verification import verify
from ferrovia.formats.view import standings
from ferrovia.table.models import Person, Table
from ferrovia.table.page.over import Chart, Ended
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, seated
from tests.web.positions import played


@pytest.fixture(scope="module")
def record() -> Record:
    return played("1849", 3, 5000, "7")


@pytest.fixture
def table(db: None, record: Record) -> Table:
    return seated(record)


def test_the_page_of_the_end_shows_ranking_and_what_worth_is_made_of(table: Table) -> None:
    response = client_of(table, "Ada").get(f"/t/{table.key}")
    found: Ended = response.context["ended"]
    game = TABLES.now(table).game
    assert [(rank.place, rank.actor.player, rank.worth) for rank in found.ranking] == standings(game)
    for rank in found.ranking:
        assert sum(part.amount for part in rank.parts) == rank.worth
    html = response.content.decode()
    assert game.settings.seed in html
    assert game.commitment in html


def test_what_is_told_of_the_seed_can_be_checked(table: Table) -> None:
    found: Ended = client_of(table, "Ada").get(f"/t/{table.key}").context["ended"]
    assert hashlib.sha256(found.proof.encode()).hexdigest() == found.commitment == table.commitment


def test_what_the_seed_was_made_of_is_told_at_the_end(db: None, record: Record) -> None:
    nonce = "00112233445566778899aabbccddeeff"
    numbers = [("opened", "sette città"), ("told", "8"), ("drawn", "9")]
    rows = [
        Contribution(player, source, number, nonce, number_commitment(number, nonce))  # type: ignore[arg-type]
        for player, (source, number) in zip(record.settings.players, numbers, strict=True)
    ]
    shared = SharedSeed("of the server", nonce, number_commitment("of the server", nonce), tuple(rows), called_off=2)
    # So that it is not under the number of a table of another test, whose game is still in memory.
    Table.objects.create(title="1849", host=Person.objects.create(name="Zeno"))
    table = seated(msgspec.structs.replace(record, shared_seed=shared))
    response = client_of(table, "Ada").get(f"/t/{table.key}")
    found: Ended = response.context["ended"]
    own = {"number": "of the server", "nonce": nonce, "commitment": shared.commitment}
    assert found.told_numbers == {"seed": "7", **own, "rows": msgspec.to_builtins(rows)}
    page = response.content.decode()
    for text in ("sette città", "of the server", shared.commitment, *(row.commitment for row in rows)):
        assert text in page
    assert "Ada had committed to a number before any was opened: without this player nobody" in page
    assert "The start had been called off 2 times before." in page


def test_a_game_whose_seed_was_drawn_in_one_place_says_what_that_proves(table: Table) -> None:
    page = client_of(table, "Ada").get(f"/t/{table.key}").content.decode()
    assert "that it was not changed since, not that nobody chose it" in page
    assert "data-verdict" not in page


def test_the_chart_ends_with_the_ranking_and_marks_what_decided_it(table: Table) -> None:
    chart: Chart = client_of(table, "Ada").get(f"/t/{table.key}").context["chart"]
    worth = {rank: value for _, rank, value in standings(TABLES.now(table).game)}
    for curve in chart.curves:
        assert curve.values[-1] == worth[curve.actor.player]
        leads = [value - (sum(worths) - value) / 2 for value, (_, worths) in zip(curve.values, chart.rows, strict=True)]
        gains = [after - before for before, after in pairwise(leads)]
        turning = next(each for each in chart.turnings if each.actor == curve.actor)
        at = max(range(len(gains)), key=lambda place: abs(gains[place]))
        assert turning.gain == round(gains[at])
        assert turning.cash + turning.rest == curve.values[at + 1] - curve.values[at]
        assert turning.round == chart.rounds[at + 1]
    assert len(chart.rows) == len(chart.rounds)


def test_the_game_file_of_a_game_that_is_over_verifies(table: Table) -> None:
    data = client_of(table, "Ada").get(f"/t/{table.key}/game.json").content
    found = read(data, "game.json")
    assert found.settings.seed == "7"
    assert verify(found).ok


@pytest.mark.django_db
def test_the_game_file_of_a_game_that_runs_is_what_its_viewer_may_see() -> None:
    table = seated(played("18FB", 3, 60))
    for player in ("Ada", "Bruno"):
        data = client_of(table, player).get(f"/t/{table.key}/game.json").json()
        game = TABLES.now(table).game
        assert data["view"]["own"] == _plain(game.title.seen.own(game))
        assert data["format"] == "ferrovia public game"
        assert data["view"]["seed"] is None


def _plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_a_rematch_has_the_same_people_and_is_one_table_for_all(table: Table) -> None:
    first = client_of(table, "Ada").post(f"/t/{table.key}/rematch").headers["Location"]
    second = client_of(table, "Bruno").post(f"/t/{table.key}/rematch").headers["Location"]
    assert first == second
    again = Table.objects.get(key=first.removeprefix("/t/"))
    assert not again.has_started
    assert {seat.person_id for seat in again.seats.all()} == {seat.person_id for seat in table.seats.all()}
    assert again.host == table.seats.get(player="Ada").person
    assert Client().post(f"/t/{table.key}/rematch").headers["Location"] == f"/t/{table.key}"


def test_a_rematch_asks_everybody_and_does_not_begin_without_them(table: Table) -> None:
    ada, bruno = client_of(table, "Ada"), client_of(table, "Bruno")
    path = ada.post(f"/t/{table.key}/rematch").headers["Location"]
    again = Table.objects.get(key=path.removeprefix("/t/"))
    page = ada.get(path).content.decode()
    assert page.count("asked to come again; has not come yet") == 2
    assert "Bruno and Carla have not come yet" in page
    assert ada.post(f"{path}/start").status_code == 409
    assert "has not come yet" not in bruno.get(path).content.decode().split("Carla")[0]
    assert Client().get(path).status_code == 200  # whoever else looks is not whom it waits for
    page = ada.get(path).content.decode()
    assert "Carla has not come yet" in page
    assert path in bruno.get("/").content.decode()
    carla = again.seats.get(player="Carla")
    ada.post(f"{path}/lobby", {"do": "clear", "seat": carla.pk})
    ada.post(f"{path}/lobby", {"do": "computer", "seat": carla.pk})
    assert "come yet" not in ada.get(path).content.decode()
    assert ada.post(f"{path}/start").status_code == 302


def test_a_sandbox_after_the_end_begins_before_it(table: Table) -> None:
    client = client_of(table, "Ada")
    client.post(f"/t/{table.key}/try", {"at": "50"})
    assert client.get(f"/t/{table.key}/try").context["page"].scene.number == 50
    assert client.get(f"/t/{table.key}/at/{table.number}").status_code == 200


def test_after_the_end_people_read_the_log_talk_and_try_things(table: Table) -> None:
    client = client_of(table, "Ada")
    html = client.get(f"/t/{table.key}").content.decode()
    assert 'id="lines"' in html
    assert f"/t/{table.key}/try" in html
    client.post(f"/t/{table.key}/remark", {"text": "gg, all"})
    assert "gg, all" in client.get(f"/t/{table.key}?talk=chat").content.decode()
    now = TABLES.now(table)
    page = client.get(f"/t/{table.key}/try")
    assert page.status_code == 200
    assert page.context["scene"].number == now.number - 1
    assert f"/t/{table.key}/undo" not in html  # nothing is taken back any more
