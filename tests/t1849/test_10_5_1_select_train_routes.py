"""1849, 10.5.1: which routes a train may run, and how their hexes are counted. Also the reference card's example."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.routes import Route, read_route
from ferrovia.engine.flow.actions import Dividend, PlaceToken, RunTrains
from ferrovia.engine.flow.events import RouteCounted
from ferrovia.engine.flow.operating import OperatingTurn
from tests.engine.board.rulebook_example import EXAMPLE_TILES, NARROW_LINE, STANDARD_LINE
from tests.t1849.table import Table, routes

EXAMPLE = [f"{hex_id} {tile} {rotation}" for hex_id, (tile, rotation) in EXAMPLE_TILES.items()]
STD, NARROW = " ".join(STANDARD_LINE), " ".join(NARROW_LINE)


def length(table: Table, corporation: str, train: str, way: str) -> int:
    """How many hexes a train counts on a way."""
    return shown(table, corporation, train, way).length


def shown(table: Table, corporation: str, train: str, way: str) -> Route:
    route = read_route(table.game.layout, table.game.title.runs.runner(table.game, corporation, train), way.split())
    assert isinstance(route, Route), route
    return route


def earned(table: Table, *runs: tuple[str, str]) -> int:
    """What a corporation earns by running so."""
    table.do(routes(*runs))
    turn = table.game.find(OperatingTurn)
    assert turn is not None
    return turn.revenue


# What a route must join


def palermo(train: str = "4H") -> Table:
    """RCS with the track from Palermo round to Partinico."""
    table = Table().start("RCS").lay("B4 7 5", "D4 4 0").trains("RCS", train)
    return table.operate("RCS", "run")


@pytest.mark.clause("1849-10.5.1.1")
def test_a_route_joins_two_cities_or_a_city_and_a_town_and_ports_do_not_count() -> None:
    table = palermo()
    table.may_not(routes(("4H", "C5 A5")), "1849-10.5.1.1")
    table.may_not(routes(("4H", "A5 C5")), "1849-10.5.1.1")
    assert earned(table, ("4H", "D4 B4 C5 A5")) == 10 + 50 + 10


@pytest.mark.clause("1849-10.5.1.1")
def test_palermo_and_its_port_alone_are_no_run() -> None:
    table = Table().start("RCS").trains("RCS", "4H").operate("RCS", "run").go_on()
    assert table.price("RCS") == 90  # it did not run
    assert table.game.state.earnings["RCS"] == 0


@pytest.mark.clause("1849-10.5.1.1", "1849-10.1.1")
def test_a_route_needs_a_city_with_a_token_of_the_corporation() -> None:
    table = Table().start("CTL").start("RCS").lay("B4 7 5", "D4 4 0").trains("CTL", "4H").operate("CTL", "run")
    table.may_not(routes(("4H", "D4 B4 C5")), "1849-10.1.1", saying="no station")
    table.do(routes(("4H", "C1 E1")))


@pytest.mark.clause("1849-10.5.1.2")
def test_a_train_may_run_shorter_than_its_length_but_not_longer() -> None:
    table = Table().phase("16").start("CTL").trains("CTL", "16H").operate("CTL", "run")
    assert earned(table, ("16H", "E1 C1")) == 40 + 40
    table = Table().start("RCS").lay(*EXAMPLE).trains("RCS", "4H").operate("RCS", "run")
    table.may_not(routes(("4H", "C5 B4 D4 C3 E3 G3")), "1849-10.5.1.3", saying="too long")


@pytest.mark.clause("1849-10.5.1.2")
def test_a_route_may_take_in_towns_cities_and_two_ports() -> None:
    """From the port of Terranova by Vittoria, Ragusa, Siracusa and Augusta to the port of Augusta."""
    table = Table().phase("10").start("ATA").trains("ATA", "10H")
    table.lay("N10 58 2", "L12 78 5", "M13 675 1").operate("ATA", "run")
    way = "N8 M9 N10 M11 L12 M13 K13 L14"
    assert length(table, "ATA", "10H", way) == 1 + 1 + 1 + 2 * 2 + 1 + 1
    assert earned(table, ("10H", way)) == 20 + 30 + 10 + 20 + 20 + 10 + 60


# How its hexes are counted


@pytest.mark.clause("1849-10.5.1.3")
def test_every_hexside_counts_one_the_first_hex_nothing_and_a_port_one() -> None:
    assert length(palermo(), "RCS", "4H", "D4 B4 C5 A5") == 3
    table = Table().start("RCS").lay(*EXAMPLE).trains("RCS", "4H").operate("RCS", "run")
    table.may_not(routes(("4H", "A5 C5 B4 D4 C3 E3 G3")), "1849-10.5.1.3")  # 6
    assert earned(table, ("4H", "A5 C5 B4 D4 C3")) == 10 + 90 + 10 + 10  # 4


def card(dear: int, cheap: int, train: str) -> Table:
    """Garibaldi in Caltanissetta with so many hexes of the gauge its train counts two, north-east to Bronte,
    and of the gauge it counts one, south-west to Castelvetrano."""
    narrow_is_dear = train != "R6H"
    town, bend, sharp, plain = ("4", "58", "3", "9") if narrow_is_dear else ("74", "73", "679", "79")
    far = "74" if narrow_is_dear else "4"
    table = Table().phase("6" if train == "6H" else "16").start("AFG", home="H8").trains("AFG", train)
    table.lay("H8 657 4" if narrow_is_dear else "H8 657 1")
    table.lay(*[f"{hex_id} {far} 1" for hex_id in ("G9", "F10", "E11")[:dear]])
    if cheap == 6:
        girgenti = "J6 660 2" if narrow_is_dear else "J6 661 2"
        table.lay(f"I7 {bend} 4", f"K7 {sharp} 2", girgenti, f"I5 {plain} 2", f"H4 {town} 2", f"G3 {town} 2")
    elif cheap:
        girgenti = "J6 669 0" if narrow_is_dear else "J6 668 0"
        line = (f"I7 {town} 1", girgenti, f"I5 {plain} 2", f"H4 {town} 2", f"G3 {town} 2")
        table.lay(*line[:cheap])
    return table.operate("AFG", "run")


def way_over(dear: int, cheap: int) -> str:
    long_line = "I7 K7 J6 I5 H4 G3" if cheap == 6 else "I7 J6 I5 H4 G3"
    return " ".join([*("E11", "F10", "G9")[3 - dear :], "H8", *long_line.split()[:cheap]])


@pytest.mark.clause("1849-K.1", "1849-10.5.1.3", "1849-10.5.1.4", "1849-10.5.1.5")
@pytest.mark.parametrize("train", ["6H", "R6H"])
@pytest.mark.parametrize(("dear", "cheap"), [(0, 6), (1, 4), (2, 2), (3, 0)])
def test_six_hexes_by_gauge_as_the_card_has_them(train: str, dear: int, cheap: int) -> None:
    table = card(dear, cheap, train)
    assert length(table, "AFG", train, way_over(dear, cheap)) == 6
    table.do(routes((train, way_over(dear, cheap))))


@pytest.mark.clause("1849-K.1", "1849-10.5.1.4", "1849-10.5.1.5")
@pytest.mark.parametrize("train", ["6H", "R6H"])
@pytest.mark.parametrize(("dear", "cheap"), [(1, 5), (3, 1)])
def test_seven_hexes_by_gauge_are_too_many(train: str, dear: int, cheap: int) -> None:
    table = card(dear, cheap, train)
    table.may_not(routes((train, way_over(dear, cheap))), "1849-10.5.1.3", saying=f"too long for the {train}")


@pytest.mark.clause("1849-10.5.1.4")
def test_a_4h_crosses_two_narrow_hexes_and_not_one_standard_more() -> None:
    table = Table().start("AFG", home="H8").trains("AFG", "4H")
    table.lay("H8 657 4", "G9 74 1", "F10 74 1", "I7 4 1").operate("AFG", "run")
    table.may_not(routes(("4H", "F10 G9 H8 I7")), "1849-10.5.1.3")  # 2 + 2 + 1
    assert length(table, "AFG", "4H", "F10 G9 H8") == 4
    assert length(table, "AFG", "4H", "G9 H8 I7") == 3
    table.may(routes(("4H", "F10 G9 H8")))


def alcamo(gauge: str, train: str) -> Table:
    """CTL with a line from Marsala to Alcamo; Marsala's own track is dual."""
    tiles = ("D2 79 1", "C3 74 1") if gauge == "narrow" else ("D2 9 1", "C3 4 1")
    return Table().phase("16").start("CTL").lay(*tiles).trains("CTL", train).operate("CTL", "run")


@pytest.mark.clause("1849-10.5.1.6")
@pytest.mark.parametrize("train", ["4H", "8H", "16H", "R6H"])
def test_a_stretch_all_dual_counts_one_a_hex_for_every_train(train: str) -> None:
    table = Table().start("CTL")
    assert length(table, "CTL", train, "E1 C1") == 1


@pytest.mark.clause("1849-10.5.1.6")
@pytest.mark.parametrize(
    ("gauge", "train", "count"),
    [("narrow", "4H", 4), ("narrow", "R6H", 2), ("standard", "4H", 2), ("standard", "R6H", 4)],
)
def test_dual_track_after_another_gauge_counts_as_that_gauge(gauge: str, train: str, count: int) -> None:
    table = alcamo(gauge, train)
    assert length(table, "CTL", train, "C3 D2 E1") == count
    if count == 4 and train == "4H":
        table.may_not(routes((train, "C3 D2 E1 C1")), "1849-10.5.1.3")
    else:
        assert length(table, "CTL", train, "C3 D2 E1 C1") == count + 1
        table.do(routes((train, "C3 D2 E1 C1")))


def messina(tile: str, train: str, phase: str) -> Table:
    table = Table().phase(phase).start("AFG", home="B14").lay(f"B14 {tile}").trains("AFG", train)
    return table.operate("AFG", "run")


@pytest.mark.clause("1849-10.5.1.7", "1849-R21")
def test_the_hex_north_east_of_messina_counts_as_two() -> None:
    table = messina("655 0", "4H", "6")
    calabria = "B14 A15 B16 C15"
    assert length(table, "AFG", "4H", calabria) == 3
    assert length(table, "AFG", "R6H", calabria) == 6
    assert shown(table, "AFG", "4H", calabria).revenue == 50 + 10
    table = messina("655 0", "4H", "12")
    table.may_not(routes(("4H", f"a12 A13 {calabria}")), "1849-10.5.1.3")  # 1 + 1 + 3
    assert earned(table, ("4H", f"A13 {calabria}")) == 10 + 50 + 90  # 1 + 3


@pytest.mark.clause("1849-10.5.1.7")
def test_calabria_is_six_hexes_from_green_messina_for_an_r6h_and_three_from_brown() -> None:
    table = messina("655 0", "R6H", "16")
    table.may_not(routes(("R6H", "A13 B14 A15 B16 C15")), "1849-10.5.1.3")  # 2 + 6
    assert earned(table, ("R6H", "B14 A15 B16 C15")) == 50 + 90
    table = messina("656 4", "R6H", "16")
    assert length(table, "AFG", "4H", "B14 A15 B16 C15") == 3
    assert earned(table, ("R6H", "A13 B14 A15 B16 C15")) == 10 + 80 + 90  # 2 + 3


@pytest.mark.clause("1849-R21")
def test_calabria_counts_as_a_city_pays_by_phase_and_takes_no_token() -> None:
    for phase, pays in (("6", 10), ("8", 30), ("10", 30), ("12", 90), ("16", 90)):
        table = messina("655 0", "4H", phase)
        assert shown(table, "AFG", "4H", "B14 A15 B16 C15").revenue == 50 + pays
    table = Table().phase("6").start("AFG", home="B14", cash=500).lay("B14 655 0").operate("AFG", "token")
    table.may_not(PlaceToken("C15"), "1849-4.0.1")


# Several trains


@pytest.mark.clause("1849-10.5.1.8")
def test_two_trains_meet_in_a_city_on_different_exits() -> None:
    """RCS runs out of Palermo by its north-western and its south-eastern exit."""
    table = Table().start("RCS").lay("B4 7 5", "D4 4 0", "D6 9 2", "E7 4 2").trains("RCS", "4H", "4H")
    table.operate("RCS", "run")
    assert earned(table, ("4H", "D4 B4 C5 A5"), ("4H", "C5 D6 E7")) == (10 + 50 + 10) + (50 + 10)


@pytest.mark.clause("1849-10.5.1.8")
def test_two_trains_never_share_track() -> None:
    table = Table().phase("10").start("CTL").lay(*EXAMPLE).trains("CTL", "8H", "8H").operate("CTL", "run")
    both = routes(("8H", STD), ("8H", "D4 C3 E3 G3 H2 G1 E1"))
    table.may_not(both, "1849-10.5.1.8", saying="another train")
    table.may_not(routes(("8H", "E1 C1"), ("8H", "C1 E1 G1")), "1849-10.5.1.8")
    table.may_not(routes(("8H", "E1 C1"), ("8H", "E1 G1"), ("8H", NARROW)), "1849-10.5.1.8", saying="no other one")


# The rulebook's example


def lilibeo(phase: str, *trains: str) -> Table:
    table = Table(runs_as_shown=True).phase(phase).start("CTL", stock={"Bruno": [10]})
    return table.lay(*EXAMPLE).trains("CTL", *trains).operate("CTL", "run")


@pytest.mark.clause("1849-10.5.1.9")
def test_example_the_standard_line_is_eight_hexes_and_pays_160() -> None:
    table = lilibeo("10", "8H", "8H")
    stages = {"C5 B4 D4": 2, "C5 B4 D4 C3": 3, "C5 B4 D4 C3 E3 G3": 5, "C5 B4 D4 C3 E3 G3 H2 G1": 7, STD: 8}
    assert {way: length(table, "CTL", "8H", way) for way in stages} == stages
    assert shown(table, "CTL", "8H", STD).revenue == 90 + 10 + 10 + 10 + 10 + 30
    assert earned(table, ("8H", STD)) == 160


@pytest.mark.clause("1849-10.5.1.10", "1849-10.5.1.8")
def test_example_the_narrow_line_is_eight_hexes_pays_130_and_both_run_together() -> None:
    table = lilibeo("10", "8H", "8H")
    assert length(table, "CTL", "8H", "C5 D4") == 2
    assert length(table, "CTL", "8H", NARROW) == 8
    assert shown(table, "CTL", "8H", NARROW).revenue == 90 + 10 + 30
    assert earned(table, ("8H", STD), ("8H", NARROW)) == 290  # over one tile, E3, on its two tracks
    before = table.money("Ada", "Bruno", "CTL")
    table.do(Dividend("pay"))
    ada, bruno, ctl = (now - then for now, then in zip(table.money("Ada", "Bruno", "CTL"), before, strict=True))
    assert (ada, bruno, ctl) == (58, 29, 203)  # 20%, 10%, and 70% in the treasury
    assert table.price("CTL") == 111  # 290 against 100
    assert table.game.state.earnings["CTL"] == 290


@pytest.mark.clause("1849-10.5.1.11")
def test_example_the_last_hex_into_marsala_is_narrow_for_the_narrow_train() -> None:
    table = lilibeo("10", "8H")
    assert length(table, "CTL", "8H", "D4 E3 F2 E1") == 6  # not 5
    table.may_not(routes(("8H", f"{NARROW} C1")), "1849-10.5.1.3")  # 9, where 8 would pass
    table.may(routes(("8H", NARROW)))


@pytest.mark.clause("1849-10.5.1.12", "1849-R22")
def test_example_an_r6h_by_the_narrow_line_counts_five_and_pays_160_by_phase_10_values() -> None:
    way = f"{NARROW} C1"
    table = lilibeo("10", "R6H")
    stages = {"C5 D4": 1, NARROW: 1 + 3, way: 1 + 3 + 1}
    assert {stage: length(table, "CTL", "R6H", stage) for stage in stages} == stages
    assert earned(table, ("R6H", way)) == 90 + 10 + 30 + 30
    assert earned(lilibeo("16", "R6H"), ("R6H", way)) == 90 + 10 + 40 + 40


@pytest.mark.clause("1849-10.5.1.13")
@pytest.mark.parametrize(
    ("way", "train", "count"), [("C5 B4 D4", "8H", 2), ("C5 B4 D4", "R6H", 4), ("C5 D4", "8H", 2), ("C5 D4", "R6H", 1)]
)
def test_example_palermo_to_partinico_and_back(way: str, train: str, count: int) -> None:
    table = lilibeo("10", "8H")
    assert length(table, "CTL", train, way) == count
    assert length(table, "CTL", train, " ".join(reversed(way.split()))) == count


@pytest.mark.clause("1849-10.5.1.9", "1849-10.5.1.10")
def test_the_game_itself_offers_no_less_than_the_example() -> None:
    table = Table().phase("10").start("CTL").lay(*EXAMPLE).trains("CTL", "8H", "8H").operate("CTL", "run")
    (best,) = table.game.decision.choices[:1]
    assert isinstance(best, RunTrains)
    assert earned(table, *((run.train, " ".join(run.hexes)) for run in best.routes)) >= 290


# Telling how it was counted


@pytest.mark.clause("1849-10.5.1.4", "1849-10.5.1.6")
def test_the_game_tells_how_the_hexes_were_counted_gauge_by_gauge() -> None:
    table = lilibeo("10", "8H", "R6H")
    told = table.do(routes(("8H", STD), ("R6H", f"{NARROW} C1")))
    ordinary = "C5-B4-D4 standard 2, D4-C3 standard 1, C3-E3-G3 standard 2, G3-H2-G1 standard 2, G1-E1 standard 1"
    assert told[:2] == [
        RouteCounted(train="8H", length=8, counted=ordinary),
        RouteCounted(train="R6H", length=5, counted="C5-D4 narrow 1, D4-E3-F2-E1 narrow 3, E1-C1 dual 1"),
    ]


@pytest.mark.clause("1849-10.5.1.3", "1849-10.5.1.11")
def test_a_route_that_is_too_long_is_refused_with_its_count() -> None:
    table = lilibeo("10", "8H")
    counted = "it counts 9 (C5-D4 narrow 2, D4-E3-F2-E1 narrow 6, E1-C1 dual 1)"
    table.may_not(routes(("8H", f"{NARROW} C1")), "1849-10.5.1.3", saying=counted)
