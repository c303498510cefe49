"""18FB, 3.5.2: building a line: its token, what it costs and the town markers it brings."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Pass
from ferrovia.titles.t18fb import places
from ferrovia.titles.t18fb.actions import BuildLine
from tests.t18fb.table import Table, line, tile

TO_SAPRI = "F23 F21 E20 E18 F17"  # plain, river, plain, mountain; two towns
SAPRI_COSENZA = "F17 F15 F13 F11"
BY_THE_SILA = "F11 F9 F7 E6 F5"  # no town
BY_THE_COAST = "F11 E10 E8 E6 F5"  # Amantea and Nicastro
CALABRIA = ("F11 5 0", "F9 9 0", "F7 8 1", "E10 58 4", "E8 4 0", "E6 28 5", "F5 57 2")
TO_TRONTO = "L39 L41 K42 K44 K46"
TO_ROME = "F31 F33 F35 G36 F37"


def lines(table: Table) -> set[str]:
    """The lines that are listed, cards apart."""
    choices = table.game.decision.choices
    return {" ".join(choice.route) for choice in choices if isinstance(choice, BuildLine) and not choice.card}


def token_step(company: str, *ways: str, cash: int = 500, phase: str = "PH1", at: str = "", **facts: Any) -> Table:
    """A company about to place a token, with rails along some ways."""
    table = Table().phase(phase)
    for way in ways:
        table.rails(way)
    table.start(company, cash=cash, **facts)
    if at:
        table.tokens(company, at)
    return table.operate(company, "token")


# One token a turn


@pytest.mark.clause("18FB-3.5.2.1")
def test_the_bourbon_token_a_company_replaces_is_its_token_of_the_turn() -> None:
    """LdA replaces Bourbon token 5 in Caserta; it might have gone to Isernia."""
    to_isernia = "F31 G32 H33 H35 I36"
    table = token_step("LdA", "F31 G30").rails(to_isernia).lay("F31 X20 0")
    table.cards(Valadous="Ada").may(line(to_isernia))
    table.do(line("F31 G30", "Valadous"))
    table.may_not(line(to_isernia), "18FB-3.5.2.1")


@pytest.mark.clause("18FB-3.5.2.1")
def test_a_major_places_one_token_a_turn_besides_its_home() -> None:
    table = token_step("FSC", TO_SAPRI, SAPRI_COSENZA)
    assert list(table.game.state.stations["FSC"]) == ["F23.0"]
    table.do(line(TO_SAPRI))
    table.may_not(line(SAPRI_COSENZA), "18FB-3.5.2.1")
    table.operate("FSC", "token").do(line(SAPRI_COSENZA))
    assert table.game.state.stations["FSC"] == ("F23.0", "F17.0", "F11.0")


# Which lines there are


@pytest.mark.clause("18FB-3.5.2.2")
def test_a_line_passes_towns_but_no_other_city() -> None:
    table = token_step("FSC", TO_SAPRI, SAPRI_COSENZA)
    assert places.has_room(table.game, "FSC", StopId("F11.0"))
    assert lines(table) == {TO_SAPRI}
    table.may(line(TO_SAPRI))
    table.may_not(line(f"{TO_SAPRI} F15 F13 F11"), "18FB-3.5.2.2")


@pytest.mark.clause("18FB-3.5.2.2")
@pytest.mark.parametrize("way", ["F23 F21 E20", "F23 F21 E20 E18", "F21 E20 E18 F17", "F23 F17", "F17 E18 E20 F21 F23"])
def test_a_line_runs_unbroken_from_an_own_token_to_a_city(way: str) -> None:
    table = token_step("FSC", TO_SAPRI)
    rule = "18FB-3.5.2.5" if way.endswith("F23") else "18FB-3.5.2.2"
    table.may_not(line(way), rule)


@pytest.mark.clause("18FB-3.5.2.2")
def test_track_must_join_at_every_border() -> None:
    table = Table().start("FSC", cash=500).lay("F21 58 1", "E20 9 0", "F17 57 2").operate("FSC", "token")
    table.may_not(line(TO_SAPRI), "18FB-3.5.2.2")  # E20 runs from 0 to 3: it does not meet F21
    table.lay("E20 8 4", "E18 58 3").may(line(TO_SAPRI))


@pytest.mark.clause("18FB-3.5.2.2")
def test_a_line_may_start_from_an_off_map_area() -> None:
    table = token_step("LTF", "K46 K44 K42 L41 L39")
    table.do(line("K46 K44 K42 L41 L39"))
    assert table.money("LTF") == (400,)
    rome = token_step("LTF", "G40 H39 I40 J41", phase="PH4", at="Roma")
    rome.do(line("G40 H39 I40 J41"))  # from the other hex of Rome than that of the token


@pytest.mark.clause("18FB-3.5.2.3", "18FB-3.5.2.13")
@pytest.mark.parametrize(("way", "cost", "markers"), [(BY_THE_SILA, 120, 0), (BY_THE_COAST, 150, 2)])
def test_the_line_that_is_chosen_fixes_cost_and_markers(way: str, cost: int, markers: int) -> None:
    table = Table().start("FC", cash=500).lay(*CALABRIA).operate("FC", "token")
    table.may(line(BY_THE_SILA), line(BY_THE_COAST))
    assert lines(table) == {BY_THE_SILA, BY_THE_COAST}
    table.do(line(way))
    assert table.money("FC") == (500 - cost,)
    assert table.own.markers.get("FC", 0) == markers


TO_GAETA = "F31 F33 E34"  # Teano, brown: two markers
BY_PONTECORVO = "F31 G32 G34 F35 E34"  # Caiazzo and Pontecorvo, yellow: two markers too, for more money
CAPUA = ("F31 X20 0", "F33 X12 0", "E34 5 4", "G32 58 1", "G34 8 0", "F35 58 5")


@pytest.mark.clause("18FB-3.5.2.3")
def test_a_line_that_another_beats_is_not_listed_but_taken() -> None:
    table = Table().start("LdA", cash=500).own_is(falcon="FB").lay(*CAPUA).operate("LdA", "token")
    assert lines(table) == {TO_GAETA}
    table.game.apply(line(BY_PONTECORVO), by="Ada")
    assert table.game.state.stations["LdA"] == ("F31.0", "E34.0")
    assert table.own.markers["LdA"] == 2


@pytest.mark.clause("18FB-3.5.2.3", "18FB-R13")
def test_a_line_by_pontecorvo_is_listed_as_long_as_falcon_may_favour_the_company() -> None:
    """A marker of Pontecorvo may count 20 one day; once Falcon has named another or the marker is there, it is one."""
    table = Table().start("LdA", cash=500).lay(*CAPUA).operate("LdA", "token")
    assert lines(table) == {TO_GAETA, BY_PONTECORVO}
    assert lines(table.own_is(falcon="LdA")) == {TO_GAETA, BY_PONTECORVO}
    assert lines(table.own_is(papal=("LdA",))) == {TO_GAETA}
    assert lines(table.own_is(papal=(), falcon="FB")) == {TO_GAETA}
    late = Table().phase("PH5").start("LdA", cash=500).lay(*CAPUA).operate("LdA", "token")
    assert lines(late) == {TO_GAETA}  # the card is gone and has named nobody


@pytest.mark.clause("18FB-3.5.2.13")
def test_who_can_pay_the_cheap_line_only_gets_no_markers_of_the_other() -> None:
    table = Table().start("FC", cash=149).lay(*CALABRIA).operate("FC", "token")
    assert lines(table) == {BY_THE_SILA}
    table.may_not(line(BY_THE_COAST), "18FB-3.5.2.8")
    table.do(line(BY_THE_SILA))
    assert "FC" not in table.own.markers


@pytest.mark.clause("18FB-R74")
def test_no_line_crosses_a_border_twice() -> None:
    """From Nola to Telese and back to the fork: there is no other way to Benevento."""
    table = Table().start("LdA", cash=900).tokens("LdA", "G30").lay("G30 57 0", "G28 3 3", "H29 25 3", "H31 4 0")
    table.lay("I28 7 2", "I30 57 0").operate("LdA", "token")
    table.may_not(line("G30 G28 H29 H31 H29 I28 I30"), "18FB-R74")
    assert lines(table) == set()


@pytest.mark.clause("18FB-R74")
def test_no_line_meets_a_town_twice() -> None:
    """A loop from Teano over G34 and Caiazzo back to Teano, and on to Gaeta."""
    table = Table().start("LdA", cash=900).lay("F31 57 0", "F33 147 2", "G34 7 0", "G32 3 2", "E34 5 5")
    table.operate("LdA", "token").may_not(line("F31 F33 G34 G32 F33 E34"), "18FB-R74")
    assert lines(table) == {"F31 F33 E34"}


@pytest.mark.clause("18FB-R74", "18FB-R43")
@pytest.mark.parametrize(("way", "tiles"), [
    ("L19 L21 L23", ("L19 57 0", "L21 55 0", "L23 57 0")),
    ("N21 M22 L21 K20 J21", ("M22 56 5", "L21 55 0", "K20 58 2", "J21 57 2")),
])  # fmt: skip
def test_either_town_of_a_double_town_may_be_met(way: str, tiles: tuple[str, ...]) -> None:
    table = Table().start("LdA", cash=900).tokens("LdA", way.split()[0]).lay(*tiles).operate("LdA", "token")
    table.do(line(way))
    assert table.own.markers["LdA"] == len(way.split()) - 2


# Where a token may go


@pytest.mark.clause("18FB-3.5.2.4")
def test_the_end_of_a_line_needs_a_slot_for_the_company() -> None:
    table = token_step("NN", "K38 L39", at="K38").start("FS").tokens("FS", "L39").operate("NN", "token")
    table.may_not(line("K38 L39"), "18FB-2.5.4.4")  # only those reserved to LdA and LTF are left
    own = token_step("LdA", "K38 L39", at="K38").start("FS").tokens("FS", "L39").operate("LdA", "token")
    own.do(line("K38 L39"))
    full = token_step("NN", "E34 E32 F31", at="E34").start("FB").tokens("FB", "F31").operate("NN", "token")
    full.may_not(line("E34 E32 F31"), "18FB-3.5.2.4")


@pytest.mark.clause("18FB-3.5.2.5")
def test_a_token_is_optional_and_comes_once_to_a_place() -> None:
    table = token_step("NN", "F25 F23", at="F25").tokens("NN", "F23").lay("F23 X5 3")  # green: two open slots
    table.may_not(line("F25 F23"), "18FB-3.5.2.5")
    may = token_step("FSC", TO_SAPRI)
    may.may(Pass(), line(TO_SAPRI))


@pytest.mark.clause("18FB-3.5.2.5")
def test_a_company_has_no_more_tokens_than_its_charter() -> None:
    table = token_step("FSC", TO_SAPRI)
    table.tokens("FSC", "E34", "H27", "J21", "L19", "K38", "J39", "J33")
    assert table.game.state.tokens["FSC"] == 1
    table.may(line(TO_SAPRI))
    table.tokens("FSC", "L33").operate("FSC", "token")
    table.may_not(line(TO_SAPRI), "18FB-3.5.2.5")
    assert lines(table) == set()


@pytest.mark.clause("18FB-3.5.2.6")
def test_on_the_print_of_napoli_no_line_goes_beyond_a_home_token() -> None:
    inward, beyond = "G30 G28 NE8 ND9 NC10", "G30 G28 NE8 ND9 NC10 NC12 F31"
    table = token_step("FS", inward, "NC10 NC12 F31", at="G30")
    table.may_not(line(inward), "18FB-2.5.4.3")
    table.may_not(line(beyond), "18FB-3.5.2.6")
    assert lines(table) == set()
    south = token_step("FS", "ND3 ND5 NC6 NC8", "NC8 NB9 NB11 E30 F31", at="ND3")
    south.may_not(line("ND3 ND5 NC6 NC8"), "18FB-2.5.4.4")  # the spot of NN; FSC's slot beside it
    south.may_not(line("ND3 ND5 NC6 NC8 NB9 NB11 E30 F31"), "18FB-3.5.2.6")


@pytest.mark.clause("18FB-3.5.2.6")
def test_the_open_spots_of_the_print_take_tokens_from_their_own_side() -> None:
    table = token_step("LdA", "F31 NC12 NC10")
    table.do(line("F31 NC12 NC10"))
    assert table.game.state.stations["LdA"] == ("F31.0", "NC10.2")
    table.may_not(line("NC10 ND11 NE12 G30"), "18FB-3.5.2.1")
    table.rails("G30 NE12 ND11 NC10").operate("LdA", "token")
    table.may_not(line("NC10 ND11 NE12 G30"), "18FB-3.5.2.2")  # its stub leads to Aversa only


@pytest.mark.clause("18FB-R80")
def test_a_line_starts_through_the_other_half_of_napoli_where_they_meet() -> None:
    way = "NC8 NC10 NC12 F31"
    joined = token_step("NN", "F31 NC12 NC10", phase="PH2").lay("NC10 X10 0", "NC8 X11 0")
    joined.do(line(way))
    assert joined.money("NN") == (500 - 10 - 10 - 10,)
    round_about = "NC8 NB9 NC10 NC12 F31"
    apart = token_step("NN", "F31 NC12 NC10", phase="PH2").lay("NC10 X10 4", "NC8 X11 0", "NB9 3 4")
    apart.may_not(line(round_about), "18FB-3.5.2.2")
    apart.may_not(line(way), "18FB-3.5.2.2")
    assert lines(apart) == set()


@pytest.mark.clause("18FB-R80")
def test_only_the_side_where_the_halves_meet_leads_through_napoli() -> None:
    """Brown Napoli: ND9 joins the halves too, without a town between them."""
    brown = ("NC10 X27 0", "NC8 X28 0", "ND9 7 1")
    north = token_step("FP", "NC8 NC6 ND5 ND3", phase="PH5").fp_builds_from("NC10").lay(*brown)
    north.may(line("NC10 NC8 NC6 ND5 ND3"))
    north.may_not(line("NC10 ND9 NC8 NC6 ND5 ND3"), "18FB-3.5.2.2")
    arriving = token_step("LdA", "F31 NC12 NC10", phase="PH5").lay(*brown)
    arriving.may(line("F31 NC12 NC10"), line("F31 NC12 NC10 NC8"))
    arriving.may_not(line("F31 NC12 NC10 ND9 NC8"), "18FB-3.5.2.2")


@pytest.mark.clause("18FB-R80")
def test_a_line_ends_in_either_half_of_napoli_where_they_meet() -> None:
    table = token_step("LdA", "F31 NC12 NC10", phase="PH2").lay("NC10 X10 0", "NC8 X11 0")
    assert lines(table) == {"F31 NC12 NC10", "F31 NC12 NC10 NC8"}
    beyond = "F31 NC12 NC10 NC8 NC6 ND5 ND3"
    table.rails("NC8 NC6 ND5 ND3").may_not(line(beyond), "18FB-3.5.2.2")


# What it costs


@pytest.mark.clause("18FB-3.5.2.7")
def test_the_borders_of_a_line_add_up() -> None:
    table = token_step("FSC", TO_SAPRI, cash=200)
    before = table.money("bank")[0]
    table.do(line(TO_SAPRI))
    assert table.money("FSC", "bank") == (200 - 120, before + 120)


@pytest.mark.clause("18FB-3.5.2.8")
def test_the_treasury_pays_and_nobody_helps() -> None:
    table = token_step("FSC", TO_SAPRI, cash=119).cash(Ada=500)
    table.may_not(line(TO_SAPRI), "18FB-3.5.2.8")
    assert lines(table) == set()
    table.cash(FSC=120).do(line(TO_SAPRI))
    assert table.money("FSC", "Ada") == (0, 500)


@pytest.mark.clause("18FB-3.5.2.9")
def test_river_and_mountain_on_one_border_cost_a_hundred() -> None:
    """Venafro to Isernia; Capua to Venafro is two bridges... and a plain."""
    way = "F31 F33 G34 H35 I36"
    table = token_step("LdA", way)
    table.do(line(way))
    # Volturno 40, plain 10, plain 10, Volturno and the Mainarde 100.
    assert table.money("LdA") == (500 - 40 - 10 - 10 - 100,)


@pytest.mark.clause("18FB-3.5.2.10")
def test_tronto_is_reached_over_its_bridge() -> None:
    table = token_step("LdA", TO_TRONTO, at="L39")
    table.do(line(TO_TRONTO))
    assert table.money("LdA") == (500 - 40 - 10 - 10 - 40,)
    assert table.game.state.stations["LdA"][-1] == "K46.0"


# Town markers


@pytest.mark.clause("18FB-3.5.2.11")
def test_single_towns_give_one_marker_in_yellow_and_green_and_two_in_brown() -> None:
    """Teano yellow, Pontecorvo green, San Germano brown, on the way to Rome."""
    table = Table().phase("PH5").start("LdA", cash=500).lay("F31 57 0", "F33 4 0", "F35 141 3", "G36 146 1")
    table.operate("LdA", "token")
    table.do(line(TO_ROME))
    assert table.own.markers == {"LdA": 1 + 1 + 2}


@pytest.mark.clause("18FB-3.5.2.12")
def test_double_towns_give_one_two_and_three_markers() -> None:
    """Melfi yellow, Gravina green, Molfetta brown, and the single town of Spinazzola between them."""
    way = "L23 K24 K22 L21 M22 N21"
    table = Table().phase("PH5").start("LdA", cash=900).tokens("LdA", "L23")
    table.lay("L23 57 2", "K24 2 4", "K22 58 3", "L21 X3 1", "M22 X17 1").operate("LdA", "token")
    table.do(line(way))
    assert table.own.markers == {"LdA": 1 + 1 + 2 + 3}


@pytest.mark.clause("18FB-3.5.2.12", "18FB-R43")
@pytest.mark.parametrize(("double", "markers"), [("L21 55 0", 1), ("L21 X3 0", 2), ("L21 X17 0", 3), ("L21 X19 0", 3)])
def test_a_double_town_gives_its_full_number_when_a_line_uses_it(double: str, markers: int) -> None:
    table = Table().phase("PH5").start("LdA", cash=500).tokens("LdA", "L19").lay("L19 57 0", double, "L23 57 0")
    table.operate("LdA", "token").do(line("L19 L21 L23"))
    assert table.own.markers == {"LdA": markers}


@pytest.mark.clause("18FB-R43")
def test_a_new_line_takes_the_markers_of_towns_that_were_counted_before() -> None:
    """FSC goes over Battipaglia, brown, to Sapri, and then over Battipaglia again to Potenza."""
    table = Table().start("FSC", cash=900).lay("F21 145 0", "E20 8 4", "E18 58 3", "F17 57 2")
    table.operate("FSC", "token").do(line(TO_SAPRI))
    assert table.own.markers == {"FSC": 2 + 1}
    table.lay("G22 58 5", "H21 9 2", "I20 8 2", "J21 57 1").operate("FSC", "token")
    table.do(line("F23 F21 G22 H21 I20 J21"))
    assert table.own.markers == {"FSC": 2 + 1 + 2 + 1}


@pytest.mark.clause("18FB-3.5.2.14")
def test_markers_stay_as_they_were_taken() -> None:
    table = Table().start("FC", cash=500).lay(*CALABRIA).operate("FC", "token")
    table.do(line(BY_THE_COAST))
    assert table.own.markers == {"FC": 2}
    table.phase("PH5").operate("FC", "track").do(tile("E10 143 4"), tile("E8 142 0"))
    table.operate("FC", "track").do(tile("E10 146 3"), tile("E8 146 3"))
    assert table.game.layout.face("E8").colour == "brown"
    assert table.own.markers == {"FC": 2}


def test_where_no_line_can_be_built_nobody_is_asked_to_build_one() -> None:
    table = Table().start("LdA", cash=500).lay(*CAPUA).operate("LdA", "token")
    assert table.game.top.prompt(table.game).question == "Build a line for {corporation}"
    table.cash(LdA=0)
    assert table.game.top.prompt(table.game).question == "No line for {corporation}: anything else?"
