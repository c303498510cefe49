"""Where on a hex each kind of label likes to stand, best places first."""

from __future__ import annotations

from ferrovia.drawing.geometry import polar
from ferrovia.drawing.places import Spots


def lattice(step: int) -> Spots:
    """Points all over a hex."""
    found = ((x, y) for x in range(-80, 81, step) for y in range(-76, 77, step))
    return Spots(sorted(found, key=lambda at: (abs(at[0]) + 1.5 * abs(abs(at[1]) - 50), at[1], at[0])))


def ring(radius: float, *angles: float) -> Spots:
    """Points around the centre, by their angles clockwise from the east."""
    return Spots(polar(angle, radius) for angle in angles)


def spots(*points: tuple[float, float]) -> Spots:
    return Spots(points)


NAME = spots(
    (0, -50), (0, 54), (0, -62), (0, 62), (0, -44), (0, 46), (0, -70), (0, 70),
    (-16, -54), (16, -54), (-16, 56), (16, 56), (-28, -46), (28, -46), (-28, 48), (28, 48),
    (0, -36), (0, 36), (-36, -36), (36, -36), (-36, 38), (36, 38), (-20, -66), (20, -66), (-20, 66), (20, 66),
    (-58, 0), (58, 0), (-62, 0), (62, 0), (-52, -18), (52, -18), (-52, 18), (52, 18), (0, -24), (0, 24), (0, 0),
)  # fmt: skip
# All over the hex, for a name that finds none of these free: near them first, the upper half before the lower.
ANYWHERE = lattice(6)
EVERYWHERE = lattice(4)
HIGH = spots((0, -72), (0, -68), (0, -64), (0, -60))
LETTER = (
    ring(68, 180, 0, 150, 210, 330, 30, 240, 300, 120, 60, 195, 165, 345, 15)
    + ring(76, 180, 0, 240, 300, 60, 120)
    + ring(52, 180, 0, 135, 225, 45, 315, 150, 210, 30, 330)
)
VALUE = (
    ring(52, 0, 180, 45, 135, 315, 225, 60, 120, 300, 240)
    + ring(62, 0, 180, 60, 120, 300, 240, 30, 150, 330, 210)
    + ring(74, 0, 180, 60, 120, 240, 300)
    + ring(40, 0, 180, 45, 135, 315, 225, 90, 270)
    + ring(30, 0, 180, 45, 135, 315, 225, 90, 270)
    + ring(66, 90, 270, 45, 135, 225, 315)
)
BELOW = spots((0, -43), (0, -40), (0, -38))
ROW = spots(
    (0, 30), (0, -34), (0, 44), (0, 54), (0, 64), (0, -44), (0, -54), (0, -64), (0, 0),
    (-20, 40), (20, 40), (-20, -40), (20, -40), (-34, 20), (34, 20), (-34, -20), (34, -20), (0, 72), (0, -72),
)  # fmt: skip
COST = spots(
    (0, 70), (0, 60), (0, 50), (-32, 68), (32, 68), (-46, 54), (46, 54), (-60, 34), (60, 34), (0, -70),
    (-32, -68), (32, -68), (-46, -54), (46, -54), (-66, 14), (66, 14), (-66, -14), (66, -14), (0, 38),
    (-40, 44), (40, 44), (-50, 28), (50, 28), (-54, 0), (54, 0), (-40, -44), (40, -44), (-50, -28), (50, -28),
)  # fmt: skip
ID = spots(
    (-36, -78), (-32, -78), (-28, -78), (-34, -68), (-26, -68), (36, -78), (32, -78), (28, -78), (34, -68), (26, -68),
    (-36, 78), (-32, 78), (-28, 78), (36, 78), (32, 78), (28, 78), (-34, 67), (34, 67),
    (-40, -72), (40, -72), (-78, -12), (78, -12), (-78, 12), (78, 12), (-62, -50), (62, -50), (-62, 50), (62, 50),
)  # fmt: skip
SIGN = (
    ring(70, 0, 180, 60, 120, 240, 300, 30, 150, 330, 210)
    + ring(58, 0, 180, 60, 120, 240, 300, 45, 135, 225, 315)
    + ring(46, 0, 180, 45, 135, 225, 315)
)
# What may go elsewhere too where its own places are taken; made once, because each remembers how far out it lies.
NAME_HIGH = HIGH + NAME
LETTER_OR_ASIDE = LETTER + VALUE
ROW_OR_ASIDE = ROW + VALUE
ROW_BELOW = BELOW + ROW_OR_ASIDE
ID_OR_ASIDE = ID + LETTER
NUMBER = ID_OR_ASIDE + VALUE
HEIGHT = SIGN + COST
