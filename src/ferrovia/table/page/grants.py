"""Concessions on the map: which places one joins in which order, by when, and for how much."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark

GRANT = "grant"  # in an address: the concession that is looked at


@dataclass(frozen=True)
class Grant:
    """A concession as it stands."""

    name: str
    places: tuple[str, ...]  # as people say them, in the order in which they are joined
    hexes: tuple[str, ...]
    cost: int
    bonus: int  # as long as the phase stays
    due: int  # operating rounds after it was bought
    left: int  # of these, for its owner
    penalty: int
    owner: str

    @property
    def start(self) -> str:
        return self.places[0]

    @property
    def end(self) -> str:
        return self.places[-1]

    @property
    def between(self) -> tuple[str, ...]:
        return self.places[1:-1]


def looked_at(scene: Scene) -> Grant | None:
    """The concession that the address asks for."""
    name = scene.pick.get(GRANT, "")
    return scene.face.grant(scene, name) if name else None


def grant_marks(scene: Scene, shown: Grant) -> list[HexMark]:
    """Its places lit, each with its number in the order; those that only show lead nowhere else."""
    return [
        hex_mark(scene, hex_id, scene.picked(), is_chosen=number in (1, len(shown.hexes)), tag=str(number))
        for number, hex_id in enumerate(shown.hexes, 1)
    ]
