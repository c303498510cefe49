"""What a position is worth to a planner: more with money, stock and good trains, less with a train to pay for."""

from collections.abc import Sequence

import pytest

from ferrovia.bots.planner.forecast import foreseen, rounds_to_come, to_be_had
from ferrovia.bots.planner.places import first_route, in_sight
from ferrovia.bots.planner.worth import standing, worth
from ferrovia.bots.timetable import EVER, life, timetable
from ferrovia.engine.flow.state import Round
from ferrovia.titles.registry import judgement, title
from tests.t1849.table import Table

ROUNDS = 8.0


def running(phase: str = "8", *trains: str, cash: int = 0) -> Table:
    """Ada presides over RCS; Bruno holds a share of it."""
    table = Table(3).phase(phase).start("RCS", "Ada", at=100, stock={"Bruno": [10]}, cash=cash)
    return table.trains("RCS", *trains).stock_round("Ada")


def test_money_in_hand_counts_in_full() -> None:
    table = running("8", "8H").cash(Ada=100)
    before = worth(table.game, "Ada", ROUNDS)
    table.cash(Ada=180)
    assert worth(table.game, "Ada", ROUNDS) == before + 80


def test_what_the_best_of_the_others_gains_is_lost_in_part() -> None:
    table = running("8", "8H").cash(Ada=100, Bruno=100, Carla=900)
    before = standing(table.game, "Ada", ROUNDS)
    table.cash(Bruno=120)
    assert standing(table.game, "Ada", ROUNDS) == before  # Carla leads
    table.cash(Carla=1000)
    assert before - 100 < standing(table.game, "Ada", ROUNDS) < before


def test_a_train_runs_until_the_phase_that_takes_it() -> None:
    game = running("8").game
    assert life(game, "6H") < life(game, "8H") < EVER  # 10 takes the 6H, 16 the 8H
    assert life(game, "10H") == EVER


def test_dear_trains_take_longer_to_be_sold() -> None:
    sold = dict(reversed(timetable(running("4").game).sold))
    assert 0 < sold["4H"] < sold["6H"] < sold["8H"]
    assert sold["16H"] - sold["12H"] > sold["6H"] - sold["4H"]


def test_every_train_that_is_sold_brings_the_next_phase_nearer() -> None:
    table = running("4")
    before = life(table.game, "4H")
    table.trains("RCS", "4H")
    assert before - 1 < life(table.game, "4H") < before


def test_full_treasuries_bring_the_next_phase_nearer() -> None:
    poor, rich = running("6", "6H").game, running("6", "6H", cash=500).game
    assert life(rich, "6H") < life(poor, "6H") - 0.5
    assert 0 <= life(running("6", "6H", cash=9000).game, "4H") < 1  # it is never gone before now


def test_the_train_that_a_corporation_reckons_with_is_for_sale_in_time_and_runs_after_that() -> None:
    game = running("6").game
    assert to_be_had(game, 0) == "6H"
    assert to_be_had(game, life(game, "6H")) == "8H"  # for sale until then, and cheaper than the 10H
    assert to_be_had(running("10").game, 1) == "10H"


# Track

# From Girgenti, the home of SFA, to Licata, and on to Terranova.
ROUTE = ("J6 644 4", "K7 4 2")
ONWARDS = "L8 9 2"


def building(*tiles: str, trains: Sequence[str] = ("4H",), cash: int = 0) -> Table:
    """Ada presides over SFA, around which some tiles are laid."""
    table = Table(3, ("SFA", "AFG", "CTL", "ATA", "IFT", "RCS")).phase("4").lay(*tiles)
    return table.start("SFA", "Ada", at=100, cash=cash).trains("SFA", *trains).stock_round("Ada")


def test_who_has_no_train_earns_nothing_until_one_is_bought() -> None:
    """So a train that must be bought anyway is better bought now."""
    without, too_poor = building(*ROUTE, trains=(), cash=150), building(*ROUTE, trains=())
    bought = building(*ROUTE, cash=50)
    forecasts = [foreseen(table.game, "SFA", ROUNDS) for table in (too_poor, without, bought)]
    assert forecasts[0].earned < forecasts[1].earned < forecasts[2].earned
    assert worth(bought.game, "Ada", ROUNDS) > worth(without.game, "Ada", ROUNDS)


def test_a_first_route_is_worth_more_the_less_is_missing_of_it() -> None:
    games = [building(*ROUTE[:tiles]).game for tiles in range(3)]
    missing = [first_route(game, "SFA") for game in games]
    assert missing[0] > missing[1] > missing[2] == 0
    earned = [foreseen(game, "SFA", ROUNDS).earned for game in games]
    assert earned[0] < earned[1] < earned[2]
    worths = [worth(game, "Ada", ROUNDS) for game in games]
    assert worths[0] < worths[1] < worths[2]


def test_a_port_alone_makes_no_route() -> None:
    game = running("4", "4H").game
    assert game.title.runs.best(game, "RCS").revenue == 0
    assert first_route(game, "RCS") > 0  # though Palermo has a port


def test_a_poor_run_is_better_than_none() -> None:
    """It was not: one without a route was thought to earn more before long, and better left the track alone."""
    without, poor = building().game, building(*ROUTE).game
    assert 0 < poor.title.runs.best(poor, "SFA").revenue < judgement(title("1849")).first_run
    assert 0 < foreseen(without, "SFA", ROUNDS).earned < foreseen(poor, "SFA", ROUNDS).earned


def test_places_count_that_are_near_though_no_train_comes_there_yet() -> None:
    before, after = building("J6 645 3").game, building("J6 645 3", "H6 79 0").game
    assert 0 < in_sight(before, "SFA") < in_sight(after, "SFA")
    assert foreseen(before, "SFA", ROUNDS) == foreseen(after, "SFA", ROUNDS)
    assert worth(before, "Ada", ROUNDS) < worth(after, "Ada", ROUNDS)
    assert worth(before, "Ada", 0) == worth(after, "Ada", 0)  # and none after the last round


# Trains


def test_trains_fall_one_after_the_other() -> None:
    assert foreseen(running("6", "4H", "6H").game, "RCS", 5.0).trains == 0
    assert foreseen(running("6", "4H").game, "RCS", 5.0).trains > 0


def test_a_president_pays_for_the_train_that_the_treasury_cannot() -> None:
    doomed, safe = running("8", "6H"), running("8", "8H")
    assert foreseen(doomed.game, "RCS", ROUNDS).trains >= 350
    assert foreseen(safe.game, "RCS", ROUNDS).trains == 0
    lost = worth(safe.game, "Ada", ROUNDS) - worth(doomed.game, "Ada", ROUNDS)
    assert lost > 150
    assert lost > worth(safe.game, "Bruno", ROUNDS) - worth(doomed.game, "Bruno", ROUNDS)  # who only holds stock
    paid = running("8", "6H", cash=550)
    assert worth(paid.game, "Ada", ROUNDS) - worth(doomed.game, "Ada", ROUNDS) > 150


def test_no_train_is_bought_after_the_end() -> None:
    """A train that lasts as long as the game needs none after it."""
    game = running("8", "6H").game
    assert life(game, "6H") >= 1.0
    assert worth(game, "Ada", 1.0) > worth(game, "Ada", ROUNDS) - 100


@pytest.mark.parametrize(
    ("bank", "number", "is_last"), [(1000, 1, False), (140, 1, True), (140, 2, False), (40, 2, True)]
)
def test_the_rounds_of_the_set_in_which_the_bank_runs_out_are_counted(bank: int, number: int, is_last: bool) -> None:
    game = running("8", "8H").cash(bank=bank).operate("RCS", "track").game
    game.state.round = Round("operating", 3, number, 2)
    game.state.earnings = {"RCS": 100}
    reckoned = judgement(title("1849")).rounds_left(game)
    assert rounds_to_come(game) == (2 - number if is_last else reckoned)
    game.state.bank_broken = "operating"
    assert rounds_to_come(game) == 2 - number < reckoned


def test_after_the_last_round_only_money_and_prices_count() -> None:
    game = running("8", "8H", cash=500).game
    assert worth(game, "Ada", 0) == game.title.calendar.worth(game, "Ada") < worth(game, "Ada", 1)


def test_in_the_end_only_the_score_counts() -> None:
    game = running("8", "6H").game
    game.end("end.bank_broken.operating", "the bank has run out of money")
    assert worth(game, "Ada", ROUNDS) == game.title.calendar.worth(game, "Ada")
