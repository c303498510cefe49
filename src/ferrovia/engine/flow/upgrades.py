"""Which tile can become which: asked of the track step of a title, hex by hex on its empty map."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.steps.track import TrackStep

Upgrades = Mapping[str, frozenset[str]]  # by tile: those that may take its place on some hex


def upgrades(game: Game) -> Upgrades:
    """What every tile can become somewhere on the map of a game, whatever lies there now and is left.

    On each hex each tile that may lie there is laid in each turn, and on it each that may follow. Hexes that are alike
    and take the same tiles are asked once.
    """
    step = next((each for each in game.title.operating.steps if isinstance(each, TrackStep)), None)
    found: dict[str, set[str]] = {tile: set() for tile in game.title.box.board.tiles}
    if step is None:
        return {}
    start = Game(game.title, msgspec.structs.replace(game.settings, seed="tiles", salt="", arrangement={}))
    alike: set[object] = set()
    for hex_id in game.title.box.board.hexes:
        first = [(option.tile, option.rotation) for option in step.options(start, hex_id)]
        kind = (start.layout.face(hex_id), tuple(first))
        if first and kind not in alike:
            alike.add(kind)
            _follow(start, step, hex_id, first, found)
    return {tile: frozenset(after - {tile}) for tile, after in found.items()}


def _follow(
    start: Game, step: TrackStep, hex_id: str, first: list[tuple[str, int]], found: dict[str, set[str]]
) -> None:
    """Note what follows what on one hex."""
    tiles, seen, waiting = start.title.box.board.tiles, set(), first
    while waiting:
        tile, rotation = waiting.pop()
        shown = tile, tiles[tile].faces[rotation]  # some tiles look the same in several turns
        if shown in seen:
            continue
        seen.add(shown)
        then = start.supposed()
        then.place_tile(hex_id, tile, rotation)
        options = step.options(then, hex_id)
        found[tile].update(option.tile for option in options)
        waiting.extend((option.tile, option.rotation) for option in options)
