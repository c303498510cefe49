"""The picture of the market: spaces, tokens in their stacks, and where a token would go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.market import Space
from ferrovia.drawing.palette import plate_for
from ferrovia.engine.finance.market import Cell
from ferrovia.table.page.control import Ghost

WIDTH, HEIGHT = 33.0, 29.5  # of a space with one token on it
PILL = 14.5  # what each further token adds to its row
_SHORT = 4  # letters that fit a pill in full size


@dataclass(frozen=True)
class Box:
    """Where a space lies."""

    x: float
    y: float
    height: float

    @property
    def middle(self) -> float:
        return self.x + WIDTH / 2


@dataclass(frozen=True)
class Picture:
    """The market, or a window on it."""

    markup: str
    width: float
    height: float
    boxes: Mapping[Cell, Box]

    @property
    def view(self) -> str:
        return f"0 0 {svg.number(self.width)} {svg.number(self.height)}"


def picture(
    edition: Edition,
    printed: Mapping[Cell, Space],
    stacks: Mapping[Cell, Sequence[str]],
    ghosts: Iterable[Ghost],
    shown: Sequence[Cell],
    trails: Iterable[Ghost] = (),
) -> Picture:
    """Some spaces of a market with what stands on them, what would, and from where it came."""
    boxes = _boxes(shown, stacks)
    grounds: dict[str, list[str]] = defaultdict(list)
    for cell, box in boxes.items():
        grounds[printed[cell].ground].append(f"M{_at(box.x, box.y)}h{WIDTH:g}v{svg.number(box.height)}h{-WIDTH:g}z")
    markup = [
        *(svg.el("path", class_="cell", fill=f"var(--z-{ground})", d="".join(d)) for ground, d in grounds.items()),
        *(_space(printed[cell], box, edition) for cell, box in boxes.items()),
        _bars(edition.sheet("market"), printed, boxes),
        *(
            _pill(edition, name, box.x, box.y + HEIGHT - PILL + place * PILL)
            for cell, box in boxes.items()
            for place, name in enumerate(stacks.get(cell, ()))
        ),
        *(_trace(edition, printed, stacks, ghost, boxes) for ghost in ghosts),
        *(_trail(trail, boxes) for trail in trails),
    ]
    return Picture(
        "".join(markup),
        max(box.x for box in boxes.values()) + WIDTH + 1,
        max(box.y + box.height for box in boxes.values()) + 1,
        boxes,
    )


def _at(x: float, y: float) -> str:
    return f"{svg.number(x)} {svg.number(y)}"


def _boxes(shown: Sequence[Cell], stacks: Mapping[Cell, Sequence[str]]) -> dict[Cell, Box]:
    """Where each space lies; rows are as high as their highest stack."""
    left = min(column for _, column in shown)
    most: dict[int, int] = defaultdict(int)
    for cell in shown:
        most[cell[0]] = max(most[cell[0]], len(stacks.get(cell, ())))
    tops, heights, y = {}, {}, 1.0
    for row in sorted(most):
        tops[row], heights[row] = y, HEIGHT + PILL * max(0, most[row] - 1)
        y += heights[row]
    return {(row, column): Box(1 + (column - left) * WIDTH, tops[row], heights[row]) for row, column in shown}


def _space(space: Space, box: Box, edition: Edition) -> str:
    """The price of a space, and what it is besides: a black corner to start at, a cross to close."""
    if space.is_closed:
        return svg.el("path", class_="shut", d=f"M{_at(box.x + 11.5, box.y + 10)}l10 10m0-10l-10 10")
    parts = [svg.text(box.x + 3, box.y + 11, str(space.price), class_="strong" if space.start else None)]
    if space.start:
        parts.append(svg.el("path", class_="corner", d=f"M{_at(box.x + 24, box.y + 1)}h8v8z"))
    if space.zone == "end_of_game":
        parts.append(svg.text(box.middle, box.y + 24.5, edition.word("ends_here"), class_="strong end"))
    return "".join(parts)


def _pill(edition: Edition, name: str, x: float, y: float, *, is_ghost: bool = False) -> str:
    company = edition.companies[name]
    colour, ink = plate_for(company["rgb"], company["text"])
    letters = svg.text(
        x + WIDTH / 2, y + 10.4, name, class_="pill" if len(name) <= _SHORT else "pill long", style=f"fill:{ink}"
    )
    shape: dict[str, str | float] = {
        "x": x + 1.5,
        "y": y,
        "width": WIDTH - 3,
        "height": PILL - 1,
        "rx": 5,
        "fill": colour,
    }
    if is_ghost:
        return svg.el("rect", class_="ghostpill", **shape) + letters
    return svg.group(svg.title(company["name"]), svg.el("rect", stroke="var(--plate)", **shape), letters)


def ledges(sheet: Mapping[str, object], printed: Mapping[Cell, Space]) -> frozenset[Cell]:
    """The spaces at whose lower edge the sheet says that a sale stops."""
    ledge, zones = sheet.get("ledge"), sheet.get("zone")
    if not isinstance(ledge, dict) or not isinstance(zones, list):
        return frozenset()
    letters = {zone["kind"]: zone["letter"] for zone in zones if "letter" in zone}

    def letter(cell: Cell) -> str:
        return str(letters.get(printed[cell].zone) or letters["white"])

    return frozenset(
        (row, column)
        for row, column in printed
        if (row + 1, column) in printed and f"{letter((row, column))}-{letter((row + 1, column))}" in ledge["between"]
    )


def _bars(sheet: Mapping[str, object], printed: Mapping[Cell, Space], boxes: Mapping[Cell, Box]) -> str:
    """Bars under these spaces."""
    under = ledges(sheet, printed)
    bars = [f"M{_at(box.x, box.y + box.height)}h{WIDTH:g}" for cell, box in boxes.items() if cell in under]
    return svg.el("path", class_="ledge", d="".join(bars)) if bars else ""


def _trace(
    edition: Edition,
    printed: Mapping[Cell, Space],
    stacks: Mapping[Cell, Sequence[str]],
    ghost: Ghost,
    boxes: Mapping[Cell, Box],
) -> str:
    """The space to which a token would go, the token there if nobody else stands there, and the way."""
    if ghost.end is None or ghost.end not in boxes:
        return ""
    end = boxes[ghost.end]
    is_free = not stacks.get(ghost.end)
    frame = {"x": end.x + 1, "y": end.y + 1, "width": WIDTH - 2, "height": end.height - 2, "rx": 2}
    parts = [svg.el("rect", class_="ghost wash" if is_free else "ghost", **frame)]
    if is_free:
        parts.append(svg.text(end.x + 3, end.y + 11, str(printed[ghost.end].price), class_="strong"))
        parts.append(_pill(edition, ghost.corporation, end.x, end.y + HEIGHT - PILL, is_ghost=True))
    if ghost.start is not None and ghost.start in boxes:
        parts.append(_arrow(boxes[ghost.start], end))
    return "".join(parts)


def _trail(trail: Ghost, boxes: Mapping[Cell, Box]) -> str:
    """From where a token came, and the way to where it stands."""
    start = boxes.get(trail.start) if trail.start is not None else None
    end = boxes.get(trail.end) if trail.end is not None else None
    if start is None or end is None:
        return ""
    ring = svg.el("circle", class_="from", cx=start.middle, cy=start.y + HEIGHT - PILL / 2, r=4)
    return svg.group(svg.title(trail.corporation), _arrow(start, end) + ring)


def _arrow(start: Box, end: Box) -> str:
    """A straight line from one space to another, from below the token to the price, with its head."""
    from_x, from_y = start.middle, start.y + HEIGHT - PILL / 2
    to_x, to_y = end.middle, end.y + 8
    far = ((to_x - from_x) ** 2 + (to_y - from_y) ** 2) ** 0.5
    along_x, along_y = (to_x - from_x) / far, (to_y - from_y) / far
    neck_x, neck_y = to_x - 7 * along_x, to_y - 7 * along_y
    head = (
        f"M{_at(to_x, to_y)}L{_at(neck_x - 5 * along_y, neck_y + 5 * along_x)}"
        f"L{_at(neck_x + 5 * along_y, neck_y - 5 * along_x)}z"
    )
    line = svg.el("path", class_="way", d=f"M{_at(from_x, from_y)}L{_at(neck_x, neck_y)}")
    return line + svg.el("path", class_="head", d=head)
