"""Charters: what is printed of a company, and of a game how the company stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.lettering import LEADING, LEAST, fitted, width
from ferrovia.drawing.palette import Palette, ink_for, rim, seen_on
from ferrovia.drawing.pieces import RIM, Piece, at, fitting_paragraph, flowing, line, panel
from ferrovia.drawing.tokens import token
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.engine.flow.state import OUT

WIDE: Final = 184.0
HIGH: Final = 88.0
_BAND: Final = 36.0
_EDGE: Final = 4.0
_BOX: Final = 27.0  # the least height of the places for money, trains and papers
_TOKEN: Final = 5.6  # radius of a token's space
_ROW: Final = 10  # tokens side by side
_DRAWN: Final = 40.0  # the radius at which tokens are drawn, before they are scaled


@dataclass(frozen=True, slots=True)
class Standing:
    """How a company stands in a game."""

    president: str
    price: int | None  # None: not started, or closed
    closed: bool
    cash: int
    trains: tuple[str, ...]
    tokens: int  # left on the charter
    run: int | None
    privates: tuple[str, ...]
    stock: tuple[tuple[str, int], ...]  # holders and their per cent


def standing(game: Game, company: str) -> Standing | None:
    """How a company stands; None for one that has no part in the game."""
    state = game.state
    if company not in state.certificates:
        return None
    holders = state.certificates[company]
    started = game.is_started(company)
    stock = [(name, game.percent(company, name)) for name in dict.fromkeys((*state.seats, *holders))]
    return Standing(
        president=holders[PRESIDENT] if holders and holders[PRESIDENT] in state.seats else "",
        price=game.price(company) if started else None,
        closed=set(holders) == {OUT},
        cash=state.cash.get(company, 0),
        trains=game.trains(company),
        tokens=state.tokens.get(company, 0),
        run=state.earnings.get(company),
        privates=tuple(name for name, owner in state.privates.items() if owner == company),
        stock=tuple((name, share) for name, share in stock if share and name != OUT),
    )


def charter(
    edition: Edition, company: str, palette: Palette, stands: Standing | None = None, *, prefix: str = ""
) -> Piece:
    table = edition.companies[company]
    across = WIDE - _BAND - 2 * _EDGE
    facts = _facts(edition, table, across, palette, stands)
    middle = at(_BAND + _EDGE, 0, facts)
    down = HIGH - _EDGE - facts.height  # what the words leave is for what lies on the charter
    boxes = at(_BAND + _EDGE, facts.height, _boxes(edition, table, across, down, palette, stands))
    parts = [svg.title(f"{edition.word('charter')}: {table['name']}"), panel(WIDE, HIGH, palette, radius=3)]
    parts += [_band(edition, table, palette, stands), middle, boxes]
    return Piece(svg.group(*parts, id=f"{prefix}charter-{company}"), WIDE, HIGH)


def charters(edition: Edition, palette: Palette, game: Game | None = None, *, prefix: str = "") -> Piece:
    """All charters, two abreast; of a game those in play, also of the companies that have one owner now."""
    stands = {company: standing(game, company) if game else None for company in edition.companies}
    shown = [company for company in chartered(edition) if game is None or stands[company]]
    shown += [company for company, each in stands.items() if company not in shown and each and each.president]
    pieces = [charter(edition, company, palette, stands[company], prefix=prefix) for company in shown]
    return flowing(pieces, 2 * WIDE + 5, 5)


def chartered(edition: Edition) -> list[str]:
    """The companies that have a charter: a company of one owner has a card instead."""
    return [company for company, table in edition.companies.items() if table.get("kind") != "regional"]


def token_at(x: float, y: float, radius: float, name: str, edition: Edition, palette: Palette) -> str:
    """A token of any size, drawn as on the board."""
    transform = f"translate({svg.number(x)} {svg.number(y)}) scale({radius / _DRAWN:.4g})"
    edge = rim(edition.tokens[name].rgb, palette)
    ring = svg.el("circle", r=_DRAWN, fill="none", stroke=edge, stroke_width=_DRAWN / 16) if edge else ""
    drawn = token(0, 0, _DRAWN, name, edition.tokens, palette)
    return svg.group(drawn, ring, transform=transform, text_anchor="middle")


def _band(edition: Edition, table: Sheet, palette: Palette, stands: Standing | None) -> str:
    """The coloured side: the token, what kind of company it is, its price."""
    ink = ink_for(table["rgb"], table["text"])
    right, bottom = svg.number(_BAND), svg.number(HIGH - 0.15)
    shape = f"M{right} 0.15V{bottom}H3.15A3 3 0 0 1 0.15 {svg.number(HIGH - 3.15)}V3.15A3 3 0 0 1 3.15 0.15Z"
    kind = edition.word(table.get("kind") or "railway")
    edge = rim(table["rgb"], palette)
    parts = [
        svg.el("path", d=shape, fill=table["rgb"], stroke=edge, stroke_width=RIM if edge else None),
        svg.el("circle", cx=_BAND / 2, cy=17, r=13.4, fill=palette.paper),
        token_at(_BAND / 2, 17, 12.5, table["id"], edition, palette),
        line(_BAND / 2, 37, kind, 3, ink, anchor="middle", room=_BAND - 4),
    ]
    if "available" in table:
        parts.append(
            line(_BAND / 2, 41.5, edition.word("available", phase=table["available"]), 3, ink, anchor="middle")
        )
    if stands is None:
        parts.append(_blank(52, edition.word("value" if "value" in table else "price"), ink, palette, edge))
        parts.append(_blank(71, edition.word("last_run"), ink, palette, edge))
    else:
        label, price = _worth(edition, table, stands)
        size = fitted(price, _BAND - 6, 8.5, 3.4, bold=True)
        parts.append(line(_BAND / 2, 55, label, 3, ink, anchor="middle"))
        parts.append(line(_BAND / 2, 57 + size * 0.8, price, size, ink, bold=True, anchor="middle"))
        if not stands.closed:
            run = edition.word("no_run") if stands.run is None else edition.money(stands.run)
            parts.append(line(_BAND / 2, 74, edition.word("last_run"), 3, ink, anchor="middle"))
            parts.append(line(_BAND / 2, 80, run, 4.6, ink, bold=True, anchor="middle", room=_BAND - 6))
    return "".join(parts)


def _blank(y: float, label: str, ink: str, palette: Palette, edge: str | None) -> str:
    """A label over a place to write on or to lay a marker."""
    place = svg.el(
        "rect", x=5, y=y + 1.6, width=_BAND - 10, height=10, rx=1.5,
        fill=palette.paper, stroke=edge, stroke_width=RIM if edge else None,
    )  # fmt: skip
    return line(_BAND / 2, y, label, 3, ink, anchor="middle") + place


def _worth(edition: Edition, table: Sheet, stands: Standing) -> tuple[str, str]:
    """The price of a company; the value of one that has no place on the market."""
    if "value" in table:
        return edition.word("value"), edition.money(table["value"])
    unpriced = edition.word("closed" if stands.closed else "not_started")
    return edition.word("price"), unpriced if stands.price is None else edition.money(stands.price)


def _facts(edition: Edition, table: Sheet, across: float, palette: Palette, stands: Standing | None) -> Piece:
    """Name, home, tokens, and what only this company may do."""
    size = fitted(table["name"], across, 7, 3.6, bold=True)
    parts = [line(0, 10, table["name"], size, palette.ink, bold=True)]
    y = 14.0
    home = home_words(edition, table)
    if home:
        parts.append(line(0, 16.5, home, 3.5, palette.soft, room=across))
        y = 19.5
    count = _count(table)
    if count:
        row = _tokens(edition, table, across, palette, count if stands is None else stands.tokens)
        parts.append(at(0, y, row))
        y += row.height + 1.5
    if table.get("historical"):
        row = _destinations(edition, table, across, palette)
        parts.append(at(0, y, row))
        y += row.height + 1.5
    words = charter_words(edition, table)
    if words:
        text = fitting_paragraph(words, across, HIGH - _BOX - 2 * _EDGE - y, 3.6, LEAST, palette.ink)
        parts.append(at(0, y + 0.5, text))
        y += text.height + 1.5
    return Piece("".join(parts), across, min(y + 1.5, HIGH - _BOX - _EDGE))


def home_words(edition: Edition, table: Sheet) -> str:
    homes = table.get("home") or []
    homes = [homes] if isinstance(homes, str) else homes
    if homes:
        return f"{edition.word('home')}: {', '.join(edition.place(hex_id) for hex_id in homes)}"
    if table.get("home_choice"):
        return edition.word("home_choice", places=[edition.place(hex_id) for hex_id in table["home_choice"]])
    return edition.word("home_any") if "home" in table else ""


def _count(table: Sheet) -> int:
    tokens = table.get("tokens", 0)
    return tokens if isinstance(tokens, int) else len(tokens)


def _tokens(edition: Edition, table: Sheet, across: float, palette: Palette, left: int) -> Piece:
    """Spaces for the tokens with their prices, in rows of ten; those that are on the map are empty."""
    count, step = _count(table), 2 * _TOKEN + 1.2
    prices = table["tokens"] if isinstance(table["tokens"], list) else []
    parts = []
    for place in range(count):
        x, y = _TOKEN + place % _ROW * step, _TOKEN + 0.3 + place // _ROW * step
        parts.append(svg.el("circle", cx=x, cy=y, r=_TOKEN, fill=palette.paper, stroke=palette.soft, stroke_width=0.25))
        if place >= count - left:
            parts.append(token_at(x, y, _TOKEN - 0.4, table["id"], edition, palette))
        if prices:
            words = edition.money(prices[place]) if prices[place] else edition.word("home")
            parts.append(line(x, 2 * _TOKEN + 3.6, words, 2.6, palette.soft, anchor="middle", room=2 * _TOKEN + 1))
    if table.get("token_fee"):
        words = edition.word("token_fee", cost=table["token_fee"])
        parts.append(line(count * step + 2, _TOKEN + 1.4, words, 3.2, palette.soft))
    rows = -(-count // _ROW)
    return Piece("".join(parts), across, rows * step + (3.6 if prices else 0.4))


def _destinations(edition: Edition, table: Sheet, across: float, palette: Palette) -> Piece:
    """The places a company is meant to reach, each with a ring for its token."""
    colour = seen_on(table["rgb"], palette.panel, palette.ink)
    pieces = []
    for stop in table["historical"]:
        role = str(stop.get("as", "")).split(",")[0].split(" ")[0]
        name = edition.called(stop["name"])
        words = f"{name} ({edition.word(role)})" if role else name
        if "cash" in stop:
            words = f"{words} {edition.money(stop['cash'])}"
        ring = svg.el("circle", cx=2, cy=2, r=1.6, fill=palette.paper, stroke=colour, stroke_width=0.8)
        pieces.append(Piece(ring + line(5, 3.1, words, 3.2, palette.ink), 5 + width(words, 3.2), 4))
    return flowing(pieces, across, 2.6)


def charter_words(edition: Edition, table: Sheet) -> str:
    """Mergers, and the title's own text of this company."""
    merges = edition.word("merges", n=table["merging"], names=table["merges"]) if table.get("merges") else ""
    general = edition.own(f"company.{table.get('kind')}")
    return " ".join(filter(None, (merges, edition.own(f"company.{table['id']}", general))))


def _boxes(
    edition: Edition, table: Sheet, across: float, down: float, palette: Palette, stands: Standing | None
) -> Piece:
    """Where money, trains and papers lie; of a game, what lies there."""
    gap = 2.0
    wide = (across - 2 * gap) / 3
    filled: Sequence[tuple[str, Sequence[str], bool]]
    if stands is None:
        papers = "privates" if edition.sheet("companies").get("private") else "stock"
        filled = [(edition.word(key), (), False) for key in ("treasury", "trains", papers)]
    else:
        stock = [f"{_holder(edition, name, table['id'])}: {share}%" for name, share in stands.stock]
        filled = [
            (edition.word("treasury"), [edition.money(stands.cash), *stands.privates], True),
            (edition.word("trains"), stands.trains, True),
            (_stock_heading(edition, stands), stock, False),
        ]
    parts = []
    for place, (heading, lines, large) in enumerate(filled):
        box = svg.el(
            "rect", width=wide, height=down, rx=1.5, fill=palette.paper, stroke=palette.faint, stroke_width=0.3
        )
        parts.append(
            svg.moved(
                place * (wide + gap),
                0,
                box,
                line(2, 4.4, heading, 3, palette.soft, room=wide - 4),
                _listed(lines, wide, down, palette, large),
            )
        )
    return Piece("".join(parts), across, down)


def _stock_heading(edition: Edition, stands: Standing) -> str:
    president = f" · {edition.word('president')}: {stands.president}" if stands.president else ""
    return edition.word("stock") + president


def _holder(edition: Edition, name: str, company: str) -> str:
    known = {POOL: "pool", OFFER: "offer", company: "own_treasury"}
    return edition.word(known[name]) if name in known else edition.own(f"holder.{name}", name)


def _listed(lines: Sequence[str], wide: float, down: float, palette: Palette, large: bool) -> str:
    """Lines that share the room under the heading, in two columns where they are many."""
    if not lines:
        return ""
    columns = 1 if len(lines) <= 6 else 2
    rows = -(-len(lines) // columns)
    size = min(5.6 if large else 4.0, (down - 6.5) / rows / LEADING)
    room = (wide - 4) / columns
    return "".join(
        line(
            2 + (place // rows) * room,
            5.6 + size * (0.85 + LEADING * (place % rows)),
            words,
            size,
            palette.ink,
            bold=large,
            room=room - 1,
        )
        for place, words in enumerate(lines)
    )
