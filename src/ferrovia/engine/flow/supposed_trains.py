"""A train that a corporation does not have: which ones it could get, and the game in which it has one."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.phases import class_sold
from ferrovia.engine.flow.state import BANK


def trains_to_come(game: Game) -> tuple[str, ...]:
    """The classes that bank and pool still have, those of the bank first, in the order in which they come."""
    return tuple(dict.fromkeys((*game.trains(BANK), *game.trains(POOL))))


def with_train(game: Game, corporation: str, train: str) -> Game:
    """A fork in which a corporation has one more train of bank or pool, to see what it earns then.

    It has bought it in a turn of its own, and every phase up to that of the train has begun, with all that follows at
    once. What nobody can know yet is drawn anew, and what players are asked because of it is still open.
    """
    then = game.fork_for(None).supposed()
    then.push(OperatingTurn(corporation))
    source = BANK if train in game.trains(BANK) else POOL
    then.give_train(train, source, corporation)
    if source == BANK:
        for phase in _phases_up_to(game, train):
            class_sold(then, phase, corporation)
    return then


def _phases_up_to(game: Game, train: str) -> list[str]:
    """The classes whose first train brings the phases from now on to that of a class."""
    phases = list(game.title.box.phases.values())
    now = phases.index(game.phase)
    last = next((place for place, phase in enumerate(phases) if phase.starts_with == train), now)
    return [phase.starts_with for phase in phases[now + 1 : last + 1]]
