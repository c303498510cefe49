"""What a map prints besides its hexes: borders, links, lines, second maps, and scenery that misleads nobody."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ferrovia.drawing import svg
from ferrovia.drawing.board import board
from ferrovia.drawing.cell import Style
from ferrovia.drawing.geometry import INRADIUS, RADIUS, Point, inside
from ferrovia.drawing.legend import legend
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import DARK, LIGHT
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.position import level_colours
from ferrovia.drawing.printed import printed_of
from ferrovia.drawing.scenery import River, scenery_of, sea_boxes
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.ids import StopId
from tests.drawing.editions import TITLES, by_id, edition, elements, says, words


def hex_box(place: Point) -> Box:
    return Box(place.x - RADIUS, place.y - INRADIUS, 2 * RADIUS, 2 * INRADIUS)


# Borders


def test_a_border_says_what_it_costs_and_names_what_lies_there() -> None:
    drawn = board(edition("18FB"))
    assert says(by_id(drawn, "border-F21-0")) == "F21-F19, Sele (river), costs D40, Calore Lucano (river), costs D40"
    assert "opens in phase PH3" in says(by_id(drawn, "border-B3-0"))


def test_a_border_of_two_hexes_is_drawn_once() -> None:
    found = [(border.hex, border.edge) for border in printed_of(edition("1849")).borders]
    neighbours = edition("1849").box.board.neighbours
    assert len(found) == 13
    assert not set(found) & {neighbours[hex_id][edge] for hex_id, edge in found}


def test_impassable_sides_cost_nothing_and_carry_no_label() -> None:
    drawn = board(edition("1849"))
    assert "impassable" in says(by_id(drawn, "border-D8-0"))
    assert not [element for element in elements(drawn) if element.attrib.get("href", "").startswith("#side-")]


def test_the_costs_on_a_side_add_up() -> None:
    printed = printed_of(edition("18FB"))
    both = next(border for border in printed.borders if {line.kind for line in border.lines} == {"river", "mountain"})
    assert both.cost == 100
    assert "side-100" in {element.attrib.get("id") for element in elements(board(edition("18FB")))}


def test_a_lettered_side_is_marked_on_both_maps() -> None:
    drawn = board(edition("18FB"))
    for letter in "ABCDEFG":
        assert words(by_id(drawn, f"side-{letter}")) == [letter]
        used = [element for element in elements(drawn) if element.attrib.get("href") == f"#side-{letter}"]
        assert len(used) == 2


# Second maps


def test_a_second_map_lies_in_its_frame_and_covers_nothing() -> None:
    printed = printed_of(edition("18FB"))
    plan = plan_of(printed)
    frame = plan.frames["napoli"]
    for hex_id, place in plan.places.items():
        if printed.board.hexes[hex_id].map == "napoli":
            assert frame.holds(hex_box(place)), hex_id
        else:
            assert not frame.meets(hex_box(place)), hex_id
    assert plan.box.holds(frame)


def test_the_hexes_of_a_map_lie_where_the_sheet_puts_them() -> None:
    printed = printed_of(edition("18FB"))
    places = plan_of(printed).places
    assert places["F29"].distance(places["F27"]) == pytest.approx(2 * INRADIUS)
    assert places["NC10"].distance(places["NC8"]) == pytest.approx(2 * INRADIUS)


# Spaces


def test_reserved_spaces_are_among_those_of_a_stop_or_stand_besides_as_the_sheet_means_it() -> None:
    assert printed_of(edition("1883")).spaces[StopId("31.0")] == ("CCFR", "SAFRE")
    assert printed_of(edition("1883")).spaces[StopId("55.0")] == ("FMMSF", "")
    assert printed_of(edition("18FB")).spaces[StopId("F23.0")] == ("FSC", "FST", "NN", "")
    assert printed_of(edition("18FB")).spaces[StopId("G30.0")] == ("FB", "B5", "B8", "")


def test_an_area_off_the_map_shows_its_spaces_once() -> None:
    drawn = board(edition("18FB"))
    ids = {element.attrib["id"] for element in elements(drawn) if "id" in element.attrib}
    assert {f"slot-F37.0.{at}" for at in range(5)} <= ids
    assert "slot-G40.0.0" not in ids
    assert "LdA" in words(by_id(drawn, "stop-F37.0"))


# Scenery


def river_points(river: River) -> list[Point]:
    """Points all along a river, close enough that none leaps over a hex."""
    return [a.towards(b, share / 8) for a, b in pairwise(river.points) for share in range(8)]


def test_rivers_cross_the_hexes_that_are_priced_for_them() -> None:
    known = edition("1883")
    places = plan_of(printed_of(known)).places
    rivers = {river.name: river_points(river) for river in scenery_of(known).rivers}
    for table in known.sheet("map")["hex"]:
        if "river" in table:
            place = places[table["id"]]
            near = min(place.distance(point) for point in rivers[table["river"]])
            assert near <= RADIUS, table["id"]


def test_rivers_run_only_along_the_sides_of_plain_hexes_that_cost_nothing() -> None:
    known = edition("1883")
    board_ = known.box.board
    places = plan_of(printed_of(known)).places
    free = [hex for hex in board_.hexes.values() if hex.terrain == "plain" and not hex.cost and not hex.is_fixed]
    assert len(free) > 40
    for river in scenery_of(known).rivers:
        for point in river_points(river):
            for hex in free:
                x, y = point.x - places[hex.id].x, point.y - places[hex.id].y
                assert not inside(board_.orientation, x, y, margin=16), (river.name, hex.id)


@pytest.mark.parametrize("name", TITLES)
def test_names_of_seas_lie_on_the_water(name: str) -> None:
    printed = printed_of(edition(name))
    land = [
        place for hex_id, place in plan_of(printed).places.items() if printed.board.hexes[hex_id].face.colour != "blue"
    ]
    for box in sea_boxes(printed.scenery):
        assert not [place for place in land if box.meets(hex_box(place))]


# The legend


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("1849", ["mountain: 160", "narrow gauge", "dual gauge", "impassable"]),
        ("1883", ["river: 20, 40", "red line", "flood zone", "port for an anchor"]),
        ("18FB", ["mountains: 60", "river: 40", "opens in phase PH3", "any other border: 10", "Bourbon token"]),
    ],
)
def test_the_legend_tells_what_this_map_uses_and_nothing_else(name: str, told: list[str]) -> None:
    known = edition(name)
    style = Style("flat", LIGHT, known.tokens, level_colours(known), Words(known.voice))
    found = legend(printed_of(known), known, style, 2000).markup
    for words_ in told:
        assert words_ in found
    assert ("narrow gauge" in found) == (name == "1849")
    assert ("Bourbon" in found) == (name == "18FB")


def test_mountains_on_a_printed_hex_are_seen_by_night() -> None:
    """A grey hex keeps its colour of the day, so what lies on it is drawn as by day."""
    known = edition("1883")
    places = plan_of(printed_of(known)).places
    grey = [hex for hex in known.box.board.hexes.values() if hex.face.colour == "grey" and hex.terrain == "mountain"]
    assert grey
    shown = board(known, palette=DARK)
    used = {
        (each.attrib["x"], each.attrib["y"]): each.attrib["href"]
        for each in elements(shown)
        if each.attrib.get("href", "").startswith("#mountain")
    }
    for hex in grey:
        x, y = (svg.number(round(side, 1)) for side in places[hex.id])
        assert used[x, y] == "#mountain-day"
    assert LIGHT.mountain in {part.attrib["fill"] for part in by_id(shown, "mountain-day")}
    assert DARK.mountain in {part.attrib["fill"] for part in by_id(shown, "mountain")}
