"""A few pictures as they were when somebody last looked at them.

A change of one of them is a mistake, or it is meant; then, after a look:

    python -m tests.drawing.test_stored_pictures
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ferrovia.drawing import cards
from ferrovia.drawing.charters import Standing, charter
from ferrovia.drawing.charts import charts
from ferrovia.drawing.history import Moment
from ferrovia.drawing.market import market
from ferrovia.drawing.palette import DARK, LIGHT, PRINT
from ferrovia.drawing.papers import certificate, train_card
from ferrovia.drawing.pieces import Piece, picture
from ferrovia.drawing.trains import phases
from ferrovia.engine.flow.state import Round
from tests.drawing.editions import edition

FOLDER = Path(__file__).parent / "pictures"


def _market() -> Piece:
    markers = [("RCS", 3, 5), ("AFG", 4, 2), ("SFA", 3, 5), ("IFT", 0, 12), ("ATA", 9, 3)]
    return market(edition("1849"), LIGHT, markers)


def _charter() -> Piece:
    stock = (("Ada", 30), ("Bruno", 20), ("offer", 40), ("pool", 10))
    stands = Standing("Ada", 110, False, 345, ("3bis", "5"), 2, 170, ("TMM",), stock)
    return charter(edition("1883", "it"), "FMMSF", DARK, stands)


def _card() -> Piece:
    known = edition("18FB")
    return cards.drawn(cards.sections(known)["concessions"][7], known, LIGHT)


def _certificate() -> Piece:
    return certificate(edition("1849"), "SFA", 0, PRINT)


def _train() -> Piece:
    known = edition("18FB", "it")
    return train_card(known, known.trains["PH4"], PRINT)


def _phases() -> Piece:
    return phases(edition("1849"), DARK, "12")


def _charts() -> Piece:
    moments = [
        Moment(Round("auction"), {"Ada": 500, "Bruno": 500}, {}, {}, {}),
        Moment(Round("stock", 1), {"Ada": 520, "Bruno": 470}, {"RCS": 100}, {}, {}),
        Moment(
            Round("operating", 1, 1), {"Ada": 610, "Bruno": 470}, {"RCS": 111, "SFA": 68}, {"RCS": 60, "SFA": 0}, {}
        ),
        Moment(
            Round("operating", 2, 1), {"Ada": 690, "Bruno": 655}, {"RCS": 123, "SFA": 77}, {"RCS": 90, "SFA": 80}, {}
        ),
    ]
    return charts(edition("1849"), moments, LIGHT)


PICTURES: dict[str, Callable[[], Piece]] = {
    "1849-market": _market,
    "1883-charter": _charter,
    "18FB-concession": _card,
    "1849-certificate": _certificate,
    "18FB-train": _train,
    "1849-phases": _phases,
    "1849-charts": _charts,
}


def drawn(name: str) -> str:
    dark = name in ("1883-charter", "1849-phases")
    return picture(PICTURES[name](), DARK if dark else LIGHT, name, scale=4).replace("><", ">\n<") + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name: str) -> None:
    assert drawn(name) == (FOLDER / f"{name}.svg").read_text("utf-8")


def test_no_stored_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(PICTURES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in PICTURES:
        (FOLDER / f"{each}.svg").write_text(drawn(each), "utf-8")
