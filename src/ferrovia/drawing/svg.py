"""Elements of SVG as strings: escaped, short, and with nothing that a converter to PNG or PDF does not know."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

# The first is the font we measure with and print with; the others are near it in width, for browsers without it.
FONT: Final = "'Source Sans Pro','Source Sans 3','Myriad Pro',Calibri,'Segoe UI','Open Sans',sans-serif"

_SPECIAL = re.compile(r'[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def escaped(words: str) -> str:
    """Text as it may stand in an element or an attribute; what XML cannot hold becomes a replacement character."""
    if _SPECIAL.search(words) is None:  # nearly always
        return words
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], "\ufffd"), words)


@lru_cache(maxsize=8192, typed=True)
def number(x: float) -> str:
    """Two decimals at most, and none that say nothing."""
    if isinstance(x, int):
        return str(x)
    short = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def el(tag: str, *children: str, **attributes: str | float | None) -> str:
    """An element. Children are markup already; attributes are escaped here, and left out where they are None.

    >>> el("circle", cx=1.50, r=2, stroke_width=0.333, fill=None)
    '<circle cx="1.5" r="2" stroke-width="0.33"/>'
    """
    head = f"<{tag}"
    for name, value in attributes.items():
        if value is not None:
            head += f' {_attribute(name)}="{escaped(value) if isinstance(value, str) else number(value)}"'
    inner = "".join(children)
    return f"{head}>{inner}</{tag}>" if inner else f"{head}/>"


@lru_cache(maxsize=256)
def _attribute(name: str) -> str:
    """`stroke_width` is `stroke-width`, `class_` is `class`; `viewBox` stays."""
    return name.rstrip("_").replace("_", "-")


def text(x: float, y: float, words: str, **attributes: str | float | None) -> str:
    return el("text", escaped(words), x=x, y=y, **attributes)


def title(words: str) -> str:
    """What a screen reader says of the element this is the first child of, and what a pointer over it shows."""
    return el("title", escaped(words))


def group(*children: str, **attributes: str | float | None) -> str:
    return el("g", *children, **attributes)


def moved(x: float, y: float, *children: str, **attributes: str | float | None) -> str:
    """A group whose origin is at x, y."""
    return el("g", *children, transform=f"translate({number(x)} {number(y)})", **attributes)


def points(*corners: tuple[float, float]) -> str:
    """The `points` of a polygon or polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def document(
    width: float,
    height: float,
    *children: str,
    view: tuple[float, float, float, float] | None = None,
    background: str | None = None,
    defs: str = "",
    label: str = "",
    unit: str = "",
) -> str:
    """A whole picture, `width` by `height` (in `unit`, pixels unless told); `view` is what of the plane it shows."""
    left, top, across, down = view or (0, 0, width, height)
    ground = el("rect", x=left, y=top, width=across, height=down, fill=background) if background else ""
    return el(
        "svg",
        title(label) if label else "",
        el("defs", defs) if defs else "",
        ground,
        *children,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(width)}{unit}",
        height=f"{number(height)}{unit}",
        viewBox=" ".join(number(side) for side in (left, top, across, down)),
        role="graphics-document document",  # not `img`, which would hide the titles of its parts
        aria_label=label or None,
        font_family=FONT,
    )
