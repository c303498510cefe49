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


def relief(terrain: str, palette: Palette) -> str:
    """The texture of a hex of this terrain, quiet enough to write on."""
    match terrain:
        case "mountain":
            shapes = [
                (-46, -30, 1.1),
                (38, -44, 0.9),
                (52, 10, 1.1),
                (-58, 22, 0.9),
                (-8, -62, 0.8),
                (-24, 58, 1.0),
                (34, 56, 0.9),
            ]
            peak = "".join(
                f"M{x - 13 * k:.0f} {y + 9 * k:.0f}L{x:.0f} {y - 10 * k:.0f}L{x + 13 * k:.0f} {y + 9 * k:.0f}"
                f"M{x:.0f} {y - 10 * k:.0f}L{x + 3 * k:.0f} {y + 9 * k:.0f}"
                for x, y, k in shapes
            )
            return svg.el("path", d=peak, fill="none", stroke=palette.mountain, stroke_width=1.6, opacity=0.42)
        case "hill" | "rough":
            places = [(-44, -34), (36, -48), (54, 8), (-58, 20), (-20, 58), (34, 54)]
            bumps = "".join(f"M{x - 13} {y + 4}q6 -13 13 -1q5 -9 12 1" for x, y in places)
            return svg.el("path", d=bumps, fill="none", stroke=palette.hill, stroke_width=1.6, opacity=0.42)
    return ""
