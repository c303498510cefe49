"""Event 13: air raids. Ten bombs fall on hexes that two dice name; tiles are lost step by step."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.laying import fault, options
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import keep
from ferrovia.titles.t1883.events import Bombed, TileFallen, TileLost


def begin(game: Game) -> None:
    keep(game, raids_done=True)
    game.push(AirRaids(game.state.priority, components.event_table("air_raids")["raids"]))


class AirRaids(Frame, frozen=True, tag="air_raids"):
    """Players roll in turn; the one who rolls chooses what a bombed tile falls back to."""

    player: str
    left: int
    hex: str = ""  # the hex just hit, where a choice is due

    word = "air raid"
    label = term("air raid")
    asks = Prompt(term("What becomes of the bombed tile?"), term("{player} chooses what becomes of a bombed tile"))

    def decider(self, game: Game) -> str:
        return self.player

    def proceed(self, game: Game) -> bool:
        if self.hex:
            return False
        if not self.left:
            game.pop()
            return True
        tens, units = game.roll(10) % 10, game.roll(10) % 10
        hex_id = str(tens * 10 + units or 100)  # R55: 00 is hex 100
        game.tell(Bombed(player=self.player, hex=hex_id))
        following = AirRaids(game.left_of(self.player), self.left - 1)
        if hex_id not in game.layout.tiles:
            game.change(following)
            return True
        lower = list(fallen(game, hex_id))
        if len(lower) > 1:
            game.change(AirRaids(self.player, self.left, hex_id))
            return True
        game.change(following)
        if lower:
            _fall(game, lower[0])
        elif _was_first(game, hex_id):
            game.take_tile(hex_id)
            game.tell(TileLost(hex=hex_id))
            game.title.track.changed(game)
        return True

    def choices(self, game: Game) -> Iterator[LayTile]:
        yield from fallen(game, self.hex)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, LayTile):
            return not_now(action, self.called(game)).cited("1883-11.2.2")
        if action not in fallen(game, self.hex):
            return Refusal("1883-R55", "The tile on {hex} cannot go back to this one.",
                           hex=components.place(self.hex))  # fmt: skip
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, LayTile)
        game.change(AirRaids(game.left_of(self.player), self.left - 1))
        _fall(game, action)


def _was_first(game: Game, hex_id: str) -> bool:
    """A yellow tile, or the green one on a hex whose yellow is printed, just goes."""
    colour = game.layout.face(hex_id).colour
    printed = game.title.box.board.hexes[hex_id].face.colour
    return colour == "yellow" or (colour == "green" and printed == "yellow")


def fallen(game: Game, hex_id: str) -> Iterator[LayTile]:
    """Tiles of the colour below that the present one could have upgraded, still in the supply."""
    if _was_first(game, hex_id):
        return
    tile, rotation = game.layout.tiles[hex_id]
    bare = game.layout.without_tile(hex_id)
    below = "green" if game.layout.face(hex_id).colour == "brown" else "yellow"
    for candidate in game.title.box.board.tiles.values():
        if candidate.face.colour != below or not game.state.supply[candidate.id]:
            continue
        for turn in range(6):
            lower = bare.with_tile(hex_id, candidate.id, turn)
            if fault(lower, hex_id, tile, rotation) is None and _could_lie(bare, hex_id, candidate.id, turn):
                yield LayTile(hex_id, candidate.id, turn)


def _could_lie(bare: Layout, hex_id: str, tile: str, rotation: int) -> bool:
    """Whether a tile can come to lie on a hex, at once or as an upgrade of what can."""
    first = fault(bare, hex_id, tile, rotation) is None
    return first or any(
        fault(bare.with_tile(hex_id, under.tile, under.rotation), hex_id, tile, rotation) is None
        for under in options(bare, hex_id)
    )


def _fall(game: Game, action: LayTile) -> None:
    game.place_tile(action.hex, action.tile, action.rotation)
    game.tell(TileFallen(hex=action.hex, tile=action.tile))
    game.title.track.changed(game)
