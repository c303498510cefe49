"""Papers that change hands: share certificates and train cards, two to the size of a playing card."""

from __future__ import annotations

from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.charters import token_at
from ferrovia.drawing.edition import Edition, train_count
from ferrovia.drawing.emblems import emblem
from ferrovia.drawing.lettering import LEAST
from ferrovia.drawing.palette import Palette, ink_for, rim
from ferrovia.drawing.pieces import CORNER, Piece, at, fitting_paragraph, head, line, middle_line, panel
from ferrovia.drawing.trains import runs
from ferrovia.engine.flow.sheets import Sheet

WIDE: Final = 63.0
HIGH: Final = 44.0
_EDGE: Final = 4.0
_ENDLESS: Final = 9  # cards printed of a class of which there is no end


def certificate(edition: Edition, company: str, number: int, palette: Palette, *, prefix: str = "") -> Piece:
    """A certificate of a company by its place in the stack, from 0."""
    table = edition.companies[company]
    size = edition.certificates(company)[number]
    president = number == table.get("president_certificate", 0)
    kind = edition.word(
        "president_certificate"
        if president
        else "last_certificate"
        if number == table.get("last_certificate")
        else "certificate"
    )
    ink = ink_for(table["rgb"], table["text"])
    shares = size // min(edition.certificates(company))
    parts = [
        svg.title(f"{company}: {kind}, {size}%"),
        panel(WIDE, HIGH, palette, radius=CORNER),
        head(WIDE, 11, table["rgb"], rim(table["rgb"], palette)),
        line(_EDGE + 0.5, 7.1, kind, 3.6, ink, bold=True, room=WIDE - 2 * _EDGE - 14),
        line(WIDE - _EDGE - 0.5, 7.4, company, 4.4, ink, bold=True, anchor="end"),
        token_at(_EDGE + 9.5, 25.5, 9.5, company, edition, palette),
        line(WIDE - _EDGE - 0.5, 27.5, f"{size}%", 11, palette.ink, bold=True, anchor="end"),
        line(
            WIDE - _EDGE - 0.5,
            33,
            edition.word("shares", count=shares),
            3.2,
            palette.soft,
            anchor="end",
        ),
        line(_EDGE, HIGH - 3, table["name"], 2.8, palette.ink, room=WIDE - 2 * _EDGE),
    ]
    if president:
        frame = {"x": 0.9, "y": 0.9, "width": WIDE - 1.8, "height": HIGH - 1.8, "rx": 2.4}
        parts.append(
            svg.el("rect", fill="none", stroke=rim(table["rgb"], palette) or table["rgb"], stroke_width=1.5, **frame)
        )
    return Piece(svg.group(*parts, id=f"{prefix}certificate-{company}-{number}"), WIDE, HIGH)


def certificates(edition: Edition, palette: Palette) -> list[Piece]:
    """Every certificate, company by company."""
    return [
        certificate(edition, company, number, palette)
        for company in edition.companies
        for number in range(len(edition.certificates(company)))
    ]


def train_card(edition: Edition, train: Sheet, palette: Palette, number: int = 0, *, prefix: str = "") -> Piece:
    colour = _colour(edition, train)
    over = palette.over(colour)  # the head has the colour of tiles, by night too
    ground = over.zone[colour]
    across = WIDE - 2 * _EDGE
    rusts = train.get("eliminated_by")
    end = edition.word("rusts_with", train=rusts) if rusts else edition.word("never_rusts")
    parts = [
        svg.title(f"{edition.word('train')} {train['name']}"),
        panel(WIDE, HIGH, palette, radius=CORNER),
        head(WIDE, 22, ground),
        svg.moved(_EDGE + 8, 15, emblem("trains", over.ink, ground, 13)),
        line(_EDGE, 6.9, edition.word("train"), 3, over.ink),
        middle_line(WIDE - 19, 11.5, train["name"], 13, over.ink, bold=True, room=29),
        line(_EDGE, 28, edition.money(train["cost"]), 5, palette.ink, bold=True),
        at(_EDGE, 29.5, fitting_paragraph(runs(train, edition), across, 9, 2.9, LEAST, palette.ink)),
        line(_EDGE, HIGH - 2.8, end, 2.6, palette.soft),
        line(WIDE - _EDGE, HIGH - 2.8, edition.name, 2.6, palette.soft, anchor="end"),
    ]
    if train.get("capacity"):
        parts.append(line(WIDE - _EDGE, 28, train["capacity"], 5, palette.ink, bold=True, anchor="end"))
    return Piece(svg.group(*parts, id=f"{prefix}train-card-{train['name']}-{number}"), WIDE, HIGH)


def _colour(edition: Edition, train: Sheet) -> str:
    """The newest colour of tile when the train comes out."""
    colour = "yellow"
    for phase in edition.sheet("trains")["phase"]:
        if phase["starts_with"] in (train["name"], train.get("available_after"), train.get("phase")):
            colour = phase["tiles"][-1]
    return colour


def train_cards(edition: Edition, palette: Palette) -> list[Piece]:
    """Every train card; of a class of which there is no end, a sheet's share."""
    return [
        train_card(edition, train, palette, number)
        for train in edition.trains.values()
        for number in range(train_count(train) or _ENDLESS)
    ]
