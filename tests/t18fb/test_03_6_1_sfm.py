"""Section 3.6.1: the Strade Ferrate Meridionali."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyShare, ChooseHome, Pass, Start
from ferrovia.titles.t18fb import TITLE, components, places
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

SFM = "SFM"


def in_ph5() -> Table:
    return Table().phase("PH5").regionals().stock_round()


def sfm_in_potenza(at: int = 140) -> Table:
    """SFM has floated in Potenza and stands on green track there; it is rich and has a train."""
    table = in_ph5().start(SFM, "Ada", at=at, cash=1000, stock={"Ada": 4, "pool": 4}).tokens(SFM, "J21")
    return table.trains(SFM, "PH5")


@pytest.mark.clause("18FB-3.6.1.1")
def test_sfm_floats_at_60_per_cent_with_ten_times_its_par_value() -> None:
    table = in_ph5()
    table.do(Start(SFM, 140), ChooseHome("J21"))
    for player in ("Bruno", "Carla", "Dora"):
        table.stock_round(player).do(BuyShare(SFM, "offer"))
    table.stock_round("Ada")
    assert table.state(SFM) is CompanyState.UNFLOATED
    table.do(BuyShare(SFM, "offer"))
    assert (table.game.cash(SFM), table.pool(SFM)) == (1400, 40)
    assert table.state(SFM) is CompanyState.DEFINITIVE
    assert SFM in TITLE.operating.order(table.game)


@pytest.mark.clause("18FB-3.6.1.1")
def test_sfm_has_four_tile_steps_and_one_token_a_turn() -> None:
    table = sfm_in_potenza().operate(SFM)
    for _ in range(4):
        assert table.step == "track"
        table.do(next(choice for choice in table.game.decision.choices if choice != Pass()))
    assert table.step != "track"
    table = sfm_in_potenza().lay("J21 14 5").rails("J21 K20 L19").rails("J21 J23 J25 I26 H27").operate(SFM, "token")
    table.may(line("J21 K20 L19"))
    table.do(line("J21 J23 J25 I26 H27"))
    assert table.step != "token"


@pytest.mark.clause("18FB-3.6.1.2", "18FB-R52")
def test_its_first_president_chooses_a_home_right_after_the_par_value() -> None:
    table = in_ph5().tokens("FB", "F5")
    table.do(Start(SFM, 140))
    assert (table.step, table.decider) == ("home", "Ada")
    table.may_not(Pass(), "18FB-3.6.1.2")
    table.may_not(ChooseHome("F5"), "18FB-3.6.1.2")  # Catanzaro: full but for a slot kept for FC
    table.may_not(ChooseHome("K20"), "18FB-3.6.1.2")  # a town
    table.may_not(ChooseHome("F37"), "18FB-3.6.1.2")  # an off-map area is no city
    table.may_not(ChooseHome("A2"), "18FB-3.6.1.2")  # Reggio: FdC has taken the open slot
    table.do(ChooseHome("J21"))
    assert table.game.state.stations[SFM] == ("J21.0",)  # before it floats
    assert SFM not in table.game.state.floated
    assert table.decider == "Bruno"


@pytest.mark.clause("18FB-R52")
def test_its_home_takes_an_open_slot_and_leaves_the_kept_ones() -> None:
    table = in_ph5()
    table.do(Start(SFM, 140), ChooseHome("J21"))
    assert places.in_open_slots(table.game, StopId("J21.0")) == [SFM]
    assert not places.has_room(table.game, "FB", StopId("J21.0"))
    assert places.has_room(table.game, "FST", StopId("J21.0"))  # Potenza is a destination of FST


@pytest.mark.clause("18FB-R52")
def test_its_home_earns_no_bonus() -> None:
    table = in_ph5().rails("J21 K20 L19")
    table.do(Start(SFM, 140), ChooseHome("L19"))  # Matera, yellow and empty
    assert table.price(SFM) == 140


@pytest.mark.clause("18FB-3.6.1.2")
def test_sfm_is_not_for_sale_before_ph5() -> None:
    Table().phase("PH4").stock_round().may_not(Start(SFM, 100), "18FB-2.4.2")


@pytest.mark.clause("18FB-3.6.1.3")
def test_sfm_has_no_reserved_slots_and_no_historical_destinations() -> None:
    assert components.destinations(SFM) == ()
    assert components.concession_lines(SFM) == ()
    assert SFM not in Table().own.concessions
    table = Table()
    kept = {name for stop in TITLE.box.board.stops for name in places.kept(table.game, stop).companies}
    assert kept == set(components.majors()) - {SFM}
    assert table.game.state.stations[SFM] == ()


@pytest.mark.clause("18FB-3.6.1.4", "18FB-R52")
def test_a_token_on_an_empty_yellow_city_moves_its_price_up() -> None:
    table = sfm_in_potenza().rails("J21 K20 L19").operate(SFM, "token")
    table.do(line("J21 K20 L19"))
    assert table.cell(SFM) == (1, 6)
    assert table.price(SFM) == 150


@pytest.mark.clause("18FB-3.6.1.4", "18FB-R52")
def test_a_green_city_or_one_with_a_token_does_not() -> None:
    table = sfm_in_potenza().rails("J21 K20 L19").lay("L19 14 1").operate(SFM, "token")
    table.do(line("J21 K20 L19"))
    assert table.price(SFM) == 140
    table = sfm_in_potenza().rails("J21 K20 L19").start("FST", "Bruno", at=60).tokens("FST", "L19")
    table.operate(SFM, "token").do(line("J21 K20 L19"))  # FST stands in its own slot, the open one is empty
    assert table.price(SFM) == 140


@pytest.mark.clause("18FB-R52")
def test_napoli_is_one_city_and_not_empty_while_anybody_stands_there() -> None:
    table = Table().phase("PH5").start(SFM, "Ada", at=140, cash=1000, stock={"Ada": 4, "pool": 4}).trains(SFM, "PH5")
    table.tokens(SFM, "F31").rails("F31 NC12 NC10").operate(SFM, "token")
    table.do(line("F31 NC12 NC10"))
    assert table.game.tokens_at(StopId("NC10.2")) == (SFM,)
    assert table.price(SFM) == 140  # FP and NN stand in other stations of Napoli
