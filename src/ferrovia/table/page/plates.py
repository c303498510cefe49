"""Colours of plates and pills: a corporation's letters can always be read on its colour."""

from __future__ import annotations

from functools import lru_cache

from ferrovia.drawing.palette import contrast, ink_for

READABLE = 4.5
_BLACK, _WHITE = "#000000", "#ffffff"


@lru_cache(maxsize=256)
def plate_colours(colour: str, printed: str = "") -> tuple[str, str]:
    """Ground and letters of a plate: the printed ink, and the colour as near to the printed one as it lets itself
    be read on."""
    ink = ink_for(colour, printed)
    away = _BLACK if contrast(ink, _BLACK) > contrast(ink, _WHITE) else _WHITE
    shades = (_towards(colour, away, part) for part in range(101))
    return next(shade for shade in shades if contrast(ink, shade) >= READABLE), ink


def _towards(colour: str, other: str, hundredths: int) -> str:
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * hundredths / 100):02x}" for one, two in pairs)
