"""How a game went, as it was played and as it is drawn."""

from __future__ import annotations

import pytest

from ferrovia.drawing.charts import _apart, _ceiling, charts
from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.history import history
from ferrovia.drawing.palette import DARK
from ferrovia.drawing.pieces import Piece, picture
from tests.drawing.editions import STORED, by_id, elements, ids, says, stored, words
from tests.drawing.written import labels, overlaps


def shown(piece: Piece) -> str:
    return picture(piece, DARK, "a picture", margin=0, scale=1)


@pytest.mark.parametrize("name", ["1849-three"])
def test_history_ends_where_the_game_stands(name):
    game = stored(name)
    moments = history(game)
    last = moments[-1]
    assert last.worth == {player: game.title.worth(game, player) for player in game.state.seats}
    assert last.price == {company: game.price(company) for company, *_ in game.state.market}
    assert moments[0].name == "AUCTION"
    assert len({moment.name for moment in moments}) == len(moments)
    assert any(moment.run for moment in moments)
    assert all(not moment.run for moment in moments if moment.name.startswith("SR"))


@pytest.mark.parametrize("name", STORED)
def test_charts_name_every_player_and_started_corporation(name):
    game = stored(name)
    moments = history(game)
    piece = charts(edition_of(game.title), moments, DARK)
    drawn = shown(piece)
    assert ids(drawn) == ["chart-worth", "chart-price", "chart-revenue"]
    assert set(game.state.seats) <= set(words(by_id(drawn, "chart-worth")))
    companies = {company for moment in moments for company in moment.price}
    assert companies <= set(words(by_id(drawn, "chart-price")))
    assert overlaps(labels(drawn)) == []


def test_lines_differ_by_dashes_as_well_as_by_colour():
    game = stored("1849-five")
    drawn = shown(charts(edition_of(game.title), history(game), DARK))
    lines = [
        element
        for element in elements(drawn)
        if element.tag.endswith("path") and element.get("stroke-linejoin") and element.get("fill") == "none"
    ]
    in_first = lines[: len(game.state.seats)]
    assert len({line.get("stroke-dasharray") for line in in_first}) == len(in_first)


def test_the_chart_tells_the_last_value_of_a_line():
    game = stored("1849-three")
    drawn = shown(charts(edition_of(game.title), history(game), DARK))
    told = [says(element) for element in by_id(drawn, "chart-worth").iter()]
    player = game.state.seats[0]
    assert f"{player}: L. {game.title.worth(game, player)}" in told


def test_names_are_moved_apart_within_their_bounds():
    assert _apart([10, 10, 10], 4, 0, 100) == [10, 14, 18]
    assert _apart([98, 99, 100], 4, 0, 100) == [92, 96, 100]
    assert _apart([5, 50], 4, 0, 100) == [5, 50]


@pytest.mark.parametrize(("most", "top"), [(0, 4), (4, 4), (5, 8), (377, 400), (401, 800), (850, 1000), (8001, 10000)])
def test_the_scale_ends_on_a_round_number(most, top):
    assert _ceiling(most) == top
