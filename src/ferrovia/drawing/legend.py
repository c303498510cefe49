"""The legend of a map: what its colours, lines and signs mean, of those that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.drawing import svg
from ferrovia.drawing.borders import legend_swatch
from ferrovia.drawing.cell import Style, foreign_line
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import Point, straight
from ferrovia.drawing.ink import stretch
from ferrovia.drawing.lettering import CAPITAL, width
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece
from ferrovia.drawing.printed import Printed
from ferrovia.drawing.routes import Run, stroke
from ferrovia.drawing.signs import anchor, peaks
from ferrovia.drawing.tokens import token
from ferrovia.engine.board.track import Gauge

_SIZE = 24.0
_ROW = 54.0
_SWATCH = 62.0


def legend(printed: Printed, edition: Edition, style: Style, across: float, runs: Sequence[Run] = ()) -> Piece:
    """Entries in rows as wide as the map."""
    x, y = 34.0, 0.0
    parts: list[str] = []
    entries = printed.memory.recall(("legend", style.key), lambda: tuple(_entries(printed, edition, style)))
    for swatch, words in (*_runs(runs, edition), *entries):
        wide = _SWATCH + width(words, _SIZE) + 40
        if x + wide > across - 34 and x > 34:
            x, y = 34.0, y + _ROW
        parts.append(svg.moved(x + _SWATCH / 2 - 4, y + _ROW / 2, swatch))
        parts.append(
            svg.text(x + _SWATCH, y + _ROW / 2 + CAPITAL * _SIZE / 2, words, font_size=_SIZE, fill=style.palette.ink)
        )
        x += wide
    return Piece("".join(parts), across, y + _ROW + 20) if parts else Piece("", across, 0)


def _entries(printed: Printed, edition: Edition, style: Style) -> Iterator[tuple[str, str]]:
    yield from _terrain(printed, style)
    yield from _gauges(printed, style)
    yield from _borders(printed, edition, style)
    yield from _signs(printed, style)
    yield from _money(printed, style)


def _runs(runs: Sequence[Run], edition: Edition) -> Iterator[tuple[str, str]]:
    for run in runs:
        yield stroke("M-25 0H25", run.number), f"{run.number + 1}. {run.train}: {edition.money(run.revenue)}"


def _terrain(printed: Printed, style: Style) -> Iterator[tuple[str, str]]:
    costs: dict[str, set[int]] = {}
    for hex in printed.board.hexes.values():
        if hex.cost:
            costs.setdefault(hex.terrain, set()).add(hex.cost)
    for terrain, amounts in sorted(costs.items(), key=lambda entry: min(entry[1])):
        sign = svg.group(peaks(terrain, style.palette), transform="scale(1.8)")
        yield sign, _priced(style.words(terrain), amounts)


def _gauges(printed: Printed, style: Style) -> Iterator[tuple[str, str]]:
    faces = [hex.face for hex in printed.board.hexes.values()] + [tile.face for tile in printed.board.tiles.values()]
    used = {piece.gauge for face in faces for piece in face.pieces}
    if len(used) > 1:
        for gauge in (Gauge.STANDARD, Gauge.NARROW, Gauge.DUAL):
            if gauge in used:
                yield _on_a_tile(style.palette, gauge), style.words(str(gauge.name).lower())


def _on_a_tile(palette: Palette, gauge: Gauge) -> str:
    """A stretch of track, on the ground of a tile where the page has not the track's own colours."""
    over = palette.over("yellow")
    line = stretch(straight(Point(-25, 0), Point(25, 0)), gauge, over)
    if over is palette:
        return line
    return svg.el("rect", x=-29, y=-15, width=58, height=30, rx=5, fill=over.ground("yellow")) + line


def _borders(printed: Printed, edition: Edition, style: Style) -> Iterator[tuple[str, str]]:
    kinds: dict[str, set[int]] = {}
    later: set[str] = set()
    for border in printed.borders:
        for line in border.lines:
            kinds.setdefault(line.kind, set()).add(line.cost)
            later |= {line.opens} if line.opens else set()
    for kind, amounts in kinds.items():
        if kind == "plain":
            continue
        words = style.words("mountains" if kind == "mountain" else kind)
        yield legend_swatch(kind, "", style.palette), _priced(words, amounts)
    for phase in sorted(later):
        yield legend_swatch("mountain", phase, style.palette), style.words("opens", phase=phase)
    default = edition.sheet("map").get("default_border")
    if default:
        yield (
            svg.el("path", d="M-22 0H22", stroke=style.palette.grid, stroke_width=3),
            _priced(style.words("default"), {default["cost"]}),
        )


def _priced(words: str, amounts: set[int]) -> str:
    """What something is, and what it costs to build there, if anything."""
    costs = ", ".join(str(amount) for amount in sorted(amounts) if amount)
    return f"{words}: {costs}" if costs else words


def _signs(printed: Printed, style: Style) -> Iterator[tuple[str, str]]:
    palette, words = style.palette, style.words
    if printed.foreign_lines:
        yield foreign_line(straight(Point(-25, 0), Point(25, 0)), palette), words("line")
    kinds = {mark.kind: mark for marks in printed.marks.values() for mark in marks}
    if "transfer" in kinds:
        yield _letter(kinds["transfer"].words, palette.foreign_line, True, style), words("transfers")
    if "flood" in kinds:
        yield _letter(kinds["flood"].words, palette.port, False, style), words("flood")
    if {"anchor", "bonus"} & set(kinds):
        yield anchor(palette, 17), words("anchor" if "anchor" in kinds else "ports")
    if "gravity" in kinds:
        yield svg.group(peaks("mountain", palette), transform="scale(1.5)"), words("slopes")


def _money(printed: Printed, style: Style) -> Iterator[tuple[str, str]]:
    """Rows of revenue, and tokens that belong to no company."""
    palette, words = style.palette, style.words
    if any(len(stop.revenue) > 1 for stop in printed.board.stops.values()):
        over = palette.over("red")
        cells = [
            svg.el("rect", x=at * 17 - 25.5, y=-11, width=17, height=22, fill=over.zone.get(colour, over.revenue))
            for at, colour in enumerate(style.colours[:3])
        ]
        yield svg.group(*cells, stroke=over.city_edge), words("levels")
    names = [name for spaces in printed.spaces.values() for name in spaces if name and name not in style.corporations]
    if names:
        yield svg.group(token(0, 0, 17, names[0], {}, palette), text_anchor="middle"), words("bourbons")


def _letter(letter: str, ground: str, square: bool, style: Style) -> str:
    frame = svg.el("rect", x=-15, y=-15, width=30, height=30, rx=5 if square else 15, fill=ground)
    words = svg.text(
        0, CAPITAL * 11, letter, font_size=22, font_weight="bold", text_anchor="middle", fill=style.palette.paper
    )
    return frame + words
