"""1883, 6.4: where tiles go, upgrades, special tiles, and the several tiles of FSF and CCFR."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.board import Board
from ferrovia.engine.flow.actions import LayTile
from tests.t1883.table import Table

# Guastalla by Boretto to Cadelbosco from the north, and by Novellara to Cadelbosco from the north-east.
BY_BORETTO = ("37 5 0", "27 58 4")
BY_NOVELLARA = ("37 57 0", "36 58 1")
# FSF: Suzzara - San Benedetto - Quistello - Poggio Rusco.
SUZZARA_POGGIO = ("58 6 5", "68 4 2")
# CCFR: Ciano - Barco - Albinea - Reggio Emilia.
CIANO_REGGIO = ("15 8 5", "25 8 2")


def lay(text: str) -> LayTile:
    hex_id, tile, rotation = text.split()
    return LayTile(hex_id, tile, int(rotation))


def track_step(corporation: str, *tiles: str, phase: str = "1", cash: int = 100, **facts: Any) -> Table:
    """A corporation about to build, on a map."""
    table = Table().phase(phase).lay(*tiles).start(corporation, cash=cash, **facts)
    return table.operate(corporation, "track")


def cooperative(*tiles: str, phase: str = "1", cash: int = 0) -> Table:
    return Table().phase(phase).lay(*tiles).cash(CCFR=cash).operate("CCFR", "track")


# 6.4 One tile, on a free hex, that goes on from the own track


@pytest.mark.clause("1883-6.4.1")
def test_a_railway_lays_one_tile_a_turn() -> None:
    table = track_step("SV", phase="2")
    table.do(lay("37 57 0"))
    assert table.step != "track"
    table.may_not(lay("36 4 0"), "1883-6.3.2")


@pytest.mark.clause("1883-6.4.1", "1883-6.4.2.5")
@pytest.mark.parametrize(("first", "second"), [("35 4 0", "31 RE2 0"), ("31 RE2 0", "35 4 0"), ("35 4 0", "35 141 0")])
def test_a_private_tile_to_come_gives_no_second_tile_or_upgrade(first: str, second: str) -> None:
    """SAFRE owns FRV, so that its track step goes on after its tile."""
    table = track_step("SAFRE", phase="2", cash=0).privates(FRV="SAFRE")
    table.do(lay(first))
    table.may_not(lay(second), "1883-6.4.1")
    table.do(lay("34 58 3"))
    assert table.step != "track"
    assert table.money("SAFRE") == (0,)
    assert table.game.state.privates == {"FRV": "SAFRE"}


@pytest.mark.clause("1883-6.4.1")
def test_the_tile_of_frv_may_come_first_and_comes_once() -> None:
    table = track_step("SAFRE", phase="2", cash=0).privates(FRV="SAFRE")
    table.do(lay("34 58 3"), lay("35 4 0"))
    assert table.step != "track"


@pytest.mark.clause("1883-6.4.1")
def test_the_tile_of_tmm_is_paid_and_comes_besides_another() -> None:
    table = track_step("FMV", "62 5 2").privates(TMM="FMV")
    table.do(lay("51 58 3"))
    assert table.money("FMV") == (80,)
    table.do(lay("63 9 0"))
    assert table.step != "track"
    again = table.operate("FMV", "track")
    again.do(lay("53 9 0"))  # the power is spent: one tile again
    assert again.step != "track"


@pytest.mark.clause("1883-6.4.1")
def test_a_private_tile_comes_once_though_a_raid_has_taken_it_off() -> None:
    table = track_step("FMV", "62 5 2").privates(TMM="FMV")
    table.do(lay("51 58 3"), lay("63 9 0"))
    table.game.take_tile("51")
    table.operate("FMV", "track").do(lay("51 58 3"))
    assert table.step != "track"


@pytest.mark.clause("1883-6.4.1")
def test_with_a_player_tmm_gives_no_tile() -> None:
    table = track_step("FMV", "62 5 2").privates(TMM="Ada")
    table.do(lay("63 9 0"))
    table.may_not(lay("51 58 3"), "1883-6.3.2")


@pytest.mark.clause("1883-6.4.2")
def test_yellow_tiles_go_on_light_green_hexes_only() -> None:
    grey = track_step("FBV", "89 6 2")
    grey.may_not(lay("81 9 2"), "1883-6.4.2")
    modena = track_step("FMMSF")
    modena.may_not(lay("55 5 4"), "1883-6.4.2")
    modena.may_not(lay("55 MO2 0"), "1883-6.4.2.1")
    modena.phase("2").do(lay("55 MO2 0"))


@pytest.mark.clause("1883-6.4.3")
def test_a_new_tile_continues_the_own_track() -> None:
    table = track_step("SV")
    table.may_not(lay("45 4 0"), "1883-6.4.3")
    table.may_not(lay("36 4 0"), "1883-6.4.3")  # beside the token, but no track leads there yet
    table.do(lay("37 57 0"))
    table.operate("SV", "track").may(lay("36 4 0"))
    table.may_not(lay("36 4 1"), "1883-6.4.3")


@pytest.mark.clause("1883-6.4.3")
def test_of_two_tracks_on_a_tile_one_suffices() -> None:
    """Tile 18 on Cadelbosco: SV comes to the new curve only, never to the straight track that lies there."""
    table = track_step("SV", *BY_NOVELLARA, "26 9 0", phase="2")
    table.may(lay("26 18 3"))  # 3-0 and 4-5
    table.may_not(lay("26 18 0"), "1883-6.4.2.3")  # 0-3 and 1-2


# 6.4.1


@pytest.mark.clause("1883-6.4.1.1")
def test_no_track_leaves_the_grid() -> None:
    table = track_step("FBV")
    table.may_not(lay("89 57 2"), "1883-6.4.1.1", "off the map")
    table.may(lay("89 57 1"), lay("89 57 0"))


@pytest.mark.clause("1883-6.4.1.1")
def test_no_track_ends_at_a_blank_side_of_a_grey_hex() -> None:
    table = track_step("FBV", "89 57 1")
    table.may_not(lay("80 5 3"), "1883-6.4.1.1", "printed hex")
    table.may(lay("80 5 4"))
    table.may(lay("80 57 1"))


@pytest.mark.clause("1883-6.4.1.1")
def test_no_track_ends_at_an_inaccessible_hex() -> None:
    table = track_step("FMV", "62 57 0", "61 4 0")
    table.may_not(lay("60 8 1"), "1883-6.4.1.1", "printed hex")
    table.may(lay("60 9 0"), lay("60 8 3"))


@pytest.mark.clause("1883-6.4.1.1")
def test_no_track_ends_at_a_box_that_only_a_red_line_reaches() -> None:
    table = track_step("SV", "37 57 0")
    table.may_not(lay("38 58 4"), "1883-6.4.1.1", "printed hex")
    table.may(lay("38 3 0"))


@pytest.mark.clause("1883-6.4.1.2")
@pytest.mark.parametrize(
    ("tiles", "new", "cost"),
    [
        (("34 4 0",), "33 9 0", 20),  # hill
        (("34 3 3",), "52 9 1", 20),  # river
        (("41 57 0", "40 4 0"), "39 8 1", 60),  # pass
        ((), "35 4 0", 0),  # plain
    ],
)
def test_terrain_is_paid_with_the_first_tile(tiles: tuple[str, ...], new: str, cost: int) -> None:
    table = track_step("SAFRE", *tiles).tokens("SAFRE", "41")
    table.do(lay(new))
    assert table.money("SAFRE") == (100 - cost,)
    if cost:
        poor = track_step("SAFRE", *tiles, cash=cost - 1).tokens("SAFRE", "41")
        poor.may_not(lay(new), "1883-6.3.3")


@pytest.mark.clause("1883-6.4.1.2")
def test_an_upgrade_pays_no_terrain() -> None:
    table = track_step("SAFRE", "34 4 0", "33 9 0", phase="2", cash=0)
    table.do(lay("33 23 3"))
    assert table.money("SAFRE") == (0,)


@pytest.mark.clause("1883-R69", "1883-6.4.1.2")
@pytest.mark.parametrize(("tiles", "new"), [(("34 58 3",), "43 SA2 0"), (CIANO_REGGIO, "5 CI2 0")])
def test_the_first_green_tile_on_a_printed_yellow_hill_is_free(tiles: tuple[str, ...], new: str) -> None:
    table = track_step("SAFRE", *tiles, phase="2", cash=0)
    assert table.title.box.board.hexes[new.split()[0]].cost == 20
    table.do(lay(new))
    assert table.money("SAFRE") == (0,)


@pytest.mark.clause("1883-6.4.1.3")
def test_tiles_show_what_the_hex_shows() -> None:
    table = track_step("SAFRE", "34 4 0")
    table.may_not(lay("33 4 0"), "1883-6.4.1.3")  # a town in the fields
    table.may_not(lay("33 57 0"), "1883-6.4.1.3")  # a city in the fields
    table.may_not(lay("35 9 0"), "1883-6.4.1.3")  # a town left out
    table.may_not(lay("35 57 0"), "1883-6.4.1.3")  # a town made a city
    table.may(lay("33 9 0"), lay("35 4 0"))
    city = track_step("SV")
    city.may_not(lay("37 8 0"), "1883-6.4.1.3")
    city.may_not(lay("37 58 0"), "1883-6.4.1.3")
    city.may(lay("37 6 0"))


@pytest.mark.clause("1883-6.4.1.4")
def test_example_placing_track_tiles() -> None:
    """FMMSF has a token on tile 6 in Carpi, open to Novi: tile 9 there must meet its track."""
    table = track_step("FMMSF", "54 6 1").tokens("FMMSF", "54")
    table.may(lay("56 9 0"))
    table.may_not(lay("56 9 1"), "1883-6.4.3")
    table.may_not(lay("56 9 2"), "1883-6.4.3")


# 6.4.2


@pytest.mark.clause("1883-6.4.2.1")
@pytest.mark.parametrize(
    ("there", "new", "before", "since"),
    [((), "31 RE2 0", "1", "2"), (("31 RE2 0",), "31 RE3 0", "4", "5"), (("31 RE3 0",), "31 RE4 0", "6", "7")],
)
def test_each_colour_from_its_phase(there: tuple[str, ...], new: str, before: str, since: str) -> None:
    track_step("SAFRE", *there, phase=before).may_not(lay(new), "1883-6.4.2.1")
    track_step("SAFRE", *there, phase=since).may(lay(new))


@pytest.mark.clause("1883-6.4.2.1")
def test_no_colour_is_left_out() -> None:
    brown = track_step("SAFRE", phase="5")
    brown.may_not(lay("31 RE3 0"), "1883-6.4.2.1")
    brown.may(lay("31 RE2 0"))
    track_step("SAFRE", "31 RE2 0", phase="7").may_not(lay("31 RE4 0"), "1883-6.4.2.1")
    track_step("SV", phase="2").may_not(lay("37 14 0"), "1883-6.4.2.1")


@pytest.mark.clause("1883-6.4.2.2")
def test_an_upgrade_keeps_all_track() -> None:
    table = track_step("SAFRE", phase="2")
    for rotation in (1, 2, 4, 5):  # turned by three it shows the same track
        table.may_not(lay(f"31 RE2 {rotation}"), "1883-6.4.2.2")
    table.may(lay("31 RE2 0"))


@pytest.mark.clause("1883-6.4.2.3", "1883-6.4.2.6")
def test_example_updating_of_tiles() -> None:
    """A yellow tile 9 on Cadelbosco becomes tile 20: SV may do it if its track comes to the new straight."""
    track_step("SV", *BY_NOVELLARA, "26 9 0", phase="2").may(lay("26 20 0"))
    track_step("SV", *BY_BORETTO, "26 9 0", phase="2").may_not(lay("26 20 0"), "1883-6.4.2.3")
    track_step("SV", *BY_BORETTO, "26 9 0", phase="2").may(lay("26 23 3"))  # 3-0 and 3-1


@pytest.mark.clause("1883-6.4.2.3")
def test_a_linked_city_may_be_made_worth_more_though_its_new_track_cannot_be_reached() -> None:
    table = track_step("FMMSF", "55 MO2 0", "54 57 0", phase="2").start("SV", at=85).tokens("SV", "54")
    table.may(lay("54 14 0"))  # 20 to 30; SV's token fills the city, so FMMSF gets no further
    track_step("FMMSF", "54 57 0", phase="2").may_not(lay("54 14 0"), "1883-6.4.2.3")


@pytest.mark.clause("1883-6.4.2.3")
def test_a_city_worth_more_at_an_end_only_is_worth_more() -> None:
    """Sassuolo's western city is full of SV: brown pays 50 there at an end, 30 in passing as green does."""
    table = track_step("SAFRE", "34 58 3", "43 SA2 0", phase="5").start("SV", at=85).tokens("SV", "43")
    table.may(lay("43 SA3 0"))


@pytest.mark.clause("1883-6.4.2.3")
def test_a_town_of_the_same_worth_needs_new_track_in_reach() -> None:
    """Yellow and green towns pay 10 alike: Bagnolo, reached from Reggio, may get a branch; Correggio not."""
    table = track_step("SAFRE", "35 4 0", "45 4 0", phase="2")
    table.may(lay("35 141 0"))
    table.may_not(lay("45 141 0"), "1883-6.4.2.3")


@pytest.mark.clause("1883-6.4.2.4")
def test_a_replaced_tile_can_be_laid_again() -> None:
    others = ("4", "14", "15", "16", "17", "19", "23", "24", "25", "30")
    table = track_step("SV", *BY_NOVELLARA, *(f"{hex_id} 9 0" for hex_id in others), "26 9 0", phase="2")
    table.start("FMMSF", at=85)
    assert table.game.state.supply["9"] == 0
    table.operate("FMMSF", "track").may_not(lay("53 9 0"), "1883-6.4.2.4")
    table.operate("SV", "track").do(lay("26 20 0"))
    assert table.game.state.supply["9"] == 1
    table.operate("FMMSF", "track").do(lay("53 9 0"))
    assert table.game.state.supply["9"] == 0


@pytest.mark.clause("1883-R26")
def test_a_brown_tile_replaced_by_a_grey_one_leaves_play() -> None:
    """Only yellow and green tiles are reused."""
    table = track_step("FMMSF", "54 611 0", "67 611 0", "75 611 0", "82 611 0", "72 15 0", phase="7")
    table.tokens("FMMSF", "54").start("FBV", at=85).tokens("FBV", "72")
    table.operate("FBV", "track").may_not(lay("72 611 0"), "1883-6.4.2.4")
    table.operate("FMMSF", "track").do(lay("54 51 0"))
    table.operate("FBV", "track").may_not(lay("72 611 0"), "1883-6.4.2.4")
    assert (table.game.state.supply["611"], table.own.worn_out) == (0, ("611",))


# 6.4.3


@pytest.mark.clause("1883-6.4.3.1")
def test_special_cities_take_their_own_tiles_only() -> None:
    modena = track_step("FMMSF", phase="2")
    modena.may_not(lay("55 14 0"), "1883-6.4.3.1")
    modena.may_not(lay("55 RE2 0"), "1883-6.4.3.1")
    modena.may(lay("55 MO2 0"))
    track_step("SV", "37 57 0", phase="2").may_not(lay("37 MO2 0"), "1883-6.4.3.1")


@pytest.mark.clause("1883-6.4.3.1")
def test_the_six_special_cities() -> None:
    board = Table().game.title.box.board
    special = {hex.name: hex.id for hex in board.hexes.values() if hex.face.label}
    assert sorted(special) == ["Ciano d'Enza", "Modena", "Poggio Rusco", "Reggio Emilia", "Sassuolo", "Suzzara"]
    for tile in board.tiles.values():
        assert tile.hexes == tuple(hex_id for hex_id in special.values() if _label(board, hex_id) == tile.face.label)


def _label(board: Board, hex_id: str) -> str:
    return board.hexes[hex_id].face.label


# 6.4.4


@pytest.mark.clause("1883-6.4.4.1")
def test_fsf_lays_one_flood_tile_from_each_base() -> None:
    table = track_step("FSF")
    table.do(lay("58 6 5"))
    table.may_not(lay("37 6 4"), "1883-6.4.4.1")  # out of Suzzara too
    table.do(lay("86 4 1"))
    assert table.step != "track"


@pytest.mark.clause("1883-6.4.4.1")
def test_the_flood_tiles_may_be_an_upgrade_of_a_base_and_come_in_any_order() -> None:
    table = track_step("FSF", phase="3")
    table.do(lay("78 PR2 0"))
    table.may_not(lay("86 4 1"), "1883-6.4.4.1")
    table.do(lay("47 SU2 0"))
    assert table.step != "track"


@pytest.mark.clause("1883-R27", "1883-6.4.4.3")
def test_fsf_mixes_no_other_hex_with_its_two() -> None:
    table = track_step("FSF", "86 4 1")
    table.do(lay("58 6 5"))
    table.may_not(lay("95 3 0"), "1883-6.4.4.3")
    table = track_step("FSF", "86 4 1")
    table.do(lay("95 3 0"))
    assert table.step != "track"
    table.may_not(lay("58 6 5"), "1883-6.3.2")


@pytest.mark.clause("1883-R27")
def test_with_connected_bases_both_tiles_may_be_beside_one_base() -> None:
    """Guastalla and the upgrade of Suzzara are both out of Suzzara."""
    joined = track_step("FSF", *SUZZARA_POGGIO, phase="2")
    joined.do(lay("37 6 4"), lay("47 SU2 0"))
    apart = track_step("FSF", phase="2")
    apart.do(lay("37 6 4"))
    apart.may_not(lay("47 SU2 0"), "1883-6.4.4.1")


@pytest.mark.clause("1883-6.4.4.2")
def test_with_connected_bases_fsf_lays_and_upgrades_one_hex() -> None:
    table = track_step("FSF", *SUZZARA_POGGIO, phase="2")
    table.do(lay("86 4 1"), lay("86 142 1"))
    assert table.step != "track"
    apart = track_step("FSF", "58 6 5", phase="2")
    apart.do(lay("86 4 1"))
    apart.may_not(lay("86 142 1"), "1883-6.4.4.2")


@pytest.mark.clause("1883-6.4.4.2", "1883-6.4.4.3")
def test_only_flood_hexes_are_laid_and_upgraded_at_once() -> None:
    table = track_step("FSF", *SUZZARA_POGGIO, "86 4 1", phase="2")
    table.do(lay("95 3 0"))
    assert table.step != "track"


@pytest.mark.clause("1883-6.4.4.3")
def test_after_the_first_4_fsf_lays_one_tile() -> None:
    table = track_step("FSF", phase="4")
    table.do(lay("58 6 5"))
    assert table.step != "track"
    table.may_not(lay("86 4 1"), "1883-6.3.2")
    before = track_step("FSF", phase="3")
    before.do(lay("58 6 5"), lay("86 4 1"))


# 6.4.5


@pytest.mark.clause("1883-6.4.5.1", "1883-R28")
def test_the_cooperative_lays_one_tile_from_each_base() -> None:
    table = cooperative()
    table.do(lay("15 9 1"))
    table.may_not(lay("19 9 1"), "1883-6.4.5.1")  # out of Ciano too, and on the plain
    table.do(lay("34 58 3"))
    table.may_not(lay("19 9 1"), "1883-6.4.5.1")


@pytest.mark.clause("1883-6.4.5.2")
def test_the_cooperative_builds_on_the_fs_line_and_south_of_it() -> None:
    table = cooperative("34 3 3", "52 8 5", "53 7 2", phase="2")
    table.may(lay("55 MO2 0"))
    table.may_not(lay("35 4 0"), "1883-6.4.5.2")
    table.own_is(ccfr="capitalist").start("CCFR", homes=False).operate("CCFR", "track").may(lay("35 4 0"))


@pytest.mark.clause("1883-R29")
def test_the_fs_line_is_ten_hexes_and_what_lies_north_of_each_is_closed() -> None:
    game = cooperative().game
    line = ["7", "16", "19", "31", "52", "55", "65", "76", "77", "87"]
    for hex_id in line:
        north, south = (game.title.box.board.neighbours[hex_id][edge] for edge in (3, 0))
        assert north is not None
        assert south is not None
        assert game.title.track.hex_refusal(game, "CCFR", hex_id) is None
        refusal = game.title.track.hex_refusal(game, "CCFR", north[0])
        assert refusal is not None
        assert refusal.rule == "1883-6.4.5.2"
        assert game.title.track.hex_refusal(game, "CCFR", south[0]) is None
        assert game.title.track.hex_refusal(game, "SV", north[0]) is None
    for hex_id in ("17", "18", "32", "53", "54", "78", "86"):  # between the numbers the rulebook prints with strokes
        closed = game.title.track.hex_refusal(game, "CCFR", hex_id) is not None
        assert closed == (hex_id in ("17", "18", "54", "78", "86"))


@pytest.mark.clause("1883-6.4.5.3")
def test_with_connected_bases_the_cooperative_lays_and_upgrades_one_hex() -> None:
    table = cooperative(*CIANO_REGGIO, phase="2")
    table.do(lay("4 9 0"), lay("4 24 3"))
    apart = cooperative("15 8 5", phase="2")
    apart.do(lay("4 9 0"))
    apart.may_not(lay("4 24 3"), "1883-6.4.5.3")


@pytest.mark.clause("1883-6.4.5.3")
def test_once_capitalised_no_hex_is_laid_and_upgraded_at_once() -> None:
    table = Table().phase("5").lay(*CIANO_REGGIO).own_is(ccfr="capitalist").start("CCFR", homes=False, cash=100)
    table.operate("CCFR", "track").do(lay("4 9 0"))
    table.may_not(lay("4 24 3"), "1883-8.1.3.2")
    table.do(lay("5 CI2 0"))


@pytest.mark.clause("1883-6.4.5.4")
def test_the_cooperative_lays_one_more_yellow_tile_on_hill_or_mountain() -> None:
    def two_laid(*tiles: str) -> Table:
        table = cooperative(*tiles, phase="2", cash=100)
        table.do(lay("15 9 1"), lay("31 RE2 0"))
        return table

    table = two_laid("34 3 3")
    table.may_not(lay("19 9 1"), "1883-6.4.5.1")  # plain
    table.may_not(lay("52 9 1"), "1883-6.4.5.1")  # river
    table.may_not(lay("5 CI2 0"), "1883-6.4.5.1")  # a green tile on a hill
    table.do(lay("25 8 4"))
    assert table.step != "track"
    mountain = two_laid("4 9 0")
    mountain.do(lay("3 57 0"))
    assert mountain.step != "track"


@pytest.mark.clause("1883-6.4.5.5")
def test_the_cooperative_pays_no_hill_or_mountain() -> None:
    table = cooperative("4 9 0", "3 57 0", "2 4 0")
    table.do(lay("1 7 2"))
    assert table.money("CCFR") == (0,)
    table.do(lay("34 3 3"))
    assert table.money("CCFR") == (0,)


@pytest.mark.clause("1883-6.4.5.5")
def test_the_cooperative_pays_for_rivers() -> None:
    table = cooperative("34 3 3")
    table.may_not(lay("52 9 1"), "1883-6.3.3")
    table.cash(CCFR=20).do(lay("52 9 1"))
    assert table.money("CCFR") == (0,)
