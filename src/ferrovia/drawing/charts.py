"""Charts of a game: worth of the players, prices and runs of the corporations, round by round.

Lines differ by dashes as well as by colour, and carry their names at their ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.history import Moment
from ferrovia.drawing.lettering import width
from ferrovia.drawing.palette import Palette, route_ink, seen_on
from ferrovia.drawing.pieces import Piece, at, flowing, headed, line, panel, stacked

WIDE: Final = 200.0
HIGH: Final = 82.0
_LEFT: Final = 16.0
_TOP: Final = 6.0
_BOTTOM: Final = 10.0
_NAMES: Final = 30.0  # to the right, for the names of the lines
_SIZE: Final = 2.8
_SAMPLE: Final = 7.0  # a piece of a line before its name


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart; None where it has no value."""

    name: str
    values: tuple[int | None, ...]
    colour: str
    dashes: tuple[float, ...]


def charts(edition: Edition, moments: Sequence[Moment], palette: Palette, *, prefix: str = "") -> Piece:
    """The three charts of a game, one under the other."""
    rounds = [edition.round(moment.round) for moment in moments]
    worths = _of_players([moment.worth for moment in moments], palette)
    prices = _of_companies(edition, [moment.price for moment in moments], palette)
    operating = [moment for moment in moments if moment.run]
    runs = _of_companies(edition, [moment.run for moment in operating], palette)
    shown = [
        ("worth", rounds, worths),
        ("price", rounds, prices),
        ("revenue", [edition.round(moment.round) for moment in operating], runs),
    ]
    return stacked(
        [
            headed(
                edition.word(f"{key}_chart"), chart(names, series, edition, palette, id=f"{prefix}chart-{key}"), palette
            )
            for key, names, series in shown
            if names and series
        ],
        7,
    )


def _of_players(values: Sequence[Mapping[str, int]], palette: Palette) -> list[Series]:
    players = list(dict.fromkeys(player for each in values for player in each))
    return [
        Series(
            player,
            tuple(each.get(player) for each in values),
            seen_on(route_ink(place).colour, palette.panel, palette.ink),
            route_ink(place).dashes,
        )
        for place, player in enumerate(players)
    ]


def _of_companies(edition: Edition, values: Sequence[Mapping[str, int]], palette: Palette) -> list[Series]:
    return [
        Series(
            name,
            tuple(each.get(name) for each in values),
            seen_on(table["rgb"], palette.panel, palette.ink),
            route_ink(place).dashes,
        )
        for place, (name, table) in enumerate(edition.companies.items())
        if any(name in each for each in values)
    ]


def chart(
    rounds: Sequence[str], series: Sequence[Series], edition: Edition, palette: Palette, *, id: str | None = None
) -> Piece:
    """Lines over the rounds of a game."""
    step, steps = _scale(max((value or 0 for each in series for value in each.values), default=0))
    top = step * steps
    across, down = WIDE - _LEFT - _NAMES, HIGH - _TOP - _BOTTOM

    def x(place: int) -> float:
        return _LEFT + (across * place / (len(rounds) - 1) if len(rounds) > 1 else across / 2)

    def y(value: float) -> float:
        return _TOP + down * (1 - value / top)

    parts: list[str] = []
    for value in range(0, top + 1, step):
        way = f"M{_LEFT} {svg.number(y(value))}h{svg.number(across)}"
        parts.append(svg.el("path", d=way, stroke=palette.faint, stroke_width=0.2))
        parts.append(line(_LEFT - 1.5, y(value) + 1, str(value), _SIZE, palette.soft, anchor="end"))
    every = max(1, -(-len(rounds) * 11 // int(across)))
    parts += [
        line(x(place), HIGH - 4, rounds[place], _SIZE, palette.soft, anchor="middle")
        for place in range(0, len(rounds), every)
    ]
    ends: dict[Series, float] = {}
    over: list[Series] = []
    for each in series:
        points = [None if value is None else (x(place), y(value)) for place, value in enumerate(each.values)]
        parts.append(_curve(each, points, edition))
        if points[-1] is None:
            over.append(each)
        else:
            ends[each] = points[-1][1]
    parts.append(_names(ends, x(len(rounds) - 1), palette))
    ended = flowing([_entry(each, palette) for each in over], WIDE - _LEFT, 3)
    high = HIGH + ended.height + (2 if over else 0)
    return Piece(svg.group(panel(WIDE, high, palette), *parts, at(_LEFT, HIGH, ended), id=id), WIDE, high)


def _scale(most: int) -> tuple[int, int]:
    """The first of the round steps of which six reach the most, and how many of them it takes: little room is left."""
    unit = 1
    while True:
        for part in (1, 2, 2.5, 5):
            step = unit * part
            if float(step).is_integer() and 6 * step >= most:
                return int(step), max(1, -(-most // int(step)))
        unit *= 10


def _curve(series: Series, points: Sequence[tuple[float, float] | None], edition: Edition) -> str:
    """The line with a dot at its end; it is broken where there was no value, as while a company was closed."""
    way = ""
    for before, point in pairwise((None, *points)):
        if point:
            place = f"{svg.number(point[0])} {svg.number(point[1])}"
            way += f"L{place}" if before else f"M{place}h0"  # a value alone is a dot
    x, y = next(point for point in reversed(points) if point)
    last = next(value for value in reversed(series.values) if value is not None)
    return svg.group(
        svg.title(f"{series.name}: {edition.money(last)}"),
        _stroke(way, series),
        svg.el("circle", cx=x, cy=y, r=0.9, fill=series.colour),
    )


def _stroke(way: str, series: Series) -> str:
    return svg.el(
        "path",
        d=way,
        fill="none",
        stroke=series.colour,
        stroke_width=0.8,
        stroke_dasharray=" ".join(svg.number(0.8 * dash) for dash in series.dashes) or None,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _names(ends: Mapping[Series, float], right: float, palette: Palette) -> str:
    """The name of each line that goes to the end, beside it, moved apart where ends are close."""
    ordered = sorted(ends, key=lambda series: ends[series])
    step = min(3.6, (HIGH - 4) / max(1, len(ordered)))
    heights = _apart([ends[each] for each in ordered], step, 2 + step / 2, HIGH - 2 - step / 2)
    left, size = WIDE - _NAMES + 4, min(3.0, step / 1.15)
    parts = []
    for series, height in zip(ordered, heights, strict=True):
        lead = f"M{svg.number(right + 1.2)} {svg.number(ends[series])}L{svg.number(left - 0.8)} {svg.number(height)}"
        parts.append(svg.el("path", d=lead, stroke=palette.faint, stroke_width=0.25, fill="none"))
        parts.append(_name(series, left, height, size, palette.ink))
    return "".join(parts)


def _entry(series: Series, palette: Palette) -> Piece:
    """The name of a line that ended before, for the row under the chart."""
    return Piece(_name(series, 0, 2, 3, palette.soft), _SAMPLE + width(series.name, 3, bold=True), 4)


def _name(series: Series, x: float, y: float, size: float, ink: str) -> str:
    """A piece of the line, and its name."""
    sample = _stroke(f"M{svg.number(x)} {svg.number(y)}h{_SAMPLE - 1.5}", series)
    return sample + line(x + _SAMPLE, y + size * 0.33, series.name, size, ink, bold=True, room=_NAMES - 12)


def _apart(heights: Sequence[float], step: float, least: float, most: float) -> list[float]:
    """Heights in their order, at least a step apart, between two bounds, each as near to its own as may be."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, least, found[-1] + step if found else least))
    limit = most
    for place in range(len(found) - 1, -1, -1):
        found[place] = min(found[place], limit)
        limit = found[place] - step
    return found
