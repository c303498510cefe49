"""18FB, 3.5.2: the priced lines of tokens, against a walker that tries every step of every line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.titles.t18fb import TITLE
from ferrovia.titles.t18fb.laying import joined_edges, options
from ferrovia.titles.t18fb.lines import Lines
from tests.t18fb.lines_by_foot import Line, every_line

BOARD = TITLE.box.board
# Parts of the board small enough to try everything: both maps around Napoli, Rome, double towns, closed passes.
AREAS = {
    "Napoli": "NA10 NB11 NB9 NC12 NC10 NC8 NC6 NC4 ND11 ND9 ND5 ND3 NE12 NE10 NE8 NE6 NE4 G28 G30 F31 E30 G26 F25",
    "Roma": "E36 E34 F35 F33 G36 G34 H39 H37 I40 I42 H35 G32",
    "Crati": "F13 G14 G12 H13 F11 E12 E10 E8 F9 F7 F5 E6 G10 G8 H9 H11 D5",
    "Puglia": "K26 K24 L25 L23 L21 K22 M22 L27 L29 K28 M28 L19 K20 N21 M20",
}
STARTS = {
    "Napoli": ["NC10.0", "NC8.0", "ND3.0", "G30.0", "NC10.1", "NC8.1", "ND7.0"],
    "Roma": ["F37.0 G40.0", "E34.0", "E34.0 F37.0 G40.0"],
    "Crati": ["F11.0", "F5.0", "H11.0", "F11.0 D5.0"],
    "Puglia": ["L23.0", "L27.0", "N21.0", "L19.0 L27.0"],
}


def random_layout(area: str, seed: int) -> Layout:
    """Tiles of all colours, laid as the board allows, mostly where they join."""
    rng = random.Random(f"{area} {seed}")
    layout = Layout(BOARD)
    hexes = AREAS[area].split()
    for _ in range(rng.choice((2, 3, 4))):
        rng.shuffle(hexes)
        for hex_id in hexes:
            found = list(options(layout, hex_id))
            if found and rng.random() < 0.8:
                rng.shuffle(found)
                trials = [layout.with_tile(hex_id, option.tile, option.rotation) for option in found[:4]]
                layout = max(trials, key=lambda trial: len(joined_edges(trial, hex_id)))
    return layout


# Towns that every line over their hex meets.
TOWNS = [hex_id for hex_id in BOARD.hexes if [stop.kind for stop in Layout(BOARD).face(hex_id).stops] == ["town"]]
CASES = [(area, seed) for area in AREAS for seed in range(18)]


@cache
def layouts() -> list[tuple[Layout, list[StopId], int, list[Line]]]:
    """Positions with all their lines."""
    found = []
    for area, seed in CASES:
        layout = random_layout(area, seed)
        rng = random.Random(seed)
        text = rng.choice([text for text in STARTS[area] if _is_there(layout, text)])
        phase = rng.choice((1, 6))
        starts = [StopId(stop) for stop in text.split()]
        found.append((layout, starts, phase, list(every_line(layout, starts, phase))))
    return found


def _is_there(layout: Layout, text: str) -> bool:
    return all(int(stop.partition(".")[2]) < len(layout.face(stop.partition(".")[0]).stops) for stop in text.split())


@pytest.mark.clause("18FB-3.5.2.3", "18FB-R74", "18FB-R80")
def test_the_lines_that_no_other_beats_are_listed_to_every_city_and_no_others() -> None:
    compared = differ = 0
    for layout, starts, phase, every in layouts():
        listed = Lines(layout, starts, phase).unbeaten()
        assert set(listed) == {line.end for line in every}
        for end, ways in listed.items():
            there = [line for line in every if line.end == end]
            worths = {(line.cost, line.markers) for line in there}
            best = [
                (cost, markers)
                for cost, markers in sorted(worths)
                if not any(
                    less <= cost and more >= markers and (less, more) != (cost, markers) for less, more in worths
                )
            ]
            assert [(way.cost, way.markers) for way in ways] == best  # each once, the cheapest first
            assert all((way.hexes, way.stops[-1], way.cost, way.markers) in there for way in ways)
            compared += 1
            differ += len(ways) > 2
    assert compared > 100
    assert differ > 5  # so many where something lies between the cheapest line and the one with most markers


@pytest.mark.clause("18FB-3.5.2.3", "18FB-R13")
def test_a_prized_town_speaks_for_a_line_besides_cost_and_markers() -> None:
    """For each stop, what is listed without the prize, and the unbeaten lines among those that meet the town."""
    more = 0
    for layout, starts, phase, every in layouts():
        towns = {hex_id for line in every for hex_id in line.hexes if layout.face(hex_id).stops[:1]} & set(TOWNS)
        for town in sorted(towns):
            listed = Lines(layout, starts, phase).unbeaten(town)
            for end, ways in listed.items():
                there = [(line.cost, -line.markers, town not in line.hexes) for line in every if line.end == end]
                best = {one for one in there if not any(_beats(other, one) for other in there)}
                assert [(way.cost, -way.markers, not way.meets(town)) for way in ways] == sorted(best)
            more += sum(map(len, listed.values())) > sum(map(len, Lines(layout, starts, phase).unbeaten().values()))
    assert more > 5


def _beats(other: tuple[int, int, bool], one: tuple[int, int, bool]) -> bool:
    return other != one and all(less <= than for less, than in zip(other, one, strict=True))


@pytest.mark.clause("18FB-3.5.2.2", "18FB-3.5.2.13", "18FB-R74")
def test_every_legal_line_is_taken_at_its_own_price_and_markers() -> None:
    for layout, starts, phase, every in layouts():
        finder = Lines(layout, starts, phase)
        for line in every[:300]:
            way = finder.along(line.hexes)
            assert way is not None, line
            assert (way.hexes, way.stops[-1], way.cost, way.markers) == line


@pytest.mark.clause("18FB-3.5.2.2", "18FB-R74", "18FB-R80")
def test_no_other_way_over_the_hexes_is_taken_for_a_line() -> None:
    refused = 0
    for layout, starts, phase, every in layouts():
        finder = Lines(layout, starts, phase)
        legal = {line.hexes for line in every}
        for way in _near_misses(layout, starts, every):
            assert (finder.along(way) is not None) == (way in legal), way
            refused += way not in legal
    assert refused > 3000


def _near_misses(layout: Layout, starts: list[StopId], every: list[Line]) -> Iterator[tuple[str, ...]]:
    """Lines cut short, drawn on, turned round or with a hex twice, and rambles over the track."""
    rng = random.Random(len(every))
    for line in every[:40]:
        hexes = line.hexes
        yield hexes[:-1]
        yield hexes[1:]
        yield hexes[::-1]
        yield (*hexes, hexes[-2], hexes[-1])
        for beside in BOARD.neighbours[hexes[-1]]:
            if beside is not None:
                yield (*hexes, beside[0])
    for _ in range(60):
        at = rng.choice(starts).partition(".")[0]
        way = [at]
        for _ in range(rng.randrange(1, 12)):
            edges = sorted(joined_edges(layout, way[-1])) or range(6)
            beside = BOARD.neighbours[way[-1]][rng.choice(list(edges))]
            if beside is not None:
                way.append(beside[0])
        yield tuple(way)
