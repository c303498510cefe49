"""The desk: whose turn it is, what must be decided, and with which control."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.page.control import Builder, Control
from ferrovia.table.page.controls.auction import auction
from ferrovia.table.page.controls.dividend import dividend
from ferrovia.table.page.controls.listing import listing
from ferrovia.table.page.controls.question import question
from ferrovia.table.page.controls.running import running
from ferrovia.table.page.controls.starting import starting
from ferrovia.table.page.controls.stock import stock
from ferrovia.table.page.controls.tokens import tokens
from ferrovia.table.page.controls.track import track
from ferrovia.table.page.controls.trains import trains
from ferrovia.table.page.controls.typed_choice import typed_choice
from ferrovia.table.page.passing import pointed_at
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import asked

# The usual controls in the order in which they are asked, after those of the title; the first that answers is shown.
CONTROLS: tuple[Builder, ...] = (
    track,
    tokens,
    auction,
    stock,
    starting,
    running,
    dividend,
    trains,
    question,
    listing,
)


@dataclass(frozen=True)
class Desk:
    """The decision panel."""

    state: str  # yours, others, past, over
    question: str
    control: Control[object] | None


def desk(scene: Scene) -> Desk:
    if scene.game.over:
        return Desk("over", scene.say("The game is over."), None)
    if scene.mode == "past":
        return Desk("past", asked(scene), None)
    if not scene.is_mine:
        return Desk("others", asked(scene), typed_choice(scene))
    builders = (typed_choice, *scene.face.controls, *CONTROLS)
    control = next((made for build in builders if (made := build(scene)) is not None), None)
    if control is not None:
        control = pointed_at(scene, control)
    return Desk("yours", control.question if control else asked(scene), control)
