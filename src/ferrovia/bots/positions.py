"""Positions to run trains on: whole boards filled with track, and the late game as computer players leave it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bot_game
from ferrovia.engine.board.board import Board, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Placed
from ferrovia.engine.board.routes import Runner
from ferrovia.engine.board.track import Face
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.title import Title

FROM_ONE_GAME = 10
FRUITLESS = 20  # games in a row without a run, after which we give up


class Position(NamedTuple):
    """A company on a map."""

    layout: Layout
    own: tuple[StopId, ...]
    closed: frozenset[StopId]
    uncounted: frozenset[StopId]
    values: dict[StopId, int]


def stops_of(layout: Layout) -> dict[StopId, int]:
    """Every stop that shows, and what it pays at the middle level."""
    return {
        stop_id(hex_id, number): stop.value(1)
        for hex_id in layout.board.hexes
        for number, stop in enumerate(layout.face(hex_id).stops)
    }


def dense_position(board: Board, seed: int, draws: int = 400) -> Position:
    """The whole board filled from the real tile counts; each tile is the one of some draws that joins most track."""
    random = Random(seed)
    left = {tile.id: tile.count for tile in board.tiles.values()}
    centre = random.choice([hex.id for hex in board.hexes.values() if not hex.is_fixed])
    hexes = [hex_id for hex_id in patch_around(board, centre, len(board.hexes)) if not board.hexes[hex_id].is_fixed]
    tiles: dict[str, Placed] = {}
    for hex_id in hexes:
        face = board.hexes[hex_id].face
        fitting = [
            tile.id
            for tile in board.tiles.values()
            if left[tile.id] and tile.face.label == face.label and len(tile.face.stops) == len(face.stops)
            if [stop.kind for stop in tile.face.stops] == [stop.kind for stop in face.stops]
            if not tile.hexes or hex_id in tile.hexes
        ]
        if fitting:
            tiles[hex_id] = joining_tile(board, tiles, hex_id, random, fitting, draws)
            left[tiles[hex_id][0]] -= 1
    return company_on(Layout(board, tiles), [*board.hexes], random, stations=(2, 5), full=0.3, odd=0)


def company_on(
    layout: Layout, hexes: list[str], random: Random, stations: tuple[int, int], full: float, odd: float
) -> Position:
    values = stops_of(layout)
    there = [stop for stop in values if stop.rpartition(".")[0] in hexes]
    cities = [stop for stop in there if layout.stop(stop).kind == "city"] or there
    if odd and random.random() < odd:
        cities = there  # a station in a port or a town: no box knows it, the rules of routes do
    own = random.sample(cities, min(len(cities), random.randint(*stations)))
    closed = frozenset(stop for stop in cities if stop not in own and random.random() < full)
    uncounted = frozenset(stop for stop in values if layout.stop(stop).kind == "port")
    return Position(layout, tuple(own), closed, uncounted, values)


def patch_around(board: Board, centre: str, size: int) -> list[str]:
    found = [centre]
    ahead = deque(found)
    while ahead and len(found) < size:
        for beside in board.neighbours[ahead.popleft()]:
            if beside is not None and beside[0] not in found:
                found.append(beside[0])
                ahead.append(beside[0])
    return found[:size]


def joining_tile(
    board: Board, tiles: Mapping[str, Placed], hex_id: str, random: Random, fitting: list[str], draws: int
) -> Placed:
    """Of some tiles drawn at random, the one that joins most track."""

    def joins(placed: Placed) -> float:
        face = board.tiles[placed[0]].faces[placed[1]]
        joined = random.random()
        for edge in sorted(face.edges):
            beside = board.neighbours[hex_id][edge]
            if beside is None or edge in board.closed_edges[hex_id]:
                joined -= 6
            elif beside[0] in tiles or board.hexes[beside[0]].is_fixed:
                joined += 2 * _carried(board, tiles, beside, _gauge(face, edge))
            else:
                joined += 1
        return joined

    drawn = [(random.choice(fitting), random.randrange(6)) for _ in range(draws)]
    return max(drawn, key=joins)


def _carried(board: Board, tiles: Mapping[str, Placed], beside: tuple[str, int], gauge: int) -> int:
    other, entry = beside
    face = board.tiles[tiles[other][0]].faces[tiles[other][1]] if other in tiles else board.hexes[other].face
    return 1 if _gauge(face, entry) & gauge else -1


def _gauge(face: Face, edge: int) -> int:
    gauge = 0
    for _, carried in face.exits.get(edge, ()):
        gauge |= carried
    return gauge


def legal_fleets(cards: Title) -> list[tuple[str, ...]]:
    """For each train limit of a title the fleet that is hardest to run: the newest train, as many as allowed."""
    newest: dict[int, str] = {}
    for phase in cards.box.phases.values():
        if phase.train_limit is not None and phase.starts_with in cards.box.trains:
            newest[phase.train_limit] = phase.starts_with
    return [(train,) * limit for limit, train in newest.items() if limit > 0]


def longest_trains(cards: Title, count: int) -> tuple[str, ...]:
    """The dearest trains of a title, more than a train limit may allow."""
    usual = [name for name, card in cards.box.trains.items() if not card.variant]
    return tuple(sorted(usual, key=lambda name: cards.box.trains[name].cost)[-count:])


def runners(cards: Title, names: Iterable[str], values: Mapping[StopId, int]) -> tuple[Runner, ...]:
    """Trains of a title on a board on which nothing but the tiles is known."""
    fleet = [cards.box.trains[name] for name in names]
    return tuple(
        Runner(card.name, card.limit, values, edge_cost=card.edge_cost, stop_cost=card.stop_cost) for card in fleet
    )


def late_runs(name: str, count: int, players: int = 3) -> Iterator[tuple[Game, str]]:
    """Games between sensible players at the last times that a corporation ran its trains, and the corporation."""
    number = fruitless = 0
    while count > 0 and fruitless < FRUITLESS:
        game, bots = bot_game(name, ["sensible"] * players, f"late {number}")
        steps = [step.id for step in game.title.operating.steps]
        # Where nobody chooses routes, the earnings are known when the dividend is declared.
        moment = RunStep.id if RunStep.id in steps else DividendStep.id
        runs: deque[tuple[Game, str]] = deque(maxlen=min(FROM_ONE_GAME, count))
        while not game.over:
            turn = game.top
            if isinstance(turn, OperatingTurn) and turn.step_id(game) == moment:
                runs.append((game.fork(), turn.corporation))
            game.apply(chosen(game, bots))
        yield from runs
        fruitless = 0 if runs else fruitless + 1
        count -= len(runs)
        number += 1
