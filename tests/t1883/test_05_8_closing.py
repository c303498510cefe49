"""Section 5.8: what becomes of a corporation whose marker enters the CLOSED spaces."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import BuyTrain, Dividend, IssueShares, LayTile, Pass, SellShares, Start
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.emilia import Concession
from tests.t1883.table import Table


def withhold(table: Table, corporation: str, revenue: int = 30) -> Table:
    """The run that takes a corporation into CLOSED."""
    table.operate(corporation, "dividend").turn_is(revenue=revenue).do(Dividend("withhold"))
    assert not table.game.is_started(corporation)
    return table


@pytest.mark.clause("1883-5.8.1")
@pytest.mark.parametrize("at", [(7, 1), (6, 0), (8, 2)])
def test_a_run_kept_on_the_last_space_closes_and_shareholders_get_nothing(at: Cell) -> None:
    table = Table().start("FBV", "Ada", at=at, par=65, stock={"Ada": 2, "Bruno": 3, "pool": 1}).start("SV", "Bruno")
    table.cash(Ada=10, Bruno=20)
    assert table.price("FBV") == 30
    withhold(table, "FBV")
    assert table.money("Ada", "Bruno", "FBV") == (10, 20, 0)
    assert set(table.game.holders("FBV")) == {"offer"}
    assert "FBV" not in table.game.state.pars


@pytest.mark.clause("1883-5.8.1")
def test_a_sale_closes_in_a_stock_round_and_is_paid_before() -> None:
    table = Table().start("FBV", "Bruno", at=(6, 0), par=65, stock={"Ada": 2}).cash(Ada=0).stock_round("Ada")
    table.do(SellShares("FBV", (10,)))
    assert table.money("Ada") == (30,)
    assert not table.game.is_started("FBV")
    assert table.game.percent("FBV", "Bruno") == 0


@pytest.mark.clause("1883-5.8.1")
def test_an_issue_into_closed_closes_and_pays_nothing() -> None:
    table = Table().start("FBV", "Bruno", at=(6, 0), par=65, cash=50).start("SV", "Ada").cash(Bruno=0)
    bank = table.game.cash("bank")
    table.operate("FBV", "issue").do(IssueShares(1))
    assert not table.game.is_started("FBV")
    assert table.money("FBV", "Bruno", "bank") == (0, 0, bank + 50)


@pytest.mark.clause("1883-5.8.1")
def test_next_to_closed_nothing_closes() -> None:
    table = Table().start("FBV", "Ada", at=(7, 2), par=65).start("SV", "Bruno").operate("FBV", "dividend")
    table.turn_is(revenue=30).do(Dividend("withhold"))
    assert (table.game.is_started("FBV"), table.price("FBV")) == (True, 30)


@pytest.mark.clause("1883-5.8.2")
def test_treasury_and_concessions_go_to_the_bank_trains_to_the_pool_tokens_off_the_map() -> None:
    table = Table().phase("4").start("FBV", "Ada", at=(7, 1), par=65, cash=80).start("SV", "Bruno", cash=1000)
    table.tokens("FBV", "80").trains("FBV", "4").own_is(
        concessions={**table.own.concessions, "6": Concession("FBV", 2), "7": Concession("SV", 2)}
    )
    bank = table.game.cash("bank")
    withhold(table, "FBV")
    assert table.money("FBV", "bank") == (0, bank + 80)
    assert table.own.concessions["6"] == Concession()
    assert table.own.concessions["7"] == Concession("SV", 2)
    assert (table.game.trains("FBV"), table.game.trains("pool")) == ((), ("4",))
    assert table.game.state.stations["FBV"] == ()
    assert (table.game.tokens_at(StopId("89.0")), table.game.tokens_at(StopId("80.0"))) == ((), ())
    assert table.game.vacant(StopId("80.0"), "SV") == 1
    assert table.game.state.tokens["FBV"] == 3
    table.operate("SV", "trains").may(BuyTrain("4", "pool", TITLE.box.trains["4"].cost))


@pytest.mark.clause("1883-5.8.2")
def test_a_city_set_free_lets_others_through_at_once() -> None:
    """FBV's token at Pavullo (41) was all that kept FMMSF from Lucca, and its own concession 5."""
    table = Table().start("FMMSF", "Bruno").start("FBV", "Ada", at=(7, 1), par=65).tokens("FBV", "41")
    table.lay("53 9 0", "51 4 0", "50 8 1", "41 6 4", "40 4 0", "39 8 1")
    table.own_is(
        concessions={**table.own.concessions, "5": Concession("FMMSF", 1)},
        support=dict.fromkeys(table.players, 0),
    )
    TITLE.track.changed(table.game)
    assert table.money("FMMSF") == (0,)
    withhold(table, "FBV")
    assert table.money("FMMSF") == (350,)


@pytest.mark.clause("1883-5.8.3")
def test_its_private_companies_and_anchors_never_come_back() -> None:
    table = Table(2).start("FSF", "Ada", at=(7, 1), par=65).start("SV", "Bruno").privates(TCB="FSF", FRV="Bruno")
    table.own_is(anchors={"FSF": 1}, ports=(("37", "FSF"), ("37", "SV"))).cash(Ada=500)
    withhold(table, "FSF")
    assert table.game.state.privates == {"FRV": "Bruno"}
    assert (table.own.anchors, table.own.ports) == ({}, (("37", "SV"),))
    table.operating_rounds_over().pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.do(Start("FSF", 65))
    assert (table.own.anchors, table.own.ports) == ({}, (("37", "SV"),))
    assert table.game.state.privates == {"FRV": "Bruno"}


@pytest.mark.clause("1883-5.8.4")
def test_with_cnp_a_share_of_sv_goes_to_the_pool_and_sv_gets_its_par() -> None:
    table = Table().start("SV", "Bruno", at=(3, 9), par=85, stock={"pool": 1}).privates(CNP="FBV")
    table.start("FBV", "Ada", at=(7, 1), par=65)
    withhold(table, "FBV")
    assert (table.pool("SV"), table.game.cash("SV"), table.price("SV")) == (20, 85, 100)
    assert table.game.state.privates == {}


@pytest.mark.clause("1883-5.8.4")
def test_without_room_for_it_or_when_sv_itself_closes_the_share_stays() -> None:
    full = Table().start("SV", "Bruno", par=85, stock={"pool": 5}).privates(CNP="FBV")
    withhold(full.start("FBV", "Ada", at=(7, 1), par=65), "FBV")
    assert (full.pool("SV"), full.game.cash("SV")) == (50, 0)
    itself = Table().start("SV", "Ada", at=(7, 1), par=85).start("FBV", "Bruno").privates(CNP="SV")
    bank = itself.game.cash("bank")
    withhold(itself, "SV")
    assert itself.money("SV", "bank") == (0, bank)
    assert set(itself.game.holders("SV")) == {"offer"}


@pytest.mark.clause("1883-5.8.5")
def test_what_closed_in_an_operating_round_is_launched_anew_from_the_next_stock_round() -> None:
    table = Table(2).phase("2").start("SV", "Ada", at=(7, 1), par=85).start("FBV", "Bruno").cash(Ada=500)
    withhold(table, "SV").operating_rounds_over()
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.may(*(Start("SV", par) for par in (65, 85, 100, 110)))
    table.do(Start("SV", 110))
    assert (table.money("SV"), table.game.state.pars["SV"], table.price("SV")) == ((220,), 110, 110)
    assert table.game.state.stations["SV"] == ("37.0",)


@pytest.mark.clause("1883-5.8.5")
def test_what_closed_in_a_stock_round_waits_for_the_next_one() -> None:
    table = Table(2).start("FBV", "Bruno", at=(6, 0), par=65, stock={"Ada": 2}).start("SV", "Ada")
    table.cash(Ada=500, Bruno=500).stock_round("Ada").do(SellShares("FBV", (10,)))
    table.may_not(Start("FBV", 65), "1883-5.3.3.1")
    table.do(Pass())
    table.may_not(Start("FBV", 65), "1883-5.3.3.1")
    table.end_round()
    table.operating_rounds_over().pass_on(lambda: table.game.state.round.kind == "stock")
    table.may(Start("FBV", 65))


@pytest.mark.clause("1883-5.8.5")
def test_a_closed_sefta_comes_back_as_sefta_only() -> None:
    table = Table(2).phase("5").own_is(merged=True).start("SEFTA", "Ada", at=(7, 1), par=150).start("SV", "Bruno")
    table.game.state.tokens = {**table.game.state.tokens, "FMMSF": 0, "FMV": 0}
    table.cash(Ada=500)
    withhold(table, "SEFTA").operating_rounds_over()
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.may_not(Start("FMMSF", 65), "1883-5.3.3.1")
    table.may_not(Start("FMV", 65), "1883-5.3.3.1")
    table.do(Start("SEFTA", 65))
    assert table.game.state.stations["SEFTA"] == ("55.0", "62.0")


@pytest.mark.clause("1883-5.8.5")
def test_a_new_launch_can_build_from_its_home_again() -> None:
    table = Table(2).start("FBV", "Ada", at=(7, 1), par=65).start("SV", "Bruno").cash(Ada=500)
    withhold(table, "FBV").operating_rounds_over()
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.do(Start("FBV", 65))
    table.operate("FBV", "track").may(LayTile("89", "57", 1))
