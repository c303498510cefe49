"""Section 3.3.2: concessions: deposits and refunds, the start of a company, and what each concession asks for."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Bankrupt, ChooseHome, Pass
from ferrovia.titles.t18fb import TITLE, places
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.dividends import EarningsStep
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

EARNINGS = [step.id for step in TITLE.operating.steps].index(EarningsStep.id)
TO_SAPRI, TO_COSENZA = "F23 F21 E20 E18 F17", "F17 F15 F13 F11"
TO_ISERNIA, TO_PESCARA = "F31 F33 G34 H35 I36", "I36 J37 K36 L37 L39"
TO_BRINDISI, TO_TARANTO = "N21 N19 N17 N15 O14 P13", "N21 N19 N17 N15 M14"


def granted(company: str, phase: str = "PH1", cash: int = 1000, at_half: bool = False) -> Table:
    """Ada, with that much money, takes a concession and starts the company at D60."""
    table = Table().phase(phase).cash(Ada=cash).stock_round("Ada")
    if at_half:
        table.cards(Riseis="Ada")
    table.do(TakeConcession(company, 60, at_half))
    return table


def reach(table: Table, company: str, way: str, cash: int = 500) -> Table:
    """The company builds a line in its turn; the treasury is filled for it."""
    table.rails(way).cash(**{company: cash}).operate(company, "token").do(line(way))
    return table


# The deposit


@pytest.mark.clause("18FB-3.3.2.1")
def test_the_deposit_leaves_the_player_and_lies_on_the_concession() -> None:
    table = Table().cash(Ada=300).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(TakeConcession("LTF", 60))
    assert table.own.concessions["LTF"].owner == "Ada"
    assert table.money("Ada", "deposits", "LTF", "bank") == (300 - 100 - 120, 100, 120, bank)
    assert table.deposit("LTF") == 100


@pytest.mark.clause("18FB-3.3.2.1")
def test_a_concession_is_granted_once_and_there_are_ten() -> None:
    table = Table().start("LTF", "Bruno").stock_round("Ada")
    table.may_not(TakeConcession("LTF", 60), "18FB-3.3.2.1")
    table.may_not(TakeConcession("SFM", 60), "18FB-3.3.2.1")
    offered = {choice.corporation for choice in table.game.decision.choices if isinstance(choice, TakeConcession)}
    assert offered == {"NN", "FSC", "LdA", "FC", "FB", "SFTF", "FS", "FP", "FST"}


@pytest.mark.clause("18FB-3.3.2.2")
@pytest.mark.parametrize(("phase", "due"), [("PH1", 240), ("PH2", 240), ("PH3", 120), ("PH4", 0)])
def test_the_deposit_falls_with_the_phases(phase: str, due: int) -> None:
    table = granted("FST", phase, cash=due + 120)
    assert (table.money("Ada"), table.deposit("FST")) == ((0,), due)
    short = Table().phase(phase).cash(Ada=due + 119).stock_round("Ada")
    short.may_not(TakeConcession("FST", 60), "18FB-3.3.2.6")


@pytest.mark.clause("18FB-3.3.2.3", "18FB-3.3.2.4")
def test_half_of_the_deposit_comes_back_at_the_intermediate_and_the_rest_at_the_final_destination() -> None:
    table = granted("FSC", cash=320)
    assert table.money("Ada", "deposits") == (0, 200)
    reach(table, "FSC", TO_SAPRI, cash=120)
    assert table.money("Ada", "deposits", "FSC") == (100, 100, 0)
    reach(table, "FSC", TO_COSENZA)
    assert (table.money("Ada", "deposits"), table.deposit("FSC")) == ((200, 0), 0)


@pytest.mark.clause("18FB-3.3.2.3", "18FB-3.3.2.4", "18FB-R18")
def test_of_75_ducats_35_come_back_and_then_40() -> None:
    table = granted("LdA", cash=195, at_half=True)
    assert table.money("Ada", "deposits") == (0, 75)
    reach(table, "LdA", TO_ISERNIA)
    assert table.money("Ada", "deposits") == (35, 40)
    reach(table, "LdA", TO_PESCARA)
    assert table.money("Ada", "deposits") == (75, 0)


@pytest.mark.clause("18FB-R18")
def test_of_25_ducats_10_come_back_and_then_15() -> None:
    table = Table().cards(Bayard="Ada", Riseis="Ada").cash(Ada=145).stock_round("Ada")
    table.do(TakeConcession("NN", 60, at_half=True))
    assert table.money("Ada", "deposits") == (0, 25)
    reach(table, "NN", "NC8 NC6 NC4 ND3")
    assert table.money("Ada", "deposits") == (10, 15)
    reach(table, "NN", "ND3 NE4 F25")
    assert table.money("Ada", "deposits") == (25, 0)


@pytest.mark.clause("18FB-R18")
def test_a_deposit_paid_again_in_provisional_state_comes_back_whole_at_the_final_destination() -> None:
    table = Table().phase("PH2").start("FSC", "Ada", concession="").line_done("FSC", final=False).cash(Ada=200)
    table.stock_round("Ada").do(TakeConcession("FSC"))
    assert (table.state("FSC"), table.money("Ada")) == (CompanyState.PROVISIONAL, (0,))
    reach(table, "FSC", TO_COSENZA)
    assert table.money("Ada", "deposits") == (200, 0)


@pytest.mark.clause("18FB-R18")
def test_a_deposit_paid_again_in_building_state_comes_back_in_two_halves() -> None:
    table = Table().phase("PH3").start("FSC", "Ada", concession="").cash(Ada=100).stock_round("Ada")
    table.do(TakeConcession("FSC"))
    reach(table, "FSC", TO_SAPRI)
    assert table.money("Ada", "deposits") == (50, 50)


@pytest.mark.clause("18FB-3.3.2.3")
def test_the_refund_goes_to_the_concessionaire_and_not_to_another_shareholder() -> None:
    table = Table().start("FSC", "Bruno", stock={"Ada": 3}, deposit=200).cash(Ada=0, Bruno=0)
    reach(table, "FSC", TO_SAPRI)
    assert table.money("Ada", "Bruno") == (0, 100)


# The start


@pytest.mark.clause("18FB-3.3.2.5")
def test_the_marker_goes_under_those_that_lie_on_the_par_value() -> None:
    table = Table().cash(Ada=500, Bruno=500, Carla=500).stock_round("Ada")
    table.do(TakeConcession("NN", 80), TakeConcession("FB", 80), TakeConcession("LdA", 80))
    assert table.stack((8, 6)) == ["NN", "FB", "LdA"]


@pytest.mark.clause("18FB-3.3.2.5")
@pytest.mark.parametrize(
    ("phase", "pars"),
    [
        ("PH1", [60, 70, 80, 90, 100]),
        ("PH2", [60, 70, 80, 90, 100, 110, 120, 130]),
        ("PH4", [60, 70, 80, 90, 100, 110, 120, 130]),
    ],
)
def test_the_par_value_is_one_of_those_open_in_the_phase(phase: str, pars: list[int]) -> None:
    table = Table().phase(phase).cash(Ada=500).stock_round("Ada")
    offered = [choice for choice in table.game.decision.choices if isinstance(choice, TakeConcession)]
    assert sorted(choice.price for choice in offered if choice.corporation == "LTF") == pars
    for price in {0, 65, 140, *range(110, 140, 10)} - set(pars):
        table.may_not(TakeConcession("LTF", price), "18FB-2.1.4")


@pytest.mark.clause("18FB-3.3.2.6")
def test_the_presidents_certificate_is_bought_at_once_for_twice_par() -> None:
    table = Table().cash(Ada=240).stock_round("Ada")
    table.do(TakeConcession("LTF", 70))
    assert (table.money("Ada", "LTF"), table.holding("LTF", "Ada")) == ((0, 140), [20])
    assert table.game.president("LTF") == "Ada"
    assert (table.price("LTF"), table.game.state.pars["LTF"]) == (70, 70)


@pytest.mark.clause("18FB-3.3.2.6")
def test_deposit_and_certificate_must_both_be_paid() -> None:
    table = Table().cash(Ada=239).stock_round("Ada")
    table.may_not(TakeConcession("LTF", 70), "18FB-3.3.2.6")
    table.do(TakeConcession("LTF", 60))
    assert table.money("Ada") == (19,)


@pytest.mark.clause("18FB-3.3.2.6")
def test_a_player_who_may_hold_no_further_certificate_starts_nothing() -> None:
    table = Table(players=6).start("FST", "Bruno", stock={"Ada": 6}).start("SFTF", "Bruno", stock={"Ada": 6})
    table.start("FC", "Bruno", stock={"Ada": 1}).cash(Ada=900).stock_round("Ada")
    table.may_not(TakeConcession("LTF", 60), "18FB-2.3.2")


@pytest.mark.clause("18FB-3.3.2.7")
def test_with_20_per_cent_sold_the_company_floats_and_operates_in_the_next_round() -> None:
    table = Table().cash(Ada=500).stock_round("Ada", turn=1)
    table.do(TakeConcession("LTF", 90))
    table.end_round()
    assert str(table.game.state.round) == "OR 1.1"
    assert (table.turn.corporation, table.decider, table.money("LTF")) == ("LTF", "Ada", (180,))


@pytest.mark.clause("18FB-3.3.2.7")
def test_what_was_paid_above_the_price_of_its_card_is_in_the_treasury_too() -> None:
    table = Table().cards(Bayard="Bruno").cash(Ada=500, NN=50).stock_round("Ada", turn=1)
    table.do(TakeConcession("NN", 90))
    table.end_round()
    assert (table.turn.corporation, table.money("NN")) == ("NN", (230,))


# The ten concessions

NN = pytest.param("NN", (100, 50), 5, "NC8", "ND3", "F25", marks=pytest.mark.clause("18FB-3.3.2.8"))
FSC = pytest.param("FSC", (200, 100), 20, "F23", "F17", "F11", marks=pytest.mark.clause("18FB-3.3.2.9"))
LDA = pytest.param("LdA", (150, 80), 15, "F31", "I36", "L39", marks=pytest.mark.clause("18FB-3.3.2.10"))
FC = pytest.param("FC", (200, 100), 20, "F11", "F5", "A2", marks=pytest.mark.clause("18FB-3.3.2.11"))
FB = pytest.param("FB", (150, 80), 5, "I30", "G30", "NC10", marks=pytest.mark.clause("18FB-3.3.2.12"))
FB_SOUTH = pytest.param("FB", (150, 80), 5, "I30", "G30", "NC8.1", marks=pytest.mark.clause("18FB-3.3.2.12"))
LTF = pytest.param("LTF", (100, 50), 15, "K46", "L39", "L27", marks=pytest.mark.clause("18FB-3.3.2.13"))
SFTF = pytest.param("SFTF", (100, 50), 15, "M14", "L23", "L27", marks=pytest.mark.clause("18FB-3.3.2.14"))
FS_BRINDISI = pytest.param("FS", (200, 100), 10, "N21", "P13", "O10", marks=pytest.mark.clause("18FB-3.3.2.15"))
FS_TARANTO = pytest.param("FS", (200, 100), 10, "N21", "M14", "O10", marks=pytest.mark.clause("18FB-3.3.2.15"))
FP_BARI = pytest.param("FP", (400, 200), 10, "N21", "L27", "NC10", marks=pytest.mark.clause("18FB-3.3.2.16"))
FP_NAPOLI = pytest.param("FP", (400, 200), 10, "NC10", "H27", "N21", marks=pytest.mark.clause("18FB-3.3.2.16"))
FST = pytest.param("FST", (240, 120), 15, "F23", "J21", "M14", marks=pytest.mark.clause("18FB-3.3.2.17"))
TEN = [NN, FSC, LDA, FC, FB, FB_SOUTH, LTF, SFTF, FS_BRINDISI, FS_TARANTO, FP_BARI, FP_NAPOLI, FST]


@pytest.mark.parametrize(("company", "deposits", "interest", "home", "intermediate", "final"), TEN)
def test_what_a_concession_asks_for(
    company: str, deposits: tuple[int, int], interest: int, home: str, intermediate: str, final: str
) -> None:
    """Its deposits, its secured interest a share, its home, and the two places that change its state."""
    for phase, due in zip(("PH1", "PH3", "PH4"), (*deposits, 0), strict=True):
        assert granted(company, phase).deposit(company) == due
    table = granted(company).cash(Ada=0)
    table.end_round()
    assert table.turn.corporation == company
    if company == "FP":
        table.do(ChooseHome(home))
    assert [hex_of(stop) for stop in table.game.state.stations[company]] == [home]
    table.turn_is(laid=(("one", "tile"), ("two", "tile")), at=EARNINGS).go_on()
    assert table.money("Ada") == (2 * interest,)
    table.tokens(company, intermediate)
    assert table.state(company) is CompanyState.PROVISIONAL
    table.tokens(company, final)
    assert table.state(company) is CompanyState.DEFINITIVE
    again = Table().start(company).own_is(fp_home=home if company == "FP" else "").tokens(company, final)
    assert again.state(company) is CompanyState.BUILDING


@pytest.mark.clause("18FB-3.3.2.10")
@pytest.mark.parametrize(("phase", "half"), [("PH1", 75), ("PH3", 40)])
def test_the_refunds_of_the_abruzzi_line(phase: str, half: int) -> None:
    table = granted("LdA", phase).cash(Ada=0)
    reach(table, "LdA", TO_ISERNIA)
    assert table.money("Ada") == (half,)
    reach(table, "LdA", TO_PESCARA)
    assert table.money("Ada") == (2 * half,)


# Choices of the president


def slots(table: Table, stop: StopId) -> tuple[int, int]:
    """Open slots of a stop, and all its slots."""
    return places.open_slots(table.game, stop), places.all_slots(table.game, stop)


@pytest.mark.clause("18FB-3.3.2.18", "18FB-R19")
@pytest.mark.parametrize(
    ("way", "other", "other_way"), [(TO_BRINDISI, "M14", TO_TARANTO), (TO_TARANTO, "P13", TO_BRINDISI)]
)
def test_the_first_of_brindisi_and_taranto_is_the_intermediate_destination_of_fs(
    way: str, other: str, other_way: str
) -> None:
    """Nobody is asked beforehand; the slot in the other city goes, and the open one there stays."""
    table = Table().start("FS", "Ada", deposit=200).start("FSC", "Bruno").cash(Ada=0).rails(other_way)
    before = slots(table, StopId(f"{other}.0"))
    reach(table, "FS", way)
    assert (table.state("FS"), table.money("Ada"), table.deposit("FS")) == (CompanyState.PROVISIONAL, (100,), 100)
    assert slots(table, StopId(f"{other}.0")) == (before[0], before[1] - 1)
    table.operate("FS", "token").may(line(other_way))  # into the open slot
    table.tokens("FSC", other).operate("FS", "token").may_not(line(other_way), "18FB-2.5.4.4")


@pytest.mark.clause("18FB-3.3.2.18")
def test_fs_keeps_the_slot_of_its_intermediate_destination_when_it_comes_to_the_other_city_too() -> None:
    table = Table().start("FS", "Ada").trains("FS", "PH1").rails(TO_BRINDISI).rails(TO_TARANTO)
    reach(table, "FS", TO_BRINDISI)
    before = slots(table, StopId("P13.0"))
    reach(table, "FS", TO_TARANTO)
    assert (slots(table, StopId("P13.0")), places.in_open_slots(table.game, StopId("P13.0"))) == (before, [])
    assert places.in_open_slots(table.game, StopId("M14.0")) == ["FS"]


@pytest.mark.clause("18FB-3.3.2.18")
def test_until_then_fs_has_its_slot_in_both_cities() -> None:
    table = Table().start("FS", "Ada").start("FSC", "Bruno").rails(TO_BRINDISI).rails(TO_TARANTO).cash(FS=500)
    table.tokens("FSC", "M14", "P13").operate("FS", "token").may(line(TO_BRINDISI), line(TO_TARANTO))


@pytest.mark.clause("18FB-R86")
@pytest.mark.parametrize(("first", "second"), [(TO_BRINDISI, TO_TARANTO), (TO_TARANTO, TO_BRINDISI)])
def test_the_city_that_fs_did_not_reach_first_is_no_historical_destination_any_more(first: str, second: str) -> None:
    table = Table().start("FS", "Ada", at=(6, 6)).trains("FS", "PH1").rails(first).rails(second)
    reach(table, "FS", first)
    assert table.cell("FS") == (5, 6)
    reach(table, "FS", second)
    assert table.cell("FS") == (5, 6)


@pytest.mark.clause("18FB-R86")
@pytest.mark.parametrize(("chosen", "cell"), [("N21", (6, 6)), ("NC10", (5, 6))])
def test_the_middle_destination_of_fp_by_the_other_end_brings_it_nothing(chosen: str, cell: tuple[int, int]) -> None:
    """A token in Avellino, by one who builds from Bari and one who builds from Napoli."""
    table = Table().phase("PH5").start("FP", "Ada", at=(6, 6), earned=False).trains("FP", "PH3").stock_round("Ada")
    table.end_round()
    table.do(ChooseHome(chosen))
    table.tokens("FP", "I30").lay("I30 57 0")
    reach(table, "FP", "I30 I28 H27")
    assert table.cell("FP") == cell


@pytest.mark.clause("18FB-R19", "18FB-3.4.15")
def test_a_frozen_fp_does_not_choose_its_home() -> None:
    """FP was taken over before its first turn: both home tokens stand until somebody owns its concession again."""
    table = Table().phase("PH2").start("FP", stock={"Bruno": 4}, concession="", earned=False)
    table.round_begins()
    assert (table.state("FP"), table.turn.corporation, table.step) == (CompanyState.FROZEN, "FP", "track")
    table.pass_on(lambda: str(table.game.state.round) != "OR 2.1")
    assert (table.own.fp_home, len(table.game.state.stations["FP"])) == ("", 2)
    table.concession("FP", "Ada").round_begins()
    assert table.step == "home"
    table.do(ChooseHome("N21"))
    assert table.own.fp_home == "N21"


@pytest.mark.clause("18FB-R19")
def test_fp_chooses_its_home_at_the_start_of_its_first_turn_and_stands_on_both_until_then() -> None:
    table = Table().start("FP", "Ada", earned=False).start("LdA", "Bruno", at=(0, 9)).stock_round("Ada")
    table.end_round()
    assert table.turn.corporation == "LdA"
    assert [hex_of(stop) for stop in table.game.state.stations["FP"]] == ["N21", "NC10"]
    table.pass_on(lambda: table.turn.corporation == "FP")
    assert (table.step, table.decider) == ("home", "Ada")
    table.may(ChooseHome("N21"), ChooseHome("NC10"))
    table.may_not(Pass(), "18FB-R19")
    table.may_not(ChooseHome("L27"), "18FB-3.3.2.16")
    table.do(ChooseHome("N21"))
    assert table.step == "track"
    table.pass_on(lambda: table.game.state.round.number == 2 and table.turn.corporation == "FP")
    assert table.step == "track"  # it is asked once


@pytest.mark.clause("18FB-3.3.2.19", "18FB-3.3.2.20")
@pytest.mark.parametrize(
    ("home", "left", "dropped", "middle"),
    [("N21.0", "NC10.1", "H27.0", "L27.0"), ("NC10.1", "N21.0", "L27.0", "H27.0")],
)
def test_the_home_that_fp_leaves_becomes_a_reserved_slot_and_one_middle_slot_goes(
    home: StopId, left: StopId, dropped: StopId, middle: StopId
) -> None:
    table = Table().start("FP", "Ada", earned=False).start("FSC", "Bruno").stock_round("Ada")
    tokens = table.game.state.tokens["FP"]
    before = {stop: slots(table, stop) for stop in (left, dropped, middle)}
    table.end_round()
    table.do(ChooseHome(hex_of(home)))
    assert table.game.state.stations["FP"] == (home,)
    assert table.game.state.tokens["FP"] == tokens + 1
    assert slots(table, left) == before[left]
    assert slots(table, dropped) == (before[dropped][0], before[dropped][1] - 1)
    assert slots(table, middle) == before[middle]
    assert places.is_kept_for(table.game, "FP", left)
    assert left not in TITLE.tokens.closed_stops(table.game, "FSC")


@pytest.mark.clause("18FB-3.3.2.19")
def test_before_the_choice_fp_blocks_its_place_in_napoli_and_after_it_does_not() -> None:
    """In the middle place of Napoli North only FP's home slot is printed."""
    table = Table().start("FP", "Ada", earned=False).start("FSC", "Bruno").stock_round("Ada")
    assert "NC10.1" in TITLE.tokens.closed_stops(table.game, "FSC")
    table.end_round()
    table.do(ChooseHome("N21"))
    assert "NC10.1" not in TITLE.tokens.closed_stops(table.game, "FSC")
    assert not places.has_room(table.game, "FSC", StopId("NC10.1"))  # but it is FP's


# The waiver


@pytest.mark.clause("18FB-3.3.2.21")
def test_with_the_tronto_line_granted_no_deposit_is_due_for_salerno_to_taranto() -> None:
    table = Table().cash(Ada=120, Bruno=220).stock_round("Bruno", turn=1)
    table.do(TakeConcession("LTF", 60), Pass(), Pass(), TakeConcession("FST", 60))
    assert (table.money("Ada"), table.deposit("FST")) == ((0,), 0)
    reach(table, "FST", "F23 G24 H23 I22 J21")
    assert (table.state("FST"), table.money("Ada")) == (CompanyState.PROVISIONAL, (0,))


@pytest.mark.clause("18FB-R20")
def test_the_waiver_holds_after_the_tronto_concession_was_withdrawn() -> None:
    table = Table().start("LTF", "Bruno", concession="").cash(Ada=120).stock_round("Ada")
    table.do(TakeConcession("FST", 60))
    assert (table.money("Ada"), table.deposit("FST")) == ((0,), 0)


@pytest.mark.clause("18FB-R20")
def test_and_after_the_tronto_line_has_closed() -> None:
    """PH3: Bruno is bankrupt and nobody inherits LTF, whose concession is gone with it."""
    table = Table().phase("PH3").start("LTF", "Bruno").line_done("LTF").cash(Bruno=0, Ada=120)
    table.operate("LTF", "trains").do(Bankrupt())
    assert "LTF" in table.own.closed
    assert "LTF" not in table.own.concessions
    table.stock_round("Ada").do(TakeConcession("FST", 60))
    assert (table.money("Ada"), table.deposit("FST")) == ((0,), 0)


@pytest.mark.clause("18FB-R20")
def test_without_the_tronto_line_the_deposit_is_due() -> None:
    table = Table().start("SFTF", "Bruno").cash(Ada=359).stock_round("Ada")
    table.may_not(TakeConcession("FST", 60), "18FB-3.3.2.6")
    table.cash(Ada=360).may(TakeConcession("FST", 60))
