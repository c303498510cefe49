"""A hint on the page: what a computer player would choose, and why, where the law of the table allows it."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ferrovia.bots.hints import hint
from ferrovia.table.page.choosing import said_of
from ferrovia.table.page.controls.typed_choice import DO
from ferrovia.table.page.scene import Scene

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
    thought = hint(scene.game)
    address = scene.picked(only=True, **{DO: msgspec.json.encode(thought.action).decode()})
    return HintPart(said_of(scene, thought.action), scene.say(thought.why), address)
