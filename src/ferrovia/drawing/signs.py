"""Small drawings: anchors, peaks, waves; each around its own origin."""

from __future__ import annotations

from ferrovia.drawing import svg
from ferrovia.drawing.palette import Palette


def anchor(palette: Palette, size: float = 11.0) -> str:
    """An anchor, about twice `size` high."""
    k = size / 11
    way = (
        f"M0 {-6 * k:g}V{9 * k:g}M{-5 * k:g} {-2.5 * k:g}H{5 * k:g}"
        f"M{-8.5 * k:g} {2.5 * k:g}C{-8 * k:g} {7 * k:g} {-4 * k:g} {9.5 * k:g} 0 {9.5 * k:g}"
        f"C{4 * k:g} {9.5 * k:g} {8 * k:g} {7 * k:g} {8.5 * k:g} {2.5 * k:g}"
    )
    ring = svg.el("circle", cx=0, cy=-8.5 * k, r=2.5 * k)
    return svg.group(
        ring, svg.el("path", d=way), fill="none", stroke=palette.port, stroke_width=2.4 * k, stroke_linecap="round"
    )


def peaks(terrain: str, palette: Palette) -> str:
    """The sign of a terrain beside its cost, about 18 wide."""
    match terrain:
        case "mountain":
            return svg.el("path", d="M-10 6L-3 -6L1 1L4 -3L9 6Z", fill=palette.mountain)
        case "hill":
            return svg.el("path", d="M-10 6C-7 -4 -2 -4 0 3C3 -2 7 -2 9 6Z", fill=palette.hill)
        case "rough":
            way = "M-9 5L-6 -1L-3 5M0 5L3 -1L6 5M-4 -1L-1 -6L2 -1"
            return svg.el("path", d=way, fill="none", stroke=palette.hill, stroke_width=1.8)
        case "river":
            way = "M-10 -2q2.5 -4 5 0t5 0t5 0t5 0M-10 4q2.5 -4 5 0t5 0t5 0t5 0"
            return svg.el("path", d=way, fill="none", stroke=palette.river, stroke_width=2)
    return ""


# Where the peaks or hilltops of a hex stand, and how large: below the name and beside the stop.
_SUMMITS = (
    (-70, -12, 0.8), (-42, 8, 0.6), (70, -14, 0.7), (44, 2, 0.6), (-54, 38, 0.9), (60, 30, 0.8),
    (-18, 42, 0.6), (30, 50, 0.7), (-6, -74, 0.6), (-30, -24, 0.5), (28, -26, 0.6),
)  # fmt: skip


def relief(terrain: str, palette: Palette) -> str:
    """The texture of a hex of this terrain, quiet enough to write on."""
    match terrain:
        case "mountain":
            lit = "".join(
                f"M{x - 17 * k:.0f} {y + 10 * k:.0f}L{x:.0f} {y - 13 * k:.0f}L{x + 5 * k:.0f} {y + 10 * k:.0f}Z"
                for x, y, k in _SUMMITS
            )
            dark = "".join(
                f"M{x:.0f} {y - 13 * k:.0f}L{x + 17 * k:.0f} {y + 10 * k:.0f}H{x + 5 * k:.0f}Z" for x, y, k in _SUMMITS
            )
            return svg.el("path", d=lit, fill=palette.mountain, opacity=0.16) + svg.el(
                "path", d=dark, fill=palette.mountain, opacity=0.36
            )
        case "hill":
            tops = "".join(
                f"M{x - 16 * k:.0f} {y + 6 * k:.0f}q{16 * k:.0f} {-22 * k:.0f} {32 * k:.0f} 0Z"
                for x, y, k in _SUMMITS[::2]
            )
            return svg.el("path", d=tops, fill=palette.hill, opacity=0.26)
        case "rough":
            tufts = "".join(f"M{x - 8:.0f} {y + 4:.0f}l4 -8l4 8m2 0l4 -8l4 8" for x, y, _ in _SUMMITS[::2])
            return svg.el("path", d=tufts, fill="none", stroke=palette.hill, stroke_width=1.6, opacity=0.42)
    return ""
