"""Round by round: runs, prices, dividends and worth are those that the game had."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ferrovia.drawing.history import history
from ferrovia.engine.flow.events import DividendReceived, EarningsKept, Ran
from ferrovia.table.page import dock
from ferrovia.table.page.course import course, tallies
from ferrovia.table.tables import TABLES
from tests.web.positions import laid_out, played, scene_of, stored_walk
from tests.web.turn.crawling import rendered

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("game", "moves"), [("1849-three", 300), ("1883-two", 420), ("18FB-three", 500)])
def test_runs_prices_and_dividends_are_those_of_the_game(game: str, moves: int) -> None:
    record = stored_walk(game).record(moves)
    table = laid_out(record)
    moment = TABLES.now(table)
    found = tallies(moment)
    ends = [end for end in history(record) if end.round.kind == "operating"]
    assert [each.name for each in found] == [f"{end.round.turn}.{end.round.number}" for end in ends]
    for tally, end in zip(found, ends, strict=True):
        assert tally.prices == end.price
        assert {name: run for name, run in tally.ran.items() if run} == {
            name: run for name, run in end.run.items() if run
        }
    told = [event for number in range(1, moment.number + 1) for event in record.events_of(number) or ()]
    paid = sum(event.amount for event in told if isinstance(event, DividendReceived))
    assert sum(amount for tally in found for amount in tally.paid.values()) == paid > 0
    kept = sum(isinstance(event, EarningsKept) for event in told)
    assert sum(len(tally.kept) for tally in found) == kept > 0
    assert any(isinstance(event, Ran) for event in told)


def test_before_anything_has_run_it_says_so() -> None:
    table = laid_out(played("1849", 3, 10))
    assert "Nothing has run yet." in rendered(scene_of(table, pick={"open": "course"}), "dock")


@pytest.mark.parametrize("language", ["en", "it"])
def test_it_is_a_table_with_heads_that_tells_what_was_kept(language: str) -> None:
    table = laid_out(stored_walk("1849-three").record(300))
    page = rendered(scene_of(table, pick={"open": "course"}, language=language), "dock")
    assert page.count('scope="rowgroup"') == len(course(scene_of(table, pick={"open": "course"})).rows)
    assert re.search(r'class="kept">\d+</span>\s*<span class="visually-hidden">', page)
    assert {"en": "Operating round", "it": "Giro operativo"}[language] in page


def test_worth_is_read_by_a_request_of_its_own_and_told_of_rounds_that_are_over(client: Client) -> None:
    table = laid_out(stored_walk("1849-three").record(300))
    pick = {"open": "course", "book": "worth"}
    assert "data-work" in rendered(scene_of(table, pick=pick), "dock")
    assert dock.work(scene_of(table, pick=pick))
    chart = course(scene_of(table, pick=pick)).chart
    assert chart is not None
    ends = history(TABLES.now(table).record)
    assert chart.rows[-1][1] == list(ends[-2].worth.values())
    assert "chartbox" in client.get(f"/t/{table.key}?open=course&book=worth").content.decode()
    past = client.get(f"/t/{table.key}/at/200?open=course").content.decode()
    assert 'class="course-table"' in past
    assert 'class="course-table"' in client.get(f"/t/{table.key}/try?open=course&book=dividends").content.decode()
