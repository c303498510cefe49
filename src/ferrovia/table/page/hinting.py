"""A hint on the page: what a computer player would choose, and why, where the law of the table allows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

import msgspec

from ferrovia.bots.hints import hint
from ferrovia.engine.flow.actions import Action, LayTile, Pass
from ferrovia.engine.flow.decision import Range
from ferrovia.table.page.choosing import CHOICE, PRICE, said_of
from ferrovia.table.page.controls.typed_choice import DO
from ferrovia.table.page.desk import desk
from ferrovia.table.page.scene import PASS, Scene

ASKED = "hint"  # in an address: a hint is asked for


@dataclass(frozen=True)
class HintPart:
    """What the viewer is told who has asked; before that, only that they may ask."""

    text: str = ""
    why: str = ""
    address: str = ""  # that puts the choice into the decision panel


def hint_part(scene: Scene) -> HintPart | None:
    """None for those who are not asked anything, or may not ask: also for runs that are not shown at this table."""
    if scene.law.hints != "offered" or not scene.is_mine or scene.decision is None:
        return None
    if scene.game.decision.lists_runs and scene.law.best_run != "offered":
        return None
    if not scene.pick.get(ASKED):
        return HintPart()
    thought = scene.game.remembered((ASKED, scene.viewer), lambda: hint(scene.game))
    return HintPart(said_of(scene, thought.action), scene.say(thought.why), _address(scene, thought.action))


def _address(scene: Scene, action: Action) -> str:
    """Where the control has the choice picked among the others, or else where it stands alone; the reason stays."""
    for pick in _picks(scene, action):
        control = desk(replace(scene, pick=pick)).control
        if control is not None and control.chosen is not None and control.chosen.action == action:
            return scene.picked(only=True, **pick, **{ASKED: 1})
    return scene.picked(only=True, **{DO: msgspec.json.encode(action).decode(), ASKED: 1})


def _picks(scene: Scene, action: Action) -> Iterator[dict[str, str]]:
    """Ways in which controls have things picked."""
    if isinstance(action, Pass):
        yield {PASS: "1"}
    elif isinstance(action, LayTile):
        turns = [each.rotation for each in scene.choices if _is_same_tile(each, action)]
        yield {"hex": action.hex, "tile": action.tile, "turn": str(turns.index(action.rotation))}
    for number, choice in enumerate(scene.choices):
        if choice == action:
            yield {CHOICE: str(number)}
        elif isinstance(choice, Range) and (price := getattr(action, "price", None)) is not None:
            if choice.low <= price <= choice.high and choice.at(price) == action:
                yield {CHOICE: str(number), PRICE: str(price)}


def _is_same_tile(choice: object, action: LayTile) -> TypeGuard[LayTile]:
    return isinstance(choice, LayTile) and (choice.hex, choice.tile) == (action.hex, action.tile)
