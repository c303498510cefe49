"""What many sensible players would do in a position."""

from __future__ import annotations

from collections import Counter

from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game


def chosen(game: Game, times: int = 60) -> Counter[Action]:
    return Counter(SensibleBot(Chance(str(seed))).choose(game) for seed in range(times))
