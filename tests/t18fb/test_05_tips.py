"""Section 5: what the table shows at a glance: revenue, deposits, who has operated, which markers are served."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from ferrovia.engine.flow.actions import BuyShare, BuyTrain, LayTile, Pass
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb.actions import TakeConcession
from tests.t18fb.table import Table, line

TO_SAPRI, TO_COSENZA = "F23 F21 E20 E18 F17", "F17 F15 F13 F11"


def shown(table: Table, company: str) -> dict[str, Any]:
    """What everybody sees of a company."""
    found: dict[str, Any] = view_for(table.game)["own"]["companies"][company]
    return found


# Revenue


def four_stations(*trains: str) -> Table:
    """FC in PH2: Bari's brown 60 with its port, 40 for Napoli, 30 for Crotone, 20 for Potenza."""
    table = Table().phase("PH2").start("FC", "Ada").lay("J21 57 0", "H5 6 2")
    table.game.state.stations = {**table.game.state.stations, "FC": ()}
    table.game.state.tokens = {**table.game.state.tokens, "FC": 9}
    table.lay("N21 X8 0").tokens("FC", "N21", "NC8.1", "H5", "J21").trains("FC", *trains)
    return table.operate("FC", "token")


@pytest.mark.clause("18FB-5.1")
@pytest.mark.parametrize(
    ("trains", "covered"), [((), 0), (("PH1",), 2), (("PH2",), 3), (("PH3",), 4), (("PH1", "PH2"), 4)]
)
def test_the_earnings_are_the_whole_chart_less_the_lowest_stations_in_excess(
    trains: tuple[str, ...], covered: int
) -> None:
    """Tokens worth 60, 40, 30 and 20: with X = 3 the 20 is left out, 130; the best of all choices says the same."""
    table = four_stations(*trains)
    values = [60, 40, 30, 20]
    seen = shown(table, "FC")
    assert seen["revenue_chart"] == 150
    best = max(sum(choice) for choice in combinations(values, covered))
    assert best == 150 - sum(values[covered:])
    assert seen["earnings"] == best
    table.do(Pass())
    assert table.game.state.earnings.get("FC", 0) == 0  # still building: the chart promises, trains do not run yet


@pytest.mark.clause("18FB-5.1")
def test_what_the_chart_shows_is_what_a_company_in_operation_earns() -> None:
    table = four_stations("PH2").lay("F5 57 0").tokens("FC", "F5").operate("FC", "token")
    assert table.state("FC").value == "provisional"
    expected = shown(table, "FC")["earnings"]
    table.do(Pass())
    assert table.turn.revenue == expected == 130


@pytest.mark.clause("18FB-5.2")
def test_the_chart_follows_phases_and_tiles_at_once() -> None:
    """Napoli 40 with its port, Vesuvio 20, Salerno 30 and Torre Annunziata 30 with theirs: 120. In PH3 Vesuvio gives
    20 more and the port of Napoli 10; a green tile on Torre Annunziata another 10."""
    table = Table().phase("PH2").sold_out("PH2").start("NN", "Ada", at=(0, 8), cash=500).lay("ND3 5 3")
    table.tokens("NN", "Vesuvio", "F23", "ND3").operate("NN", "trains")
    assert shown(table, "NN")["revenue_chart"] == 120
    table.do(BuyTrain("PH3", "bank", 260))
    assert shown(table, "NN")["revenue_chart"] == 150
    table.operate("NN").do(LayTile("ND3", "12", 2))
    assert shown(table, "NN")["revenue_chart"] == 160


@pytest.mark.clause("18FB-5.2")
def test_a_tile_changes_the_chart_of_every_company_with_a_token_on_it() -> None:
    table = Table().phase("PH2").start("FSC", "Ada", cash=100).start("FST", "Bruno")
    before = [shown(table, name)["revenue_chart"] for name in ("FSC", "FST")]
    table.operate("FSC").do(LayTile("F23", "X5", 2))
    assert [shown(table, name)["revenue_chart"] for name in ("FSC", "FST")] == [value + 20 for value in before]


# Deposits


@pytest.mark.clause("18FB-5.3", "18FB-R17")
def test_a_deposit_lies_on_its_concession_until_it_comes_back() -> None:
    table = Table().cash(Ada=800).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(TakeConcession("FSC", 100))
    assert on_concession(table) == 200
    assert table.money("Ada", "FSC", "bank") == (400, 200, bank)  # outside the bank
    table.cash(FSC=900).rails(TO_SAPRI).rails(TO_COSENZA).operate("FSC", "token").do(line(TO_SAPRI))
    assert (on_concession(table), table.money("Ada")) == (100, (500,))
    table.lay("F17 6 5").rails(TO_COSENZA).operate("FSC", "token").do(line(TO_COSENZA))
    assert (on_concession(table), table.money("Ada")) == (0, (600,))
    assert table.state("FSC").value == "definitive"


def on_concession(table: Table) -> int:
    """What everybody sees on the concession of FSC."""
    deposit: int = view_for(table.game)["own"]["concessions"]["FSC"]["deposit"]
    return deposit


@pytest.mark.clause("18FB-R17")
def test_a_deposit_is_no_part_of_its_owners_worth_and_goes_to_the_bank_when_it_is_lost() -> None:
    table = Table().start("FSC", "Ada", deposit=200, stock={"Bruno": 3}).cash(Ada=100, Bruno=500)
    assert table.title.calendar.worth(table.game, "Ada") == 100 + 200  # cash and two shares
    bank = table.game.cash("bank")
    table.stock_round("Bruno").do(BuyShare("FSC", "offer"))  # 40% against 20%: the concession is withdrawn
    assert (on_concession(table), table.game.cash("bank")) == (0, bank + 200)
    assert table.money("Ada") == (100,)


@pytest.mark.clause("18FB-R17")
def test_a_deposit_paid_or_returned_has_no_part_in_the_exhaustion_of_the_bank() -> None:
    table = Table().start("FSC", "Ada", deposit=200, cash=900).rails(TO_SAPRI).cash(bank=1).operate("FSC", "token")
    table.do(line(TO_SAPRI))
    assert on_concession(table) == 100
    assert table.game.state.bank_broken == ""


# Who has operated


@pytest.mark.clause("18FB-5.4")
def test_the_table_shows_who_has_operated_in_this_round() -> None:
    table = Table().phase("PH5").start("FB", "Ada", at=(1, 9)).start("NN", "Bruno").trains("FB", "PH4")
    table.trains("NN", "PH4").regionals(FA="Carla").stock_round("Ada")

    def operated() -> list[str]:
        return [name for name in ("FA", "FB", "NN") if shown(table, name)["operated_this_round"]]

    def turn_of(company: str, number: int) -> Callable[[], bool]:
        def is_it() -> bool:
            now = table.game.state.round
            return (now.kind, now.number) == ("operating", number) and table.turn.corporation == company

        return is_it

    assert operated() == []
    for number in (1, 2):
        table.pass_on(until=turn_of("FA", number))
        assert operated() == []
        table.pass_on(until=turn_of("FB", number))
        assert operated() == ["FA"]
        table.pass_on(until=turn_of("NN", number))
        assert operated() == ["FA", "FB"]


# Markers


@pytest.mark.clause("18FB-5.5")
@pytest.mark.parametrize(
    ("trains", "markers", "served", "idle"),
    [(("PH2",), 6, 4, 2), ((), 6, 0, 6), (("PH2",), 3, 3, 0), (("PH1", "PH2"), 6, 6, 0)],
)
def test_the_table_shows_which_markers_are_served(
    trains: tuple[str, ...], markers: int, served: int, idle: int
) -> None:
    table = Table().start("FB", "Ada").markers(FB=markers).trains("FB", *trains)
    seen = shown(table, "FB")
    assert (seen["markers_served"], seen["markers_idle"]) == (served, idle)
    assert seen["earnings"] == 10 * served  # Benevento has no tile yet
