"""18FB at the table: lots, concessions, lines, and cards that players sell each other."""

from ferrovia.titles.t18fb.table.face import FACE

__all__ = ["FACE"]
