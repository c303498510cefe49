"""Trains and phases as tables: what is on sale and what is left, what each phase brings, and which is now."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from ferrovia.drawing import svg
from ferrovia.drawing.edition import Edition, train_count
from ferrovia.drawing.lettering import CAPITAL
from ferrovia.drawing.palette import Palette
from ferrovia.drawing.pieces import Piece, beside
from ferrovia.drawing.tables import Column, Row, table
from ferrovia.drawing.wording import Words
from ferrovia.engine.flow.sheets import Sheet

_SWATCH: Final = 4.4


def roster(
    edition: Edition,
    palette: Palette,
    left: Counter[str] | None = None,
    on_sale: tuple[str, ...] = (),
    *,
    prefix: str = "",
) -> Piece:
    """Every class of train; of a game, how many are left in the bank and which are on sale."""
    columns = [
        Column(edition.word("train"), bold=True),
        Column(edition.word("cost"), "end"),
        Column(edition.word("left" if left is not None else "cards"), "end"),
        Column(edition.word("runs"), most=84),
        Column(edition.word("gone_with")),
    ]
    shown = [each for each in edition.trains.values() if left is None or "variant" not in each or each["name"] in left]
    rows = [
        Row(
            (
                each["name"],
                edition.money(each["cost"]),
                _how_many(each, edition, left),
                runs(each, edition),
                each.get("eliminated_by") or edition.word("stays"),
            ),
            id=f"{prefix}train-{each['name']}",
            title=f"{edition.word('train')} {each['name']}, {edition.money(each['cost'])}",
            marked=each["name"] in on_sale,
            done=left is not None and train_count(each) > 0 and not left[each["name"]],
        )
        for each in shown
    ]
    return table(columns, rows, palette)


def _how_many(train: Sheet, edition: Edition, left: Counter[str] | None) -> str:
    count = train_count(train)
    if not count:
        return edition.word("no_end")
    return str(count if left is None else left[train["name"]])


def runs(train: Sheet, edition: Edition) -> str:
    """How far a train runs, in words."""
    general = edition.own("runs", str(train.get("reach", "")), **train)
    text = edition.own(f"runs_{train['name']}", general)
    return f"{text} ({edition.word('variant')})" if "variant" in train else text


def phases(edition: Edition, palette: Palette, now: str = "", *, prefix: str = "") -> Piece:
    """What each phase brings; the one of the game is marked."""
    tables: list[Sheet] = edition.sheet("trains")["phase"]
    order = [each["name"] for each in tables]
    limit = edition.sheet("trains").get("train_limit")
    columns = [
        Column(edition.word("phase"), bold=True),
        Column(edition.word("starts_with")),
        Column(edition.word("tiles")),
        Column(edition.word("operating_rounds"), "middle"),
        Column(edition.word("train_limit"), "middle"),
        Column(edition.word("start_prices"), most=34),
        Column(edition.word("what_happens"), most=72),
    ]
    rows = [
        Row(
            (
                each["name"],
                each["starts_with"] or edition.word("game_start"),
                _swatches(each["tiles"], edition, palette),
                str(each["operating_rounds"]),
                edition.word("no_limit") if limit == -1 else str(each["train_limit"]),
                _prices(each["start_values"]),
                " ".join(happenings(each, tables[place - 1] if place else None, edition)),
            ),
            id=f"{prefix}phase-{each['name']}",
            title=f"{edition.word('phase')} {each['name']}",
            marked=each["name"] == now,
            done=bool(now) and place < order.index(now),
        )
        for place, each in enumerate(tables)
    ]
    return table(columns, rows, palette)


def _prices(values: list[int]) -> str:
    """Prices in even steps as a range.

    >>> _prices([60, 70, 80, 90]), _prices([65, 85, 100])
    ('60 – 90', '65, 85, 100')
    """
    steps = {after - before for before, after in pairwise(values)}
    if len(values) > 3 and len(steps) == 1:
        return f"{values[0]} – {values[-1]}"
    return ", ".join(map(str, values))


def _swatches(colours: list[str], edition: Edition, palette: Palette) -> Piece:
    """The colours of tile that may be laid, each with its initial."""
    return beside([_swatch(colour, edition, palette) for colour in colours], 0.6)


def _swatch(colour: str, edition: Edition, palette: Palette) -> Piece:
    six = svg.points(
        (_SWATCH / 4, 0),
        (_SWATCH * 0.75, 0),
        (_SWATCH, _SWATCH * 0.43),
        (_SWATCH * 0.75, _SWATCH * 0.87),
        (_SWATCH / 4, _SWATCH * 0.87),
        (0, _SWATCH * 0.43),
    )
    letter = svg.text(
        _SWATCH / 2,
        _SWATCH * 0.435 + 2.3 * CAPITAL / 2,
        edition.word(f"initial_{colour}"),
        font_size=2.3,
        font_weight="bold",
        fill=palette.ink_on(colour),
        text_anchor="middle",
    )
    hexagon = svg.el("polygon", points=six, fill=palette.tile[colour], stroke=palette.soft, stroke_width=0.2)
    return Piece(svg.group(svg.title(Words(edition.voice)(colour)), hexagon, letter), _SWATCH, _SWATCH * 0.87)


def happenings(phase: Sheet, before: Sheet | None, edition: Edition) -> list[str]:
    """What changes with a phase, in sentences."""
    gone = phase.get("eliminates", ())
    found = []
    if gone:
        found.append(edition.word("trains_rust", trains=[gone] if isinstance(gone, str) else gone))
    if before is not None and phase.get("buy_privates") and not before.get("buy_privates"):
        found.append(edition.word("privates_sold"))
    found += [edition.own(f"event.{event}", event) for event in phase["events"]]
    if before is not None and phase.get("blue_zone") and not before.get("blue_zone"):
        found.append(edition.own("event.blue_zone"))
    return found
