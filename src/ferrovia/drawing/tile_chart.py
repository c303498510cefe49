"""Charts of the tiles: how many are left of each, and which may follow which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.geometry import INRADIUS, RADIUS
from ferrovia.drawing.lettering import CAPITAL
from ferrovia.drawing.palette import LIGHT, Palette
from ferrovia.drawing.pieces import Piece, at, beside, flowing, paragraph, stacked
from ferrovia.drawing.tile import tile as drawn_tile
from ferrovia.drawing.upgrades import Upgrade, upgrades
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.track import COLOUR_ORDER, Tile

WIDE = 2400.0  # of a chart, in the units of a hex
_GAP = 18.0
_SMALL = 0.62
_COUNT = 26.0
_NOTE = 38.0


def chart(
    edition: Edition,
    left: Mapping[str, int] | None = None,
    *,
    palette: Palette = LIGHT,
    across: float = WIDE,
    prefix: str = "",
) -> Piece:
    """All tiles by colour, with the number of each; `left` is what a game's supply still holds."""
    board, words = edition.box.board, Words(edition.voice)
    blocks: list[Piece] = []
    for colour in COLOUR_ORDER[1:]:
        tiles = [tile for tile in board.tiles.values() if tile.face.colour == colour]
        if tiles:
            cells = [_counted(edition, tile, left, palette, words, prefix) for tile in tiles]
            blocks.append(stacked([_heading(words(colour), across, palette), flowing(cells, across, _GAP)], _GAP))
    return stacked(blocks, 2 * _GAP)


def tree(edition: Edition, *, palette: Palette = LIGHT, across: float = WIDE) -> Piece:
    """Which tiles may follow which: those before an arrow may each become any of those behind it."""
    board = edition.box.board
    rows: dict[str, list[Piece]] = {}
    for upgrade in upgrades(edition):
        rows.setdefault(board.tiles[upgrade.after[0]].face.colour, []).append(_upgrade(edition, upgrade, palette))
    # Those of a height stand side by side, so that little paper is left empty.
    blocks = [flowing(sorted(row, key=lambda piece: piece.height), across, _GAP) for row in rows.values()]
    if edition.sheet("tiles").get("upgrades", {}).get("competitive"):
        blocks.append(paragraph(edition.word("competitive"), across, _NOTE, palette.ink))
    return stacked(blocks, 2 * _GAP)


def document(piece: Piece, heading: str, palette: Palette) -> str:
    """A chart as a picture of its own."""
    edge = 60.0
    top = 130.0
    title = svg.text(edge, 84, heading, font_size=56, font_weight="bold", fill=palette.ink)
    width, height = piece.width + 2 * edge, piece.height + top + edge
    return svg.document(
        width / 2,
        height / 2,
        title,
        at(edge, top, piece),
        view=(0, 0, width, height),
        background=palette.paper,
        label=heading,
    )


def _heading(words: str, across: float, palette: Palette) -> Piece:
    size = 34.0
    return Piece(
        svg.text(0, size * CAPITAL, words, font_size=size, font_weight="bold", fill=palette.soft)
        + svg.el("path", d=f"M0 {size + 4}H{svg.number(across)}", stroke=palette.faint, stroke_width=2),
        across,
        size + 8,
    )


def _counted(
    edition: Edition, tile: Tile, left: Mapping[str, int] | None, palette: Palette, words: Words, prefix: str
) -> Piece:
    """A tile with its number under it; faint when none is left."""
    many = tile.count if left is None else left.get(tile.id, 0)
    if tile.count < 0:
        count, says = "∞", words("tile", tile=tile.id)
    elif left is None:
        count, says = f"× {tile.count}", words("tile_count", tile=tile.id, count=tile.count)
    else:
        count = f"{many} / {tile.count}"
        says = words("tiles_left", tile=tile.id, left=many, count=tile.count)
    shown = svg.moved(
        RADIUS,
        INRADIUS,
        svg.title(says),
        drawn_tile(tile, orientation=edition.box.board.orientation, palette=palette, number_size=20),
        opacity=0.32 if many == 0 else None,
        id=f"{prefix}tile-{tile.id}",
    )
    below = svg.text(
        RADIUS, 2 * INRADIUS + 30, count,
        font_size=_COUNT, font_weight="bold", text_anchor="middle", fill=palette.warning if many == 0 else palette.ink,
    )  # fmt: skip
    return Piece(shown + below, 2 * RADIUS, 2 * INRADIUS + 44)


def _upgrade(edition: Edition, upgrade: Upgrade, palette: Palette) -> Piece:
    """Some tiles, an arrow, and those that may follow them."""
    before = _block(edition, upgrade.before, palette)
    after = _block(edition, upgrade.after, palette)
    tall = max(before.height, after.height)
    arrow = svg.el(
        "path", d=f"M8 {tall / 2:.1f}h34m-12 -12l14 12l-14 12", fill="none", stroke=palette.soft, stroke_width=5,
        stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    inner = beside([_centred(before, tall), Piece(arrow, 54, tall), _centred(after, tall)], 6)
    frame = svg.el(
        "rect",
        x=0,
        y=0,
        width=inner.width + 36,
        height=inner.height + 32,
        rx=16,
        fill=palette.panel,
        stroke=palette.faint,
    )
    return Piece(frame + at(18, 16, inner), inner.width + 36, inner.height + 32)


def _block(edition: Edition, keys: Iterable[str], palette: Palette) -> Piece:
    """Small tiles in a block that is a little wider than high."""
    cells = [_small(edition, key, palette) for key in keys]
    columns = next(count for count in range(1, 99) if count * count * 1.6 >= len(cells))
    return flowing(cells, columns * (2 * RADIUS * _SMALL + 6), 6)


def _small(edition: Edition, key: str, palette: Palette) -> Piece:
    board = edition.box.board
    if key.startswith("@"):
        hex = board.hexes[key[1:]]
        tile = Tile(hex.id, 1, hex.face)
    else:
        tile = board.tiles[key]
    shown = svg.el(
        "g",
        drawn_tile(tile, orientation=board.orientation, palette=palette, number_size=27),
        transform=f"translate({RADIUS * _SMALL:.1f} {INRADIUS * _SMALL:.1f}) scale({_SMALL})",
    )
    return Piece(shown, 2 * RADIUS * _SMALL, 2 * INRADIUS * _SMALL)


def _centred(piece: Piece, tall: float) -> Piece:
    return Piece(at(0, (tall - piece.height) / 2, piece), piece.width, tall)
