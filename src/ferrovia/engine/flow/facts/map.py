"""A hex, and a tile on it: what lies there, what it is worth, and whether the corporation of the turn may build."""

from __future__ import annotations

import msgspec

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import LayTile, PlaceToken
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.search import why_not
from ferrovia.engine.flow.remedies.telling import RefusedAct, most_telling

_SIXTHS = range(6)


class StopFacts(msgspec.Struct, frozen=True):
    """A city, town or other stop of a hex."""

    stop: StopId
    kind: str
    value: int  # in this phase, as it shows; a title may count otherwise for single trains
    values: tuple[tuple[str, int], ...]  # by phase
    slots: int
    tokens: tuple[str, ...]
    reserved: tuple[str, ...]  # the corporations for which a space is kept


class HexFacts(msgspec.Struct, frozen=True):
    """A hex as it lies."""

    hex: str
    name: str
    is_fixed: bool  # no tile may ever be laid
    tile: str  # nothing where none lies
    rotation: int
    colour: str
    label: str
    cost: int  # of the terrain, as it is printed
    stops: tuple[StopFacts, ...]
    reached_by: tuple[str, ...]  # corporations whose routes lead there
    corporation: str  # whose turn it is
    lays: tuple[LayTile, ...]  # the tiles that it may lay there now
    tokens: tuple[PlaceToken, ...]  # ... and where a token
    no_lay: RefusedAct | None  # why no tile may be laid, where none may
    no_token: RefusedAct | None


def hex_facts(game: Game, hex_id: str, by: str | None = None) -> HexFacts:
    """What there is to know of a hex; `by` is who asks, where it matters whose turn it is."""
    hex, face = game.title.box.board.hexes[hex_id], game.layout.face(hex_id)
    tile, rotation = game.layout.tiles.get(hex_id, ("", 0))
    choices = game.decision.choices
    lays = tuple(choice for choice in choices if isinstance(choice, LayTile) and choice.hex == hex_id)
    tokens = tuple(choice for choice in choices if isinstance(choice, PlaceToken) and choice.hex == hex_id)
    cities = [number for number, stop in enumerate(face.stops) if stop.kind == "city"]
    has_tokens = PlaceToken in game.title.actions
    return HexFacts(
        hex_id,
        hex.name,
        hex.is_fixed,
        tile,
        rotation,
        face.colour,
        face.label,
        hex.cost,
        tuple(_stop(game, hex_id, number) for number in range(len(face.stops))),
        tuple(name for name in game.state.certificates if _is_reached(game, name, hex_id)),
        "" if game.over else game.top.corporation_of(game),
        lays,
        tokens,
        None if lays else most_telling(game, _lays(game, hex_id), by),
        most_telling(game, [PlaceToken(hex_id, city) for city in cities], by) if has_tokens and not tokens else None,
    )


def _lays(game: Game, hex_id: str) -> list[LayTile]:
    return [LayTile(hex_id, tile, rotation) for tile in game.title.box.board.tiles for rotation in _SIXTHS]


def _stop(game: Game, hex_id: str, number: int) -> StopFacts:
    stop, name = game.layout.face(hex_id).stops[number], stop_id(hex_id, number)
    values = tuple((phase.name, stop.value(phase.revenue_level)) for phase in game.title.box.phases.values())
    reserved = game.title.tokens.reserved(game, name)
    now = stop.value(game.phase.revenue_level)
    return StopFacts(name, stop.kind, now, values, stop.slots, game.tokens_at(name), reserved)


def _is_reached(game: Game, corporation: str, hex_id: str) -> bool:
    if not game.state.stations.get(corporation):
        return False
    reach = game.reach(corporation)
    return hex_id in reach.hexes() or any(stop.rpartition(".")[0] == hex_id for stop in reach.paths)


class TileFacts(msgspec.Struct, frozen=True):
    """A tile of the box, and on a hex, in each of its turns."""

    tile: str
    colour: str
    count: int
    left: int
    lies_on: tuple[str, ...]
    phase: str  # the first in which tiles of its colour may be laid
    hex: str
    turns: tuple[Refusal | None, ...]  # by rotation; None: it may be laid so now. Without a hex: none
    refusal: Refusal | None  # the most telling one, where it may be laid in no way


def tile_facts(game: Game, tile_id: str, hex_id: str = "", by: str | None = None) -> TileFacts:
    """What there is to know of a tile, and why it may not lie on a hex now, turn by turn."""
    tile = game.title.box.board.tiles[tile_id]
    lays = [LayTile(hex_id, tile_id, rotation) for rotation in _SIXTHS] if hex_id else []
    told = most_telling(game, lays, by)
    return TileFacts(
        tile_id,
        tile.face.colour,
        tile.count,
        game.state.supply[tile_id],
        tuple(place for place, (laid, _) in game.layout.tiles.items() if laid == tile_id),
        next((phase.name for phase in game.title.box.phases.values() if tile.face.colour in phase.tiles), ""),
        hex_id,
        tuple(why_not(game, lay, by) for lay in lays),
        told.refusal if told else None,
    )
