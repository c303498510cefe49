"""The tiles of the box in the place of the map: how many are left, and what a chosen one can become."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ferrovia.drawing.wording import Words
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.track import COLOUR_ORDER, Face
from ferrovia.engine.flow.upgrades import Upgrades, upgrades
from ferrovia.saying.message import term
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

CHOSEN = "upgrade"  # in an address: the tile whose upgrades are asked for
_PLAIN, _TOWN, _CITY = term("Plain track"), term("Town"), term("City")

# By title and variants: neither the position nor the players matter.
_known: Memory[tuple[str, tuple[str, ...]], Upgrades] = Memory(16)


@dataclass(frozen=True)
class TileCard:
    """A tile of the box."""

    name: str
    left: int  # below nothing: without end
    state: str  # chosen, next: it can become this, then: what that can become, other, plain: none is chosen
    words: str  # for those who cannot see it

    @property
    def is_gone(self) -> bool:
        return self.left == 0


@dataclass(frozen=True)
class TileKind:
    """Tiles of one colour with the same kind of stop."""

    name: str
    tiles: tuple[TileCard, ...]

    @property
    def left(self) -> int:
        return sum(max(0, tile.left) for tile in self.tiles)


@dataclass(frozen=True)
class TileColumn:
    """Tiles of one colour."""

    colour: str
    name: str
    phase: str  # the first in which they may be laid
    kinds: tuple[TileKind, ...]


@dataclass(frozen=True)
class TileChart:
    """All tiles, and what is told of the chosen one."""

    columns: tuple[TileColumn, ...]
    chosen: TileCard | None
    becomes: tuple[str, ...]
    is_known: bool


def tile_chart(scene: Scene) -> TileChart:
    tree, tiles = _known.get(_key(scene)), scene.game.state.supply
    chosen = scene.pick.get(CHOSEN, "")
    chosen = chosen if chosen in tiles else ""
    after = tree.get(chosen, frozenset()) if tree is not None and chosen else frozenset()
    later = frozenset().union(*(tree.get(name, frozenset()) for name in after)) if tree is not None else frozenset()

    def state(name: str) -> str:
        if not chosen or (tree is None and name != chosen):
            return "plain"
        if name == chosen:
            return "chosen"
        return "next" if name in after else "then" if name in later else "other"

    cards = {name: _card(scene, name, left, state(name)) for name, left in tiles.items()}
    becomes = tuple(name for name in tiles if name in after)
    return TileChart(_columns(scene, cards.values()), cards.get(chosen), becomes, tree is not None or not chosen)


def work(scene: Scene) -> bool:
    """Ask the rules once for all that tiles can become."""
    _known.recall(_key(scene), upgrades, scene.game)
    return True


def _key(scene: Scene) -> tuple[str, tuple[str, ...]]:
    return scene.title.name, tuple(scene.game.settings.options)


def _card(scene: Scene, name: str, left: int, state: str) -> TileCard:
    say = scene.say
    told = say("Tile {tile}: {n} left", tile=name, n=left) if left >= 0 else say("Tile {tile}", tile=name)
    if state == "next":
        told = say("{tile}. The chosen one can become it.", tile=told)
    elif state == "then":
        told = say("{tile}. It comes after one of those that the chosen one can become.", tile=told)
    return TileCard(name, left, state, told)


def _columns(scene: Scene, cards: Iterable[TileCard]) -> tuple[TileColumn, ...]:
    tiles, words = scene.title.box.board.tiles, Words(edition(scene).voice)
    found: dict[str, dict[str, list[TileCard]]] = {}
    for card in cards:
        face = tiles[card.name].face
        found.setdefault(str(face.colour), {}).setdefault(_kind(face), []).append(card)
    order = sorted(found, key=COLOUR_ORDER.index)
    return tuple(
        TileColumn(
            colour,
            words(colour),
            next((phase.name for phase in scene.title.box.phases.values() if colour in phase.tiles), ""),
            tuple(
                TileKind(scene.say.term(kind), tuple(found[colour][kind]))
                for kind in (_PLAIN, _TOWN, _CITY)
                if kind in found[colour]
            ),
        )
        for colour in order
    )


def _kind(face: Face) -> str:
    kinds = {stop.kind for stop in face.stops}
    return _CITY if kinds - {"town"} else _TOWN if kinds else _PLAIN
