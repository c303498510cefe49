"""Revisions of a title's data at the table: a game from before goes on with its prices, in every process and sheet."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.save import Record, load, recorded, replay, resume, written
from ferrovia.table.bot_processes import bot_task, thought
from ferrovia.table.models import PrivateData, SeatKind, Table
from ferrovia.table.private_data import SANDBOX, keep, stored
from ferrovia.table.replay_worker import played_again
from ferrovia.table.sandbox import Sandbox, sandbox_of, with_move
from ferrovia.table.seating import start_table
from ferrovia.table.storage import TableStorage
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, person_of, seated

FIRST = Path(__file__).parents[2] / "games" / "1883-four.json"  # written before there were revisions
OLD, NEW = BuyTrain("5", "bank", 450), BuyTrain("5", "bank", 420)


@pytest.fixture(scope="module")
def buying() -> Record:
    record = load(FIRST)
    return recorded(replay(record, record.actions.index(OLD)))


@pytest.fixture
def table(db: None, buying: Record) -> Table:
    """A table as it was stored before there were revisions, where somebody is about to buy the first 5 train."""
    found = seated(buying)
    assert found.settings is not None
    stored = msgspec.json.decode(bytes(found.settings))
    assert stored.pop("revision") == 1
    Table.objects.filter(pk=found.pk).update(settings=msgspec.json.encode(stored))
    TABLES.sittings._kept.pop(found.pk)  # the next one who asks reads it from the database
    found.refresh_from_db()
    return found


def test_a_table_from_before_goes_on_with_its_old_prices(table: Table) -> None:
    record, game = TableStorage(table.pk).load()
    assert (record.settings.revision, game.title.revision) == (1, 1)
    client = client_of(table, decider(table))
    assert client.get(f"/t/{table.key}").status_code == 200
    form = {"action": msgspec.json.encode(NEW).decode(), "after": str(table.number)}
    assert client.post(f"/t/{table.key}/act", form).status_code == 409
    form["action"] = msgspec.json.encode(OLD).decode()
    assert client.post(f"/t/{table.key}/act", form).status_code == 302
    assert TABLES.now(table).game.actions[-1] == OLD


def test_its_board_is_drawn(table: Table) -> None:
    client = client_of(table, decider(table))
    assert client.get(f"/t/{table.key}/board/{table.number}-en-light.svg").status_code == 200


def test_a_computer_player_thinks_with_the_prices_of_its_game(table: Table) -> None:
    game = TABLES.now(table).game
    asked = bot_task(game, "keen", "key")
    assert msgspec.json.decode(asked.settings)["revision"] == 1
    assert game.why_not(read_action(game.title, thought(asked))) is None


def test_a_sandbox_from_before_goes_on_with_the_old_prices(table: Table) -> None:
    player = decider(table)
    person = person_of(table, player)
    assert client_of(table, player).get(f"/t/{table.key}/try").status_code == 200
    kept = stored(table, person, SANDBOX, dict)
    assert kept is not None
    assert kept["settings"].pop("revision") == 1
    keep(table, person, SANDBOX, kept)
    sandbox = sandbox_of(table, person)
    assert isinstance(sandbox, Sandbox)
    assert sandbox.moment().game.title.revision == 1
    assert with_move(sandbox, OLD).moves[-1].by == player
    assert PrivateData.objects.count() == 1


def test_a_file_from_before_is_played_again_with_its_prices(buying: Record) -> None:
    told = played_again(written(buying))
    assert told.fault is None
    assert told.data


def test_a_new_table_has_the_newest_data(table: Table) -> None:
    new = Table.objects.create(title="1883", host=table.host, options=[])
    for place, seat in enumerate(table.seats.order_by("place")[:3]):
        new.seats.create(place=place, kind=SeatKind.PERSON, player=seat.player, person=seat.person)
    start_table(new)
    record, game = TableStorage(new.pk).load()
    assert (record.settings.revision, game.title.revision) == (2, 2)
    assert resume(record).title.box.trains["5"].cost == 420
