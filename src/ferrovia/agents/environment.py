"""The environment of PettingZoo: agents take turns at saying words, each seeing the table from their own seat."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from ferrovia.agents.lexicon import VERSION, lexicon
from ferrovia.agents.returns import returns_of, standing
from ferrovia.agents.sight import sight
from ferrovia.agents.word_game import Manners, Position, opened
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import title as title_named

ILLEGAL = -1.0  # what a word costs that may not be said, and the game is over

Observation = dict[str, Any]


def agent_names(players: int) -> tuple[str, ...]:
    return tuple(f"player_{number}" for number in range(players))


class Ferrovia(AECEnv[str, Observation, Any]):
    """A game of a title; what may be given is told at `env`."""

    def __init__(
        self,
        title: str,
        players: int,
        seed: int | str | None,
        options: tuple[str, ...],
        reward: str,
        manners: Manners,
        most_steps: int | None,
    ) -> None:
        self._title, self._options, self._reward = title_named(title), options, reward
        self._manners, self._most_steps = manners, most_steps
        returns_of(reward)
        self._seed, self._games = str(seed) if seed is not None else secrets.token_hex(16), 0
        self._lexicon, self._sight = lexicon(self._title), sight(self._title)
        self.metadata = {
            "name": f"ferrovia_{title}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.possible_agents = list(agent_names(players))
        self.agents = list(self.possible_agents)
        self._started()  # a title or options that cannot be played are refused now
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-1.0, 1.0, (len(self._sight),), np.float32),
            "action_mask": spaces.Box(0, 1, (len(self._lexicon),), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self._lexicon)) for agent in self.possible_agents}

    position: Position

    def _started(self) -> Position:
        seed = f"{self._seed}/{self._games}"
        settings = Settings(self._title.name, tuple(self.possible_agents), seed, self._options)
        return opened(Game(self._title, settings), self._manners)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the first one of a seed, or the next of the same seed."""
        if seed is not None:
            self._seed, self._games = str(seed), 0
        self.position = self._started()
        self._games += 1
        self.agents = list(self.possible_agents)
        self.steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.speaker

    def observe(self, agent: str) -> Observation:
        mask = np.zeros(len(self._lexicon), np.int8)
        if agent == self.position.speaker:
            mask[list(self.position.legal)] = 1
        return {
            "observation": np.array(self._sight.numbers(self.position, agent), np.float32),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self.position.legal:
            raise ValueError(f"{agent} may not say {action} now.")
        before = standing(self._reward, self.position.game)
        self._cumulative_rewards[agent] = 0
        self.position = self.position.after(int(action))
        self.steps += 1
        after = standing(self._reward, self.position.game)
        gains = [now - then for now, then in zip(after, before, strict=True)]
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        if self.position.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most_steps is not None and self.steps >= self._most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.position.speaker:
            self.agent_selection = self.position.speaker
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """Where the game stands, and what was said of the action that is coming."""
        game = self.position.game
        told = [str(event) for event in game.events]
        said = ", ".join(self._lexicon.name(word) for word in self.position.words)
        return "\n".join([*told, f"{game.state.round} {self.position.speaker}: {said or '...'}"])

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(
    title: str,
    players: int = 3,
    seed: int | str | None = None,
    *,
    options: tuple[str, ...] = (),
    reward: str = "share",
    out_of_turn: bool = True,
    by_hand: bool = True,
    most_steps: int | None = None,
) -> Ferrovia:
    """The environment without its wrappers: a word that may not be said raises `ValueError`."""
    manners = Manners(out_of_turn=out_of_turn, by_hand=by_hand)
    return Ferrovia(title, players, seed, tuple(options), reward, manners, most_steps)


def env(title: str, players: int = 3, seed: int | str | None = None, **how: Any) -> AECEnv[str, Observation, Any]:
    """A game of a title as an environment of PettingZoo.

    `how` may hold `options` of the title; `reward`, which is "share", "win" or "gain"; `most_steps`, after which the
    game is cut off; and `out_of_turn` or `by_hand` as False, to leave out what is seldom wanted.

    Raises `UnknownTrouble` for a title or reward we do not have, `Refusal` for players or options that do not fit.
    """
    game: AECEnv[str, Observation, Any] = raw_env(title, players, seed, **how)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(game, ILLEGAL)))
