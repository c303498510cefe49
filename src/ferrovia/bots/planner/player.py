"""The planner: thinks as keen does, and searches where much hangs on the choice."""

from __future__ import annotations

from time import monotonic

from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.maps import share_map
from ferrovia.bots.planner.budget import USUAL_STEPS, Budget, check_steps
from ferrovia.bots.planner.forecast import rounds_to_come
from ferrovia.bots.planner.notebook import Notebook
from ferrovia.bots.planner.reasons import reason
from ferrovia.bots.planner.search import Found, Seeker, into_future, over_turn
from ferrovia.bots.thought import Thought
from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Decision
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.registry import judgement

AT_LEAST = 5  # so much more an action must bring than what keen would do


class PlannerBot:
    """Chooses by what lines of play lead to.

    The same budget of steps gives the same choice everywhere. With `seconds` it answers by then with the best it has
    found, which depends on the machine.
    """

    def __init__(self, chance: Chance, steps: int = USUAL_STEPS, seconds: float | None = None) -> None:
        self._chance = chance
        self._keen = KeenBot(chance)
        self._steps = check_steps(steps)
        self._seconds = seconds
        self._notes = Notebook()

    def choose(self, game: Game) -> Action:
        return self.think(game).action

    def think(self, game: Game) -> Thought:
        budget = self._budget()
        usual = self._keen.think(game)
        if is_plain(game.decision) or is_standstill(game) or is_misty(game):
            return usual
        return _decided(game, usual, self.compared(game, usual.action, budget))

    def _budget(self) -> Budget:
        return Budget(self._steps, None if self._seconds is None else monotonic() + self._seconds)

    def compared(self, game: Game, usual: Action, budget: Budget | None = None) -> Found:
        """How the player would stand in the end after one action, and after others that look good."""
        seeker = Seeker(
            game.decision.player,
            self._keen,
            self._chance.apart(game.state.number),
            budget or self._budget(),
            self._notes,
            rounds_to_come(game),
        )
        share_map(game)
        self._notes.open((game.state.round, game.decision.for_corporation))
        search = over_turn if isinstance(game.top, OperatingTurn) else into_future
        return search(seeker, game, usual)


def is_plain(decision: Decision) -> bool:
    """Whether nothing is to be weighed: one choice, or runs, of which the best is known."""
    return decision.lists_runs or len(decision.choices) + len(decision.ranges) < 2


def is_misty(game: Game) -> bool:
    """Whether lines would have to be followed beyond the turn, and nobody can tell what it will be worth there."""
    return not isinstance(game.top, OperatingTurn) and not judgement(game.title).is_foreseeable(game)


def is_standstill(game: Game) -> bool:
    """Whether all have passed one after the other, and the auction goes on: whoever waits for others waits for ever.

    Lines in which all others play as keen would never show that.
    """
    recent = game.actions[-len(game.settings.players) :]
    is_auction = game.state.round.kind not in ("stock", "operating")
    return is_auction and len(recent) == len(game.settings.players) and all(isinstance(each, Pass) for each in recent)


def _decided(game: Game, usual: Thought, found: Found) -> Thought:
    """What stands best in the end; in doubt what keen would do."""
    if usual.action not in found:
        return usual
    best = max(found, key=lambda action: found[action])
    gain = round(found[best] - found[usual.action])
    least = AT_LEAST + judgement(game.title).doubt * rounds_to_come(game)
    return Thought(best, reason(game, best, usual.action, gain)) if gain >= least else usual
