"""3.2: the track between Reggio Emilia and Sassuolo that belongs to the private company FRV."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.laying import options
from ferrovia.engine.board.track import Face
from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import side
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.events import LinkLaid

FRV = "FRV"


def link_tile() -> LayTile:
    """The tile of FRV as it joins the two on a bare hex."""
    card = components.company_table(FRV)
    (hex_id,) = card["hexes"]
    return LayTile(hex_id, card["tile"], card["rotation"])


def _joins(face: Face) -> bool:
    """Whether track leads off towards Reggio Emilia and towards Sassuolo."""
    return face.edges.issuperset(components.company_table(FRV)["edges"])


def lay_link(game: Game, owner: str) -> None:
    """R13: with no tile there, tile 58; else an upgrade that keeps the track and makes the link, if there is one."""
    if _joins(game.layout.face(link_tile().hex)):
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
    first = link_tile()
    bare = first.hex not in game.layout.tiles
    seen = set()
    for option in options(game.layout, first.hex):
        if bare and (option.tile, option.rotation) != (first.tile, first.rotation):
            continue
        if (
            _joins(option.face)
            and game.state.supply[option.tile]
            and option.face.colour in game.phase.tiles
            and (option.tile, option.face.edges) not in seen
        ):
            seen.add((option.tile, option.face.edges))
            yield LayTile(first.hex, option.tile, option.rotation)


def _lay(game: Game, action: LayTile) -> None:
    game.place_tile(action.hex, action.tile, action.rotation)
    game.tell(LinkLaid())
    game.title.track.changed(game)


class LinkChoice(Frame, frozen=True, tag="link_choice"):
    """The owner of FRV chooses among several tiles that would make the link."""

    player: str

    word = "link"
    label = term("link")
    asks = Prompt(term("Choose the tile of the link"), term("{player} chooses the tile of the link"))

    def decider(self, game: Game) -> str:
        return self.player

    def choices(self, game: Game) -> Iterator[LayTile]:
        yield from link_tiles(game)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, LayTile):
            return not_now(action, self.called(game))
        if action not in link_tiles(game):
            return Refusal("1883-R13", "This tile does not link Reggio Emilia and Sassuolo.")
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, LayTile)
        game.pop()
        _lay(game, action)
