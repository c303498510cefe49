"""3.2: the track between Reggio Emilia and Sassuolo that belongs to the private company FRV."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.laying import options
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import side
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t1883.told import LinkLaid

LINK_HEX = "34"
LINK_EDGES = frozenset({3, 5})  # towards Reggio Emilia and towards Sassuolo
LINK_TILE = "58"
LINK_ROTATION = 3


def is_linked(game: Game) -> bool:
    return game.layout.face(LINK_HEX).edges >= LINK_EDGES


def lay_link(game: Game, owner: str) -> None:
    """R13: with no tile there, tile 58; else an upgrade that keeps the track and makes the link, if there is one."""
    if is_linked(game):
        return
    tiles = list(link_tiles(game))
    if not tiles:
        return
    if len(tiles) > 1:
        game.push(LinkChoice(side(game, owner)))
    else:
        _lay(game, tiles[0])


def link_tiles(game: Game) -> Iterator[LayTile]:
    """The tiles that would make the link; of turns that look alike only the first."""
    bare = LINK_HEX not in game.layout.tiles
    seen = set()
    for option in options(game.layout, LINK_HEX):
        if bare and (option.tile, option.rotation) != (LINK_TILE, LINK_ROTATION):
            continue
        if (
            option.face.edges >= LINK_EDGES
            and game.state.supply[option.tile]
            and option.face.colour in game.phase.tiles
            and (option.tile, option.face.edges) not in seen
        ):
            seen.add((option.tile, option.face.edges))
            yield LayTile(LINK_HEX, option.tile, option.rotation)


def _lay(game: Game, action: LayTile) -> None:
    game.place_tile(action.hex, action.tile, action.rotation)
    game.tell(LinkLaid())
    game.title.track.changed(game)


class LinkChoice(Frame, frozen=True, tag="link_choice"):
    """The owner of FRV chooses among several tiles that would make the link."""

    player: str

    def step(self, game: Game) -> str:
        return "link"

    def decider(self, game: Game) -> str:
        return self.player

    def choices(self, game: Game) -> Iterator[LayTile]:
        yield from link_tiles(game)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, LayTile):
            return not_now(action, self.step(game))
        if action not in link_tiles(game):
            return Refusal("1883-R13", "This tile does not make the link between Reggio Emilia and Sassuolo.")
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, LayTile)
        game.pop()
        _lay(game, action)
