"""Section 8: the certificates, and the component sheets as what the game is made of."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.title import Southern
from tests.t18fb.table import Table

STOCK = ("NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST", "SFM", "RM", "RA")


@pytest.mark.clause("18FB-8.1", "18FB-R25")
@pytest.mark.parametrize("company", STOCK)
def test_one_certificate_of_twenty_per_cent_and_eight_of_ten(company: str) -> None:
    table = Table()
    sizes = [size for place in ("offer", "card") for size in table.holding(company, place)]
    assert sizes == [20] + [10] * 8
    assert (len(sizes), sum(sizes)) == (9, 100)


@pytest.mark.clause("18FB-8.1")
def test_the_president_buys_twenty_per_cent_for_twice_the_par_value_and_eight_tenths_remain() -> None:
    table = Table().cash(Ada=1000).stock_round("Ada")
    table.do(TakeConcession("FC", 100))
    assert (table.holding("FC", "Ada"), table.holding("FC", "offer")) == ([20], [10] * 8)
    assert table.money("Ada", "FC", "deposits") == (600, 200, 200)


# R03: the sheets


@pytest.mark.clause("18FB-R03")
def test_the_figures_on_which_the_checks_of_the_catalogue_lean() -> None:
    table = Table()
    market = table.title.box.market

    def prices(cells: list[tuple[int, int]]) -> list[int]:
        return [market.price(cell) for cell in cells]

    assert prices([(row, 13) for row in range(9)]) == [260, 240, 220, 200, 190, 180, 170, 160, 150]
    assert prices([(row, 6) for row in range(15)]) == [*range(160, 10, -10)]
    assert prices([(3, col) for col in range(6)]) == [70, 80, 90, 100, 110, 120]
    assert not market.has((9, 13))
    light, dark = market.zone("light_blue"), market.zone("dark_blue")
    assert {row for row, col in light if col == 13} == {7, 8}
    assert {row for row, col in light if col == 6} == {11, 12}
    assert {row for row, col in dark if col == 6} == {13, 14}
    ways = {name: (components.capacity(name), train.cost) for name, train in table.title.box.trains.items()}
    assert {name: (cap.cities, cap.towns, cost) for name, (cap, cost) in ways.items()} == {
        "PH1": (2, 2, 80), "PH2": (3, 4, 160), "PH3": (4, 6, 260), "PH4": (5, 8, 380), "PH5": (6, 10, 520),
        "PH6": (7, 12, 650), "PH5R": (1, 4, 100), "PH6R": (1, 6, 150),
    }  # fmt: skip


def _line(sheet: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    return next(table for table in sheet[kind] if table.get("name", table.get("price")) == name)


@pytest.mark.clause("18FB-R03")
def test_a_sheet_that_is_corrected_corrects_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another price of a train, another bank, another cell of the market: the game follows without other code."""
    sheet = components.sheet
    monkeypatch.setitem(_line(sheet("trains"), "train", "PH1"), "cost", 95)
    monkeypatch.setitem(sheet("game"), "bank", 11000)
    monkeypatch.setitem(next(start for start in sheet("market")["start"] if start["price"] == 100), "cell", [5, 5])
    box = components.SouthernBox("ferrovia.titles.t18fb")
    monkeypatch.setattr(box, "sheet", sheet)
    corrected = Southern(box)
    game = Game(
        corrected, Settings("18FB", ("Ada", "Bruno", "Carla"), "a seed", (), {"seats": ("Ada", "Bruno", "Carla")})
    )
    assert game.cash("bank") == 8000
    assert corrected.box.trains["PH1"].cost == 95
    table = Table()
    table.game, table.title = game, corrected
    table.cash(Ada=1000).stock_round("Ada").do(TakeConcession("FC", 100))
    assert table.cell("FC") == (5, 5)
    table.operate("FC", "trains").may_not(BuyTrain("PH1", "bank", 80), "18FB-3.5.8.2")
    table.do(BuyTrain("PH1", "bank", 95))
    assert table.money("FC") == (105,)
