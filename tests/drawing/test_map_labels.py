"""Words on the map: ids large enough to use, names beside the track, numbers of tiles; and lines that stay whole."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest

from ferrovia.drawing import labels
from ferrovia.drawing.board import board
from ferrovia.drawing.lettering import Box
from ferrovia.drawing.palette import DARK, LIGHT, Palette, contrast
from ferrovia.drawing.places import Room
from ferrovia.drawing.points import Points
from ferrovia.drawing.printed import printed_of
from ferrovia.saying.catalogue import LANGUAGES
from tests.drawing.editions import NAMESPACE, STORED, TITLES, by_id, edition, elements, late

_LEAST_ID = 10.0  # two millimetres on the printed map
_USUAL_ID = 16.0
# Tiles that fill their hexes: six lines meet in the middle, or a city of four has track on all sides.
_FULL = {"Lucera & San Severo", "Francavilla & Manduria", "Benevento", "Campobasso"}


def _texts(hexagon: Element) -> list[Element]:
    return list(hexagon.iter(f"{NAMESPACE}text"))


def _is_thin(text: Element) -> bool:
    """Whether this is an id, and not a cost or a value that happens to be the same number."""
    return "font-size" in text.attrib and "font-weight" not in text.attrib


def _labelled(name: str, shown: str) -> list[str]:
    """The hexes that carry their id: all but areas off the map and open water."""
    known = edition(name)
    return [
        hex.id
        for hex in known.box.board.hexes.values()
        if hex.face.colour != "red" and (hex.face.colour != "blue" or hex.face.stops) and f"hex-{hex.id}" in shown
    ]


@pytest.mark.parametrize("name", TITLES)
def test_every_hex_shows_its_id_large_enough_to_use(name: str) -> None:
    shown = board(edition(name))
    sizes = []
    for hex_id in _labelled(name, shown):
        found = [text for text in _texts(by_id(shown, f"hex-{hex_id}")) if text.text == hex_id and _is_thin(text)]
        assert len(found) == 1, hex_id
        sizes.append(float(found[0].attrib["font-size"]))
    assert min(sizes) >= _LEAST_ID
    assert sizes.count(_USUAL_ID) >= 0.95 * len(sizes)


@pytest.mark.parametrize("name", STORED)
def test_ids_stay_large_where_tiles_lie(name: str) -> None:
    known, position = late(name)
    shown = board(known, position)
    for hex_id in _labelled(known.name, shown):
        found = [text for text in _texts(by_id(shown, f"hex-{hex_id}")) if text.text == hex_id and _is_thin(text)]
        assert found, hex_id
        assert float(found[0].attrib["font-size"]) >= _LEAST_ID, hex_id


def test_a_name_stands_beside_the_track_where_there_is_room() -> None:
    line = [(0.0, float(y)) for y in range(-86, 87, 5)]  # through the hex from top to bottom, and a city on it
    room = Room("flat", (Points(line),), [Box(-57, -30, 114, 60)])
    drawn = labels.name(room, "Montecchio", LIGHT, LIGHT.ink, 20, bold=True)
    (box,) = drawn.boxes
    assert box.right <= -9 or box.x >= 9
    assert "paint-order" not in drawn.markup
    size = re.search(r'font-size="([\d.]+)"', drawn.markup)
    assert size is not None
    assert float(size[1]) >= labels.SMALLEST


def test_a_name_lies_on_track_only_where_no_room_is_left() -> None:
    everywhere = [(float(x), float(y)) for x in range(-96, 97, 6) for y in range(-84, 85, 6)]
    drawn = labels.name(Room("flat", (Points(everywhere),)), "Montecchio", LIGHT, LIGHT.ink, 20, bold=True)
    assert 'paint-order="stroke"' in drawn.markup


@pytest.mark.parametrize("name", STORED)
def test_names_on_track_are_those_of_full_hexes(name: str) -> None:
    known, position = late(name)
    names = {hex.name for hex in known.box.board.hexes.values()}
    haloed = {text.text or "" for text in elements(board(known, position)) if text.attrib.get("paint-order")} & names
    assert haloed <= _FULL


def test_the_red_line_stays_whole_over_tiles() -> None:
    known, position = late("1883-four")
    shown = board(known, position)
    crossed = [hex_id for hex_id in printed_of(known).foreign_track if hex_id in position.layout.tiles]
    assert len(crossed) > 5
    for hex_id in crossed:
        parts = list(by_id(shown, f"hex-{hex_id}"))
        uses = [at for at, part in enumerate(parts) if part.attrib.get("href", "").startswith("#tile-")]
        lines = [at for at, part in enumerate(parts) if part.attrib.get("stroke") == LIGHT.foreign_line]
        stops = [at for at, part in enumerate(parts) if part.attrib.get("id", "").startswith("stop-")]
        assert uses, hex_id
        assert max(uses) < min(lines), hex_id
        assert max(lines) < min(stops, default=len(parts)), hex_id


def test_tiles_show_their_numbers_to_who_asks() -> None:
    known, position = late("1883-four")
    plain, numbered = board(known, position), board(known, position, numbered=True)
    assert not re.search(r">#\w+</text>", plain)
    shown = {
        hex_id
        for hex_id, (tile, _) in position.layout.tiles.items()
        if f"#{tile}" in [text.text for text in _texts(by_id(numbered, f"hex-{hex_id}"))]
    }
    assert len(shown) >= 0.9 * len(position.layout.tiles)
    assert board(known, position) == plain


def test_yellow_stays_yellow_by_night() -> None:
    red, green, blue = (int(DARK.tile["yellow"][at : at + 2], 16) for at in (1, 3, 5))
    assert min(red, green) > 180
    assert blue < 100


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_track_stands_out_from_every_tile(palette: Palette) -> None:
    for colour, ground in palette.tile.items():
        over = palette.over(colour)
        assert contrast(over.track, ground) >= 4.5 or contrast(over.casing, ground) >= 4.5, colour
        if colour in ("yellow", "green", "brown", "grey"):
            assert contrast(over.track, ground) >= 4.5, colour


def test_the_red_line_ends_under_the_arrows_of_areas_off_the_map() -> None:
    known = edition("1883")
    shown = board(known)
    ends = [name for name in printed_of(known).foreign_track if known.box.board.hexes[name].face.pieces]
    ends = [name for name in ends if known.box.board.hexes[name].face.colour == "red"]
    assert ends
    for hex_id in ends:
        parts = list(by_id(shown, f"hex-{hex_id}"))
        uses = [at for at, part in enumerate(parts) if part.attrib.get("href", "").startswith("#print-")]
        lines = [at for at, part in enumerate(parts) if part.attrib.get("stroke") == LIGHT.foreign_line]
        assert max(lines) < min(uses), hex_id


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_ids_can_be_read_on_every_ground(palette: Palette) -> None:
    for ground in (palette.land, palette.hill_ground):
        assert contrast(palette.soft, ground) >= 4.5
    assert contrast(palette.place, palette.mountain_ground) >= 4.5


@pytest.mark.parametrize("name", TITLES)
def test_a_heading_begins_with_a_capital(name: str) -> None:
    for language in LANGUAGES:
        known = edition(name, language)
        assert known.subtitle[0].isupper()
        assert f">{known.subtitle}</text>" in board(known)
