"""Why nothing can be done with a hex or a corporation's stock that somebody has in mind and names in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ferrovia.cli.reference import hex_named
from ferrovia.engine.board.laying import Fault
from ferrovia.engine.flow.actions import Action, BuyShare, LayTile, PlaceToken, SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import holder_of

_BUY, _SELL = ("buy", "compra"), ("sell", "vendi")
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


def why_not_of(game: Game, words: str) -> Refusal | None:
    """Why no stock of a corporation that is named can be bought or sold; None where it can, or that is no question."""
    verb, *names = words.casefold().split()
    known = [corporation for corporation in game.state.certificates if corporation.casefold() in names]
    kinds = {type(choice) for choice in game.decision.choices}
    if not known or not kinds & {BuyShare, SellShares}:
        return None
    refusals = [game.why_not(action) for action in _traded(game, verb, known[0])]
    return refusals[0] if refusals and None not in refusals else None


def _traded(game: Game, verb: str, corporation: str) -> Iterator[Action]:
    """What may be meant, first what there is most of."""
    if verb in _BUY:
        buys = [BuyShare(corporation, "pool"), BuyShare(corporation, "treasury"), BuyShare(corporation, "offer")]
        buys = [buy for buy in buys if buy.source in game.title.stock.sources]
        yield from sorted(buys, key=lambda buy: -game.percent(corporation, holder_of(corporation, buy.source)))
    elif verb in _SELL:
        yield SellShares(corporation, (game.share(corporation),))
