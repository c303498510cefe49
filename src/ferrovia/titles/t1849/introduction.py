"""What 1849 is, for those who do not know it yet."""

from __future__ import annotations

from ferrovia.saying.message import term

ABOUT = term("Sicily: narrow gauge, mountains, an earthquake.")
INTRODUCTION = (
    term(
        "Sicily. Hills and mountains make track dear, so corporations build narrow gauge too: it costs a quarter,"
        " but trains find it longer."
    ),
    term(
        "Five or six corporations are drawn, and can be started only in that order. Money is short, trains rust,"
        " and a president whose corporation cannot pay for a train pays for it."
    ),
    term("An earthquake will destroy Messina. Hard, and short enough for an evening."),
)
