"""How a game went, as it was played and as it is drawn."""

from __future__ import annotations

import re

import pytest

from ferrovia.drawing.charts import Series, _apart, _scale, chart, charts
from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.history import HistoryTrouble, history
from ferrovia.drawing.palette import DARK
from ferrovia.drawing.pictures import Subject, drawn
from ferrovia.drawing.pieces import Piece, picture
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.formats.save import recorded
from ferrovia.saying.catalogue import LANGUAGES
from tests.drawing.editions import STORED, by_id, edition, elements, ids, says, stored, words
from tests.drawing.written import labels, overlaps


def shown(piece: Piece) -> str:
    return picture(piece, DARK, "a picture", margin=0, scale=1)


@pytest.mark.parametrize("name", ["1849-three"])
def test_history_ends_where_the_game_stands(name: str) -> None:
    game = stored(name)
    moments = history(recorded(game))
    last = moments[-1]
    assert last.worth == {player: game.title.calendar.worth(game, player) for player in game.state.seats}
    assert last.price == {company: game.price(company) for company, *_ in game.state.market}
    assert moments[0].round == Round("auction")
    assert len({moment.round for moment in moments}) == len(moments)
    assert moments[-1].round.kind == "operating"  # the end itself is no round
    assert any(moment.run for moment in moments)
    assert all(not moment.run for moment in moments if moment.round.kind == "stock")


def test_a_run_counts_although_its_company_is_gone_before_the_round_is_over() -> None:
    """LTF and NN ran, and became part of RA and RM in the same round."""
    moment = next(each for each in history(recorded(stored("18FB-three"))) if str(each.round) == "OR 6.2")
    assert (moment.run["LTF"], moment.run["NN"], moment.run["SFTF"]) == (110, 270, 160)
    assert set(moment.run) - set(moment.price) == {"LTF", "NN"}


def test_a_round_that_goes_on_is_the_last_moment() -> None:
    game = Game(stored("1849-five").title, stored("1849-five").settings)
    for action in stored("1849-five").actions[:60]:
        game.apply(action)
    assert history(recorded(game))[-1].round == game.state.round


def test_a_game_that_comes_elsewhere_when_it_is_played_again_has_no_charts() -> None:
    game = Game(stored("1849-five").title, stored("1849-five").settings)
    game.state.cash[game.state.seats[0]] += 1
    with pytest.raises(HistoryTrouble, match="position"):
        drawn("charts", Subject(edition("1849"), DARK, game))


ROUNDS = {
    Round("auction"): ("Auction", "Asta"),
    Round("political"): ("Political", "Politica"),
    Round("stock", 3): ("SR 3", "GA 3"),
    Round("operating", 3, 1, 2): ("OR 3.1", "GO 3.1"),
    Round("regional", 7, 2, 2): ("Regional", "Regionali"),
    Round("end", 9, 1, 1): ("End", "Fine"),
}


@pytest.mark.parametrize("now", ROUNDS, ids=str)
def test_rounds_have_words_in_both_languages(now: Round) -> None:
    assert tuple(edition("18FB", language).round(now) for language in LANGUAGES) == ROUNDS[now]


@pytest.mark.parametrize("name", STORED)
def test_charts_name_every_player_and_started_corporation(name: str) -> None:
    game = stored(name)
    moments = history(recorded(game))
    piece = charts(edition_of(game.title), moments, DARK)
    drawn = shown(piece)
    assert ids(drawn) == ["chart-worth", "chart-price", "chart-revenue"]
    assert set(game.state.seats) <= set(words(by_id(drawn, "chart-worth")))
    companies = {company for moment in moments for company in moment.price}
    assert companies <= set(words(by_id(drawn, "chart-price")))
    assert overlaps(labels(drawn)) == []


def test_lines_differ_by_dashes_as_well_as_by_colour() -> None:
    game = stored("1849-five")
    drawn = shown(charts(edition_of(game.title), history(recorded(game)), DARK))
    lines = [
        element
        for element in elements(drawn)
        if element.tag.endswith("path") and element.get("stroke-linejoin") and element.get("fill") == "none"
    ]
    in_first = lines[: len(game.state.seats)]
    assert len({line.get("stroke-dasharray") for line in in_first}) == len(in_first)


def test_the_chart_tells_the_last_value_of_a_line() -> None:
    game = stored("1849-three")
    drawn = shown(charts(edition_of(game.title), history(recorded(game)), DARK))
    told = [says(element) for element in by_id(drawn, "chart-worth").iter()]
    player = game.state.seats[0]
    assert f"{player}: L. {game.title.calendar.worth(game, player)}" in told


def test_a_line_is_broken_while_its_company_is_closed() -> None:
    series = Series("RCS", (100, 110, None, 80, None), "#ff0000", ())
    drawn = shown(chart(["1", "2", "3", "4", "5"], [series], edition("1849"), DARK, id="x"))
    way = next(each.attrib["d"] for each in elements(drawn) if each.get("stroke") == "#ff0000")
    assert re.sub(r"[0-9. ]+", "", way) == "MhLMh"
    assert "RCS" in words(by_id(drawn, "x"))  # it ended before, and is still named


def test_names_are_moved_apart_within_their_bounds() -> None:
    assert _apart([10, 10, 10], 4, 0, 100) == [10, 14, 18]
    assert _apart([98, 99, 100], 4, 0, 100) == [92, 96, 100]
    assert _apart([5, 50], 4, 0, 100) == [5, 50]


@pytest.mark.parametrize(
    ("most", "step", "top"),
    [(0, 1, 1), (4, 1, 4), (7, 2, 8), (240, 50, 250), (377, 100, 400), (480, 100, 500), (5600, 1000, 6000)],
)
def test_the_scale_ends_on_a_round_number_and_leaves_little_room(most: int, step: int, top: int) -> None:
    assert _scale(most) == (step, top // step)


def test_the_highest_line_fills_its_chart() -> None:
    for most in range(7, 9000, 37):
        step, steps = _scale(most)
        assert (steps - 1) * step < most <= steps * step
        assert 3 <= steps <= 6
