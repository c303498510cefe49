"""Made-up networks to run trains on: plausible for a railway game, and denser than the boards of our titles.

Sixty to ninety hexes around a centre, fifteen to twenty-five stops among them, big cities, plain track from a box
with few green and brown tiles, each tile the one of some draws that joins most track; a corner of the country is
narrow gauge. Two to four trains, counted in stops or in hexsides.
"""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from ferrovia.bots.positions import Position, company_on, joining_tile, patch_around
from ferrovia.engine.board.board import Board, Hex
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Placed
from ferrovia.engine.board.routes import Runner
from ferrovia.engine.board.track import Face, Tile, read_tiles

ENOUGH = 1000
PASSES = 3  # every tile is chosen again beside those laid after it
PLAIN = {"yellow": ENOUGH, "green": 20, "brown": 12}  # how many plain tiles of each colour lie in the box
TRACKS = {
    "yellow": ["0-1", "0-2", "0-3"],
    "green": ["0-3 1-4", "0-2 3-5", "0-3 0-2", "0-3 0-1", "0-2 0-4", "0-2 1-4", "0-1 3-4"],
    "brown": ["0-3 1-4 0-4 1-3", "0-3 0-2 2-3", "0-3 1-4 0-1 3-4", "0-2 2-4 0-4", "0-3 0-1 1-3 2-5", "0-3 1-4 2-5"],
}
EXITS = {
    "town": ["0 3", "0 2", "0 2 4", "0 1 3", "0 1 3 4"],
    "city": ["0 1 3 4", "0 2 3 5", "0 1 2 3", "0 1 2 3 4", "0 1 2 3 4 5"],
}
WORTH = {"town": 10, "city": 40}


class MadeUp(NamedTuple):
    """A company on a made-up map, and its trains."""

    position: Position
    trains: tuple[Runner, ...]


def made_up_network(seed: int, *, by_stops: bool) -> MadeUp:
    """A network and two to four trains of 4 to 8 stops, or of 8 to 16 hexsides."""
    random = Random(seed)
    board = _country(random.randint(60, 90))
    hexes = list(board.hexes)
    narrow = patch_around(board, random.choice(hexes), len(hexes) // 5)
    stops = random.sample(hexes, random.randint(15, 25))
    kinds = {hex_id: "town" if number % 5 < 2 else "city" for number, hex_id in enumerate(stops)}
    left = dict(PLAIN)
    tiles: dict[str, Placed] = {}
    for hex_id in hexes * PASSES:
        kind, gauge = kinds.get(hex_id, "plain"), "narrow" if hex_id in narrow else "standard"
        if hex_id in tiles and kind == "plain":
            left[_colour(board, tiles[hex_id][0])] += 1
        fitting = [
            tile for tile in board.tiles if tile.startswith(f"{kind} {gauge}") and left.get(_colour(board, tile), 1)
        ]
        tiles[hex_id] = joining_tile(board, tiles, hex_id, random, fitting, draws=120)
        if kind == "plain":
            left[_colour(board, tiles[hex_id][0])] -= 1
    position = company_on(Layout(board, tiles), hexes, random, stations=(2, 5), full=0.35, odd=0)
    worth = {stop: value + 10 * random.randrange(5) for stop, value in position.values.items()}
    shortest, longest = (4, 8) if by_stops else (8, 16)
    lengths = sorted((random.randint(shortest, longest) for _ in range(random.randint(2, 4))), reverse=True)
    trains = [_by_stops(length, worth) if by_stops else _by_sides(length, worth) for length in lengths]
    return MadeUp(position._replace(values=worth), tuple(trains))


def _by_stops(length: int, worth: dict[StopId, int]) -> Runner:
    return Runner(f"{length}", length, worth, (0, 0, 0), stop_cost=1)


def _by_sides(length: int, worth: dict[StopId, int]) -> Runner:
    return Runner(f"{length}H", length, worth, (1, 2, 1))


def _colour(board: Board, tile: str) -> str:
    return board.tiles[tile].face.colour


@lru_cache(maxsize=32)
def _country(size: int) -> Board:
    """That many hexes around a centre, all blank, and the tiles to lay on them."""
    ring = sorted(
        (max(2 * abs(col), abs(col) + abs(row)), col, row)
        for col in range(-6, 7)
        for row in range(-12, 13)
        if (col + row) % 2 == 0
    )
    blank = Face("blank")
    hexes = [Hex(f"{col},{row}", col, row, blank) for _, col, row in ring[:size]]
    return Board("flat", {hex.id: hex for hex in hexes}, _tiles())


@cache
def _tiles() -> dict[str, Tile]:
    tables: list[dict[str, Any]] = []
    for gauge in ("standard", "narrow"):
        for colour, rows in TRACKS.items():
            for row in rows:
                tracks = [f"{piece}:{gauge}" for piece in row.split()]
                tables.append({"id": f"plain {gauge} {row}", "count": ENOUGH, "colour": colour, "tracks": tracks})
        for kind, rows in EXITS.items():
            for row in rows:
                # A city joins both gauges everywhere; a town lies on one.
                laid = "dual" if kind == "city" else gauge
                tracks = [f"{edge}-s0:{laid}" for edge in row.split()]
                stop = {"kind": kind, "slots": 1, "revenue": WORTH[kind]}
                tables.append(
                    {
                        "id": f"{kind} {gauge} {row}",
                        "count": ENOUGH,
                        "colour": "grey",
                        "tracks": tracks,
                        "stops": [stop],
                    }
                )
    return read_tiles({"tile": tables})
