"""Sections 1 and 1.1: what game this is, and for how many."""

from collections import Counter

import pytest

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.save import Record
from ferrovia.formats.view import view_for
from ferrovia.titles import registry
from ferrovia.titles.t1849 import TITLE
from tests.t1849.table import Table

NAMES = ("Ada", "Bruno", "Carla", "Dora", "Ezio", "Fosca")


def new_game(players: int, *options: str) -> Game:
    return Game(TITLE, Settings("1849", NAMES[:players], "a seed", options))


@pytest.mark.clause("1849-1.0.1")
def test_the_title_is_1849_in_sicily_for_three_to_five() -> None:
    listed = registry.all_titles()["1849"]
    assert (listed.name, listed.place, listed.player_counts) == ("1849", "Sicily", (3, 4, 5))
    game = Table().game
    assert view_for(game)["title"] == "1849"
    assert Record.of(game, [game.hash()]).settings.title == "1849"
    with pytest.raises(LookupError, match=r"There is no title 1848"):
        registry.title("1848")


@pytest.mark.clause("1849-1.1.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_may_play(players: int) -> None:
    assert len(new_game(players).players) == players


@pytest.mark.clause("1849-1.1.1")
@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_fewer_or_more_may_not(players: int) -> None:
    with pytest.raises(Refusal) as refused:
        new_game(players)
    assert refused.value.rule == "1849-1.1.1"
    assert refused.value.sentence == f"1849 is for 3, 4 or 5 players, not {players}."


@pytest.mark.clause("1849-1.1.2")
@pytest.mark.parametrize(
    ("players", "options", "corporations"),
    [(3, (), 5), (4, (), 6), (4, ("five_corporations",), 5), (5, (), 6)],
)
def test_corporations_in_play(players: int, options: tuple[str, ...], corporations: int) -> None:
    assert len(new_game(players, *options).state.certificates) == corporations


@pytest.mark.clause("1849-1.1.2")
@pytest.mark.parametrize(
    ("players", "option", "rule"),
    [
        (5, "five_corporations", "1849-1.1.2"),
        (3, "five_corporations", "1849-1.1.2"),
        (3, "six_corporations", "1849-14.0.1"),
    ],
)
def test_only_four_players_choose(players: int, option: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        new_game(players, option)
    assert refused.value.rule == rule


FEWER = {"4H": 4, "6H": 3, "8H": 2, "10H": 2, "12H": 1, "16H": 4, "R6H": 2}
ALL = {"4H": 4, "6H": 4, "8H": 3, "10H": 2, "12H": 1, "16H": 5, "R6H": 2}


@pytest.mark.clause("1849-1.1.3")
@pytest.mark.parametrize(
    ("players", "options", "cash", "limit", "trains"),
    [
        (3, (), 500, 12, FEWER),
        (4, ("five_corporations",), 375, 9, FEWER),
        (4, (), 375, 11, ALL),
        (5, (), 300, 9, ALL),
    ],
)
def test_the_table_of_capital_limit_and_trains(
    players: int, options: tuple[str, ...], cash: int, limit: int, trains: dict[str, int]
) -> None:
    game = new_game(players, *options)
    assert [game.cash(player) for player in game.players] == [cash] * players
    assert game.title.stock.certificate_limit(game) == limit
    assert Counter(game.trains(BANK)) == trains
    assert len(game.trains(BANK)) == (18 if trains is FEWER else 21)
