"""Charts of a game: worth of the players, prices and runs of the corporations, round by round.

Lines differ by dashes as well as by colour, and carry their names at their ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.history import Moment
from ferrovia.drawing.palette import Palette, route_ink, seen_on
from ferrovia.drawing.pieces import Piece, headed, line, panel, stacked

WIDE: Final = 200.0
HIGH: Final = 82.0
_LEFT: Final = 16.0
_TOP: Final = 6.0
_BOTTOM: Final = 10.0
_NAMES: Final = 30.0  # to the right, for the names of the lines
_SIZE: Final = 2.8


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart; None where it has no value."""

    name: str
    values: Sequence[int | None]
    colour: str
    dashes: tuple[float, ...]


def charts(edition: Edition, moments: Sequence[Moment], palette: Palette, *, prefix: str = "") -> Piece:
    """The three charts of a game, one under the other."""
    rounds = [moment.name for moment in moments]
    worths = _of_players([moment.worth for moment in moments], palette)
    prices = _of_companies(edition, [moment.price for moment in moments], palette)
    operating = [moment for moment in moments if moment.run]
    runs = _of_companies(edition, [moment.run for moment in operating], palette)
    shown = [
        ("worth", rounds, worths),
        ("price", rounds, prices),
        ("revenue", [moment.name for moment in operating], runs),
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
            [each.get(player) for each in values],
            seen_on(route_ink(place).colour, palette.panel, palette.ink),
            route_ink(place).dashes,
        )
        for place, player in enumerate(players)
    ]


def _of_companies(edition: Edition, values: Sequence[Mapping[str, int]], palette: Palette) -> list[Series]:
    return [
        Series(
            name,
            [each.get(name) for each in values],
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
    top = _ceiling(max((value or 0 for each in series for value in each.values), default=0))
    across, down = WIDE - _LEFT - _NAMES, HIGH - _TOP - _BOTTOM

    def x(place: int) -> float:
        return _LEFT + (across * place / (len(rounds) - 1) if len(rounds) > 1 else across / 2)

    def y(value: float) -> float:
        return _TOP + down * (1 - value / top)

    parts = [panel(WIDE, HIGH, palette)]
    for step in range(5):
        value = top * step // 4
        way = f"M{_LEFT} {svg.number(y(value))}h{svg.number(across)}"
        parts.append(svg.el("path", d=way, stroke=palette.faint, stroke_width=0.2))
        parts.append(line(_LEFT - 1.5, y(value) + 1, str(value), _SIZE, palette.soft, anchor="end"))
    every = max(1, -(-len(rounds) * 11 // int(across)))
    parts += [
        line(x(place), HIGH - 4, rounds[place], _SIZE, palette.soft, anchor="middle")
        for place in range(0, len(rounds), every)
    ]
    ends = []
    for each in series:
        known = [(x(place), y(value)) for place, value in enumerate(each.values) if value is not None]
        if known:
            parts.append(_curve(each, known, edition))
            ends.append((each, known[-1]))
    return Piece(svg.group(*parts, _names(ends, palette), id=id), WIDE, HIGH)


def _ceiling(most: int) -> int:
    """A round number at or above, that quarters well."""
    step = 4
    while True:
        for factor in (1, 2, 5):
            if step * factor >= most:
                return step * factor
        step *= 10


def _curve(series: Series, known: Sequence[tuple[float, float]], edition: Edition) -> str:
    way = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in known)
    dashes = " ".join(svg.number(0.8 * dash) for dash in series.dashes) or None
    last = next(value for value in reversed(series.values) if value is not None)
    return svg.group(
        svg.title(f"{series.name}: {edition.money(last)}"),
        svg.el(
            "path",
            d=way,
            fill="none",
            stroke=series.colour,
            stroke_width=0.8,
            stroke_dasharray=dashes,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        svg.el("circle", cx=known[-1][0], cy=known[-1][1], r=0.9, fill=series.colour),
    )


def _names(ends: Sequence[tuple[Series, tuple[float, float]]], palette: Palette) -> str:
    """The name of each line beside its end, moved apart where ends are close, with a thin line to it."""
    if not ends:
        return ""
    ordered = sorted(ends, key=lambda end: end[1][1])
    step = min(3.6, (HIGH - 4) / len(ordered))
    heights = _apart([point[1] for _, point in ordered], step, 2 + step / 2, HIGH - 2 - step / 2)
    left = WIDE - _NAMES + 5
    parts = []
    for (series, (x, y)), height in zip(ordered, heights, strict=True):
        lead = f"M{svg.number(x + 1.2)} {svg.number(y)}L{svg.number(left - 1)} {svg.number(height)}"
        parts.append(svg.el("path", d=lead, stroke=palette.faint, stroke_width=0.25, fill="none"))
        parts.append(svg.el("circle", cx=left + 0.6, cy=height, r=0.9, fill=series.colour))
        size = min(3.0, step / 1.15)
        parts.append(line(left + 2.4, height + size * 0.33, series.name, size, palette.ink, bold=True, room=_NAMES - 9))
    return "".join(parts)


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
