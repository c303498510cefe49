"""Concessions on the map: the one that the address asks for lies open under the board, with its places lit."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark

GRANT = "grant"  # in an address: the concession that is looked at


@dataclass(frozen=True)
class Grant:
    """A concession as the title tells it."""

    name: str
    label: str  # for those who cannot see it
    hexes: tuple[str, ...]  # in the order in which they are joined
    words: Inset
    tags: tuple[str, ...] = ()  # what stands on each hex; its number in the order where there are none


def looked_at(scene: Scene) -> Grant | None:
    """The concession that the address asks for."""
    name = scene.pick.get(GRANT, "")
    return scene.face.grant(scene, name) if name else None


def grant_marks(scene: Scene, shown: Grant) -> list[HexMark]:
    """Its places lit, each with its number in the order; those that only show lead nowhere else."""
    tags = shown.tags or tuple(str(number) for number in range(1, len(shown.hexes) + 1))
    return [
        hex_mark(scene, hex_id, scene.picked(), is_chosen=number in (1, len(shown.hexes)), tag=tag)
        for number, (hex_id, tag) in enumerate(zip(shown.hexes, tags, strict=True), 1)
    ]
