"""Why nothing can be laid or placed on a hex that somebody has in mind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ferrovia.cli.lookup import hex_named
from ferrovia.engine.board.laying import Fault
from ferrovia.engine.flow.actions import Action, LayTile, PlaceToken
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal

_OF_A_TILE = frozenset(fault.value for fault in Fault)


def why_not_there(game: Game, words: str) -> Refusal | None:
    """What is in the way on a hex that is named, for the tile that is named or for any; None where that is no question.

    Of many refusals the most telling one: that a tile does not fit the hex at all tells least.
    """
    board = game.title.box.board
    names = words.split()
    hex_id = next(filter(None, (hex_named(game, name) for name in names)), "")
    if not hex_id:
        return None
    tiles = [name for name in names if name in board.tiles and name != hex_id]
    refusals = [game.why_not(action) for action in _tried(game, hex_id, tiles)]
    if not refusals or None in refusals:
        return None
    found = [refusal for refusal in refusals if refusal is not None]
    telling = [refusal for refusal in found if refusal.text not in _OF_A_TILE] or found
    (rule, _), *_ = Counter(refusal.rule for refusal in telling).most_common(1)
    return next(refusal for refusal in telling if refusal.rule == rule)


def _tried(game: Game, hex_id: str, tiles: list[str]) -> Iterator[Action]:
    kinds = {type(choice) for choice in game.decision.choices}
    if LayTile in kinds:
        for tile in tiles or game.title.box.board.tiles:
            yield from (LayTile(hex_id, tile, rotation) for rotation in range(6))
    elif PlaceToken in kinds:
        yield from (PlaceToken(hex_id, city) for city in range(max(1, len(game.layout.face(hex_id).stops))))
