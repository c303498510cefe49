"""Steps that need not stop a person: only passing is left, and offers that can be made just as well elsewhere."""

from __future__ import annotations

from collections.abc import Collection

from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn


def standing(game: Game) -> list[Choice]:
    """What the corporation at work may do at any moment of its turn."""
    return list(game.top.powers(game)) if isinstance(game.top, OperatingTurn) else []


def is_spared(game: Game, shown: Collection[Choice]) -> bool:
    """Whether whoever must decide loses nothing by passing.

    What can be done at any moment of the game stays open to them. What can be done at any moment of a turn must have
    been `shown` in it before, or be open after passing.
    """
    decision = game.decision
    if Pass() not in decision.choices:
        return False
    offers = standing(game)
    if any(choice not in offers for choice in decision if not isinstance(choice, Pass)):
        return False
    if all(offer in shown for offer in offers):
        return bool(offers) or bool(decision.interjections)
    then = game.fork()
    then.apply(Pass())
    if (
        then.over
        or not isinstance(then.top, OperatingTurn)
        or then.top.corporation_of(then) != decision.for_corporation
    ):
        return False
    after = list(then.decision)
    return then.decision.player == decision.player and all(offer in after for offer in offers)
