"""The desk: whose turn it is, what must be decided, and with which control."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.page.control import Builder, Control
from ferrovia.table.page.listing import listing, question
from ferrovia.table.page.scene import Scene

# The controls in the order in which they are asked; the first that answers is shown.
CONTROLS: tuple[Builder, ...] = (listing,)


@dataclass(frozen=True)
class Desk:
    """The decision panel."""

    state: str  # yours, others, past, over
    question: str
    control: Control | None


def desk(scene: Scene) -> Desk:
    if scene.game.over:
        return Desk("over", scene.say("The game is over."), None)
    if not scene.is_mine:
        return Desk("others", question(scene), None)
    control = next((made for build in CONTROLS if (made := build(scene)) is not None), None)
    return Desk("yours", control.question if control else question(scene), control)
