"""18FB: railways of the Bourbon south. Concessions, lines paid border by border, Unification, national networks."""

from ferrovia.titles.t18fb.title import TITLE

__all__ = ["TITLE"]
