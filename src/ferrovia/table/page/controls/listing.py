"""A list of sentences: the control for every decision that has none of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.decision import Choice
from ferrovia.formats.sentences import sentence
from ferrovia.table.page.choosing import chosen
from ferrovia.table.page.control import Control
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import asked


@dataclass(frozen=True)
class Line:
    """One choice of the list."""

    number: int
    text: str
    is_chosen: bool


def listing(scene: Scene) -> Control | None:
    decision = scene.decision
    if decision is None:
        return None
    choices: list[Choice] = [choice for choice in decision if not isinstance(choice, Pass)]
    picked = scene.pick.get("c", "")
    number = int(picked) if picked.isdecimal() and int(picked) < len(choices) else -1
    lines = [Line(place, scene.say(sentence(scene.game, each)), place == number) for place, each in enumerate(choices)]
    passing = next((choice for choice in decision if isinstance(choice, Pass)), None)
    return Control(
        template="table/controls/listing.html",
        question=asked(scene),
        chosen=chosen(scene, choices[number]) if number >= 0 else None,
        passing=chosen(scene, passing) if passing is not None else None,
        parts={"lines": lines},
    )
