"""The environment of PettingZoo."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pettingzoo.test
import pytest

from ferrovia.agents import env, raw_env
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.registry import TITLES

by_pettingzoo: Any = pettingzoo.test

# PettingZoo says so of every observation with a mask beside it, its own among them.
WITH_A_MASK = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


class TestByPettingZoo:
    pytestmark = WITH_A_MASK

    @pytest.mark.parametrize("title", list(TITLES))
    def test_api(self, title: str) -> None:
        by_pettingzoo.api_test(env(title, 3, seed=1), num_cycles=40)

    def test_api_to_the_end(self) -> None:
        by_pettingzoo.api_test(env("1849", 3, seed=1, reward="gain", most_steps=100), num_cycles=100)

    @pytest.mark.parametrize("title", list(TITLES))
    def test_seed(self, title: str) -> None:
        by_pettingzoo.seed_test(lambda: env(title, 3, seed=1), num_cycles=20)


def any_legal(seen: dict[str, Any], chance: random.Random) -> int:
    return chance.choice([int(word) for word in np.flatnonzero(seen["action_mask"])])


def played(reward: str, seed: int = 3) -> tuple[dict[str, float], Any]:
    """All rewards of a random game of 1849 by agent, and the environment at its end."""
    game, chance = raw_env("1849", 3, seed=seed, reward=reward, by_hand=False), random.Random(seed)
    game.reset()
    rewards = dict.fromkeys(game.possible_agents, 0.0)
    while True:
        game.step(any_legal(game.observe(game.agent_selection), chance))
        for agent, gained in game.rewards.items():
            rewards[agent] += gained
        if any(game.terminations.values()):
            return rewards, game


def test_the_reward_is_the_share_of_all_worth_less_an_even_part() -> None:
    rewards, game = played("share")
    end = game.position.game
    worth = {agent: end.title.calendar.worth(end, agent) for agent in rewards if agent not in end.state.gone}
    assert sum(rewards.values()) == pytest.approx(0)
    for agent, reward in rewards.items():
        assert reward == pytest.approx(worth.get(agent, 0) / sum(worth.values()) - 1 / 3)


def test_a_win_is_worth_what_the_others_lose() -> None:
    rewards, game = played("win")
    end = game.position.game
    best = max(rewards, key=lambda agent: int(end.title.calendar.worth(end, agent)))
    assert rewards[best] == pytest.approx(2 / 3)
    assert sorted(rewards.values())[:2] == pytest.approx([-1 / 3, -1 / 3])


def test_gains_add_up_to_the_share() -> None:
    assert played("gain")[0] == pytest.approx(played("share")[0])


def test_only_who_is_asked_has_legal_words() -> None:
    game = raw_env("18FB", 4, seed=2)
    game.reset()
    masks = {agent: game.observe(agent)["action_mask"].any() for agent in game.agents}
    assert [agent for agent, has_any in masks.items() if has_any] == [game.agent_selection]


def test_an_illegal_word_ends_the_game_and_costs_who_said_it() -> None:
    game = env("1849", 3, seed=1)
    game.reset()
    agent, seen = game.agent_selection, game.last()[0]
    assert seen is not None
    game.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert all(game.terminations.values())
    assert game.rewards == {**dict.fromkeys(game.possible_agents, 0), agent: -1}


def test_without_wrappers_an_illegal_word_changes_nothing() -> None:
    game = raw_env("1849", 3, seed=1)
    game.reset()
    before = game.position
    with pytest.raises(ValueError, match="may not say 0"):
        game.step(0)
    assert game.position is before


def test_a_game_is_cut_off_after_so_many_steps() -> None:
    game, chance = raw_env("1849", 3, seed=1, most_steps=5), random.Random(1)
    game.reset()
    for _ in range(5):
        assert not any(game.truncations.values())
        game.step(any_legal(game.observe(game.agent_selection), chance))
    assert all(game.truncations.values())
    assert not any(game.terminations.values())


def test_a_seed_gives_its_games_in_their_order() -> None:
    game = raw_env("1849", 4, seed=9)
    orders = []
    for seed in (None, None, 9, None):
        game.reset(seed=seed)
        orders.append((game.position.game.state.seats, game.position.game.state.own.order))
    assert orders[:2] == orders[2:]
    assert orders[0] != orders[1]


def test_it_tells_what_happened() -> None:
    game, chance = raw_env("1849", 3, seed=1), random.Random(1)
    game.reset()
    while not game.position.game.actions:
        game.step(any_legal(game.observe(game.agent_selection), chance))
    assert game.render().splitlines()[-1] == f"AUCTION {game.agent_selection}: ..."
    assert "player_" in game.render().splitlines()[0]


def test_what_cannot_be_played_is_told_in_a_sentence() -> None:
    with pytest.raises(UnknownTrouble, match="There is no title 1830"):
        env("1830")
    with pytest.raises(UnknownTrouble, match="There is no reward money; we have share, win and gain"):
        env("1849", reward="money")
    with pytest.raises(Refusal):
        env("1849", players=9)


def test_nothing_else_needs_the_libraries_of_the_environment() -> None:
    """The states do without them, and so does the program."""
    code = """
import sys
for missing in ("numpy", "gymnasium", "pettingzoo"):
    sys.modules[missing] = None
import ferrovia.agents, ferrovia.cli
state = ferrovia.agents.load_game("1849", 3).new_initial_state()
assert state.is_chance_node()
try:
    ferrovia.agents.env
except ImportError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert said == "numpy is not installed; the extra 'agents' has it.\n"
