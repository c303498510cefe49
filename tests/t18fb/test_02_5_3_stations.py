"""18FB, 2.5.3: cities, towns, ports and off-map areas; Napoli; Rome and Vesuvio; printed yellow track."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Pass
from ferrovia.titles.t18fb import TITLE, components, earnings, places
from tests.t18fb.table import Table, line, tile

JOINED = ("NC10 X10 0", "NC8 X11 0")  # the green halves of Napoli, which meet


def earned(table: Table, company: str) -> int:
    return earnings.earnings(table.game, company).total


# Four kinds of stations


@pytest.mark.clause("18FB-2.5.3.1")
def test_every_stop_is_a_city_a_town_or_an_off_map_area_and_ports_belong_to_cities() -> None:
    stops = TITLE.box.board.stops
    assert {stop.kind for stop in stops.values()} == {"city", "town", "offboard"}
    tiles = {stop.kind for tile in TITLE.box.board.tiles.values() for stop in tile.face.stops}
    assert tiles == {"city", "town"}
    with_port = {name for name in map(components.place, stops) if components.ports(name)}
    assert "Napoli" in with_port
    assert all(stops[stop].kind == "city" for stop in stops if components.place(stop) in with_port)


@pytest.mark.clause("18FB-2.5.3.1")
def test_revenue_comes_from_cities_towns_ports_and_off_map_areas() -> None:
    table = Table().start("LTF", "Ada").line_done("LTF", final=False).lay("L39 57 0").trains("LTF", "PH1")
    table.markers(LTF=1).operate("LTF", "token").do(Pass())
    # Tronto 20, Pescara 20 and its port 10, one town marker 10.
    assert table.turn.revenue == 20 + 20 + 10 + 10


@pytest.mark.clause("18FB-2.5.3.4")
@pytest.mark.parametrize(
    ("phase", "port"), [("PH1", 10), ("PH2", 10), ("PH3", 20), ("PH4", 20), ("PH5", 30), ("PH6", 30)]
)
def test_a_port_adds_its_value_for_a_token_in_its_city(phase: str, port: int) -> None:
    table = Table().phase(phase).lay("E34 57 0", "E34 14 0").start("LdA").tokens("LdA", "E34").start("NN")
    table.trains("LdA", "PH6").trains("NN", "PH6")
    assert dict(earnings.earnings(table.game, "LdA").stations)[StopId("E34.0")] == 30 + port
    assert "E34.0" not in dict(earnings.earnings(table.game, "NN").stations)


@pytest.mark.clause("18FB-2.5.3.4")
def test_gaeta_green_in_ph3_counts_50_to_who_has_a_token_there_and_nothing_to_others() -> None:
    table = Table().phase("PH3").lay("E34 57 0", "E34 14 0", "E32 4 0")
    table.start("LdA").tokens("LdA", "E34").start("NN").trains("LdA", "PH3").trains("NN", "PH3")
    with_port = earned(table, "LdA")
    table.game.state.stations = {**table.game.state.stations, "LdA": (StopId("F31.0"),)}
    assert with_port - earned(table, "LdA") == 50


@pytest.mark.clause("18FB-2.5.3.4")
def test_a_port_counts_only_with_its_city() -> None:
    """One train for two stations: Gaeta with its port is the third best and stays out with it."""
    table = Table().phase("PH4").start("LTF").tokens("LTF", "Roma", "E34", "L39").lay("L39 57 0", "E34 57 0")
    table.trains("LTF", "PH1")
    assert earned(table, "LTF") == 60 + 40  # Rome, and Gaeta 20 with its port 20; Tronto and Pescara are left out


# Napoli


@pytest.mark.clause("18FB-2.5.3.2")
def test_a_company_with_a_token_in_one_half_of_napoli_places_none_in_the_other() -> None:
    south = Table().phase("PH2").lay(*JOINED).start("NN", cash=200).operate("NN", "token")
    south.may_not(line("NC8 NC10"), "18FB-2.5.3.2")
    assert places.has_room(south.game, "NN", StopId("NC10.0"))  # a slot there would be free
    north = Table().phase("PH2").lay(*JOINED).start("FP", cash=200).fp_builds_from("NC10").operate("FP", "token")
    north.may_not(line("NC10 NC8"), "18FB-2.5.3.2")
    round_about = Table().start("NN", cash=300).lay("NC6 58 3").operate("NN", "token")
    assert round_about.game.decision.choices == (Pass(),)


@pytest.mark.clause("18FB-2.5.3.2")
def test_a_way_round_to_the_other_half_does_not_help_either() -> None:
    way = "NC8 NB9 NB11 NC12 NC10"
    table = Table().phase("PH2").start("NN", cash=300).lay("NC8 X11 0").rails(way).operate("NN", "token")
    assert table.game.layout.face("NC10").colour == "yellow"
    table.may_not(line(way), "18FB-2.5.3.2")
    other = Table().phase("PH2").start("LdA", cash=300).tokens("LdA", "ND3").lay("NC8 X11 0").rails(way)
    other.lay("NC6 4 0", "NC4 58 3", "ND3 5 2").operate("LdA", "token")
    other.may(line("ND3 NC4 NC6 NC8"))


@pytest.mark.clause("18FB-2.5.3.2", "18FB-R73")
@pytest.mark.parametrize(("half", "value"), [("NC10.0", 50), ("NC8.0", 50)])
def test_napoli_counts_once_with_its_port_whichever_half_holds_the_token(half: str, value: int) -> None:
    table = Table().phase("PH3").lay(*JOINED).start("LdA").tokens("LdA", half).trains("LdA", "PH4")
    assert dict(earnings.earnings(table.game, "LdA").stations) == {"F31.0": 0, half: value + 20}


@pytest.mark.clause("18FB-R73")
def test_a_major_counts_the_value_of_the_half_of_its_token() -> None:
    table = Table().phase("PH3").lay("NC10 X10 0").start("NN").start("FP").fp_builds_from("NC10")
    table.trains("NN", "PH3").trains("FP", "PH3")
    assert earned(table, "NN") == 30 + 20  # South is still printed yellow
    assert earned(table, "FP") == 50 + 20


@pytest.mark.clause("18FB-R73")
def test_a_regional_counts_its_own_half_without_the_port() -> None:
    table = Table().phase("PH5").lay("NC10 X10 0").regionals(SEPSA="Ada", SFSM="Bruno")
    table.trains("SEPSA", "PH5R").trains("SFSM", "PH5R")
    assert earned(table, "SEPSA") == 50
    assert earned(table, "SFSM") == 30


@pytest.mark.clause("18FB-R73")
@pytest.mark.parametrize(("way", "end"), [("G30 NE12 ND11 NC10", "NC10"), ("G30 NE12 ND11 NC10 NC8", "NC8")])
def test_a_token_in_either_half_reaches_napoli_as_a_destination(way: str, end: str) -> None:
    table = Table().phase("PH2").start("FB", at=100, cash=300, deposit=100).lay(*JOINED).tokens("FB", "G30").rails(way)
    table.trains("FB", "PH2").operate("FB", "token")
    before = table.cell("FB")
    table.do(line(way))
    assert table.game.state.stations["FB"][-1] == f"{end}.0"
    assert table.state("FB").value == "definitive"
    assert table.money("Ada") == (850,)  # the deposit comes back
    assert table.cell("FB") == (before[0] - 1, before[1])  # and Napoli is on its charter


@pytest.mark.clause("18FB-R73")
def test_the_historical_destination_of_fsc_is_reached_in_the_north_too() -> None:
    way = "F31 NC12 NC10"
    table = Table().start("FSC", at=100, cash=300).line_done("FSC").tokens("FSC", "F31").rails(way)
    table.trains("FSC", "PH1").operate("FSC", "token")
    before = table.cell("FSC")
    table.do(line(way))
    assert table.cell("FSC") == (before[0] - 1, before[1])


def full_south(company: str) -> Table:
    """Both halves green and joined; South is full: NN at home, FSC in its own slot, two others. PH5."""
    table = Table().phase("PH5").lay(*JOINED).start("NN").start("FSC").start("LTF").start("FS")
    table.tokens("FSC", "NC8").tokens("LTF", "NC8").regionals(SEPSA="Ada", SFSM="Bruno", cash=100)
    assert table.game.tokens_at(StopId("NC8.0")) == ("NN", "FSC", "LTF", "SFSM")
    if company == "FP":
        table.start("FP").fp_builds_from("NC10")
    return table.operate(company, "track")


@pytest.mark.clause("18FB-2.5.3.3")
def test_a_regional_of_the_north_does_not_pass_a_full_south() -> None:
    table = full_south("SEPSA")
    assert table.game.tokens_at(StopId("NC10.0")) == ("FP", "SEPSA")
    table.may_not(tile("NC6 4 0"), "18FB-3.5.1.5")
    table.may(tile("NC8 X28 0"))  # its route comes to South, but not beyond
    full_south("FP").may(tile("NC6 4 0"))  # for a major the halves are one city


@pytest.mark.clause("18FB-2.5.3.3")
def test_a_regional_passes_the_other_half_while_it_has_an_empty_slot() -> None:
    table = Table().phase("PH5").lay(*JOINED).start("NN").start("LTF").tokens("LTF", "NC8")
    table.regionals(SEPSA="Ada", SFSM="Bruno").operate("SEPSA", "track")
    table.may(tile("NC6 4 0"))  # the slot of FSC is empty


@pytest.mark.clause("18FB-2.5.3.3")
def test_a_regional_in_one_half_passes_it_whoever_stands_there() -> None:
    table = full_south("SFSM")
    table.may(tile("NC6 4 0"))


# Off-map areas


@pytest.mark.clause("18FB-2.5.3.5")
@pytest.mark.parametrize("hex_id", ["F37", "G38", "G40", "K46", "ND7"])
def test_no_tile_is_laid_on_an_off_map_area(hex_id: str) -> None:
    table = Table().start("LTF").operate("LTF", "track")
    table.may_not(tile(f"{hex_id} 57 0"), "18FB-2.5.3.5")
    table.may_not(tile(f"{hex_id} 9 0"), "18FB-2.5.3.5")


@pytest.mark.clause("18FB-2.5.3.5")
def test_a_token_goes_into_a_free_slot_of_an_off_map_area() -> None:
    way = "L39 L41 K42 K44 K46"
    table = Table().start("LdA", cash=300).tokens("LdA", "L39").rails(way).operate("LdA", "token")
    table.do(line(way))
    assert table.game.state.stations["LdA"][-1] == "K46.0"


@pytest.mark.clause("18FB-2.5.3.5", "18FB-3.5.2.4")
def test_an_off_map_area_without_a_free_slot_takes_no_token() -> None:
    way = "L39 L41 K42 K44 K46"
    table = Table().start("LdA", cash=300).tokens("LdA", "L39").rails(way).start("NN").start("FS")
    table.tokens("NN", "Tronto").operate("LdA", "token").may(line(way))
    table.tokens("FS", "Tronto").may_not(line(way), "18FB-3.5.2.4")


@pytest.mark.clause("18FB-2.5.3.5")
@pytest.mark.parametrize(("phase", "rome"), [("PH2", 40), ("PH3", 60), ("PH4", 60), ("PH5", 100)])
def test_an_off_map_area_has_a_value_for_the_phase(phase: str, rome: int) -> None:
    table = Table().phase(phase).start("LdA").tokens("LdA", "Roma").trains("LdA", "PH6")
    assert earned(table, "LdA") == rome


@pytest.mark.clause("18FB-2.5.3.6")
def test_no_ordinary_token_goes_to_vesuvio_before_ph4() -> None:
    for phase in ("PH1", "PH3"):
        table = Table().phase(phase).start("NN", cash=300).lay("NC6 3 3").operate("NN", "token")
        table.may_not(line("NC8 NC6 ND7"), "18FB-2.5.3.6")
        assert table.game.decision.choices == (Pass(),)


@pytest.mark.clause("18FB-2.5.3.6", "18FB-2.5.4.2")
def test_from_ph4_one_token_goes_to_vesuvio_and_no_second_while_the_bourbon_token_stands() -> None:
    table = Table().phase("PH4").start("NN", cash=300).lay("NC6 3 3").operate("NN", "token")
    table.do(line("NC8 NC6 ND7"))
    assert table.money("NN") == (300 - 10 - 60,)
    table.start("FS", cash=300).tokens("FS", "ND3").lay("ND5 4 0", "ND3 57 0").operate("FS", "token")
    table.may_not(line("ND3 ND5 ND7"), "18FB-2.5.4.2")


@pytest.mark.clause("18FB-2.5.3.6")
def test_the_slot_of_the_bourbon_token_on_vesuvio_is_reached_by_bayard() -> None:
    table = Table().start("NN", cash=300).lay("NC6 3 3").cards(Bayard="Ada").operate("NN", "token")
    table.may_not(line("NC8 NC6 ND7"), "18FB-2.5.3.6")
    table.do(line("NC8 NC6 ND7", "Bayard"))
    assert table.game.state.stations["NN"] == ("NC8.0", "ND7.0")


# Printed yellow track


@pytest.mark.clause("18FB-2.5.3.7", "18FB-R40")
@pytest.mark.parametrize(
    ("company", "yellow"),
    [("FSC", "F23 57 0"), ("FSC", "F23 5 5"), ("FS", "N21 57 0"), ("NN", "NC8 57 0"), ("FP", "NC10 57 0")],
)
def test_no_yellow_tile_is_laid_on_printed_yellow_track(company: str, yellow: str) -> None:
    for phase in ("PH1", "PH2"):
        table = Table().phase(phase).start(company).operate(company, "track")
        table.may_not(tile(yellow), "18FB-2.5.3.7")


@pytest.mark.clause("18FB-2.5.3.7")
@pytest.mark.parametrize(
    ("company", "green"), [("FSC", "F23 X5 3"), ("FS", "N21 X8 0"), ("NN", "NC8 X11 0"), ("FP", "NC10 X10 0")]
)
def test_printed_yellow_track_is_upgraded_to_green(company: str, green: str) -> None:
    Table().start(company).operate(company, "track").may_not(tile(green), "18FB-2.1.3")
    table = Table().phase("PH2").start(company).operate(company, "track")
    table.do(tile(green))
    hex_id, name, _ = green.split()
    assert table.game.layout.tiles[hex_id][0] == name


@pytest.mark.clause("18FB-2.5.3.7", "18FB-3.5.1.17")
def test_the_green_tile_keeps_what_the_printed_track_is_joined_to() -> None:
    table = Table().phase("PH2").start("FSC").rails("F23 F21").operate("FSC", "track")  # joined at edge 0
    table.may(tile("F23 X5 3"))  # 3, 4, 5, 0
    table.may_not(tile("F23 X5 2"), "18FB-3.5.1.16")  # 2, 3, 4, 5
