"""What is in force: cards and rules of a title that hold for now, whom they hit and until when, on strip and map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.drawing.geometry import Point
from ferrovia.drawing.stage import centre_of
from ferrovia.engine.board.board import hex_of
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

# Where a sign stands on its hex, from the centre: beside what lies there; more of them side by side. One that stays
# has its place below, because names stand above.
_SIGN_X, _SIGN_Y, _SIGN_STEP, _LOW_Y = -58.0, -50.0, 64.0, 52.0


@dataclass(frozen=True)
class InForce:
    """One card or rule, as the strip above the stage tells it."""

    name: str
    short: str  # what it does, in three words
    words: str  # in full
    until: str
    hit: tuple[str, ...] = ()  # corporations
    spared: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()  # those that are still to be asked
    sign: str = ""  # beside the plates and on the tokens of those hit: ½
    closed: tuple[str, ...] = ()  # hexes on which nothing may be laid
    signs: tuple[tuple[str, str], ...] = ()  # hexes with a sign of their own: +20


@dataclass(frozen=True)
class ForceMark:
    """A hex under what is in force: hatched, or with a sign in a bubble."""

    x: float
    y: float
    sign: str = ""

    @property
    def at(self) -> str:
        return f"{self.x:g} {self.y:g}"


def force_marks(scene: Scene) -> tuple[ForceMark, ...]:
    """Closed hexes first, so that signs lie over them."""
    printed = edition(scene)
    closed = dict.fromkeys(hex_id for card in scene.in_force for hex_id in card.closed)
    marks = [ForceMark(*_place(centre_of(printed, hex_id))) for hex_id in closed]
    for hex_id, sign in scene.face.hex_signs(scene):
        marks.append(ForceMark(*_place(centre_of(printed, hex_id), _SIGN_X, _LOW_Y), sign))
    there: dict[str, int] = {}
    for hex_id, sign in dict.fromkeys(_signs(scene)):
        x, y = _place(centre_of(printed, hex_id), _SIGN_X + _SIGN_STEP * there.get(hex_id, 0), _SIGN_Y)
        there[hex_id] = there.get(hex_id, 0) + 1
        marks.append(ForceMark(x, y, sign))
    return tuple(marks)


def signs_of(scene: Scene, corporation: str) -> tuple[str, ...]:
    """What stands beside the plate of a corporation."""
    return tuple(card.sign for card in scene.in_force if card.sign and corporation in card.hit)


def _signs(scene: Scene) -> Iterator[tuple[str, str]]:
    for card in scene.in_force:
        yield from card.signs
        if card.sign:
            for corporation in card.hit:
                for stop in scene.game.state.stations.get(corporation, ()):
                    yield hex_of(stop), card.sign


def _place(centre: Point, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
    return round(centre.x + x, 1), round(centre.y + y, 1)
