"""Results: kept with the last move and gone with it, also of games that were over before they were kept."""

from __future__ import annotations

import msgspec
import pytest

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import standings
from ferrovia.table import results
from ferrovia.table.home.models import Result
from ferrovia.table.missing_results import fill_results
from ferrovia.table.models import Table
from ferrovia.table.moves import play, take_back
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice
from tests.web.past.people import seated
from tests.web.people.visitors import game, guest
from tests.web.positions import played


def _kept(table: Table) -> list[tuple[int, str, int]]:
    return list(Result.objects.filter(table=table).values_list("place", "player", "worth"))


@pytest.fixture
def last(db: None) -> tuple[Table, str, str]:
    """A table before the last move of its game, that move, and who makes it."""
    whole = played("1849", 3, 5000, "7")
    table = seated(played("1849", 3, len(whole.actions) - 1, "7"))
    by = TABLES.now(table).game.top.decider(TABLES.now(table).game)
    return table, msgspec.json.encode(whole.actions[-1]).decode(), by


def test_who_has_won_is_kept_with_the_last_move_and_goes_with_it(last: tuple[Table, str, str]) -> None:
    table, action, by = last
    assert _kept(table) == []
    play(TABLES, table, action, by, None)
    told = standings(TABLES.now(Table.objects.get()).game)
    assert _kept(table) == told
    assert told[0][0] == 1
    Result.objects.all().delete()
    assert fill_results() == 1
    assert _kept(table) == told
    assert fill_results() == 0
    Table.objects.update(host=table.seats.get(player=by).person, law={"undo": "host"})
    take_back(TABLES, table.pk, by)
    assert _kept(table) == []
    assert not Table.objects.get().over


def test_where_results_cannot_be_kept_the_last_move_was_not_made(
    last: tuple[Table, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, action, by = last
    number = table.number
    monkeypatch.setattr(results, "standings", lambda game: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play(TABLES, table, action, by, None)
    assert Table.objects.get().number == number
    assert not Result.objects.exists()


@pytest.mark.django_db
def test_at_a_table_that_was_ended_nothing_is_played_or_taken_back() -> None:
    people = [guest(name)[0] for name in ("Ada", "Bruno", "Carla")]
    table = game(*people)
    action, by = choice(table), Table.objects.get().decider
    Table.objects.update(is_ended=True, over=True)
    table.refresh_from_db()
    ended = r"This table was ended: nobody goes on, and nobody has won\."
    with pytest.raises(Refusal, match=ended):
        play(TABLES, table, action, by, None)
    with pytest.raises(Refusal, match=ended):
        take_back(TABLES, table.pk, by)
    table.is_ended = False  # as somebody knew it who was on the way while it was ended
    with pytest.raises(Refusal):
        play(TABLES, table, action, by, None)
    assert Table.objects.get().number == 0
