"""18FB, 3.5.1: tile steps, legal routes, upgrades and restrictions; Napoli has a file of its own."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import LayTile
from ferrovia.titles.t18fb import TITLE, places
from tests.t18fb.conventions import merged, two_merge
from tests.t18fb.table import Table, tile


def track(company: str, *tiles: str, phase: str = "PH1", at: str = "", **facts: Any) -> Table:
    """A company about to build, with a token at a place besides its home."""
    table = Table().phase(phase).start(company, cash=900, **facts).lay(*tiles)
    if at:
        table.tokens(company, at)
    return table.operate(company, "track")


def tiles_on(table: Table, hex_id: str) -> set[tuple[str, int]]:
    """The tiles and turns that are offered for a hex."""
    offered = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    return {(choice.tile, choice.rotation) for choice in offered if choice.hex == hex_id}


def all_turns(*names: str, without: frozenset[int] | set[int] = frozenset()) -> set[tuple[str, int]]:
    """Tiles in every turn that keeps off some edges."""
    tiles = TITLE.box.board.tiles
    return {(name, turn) for name in names for turn in range(6) if not tiles[name].faces[turn].edges & without}


# Steps


@pytest.mark.clause("18FB-3.5.1.1")
@pytest.mark.parametrize(
    ("company", "floated", "phase", "steps"),
    [
        ("NN", "PH1", "PH1", 2), ("NN", "PH2", "PH2", 2), ("NN", "PH2", "PH5", 2), ("FC", "PH3", "PH4", 3),
        ("FC", "PH4", "PH4", 3), ("FC", "PH4", "PH6", 3), ("SFM", "PH5", "PH5", 4), ("SFM", "PH6", "PH6", 4),
    ],
)  # fmt: skip
def test_the_phase_of_its_float_gives_a_company_two_three_or_four_steps(
    company: str, floated: str, phase: str, steps: int
) -> None:
    table = Table().phase(phase).start(company, floated=floated, cash=900).trains(company, "PH6")
    if company == "SFM":
        table.tokens("SFM", "K38")
    table.operate(company, "track").lay_somehow(steps)
    assert [what for _, what in table.turn.laid].count("tile") == steps
    assert table.turn.corporation == company
    assert table.step in ("token", "dividend", "trains")
    table.may_not(tile("F33 9 0"), "18FB-3.5.1.1")


@pytest.mark.clause("18FB-3.5.1.2")
def test_a_step_is_a_new_tile_or_an_upgrade() -> None:
    table = track("LdA", "F31 57 0", "F33 4 0", phase="PH2")
    table.do(tile("F35 4 0"), tile("F33 141 0"))
    assert table.step != "track"
    other = track("LdA", "F31 57 0", "F33 4 0", phase="PH2")
    other.do(tile("F31 14 0"), tile("F33 141 0"))  # two upgrades
    assert other.step != "track"


@pytest.mark.clause("18FB-3.5.1.3")
def test_colours_follow_one_another() -> None:
    table = track("LdA", "F31 57 0", "F33 4 0", phase="PH5", floated="PH1")
    table.may_not(tile("F35 141 0"), "18FB-3.5.1.3")  # green on an empty hex
    table.may_not(tile("F33 145 0"), "18FB-3.5.1.3")  # brown on yellow
    table.may(tile("F35 4 0"))
    table.do(tile("F33 141 0"))
    table.operate("LdA", "track")
    table.may_not(tile("F33 4 0"), "18FB-3.5.1.3")  # yellow on green
    table.do(tile("F33 145 0"))


@pytest.mark.clause("18FB-R39")
def test_a_hex_is_worked_on_once_a_turn() -> None:
    table = track("LdA", "F31 57 0", phase="PH2")
    table.do(tile("F33 4 0"))
    table.may_not(tile("F33 141 0"), "18FB-R39")
    table.may_not(tile("F33 58 4"), "18FB-R39")
    table.may(tile("F35 4 0"))
    table.operate("LdA", "track").may(tile("F33 141 0"), tile("F33 58 4"))
    upgraded = track("LdA", "F31 57 0", "F33 4 0", phase="PH5", floated="PH1")
    upgraded.do(tile("F33 141 0"))
    upgraded.may_not(tile("F33 145 0"), "18FB-R39")


@pytest.mark.clause("18FB-R39")
def test_a_regional_works_on_a_hex_once_a_turn_too() -> None:
    table = Table().phase("PH5").lay("F31 57 0").regionals(FA="Ada", cash=100).operate("FA", "track")
    table.do(tile("F33 4 0"))
    table.may_not(tile("F33 141 0"), "18FB-R39")
    table.may(tile("F35 4 0"))


# New tiles


@pytest.mark.clause("18FB-3.5.1.4")
def test_the_first_tile_of_capua_is_turned_as_one_likes() -> None:
    assert tiles_on(track("LdA"), "F31") == all_turns("5", "6", "57")


@pytest.mark.clause("18FB-3.5.1.4")
def test_the_first_tile_of_taranto_keeps_off_the_sea() -> None:
    table = track("SFTF")
    assert tiles_on(table, "M14") == all_turns("5", "6", "57", without={1})
    table.may_not(tile("M14 57 1"), "18FB-3.5.1.20")


@pytest.mark.clause("18FB-3.5.1.5")
def test_new_track_extends_a_route_of_the_company() -> None:
    table = track("LdA", "F31 57 0")
    table.may(tile("F33 4 0"), tile("F33 58 0"), tile("NC12 4 0"))
    table.may_not(tile("F33 4 1"), "18FB-3.5.1.5")  # beside, but no track meets
    table.may_not(tile("G34 9 0"), "18FB-3.5.1.5")
    table.may_not(tile("G32 4 1"), "18FB-3.5.1.5")
    table.do(tile("F33 4 0"))
    table.may(tile("F35 4 0"))


@pytest.mark.clause("18FB-3.5.1.5")
def test_track_of_another_company_alone_is_no_route() -> None:
    table = track("LdA", "F31 57 0", "F21 4 0")
    table.may_not(tile("F19 9 0"), "18FB-3.5.1.5")


# Tile laying legal routes


@pytest.mark.clause("18FB-3.5.1.6")
def test_a_city_full_of_others_tokens_ends_a_route() -> None:
    table = track("LdA", "F31 57 2", "E32 58 3", "E34 57 0").start("FB").tokens("FB", "E34").operate("LdA", "track")
    table.may_not(tile("E36 58 4"), "18FB-3.5.1.5")
    table.lay("E34 15 3").may(tile("E36 58 4"))  # green: its second slot is free


@pytest.mark.clause("18FB-3.5.1.6")
def test_a_route_starts_at_any_city_or_off_map_area_with_an_own_token() -> None:
    table = track("LdA", "F31 57 0", at="Roma", phase="PH4", floated="PH1")
    table.may(tile("F35 4 0"), tile("E36 58 4"), tile("H39 58 0"), tile("F33 4 0"))  # both hexes of Rome, and Capua


@pytest.mark.clause("18FB-3.5.1.6")
def test_a_city_with_an_empty_slot_is_passed() -> None:
    table = track("LdA", "F31 57 2", "E32 58 3", "E34 57 0")
    table.may(tile("E36 58 4"))


@pytest.mark.clause("18FB-3.5.1.7")
def test_an_own_token_lets_pass_a_full_city() -> None:
    """Gaeta, green, holds FB and NN. NN comes to it from elsewhere as well, LdA does not pass."""
    table = track("LdA", "F31 57 2", "E32 58 3", "E34 15 3").start("FB").start("NN")
    table.tokens("FB", "E34").tokens("NN", "E34").operate("LdA", "track")
    table.may_not(tile("E36 58 4"), "18FB-3.5.1.5")
    table.operate("NN", "track").may(tile("E36 58 4"))
    assert not places.is_full(table.game, "NN", StopId("E34.0"))
    assert places.is_full(table.game, "LdA", StopId("E34.0"))


@pytest.mark.clause("18FB-3.5.1.8")
def test_an_empty_reserved_slot_lets_pass() -> None:
    table = track("NN", "L27 6 3", "M26 6 2", at="L27").start("FB").tokens("FB", "M26").start("SFTF")
    table.operate("NN", "track").may(tile("N27 3 1"))
    table.tokens("SFTF", "M26").operate("NN", "track")
    table.may_not(tile("N27 3 1"), "18FB-3.5.1.5")


@pytest.mark.clause("18FB-3.5.1.12")
def test_tiles_stay_when_the_company_that_laid_them_is_no_more() -> None:
    table = two_merge("RM", first={"Bruno": 1}, second={"Bruno": 1}).lay("NC6 58 3", "ND5 58 0", "F31 57 0")
    merged(table)
    assert "NN" in table.own.gone
    laid = table.game.layout.tiles
    assert {laid["NC6"], laid["ND5"], laid["F31"]} == {("58", 3), ("58", 0), ("57", 0)}


# Upgrades


@pytest.mark.clause("18FB-3.5.1.13", "18FB-R40")
def test_an_upgrade_is_joined_to_a_route_of_the_company() -> None:
    table = track("LdA", "F31 57 0", "F33 4 0", "F21 4 0", phase="PH2")
    table.may(tile("F33 141 0"), tile("F31 14 0"))
    table.may_not(tile("F21 141 3"), "18FB-3.5.1.13")


@pytest.mark.clause("18FB-3.5.1.13", "18FB-R40")
def test_an_upgrade_of_plain_track_needs_new_track_on_a_route() -> None:
    """F19 carries a straight track of others; LdA comes from Sapri over Vallo to its edge 1."""
    table = track("LdA", "F17 6 2", "E18 3 4", "F19 9 0", at="F17", phase="PH2")
    table.may(tile("F19 20 0"))  # 0-3 and 1-4
    table.may_not(tile("F19 23 0"), "18FB-3.5.1.13")  # 0-3 and 0-4


@pytest.mark.clause("18FB-3.5.1.13", "18FB-R40")
def test_old_track_on_a_route_does_not_make_up_for_new_track_off_it() -> None:
    """FB's line from Benevento crosses H29 from edge 2 to 4; tile 19 adds 0-3, which no route of FB runs onto."""
    table = Table().phase("PH2").start("FB", "Ada", at=100).rails("I30 H29 G30").operate("FB")
    table.may_not(tile("H29 19 0"), "18FB-3.5.1.13", "new track of tile 19")
    table.may(tile("H29 23 4"))  # 4-1 and 4-2: a branch
    table.may_not(
        tile("H29 24 2"), "18FB-3.5.1.13"
    )  # 2-4 and 2-5: only one that comes from Caserta can take the branch
    table.tokens("FB", "G30").operate("FB").may(tile("H29 24 2"))
    # Where another line of FB comes to edge 0 from Avellino the crossing is an extension.
    table.lay("H27 57 0").tokens("FB", "H27").operate("FB").may(tile("H29 19 0"))


@pytest.mark.clause("18FB-3.5.1.13", "18FB-R40")
def test_beyond_a_city_that_stays_full_there_is_no_route_to_extend() -> None:
    """Gaeta is full for LdA: tile 15 gives it an empty slot and lets the route go on, tile 12 does not."""
    table = track("LdA", "F31 57 2", "E32 58 3", "E34 57 0", phase="PH2").start("FB").tokens("FB", "E34")
    table.operate("LdA", "track").may(tile("E34 15 3"))
    table.may_not(tile("E34 12 4"), "18FB-3.5.1.13")
    table.operate("FB", "track").may(tile("E34 12 4"))  # a city with an own token is never full


@pytest.mark.clause("18FB-3.5.1.13", "18FB-R40")
def test_a_tile_that_shuts_a_city_extends_no_route_through_it() -> None:
    """LdA comes from Benevento to Avellino, where FB stands in one of two slots; tile 12 has only that one."""
    table = track("LdA", "I30 57 1", "H29 8 4", "H27 14 0", at="I30", phase="PH2").fp_builds_from("N21")
    table.start("FB").tokens("FB", "H27").operate("LdA", "track").may(tile("H27 15 2"))
    table.may_not(tile("H27 12 1"), "18FB-3.5.1.13")
    table.operate("FB", "track").may(tile("H27 12 1"))


@pytest.mark.clause("18FB-R40")
def test_an_upgrade_without_new_track_needs_its_city_on_a_route() -> None:
    """Green and brown Reggio have no more track than the yellow tile."""
    track("FC", "A2 X1 0", at="A2", phase="PH2").do(tile("A2 X9 0"))
    track("FC", "A2 X1 0", phase="PH2").may_not(tile("A2 X9 0"), "18FB-3.5.1.13")
    # A full city on the route may be made green too: there is no track beyond it to ask for.
    full = track("NN", "A2 X1 0", "B3 4 1", "C4 4 1", "D5 57 1", at="D5", phase="PH2").start("FB")
    full.tokens("FB", "A2").tokens("FC", "A2").operate("NN", "track")
    assert "A2.0" in full.game.closed_to("NN")
    full.may(tile("A2 X9 0"))


@pytest.mark.clause("18FB-3.5.1.13", "18FB-R40")
def test_of_two_towns_on_a_tile_the_new_track_of_the_one_on_the_route_counts() -> None:
    """FC comes from Cosenza to edge 1 of G12, where one town has edges 1 and 4, the other 0 and 3."""
    table = track("FC", "F11 57 1", "G12 55 0", phase="PH2")
    table.may_not(tile("G12 69 1"), "18FB-3.5.1.13")  # 1-4 as before, 3-5 for the other town
    table.may(tile("G12 69 5"))  # 1-3 and 2-5: the track of FC's town is new
    table.may(tile("G12 X2 0"))  # 0, 1, 2 and 3 meet in one town: edge 2 is new
    table.may(tile("G12 X3 0"))  # 0, 1, 3 and 4 meet in one town: no new track, the town lies on the route


@pytest.mark.clause("18FB-3.5.1.14")
def test_a_value_upgrade_keeps_every_connection() -> None:
    table = track("FSC", "F21 4 0", "F19 9 0", "F17 57 0", phase="PH2")  # F19: a straight joined at both ends
    table.may(tile("F19 23 3"), tile("F19 24 3"))
    table.may_not(tile("F19 25 0"), "18FB-3.5.1.16")  # 0-2 and 0-4: edge 3 is lost
    table.may_not(tile("F19 16 0"), "18FB-3.5.1.16")  # 0-2 and 1-3: both edges, no way through
    table.do(tile("F19 24 3"))
    assert table.game.layout.tiles["F19"] == ("24", 3)
    assert table.game.state.supply["9"] == TITLE.box.board.tiles["9"].count


@pytest.mark.clause("18FB-3.5.1.15")
def test_a_competitive_upgrade_changes_the_loose_end_for_a_step() -> None:
    table = track("FSC", "F21 4 0", "F19 8 1")  # edges 1 and 3: joined to F21, loose towards E18
    table.do(tile("F19 9 0"))
    assert table.step == "track"
    assert [what for _, what in table.turn.laid] == ["tile"]
    assert table.game.layout.tiles["F19"] == ("9", 0)
    table.lay_somehow(1)
    assert table.step != "track"


@pytest.mark.clause("18FB-3.5.1.15")
@pytest.mark.parametrize(
    ("tiles", "phase", "new"),
    [
        (("F31 57 0",), "PH1", "F31 6 0"),
        (("F31 57 0", "F33 4 0"), "PH1", "F33 58 4"),
        (("F31 14 0",), "PH2", "F31 15 1"),
        (("F31 57 0", "F33 141 0"), "PH2", "F33 143 4"),
        (("F31 X20 0", "F33 145 0"), "PH5", "F33 146 3"),
    ],
)
def test_any_colour_may_be_replaced_by_its_own(tiles: tuple[str, ...], phase: str, new: str) -> None:
    table = track("LdA", *tiles, phase=phase, floated="PH1")
    table.do(tile(new))
    hex_id, name, turn = new.split()
    assert table.game.layout.tiles[hex_id] == (name, int(turn))


@pytest.mark.clause("18FB-3.5.1.15")
def test_a_competitive_upgrade_too_keeps_every_connection() -> None:
    table = track("FSC", "F21 4 0", "F19 9 0", "F17 57 0")
    assert tiles_on(table, "F19") == set()
    table.may_not(tile("F19 8 0"), "18FB-3.5.1.16")


@pytest.mark.clause("18FB-R79")
def test_an_upgrade_must_change_something() -> None:
    table = track("FSC", "F21 4 0", "F19 9 0", "F17 57 0")
    table.may_not(tile("F19 9 0"), "18FB-R79")
    table.may_not(tile("F19 9 3"), "18FB-R79")  # the same straight track turned by half
    brown = track("LdA", "F31 X20 0", phase="PH5")
    for turn in range(6):
        brown.may_not(tile(f"F31 X20 {turn}"), "18FB-R79")


@pytest.mark.clause("18FB-3.5.1.16")
def test_only_real_connections_bind() -> None:
    """Teano's tile from 0 to 3, joined to Capua at 0 and loose at 3."""
    table = track("LdA", "F31 57 0", "F33 4 0", phase="PH2")
    table.may(tile("F33 58 0"), tile("F33 143 0"))  # 0, 2 and 0, 1, 2
    table.may_not(tile("F33 3 2"), "18FB-3.5.1.16")  # 2, 3
    table.may_not(tile("F33 143 1"), "18FB-3.5.1.16")  # 1, 2, 3
    table.lay("F35 4 0").may_not(tile("F33 58 0"), "18FB-3.5.1.16")  # now joined at 3 as well
    table.may(tile("F33 141 0"))


@pytest.mark.clause("18FB-3.5.1.16")
def test_track_joined_to_an_off_map_area_binds() -> None:
    table = track("LTF", "K44 4 0", phase="PH2")  # Tronto's track meets it at 3
    table.may(tile("K44 58 1"))  # 1 and 3
    table.may_not(tile("K44 3 0"), "18FB-3.5.1.16")


@pytest.mark.clause("18FB-3.5.1.16")
def test_track_joined_across_a_lettered_side_binds() -> None:
    table = track("LdA", "F31 57 0", "NC12 4 0", phase="PH2")  # Capua's edge 0 to Aversa's 3
    table.may_not(tile("F31 57 1"), "18FB-3.5.1.16")
    table.may(tile("F31 6 0"), tile("F31 6 4"), tile("F31 14 0"))


@pytest.mark.clause("18FB-3.5.1.17")
def test_printed_track_binds_only_where_it_is_joined() -> None:
    table = track("FSC", phase="PH2")
    assert tiles_on(table, "F23") == all_turns("X5", "X6", "X7", without={1})
    joined = track("FSC", "F21 4 0", "G22 58 2", phase="PH2")  # at 0 and 5
    every = all_turns("X5", "X6", "X7", without={1})
    keeps = {(name, turn) for name, turn in every if {0, 5} <= TITLE.box.board.tiles[name].faces[turn].edges}
    assert tiles_on(joined, "F23") == keeps != every


@pytest.mark.clause("18FB-3.5.1.18")
def test_tokens_stay_on_the_new_tile() -> None:
    table = track("LdA", "E34 57 0", at="E34", phase="PH2").start("FB")
    table.do(tile("E34 15 3"))
    assert table.game.tokens_at(StopId("E34.0")) == ("LdA",)
    assert places.open_slots(table.game, StopId("E34.0")) == 2
    assert places.has_room(table.game, "FB", StopId("E34.0"))


@pytest.mark.clause("18FB-3.5.1.18")
def test_tokens_of_the_printed_spots_of_napoli_come_to_one_city() -> None:
    table = track("FP", phase="PH2").fp_builds_from("NC10").tokens("LdA", "NC10.2").operate("FP", "track")
    assert table.game.state.stations["FP"] == ("NC10.1",)
    table.do(tile("NC10 X10 0"))
    assert table.game.tokens_at(StopId("NC10.0")) == ("LdA", "FP")
    assert places.in_open_slots(table.game, StopId("NC10.0")) == ["LdA"]
    assert places.open_slots(table.game, StopId("NC10.0")) == 2
    south = track("NN", phase="PH2").tokens("LdA", "NC8.1").operate("NN", "track")
    south.do(tile("NC8 X11 0"))
    assert south.game.tokens_at(StopId("NC8.0")) == ("NN", "LdA")


@pytest.mark.clause("18FB-R78")
def test_a_tile_needs_a_slot_for_every_token_in_an_open_one() -> None:
    table = track("LdA", "E34 15 3", at="E34", phase="PH2").start("FB").operate("LdA", "track")
    table.may(tile("E34 12 4"))  # one slot for one token
    table.tokens("FB", "E34").operate("LdA", "track").may_not(tile("E34 12 4"), "18FB-R78")


@pytest.mark.clause("18FB-R78")
def test_tokens_in_slots_of_their_own_need_none_of_the_tile() -> None:
    """Pescara, brown: LdA and LTF stand in their reserved slots, NN and FS in two of three open ones."""
    table = track("LdA", "L39 X22 0", at="L39", phase="PH5").tokens("LTF", "L39").tokens("NN", "L39")
    table.tokens("FS", "L39").operate("LdA", "track").may(tile("L39 X23 0"))
    table.tokens("FC", "L39").operate("LdA", "track").may_not(tile("L39 X23 0"), "18FB-R78")


@pytest.mark.clause("18FB-3.5.1.19")
def test_a_replaced_tile_can_be_used_again() -> None:
    """Of tile 1 there is a single one."""
    table = track("FC", "F11 57 1", phase="PH2").start("LTF").tokens("LTF", "L27").lay("L27 57 0")
    table.do(tile("G12 1 0"))
    assert table.game.state.supply["1"] == 0
    table.operate("LTF", "track").may_not(tile("L29 1 0"), "18FB-6.1")
    table.operate("FC", "track").do(tile("G12 X3 0"))
    assert table.game.state.supply["1"] == 1
    table.operate("LTF", "track").do(tile("L29 1 0"))


# Restrictions


@pytest.mark.clause("18FB-3.5.1.20")
def test_no_track_runs_into_the_lake_of_celano_or_a_blank_side_of_a_red_hex() -> None:
    table = track("LdA", "H35 4 0", "H33 4 0", at="Roma", phase="PH4").lay("G36 58 2")
    table.operate("LdA", "track")  # Rome, F37, edge 5, to G36: edges 2 and 4, to Sora
    table.may(tile("H37 3 0"))  # 0, 1
    table.may(tile("H37 58 1"))  # 1, 3
    table.may_not(tile("H37 4 1"), "18FB-3.5.1.20")  # 1, 4: the lake
    table.may_not(tile("H37 3 1"), "18FB-3.5.1.20")  # 1, 2: Rome's hex G38 has no track


@pytest.mark.clause("18FB-3.5.1.20")
def test_track_runs_to_a_red_hex_where_that_shows_track() -> None:
    table = track("LdA", "F31 57 0", "F33 58 4", "G34 8 1")
    table.may(tile("G36 58 0"))  # 0, 2: Rome's F37 shows track there
    table.may_not(tile("G36 4 0"), "18FB-3.5.1.20")  # 0, 3: blank


@pytest.mark.clause("18FB-3.5.1.21")
def test_a_yellow_tile_shows_what_the_hex_shows() -> None:
    table = track("FC", "F11 X20 0")
    table.may_not(tile("G12 4 1"), "18FB-3.5.1.21")  # single town on a double town
    table.may_not(tile("G12 9 1"), "18FB-3.5.1.21")
    table.may(tile("G12 1 0"), tile("G12 55 0"))
    table.may_not(tile("E10 55 1"), "18FB-3.5.1.21")  # double town on a single one
    table.may_not(tile("E10 57 1"), "18FB-3.5.1.21")
    table.may_not(tile("E10 8 4"), "18FB-3.5.1.21")
    table.may(tile("E10 58 4"))
    table.may_not(tile("F9 57 0"), "18FB-3.5.1.21")  # a city on an empty hex
    table.may_not(tile("F9 4 0"), "18FB-3.5.1.21")
    table.may(tile("F9 9 0"))
    home = track("LdA")
    home.may_not(tile("F31 9 0"), "18FB-3.5.1.21")  # plain track on a city
    home.may_not(tile("F31 4 0"), "18FB-3.5.1.21")


L_TOWNS = [
    ("LdA", "L39", ("L39 57 0",), "L41 143 0", "X12", 0),
    ("LTF", "", (), "K44 141 0", "X13", 0),
    ("FB", "G30", ("G30 57 1",), "NE12 142 1", "X14", 1),
    ("LdA", "Roma", (), "H39 144 0", "X15", 0),
]


@pytest.mark.clause("18FB-3.5.1.22")
@pytest.mark.parametrize(("company", "at", "tiles", "green", "brown", "turn"), L_TOWNS)
def test_a_coastal_town_becomes_brown_with_its_own_tile(
    company: str, at: str, tiles: tuple[str, ...], green: str, brown: str, turn: int
) -> None:
    hex_id = green.split()[0]
    yellow = Table().phase("PH2").start(company).lay(*tiles)
    if at:
        yellow.tokens(company, at)
    found = {name for name, _ in tiles_on(yellow.operate(company, "track"), hex_id)}
    assert found  # ordinary in yellow
    assert found <= {"3", "58", "4"}
    yellow.lay(green)  # and in green
    table = track(company, *tiles, green, at=at, phase="PH5")
    for ordinary in ("145", "146", "147"):
        for way in range(6):
            table.may_not(tile(f"{hex_id} {ordinary} {way}"), "18FB-3.5.1.22")
    table.may_not(tile(f"{hex_id} X22 0"), "18FB-3.5.1.21")  # the L tile of a city
    table.do(tile(f"{hex_id} {brown} {turn}"))


@pytest.mark.clause("18FB-3.5.1.22")
def test_coastal_towns_and_cities_are_ordinary_in_yellow_and_green() -> None:
    table = track("LTF", phase="PH2")
    table.do(tile("K44 4 0"))
    table.operate("LTF", "track").do(tile("K44 141 0"))
    sapri = track("FSC", at="F17", phase="PH2")
    sapri.do(tile("F17 57 0"))
    sapri.operate("FSC", "track").do(tile("F17 15 2"))


@pytest.mark.clause("18FB-3.5.1.22")
def test_coastal_cities_become_brown_with_the_tile_of_their_letter() -> None:
    gaeta = track("LdA", "E34 15 3", at="E34", phase="PH5")
    gaeta.may_not(tile("E34 X20 0"), "18FB-3.5.1.22")
    gaeta.may_not(tile("E34 X21 2"), "18FB-3.5.1.22")
    gaeta.may_not(tile("E34 X24 0"), "18FB-3.5.1.22")
    gaeta.may(tile("E34 X22 3"), tile("E34 X23 3"))
    sapri = track("FSC", "F17 15 2", at="F17", phase="PH5")
    sapri.may_not(tile("F17 X20 0"), "18FB-3.5.1.22")
    sapri.may_not(tile("F17 X22 2"), "18FB-3.5.1.22")
    sapri.may(tile("F17 X21 2"))
    capua = track("LdA", "F31 14 0", phase="PH5")
    capua.may_not(tile("F31 X21 0"), "18FB-3.5.1.22")  # a letter goes on its own hexes only
    capua.may_not(tile("F31 X22 0"), "18FB-3.5.1.22")
    capua.may(tile("F31 X20 0"))


@pytest.mark.clause("18FB-3.5.1.23")
def test_w_cities_are_upgraded_with_w_tiles_only() -> None:
    table = track("FB", "L27 57 0", at="L27", phase="PH2")
    for ordinary in ("12", "14", "15", "619"):
        table.may_not(tile(f"L27 {ordinary} 0"), "18FB-3.5.1.23")
    table.may(tile("L27 X5 0"), tile("L27 X6 0"), tile("L27 X7 0"))
    table.may_not(tile("I30 X5 0"), "18FB-3.5.1.3")
    brown = track("FB", "L27 X5 0", at="L27", phase="PH5")
    brown.may_not(tile("L27 X20 0"), "18FB-3.5.1.23")
    brown.may(tile("L27 X24 0"))
    other = track("LdA", "F31 57 0", phase="PH2")
    other.may_not(tile("F31 X5 0"), "18FB-3.5.1.23")
    assert track("FB", at="L27").game.why_not(tile("L27 57 0")) is None  # in yellow an ordinary tile


@pytest.mark.clause("18FB-3.5.1.24")
def test_napoli_bari_and_reggio_take_their_own_tiles_only() -> None:
    north = track("FP", phase="PH2")
    north.may_not(tile("NC10 X11 0"), "18FB-3.5.1.24")
    north.may_not(tile("NC10 14 0"), "18FB-3.5.1.24")
    north.may_not(tile("N21 X9 0"), "18FB-3.5.1.24")
    north.may(tile("NC10 X10 0"), tile("N21 X8 0"))
    south = track("NN", phase="PH2")
    south.may_not(tile("NC8 X10 0"), "18FB-3.5.1.24")
    south.may_not(tile("NC8 15 2"), "18FB-3.5.1.24")
    south.may(tile("NC8 X11 0"))
    reggio = track("FC", at="A2")
    reggio.may_not(tile("A2 5 4"), "18FB-3.5.1.24")
    reggio.may(tile("A2 X1 0"))
    green = track("FC", "A2 X1 0", at="A2", phase="PH2")
    green.may_not(tile("A2 X8 0"), "18FB-3.5.1.24")
    green.may(tile("A2 X9 0"))
    brown = track("FC", "A2 X9 0", "NC10 X10 0", "NC8 X11 0", "N21 X8 0", at="A2", phase="PH5")
    brown.may_not(tile("A2 X25 0"), "18FB-3.5.1.24")
    brown.may(tile("A2 X26 0"))
    assert stop_id("A2") in brown.game.reach("FC").paths
