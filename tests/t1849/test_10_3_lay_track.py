"""1849, 10.3: which tile may lie where, and who may lay it."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.laying import options, raises_value
from ferrovia.engine.board.track import Gauge
from ferrovia.engine.flow.actions import LayTile, Pass, PlaceToken, UsePrivate
from ferrovia.titles.t1849 import TITLE
from tests.t1849.table import Table, routes

PHASES = ("4", "6", "8", "10", "12", "16")
GREY = [hex.id for hex in TITLE.box.board.hexes.values() if hex.face.colour == "grey"]
PRINTED_YELLOW = ("I11", "K9", "M11", "C5", "H12", "M13", "B14")
SFA_LINE = ("K7 4 2", "L8 9 2")  # from Girgenti's south-east side by Licata to Terranova


def rich(corporation: str, phase: str = "6", *tiles: str, home: str = "") -> Table:
    """A corporation with money at its tile step, in a phase and on a map."""
    table = Table().phase(phase).lay(*tiles).start(corporation, cash=500, home=home)
    return table.operate(corporation)


def laid(hex_id: str, *kinds: str) -> list[LayTile]:
    """These tiles in all six turns."""
    return [LayTile(hex_id, kind, turn) for kind in kinds for turn in range(6)]


@pytest.mark.clause("1849-10.3.1")
@pytest.mark.parametrize("phase", PHASES)
def test_no_tile_on_a_grey_hex(phase: str) -> None:
    assert {"E1", "C1", "M9", "C13", "F12"} <= set(GREY)
    table = rich("CTL", phase)
    for hex_id in GREY:
        assert options(table.game.layout, hex_id) == ()
        for kind in ("9", "657", "660", "672"):
            table.may_not(LayTile(hex_id, kind, 0), "1849-10.3.1")


@pytest.mark.clause("1849-10.3.2")
def test_printed_yellow_takes_nothing_before_green_is_there() -> None:
    table = rich("RCS", "4")
    for hex_id in PRINTED_YELLOW:
        assert TITLE.box.board.hexes[hex_id].face.colour == "yellow"
        kind = "657" if TITLE.box.board.hexes[hex_id].face.stops else "9"
        for action in laid(hex_id, kind):
            table.may_not(action, "1849-10.3.2")
    table.may_not(LayTile("C5", "651", 5), "1849-6.0.1")
    table.phase("6").operate("RCS").may(LayTile("C5", "651", 5))


@pytest.mark.clause("1849-10.3.2")
@pytest.mark.parametrize(
    ("corporation", "green", "tiles"),
    [
        ("RCS", LayTile("C5", "651", 5), ()),
        ("IFT", LayTile("H12", "653", 1), ()),
        ("IFT", LayTile("I11", "30", 4), ()),
        ("ATA", LayTile("M13", "675", 1), ()),
        ("IFT", LayTile("B14", "655", 0), ("H12 653 1", "G13 58 1", "D14 8 1")),
        ("AFG", LayTile("M11", "670", 4), ()),  # Ragusa: standard on 1, narrow on 4
        ("AFG", LayTile("K9", "692", 0), ()),
    ],
)
def test_printed_yellow_takes_green_that_keeps_its_track(
    corporation: str, green: LayTile, tiles: tuple[str, ...]
) -> None:
    homes = {"M11": "M11", "K9": "M9"}
    table = rich(corporation, "6", *tiles, home=homes.get(green.hex, ""))
    table.may_not(LayTile(green.hex, "657" if green.hex not in ("I11", "K9") else "9", 0), "1849-10.3.2")
    table.do(green)
    assert table.game.layout.face(green.hex).colour == "green"


@pytest.mark.clause("1849-10.3.3")
def test_the_figure_of_messina_shows_all_three_gauges() -> None:
    table = rich("AFG", "10", "B14 655 0", home="B14")
    table.do(LayTile("B14", "656", 4))
    face = table.game.layout.face("B14")
    gauges = {edge: Gauge(face.exits[edge][0][1]) for edge in sorted(face.edges)}
    assert gauges == {4: Gauge.DUAL, 1: Gauge.NARROW, 0: Gauge.STANDARD, 2: Gauge.STANDARD}


@pytest.mark.clause("1849-10.3.4")
def test_one_tile_a_turn_laid_or_replaced() -> None:
    table = rich("CTL", "6", "C3 3 5", "E3 9 0", "G3 58 1", "H2 8 2")
    table.do(LayTile("G1", "58", 3))
    assert table.step == "token"
    table.may_not(LayTile("F2", "9", 2), "1849-10.0.3")
    table.may_not(LayTile("C3", "701", 5), "1849-10.0.3")
    table.operate("CTL").do(LayTile("C3", "701", 5))  # replacing takes the place of laying
    table.may_not(LayTile("F2", "9", 2), "1849-10.0.3")


@pytest.mark.clause("1849-10.3.5")
def test_yellow_goes_only_on_empty_hexes() -> None:
    table = rich("RCS")
    table.may(LayTile("D6", "9", 2))
    for there in ("D6 9 2", "D6 23 2"):
        table.lay(there).may_not(LayTile("D6", "9", 2), "1849-10.3.5")
        table.may_not(LayTile("D6", "8", 0), "1849-10.3.5")


@pytest.mark.clause("1849-10.3.6")
def test_new_track_continues_a_route_in_its_gauge() -> None:
    table = rich("IFT", "4")
    table.may(LayTile("H10", "8", 5))
    table.may_not(LayTile("H10", "78", 5), "1849-10.3.6")
    table.may_not(LayTile("H10", "8", 0), "1849-10.3.6")  # it would not even touch the route
    for option in options(table.game.layout, "C3"):
        table.may_not(LayTile("C3", option.tile, option.rotation), "1849-10.3.6")


@pytest.mark.clause("1849-10.3.6")
def test_track_that_leads_only_to_others_is_no_base() -> None:
    """RCS's line out of Palermo gives IFT nothing to build on; RCS itself goes on from it."""
    table = rich("IFT", "4", "D6 9 2").start("RCS", at=68)
    table.may_not(LayTile("E7", "4", 2), "1849-10.3.6")
    table.operate("RCS").may(LayTile("E7", "4", 2))


@pytest.mark.clause("1849-10.3.6")
def test_of_two_tracks_on_a_tile_one_is_enough() -> None:
    """Girgenti's yellow tile is narrow one way and standard the other: the standard line from Terranova meets one."""
    table = rich("AFG", "4", *SFA_LINE, home="M9")
    table.may(LayTile("J6", "644", 4))  # standard on 5, narrow on 4
    table.may_not(LayTile("J6", "659", 4), "1849-10.3.6")  # narrow on 5, standard on 4


@pytest.mark.clause("1849-10.3.6", "1849-10.3.15")
def test_the_gauge_does_not_change_on_the_way_to_new_track_except_at_a_stop() -> None:
    """Marsala is dual and looks at D2: narrow there, so nothing standard beyond; Alcamo is a stop, and mends it."""
    table = rich("CTL", "6", "D2 79 1")
    table.may(LayTile("C3", "73", 5))  # D2 looks at it with narrow track
    table.may_not(LayTile("C3", "58", 5), "1849-10.3.6")
    table.lay("C3 701 5")  # standard 5 and 0, narrow 1 and 2
    table.may(LayTile("E3", "9", 0))  # standard, on from the town
    table.may_not(LayTile("E3", "79", 0), "1849-10.3.6")


@pytest.mark.clause("1849-10.3.7")
def test_an_unbuilt_hex_with_an_own_token_takes_any_fitting_yellow_tile() -> None:
    table = rich("SFA", "4").start("AFG", at=68, cash=500, home="H8")
    before = table.money("SFA")[0]
    listed = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    fitting = options(table.game.layout, "J6")
    assert listed == [LayTile("J6", option.tile, option.rotation) for option in fitting]
    table.operate("AFG").may_not(LayTile("J6", "644", 2), "1849-10.3.6")
    table.operate("SFA").do(LayTile("J6", "644", 2))
    assert table.money("SFA")[0] == before - 40


@pytest.mark.clause("1849-10.3.7")
def test_an_own_token_makes_no_exception_from_board_colour_and_cost() -> None:
    table = rich("SFA", "6")
    table.may_not(LayTile("J6", "644", 1), "1849-10.3.8")  # off the coast
    table.may_not(LayTile("J6", "660", 2), "1849-10.3.13")  # green on nothing
    table.cash(SFA=39).may_not(LayTile("J6", "644", 2), "1849-10.0.4")


@pytest.mark.clause("1849-10.3.7")
def test_the_own_token_tile_may_look_away_from_all_track() -> None:
    """Narrow track leads to Caltanissetta; Garibaldi's own first tile there need not meet it."""
    table = rich("AFG", "4", "G9 74 1", home="H8")  # G9 narrow on 1 and 4: its south-west end touches H8's edge 4
    table.may(LayTile("H8", "657", 0), LayTile("H8", "659", 4), LayTile("H8", "644", 3))


@pytest.mark.clause("1849-10.3.8")
def test_no_track_runs_off_the_grid_or_into_the_sea() -> None:
    table = rich("CTL", "4")
    ends = {turn: TITLE.box.board.tiles["58"].faces[turn].edges for turn in range(6)}
    for turn, edges in ends.items():
        if edges & {0, 1, 2}:  # Mazzara's sides to the sea
            table.may_not(LayTile("G1", "58", turn), "1849-10.3.8")
    assert ends[3] == {3, 5}
    table.may(LayTile("G1", "58", 3))


@pytest.mark.clause("1849-10.3.8")
def test_a_port_is_off_the_grid_but_for_its_arrow() -> None:
    """North of B12 lies the port of Milazzo, whose arrow looks at Milazzo; Palermo's port looks at Palermo."""
    table = rich("RCS")
    table.may_not(LayTile("B12", "9", 0), "1849-10.3.8")
    face = TITLE.box.board.tiles["651"].faces[5]
    assert 3 in face.edges
    table.may(LayTile("C5", "651", 5))


@pytest.mark.clause("1849-10.3.9")
def test_no_track_ends_at_a_blank_side_of_a_grey_hex() -> None:
    table = rich("IFT", "6", "H10 7 4")
    for kind in ("7", "8", "9", "77", "78", "79"):
        for turn in range(6):
            if 4 in TITLE.box.board.tiles[kind].faces[turn].edges:  # towards Etna
                table.may_not(LayTile("G11", kind, turn), "1849-10.3.9")
    table.may(LayTile("G11", "8", 1))
    table.may_not(LayTile("D14", "7", 1), "1849-10.3.9")  # towards C13, which has track, but not there


@pytest.mark.clause("1849-10.3.10")
def test_no_track_ends_at_an_impassable_side() -> None:
    table = rich("RCS", "4")
    table.may_not(LayTile("D6", "8", 2), "1849-10.3.10")
    table.may(LayTile("D6", "9", 2))
    table.may_not(LayTile("C7", "8", 1), "1849-10.3.10")  # the same side, seen from C7


@pytest.mark.clause("1849-10.3.11")
def test_gauges_may_meet_but_no_route_crosses_there() -> None:
    table = rich("RCS", "10", "E7 74 2", "F8 78 2")  # Termini Imerese: narrow
    table.do(LayTile("D6", "9", 2))  # standard against it
    assert "E7.0" not in table.game.reach("RCS").paths
    table.lay("E7 696 2")  # dual
    assert "E7.0" in table.game.reach("RCS").paths


@pytest.mark.clause("1849-10.3.11")
@pytest.mark.parametrize(
    ("girgenti", "licata", "joined"),
    [
        ("J6 657 2", "K7 4 2", True),  # standard to standard
        ("J6 657 5", "K7 74 2", False),  # narrow to narrow, but then narrow against the standard of L8
        ("J6 657 2", "K7 74 2", False),
        ("J6 657 5", "K7 4 2", False),
        ("J6 657 2", "K7 696 2", True),  # dual joins either
        ("J6 657 5", "K7 696 2", True),
    ],
)
def test_tokens_and_runs_stop_where_gauges_meet(girgenti: str, licata: str, joined: bool) -> None:
    table = Table(runs_as_shown=True).phase("10").lay(girgenti, licata, "L8 9 2").start("SFA").trains("SFA", "10H")
    way = routes(("10H", "J6 K7 L8 M9"))
    if joined:
        table.operate("SFA", "token").may(PlaceToken("M9"))
        table.operate("SFA", "run").may(way)
    else:
        table.operate("SFA", "token").may_not(PlaceToken("M9"), "1849-10.4.2")
        table.operate("SFA", "run").may_not(way, "1849-10.1.4")


@pytest.mark.clause("1849-10.3.12")
def test_the_tile_shows_what_the_hex_is() -> None:
    """Palermo's brown tile looks at D6 with dual track, so both gauges lead to Termini Imerese."""
    table = rich("RCS", "10", "C5 652 5", "D6 9 2")
    table.may(LayTile("E7", "4", 2))
    table.may_not(LayTile("E7", "9", 2), "1849-10.3.12")
    table.may_not(LayTile("E7", "657", 2), "1849-10.3.12")
    table.lay("D6 79 2").may(LayTile("E7", "74", 2))
    table = rich("RCS", "4")
    table.may_not(LayTile("D6", "4", 2), "1849-10.3.12")
    table.may_not(LayTile("D6", "657", 2), "1849-10.3.12")
    table = rich("SFA", "4")
    table.may_not(LayTile("J6", "4", 2), "1849-10.3.12")
    table.may_not(LayTile("J6", "9", 2), "1849-10.3.12")


@pytest.mark.clause("1849-10.3.13")
def test_a_replacement_keeps_all_track_in_its_gauge() -> None:
    table = rich("RCS", "6", "B4 7 5", "D4 3 2")
    table.may_not(LayTile("D4", "683", 1), "1849-10.3.13")  # narrow on 2 and 3
    table.may_not(LayTile("D4", "682", 2), "1849-10.3.13")  # narrow on 2
    table.may_not(LayTile("D4", "682", 4), "1849-10.3.13")  # nothing on 3
    table.do(LayTile("D4", "682", 1))
    assert table.game.state.supply["3"] == TITLE.box.board.tiles["3"].count


@pytest.mark.clause("1849-10.3.13")
def test_no_colour_is_skipped() -> None:
    table = rich("RCS", "10", "B4 7 5", "D4 3 2")
    table.may_not(LayTile("D4", "697", 1), "1849-10.3.13")
    table.may_not(LayTile("D6", "23", 2), "1849-10.3.13")  # green on an empty hex
    table.lay("D4 682 1").may(LayTile("D4", "697", 1))
    table.may_not(LayTile("D4", "683", 1), "1849-10.3.13")  # green on green
    rich("RCS", "8", "B4 7 5", "D4 682 1").may_not(LayTile("D4", "697", 1), "1849-6.0.1")


@pytest.mark.clause("1849-R18")
def test_track_that_becomes_dual_is_kept_and_paid_as_new() -> None:
    table = rich("RCS", "10", "B4 7 5", "D4 682 1")
    table.may_not(LayTile("D4", "697", 2), "1849-10.3.13")  # nothing on 1
    table.do(LayTile("D4", "697", 1))  # narrow 1 and 4, standard 2 and 3: all dual now
    assert table.money("RCS") == (460,)  # rough: 40 in full
    assert {piece.gauge for piece in table.game.layout.face("D4").pieces} == {Gauge.DUAL}


@pytest.mark.clause("1849-R18")
def test_narrow_never_becomes_standard_nor_the_reverse() -> None:
    kept = [("3", {Gauge.STANDARD, Gauge.DUAL}), ("679", {Gauge.NARROW, Gauge.DUAL})]
    for kind, gauges in kept:
        table = rich("RCS", "10", f"D4 {kind} 2")
        green = options(table.game.layout, "D4")
        assert green
        for option in green:
            assert {piece.gauge for piece in option.face.pieces if piece.b in (2, 3)} <= gauges


@pytest.mark.clause("1849-10.3.14")
def test_lettered_tiles_and_lettered_cities_belong_together() -> None:
    table = rich("IFT", "6").start("RCS", at=68, cash=100)
    for turn in range(6):
        table.may_not(LayTile("H12", "651", turn), "1849-10.3.14")
        table.may_not(LayTile("H12", "660", turn), "1849-10.3.14")
        table.may_not(LayTile("M11", "653", turn), "1849-10.3.14")
    table.may(LayTile("H12", "653", 1))
    table.operate("RCS")
    for turn in range(6):
        table.may_not(LayTile("C5", "660", turn), "1849-10.3.14")
    table.may(LayTile("C5", "651", 5))  # keeps the standard track on 2, 3 and 5
    for turn in range(5):
        table.may_not(LayTile("C5", "651", turn), "1849-10.3.13")


@pytest.mark.clause("1849-10.3.14")
def test_each_letter_has_its_own_green_and_brown() -> None:
    green = {"C5": "651", "H12": "653", "B14": "655", "M13": "675"}
    brown = {"C5": "652", "H12": "654", "B14": "656", "M13": "676"}
    layout = Table().game.layout
    for hex_id in green:
        turned = options(layout, hex_id)
        assert {option.tile for option in turned} == {green[hex_id]}
        above = options(layout.with_tile(hex_id, turned[0].tile, turned[0].rotation), hex_id)
        assert {option.tile for option in above} == {brown[hex_id]}


def girgenti_full_of_sfa(*tiles: str) -> Table:
    """AFG at Caltanissetta is about to build; SFA's token fills Girgenti."""
    table = Table().phase("6").lay("J6 644 2", *tiles).start("SFA").start("AFG", at=68, cash=100, home="H8")
    return table.operate("AFG")


@pytest.mark.clause("1849-10.3.15")
def test_a_city_in_reach_may_be_raised_though_others_fill_it() -> None:
    """AFG's standard track comes to Girgenti from the north only."""
    table = girgenti_full_of_sfa("H8 645 0", "G7 8 5", "H6 8 4")
    assert "J6.0" in table.game.reach("AFG").paths
    assert not table.game.reach("AFG").can_leave(StopId("J6.0"))
    assert table.game.layout.stop(StopId("J6.0")).value(0) == 20
    table.do(LayTile("J6", "665", 2))
    assert table.game.layout.stop(StopId("J6.0")).value(0) == 30


@pytest.mark.clause("1849-10.3.15")
def test_a_city_out_of_reach_is_not_raised() -> None:
    table = girgenti_full_of_sfa("H8 645 0", "G7 8 5")
    table.may_not(LayTile("J6", "665", 2), "1849-10.3.15")
    table.lay("H6 78 4").may_not(LayTile("J6", "665", 2), "1849-10.3.15")  # the wrong gauge leads there


@pytest.mark.clause("1849-10.3.15")
def test_new_branches_must_be_ones_that_a_route_runs_onto() -> None:
    """IFT comes to H10 from the south-east and leaves by the south-west."""
    table = rich("IFT", "6", "H10 8 5")
    table.may(LayTile("H10", "24", 5))  # a branch that forks off on the way
    table.may_not(LayTile("H10", "23", 1), "1849-10.3.15")  # one that joins from the other side
    table.may_not(LayTile("H10", "710", 4), "1849-10.3.15")  # narrow track across
    table.lay("I9 3 3").may_not(LayTile("H10", "23", 1), "1849-10.3.15")  # Piazza Armerina leads elsewhere
    table.lay("I9 690 4", "J10 679 2").may(LayTile("H10", "710", 4))  # from the town, narrow, round to the crossing


@pytest.mark.clause("1849-10.3.15")
def test_the_other_side_of_a_brown_fork_may_be_reached_by_a_detour() -> None:
    """The short way from Palermo runs over D6; the new branch is reached by Corleone from the south."""
    table = rich("RCS", "10", "C5 652 5", "D6 677 2", "E7 697 5", "F6 650 2", "E5 684 3")
    table.may(LayTile("D6", "648", 5))


@pytest.mark.clause("1849-R45")
def test_a_branch_that_leads_a_route_back_into_its_own_track_is_not_reached() -> None:
    """Catania - H10 - Piazza Armerina - Castrogiovanni - H10: on the branch it would come to its own track again."""
    table = rich("IFT", "6", "H10 8 5", "I9 3 3", "G9 3 5")
    assert "G9.0" in table.game.reach("IFT").paths
    table.may_not(LayTile("H10", "30", 1), "1849-10.3.15")
    table.may(LayTile("H10", "24", 5))  # from Catania to Castrogiovanni it is new track, and runs on
    table.lay("G9 58 5", "H8 644 3").tokens("IFT", "H8").may(LayTile("H10", "30", 1))  # a station on the other side


@pytest.mark.clause("1849-R17")
def test_a_town_worth_more_is_reason_enough_for_a_replacement() -> None:
    """Brown towns pay 20 for 10, as brown cities pay more than green ones."""
    table = rich("RCS", "10", "B4 7 5", "D4 682 1")
    game = table.game
    brown, green = TITLE.box.board.tiles["697"].faces[1], TITLE.box.board.tiles["682"].faces[1]
    assert raises_value(game.reach("RCS"), game.layout, "D4", brown, 1)
    assert not raises_value(game.reach("RCS"), game.layout, "D4", green, 1)
    table.do(LayTile("D4", "697", 1))
    assert game.layout.stop(StopId("D4.0")).value(1) == 20
    far = rich("IFT", "10", "B4 7 5", "D4 682 1")
    assert not raises_value(far.game.reach("IFT"), far.game.layout, "D4", brown, 1)
    far.may_not(LayTile("D4", "697", 1), "1849-10.3.15")


@pytest.mark.clause("1849-10.3.16")
def test_a_tile_of_which_none_is_left_waits_until_one_comes_back() -> None:
    others = ("E3", "F4", "G5", "G7", "H6", "I5", "J8", "L12", "K11")
    table = Table().phase("6").lay("H10 8 5", *(f"{hex_id} 8 1" for hex_id in others))
    table.start("RCS", cash=500).start("IFT", at=68, cash=500)
    assert table.game.state.supply["8"] == 0
    table.operate("RCS").may_not(LayTile("D6", "8", 0), "1849-10.3.16")
    table.operate("IFT").do(LayTile("H10", "24", 5))
    assert table.game.state.supply["8"] == 1
    table.operate("RCS").do(LayTile("D6", "8", 0))
    assert table.game.state.supply["8"] == 0


@pytest.mark.clause("1849-R19")
@pytest.mark.parametrize(("tile", "turn"), [("9", 2), ("8", 3), ("8", 5)])
def test_track_may_end_at_blank_sides_of_hexes_that_are_not_grey(tile: str, turn: int) -> None:
    """From Augusta to J12: on against I11 and Catania, printed yellow, or the tile on K11."""
    table = rich("ATA", "6", "M13 675 1", "K11 9 2")
    table.may(LayTile("J12", tile, turn))


@pytest.mark.clause("1849-R19")
def test_dual_on_either_side_continues_both_gauges() -> None:
    table = rich("CTL", "4")
    for kind in ("9", "79"):
        table.may(LayTile("D2", kind, 1))
    table = rich("RCS", "10", "C5 652 5")  # now the dual track is the tile's
    for kind in ("9", "79"):
        table.may(LayTile("D6", kind, 2))
    printed = rich("RCS", "10")
    printed.may(LayTile("D6", "9", 2))
    printed.may_not(LayTile("D6", "79", 2), "1849-10.3.6")


@pytest.mark.clause("1849-10.4.8")
def test_sms_lays_and_puts_a_token_on_an_unused_home_without_a_route() -> None:
    """Catania, IFT not started: the one printed space is kept, the second of the green tile is free."""
    table = rich("SFA", "6").privates(SMS="SFA")
    table.may_not(LayTile("H12", "653", 1), "1849-10.3.15")
    table.do(UsePrivate("SMS"))
    table.may_not(LayTile("H10", "8", 5), "1849-7.1.9")
    table.do(LayTile("H12", "653", 1), PlaceToken("H12"))
    assert table.game.tokens_at(StopId("H12.0")) == ("SFA",)
    table = rich("SFA", "6").privates(SMS="SFA")
    table.do(UsePrivate("SMS"), Pass())
    table.may_not(PlaceToken("H12"), "1849-10.4.4")
