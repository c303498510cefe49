"""Teaches a small player 1849 from nothing, against two random ones, and measures how often it wins.

python examples/train_1849.py                 some minutes on one core
python examples/train_1849.py --games 32 --test-games 10

The player scores every word that it may say: a row of weights for what the word is, times a few facts that it sees.
What it says is drawn by these scores, and after every batch of games the weights move towards the words after which its
part of all worth grew more than usual, away from those after which it shrank (REINFORCE). It needs the extra `agents`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ferrovia.agents.environment import Ferrovia, raw_env
from ferrovia.agents.lexicon import lexicon
from ferrovia.agents.returns import standing
from ferrovia.agents.sight import sight
from ferrovia.agents.word_game import word_towards
from ferrovia.bots.registry import bot
from ferrovia.engine.flow.chance import Chance
from ferrovia.formats.view import winners
from ferrovia.titles.registry import title

Numbers = NDArray[np.float64]

TITLE, PLAYERS = "1849", 3
FACTS = ("player 0 cash", "stock round", "operating round", "bank")
BATCH = 16  # games before the weights move
PACE = 1.0  # how far they move
LASTING = 0.98  # how much less a gain counts for every word that lies between
MOST_STEPS = 4000  # a game of random players may drag on


@dataclass
class Policy:
    """How words are scored: `rows` tells of each word, after each kind of action, which row of weights is its own."""

    weights: Numbers
    rows: dict[int, NDArray[np.int64]]  # by the kind that was said; 0 before any was
    scale: Numbers  # by word: digits count by their size
    facts: list[int]  # where in an observation the facts stand
    said: list[int]  # and where the kinds of actions that were said

    def row_of(self, seen: Numbers) -> NDArray[np.int64]:
        kinds = np.flatnonzero(seen[self.said])
        return self.rows[int(kinds[0]) + 1 if len(kinds) else 0]

    def chances(self, seen: Numbers, legal: NDArray[np.int64]) -> tuple[Numbers, NDArray[np.int64], Numbers]:
        """How likely each legal word is said; the rows of weights that it was scored by, and with which numbers."""
        facts = np.array([1.0, *seen[self.facts]])
        rows, scale = self.row_of(seen)[legal], self.scale[legal]
        scores = (self.weights[rows] @ facts) * scale
        likely = np.exp(scores - scores.max())
        return likely / likely.sum(), rows, facts


def new_policy() -> Policy:
    """One that has learned nothing: all words are alike to it."""
    words, names = lexicon(title(TITLE)), sight(title(TITLE)).names
    kinds = [number for number, (sort, _) in enumerate(words.words) if sort == "kind"]
    # Kinds, names and trains have weights of their own; all hexes are alike, all tiles, all digits.
    sorts = [(sort, name if sort in ("kind", "name", "train") else "") for sort, name in words.words]
    place = {sort: number for number, sort in enumerate(dict.fromkeys(sorts))}
    rows = {said: np.array([said * len(place) + place[sort] for sort in sorts]) for said in range(len(kinds) + 1)}
    scale = np.array([int(name) / 9 if sort == "digit" else 1.0 for sort, name in words.words])
    facts = [names.index(fact) for fact in FACTS]
    said_at = [names.index(f"said {words.name(kind)}") for kind in kinds]
    return Policy(np.zeros((len(rows) * len(place), 1 + len(facts))), rows, scale, facts, said_at)


@dataclass
class Said:
    """A word that the learner said: where it pulls the weights, and what was gained before the next."""

    rows: NDArray[np.int64]
    pull: Numbers
    gain: float = 0.0


@dataclass
class Game:
    """How a game went for the learner."""

    share: float
    won: float
    said: list[Said]

    @property
    def worth(self) -> Numbers:
        """What each word led to: the gains after it, the later the less."""
        found, after = np.zeros(len(self.said)), 0.0
        for number in range(len(self.said) - 1, -1, -1):
            after = self.said[number].gain + LASTING * after
            found[number] = after
        return found


def play(policy: Policy, number: int, seat: int) -> Game:
    """A game of the learner at a seat against random players."""
    env: Ferrovia = raw_env(TITLE, PLAYERS, seed=number, reward="gain", by_hand=False, most_steps=MOST_STEPS)
    env.reset()
    learner = env.possible_agents[seat]
    others = {agent: bot("random", Chance(f"{number} {agent}")) for agent in env.possible_agents}
    chance = np.random.default_rng(number)
    said: list[Said] = []
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        agent, position = env.agent_selection, env.position
        if agent != learner:
            env.step(word_towards(position, others[agent].choose(position.game.fork_for(agent))))
        else:
            seen = env.observe(agent)
            legal = np.flatnonzero(seen["action_mask"])
            likely, rows, facts = policy.chances(seen["observation"], legal)
            picked = int(chance.choice(len(legal), p=likely))
            wanted = (np.arange(len(legal)) == picked) - likely
            said.append(Said(rows, np.outer(wanted * policy.scale[legal], facts)))
            env.step(int(legal[picked]))
        if said:
            said[-1].gain += env.rewards[learner]
    end = env.position.game
    best = winners(end) if end.over else []
    return Game(standing("gain", end)[seat] + 1 / PLAYERS, (learner in best) / max(1, len(best)), said)


def train(policy: Policy, games: int, told: Callable[[str], None] = print) -> None:
    """Play and move the weights, batch by batch."""
    for first in range(0, games, BATCH):
        numbers = range(first, min(first + BATCH, games))
        batch = [play(policy, number, number % PLAYERS) for number in numbers]
        learn(policy, batch)
        won, share = (sum(getattr(game, fact) for game in batch) / len(batch) for fact in ("won", "share"))
        told(f"games {first + 1:4} to {numbers[-1] + 1:4}: won {won:4.0%}, share of all worth {share:.2f}")


def learn(policy: Policy, batch: list[Game]) -> None:
    """Move the weights, as far as the pace says, to where the better words pull them."""
    worth = np.concatenate([game.worth for game in batch])
    better = (worth - worth.mean()) / (worth.std() + 1e-9)
    pull = np.zeros_like(policy.weights)
    for word, much in zip((word for game in batch for word in game.said), better, strict=True):
        np.add.at(pull, word.rows, word.pull * much)
    policy.weights += PACE * pull / (np.linalg.norm(pull) + 1e-9)


def measure(policy: Policy, games: int) -> str:
    """The part of games that is won, seats rotated, with its interval (95 %, by Wilson)."""
    first = 1_000_000  # none of them was played in training
    won = sum(play(policy, first + number, number % PLAYERS).won for number in range(games)) / games
    middle, wide = won + 1.92 / games, 1.96 * sqrt(won * (1 - won) / games + 0.96 / games**2)
    low, high = ((middle + edge) / (1 + 3.84 / games) for edge in (-wide, wide))
    return f"wins {won:.0%} ({low:.0%} to {high:.0%}) of {games} games against two random players; 33 % are even"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Teaches a small player 1849, and measures it against random ones.")
    parser.add_argument("--games", type=int, default=192, help="games to learn from")
    parser.add_argument("--test-games", type=int, default=60, help="games to measure it by")
    asked = parser.parse_args(arguments)
    if min(asked.games, asked.test_games) < 1:
        parser.error("it needs at least one game to learn from and one to be measured by")
    policy, begun = new_policy(), perf_counter()
    print("before:", measure(policy, asked.test_games))
    train(policy, asked.games)
    print("after: ", measure(policy, asked.test_games))
    print(f"{perf_counter() - begun:.0f} s in all")


if __name__ == "__main__":
    main()
