"""How much room words take: widths from the advances of one font, fitting, wrapping, and the boxes of labels.

Kerning is left out, so a width is a little too large rather than too small.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

Anchor = Literal["start", "middle", "end"]

# Of the size: how high a capital stands above the baseline, how far a descender hangs below it, and how far apart
# the baselines of two lines are.
CAPITAL: Final = 0.66
DESCENT: Final = 0.21
LEADING: Final = 1.22
LEAST: Final = 2.2  # millimetres: the smallest type on what is printed to play with, a little over 6 points

_BREAKS = re.compile(r"[^\S\u00a0]+")
_TOGETHER = re.compile(r"(?<=\b[A-Z]\.) (?=\d)|(?<=\d) (?=%|mm\b)")  # L. 40 and 100 mm stay on one line
_UNKNOWN = 600  # a character outside the table, from a player's name perhaps
_WIDE = 1000  # from the scripts of East Asia on, and pictures


class Box(NamedTuple):
    """The room a label takes, in the coordinates of its picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: Box) -> bool:
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@cache
def _faces() -> tuple[dict[str, int], dict[str, int]]:
    """Advances of the regular and of the bold face."""
    table = tomllib.loads((files("ferrovia.drawing") / "advances.toml").read_text("utf-8"))
    return _face(table["regular"]), _face(table["bold"])


def _face(table: Mapping[str, str]) -> dict[str, int]:
    advances = {character: int(advance) for advance, characters in table.items() for character in characters}
    return advances | {"\u00a0": advances[" "]}


@lru_cache(maxsize=8192)
def _per_size(words: str, bold: bool) -> float:
    advances = _faces()[bold]
    try:
        return sum(map(advances.__getitem__, words)) / 1000
    except KeyError:
        return sum(advances.get(each, _WIDE if ord(each) >= 0x1100 else _UNKNOWN) for each in words) / 1000


def width(words: str, size: float, bold: bool = False) -> float:
    return _per_size(words, bold) * size


def fitted(words: str, width: float, size: float, least: float, bold: bool = False) -> float:
    """The largest size up to `size` at which the words take no more than `width`; never under `least`."""
    wanted = _per_size(words, bold)
    return size if wanted * size <= width else max(least, width / wanted)


def shortened(words: str, width: float, size: float, bold: bool = False) -> str:
    """The words, or as many of their letters as fit with an ellipsis."""
    if _per_size(words, bold) * size <= width:
        return words
    kept = words
    while kept and _per_size(kept + "…", bold) * size > width:
        kept = kept[:-1].rstrip()
    return kept + "…"


def wrapped(words: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Lines no wider than `width`, broken between words, and inside a word only where it fills more than a line."""
    lines: list[str] = []
    line = ""
    for word in _BREAKS.split(_TOGETHER.sub("\u00a0", words)):
        if not word:
            continue
        longer = f"{line} {word}" if line else word
        if _per_size(longer, bold) * size <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while _per_size(word, bold) * size > width and len(word) > 1:
            part = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or _per_size(word[:n], bold) * size <= width)
            lines.append(word[:part])
            word = word[part:]
        line = word
    return [*lines, line] if line else lines


def box_of(x: float, y: float, words: str, size: float, anchor: Anchor = "start", bold: bool = False) -> Box:
    """The box of words whose baseline is at y, from capital height to descender."""
    across = width(words, size, bold)
    left = {"start": x, "middle": x - across / 2, "end": x - across}[anchor]
    return Box(left, y - CAPITAL * size, across, (CAPITAL + DESCENT) * size)
