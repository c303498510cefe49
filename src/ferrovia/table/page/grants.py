"""Concessions on the map: which places one joins in which order, by when, and for how much."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.game import Game
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import emilia

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


def grant(scene: Scene, name: str) -> Grant | None:
    """A concession of 1883 that is in the game; None for any other name."""
    game: Game = scene.game
    if game.title.name != "1883" or name not in emilia(game).concessions:
        return None
    held, table = emilia(game).concessions[name], components.concession_table(name)
    hexes = tuple(str(hex_id) for hex_id in table["stops"])
    return Grant(
        name,
        tuple(table["names"]),
        hexes,
        table["cost"],
        table["bonus"][game.phase.revenue_level],
        table["due"],
        max(0, table["due"] - held.counter),
        components.sheet("game")["concession_rules"]["penalty_factor"] * table["cost"],
        held.owner,
    )


def looked_at(scene: Scene) -> Grant | None:
    """The concession that the address asks for."""
    return grant(scene, scene.pick.get(GRANT, "")) if scene.pick.get(GRANT) else None


def grant_marks(scene: Scene, shown: Grant) -> list[HexMark]:
    """Its places lit, each with its number in the order; those that only show lead nowhere else."""
    return [
        hex_mark(scene, hex_id, scene.picked(), is_chosen=number in (1, len(shown.hexes)), tag=str(number))
        for number, hex_id in enumerate(shown.hexes, 1)
    ]
