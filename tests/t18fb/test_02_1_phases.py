"""Sections 2 and 2.1: the phases, what begins them and what they change."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ferrovia.engine.flow.actions import BuyTrain, LayTile, Pass, Start, UsePrivate
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb.actions import Acquire, TakeConcession
from tests.t18fb.random_game import every_position
from tests.t18fb.table import Table, line

PHASES = ("PH1", "PH2", "PH3", "PH4", "PH5", "PH6")
COSTS = {"PH1": 80, "PH2": 160, "PH3": 260, "PH4": 380, "PH5": 520, "PH6": 650}

TO_ROME = "F31 F33 F35 F37"  # from Capua
TO_NAPOLI = "F31 NC12 ND11 NC10"  # from Capua to the Bourbon token in Napoli North


def before(phase: str) -> Table:
    """FP, which is never merged, may buy the train that begins a phase."""
    previous = PHASES[PHASES.index(phase) - 1]
    table = Table().phase(previous).start("FP", "Ada", cash=2000).own_is(fp_home="N21")
    return table.sold_out(previous).operate("FP", "trains")


def begin(table: Table, phase: str) -> None:
    table.do(BuyTrain(phase, "bank", COSTS[phase]))


# One phase after another


@pytest.mark.clause("18FB-2.1")
def test_a_game_begins_in_ph1() -> None:
    game = Table().political_round().game
    assert game.state.phase == "PH1"
    assert view_for(game)["phase"]["tiles"] == ["yellow"]


@pytest.mark.clause("18FB-2.1")
def test_tiles_par_values_and_delahante_read_the_new_phase_in_the_very_turn_in_which_it_begins() -> None:
    table = Table().start("FP", "Ada", at=(0, 8), cash=500).own_is(fp_home="N21").cards(Delahante="Bruno")
    table.start("FSC", "Bruno", at=100, cash=500).lay("F31 57 0").tokens("FSC", "F31").rails(TO_ROME)
    green, to_rome = LayTile("F23", "X5", 2), line(TO_ROME, "Delahante")
    table.operate("FSC").may_not(green, "18FB-2.1.3")
    table.operate("FSC", "token").may_not(to_rome, "18FB-2.7.8")
    table.sold_out("PH1").operate("FP", "trains")
    table.do(BuyTrain("PH2", "bank", 160))
    assert table.turn.corporation == "FP"
    phase = view_for(table.game)["phase"]
    assert (phase["name"], phase["tiles"]) == ("PH2", ["yellow", "green"])
    assert phase["start_values"] == [60, 70, 80, 90, 100, 110, 120, 130]
    table.pass_on(until=lambda: table.turn.corporation == "FSC")  # the next in the same round
    table.may(green)
    table.do(Pass())
    table.may(to_rome)


@pytest.mark.clause("18FB-2.1.1")
def test_no_phase_of_a_whole_game_is_skipped_or_comes_again() -> None:
    recorded = [game.state.phase for game in every_position()]
    changes = [recorded[0]] + [now for last, now in pairwise(recorded) if now != last]
    assert changes == list(PHASES[: len(changes)])
    assert len(changes) > 2


@pytest.mark.clause("18FB-2.1.2")
@pytest.mark.parametrize("phase", PHASES[1:])
def test_a_phase_begins_at_once_with_the_first_train_of_its_class(phase: str) -> None:
    table = before(phase)
    assert table.game.state.phase == PHASES[PHASES.index(phase) - 1]
    begin(table, phase)
    assert table.game.state.phase == phase


@pytest.mark.clause("18FB-2.1.2")
@pytest.mark.parametrize("phase", PHASES[1:5])
def test_the_second_train_of_a_class_changes_nothing(phase: str) -> None:
    table = before(phase)
    begin(table, phase)
    state = table.game.state
    settled = (state.phase, table.own, state.privates, state.trains["out"])
    table.do(BuyTrain(phase, "bank", COSTS[phase]))
    state = table.game.state
    assert (state.phase, table.own, state.privates, state.trains["out"]) == settled


@pytest.mark.clause("18FB-2.1.2")
def test_a_train_bought_from_another_company_begins_no_phase() -> None:
    table = before("PH3").start("FB", "Ada", at=(0, 9)).trains("FB", "PH3")
    table.do(BuyTrain("PH3", "FB", 1))
    assert (table.game.trains("FP"), table.game.state.phase) == (("PH3",), "PH2")


# Tiles and par values


@pytest.mark.clause("18FB-2.1.3")
@pytest.mark.parametrize("phase", PHASES)
def test_yellow_from_ph1_green_from_ph2_brown_from_ph5(phase: str) -> None:
    table = Table().phase(phase).start("FSC", "Ada", cash=100)
    yellow, green, brown = LayTile("F21", "4", 0), LayTile("F23", "X5", 2), LayTile("F23", "X24", 2)
    table.operate("FSC").may(yellow)
    if phase == "PH1":
        table.may_not(green, "18FB-2.1.3")
    else:
        table.may(green)
    table.lay("F23 X5 2")
    if phase in ("PH5", "PH6"):
        table.may(brown)
    else:
        table.may_not(brown, "18FB-2.1.3")


@pytest.mark.clause("18FB-2.1.4")
@pytest.mark.parametrize(
    ("phase", "highest"), [("PH1", 100), ("PH2", 130), ("PH3", 130), ("PH4", 130), ("PH5", 150), ("PH6", 150)]
)
def test_the_par_values_that_are_open_in_a_phase(phase: str, highest: int) -> None:
    table = Table().phase(phase).cash(Ada=1000).stock_round("Ada")

    def start(price: int) -> TakeConcession | Start:
        return Start("FB", price) if phase in ("PH5", "PH6") else TakeConcession("FB", price)

    for price in range(60, highest + 1, 10):
        table.may(start(price))
    for price in (0, 50, 55, 65, *range(highest + 10, 200, 10)):
        table.may_not(start(price), "18FB-2.1.4")


# Trains


@pytest.mark.clause("18FB-2.1.5")
@pytest.mark.parametrize(
    ("phase", "kept", "lost"),
    [
        ("PH2", ("PH1", "PH2", "PH3"), ()),
        ("PH3", ("PH2", "PH3"), ("PH1",)),
        ("PH4", ("PH1", "PH2", "PH3"), ()),
        ("PH5", ("PH1", "PH3"), ("PH2",)),
        ("PH6", ("PH1", "PH2"), ("PH3",)),
    ],
)
def test_the_trains_a_phase_scraps_go_from_companies_and_pool_without_compensation(
    phase: str, kept: tuple[str, ...], lost: tuple[str, ...]
) -> None:
    table = before(phase).start("FB", "Ada", cash=70).start("FST", "Bruno", cash=30)
    table.trains("FST", "PH1", "PH1").trains("FB", "PH1", "PH2", "PH3").trains("pool", *(lost or ("PH1",)))
    begin(table, phase)
    assert table.game.trains("FB") == kept
    assert table.game.trains("FST") == (() if lost == ("PH1",) else ("PH1", "PH1"))
    assert table.game.trains("pool") == (() if lost else ("PH1",))
    assert table.money("FB", "FST") == (70, 30)


@pytest.mark.clause("18FB-2.1.6")
def test_trains_of_ph4_and_later_and_regional_ones_stay_and_earn() -> None:
    """In PH6 Benevento's yellow city gives FB 20: its PH4 still serves it."""
    table = before("PH6").start("FB", "Ada").lay("I30 57 0").trains("FB", "PH4", "PH5")
    table.regionals(FA="Bruno").trains("FA", "PH5R").operate("FP", "trains")
    begin(table, "PH6")
    assert {"RM", "RA"} < set(table.game.state.floated)
    assert table.game.trains("FB") == ("PH4", "PH5")
    assert table.game.trains("FA") == ("PH5R",)
    table.trains("FB", "PH4")
    assert view_for(table.game)["own"]["companies"]["FB"]["earnings"] == 20
    table.trains("FB")
    assert view_for(table.game)["own"]["companies"]["FB"]["earnings"] == 0


@pytest.mark.clause("18FB-R01")
@pytest.mark.parametrize(("phase", "count"), [("PH1", 5), ("PH2", 3), ("PH4", 1), ("PH5", 3), ("PH6", 7)])
def test_a_company_may_own_any_number_of_trains(phase: str, count: int) -> None:
    """As many as there are; in PH6, with no end of trains, a seventh after six."""
    table = Table().phase(phase).start("NN", "Ada", cash=6000).trains("NN", *(() if phase == "PH6" else ("PH3", "PH3")))
    table.operate("NN", "trains")
    for _ in range(count):
        table.do(BuyTrain(phase, "bank", COSTS[phase]))
    assert table.game.trains("NN").count(phase) == count
    if phase == "PH6":
        table.may(BuyTrain("PH6", "bank", 650))


@pytest.mark.clause("18FB-R01")
def test_a_regional_may_own_any_number_though_it_buys_one_a_turn() -> None:
    table = Table().phase("PH5").start("NN", "Ada").regionals(FA="Bruno", cash=900).trains("FA", "PH5R", "PH5R", "PH5R")
    table.operate("FA", "trains")
    table.do(BuyTrain("PH5R", "bank", 100))
    assert table.game.trains("FA") == ("PH5R",) * 4


# Cards, Rome, ports


@pytest.mark.clause("18FB-2.1.7")
def test_delahante_alone_waits_for_ph2() -> None:
    table = Table().start("LdA", "Ada", cash=500).lay("F31 57 0").rails(TO_ROME).rails(TO_NAPOLI)
    table.cards(Delahante="Ada", LAla="Ada").operate("LdA", "token")
    table.may_not(line(TO_ROME, "Delahante"), "18FB-2.7.8")
    table.may(line(TO_NAPOLI, "L'Ala"))
    table.phase("PH2").operate("LdA", "token")
    table.may(line(TO_ROME, "Delahante"), line(TO_NAPOLI, "L'Ala"))


@pytest.mark.clause("18FB-2.1.7")
def test_the_other_powers_need_no_ph2_either() -> None:
    table = Table().start("LdA", "Ada").cards(Melisurgo="Bruno", Falcon="Bruno", Riseis="Bruno", Bayard="Bruno")
    table.operate("LdA").may(UsePrivate("Melisurgo"), UsePrivate("Falcon"))
    table.stock_round("Bruno").do(TakeConcession("NN", 60, at_half=True))  # Bayard: 50, Riseis: 25
    assert table.deposit("NN") == 25


@pytest.mark.clause("18FB-2.1.8")
def test_rome_opens_three_slots_to_all_in_ph4() -> None:
    def near_rome(phase: str) -> Table:
        table = Table().phase(phase).start("FC", "Ada", cash=1000).lay("F31 57 0").tokens("FC", "F31").rails(TO_ROME)
        return table.operate("FC", "token")

    to_rome = line(TO_ROME)
    near_rome("PH3").may_not(to_rome, "18FB-2.1.8")
    table = near_rome("PH3").sold_out("PH3").operate("FC", "trains")
    table.do(BuyTrain("PH4", "bank", 380))
    table.operate("FC", "token").do(to_rome)
    assert table.game.state.stations["FC"][-1].startswith("F37")
    two_taken = near_rome("PH4").tokens("NN", "Roma").tokens("FB", "Roma")
    two_taken.may(to_rome)
    two_taken.tokens("FS", "Roma").may_not(to_rome, "18FB-2.5.4.4", "LdA")


@pytest.mark.clause("18FB-2.1.9")
@pytest.mark.parametrize(
    ("phase", "vesuvio", "port"),
    [("PH1", 20, 10), ("PH2", 20, 10), ("PH3", 40, 20), ("PH4", 40, 20), ("PH5", 60, 40), ("PH6", 60, 40)],
)
def test_ports_and_off_map_areas_step_up_in_ph3_and_ph5(phase: str, vesuvio: int, port: int) -> None:
    """Vesuvio 20, 40, 60; the port of Taranto 10, 20, 40, beside the 20 of its yellow city."""
    table = Table().phase(phase).start("SFTF", "Ada").lay("M14 57 0").tokens("SFTF", "Vesuvio").trains("SFTF", "PH4")
    stations = view_for(table.game)["own"]["companies"]["SFTF"]["stations"]
    assert stations == {"ND7.0": vesuvio, "M14.0": 20 + port}


@pytest.mark.clause("18FB-2.1.6", "18FB-2.1.2")
def test_regionals_are_acquired_once_ph6_has_begun_and_not_by_a_regional_train() -> None:
    """PH6 is nothing but the first ordinary PH6 train: buying regional ones leaves PH5 in force."""
    table = Table().phase("PH5").start("LdA", "Ada", cash=900).regionals(FA="Bruno", cash=200)
    table.operate("FA", "trains").do(BuyTrain("PH5R", "bank", 100))
    assert table.game.state.phase == "PH5"
    table.operate("LdA").may_not(Acquire("FA"), "18FB-3.7.3.1")
