"""How near a corporation's track has come to the places of the map: what is not joined yet will be, if it is near."""

from __future__ import annotations

from typing import NamedTuple

from ferrovia.bots.surveyor import paying
from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow.game import Game
from ferrovia.titles.surveying import tiles_to

FAR = 5.0  # tiles that nobody plans beyond
PORT = "port"  # trains end there, and come from somewhere else


class Place(NamedTuple):
    """A stop that pays, and how many tiles are missing on the way to it."""

    kind: str
    value: int
    tiles: float


def first_route(game: Game, corporation: str) -> float:
    """How many tiles are missing of a first route, to the nearest city or town: at most `FAR`."""
    return min((place.tiles for place in _places(game, corporation) if place.kind != PORT), default=FAR)


def in_sight(game: Game, corporation: str) -> float:
    """What the places pay that a corporation has joined to its stations or could join, the less the farther away."""
    return sum(place.value * (1 - place.tiles / FAR) for place in _places(game, corporation))


def _places(game: Game, corporation: str) -> tuple[Place, ...]:
    own = frozenset(map(hex_of, game.state.stations[corporation]))
    layout, level = game.layout, game.phase.revenue_level
    return layout.memory.recall(("places around", own, level), _measured, layout, own, level)


def _measured(layout: Layout, own: frozenset[str], level: int) -> tuple[Place, ...]:
    """The places that are not too far from some hexes."""
    beside = ((stop, value) for stop, value in paying(layout, level) if hex_of(stop) not in own)
    places = (Place(layout.stop(stop).kind, value, tiles_to(layout, own, hex_of(stop), FAR)) for stop, value in beside)
    return tuple(place for place in places if place.tiles < FAR)
