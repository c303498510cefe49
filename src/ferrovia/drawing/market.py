"""The stock market: its spaces with their zones, start prices, arrows and ledges, and the stacks of tokens on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.lettering import fitted, width
from ferrovia.drawing.palette import Palette, ink_for
from ferrovia.drawing.pieces import Piece, flowing, line, middle_line, stacked
from ferrovia.engine.finance.market import Cell, Marker
from ferrovia.engine.flow.sheets import Sheet

CELL: Final = 15.0
_PRICE: Final = 3.6
_PILL: Final = 3.3
_MARGIN: Final = 3.0  # around the grid, where the arrows stand
_COUNT: Final = 3.5  # where rows and columns are numbered

# Zones that sheets name by what they mean, in the colours that boards print them in.
_GROUNDS: Final = {"light_blue": "blue", "dark_blue": "purple", "closed": "red", "end_of_game": "orange"}
_LETTERS: Final = {"white": "W", "light_blue": "L", "dark_blue": "D"}
_TILES: Final = ("yellow", "green", "brown")
_RANK: Final = {"light_blue": 1, "dark_blue": 2}  # lower zones are higher


@dataclass(frozen=True, slots=True)
class Space:
    """A space as it is printed."""

    cell: Cell
    price: int
    zone: str = ""
    ground: str = "white"
    start: str = ""  # the phase from which corporations start here
    phase: str = ""  # the phase from which tokens may enter

    @property
    def is_closed(self) -> bool:
        return self.zone == "closed"


def spaces(sheet: Sheet) -> dict[Cell, Space]:
    """Every space of a market sheet; a price of 0 is a space only where the sheet says that it closes."""
    zones = _zones(sheet)
    starts = {_cell(start["cell"]): start for start in sheet["start"]}
    found: dict[Cell, Space] = {}
    for row, prices in enumerate(sheet["rows"]):
        for column, price in enumerate(prices):
            cell = (row, column)
            zone = zones.get(cell, {"kind": ""})
            if not price and zone["kind"] != "closed":
                continue
            start = starts.get(cell, {})
            found[cell] = Space(
                cell,
                price,
                zone["kind"],
                start.get("colour") or zone.get("colour") or _GROUNDS.get(zone["kind"], "white"),
                start.get("from_phase", ""),
                zone.get("from_phase", ""),
            )
    return found


def _cell(pair: Sequence[int]) -> Cell:
    return pair[0], pair[1]


def _zones(sheet: Sheet) -> dict[Cell, Sheet]:
    """The zone of each space, from lists of spaces or from a map of letters; later lists lie above earlier ones."""
    by_letter = {table["letter"]: table for table in sheet.get("zone", ()) if "letter" in table}
    found: dict[Cell, Sheet] = {}
    for row, letters in enumerate(sheet.get("zone_map", ())):
        for column, letter in enumerate(letters):
            if by_letter.get(letter, {}).get("kind", "white") != "white":
                found[row, column] = by_letter[letter]
    for table in sheet.get("zone", ()):
        for cell in table.get("cells", ()):
            found[_cell(cell)] = found.get(_cell(cell), {}) | table
    if "cell" in sheet.get("end", {}):
        found[_cell(sheet["end"]["cell"])] = {"kind": "end_of_game"}
    return found


def market(edition: Edition, palette: Palette, markers: Iterable[Marker] = (), *, prefix: str = "") -> Piece:
    """The market with the tokens on it, those that came first on top of their stack, and what its colours mean."""
    sheet = edition.sheet("market")
    printed = spaces(sheet)
    stacks: dict[Cell, list[str]] = {}
    for name, row, column in markers:
        stacks.setdefault((row, column), []).append(name)
    columns, rows = max(column for _, column in printed) + 1, max(row for row, _ in printed) + 1
    across, down = columns * CELL + _COUNT + 2 * _MARGIN, rows * CELL + _COUNT + 2 * _MARGIN
    grid = svg.moved(
        _MARGIN + _COUNT,
        _MARGIN + _COUNT,
        _counted(columns, rows, palette),
        *(_space(space, stacks.get(cell, ()), edition, palette, prefix) for cell, space in printed.items()),
        _arrows(printed, palette),
        _ledges(sheet, printed, palette),
    )
    shown = stacked([Piece(grid, across, down), _key(printed, sheet, edition, palette)], 1)
    head = line(_MARGIN + _COUNT, 6, edition.word("market"), 7.5, palette.ink, bold=True)
    return stacked([Piece(head, width(edition.word("market"), 7.5, bold=True) + _MARGIN + _COUNT, 7), shown], 1)


def _counted(columns: int, rows: int, palette: Palette) -> str:
    """The numbers of columns and rows, as a screen reader says them."""
    above = (
        line((n + 0.5) * CELL, -_MARGIN / 2 - 0.6, str(n + 1), 2.8, palette.soft, anchor="middle")
        for n in range(columns)
    )
    beside = (
        line(-_MARGIN / 2 - 0.6, (n + 0.5) * CELL + 1, str(n + 1), 2.8, palette.soft, anchor="end") for n in range(rows)
    )
    return svg.group(*above, *beside, aria_hidden="true")


def _space(space: Space, stack: Sequence[str], edition: Edition, palette: Palette, prefix: str) -> str:
    row, column = space.cell
    over = _over(space.ground, palette)
    ink = over.ink
    parts = [
        svg.title(_said(space, stack, edition)),
        svg.el(
            "rect",
            width=CELL,
            height=CELL,
            fill=over.zone.get(space.ground, palette.panel),
            stroke=palette.soft,
            stroke_width=0.25,
        ),
    ]
    if space.start:
        frame = {"x": 0.8, "y": 0.8, "width": CELL - 1.6, "height": CELL - 1.6, "rx": 1}
        parts.append(svg.el("rect", fill="none", stroke=ink, stroke_width=0.5, **frame))
    words = edition.word("closes_here") if space.is_closed else str(space.price)
    size = fitted(words, CELL - 3, _PRICE, 1.8, bold=True)
    parts.append(line(CELL / 2, 4.5, words, size, ink, bold=True, anchor="middle"))
    parts.append(_pills(stack, edition, palette) if stack else _foot(space, edition, ink))
    return svg.moved(column * CELL, row * CELL, *parts, id=f"{prefix}cell-{row}-{column}")


def _over(ground: str, palette: Palette) -> Palette:
    """By night, start prices have the colours of the tiles of their phase, which stay as they are."""
    return palette.over(ground) if ground in _TILES else palette


def _said(space: Space, stack: Sequence[str], edition: Edition) -> str:
    """What a screen reader says of a space."""
    price = edition.word("closes_here") if space.is_closed else edition.money(space.price)
    said = [edition.word("space", row=space.cell[0] + 1, column=space.cell[1] + 1, price=price)]
    if space.start:
        said.append(edition.word("start_space", price=price, phase=space.start))
    if space.phase:
        said.append(edition.word("phase_only", phase=space.phase))
    if space.zone == "end_of_game":
        said.append(edition.word("game_ends"))
    return "; ".join([*said, *([", ".join(stack)] if stack else [])])


def _foot(space: Space, edition: Edition, ink: str) -> str:
    """What the colour of an empty space means, in a word."""
    if space.start:
        words = edition.word("from_phase", phase=space.start)
    elif space.zone == "end_of_game":
        words = edition.word("ends_here")
    elif space.phase:
        words = edition.word("from_phase", phase=space.phase)
    else:
        return ""
    return line(CELL / 2, CELL - 2.4, words, 2.3, ink, anchor="middle", room=CELL - 2.4)


def _pills(stack: Sequence[str], edition: Edition, palette: Palette) -> str:
    """Tokens one under the other, the top of the stack uppermost."""
    step = min(_PILL + 0.25, (CELL - 6.0) / len(stack))
    down = step - 0.25
    parts = []
    for place, name in enumerate(stack):
        y = 5.6 + place * step
        company = edition.companies[name]
        parts.append(
            svg.group(
                svg.title(company["name"]),
                svg.el(
                    "rect",
                    x=1.2,
                    y=y,
                    width=CELL - 2.4,
                    height=down,
                    rx=min(1.2, down / 2),
                    fill=company["rgb"],
                    stroke=palette.ink,
                    stroke_width=0.2,
                ),
                middle_line(
                    CELL / 2,
                    y + down / 2,
                    name,
                    down * 0.8,
                    ink_for(company["rgb"], company["text"]),
                    bold=True,
                    room=CELL - 3.4,
                ),
            )
        )
    return "".join(parts)


def _arrows(printed: Mapping[Cell, Space], palette: Palette) -> str:
    """Where a row ends, a move to the right goes up; where it begins, one to the left goes down."""
    ways = []
    for (row, column), space in printed.items():
        if space.is_closed:
            continue
        x, y = column * CELL, row * CELL
        if _ends(space, printed.get((row, column + 1))) and (row - 1, column) in printed:
            ways.append(_arrow(x + CELL - 0.1, y + 1.5, -1))
        if (row, column - 1) not in printed and (row + 1, column) in printed:
            ways.append(_arrow(x + 0.1, y + CELL - 1.5, 1))
    return svg.el("path", d="".join(ways), fill=palette.accent, stroke=palette.panel, stroke_width=0.25)


def _ends(space: Space, right: Space | None) -> bool:
    """Whether no token moves on to the right: no space, one of a later phase, or one of a lower zone."""
    if right is None or (right.phase and not space.phase):
        return True
    return _RANK.get(right.zone, 0) > _RANK.get(space.zone, 0)


def _arrow(x: float, y: float, down: int) -> str:
    """A short arrow over the edge of a space, towards the next row."""
    tip, shoulder, foot = y + down * 2.0, y - down * 0.2, y - down * 2.2
    return (
        f"M{_at(x, tip)}L{_at(x + 1.5, shoulder)}L{_at(x + 0.5, shoulder)}L{_at(x + 0.5, foot)}"
        f"L{_at(x - 0.5, foot)}L{_at(x - 0.5, shoulder)}L{_at(x - 1.5, shoulder)}Z"
    )


def _at(x: float, y: float) -> str:
    return f"{svg.number(x)} {svg.number(y)}"


def _ledges(sheet: Sheet, printed: Mapping[Cell, Space], palette: Palette) -> str:
    """Bars under the last space of a zone, where the sheet says that sales stop there."""
    if "ledge" not in sheet:
        return ""
    between = set(sheet["ledge"]["between"])
    ways = [
        f"M{_at(column * CELL, (row + 1) * CELL)}h{svg.number(CELL)}"
        for (row, column), space in printed.items()
        if (below := printed.get((row + 1, column))) and f"{_letter(space)}-{_letter(below)}" in between
    ]
    return svg.el("path", d="".join(ways), fill="none", stroke=palette.ink, stroke_width=1.1)


def _letter(space: Space) -> str:
    return _LETTERS.get(space.zone or "white", "W")


def _key(printed: Mapping[Cell, Space], sheet: Sheet, edition: Edition, palette: Palette) -> Piece:
    """What start spaces, zones, arrows and ledges mean."""
    grounds: dict[str, str] = {}
    for space in sorted(printed.values(), key=lambda space: (not space.start, _RANK.get(space.zone, 0), space.price)):
        if space.ground != "white":
            grounds.setdefault(space.ground, _meaning(space, edition))
    box: dict[str, str | float] = {
        "x": 0.2,
        "y": 0.2,
        "width": 4.6,
        "height": 3.6,
        "stroke": palette.soft,
        "stroke_width": 0.25,
    }
    signs = [
        (svg.el("rect", fill=_over(ground, palette).zone[ground], **box), words) for ground, words in grounds.items()
    ]
    signs.append((svg.el("path", d=_arrow(2.5, 2.2, -1), fill=palette.accent), edition.word("moves_up")))
    signs.append((svg.el("path", d=_arrow(2.5, 1.8, 1), fill=palette.accent), edition.word("moves_down")))
    if "ledge" in sheet:
        bar = svg.el("path", d="M0.2 2H4.8", stroke=palette.ink, stroke_width=1.1)
        signs.append((bar, edition.word("ledge")))
    return _indented(flowing([_entry(sign, words, palette) for sign, words in signs], 220, 3))


def _meaning(space: Space, edition: Edition) -> str:
    if space.start:
        return edition.word("start_prices_from", phase=space.start)
    match space.zone:
        case "closed":
            return edition.word("closed")
        case "end_of_game":
            return edition.word("game_ends")
        case "phase_only":
            return edition.word("phase_only", phase=space.phase)
    return edition.own(f"zone.{space.zone}")


def _indented(piece: Piece) -> Piece:
    left = _MARGIN + _COUNT
    return Piece(svg.moved(left, 0, piece.markup), piece.width + left, piece.height)


def _entry(sign: str, words: str, palette: Palette) -> Piece:
    return Piece(sign + line(6.2, 3.1, words, 3, palette.ink), 6.2 + width(words, 3), 4)
