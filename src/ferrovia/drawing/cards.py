"""Cards in our own words: private companies, political cards, concessions, regional companies, events, support.

What a card says is read off the component sheets; texts are those of the title's sheet `words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition
from ferrovia.drawing.emblems import emblem
from ferrovia.drawing.lettering import LEADING, LEAST, width, wrapped
from ferrovia.drawing.palette import Palette, readable_on, rim, seen_on
from ferrovia.drawing.pieces import CORNER, Piece, at, fitting_paragraph, head, line, panel
from ferrovia.engine.flow.sheets import Sheet

WIDE: Final = 63.0
HIGH: Final = 88.0
_EDGE: Final = 4.5
_EMBLEMS: Final = (18.0, 10.0)  # how high an emblem may be; where there is less room it is left out
_STOPS: Final = ("home", "intermediate", "final")

# Grounds of the bands, by kind of card.
PRIVATE, POLITICAL, CONCESSION, EVENT, SUPPORT = "#2f5d62", "#6d3b2e", "#4d4a6b", "#7a2e2e", "#55602f"


@dataclass(frozen=True, slots=True)
class Card:
    """A card before it is drawn."""

    id: str
    kind: str
    heading: str
    words: str
    facts: Sequence[tuple[str, str]] = ()
    band: str = PRIVATE
    number: str = ""
    copies: int = 1
    to_build: Sequence[Sequence[str]] = ()  # lines, stop by stop
    emblem: str = ""


def drawn(card: Card, edition: Edition, palette: Palette, *, prefix: str = "", owner: str = "") -> Piece:
    """A card of the size of a playing card: its kind, its name, its figures, what it does, and who owns it."""
    ink = readable_on(card.band)
    band = 9.0
    parts = [
        svg.title(f"{card.kind}: {card.heading}"),
        panel(WIDE, HIGH, palette, radius=CORNER),
        head(WIDE, band, card.band, rim(card.band, palette)),
        line(_EDGE, 6, card.kind, 3, ink, bold=True, room=WIDE - 2 * _EDGE - 12),
    ]
    if card.number:
        parts.append(line(WIDE - _EDGE, 6.1, card.number, 3.6, ink, bold=True, anchor="end"))
    across = WIDE - 2 * _EDGE
    full = len(card.facts) > 4 or len(card.to_build) > 1  # then everything stands closer
    lines, size = _heading(card.heading, across, 2 if full else 3)
    y = band + 2.5
    for words in lines:
        y += size * LEADING
        parts.append(line(_EDGE, y, words, size, palette.ink, bold=True))
    y += 2.6 if full else 3.5
    for label, value in card.facts:
        fact = _fact(label, value, across, palette, 4.5 if full else 5)
        parts.append(at(_EDGE, y, fact))
        y += fact.height
    if card.facts:
        y += 2.6
        parts.append(_rule(y, palette))
    for stops in card.to_build:
        diagram = _line_of(stops, across, palette, card.band, 5.2 if full else 6.2)
        parts.append(at(_EDGE, y + 2.5, diagram))
        y += diagram.height + 2.5
    text = fitting_paragraph(card.words, across, HIGH - y - 14, 3.9, LEAST, palette.ink)
    parts += [at(_EDGE, y + 2.4, text), _rails(palette)]
    end, foot = y + 2.4 + text.height, HIGH - 11
    high = next((size for size in _EMBLEMS if size <= foot - end - 3), 0.0)
    if card.emblem and high:
        middle = max((end + foot) / 2, foot - 14)  # emblems of short texts stand on one line
        parts.append(svg.moved(WIDE / 2, middle, emblem(card.emblem, palette.faint, palette.panel, high)))
    if owner:
        words = f"{edition.word('owner')}: {owner}"
        parts.append(line(_EDGE, HIGH - 2.3, words, 3.4, palette.accent, bold=True, room=across))
    else:
        parts.append(line(_EDGE, HIGH - 2.6, edition.name, 2.4, palette.soft))
    return Piece(svg.group(*parts, id=f"{prefix}card-{card.id}"), WIDE, HIGH)


def _fact(label: str, value: str, across: float, palette: Palette, step: float) -> Piece:
    """A figure at the right and what it is at the left, in lines beside it."""
    lines = wrapped(label, across - width(value, 3.5, bold=True) - 2, 3.2)
    parts = [line(0, step + 3.2 * LEADING * place, words, 3.2, palette.soft) for place, words in enumerate(lines)]
    parts.append(line(across, step, value, 3.5, palette.ink, bold=True, anchor="end"))
    return Piece("".join(parts), across, step + 3.2 * LEADING * (len(lines) - 1))


def _rule(y: float, palette: Palette) -> str:
    return svg.el(
        "path", d=f"M{_EDGE} {svg.number(y)}H{svg.number(WIDE - _EDGE)}", stroke=palette.faint, stroke_width=0.25
    )


def _rails(palette: Palette) -> str:
    """A piece of line along the foot of a card: two rails on sleepers."""
    left, right = svg.number(_EDGE), svg.number(WIDE - _EDGE)
    sleepers = svg.el(
        "path", d=f"M{left} {HIGH - 8}H{right}", stroke=palette.faint, stroke_width=3, stroke_dasharray="0.9 1.35"
    )
    rails = svg.el(
        "path", d=f"M{left} {HIGH - 8.8}H{right}M{left} {HIGH - 7.2}H{right}", stroke=palette.soft, stroke_width=0.35
    )
    return sleepers + rails


def _line_of(stops: Sequence[str], across: float, palette: Palette, colour: str, step: float) -> Piece:
    """The stops of a line one under the other."""
    down = step * (len(stops) - 1) + 4
    ink = seen_on(colour, palette.panel, palette.ink)
    rail = svg.el("path", d=f"M2.2 2V{svg.number(down - 2)}", stroke=ink, stroke_width=1.2)
    dots = [
        svg.el("circle", cx=2.2, cy=2 + place * step, r=1.5, fill=palette.panel, stroke=palette.ink, stroke_width=0.5)
        + line(5.5, 3.1 + place * step, name, 3.4, palette.ink, room=across - 5.5)
        for place, name in enumerate(stops)
    ]
    return Piece(rail + "".join(dots), across, down)


def _heading(words: str, across: float, most: int) -> tuple[list[str], float]:
    """The largest size at which a name takes no more lines than it may."""
    size = 5.6
    while size > 3.4 and (len(wrapped(words, across, size, bold=True)) > most or _breaks_a_word(words, across, size)):
        size -= 0.2
    return wrapped(words, across, size, bold=True), size


def _breaks_a_word(words: str, across: float, size: float) -> bool:
    return any(len(wrapped(word, across, size, bold=True)) > 1 for word in words.split())


def sections(edition: Edition) -> dict[str, list[Card]]:
    """All cards of a title by their kind; a kind that the title has not is left out."""
    companies, game = edition.sheet("companies"), edition.sheet("game")
    found = {
        "privates": [_private(each, edition) for each in companies.get("private", ())],
        "political_cards": [_political(each, edition) for each in companies.get("political_card", ())],
        "concessions": [_deposit_concession(each, edition) for each in companies.get("concession", ())]
        + [_bonus_concession(each, edition) for each in game.get("concession", ())],
        "regionals": [_regional(each, edition) for each in companies.get("regional", ())],
        "events": [_event(each, edition) for each in game.get("event", ())],
        "support": _support(edition),
    }
    return {kind: cards for kind, cards in found.items() if cards}


def _private(table: Sheet, edition: Edition) -> Card:
    prices = table["corporation_price"]
    sale = (
        edition.word("for_corporations", least=prices[0], most=prices[1])
        if prices
        else edition.word("not_for_corporations")
    )
    return Card(
        table["id"],
        edition.word("private"),
        table["name"],
        " ".join((edition.own(f"private.{table['id']}"), sale)),
        (
            (edition.word("face_value"), edition.money(table["face_value"])),
            (edition.word("pays"), edition.money(table["revenue"])),
        ),
        PRIVATE,
        table["id"],
        emblem="private",
    )


def _political(table: Sheet, edition: Edition) -> Card:
    first, *later = table["revenue"]
    words = edition.own(f"political_card.{table['id']}")
    if later:
        drop = edition.own(
            "political_card.revenue_drops",
            first=edition.money(first),
            later=edition.money(later[0]),
            company=table["share"],
        )
        words = f"{words} {edition.word('pays')}: {drop}"
    return Card(
        table["id"],
        edition.word("political_card"),
        table["name"],
        words,
        (
            (edition.word("cost"), edition.money(table["cost"])),
            (edition.word("pays"), " / ".join(edition.money(each) for each in table["revenue"])),
        ),
        POLITICAL,
        str(table["number"]),
        emblem="political",
    )


def _deposit_concession(table: Sheet, edition: Edition) -> Card:
    """The right to start a company, against a deposit that comes back when its line is built."""
    company = edition.companies[table["company"]]
    lines = [
        [edition.place(route[stop]) if route[stop] in edition.places else route[stop] for stop in _STOPS]
        for route in table["routes"]
    ]
    return Card(
        f"concession-{table['company']}",
        edition.word("concession"),
        company["name"],
        edition.word("either_line") if len(lines) > 1 else "",
        (
            (edition.word("deposit"), " / ".join(edition.money(each) for each in table["deposit"])),
            (edition.word("bond"), edition.word("band", band=table["band"])),
        ),
        company["rgb"],
        table["company"],
        to_build=lines,
        emblem="trains",
    )


def _bonus_concession(table: Sheet, edition: Edition) -> Card:
    """The promise to join places in order, in time, for a bonus."""
    penalty = edition.sheet("game")["concession_rules"]["penalty_factor"] * table["cost"]
    return Card(
        f"concession-{table['id']}",
        edition.word("concession"),
        f"{table['names'][0]} – {table['names'][-1]}",
        "",
        (
            (edition.word("cost"), edition.money(table["cost"])),
            (edition.word("bonus"), " / ".join(map(str, table["bonus"]))),
            (edition.word("due_in"), edition.word("due", rounds=table["due"])),
            (edition.word("penalty"), edition.money(penalty)),
        ),
        CONCESSION,
        str(table["id"]),
        to_build=[[_stop(name, stop) for name, stop in zip(table["names"], table["stops"], strict=True)]],
    )


def _stop(name: str, hex_id: str) -> str:
    """A stop by its name; boxes at the edge of the map are known by that alone."""
    return f"{name} ({hex_id})" if hex_id.isdigit() else name


def _regional(table: Sheet, edition: Edition) -> Card:
    return Card(
        f"regional-{table['id']}",
        edition.word("regional"),
        table["name"],
        edition.own("company.regional"),
        (
            (edition.word("value"), edition.money(table["value"])),
            (edition.word("home"), edition.place(table["home"])),
            (edition.word("order"), str(table["order"])),
            *((_destination(each, edition), edition.money(each["cash"])) for each in table["historical"]),
        ),
        table["rgb"],
        table["id"],
    )


def _destination(table: Sheet, edition: Edition) -> str:
    name = edition.called(table["name"])
    only = edition.word("brown_only").replace(" ", "\u00a0")
    return f"{name} ({only})" if table["brown"] else name


def _event(table: Sheet, edition: Edition) -> Card:
    numbers = table["numbers"]
    return Card(
        f"event-{table['key']}",
        edition.word("event", deck=table["deck"]),
        edition.voice.term(table["name"]),
        edition.voice.term(table["effect"]),
        (),
        EVENT,
        str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}",
        copies=table["count"],
        emblem=table["target"],
    )


def _support(edition: Edition) -> list[Card]:
    table = edition.sheet("game").get("political_support")
    if table is None:
        return []
    words = f"{edition.word('support_card')} {edition.word('support_prices', prices=table['prices'])}"
    name = edition.word("support")
    return [Card("support", name, name, words, (), SUPPORT, copies=table["cards"], emblem="support")]
