"""Tokens and counters to be cut out: for stations and the market, towns, coaches, anchors, bonuses."""

from __future__ import annotations

from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.charters import token_at
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.palette import Palette, ink_for
from ferrovia.drawing.pieces import Piece, middle_line
from ferrovia.drawing.signs import anchor
from ferrovia.drawing.tokens import coach
from ferrovia.engine.flow.sheets import Sheet

ROUND: Final = 11.0  # fits the spaces of a city at true size
_COACH_DRAWN: Final = 40.0
SQUARE: Final = 11.0  # 17 to a row of the paper, so that each company has a row
_MARKERS: Final = {1: 9, 5: 8}  # chips of a company by what they count: any number up to 49


def counters(edition: Edition, palette: Palette) -> list[Piece]:
    """Everything small, company by company, then what belongs to nobody yet."""
    found: list[Piece] = []
    for company, table in edition.companies.items():
        found += [_token(company, edition, palette)] * pieces_of(table)
        found += [_coach(company, edition, palette)] * table.get("coach_tokens", 0)
    game = edition.sheet("game")
    for owner, count in game.get("anchors", {}).get("markers", {}).items():
        found += [_anchor(owner, palette)] * count
    for private in edition.sheet("companies").get("private", ()):
        if private.get("power") == "port_bonus":
            found += [_bonus(private["bonus"], palette)] * game["box"]["port_bonus_tokens"]
    found += [_numbered(str(each["number"]), palette) for each in edition.sheet("map").get("bourbon_token", ())]
    return found


def town_markers(edition: Edition, palette: Palette) -> list[Piece]:
    """Chips that a company collects for the towns on its lines; none where a title knows no such thing."""
    if "town_markers" not in edition.sheet("tiles"):
        return []
    return [
        _marker(company, count, edition, palette)
        for company in edition.companies
        for count, chips in _MARKERS.items()
        for _ in range(chips)
    ]


def _marker(company: str, count: int, edition: Edition, palette: Palette) -> Piece:
    """A square in the company's colour with a white window, where it says how many towns it counts."""
    table = edition.companies[company]
    ink = ink_for(table["rgb"], table["text"])
    parts = [
        svg.title(edition.word("town_marker", company=company, count=count)),
        svg.el("rect", width=SQUARE, height=SQUARE, fill=table["rgb"], stroke=palette.faint, stroke_width=0.15),
        middle_line(SQUARE / 2, 2.4, company, 2.9, ink, bold=True, room=SQUARE - 1.6),
        svg.el("rect", x=1.4, y=4.4, width=SQUARE - 2.8, height=SQUARE - 5.8, rx=0.8, fill=palette.panel),
        middle_line(SQUARE / 2, (SQUARE + 3) / 2, str(count), 4.4, palette.ink, bold=True, room=SQUARE - 4),
    ]
    return Piece(svg.group(*parts), SQUARE, SQUARE)


def pieces_of(table: Sheet) -> int:
    """Round tokens of a company: its stations, and one for the market unless it has none there."""
    tokens = table.get("tokens", 0)
    stations = tokens if isinstance(tokens, int) else len(tokens)
    return int(table.get("pieces", stations + (table.get("kind") != "regional")))


def _token(company: str, edition: Edition, palette: Palette) -> Piece:
    return Piece(token_at(ROUND / 2, ROUND / 2, ROUND / 2 - 0.3, company, edition, palette), ROUND, ROUND)


def _coach(company: str, edition: Edition, palette: Palette) -> Piece:
    drawn = coach(0, 0, _COACH_DRAWN, company, edition.tokens, palette)
    transform = f"translate({ROUND / 2} {ROUND / 2}) scale({svg.number(ROUND / _COACH_DRAWN)})"
    return Piece(svg.group(drawn, transform=transform, text_anchor="middle"), ROUND, ROUND)


def _disc(palette: Palette, fill: str) -> str:
    return svg.el(
        "circle", cx=ROUND / 2, cy=ROUND / 2, r=ROUND / 2 - 0.3, fill=fill, stroke=palette.city_edge, stroke_width=0.3
    )


def _anchor(owner: str, palette: Palette) -> Piece:
    sign = svg.moved(ROUND / 2, ROUND / 2 - 1, anchor(palette, 3.0))
    words = middle_line(ROUND / 2, ROUND - 2.6, owner, 2.2, palette.ink, bold=True, room=ROUND - 4)
    return Piece(_disc(palette, palette.sea) + sign + words, ROUND, ROUND)


def _bonus(value: int, palette: Palette) -> Piece:
    words = middle_line(ROUND / 2, ROUND / 2, f"+{value}", 4.4, palette.ink, bold=True, room=ROUND - 2)
    return Piece(_disc(palette, palette.sea) + words, ROUND, ROUND)


def _numbered(words: str, palette: Palette) -> Piece:
    """A token that nobody owns, by its number."""
    number = middle_line(ROUND / 2, ROUND / 2, words, 5.5, palette.ink, bold=True, room=ROUND - 2)
    return Piece(_disc(palette, palette.zone["yellow"]) + number, ROUND, ROUND)
