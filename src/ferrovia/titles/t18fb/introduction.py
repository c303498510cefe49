"""What 18FB is, for those who do not know it yet."""

from __future__ import annotations

from ferrovia.saying.message import term

ABOUT = term("The Bourbon south: lines, states, political cards.")
INTRODUCTION = (
    term(
        "The Bourbon south of Italy. A company lays a line of markers from city to city, and pays for rivers,"
        " passes and borders on its way; a map of two hundred hexes."
    ),
    term(
        "Before anything else eight political cards are sold at auction. They bring income, shares and favours, and"
        " some may be played in others' turns."
    ),
    term(
        "A company is in building until it reaches its first destination; later come regional companies, and in the"
        " end two national ones."
    ),
)
