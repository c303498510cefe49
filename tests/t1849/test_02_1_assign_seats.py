"""Section 2.1: seats and the first priority deal."""

from collections import Counter

import pytest

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t1849 import TITLE

FOUR = ("Ada", "Bruno", "Carla", "Dora")


def seats(seed: str, players: tuple[str, ...] = FOUR) -> tuple[str, ...]:
    return Game(TITLE, Settings("1849", players, seed)).state.seats


@pytest.mark.clause("1849-2.1.1")
def test_seats_are_drawn_evenly_and_the_same_seed_draws_them_again() -> None:
    drawn = [seats(f"seed {number}") for number in range(400)]
    assert all(sorted(order) == sorted(FOUR) for order in drawn)
    for place in range(4):
        count = Counter(order[place] for order in drawn)
        assert all(70 <= count[player] <= 130 for player in FOUR), count
    assert drawn[:20] == [seats(f"seed {number}") for number in range(20)]


@pytest.mark.clause("1849-2.1.1")
def test_turns_go_round_the_table_as_seated() -> None:
    game = Game(TITLE, Settings("1849", FOUR, "another seed"))
    first, second, third, fourth = game.state.seats
    assert game.to_the_left(third) == (fourth, first, second)


@pytest.mark.clause("1849-2.1.1")
def test_seats_dealt_elsewhere_must_seat_everybody_once() -> None:
    for wrong in (("Ada", "Bruno", "Carla"), ("Ada", "Bruno", "Carla", "Carla"), ("Ada", "Bruno", "Carla", "Ezio")):
        with pytest.raises(Refusal) as refused:
            Game(TITLE, Settings("1849", FOUR, "a seed", arrangement={"seats": wrong}))
        assert refused.value.rule == "1849-2.1.1"


@pytest.mark.clause("1849-2.1.2")
@pytest.mark.parametrize("number", range(6))
def test_the_first_seat_has_the_priority_deal_and_the_first_turn(number: int) -> None:
    game = Game(TITLE, Settings("1849", FOUR, f"seed {number}"))
    assert game.state.priority == game.state.seats[0]
    assert (game.decision.player, game.decision.step) == (game.state.seats[0], "auction")
