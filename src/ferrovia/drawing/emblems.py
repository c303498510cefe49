"""Emblems of cards: small drawings in one ink on the ground of the card, each in a square of 20 around its origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final

from ferrovia.drawing import svg


def emblem(name: str, colour: str, ground: str, size: float) -> str:
    """An emblem by what the card is about; nothing for what has none."""
    drawn = _EMBLEMS.get(name)
    return svg.group(drawn(colour, ground), transform=f"scale({size / 20:.4g})") if drawn else ""


def engine(colour: str, ground: str) -> str:
    """A tank engine on its track, from the side."""
    body = svg.el("path", d="M-9 3V-3H-4V-7H-1.5V-3H3V-8H9V3Z", fill=colour)
    return (
        body
        + _wheels((-6, -0.5, 6), 5, 2.6, colour, ground)
        + svg.el("path", d="M-10 8H10", stroke=colour, stroke_width=0.9)
    )


def _wheels(places: tuple[float, ...], y: float, radius: float, colour: str, ground: str) -> str:
    return "".join(
        svg.el("circle", cx=x, cy=y, r=radius, fill=colour) + svg.el("circle", cx=x, cy=y, r=radius * 0.35, fill=ground)
        for x in places
    )


def _coach(colour: str, ground: str) -> str:
    windows = "".join(svg.el("rect", x=x, y=-4.5, width=3.6, height=3.6, fill=ground) for x in (-7.5, -2.5, 2.5))
    body = svg.el("path", d="M-9 4V-5Q-9 -7 -7 -7H6Q8.5 -7 9 -4L9.5 0V4Z", fill=colour)
    return body + windows + _wheels((-5, 5.5), 5, 2.4, colour, ground)


def _people(colour: str, ground: str) -> str:
    def one(x: float, y: float, k: float) -> str:
        shoulders = f"M{x - 4.5 * k:g} {y + 9 * k:g}Q{x - 4.5 * k:g} {y + 2 * k:g} {x:g} {y + 2 * k:g}"
        shoulders += f"Q{x + 4.5 * k:g} {y + 2 * k:g} {x + 4.5 * k:g} {y + 9 * k:g}Z"
        return svg.el("circle", cx=x, cy=y - 1.6 * k, r=2.9 * k, fill=colour) + svg.el("path", d=shoulders, fill=colour)

    return one(-6, -1, 0.85) + one(6, -1, 0.85) + one(0, -2, 1.1)


def _map(colour: str, ground: str) -> str:
    def hexagon(x: float, y: float) -> str:
        corners = [(x + 5 * cos(pi / 3 * n), y + 5 * sin(pi / 3 * n)) for n in range(6)]
        return svg.el("polygon", points=svg.points(*corners), fill=colour)

    return hexagon(-4, -4.8) + hexagon(4.2, 0) + hexagon(-4, 4.8)


def _house(colour: str, ground: str) -> str:
    """A company's seat: a gable on four columns."""
    columns = "".join(svg.el("rect", x=x, y=-2, width=2.2, height=8, fill=colour) for x in (-8, -3.7, 1.5, 5.8))
    return (
        svg.el("path", d="M-10 -3.5L0 -9L10 -3.5Z", fill=colour)
        + columns
        + svg.el("rect", x=-10, y=7, width=20, height=2, fill=colour)
    )


def _coins(colour: str, ground: str) -> str:
    def coin(x: float, y: float) -> str:
        side = svg.el("path", d=f"M{x - 5:g} {y:g}v2.2a5 2 0 0 0 10 0v-2.2Z", fill=colour)
        face = svg.el("ellipse", cx=x, cy=y, rx=5, ry=2, fill=ground, stroke=colour, stroke_width=0.8)
        return side + face

    return "".join(coin(-4.5, y) for y in (6, 2.5, -1, -4.5)) + "".join(coin(5, y) for y in (6, 2.5))


def _cards(colour: str, ground: str) -> str:
    card: dict[str, str | float] = {
        "width": 9,
        "height": 13,
        "rx": 1.2,
        "fill": colour,
        "stroke": ground,
        "stroke_width": 0.8,
    }
    return svg.el("rect", x=-7.5, y=-7.5, **card) + svg.el("rect", x=-1.5, y=-5, **card)


def _way_out(colour: str, ground: str) -> str:
    """An arrow off the map."""
    corners = [(-3.5 + 6.5 * cos(pi / 3 * n), 6.5 * sin(pi / 3 * n)) for n in range(6)]
    hexagon = svg.el("polygon", points=svg.points(*corners), fill="none", stroke=colour, stroke_width=1.4)
    return hexagon + svg.el("path", d="M-4 -1.3H4.5V-4.5L10 0L4.5 4.5V1.3H-4Z", fill=colour)


def _wheel(colour: str, ground: str) -> str:
    spokes = "".join(f"M0 0L{7.5 * cos(pi / 4 * n):.3g} {7.5 * sin(pi / 4 * n):.3g}" for n in range(8))
    rim = svg.el("circle", r=8, fill="none", stroke=colour, stroke_width=2.2)
    hub = svg.el("circle", r=2.4, fill=colour)
    return rim + svg.el("path", d=spokes, stroke=colour, stroke_width=1.2) + hub


def _rosette(colour: str, ground: str) -> str:
    points = [
        ((8.5 if n % 2 else 6.6) * cos(pi / 12 * n), -2 + (8.5 if n % 2 else 6.6) * sin(pi / 12 * n)) for n in range(24)
    ]
    ribbons = svg.el("path", d="M-4.5 3L-7 10L-3.6 8.6L-1.6 10L0 4L1.6 10L3.6 8.6L7 10L4.5 3Z", fill=colour)
    return (
        ribbons
        + svg.el("polygon", points=svg.points(*points), fill=colour)
        + svg.el("circle", cy=-2, r=3.6, fill=ground)
    )


_EMBLEMS: Final[Mapping[str, Callable[[str, str], str]]] = {
    "private": _wheel,
    "political": _rosette,
    "support": _rosette,
    "players": _people,
    "player": _people,
    "map": _map,
    "corporations": _house,
    "corporation": _house,
    "railways": engine,
    "trains": engine,
    "coaches": _coach,
    "bank": _coins,
    "deck": _cards,
    "box": _way_out,
}
