"""The picture of the board: everything is there once, can be named, and no label lies on another."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from ferrovia.drawing.board import board, picture
from ferrovia.drawing.geometry import middle
from ferrovia.drawing.palette import DARK, LIGHT
from ferrovia.drawing.plan import plan_of
from ferrovia.drawing.position import Position, empty
from ferrovia.drawing.printed import Mark, printed_of
from ferrovia.drawing.tokens import Space
from ferrovia.drawing.values import pill_id, rows, worths
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from tests.drawing.editions import (
    STORED,
    TITLES,
    by_id,
    edition,
    elements,
    full_cities,
    full_layout,
    ids,
    late,
    says,
    stored,
    words,
)
from tests.drawing.overlaps import collisions


@pytest.mark.parametrize("name", TITLES)
def test_every_hex_stop_and_border_is_there_once_with_a_title(name: str) -> None:
    known = edition(name)
    shown = board(known)
    found = ids(shown)
    assert len(found) == len(set(found))
    map_ = known.box.board
    assert {key for key in found if key.startswith("hex-")} == {f"hex-{hex_id}" for hex_id in map_.hexes}
    named = {element.attrib["id"]: says(element) for element in elements(shown) if "id" in element.attrib}
    for key in found:
        if key.startswith(("hex-", "stop-", "slot-", "border-")):
            assert named[key], key
    assert {f"stop-{stop}" for stop in map_.stops} <= set(found)
    assert {f"border-{border.hex}-{border.edge}" for border in printed_of(known).borders} <= set(found)


@pytest.mark.parametrize("name", TITLES)
def test_no_two_labels_of_an_empty_board_overlap(name: str) -> None:
    assert collisions(picture(edition(name)).boxes) == []


@pytest.mark.parametrize("name", STORED)
def test_no_two_labels_of_a_late_position_overlap(name: str) -> None:
    assert collisions(picture(*late(name)).boxes) == []


@pytest.mark.parametrize("name", TITLES)
def test_both_themes_and_languages_show_the_same_things(name: str) -> None:
    known = edition(name)
    plain = ids(board(known))
    by_night = (key.removesuffix("-day") for key in ids(board(known, palette=DARK)))  # some is drawn in two ways
    assert sorted(set(by_night)) == sorted(plain)
    assert ids(board(edition(name, "it"))) == plain
    assert board(known, palette=DARK) != board(known, palette=LIGHT)
    assert board(edition(name, "it")) != board(known)


@pytest.mark.parametrize("name", TITLES)
def test_ids_take_a_prefix_so_that_two_boards_fit_on_a_page(name: str) -> None:
    known = edition(name)
    plain, other = ids(board(known)), ids(board(known, prefix="b-"))
    assert other == [f"b-{key}" for key in plain]
    shown = board(known, prefix="b-")
    used = [element.attrib["href"] for element in elements(shown) if "href" in element.attrib]
    assert used
    assert all(href.startswith("#b-") and href[1:] in other for href in used)


@pytest.mark.parametrize("name", STORED)
def test_a_late_position_shows_its_tokens_in_spaces_and_its_tiles_by_name(name: str) -> None:
    known, shown = late(name)
    drawn = board(known, shown)
    for stop, corporations in shown.tokens.items():
        assert set(corporations) <= set(words(by_id(drawn, f"stop-{stop}")))
    for hex_id, (tile, _) in shown.layout.tiles.items():
        assert f"tile {tile}" in says(by_id(drawn, f"hex-{hex_id}"))


@pytest.mark.parametrize("name", STORED)
def test_a_late_board_is_small_and_drawn_from_what_is_known(name: str) -> None:
    known, shown = late(name)
    first = board(known, shown)
    assert len(first.encode()) < 250_000
    before = len(printed_of(known).cells)
    assert board(known, shown) == first
    assert len(printed_of(known).cells) == before  # nothing was drawn again


def test_a_changed_hex_is_drawn_anew_and_no_other() -> None:
    known, shown = late("1883-four")
    board(known, shown)
    before = len(printed_of(known).cells)
    stop = next(iter(shown.tokens))
    changed = replace(shown, tokens={**shown.tokens, stop: ("nobody", *shown.tokens[stop])})
    assert board(known, changed) != board(known, shown)
    assert len(printed_of(known).cells) == before + 1


def test_the_level_of_revenue_that_holds_is_framed() -> None:
    known = edition("1849")
    shown = empty(known)
    frames = [
        sum(
            element.attrib.get("stroke") == LIGHT.accent
            for element in elements(board(known, replace(shown, level=level)))
        )
        for level in (None, 0, 2)
    ]
    rows = sum(len(stop.revenue) > 1 for stop in known.box.board.stops.values())
    assert frames == [0, rows, rows]
    assert board(known, replace(shown, level=0)) != board(known, replace(shown, level=2))


def test_a_home_is_kept_until_its_corporation_comes() -> None:
    known = edition("1849")
    shown = empty(known)
    assert "reserved for RCS" in says(by_id(board(known, shown), "slot-C5.0.0"))
    taken = replace(shown, tokens={StopId("C5.0"): ("RCS",)}, spaces={})
    assert says(by_id(board(known, taken), "slot-C5.0.0")).endswith("RCS")
    assert "reserved" not in says(by_id(board(known, taken), "slot-C5.0.0"))


def test_an_unknown_tile_or_hex_is_told_in_a_sentence() -> None:
    known = edition("1849")
    map_ = known.box.board
    with pytest.raises(LookupError, match=r"^There is no tile X99 in this game; C3 cannot be drawn\.$"):
        board(known, Position(Layout(map_, {"C3": ("X99", 0)})))
    with pytest.raises(LookupError, match=r"^There is no hex Z99 on this board\.$"):
        board(known, Position(Layout(map_, {"Z99": ("9", 0)})))


def test_a_tile_that_is_turned_too_far_is_told_in_a_sentence() -> None:
    known = edition("1849")
    with pytest.raises(LookupError, match=r"^The tile on C3 is turned by 9 sixths; there are 0 to 5\.$"):
        board(known, Position(Layout(known.box.board, {"C3": ("58", 9)})))


def test_markup_in_a_name_is_only_words() -> None:
    known = edition("1849")
    nasty = '<script>alert("1")</script>&'
    shown = replace(empty(known), tokens={StopId("C5.0"): (nasty,)}, marks={"C3": (Mark("token", nasty, owner=nasty),)})
    drawn = board(known, shown)
    assert "<script" not in drawn
    assert nasty in words(by_id(drawn, "stop-C5.0"))
    assert nasty in says(by_id(drawn, "slot-C5.0.1"))


def test_coaches_and_anchors_lie_on_their_hexes() -> None:
    known, shown = late("1883-four")
    drawn = board(known, shown)
    assert shown.marks
    for hex_id, marks in shown.marks.items():
        assert {mark.owner for mark in marks} <= set(words(by_id(drawn, f"hex-{hex_id}")))


def test_the_red_lines_the_letters_and_the_anchors_of_the_state_railway() -> None:
    drawn = board(edition("1883"))
    modena, guastalla = by_id(drawn, "hex-55"), by_id(drawn, "hex-37")
    assert "T" in words(modena)
    assert "F" in words(guastalla)
    assert any(says(element).startswith("port") for element in guastalla.iter())
    red = [element for element in by_id(drawn, "hex-7").iter() if element.attrib.get("stroke") == LIGHT.foreign_line]
    assert len(red) == 1


def test_terrain_is_written_on_a_tile_only_where_it_costs_again() -> None:
    known, shown = late("1883-four")
    assert not shown.costs_again
    dear = next(hex_id for hex_id in shown.layout.tiles if known.box.board.hexes[hex_id].cost)
    cost = str(known.box.board.hexes[dear].cost)
    assert cost not in words(by_id(board(known, shown), f"hex-{dear}"))
    assert cost in words(by_id(board(known, replace(shown, costs_again=True)), f"hex-{dear}"))
    bare = replace(shown, layout=shown.layout.without_tile(dear), tokens={}, spaces={})
    assert cost in words(by_id(board(known, bare), f"hex-{dear}"))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", TITLES)
def test_however_full_the_board_nothing_is_left_out_and_nothing_overlaps(name: str, seed: int) -> None:
    known = edition(name)
    layout = full_layout(known, seed)
    shown = replace(empty(known), layout=layout, level=1, tokens=full_cities(known, layout, seed))
    drawn = picture(known, shown)
    assert collisions(drawn.boxes) == []
    assert len(drawn.markup.encode()) < 250_000
    for hex_id, hex in known.box.board.hexes.items():
        face = layout.face(hex_id)
        group = by_id(drawn.markup, f"hex-{hex_id}")
        written = {*words(group), *used(group)}
        assert {pill_id(worth) for worth in worths(face)} <= written, hex_id
        assert {str(value) for row in rows(face) for value in row} <= written, hex_id
        assert not face.label or face.label in written, hex_id
        if hex.name and (face.colour != "blue" or face.stops):
            assert hex.name.split("/")[0].split()[0] in " ".join(written), hex_id


def used(element: Element) -> set[str]:
    """The definitions that are used in an element."""
    return {each.attrib["href"].removeprefix("#") for each in element.iter() if "href" in each.attrib}


@pytest.mark.parametrize("name", TITLES)
def test_neighbours_touch_at_the_middle_of_their_side(name: str) -> None:
    map_ = edition(name).box.board
    places = plan_of(printed_of(edition(name))).places
    for hex_id, row in map_.neighbours.items():
        for edge, beside in enumerate(row):
            if beside is None or (hex_id, edge) in map_.links:
                continue
            here = places[hex_id].plus(middle(map_.orientation, edge))
            there = places[beside[0]].plus(middle(map_.orientation, beside[1]))
            assert here.distance(there) < 0.01


def test_stored_games_have_marks_and_tokens() -> None:
    assert any(late(name)[1].tokens for name in STORED)
    assert all(stored(name).layout.tiles for name in STORED)


def test_the_map_speaks_both_languages_with_the_same_words() -> None:
    english, italian = (Words(edition("1849", language).voice) for language in ("en", "it"))
    assert (english("river"), italian("river")) == ("river", "fiume")
    assert (english("costs", cost=40), italian("costs", cost=40)) == ("costs L. 40", "costa L. 40")


@pytest.mark.parametrize(
    ("mark", "english", "italian"),
    [
        (Mark("token", owner="AFG"), "token of AFG", "gettone dell'AFG"),
        (Mark("token", owner="RCS"), "token of RCS", "gettone della RCS"),
        (Mark("bonus", says=("Bari",)), "port of Bari", "porto di Bari"),
        (
            Mark("gravity", says=("hill",)),
            "counts as hill for gravity trains",
            "per i treni a gravità vale come collina",
        ),
        (
            Mark("transfer", "T", ("Parma", "Bologna/Florence")),
            "transfer to the red line to Parma, Bologna/Florence",
            "cambio con la linea rossa per Parma, Bologna/Firenze",
        ),
    ],
)
def test_a_sign_of_the_map_is_told_with_its_article(mark: Mark, english: str, italian: str) -> None:
    assert Words(edition("1849").voice).mark(mark) == english
    assert Words(edition("1849", "it").voice).mark(mark) == italian


def test_a_space_says_for_whom_it_is_kept_in_both_languages() -> None:
    rome, naples = edition("18FB").box.board.hexes["G30"], edition("18FB").box.board.hexes["NC8"]
    italian = Words(edition("18FB", "it").voice)
    assert italian.space(rome, 0, Space(kept="FB"), {"FB"}) == "Caserta, spazio 1: riservato alla FB"
    assert italian.space(rome, 1, Space(kept="B5"), {"FB"}) == "Caserta, spazio 2: gettone borbonico 5"
    assert italian.space(naples, 0, Space(), {"FB"}) == "Napoli Sud, spazio 1: libero"
    assert italian.space(naples, 0, Space("NN"), {"FB"}) == "Napoli Sud, spazio 1: NN"


def test_ports_and_foreign_cities_have_their_names_in_both_languages() -> None:
    assert edition("1849").called("Port of Palermo") == "Port of Palermo"
    assert edition("1849", "it").called("Port of Palermo") == "Porto di Palermo"
    assert edition("18FB", "it").place("NC10") == "Napoli Nord (NC10)"
    assert edition("18FB", "it").called("Portici") == "Portici"


_EVERY_BOARD = """
from hashlib import sha256
from tests.drawing.editions import TITLES, edition
from ferrovia.drawing.board import board
for name in TITLES:
    print(name, sha256(board(edition(name)).encode()).hexdigest())
"""


def test_a_board_is_the_same_in_every_process() -> None:
    """Python orders sets anew in each: nothing that is drawn may follow from that."""
    printed = [
        subprocess.run(
            [sys.executable, "-c", _EVERY_BOARD],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(printed[0].splitlines()) == len(TITLES)
    assert printed[0] == printed[1]
