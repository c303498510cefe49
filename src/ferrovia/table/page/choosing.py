"""A choice that is pointed at, with its sentence and what follows from it."""

from __future__ import annotations

from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.formats.sentences import sentence
from ferrovia.table.page.control import Chosen
from ferrovia.table.page.effects import effects
from ferrovia.table.page.scene import Scene


def chosen(scene: Scene, choice: Choice, price: int | None = None) -> Chosen:
    """A choice with its sentence and what follows from it."""
    text = scene.say(sentence(scene.game, choice))
    if not isinstance(choice, Range):
        return Chosen(choice, text, text, effects(scene, choice))
    action = choice.at(choice.low if price is None else price)
    return Chosen(action, text, text, effects(scene, action), choice)
