"""The board of the rulebook's example of running trains (1849, 10.5.1)."""

from __future__ import annotations

from ferrovia.engine.board.layout import Placed

EXAMPLE_TILES: dict[str, Placed] = {
    "C5": ("651", 5),
    "B4": ("7", 5),
    "D4": ("682", 1),
    "C3": ("3", 5),
    "E3": ("714", 0),
    "G3": ("58", 1),
    "H2": ("8", 2),
    "G1": ("58", 3),
    "F2": ("78", 2),
}
# Palermo - Partinico - Alcamo - Castelvetrano - Mazzara - Marsala; Palermo - Partinico - Marsala.
STANDARD_LINE = ("C5", "B4", "D4", "C3", "E3", "G3", "H2", "G1", "E1")
NARROW_LINE = ("C5", "D4", "E3", "F2", "E1")
