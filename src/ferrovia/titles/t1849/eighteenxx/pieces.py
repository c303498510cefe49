"""The site's copies of things: train cards, tiles and the spaces of tokens, each with a name of its own."""

from __future__ import annotations

from collections.abc import Collection

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Trouble
from ferrovia.titles.t1849.eighteenxx.names import city_on_printed_hex


class PieceTrouble(Trouble, LookupError):
    """What is wrong with the card, tile or token that an action names, in one sentence."""


class Pieces:
    """Who has which card, where each tile lies, and which tokens stand in which spaces."""

    def __init__(self, game: Game) -> None:
        self.cards: dict[str, str] = {}  # the owner of each card that has left the bank
        self.tiles: dict[str, str] = {}  # by hex: the tile there
        self.lost: set[str] = set()  # a tile that the earthquake took does not come back there
        self.spaces: dict[str, list[str]] = {}  # by hex: whose token stands in each space; nothing in a free one
        for owner in (POOL, *game.state.certificates):
            for train in game.trains(owner):
                self.given(self.card(train, BANK), owner)
        for hex_id, (tile, _) in game.layout.tiles.items():
            self.laid(self.tile(tile, hex_id), hex_id)
        self.follow(game)

    # Cards

    def card(self, train: str, owner: str, besides: Collection[str] = ()) -> str:
        """The card that is meant where somebody's train of a class is named, and others of it are not."""
        if owner == BANK:
            number = sum(card.rpartition("-")[0] == train for card in self.cards)
            return f"{train}-{number}"
        mine = (card for card, holder in self.cards.items() if holder == owner and card.rpartition("-")[0] == train)
        card = next((card for card in mine if card not in besides), None)
        if card is None:
            raise PieceTrouble("{owner} has no card {train}.", owner=owner, train=train)
        return card

    def source(self, card: str) -> str:
        return self.cards.get(card, BANK)

    def given(self, card: str, to: str) -> None:
        """The card last given lies behind the others of its new owner."""
        self.cards[card] = to

    # Tiles

    def tile(self, tile: str, hex_id: str) -> str:
        """The copy that is laid next."""
        used = {*self.tiles.values(), *self.lost} - {self.tiles.get(hex_id)}
        return next(name for number in range(len(used) + 1) if (name := f"{tile}-{number}") not in used)

    def laid(self, name: str, hex_id: str) -> None:
        if name in self.lost or any(other != hex_id for other, lies in self.tiles.items() if lies == name):
            raise PieceTrouble("The tile {name} already lies elsewhere.", name=name)
        self.tiles[hex_id] = name

    def city(self, hex_id: str) -> str:
        return f"{self.tiles[hex_id]}-0" if hex_id in self.tiles else city_on_printed_hex(hex_id)

    def hex_of_city(self, city: str) -> str:
        tile = city.rpartition("-")[0]
        lies = next((hex_id for hex_id, name in self.tiles.items() if name == tile), None)
        return tile.rpartition("-")[0] if lies is None else lies

    # Tokens

    def space(self, hex_id: str, corporation: str) -> int:
        """The space in which a corporation's token stands or would come to stand."""
        spaces = self.spaces[hex_id]
        return spaces.index(corporation) if corporation in spaces else spaces.index("")

    def follow(self, game: Game) -> None:
        """Forget what has left the game, and see where tokens stand now."""
        self.cards = {
            card: owner if owner in game.state.trains and card.rpartition("-")[0] in game.trains(owner) else ""
            for card, owner in self.cards.items()
        }
        for hex_id in [hex_id for hex_id in self.tiles if hex_id not in game.layout.tiles]:
            self.lost.add(self.tiles.pop(hex_id))
        for stop, printed in game.title.box.board.stops.items():
            if printed.kind == "city":
                self._stand(game, hex_of(stop))

    def _stand(self, game: Game, hex_id: str) -> None:
        """Tokens keep their spaces until a larger tile is laid; a home is in the first."""
        stop = stop_id(hex_id)
        standing, slots = game.tokens_at(stop), game.layout.stop(stop).slots
        before = [name if name in standing else "" for name in self.spaces.get(hex_id, [])]
        homes = [name for name in game.title.box.board.stops[stop].reserved if name in game.state.certificates]
        if len(before) != slots:
            old, before = [name for name in before if name], [""] * slots
            for name in old:
                before[_free(before, homes, name)] = name
        for name in standing:
            if name not in before:
                before[_free(before, homes, name)] = name
        self.spaces[hex_id] = before


def _free(spaces: list[str], homes: list[str], name: str) -> int:
    """The first free space; that of a home is kept for whose home it is while there is another."""
    free = [number for number, there in enumerate(spaces) if not there]
    if homes and name not in homes and len(free) > 1 and free[0] == 0:
        return free[1]
    return free[0] if free else len(spaces) - 1
