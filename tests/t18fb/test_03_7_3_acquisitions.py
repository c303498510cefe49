"""Section 3.7.3: majors and nationals acquire regional companies."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Dividend, LayTile, Pass
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t18fb import TITLE, places
from ferrovia.titles.t18fb.acquisitions import price
from ferrovia.titles.t18fb.actions import Acquire
from ferrovia.titles.t18fb.earnings import earnings
from tests.t18fb.table import Table, line

TAKE_FG = Acquire("FG")
FOGGIA = "L27 X5 3"  # green, worth 40; exits 3, 4, 5 and 0
TO_FOGGIA = ("M22 56 5", "L21 1 1", "K22 58 3", "K24 56 4", "L25 58 1", FOGGIA)  # from Bari over towns
SEVEN_CITIES = ("J21", "L19", "K38", "H27", "J33", "F25", "I36")  # with Napoli and Bari all of NN's tokens
OVER_ANDRIA = ("M22 2 5", "L23 6 3", "L25 4 0", FOGGIA)


def in_ph6(company: str = "NN", cash: int = 1000, phase: str = "PH6", tiles: tuple[str, ...] = TO_FOGGIA) -> Table:
    """Ada's company stands in Bari, joined to Foggia; FG is Bruno's and earns 90 with its train."""
    table = Table().phase(phase).regionals(FG="Bruno").lay(*tiles)
    table.start(company, "Ada", at=140, stock={"Ada": 2}, cash=cash).tokens(company, "N21").trains(company, "PH4")
    return table.trains("FG", "PH6R" if phase == "PH6" else "PH5R").markers(FG=5).operate(company)


@pytest.mark.clause("18FB-3.7.3.1")
@pytest.mark.parametrize("company", ["NN", "RM"])
def test_from_ph6_a_major_or_national_acquires_a_regional_in_its_own_turn(company: str) -> None:
    table = in_ph6(company)
    assert table.step == "track"
    table.do(TAKE_FG)
    assert table.game.holders("FG") == (OUT,)
    assert (table.turn.corporation, table.step) == (company, "track")


@pytest.mark.clause("18FB-3.7.3.1")
def test_not_in_ph5_and_not_by_a_regional() -> None:
    in_ph6(phase="PH5").may_not(TAKE_FG, "18FB-3.7.3.1")
    table = in_ph6()
    table.game.hand_over("FA", 0, "Ada")
    table.cash(FA=1000).operate("FA").may_not(TAKE_FG, "18FB-3.7.3.1")


@pytest.mark.clause("18FB-3.7.3.1")
def test_at_any_moment_of_the_turn() -> None:
    """Also where a step has nothing else to offer: it waits then."""
    table = in_ph6(cash=0).operate("NN", "token").go_on()
    assert table.step == "dividend"  # too poor: nothing to wait for
    table = in_ph6().tokens("NN", *SEVEN_CITIES).operate("NN", "token").go_on()
    assert table.step == "token"  # though no token is left
    table.may(TAKE_FG, Pass())
    table.do(Pass())
    assert table.step == "earnings"  # the last moment at which its trains could still run
    table.may(TAKE_FG)
    assert table.says(Pass()) == "Run the trains"
    table.do(Pass())
    assert table.step == "dividend"
    table.may(TAKE_FG)
    table.do(Dividend("withhold"))
    assert table.step == "trains"
    table.may(TAKE_FG)
    table.operate("NN", "finance").go_on().may(TAKE_FG, Pass())


@pytest.mark.clause("18FB-3.7.3.1", "18FB-3.7.3.7")
def test_a_regional_acquired_after_the_token_brings_its_trains_to_the_run_of_the_turn() -> None:
    """The line that joins FB to Capua is its token of the turn; FA is acquired between the token and the earnings."""
    table = Table().phase("PH6").regionals(FA="Bruno").rails("I30 H29 G30 F31")
    table.start("FB", "Ada", at=100, cash=600).trains("FB", "PH4").trains("FA", "PH6R").markers(FA=4)
    table.operate("FB", "token").may_not(Acquire("FA"), "18FB-3.7.3.3")
    table.do(line("I30 H29 G30"))
    assert table.step == "earnings"
    table.may_not(Dividend("pay"), "18FB-3.5.8")
    table.do(Acquire("FA"))
    assert table.step == "dividend"
    assert table.game.trains("FB") == ("PH4", "PH6R")
    assert table.turn.revenue == earnings(table.game, "FB").total
    assert table.own.markers["FB"] == 4
    assert "F31.0" in table.game.state.stations["FB"]


@pytest.mark.clause("18FB-3.7.3.7")
def test_one_acquired_after_the_earnings_does_not_change_them() -> None:
    table = in_ph6().markers(FG=5, NN=8).operate("NN", "earnings").go_on()
    table.do(Pass())
    revenue = table.turn.revenue
    table.do(TAKE_FG)
    assert table.turn.revenue == revenue < earnings(table.game, "NN").total


@pytest.mark.clause("18FB-R63")
def test_a_national_that_leases_acquires_nothing() -> None:
    table = in_ph6("RM").own_is(leases={"RM": 1500}).operate("RM")
    table.may_not(TAKE_FG, "18FB-R63")
    table.own_is(leases={}).operate("RM").may(TAKE_FG)


@pytest.mark.clause("18FB-3.7.3.1")
def test_what_was_just_earned_can_pay_for_it() -> None:
    table = in_ph6(cash=210).markers(FG=5, NN=8).trains("NN", "PH5")
    table.may_not(TAKE_FG, "18FB-3.7.3.4")
    table.do(Pass(), Pass(), Dividend("withhold"), TAKE_FG)
    assert "FG" in table.own.gone


@pytest.mark.clause("18FB-3.7.3.2", "18FB-R64")
def test_its_price_is_its_best_revenue_now_and_its_nominal_value_paid_to_the_owner() -> None:
    table = in_ph6()
    assert earnings(table.game, "FG").total == 90
    bruno, bank = table.money("Bruno", BANK)
    table.do(TAKE_FG)
    assert table.money("NN", "Bruno", BANK) == (1000 - 220, bruno + 220, bank)


@pytest.mark.clause("18FB-R64")
def test_without_trains_only_the_nominal_value_is_paid() -> None:
    table = in_ph6().trains("FG").operate("NN")
    assert price(table.game, "FG") == 130


@pytest.mark.clause("18FB-R64")
def test_nobody_is_asked_and_several_may_be_acquired_in_one_turn() -> None:
    table = in_ph6("NN")
    table.game.hand_over("SFSM", 0, "Carla")
    table.operate("NN").do(TAKE_FG)
    assert (table.decider, table.step) == ("Ada", "track")
    table.do(Acquire("SFSM"))  # Napoli is NN's home
    assert {"FG", "SFSM"} <= set(table.own.gone)


@pytest.mark.clause("18FB-R64")
def test_a_regional_in_the_pool_cannot_be_acquired() -> None:
    table = in_ph6()
    table.game.hand_over("FG", 0, POOL)
    table.operate("NN").may_not(TAKE_FG, "18FB-R64")
    table.may_not(Acquire("FB"), "18FB-R64")


@pytest.mark.clause("18FB-3.7.3.3")
def test_a_line_over_towns_must_join_it_to_the_regionals_home() -> None:
    in_ph6().may(TAKE_FG)
    in_ph6(tiles=OVER_ANDRIA).may_not(TAKE_FG, "18FB-3.7.3.3")  # another city lies between
    in_ph6(tiles=TO_FOGGIA[1:]).may_not(TAKE_FG, "18FB-3.7.3.3")  # a gap
    in_ph6(tiles=OVER_ANDRIA).tokens("NN", "L23").operate("NN").may(TAKE_FG)  # its own token in Andria


@pytest.mark.clause("18FB-3.7.3.4")
def test_the_whole_price_must_lie_in_the_treasury() -> None:
    table = in_ph6(cash=219).cash(Ada=5000)
    table.may_not(TAKE_FG, "18FB-3.7.3.4")
    table.cash(NN=220).do(TAKE_FG)
    assert table.game.cash("NN") == 0


@pytest.mark.clause("18FB-3.7.3.5")
def test_the_certificate_leaves_the_game() -> None:
    table = in_ph6()
    count, worth = table.game.certificate_count("Bruno"), TITLE.calendar.worth(table.game, "Bruno")
    table.do(TAKE_FG)
    assert table.game.certificate_count("Bruno") == count - 1
    assert TITLE.calendar.worth(table.game, "Bruno") == worth - 130 + 220
    assert "FG" not in TITLE.operating.order(table.game)
    table.may_not(TAKE_FG, "18FB-R64")


@pytest.mark.clause("18FB-3.7.3.6")
def test_what_is_left_in_its_treasury_goes_to_its_owner() -> None:
    table = in_ph6().cash(FG=75)
    bruno = table.game.cash("Bruno")
    table.do(TAKE_FG)
    assert table.money("Bruno", "FG") == (bruno + 295, 0)


@pytest.mark.clause("18FB-3.7.3.7")
def test_its_trains_run_for_the_acquirer_at_once() -> None:
    table = in_ph6().trains("FG", "PH5R").markers(NN=13, FG=0)
    table.tokens("NN", *SEVEN_CITIES[:-1]).operate("NN")  # with Napoli and Bari eight stations
    assert (len(earnings(table.game, "NN").stations), earnings(table.game, "NN").served) == (5, 8)
    table.do(TAKE_FG)
    assert table.game.trains("NN") == ("PH4", "PH5R")
    found = earnings(table.game, "NN")
    assert (len(found.stations), found.served) == (6, 12)
    table.do(Pass())
    assert table.turn.revenue == found.total


@pytest.mark.clause("18FB-3.7.3.8")
def test_its_token_is_replaced_without_any_cost() -> None:
    table = in_ph6().tokens("NN", *SEVEN_CITIES[:-1]).operate("NN")
    assert table.game.state.tokens["NN"] == 1
    table.do(TAKE_FG)
    assert "L27.0" in table.game.state.stations["NN"]
    assert table.game.state.stations["FG"] == ()
    assert table.money("NN") == (1000 - 220,)
    assert table.game.state.tokens["NN"] == 0


@pytest.mark.clause("18FB-3.7.3.9")
def test_without_a_token_the_slot_becomes_free() -> None:
    table = in_ph6().tokens("NN", *SEVEN_CITIES).tokens("FST", "L27").operate("NN")
    assert table.game.state.tokens["NN"] == 0
    assert not places.has_room(table.game, "LdA", StopId("L27.0"))
    table.do(TAKE_FG)
    assert "L27.0" not in table.game.state.stations["NN"]
    assert places.has_room(table.game, "LdA", StopId("L27.0"))


@pytest.mark.clause("18FB-3.7.3.10")
def test_its_markers_go_to_the_acquirer() -> None:
    table = in_ph6().markers(NN=3, FG=4)
    table.do(TAKE_FG)
    assert table.own.markers == {"NN": 7}


# R65


@pytest.mark.clause("18FB-R65")
def test_a_token_in_the_city_counts_as_connected_and_the_slot_opens() -> None:
    table = in_ph6(tiles=(FOGGIA,)).tokens("NN", "L27").operate("NN")
    tokens = table.game.state.tokens["NN"]
    assert not places.has_room(table.game, "LdA", StopId("L27.0"))
    table.do(TAKE_FG)
    assert table.game.state.tokens["NN"] == tokens  # no second token
    assert places.has_room(table.game, "LdA", StopId("L27.0"))


@pytest.mark.clause("18FB-R65")
def test_for_napoli_either_half_counts() -> None:
    table = in_ph6(tiles=())
    table.game.hand_over("SEPSA", 0, "Carla")
    table.operate("NN").do(Acquire("SEPSA"))  # NN's home is in the south, SEPSA's in the north
    assert table.game.tokens_at(StopId("NC10.2")) == ()
    assert places.has_room(table.game, "LdA", StopId("NC10.2"))


@pytest.mark.clause("18FB-R65")
def test_a_waiting_token_just_vanishes() -> None:
    table = Table().phase("PH6").lay(*TO_FOGGIA).tokens("FST", "L27").tokens("LdA", "L27").regionals(FG="Bruno")
    assert list(table.own.waiting) == ["FG"]
    table.start("NN", "Ada", at=140, cash=1000).tokens("NN", "N21").trains("NN", "PH4").operate("NN")
    table.do(TAKE_FG)
    assert table.own.waiting == ()
    assert "L27.0" not in table.game.state.stations["NN"]
    assert table.game.tokens_at(StopId("L27.0")) == ("LdA", "FST")


@pytest.mark.clause("18FB-R65")
def test_the_token_is_not_that_of_the_turn_and_earns_the_bonus_of_a_destination() -> None:
    """Foggia is a historical destination of FB, which stands in Bari."""
    table = in_ph6("FB")
    cell = table.cell("FB")
    table.do(TAKE_FG)
    assert table.cell("FB") == (cell[0] - 1, cell[1])
    table.rails("L27 M26").operate("FB", "token").may(line("L27 M26"))
    table = in_ph6("NN")
    table.do(TAKE_FG)
    assert table.cell("NN") == cell  # no destination of NN


@pytest.mark.clause("18FB-R65")
def test_the_token_of_the_turn_is_still_to_come_after_an_acquisition_in_the_token_step() -> None:
    table = in_ph6("FB").rails("L27 M26").operate("FB", "token")
    table.do(TAKE_FG)
    assert table.step == "token"
    table.may(line("L27 M26"))


@pytest.mark.clause("18FB-R65", "18FB-R89")
def test_it_stands_in_the_slot_of_the_regional_and_the_kept_one_goes() -> None:
    """Foggia has a slot kept for FB; its open slots do not grow by the acquisition."""
    table = in_ph6("FB").tokens("FST", "L27").operate("FB")
    table.do(TAKE_FG)
    assert set(places.in_open_slots(table.game, StopId("L27.0"))) == {"FB", "FST"}
    assert not places.has_room(table.game, "LdA", StopId("L27.0"))
    assert places.has_room(table.game, "SFTF", StopId("L27.0"))


@pytest.mark.clause("18FB-3.5.3.2", "18FB-R89")
def test_a_destination_of_the_charter_brings_its_bonus_though_the_slot_kept_for_it_goes() -> None:
    """FP builds from Bari, so that Foggia is its intermediate destination."""
    table = Table().phase("PH6").regionals(FG="Bruno").lay(*TO_FOGGIA)
    table.start("FP", "Ada", at=140, stock={"Ada": 2}, cash=1000).own_is(fp_home="N21").trains("FP", "PH4")
    table.operate("FP")
    before = table.cell("FP")
    table.do(TAKE_FG)
    assert table.cell("FP") == (before[0] - 1, before[1])
    assert ("FP", "L27") in table.own.given_up


@pytest.mark.clause("18FB-R89", "18FB-R52")
def test_a_city_with_the_token_of_a_regional_is_not_empty_for_sfm() -> None:
    table = in_ph6("SFM", tiles=(*TO_FOGGIA[:-1], "L27 57 0"))
    table.do(TAKE_FG)
    assert "L27.0" in table.game.state.stations["SFM"]
    assert table.price("SFM") == 140


@pytest.mark.clause("18FB-R65", "18FB-3.6.3.14")
def test_a_slot_that_opens_lets_another_regional_through_to_its_destination() -> None:
    """SEPSA's way to Cuma leads over the south of Napoli, which is full until NN, there already, acquires SFSM."""
    table = Table().phase("PH6").lay("NC10 X10 0", "NC8 X11 0").regionals(SEPSA="Bruno", SFSM="Carla")
    table.tokens("FSC", "NC8").tokens("LdA", "NC8").rails("NC8 NB9 NA10")
    table.start("NN", "Ada", at=140, cash=1000).trains("NN", "PH4").operate("NN")
    bruno = table.game.cash("Bruno")
    table.do(Acquire("SFSM"))
    assert table.own.bonuses == (("SEPSA", "NA10"),)
    assert table.game.cash("Bruno") == bruno + 40


@pytest.mark.clause("18FB-3.7.3.8")
def test_tiles_are_laid_from_the_new_token_at_once() -> None:
    table = in_ph6()
    assert not any(isinstance(choice, LayTile) and choice.hex == "M26" for choice in blocked(table))
    table.do(TAKE_FG)
    assert any(isinstance(choice, LayTile) and choice.hex == "M26" for choice in table.game.decision.choices)


def blocked(table: Table) -> list[object]:
    """What may be laid while others fill Foggia."""
    for company in ("LTF", "SFTF", "FP", "FB", "FST"):
        table.tokens(company, "L27")
    return list(table.operate("NN").game.decision.choices)
