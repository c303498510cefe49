"""A list of sentences: the control for every decision that has none of its own."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.page.choosing import chosen, number_picked, picked
from ferrovia.table.page.control import Control
from ferrovia.table.page.options import Option, words
from ferrovia.table.page.passing import passing
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import asked


@dataclass(frozen=True)
class ListingParts:
    """The choices, a sentence each."""

    lines: list[Option]


def listing(scene: Scene) -> Control[ListingParts] | None:
    if scene.decision is None:
        return None
    choice, at = picked(scene), number_picked(scene)
    lines = [Option(number, words(scene, each), number == at) for number, each in enumerate(scene.choices)]
    return Control(
        template="table/controls/listing.html",
        question=asked(scene),
        chosen=chosen(scene, choice) if choice is not None else None,
        passing=passing(scene),
        parts=ListingParts(lines=lines),
    )
