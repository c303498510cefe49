"""Section 2.4: which companies there are, and from when."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Answer, BuyPrivate, BuyShare, BuyTrain, Start
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb.actions import PutUp, TakeConcession
from tests.t18fb.table import Table

MAJORS = {
    "NN": "Napoli-Nocera",
    "FSC": "Ferrovia Salerno-Cosenza",
    "LdA": "Linea degli Abruzzi",
    "FC": "Ferrovia delle Calabrie",
    "FB": "Ferrovie Beneventane",
    "LTF": "Linea da Tronto a Foggia",
    "SFTF": "Strade Ferrate Taranto Foggia",
    "FS": "Ferrovie del Salento",
    "FP": "Ferrovia delle Puglie",
    "FST": "Ferrovia da Salerno a Taranto",
}
REGIONALS = ("SFSM", "SEPSA", "FAS", "FA", "FAL", "FG", "FdC")


def begin_ph6(**companies: int) -> Table:
    """FP buys the first PH6 train; companies stand in the columns given."""
    table = Table().phase("PH5").start("FP", "Ada", cash=700).own_is(fp_home="N21")
    for company, col in companies.items():
        table.start(company, "Bruno", at=(1, col), stock={"Carla": 2})
    table.sold_out("PH5").operate("FP", "trains").do(BuyTrain("PH6", "bank", 650))
    return table


@pytest.mark.clause("18FB-2.4.1")
def test_ten_companies_are_started_from_ph1_by_their_concessions() -> None:
    table = Table().cash(Ada=1000).stock_round("Ada")
    offered = {choice.corporation for choice in table.game.decision.choices if isinstance(choice, TakeConcession)}
    assert offered == set(MAJORS)
    assert {name: table.title.box.corporations[name].name for name in MAJORS} == MAJORS
    for company in MAJORS:
        started = Table().cash(Ada=1000).stock_round("Ada")
        started.do(TakeConcession(company, 60))
        assert started.game.is_started(company)


@pytest.mark.clause("18FB-2.4.1")
@pytest.mark.parametrize("other", ["SFM", "RM", "RA", *REGIONALS])
def test_no_other_company_has_a_concession(other: str) -> None:
    Table().cash(Ada=1000).stock_round("Ada").may_not(TakeConcession(other, 60), "18FB-3.3.2.1")


@pytest.mark.clause("18FB-2.4.2")
def test_sfm_is_started_from_ph5() -> None:
    for phase in ("PH1", "PH4"):
        Table().phase(phase).cash(Ada=1000).stock_round("Ada").may_not(Start("SFM", 100), "18FB-2.4.2")
    Table().phase("PH5").cash(Ada=1000).stock_round("Ada").may(Start("SFM", 100))


@pytest.mark.clause("18FB-2.4.3")
def test_the_regional_round_offers_seven_companies() -> None:
    table = Table().phase("PH5").start("FB").own_is(regional_round="due").operating_rounds_over()
    assert str(table.game.state.round) == "REGIONAL"
    assert set(table.game.decision.choices) == {PutUp(name) for name in REGIONALS}


@pytest.mark.clause("18FB-2.4.3")
@pytest.mark.parametrize("regional", REGIONALS)
def test_no_regional_is_bought_before_that_round(regional: str) -> None:
    price = {"SFSM": 160, "SEPSA": 160, "FAS": 110, "FA": 100, "FAL": 120, "FG": 130, "FdC": 120}[regional]
    table = Table().cash(Ada=1000).stock_round("Ada")
    table.may_not(BuyPrivate(regional, price), "18FB-3.6.2.3")
    table.may_not(BuyShare(regional, "offer"), "18FB-3.3.4.4")
    unsold = Table().phase("PH5").regionals().cash(Ada=1000).stock_round("Ada")
    unsold.may(BuyPrivate(regional, price))


@pytest.mark.clause("18FB-2.4.4")
def test_the_nationals_come_into_being_with_ph6() -> None:
    before = Table().phase("PH5").start("FB")
    for national in ("RM", "RA"):
        assert view_for(before.game)["corporations"][national]["price"] is None
        assert before.holding(national, "offer") == [20] + [10] * 8
        before.stock_round("Ada").may_not(BuyShare(national, "offer"), "18FB-3.3.4.4")
    table = begin_ph6(NN=9, LdA=8, LTF=6, FS=5)
    table.pass_on(until=lambda: table.step != "merger")  # everybody asked agrees
    for national in ("RM", "RA"):
        assert view_for(table.game)["corporations"][national]["price"] == table.price(national) > 0
        assert table.game.percent(national, "Bruno") == 20
    assert (table.price("RM"), table.price("RA")) == (180, 150)


@pytest.mark.clause("18FB-R02")
def test_the_line_from_tronto_is_ltf_and_no_other_company_answers_for_it() -> None:
    """FST and SFTF stand higher on the market than LTF; FST is not asked, SFTF only for itself."""
    table = begin_ph6(FST=12, SFTF=11, LTF=10)
    asked = []
    for _ in range(2):
        asked.append(table.game.decision.for_corporation)
        table.do(Answer("merge"))
    assert table.step != "merger"
    assert asked == ["SFTF", "LTF"]
    assert {"SFTF", "LTF"} <= set(table.own.gone)
    assert table.game.is_started("FST")


@pytest.mark.clause("18FB-R02")
def test_fc_and_fdc_are_two_companies_of_one_name() -> None:
    table = Table().phase("PH5").start("FC", "Ada", cash=300).regionals(FdC="Bruno", cash=120)
    assert (
        table.title.box.corporations["FC"].name == table.title.box.corporations["FdC"].name == "Ferrovia delle Calabrie"
    )
    assert (table.holding("FC", "Ada"), table.holding("FdC", "Bruno")) == ([20], [100])
    assert table.money("FC", "FdC") == (300, 120)
    assert table.game.is_started("FC")
    assert not table.game.is_started("FdC")
    assert table.title.operating.order(table.game) == ["FdC", "FC"]
    assert (table.game.state.stations["FC"], table.game.state.stations["FdC"]) == (("F11.0",), ("A2.0",))
