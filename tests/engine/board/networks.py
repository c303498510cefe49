"""Positions to run trains on: made-up boards, small for brute force and dense for timing, and real ones."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from ferrovia.bots.positions import Position, company_on, dense_position, joining_tile, patch_around, stops_of
from ferrovia.engine.board.board import Board, read_board, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Placed
from ferrovia.engine.board.routes import Runner
from ferrovia.engine.board.track import read_tiles
from tests.recorded import site_trace

REPOSITORY = Path(__file__).parents[3]
SICILY = REPOSITORY / "src/ferrovia/titles/t1849/components"
EMILIA = REPOSITORY / "src/ferrovia/titles/t1883/components"

# Track no box contains, to try what the rules of routes allow: crossings, forks, hexes with two stops.
ODD_TILES: dict[str, tuple[list[str], list[tuple[str, int]]]] = {
    "crossing": (["0-3", "1-4", "2-5:narrow"], []),
    "curves": (["0-1", "2-3:narrow", "4-5:dual"], []),
    "tangle": (["0-2", "2-4", "0-4", "1-3", "3-5", "1-5"], []),
    "mixed": (["0-3:dual", "0-2:dual", "1-4:narrow", "4-5:narrow"], []),
    "two towns": (["0-s0", "1-s0", "3-s1", "4-s1:narrow", "5-s1"], [("town", 10), ("town", 20)]),
    "bypass": (["0-s0", "2-s0", "3-s0:dual", "1-4"], [("city", 40)]),
    "harbour": (["0-s0", "2-s0:dual", "3-s0"], [("port", 30)]),
    "hub": (["0-s0:dual", "1-s0", "2-s0:narrow", "3-s0:dual", "4-s0", "5-s0:narrow"], [("city", 70)]),
}


def sheet(name: str, folder: Path = SICILY) -> dict[str, Any]:
    return tomllib.loads((folder / name).read_text())


@cache
def sicily() -> Board:
    return read_board(sheet("map.toml"), sheet("tiles.toml"))


@cache
def odd_sicily() -> Board:
    return _with_odd_tiles(sicily())


@cache
def odd_emilia() -> Board:
    return _with_odd_tiles(read_board(sheet("map.toml", EMILIA), sheet("tiles.toml", EMILIA)))


def _with_odd_tiles(board: Board) -> Board:
    """A board with more tiles than its box."""
    tables = [
        {
            "id": name,
            "count": -1,
            "colour": "brown",
            "tracks": tracks,
            "stops": [{"kind": kind, "slots": 1, "revenue": revenue} for kind, revenue in stops],
        }
        for name, (tracks, stops) in ODD_TILES.items()
    ]
    return msgspec.structs.replace(board, tiles={**board.tiles, **read_tiles({"tile": tables})})


def small_position(seed: int, hexes: int, board: Board | None = None) -> Position:
    """A patch of Sicily, or of another board, with any tiles at all on it, and stations and full cities anywhere."""
    random = Random(seed)
    board = board or odd_sicily()
    patch = patch_around(board, random.choice(sorted(board.hexes)), hexes)
    tiles: dict[str, Placed] = {}
    for hex_id in patch:
        if not board.hexes[hex_id].is_fixed:
            tiles[hex_id] = joining_tile(board, tiles, hex_id, random, sorted(board.tiles), 40)
    position = company_on(Layout(board, tiles), patch, random, stations=(1, 3), full=0.3, odd=0.3)
    if random.random() < 0.5:  # worths that are no multiples of ten
        position.values.update({stop: worth + random.randrange(10) for stop, worth in position.values.items()})
    return position


@cache
def _trains() -> dict[str, dict[str, Any]]:
    return {train["name"]: train for train in sheet("trains.toml")["train"]}


def sicilian(name: str, values: Mapping[StopId, int]) -> Runner:
    """A train of 1849 as its sheet describes it."""
    train = _trains()[name]
    doubled = train.get("doubles", ())
    cost = train["edge_cost"]
    return Runner(
        name=name,
        limit=None if train["reach"] < 0 else train["reach"],
        edge_cost=(cost["standard"], cost.get("narrow"), cost["dual"]),
        values={stop: worth * (1 + (stop.split(".")[0] in doubled)) for stop, worth in values.items()},
    )


def stop_counted(name: str, limit: int, values: Mapping[StopId, int]) -> Runner:
    """A train whose length is counted in stops; every third stop counts double or pays more as an end."""
    stops = sorted(values)
    return Runner(
        name=name,
        limit=limit,
        edge_cost=(0, 0, 0),
        stop_cost=1,
        values=values,
        extra_costs=dict.fromkeys(stops[::5], 1),
        end_values={stop: values[stop] + 20 for stop in stops[1::3]},
    )


class PlayedRun(NamedTuple):
    """A run of the recorded game: the position, and what the site's own router found."""

    number: int
    company: str
    position: Position
    trains: tuple[str, ...]
    revenue: int
    found_there: int


def played_runs() -> Iterator[PlayedRun]:
    """Every run of the recorded game of 1849."""
    levels = {phase["name"]: phase["revenue_level"] for phase in sheet("trains.toml")["phase"]}
    before: dict[str, Any] = {}
    for line in site_trace():
        if line["type"] == "run_routes":
            company = before["corps"][line["entity"]]
            yield PlayedRun(
                number=line["i"],
                company=line["entity"],
                position=_played_position(before, company, levels[before["phase"]]),
                trains=tuple(company["trains"]),
                revenue=line["revenue"],
                found_there=line["auto_revenue"],
            )
        before = line


def _played_position(line: dict[str, Any], company: dict[str, Any], level: int) -> Position:
    layout = Layout(sicily(), {hex_id: (tile, turn) for hex_id, (tile, turn) in line["tiles"].items()})
    own = tuple(stop_id(hex_id) for hex_id in company["tokens"])
    tokens = [stop_id(hex_id) for other in line["corps"].values() for hex_id in other["tokens"]]
    closed = frozenset(stop for stop in tokens if stop not in own and tokens.count(stop) >= layout.stop(stop).slots)
    values = {stop: layout.stop(stop).value(level) for stop in sicily().stops}
    for hex_id in line["port_marker"] if company.get("port_bonus") else ():
        values[stop_id(hex_id)] += 20
    ports = frozenset(stop for stop in values if layout.stop(stop).kind == "port")
    return Position(layout, own, closed, ports, values)


__all__ = [
    "PlayedRun",
    "Position",
    "dense_position",
    "odd_sicily",
    "played_runs",
    "sicilian",
    "sicily",
    "small_position",
    "stop_counted",
    "stops_of",
]
