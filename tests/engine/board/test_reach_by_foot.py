"""Reach and the extension of routes against brute force: every route walked piece by piece, on the real board.

The walk shares nothing with `reach` and `laying` but the board: gauges are read as words, sides as pairs of hexes,
and a tile extends a route when, with the tile laid, some walked route runs along a piece that was not there before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from ferrovia.engine.board import reach
from ferrovia.engine.board.hexes import opposite
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.laying import Option, extends, options
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.reach import Reach
from ferrovia.engine.board.track import Piece
from tests.engine.board.networks import Position, dense_position, odd_sicily, sicily, small_position

STEPS = 6_000  # a walk that takes longer is given up, and counted

Ran = tuple[str, Piece]  # a hex, and a piece of its track
Side = frozenset[str]


class TooLong(Exception):
    """A walk was given up."""


class Walker:
    """A company on its way: all it can run along, and all stops it comes to."""

    def __init__(self, layout: Layout, own: Iterable[str], closed: Iterable[str], until: frozenset[Ran] | None) -> None:
        self.layout = layout
        self.own, self.closed = frozenset(own), frozenset(closed)
        self.until = until  # one of these is enough
        self.ran: set[Ran] = set()
        self.stops: set[str] = set()
        self.steps = 0
        self.all_there_is = self._walks()
        if until is None or until & self.all_there_is:
            for stop in sorted(self.own):
                self.stops.add(stop)
                hex_id, number = stop.split(".")
                self._go(hex_id, -1 - int(number), frozenset(), frozenset(), frozenset({stop}))

    def _may_pass(self, stop: StopId) -> bool:
        if stop in self.own:
            return True
        return stop not in self.closed and self.layout.stop(stop).kind in ("city", "town")

    def _found_enough(self) -> bool:
        if self.until is not None:
            return bool(self.ran & self.until)
        return self.ran == self.all_there_is

    def _leads(self, hex_id: str, end: int, words: frozenset[str]) -> Iterator[tuple[Piece, int, frozenset[str]]]:
        for piece in self.layout.face(hex_id).pieces:
            for here, there in ((piece.a, piece.b), (piece.b, piece.a)):
                now = words | {str(piece.gauge.name)}
                if here == end and not {"STANDARD", "NARROW"} <= now:
                    yield piece, there, now

    def _go(self, hex_id: str, end: int, words: frozenset[str], sides: frozenset[Side], stops: frozenset[str]) -> None:
        """Go on along every piece that starts at an end of a hex."""
        self.steps += 1
        if self.steps > STEPS:
            raise TooLong
        for piece, there, now in self._leads(hex_id, end, words):
            if self._found_enough():
                return
            if there < 0:
                stop = StopId(f"{hex_id}.{-1 - there}")
                if stop not in stops:
                    self.ran.add((hex_id, piece))
                    self.stops.add(stop)
                    if self._may_pass(stop):
                        self._go(hex_id, there, frozenset(), sides, stops | {stop})
                continue
            beside = self.layout.board.neighbours[hex_id][there]
            side = frozenset({hex_id, beside[0] if beside else "nowhere"})
            if side not in sides:
                self.ran.add((hex_id, piece))
                if beside and self.layout.board.sides[hex_id][there]:
                    self._go(beside[0], opposite(there), now, sides | {side}, stops)

    def _walks(self) -> set[Ran]:
        """What walks lead along that may use track and stops again: no route runs along more."""
        ran: set[Ran] = set()
        trail = [(s.split(".")[0], -1 - int(s.split(".")[1]), frozenset[str]()) for s in sorted(self.own)]
        seen = set(trail)
        while trail:
            hex_id, end, words = trail.pop()
            for piece, there, now in self._leads(hex_id, end, words):
                ran.add((hex_id, piece))
                if there < 0:
                    ahead = (hex_id, there, frozenset[str]())
                    if not self._may_pass(StopId(f"{hex_id}.{-1 - there}")):
                        continue
                else:
                    beside = self.layout.board.neighbours[hex_id][there]
                    if beside is None or not self.layout.board.sides[hex_id][there]:
                        continue
                    ahead = (beside[0], opposite(there), now)
                if ahead not in seen:
                    seen.add(ahead)
                    trail.append(ahead)
        return ran


class Tally(NamedTuple):
    """How many tiles were tried, how many of them extend a route, and how many walks were given up."""

    tried: int = 0
    extending: int = 0
    given_up: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*map(sum, zip(self, other, strict=True)))


def check_stops(position: Position) -> bool:
    """Compare the stops in reach; False if the walk was given up."""
    layout, own, closed = position.layout, position.own, position.closed
    try:
        walker = Walker(layout, own, closed, until=None)
    except TooLong:
        return False
    assert set(Reach(layout, own, closed).paths) == walker.stops
    return True


def check_tiles(position: Position, most: int, random: Random) -> Tally:
    """Compare the extension of routes by some of the tiles that may lie now."""
    layout, own, closed = position.layout, position.own, position.closed
    reach = Reach(layout, own, closed)
    places = [(hex_id, option) for hex_id in layout.board.hexes for option in options(layout, hex_id)]
    outcomes = Counter()  # type: Counter[bool | None]
    for hex_id, option in random.sample(places, min(most, len(places))):
        expected = extends_by_foot(layout, own, closed, hex_id, option)
        outcomes[expected] += 1
        if expected is not None:
            assert extends(reach, layout, hex_id, option.added) == expected, (hex_id, option.tile, option.rotation)
    return Tally(outcomes[True] + outcomes[False], outcomes[True], outcomes[None])


def extends_by_foot(
    layout: Layout, own: Iterable[str], closed: Iterable[str], hex_id: str, option: Option
) -> bool | None:
    """Whether, with the tile laid, a route runs along track it added; None if the walk was given up."""
    added = frozenset((hex_id, piece) for piece in option.added)
    try:
        return bool(Walker(layout.with_tile(hex_id, option.tile, option.rotation), own, closed, added).ran & added)
    except TooLong:
        return None


def filled(seed: int) -> tuple[Position, Random]:
    """The real board with real tiles on part of its hexes, and stations and full cities anywhere."""
    random = Random(seed)
    position = dense_position(sicily(), seed, draws=25)
    share = random.uniform(0.3, 1)
    tiles = {hex_id: placed for hex_id, placed in position.layout.tiles.items() if random.random() < share}
    return position._replace(layout=Layout(position.layout.board, tiles)), random


def test_a_route_that_stands_in_its_own_way_gives_way_to_another() -> None:
    """The first way from Palermo to Termini Imerese runs through D6 itself; another comes to it from the south."""
    tiles = {"C5": ("652", 5), "D6": ("677", 2), "E7": ("697", 5), "F6": ("650", 2), "E5": ("684", 3)}
    layout = Layout(sicily(), tiles)
    reach = Reach(layout, [StopId("C5.0")], frozenset())
    fork = next(option for option in options(layout, "D6") if (option.tile, option.rotation) == ("648", 5))
    assert fork.added == (Piece.parse("0-5:narrow"),)
    assert extends(reach, layout, "D6", fork.added)
    assert extends_by_foot(layout, ["C5.0"], [], "D6", fork)


def test_a_route_does_not_run_into_its_own_track() -> None:
    """Out of Catania over H10 and round by two towns back to it: a branch there would lead into the way out."""
    layout = Layout(sicily(), {"H10": ("8", 5), "I9": ("3", 3), "G9": ("3", 5)})
    branch = next(option for option in options(layout, "H10") if (option.tile, option.rotation) == ("30", 1))
    assert branch.added == (Piece.parse("1-2"),)
    assert not extends(Reach(layout, [StopId("H12.0")], frozenset()), layout, "H10", branch.added)
    assert extends_by_foot(layout, ["H12.0"], [], "H10", branch) is False
    assert extends(Reach(layout, [StopId("H12.0"), StopId("G9.0")], frozenset()), layout, "H10", branch.added)


def test_a_stop_is_left_over_a_side_that_another_route_to_it_has_kept_free() -> None:
    """The way from H8 into the city on G7 crosses its north-east side; the way from E7 does not."""
    tiles = {"H8": ("hub", 0), "F8": ("7", 0), "G7": ("bypass", 0), "H6": ("7", 4), "I7": ("7", 2), "E7": ("4", 0)}
    layout = Layout(odd_sicily(), tiles)
    added = (Piece.parse("4-s0:narrow"),)
    assert StopId("G7.0") in Reach(layout, [StopId("H8.0")], frozenset()).paths
    assert not extends(Reach(layout, [StopId("H8.0")], frozenset()), layout, "G7", added)
    assert extends(Reach(layout, [StopId("H8.0"), StopId("E7.0")], frozenset()), layout, "G7", added)


def test_a_loop_is_no_place_to_turn_round() -> None:
    """From Licata over I7 into a loop without stops, and back to I7: its other branch would need the stem twice."""
    loop = {"G7": ("40", 0), "F6": ("7", 4), "E7": ("8", 5), "F8": ("7", 1)}
    layout = Layout(odd_sicily(), {**loop, "K7": ("4", 0), "I7": ("23", 3), "J6": ("hub", 0)})
    assert set(Reach(layout, [StopId("K7.0")], frozenset()).paths) == {StopId("K7.0")}
    assert Walker(layout, ["K7.0"], [], until=None).stops == {"K7.0"}
    assert set(Reach(layout, [StopId("J6.0")], frozenset()).paths) == {StopId("J6.0")}


@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=pytest.mark.soak) for block in range(1, 5))])
def test_stops_in_reach_and_tiles_that_extend_a_route_on_the_real_board(block: int) -> None:
    tally = Tally()
    walked = 0
    for seed in range(60 * block, 60 * block + 60):
        position, random = filled(seed)
        walked += check_stops(position)
        tally = tally.plus(check_tiles(position, 12, random))
    assert walked > 50
    assert tally.extending > 50
    assert tally.tried - tally.extending > 50
    assert tally.given_up < tally.tried // 20


@pytest.mark.parametrize(("easy", "seeds"), [(reach.EASY, range(100)), (0, range(100, 150))])
def test_reach_on_track_that_no_box_contains(easy: int, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crossings, forks both ways and hexes with two stops, on a patch of the board; long searches and short ones."""
    monkeypatch.setattr(reach, "EASY", easy)
    for seed in seeds:
        random = Random(seed)
        position = small_position(seed, random.randint(6, 40))
        check_stops(position)
        check_tiles(position, 10, random)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_every_tile_on_many_boards(block: int) -> None:
    for seed in range(10_000 + 10 * block, 10_000 + 10 * block + 10):
        position, random = filled(seed)
        check_stops(position)
        check_tiles(position, 10_000, random)
