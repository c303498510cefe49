"""Tiles alone, in every rotation; their chart; and which may follow which."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ferrovia.drawing import tile_chart
from ferrovia.drawing.palette import DARK, LIGHT
from ferrovia.drawing.tile import boxes, tile
from ferrovia.drawing.upgrades import upgrades
from ferrovia.drawing.values import worths
from tests.drawing.editions import TITLES, by_id, edition, ids, says, stored, words
from tests.drawing.overlaps import collisions


def whole(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


@pytest.mark.parametrize("name", TITLES)
def test_every_tile_shows_number_revenue_and_letter_in_every_rotation(name: str) -> None:
    board = edition(name).box.board
    for each in board.tiles.values():
        for rotation in range(6):
            written = words(whole(tile(each, rotation, orientation=board.orientation)))
            assert written.count(each.id) >= 1, (each.id, rotation)
            assert set(worths(each.face)) <= set(written), (each.id, rotation)
            assert not each.face.label or each.face.label in written, (each.id, rotation)
            assert collisions(boxes(each, rotation, orientation=board.orientation)) == []


def test_a_turned_tile_keeps_its_words_upright() -> None:
    each = edition("1849").box.board.tiles["651"]
    for rotation in range(6):
        assert "rotate" not in tile(each, rotation)
    assert len({tile(each, rotation) for rotation in range(6)}) == 6


def test_tiles_have_the_colours_of_the_theme() -> None:
    tiles = edition("1883").box.board.tiles
    for number, colour in (("57", "yellow"), ("14", "green"), ("63", "brown"), ("51", "grey")):
        assert LIGHT.tile[colour] in tile(tiles[number], palette=LIGHT)
        assert DARK.tile[colour] in tile(tiles[number], palette=DARK)


@pytest.mark.parametrize("name", TITLES)
def test_the_chart_has_every_tile_once_with_its_number(name: str) -> None:
    known = edition(name)
    picture = tile_chart.document(tile_chart.chart(known), "Tiles", LIGHT)
    found = [key for key in ids(picture) if key.startswith("tile-")]
    assert sorted(found) == sorted(f"tile-{number}" for number in known.box.board.tiles)
    for number, each in known.box.board.tiles.items():
        assert says(by_id(picture, f"tile-{number}")).endswith(str(each.count if each.count > 0 else number))


def test_the_chart_of_a_game_tells_what_is_left() -> None:
    game = stored("1883-four")
    known = edition("1883")
    picture = tile_chart.document(tile_chart.chart(known, game.state.supply), "Tiles", LIGHT)
    gone = [number for number, left in game.state.supply.items() if not left]
    assert gone
    for number in gone:
        assert by_id(picture, f"tile-{number}").attrib["opacity"]
        assert f": 0 of {known.box.board.tiles[number].count} left" in says(by_id(picture, f"tile-{number}"))


def test_the_tree_knows_what_follows_what() -> None:
    known = {before: set(upgrade.after) for upgrade in upgrades(edition("1883")) for before in upgrade.before}
    assert known["57"] == {"14", "15", "205", "206", "619"}
    assert known["9"] == {"18", "19", "20", "23", "24", "26", "27"}
    assert known["@31"] == {"RE2"}
    assert known["RE3"] == {"RE4"}
    assert "63" not in known or known["63"] == {"895"}


def test_a_letter_that_binds_later_leads_from_plain_tiles_to_its_own() -> None:
    known = {before: set(upgrade.after) for upgrade in upgrades(edition("18FB")) for before in upgrade.before}
    assert {"X5", "14"} <= known["6"]  # W binds from green on
    assert "X21" in known["15"]  # P in brown alone
    assert "X24" not in known["15"]  # and what is W in green is no plain tile
    assert known["X5"] == {"X24"}


def test_narrow_track_grows_only_into_narrow_or_dual() -> None:
    board = edition("1849").box.board
    for upgrade in upgrades(edition("1849")):
        for before in upgrade.before:
            old = board.hexes[before[1:]].face if before.startswith("@") else board.tiles[before].face
            for after in upgrade.after:
                assert len(board.tiles[after].face.stops) == len(old.stops)
    known = {before: set(upgrade.after) for upgrade in upgrades(edition("1849")) for before in upgrade.before}
    assert known["@C5"] == {"651"}
    assert "23" not in known["79"]
    assert {"677", "678"} <= known["79"]


@pytest.mark.parametrize("name", TITLES)
def test_the_tree_shows_every_tile_that_is_part_of_an_upgrade(name: str) -> None:
    known = edition(name)
    written = words(whole(tile_chart.tree(known).markup))
    for upgrade in upgrades(known):
        for key in (*upgrade.before, *upgrade.after):
            assert key.removeprefix("@") in written


@pytest.mark.parametrize("name", TITLES)
def test_the_tree_tells_where_a_tile_may_replace_one_of_its_colour(name: str) -> None:
    known = edition(name)
    written = " ".join(words(whole(tile_chart.tree(known).markup)))
    competitive = known.sheet("tiles").get("upgrades", {}).get("competitive", False)
    assert ("another of its colour" in written) == competitive


@pytest.mark.parametrize("name", TITLES)
def test_a_single_town_never_grows_into_a_double_one(name: str) -> None:
    board = edition(name).box.board
    for upgrade in upgrades(edition(name)):
        for before in upgrade.before:
            old = board.hexes[before[1:]].face if before.startswith("@") else board.tiles[before].face
            towns = {
                sum(stop.size for stop in board.tiles[after].face.stops if stop.kind == "town")
                for after in upgrade.after
            }
            assert towns == {sum(stop.size for stop in old.stops if stop.kind == "town")}, before
