"""A player who takes any legal choice: the yardstick for the others, and a good finder of bugs."""

from __future__ import annotations

from ferrovia.bots.bot import Blind
from ferrovia.bots.thought import Thought
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Choice, Decision, Range
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message


class RandomBot(Blind):
    """All legal choices are alike to it; a range of prices is one of them, and then all its prices are alike."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def think(self, game: Game) -> Thought:
        return Thought(self.choose(game), Message("Drawn by lot."))

    def pick(self, decision: Decision, number: int) -> Action:
        choices: list[Choice] = [*decision]
        chance = self._chance.apart(number)
        choice = choices[chance.below(len(choices))]
        if isinstance(choice, Range):
            return choice.at(choice.low + choice.step * chance.below((choice.high - choice.low) // choice.step + 1))
        return choice
