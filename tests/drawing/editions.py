"""What tests of pictures share: the editions of all titles, late positions, and the elements of a picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.drawing.position import Position, position
from ferrovia.engine.board.board import Hex, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.board.track import COLOUR_ORDER, Face, Tile
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import open_game
from ferrovia.titles.registry import all_titles, title

TITLES = tuple(all_titles())
GAMES = Path(__file__).parents[1] / "games"
STORED = tuple(sorted(path.stem for path in GAMES.glob("*.json")))
NAMESPACE = "{http://www.w3.org/2000/svg}"


def edition(name: str, language: str = "en") -> Edition:
    return edition_of(title(name), language)


@cache
def stored(name: str) -> Game:
    """A stored game at its end: the fullest board there is."""
    return open_game(GAMES / f"{name}.json")[1]


def late(name: str) -> tuple[Edition, Position]:
    game = stored(name)
    return edition_of(game.title), position(game)


def full_layout(known: Edition, seed: int) -> Layout:
    """A board with a tile on every hex that takes one, some in every colour, turned any way."""
    rng, board = Random(seed), known.box.board
    layout = Layout(board)
    for hex in board.hexes.values():
        for _ in range(0 if hex.is_fixed else rng.randint(1, 4)):
            fitting = [tile for tile in board.tiles.values() if _may_follow(layout.face(hex.id), tile, hex)]
            if fitting:
                layout = layout.with_tile(hex.id, rng.choice(fitting).id, rng.randrange(6))
    return layout


def _may_follow(old: Face, tile: Tile, hex: Hex) -> bool:
    new = tile.face
    return (
        COLOUR_ORDER.index(new.colour) == COLOUR_ORDER.index(old.colour) + 1
        and [stop.kind for stop in new.stops] == [stop.kind for stop in old.stops]
        and new.label in ("", hex.face.label)
        and (not tile.hexes or hex.id in tile.hexes)
    )


def full_cities(known: Edition, layout: Layout, seed: int) -> dict[StopId, tuple[str, ...]]:
    """A token in every space."""
    rng, names = Random(seed), list(known.tokens)
    return {
        stop_id(hex_id, number): tuple(rng.sample(names, min(stop.slots, len(names))))
        for hex_id in known.box.board.hexes
        for number, stop in enumerate(layout.face(hex_id).stops)
        if stop.kind == "city"
    }


def elements(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter())


def ids(picture: str) -> list[str]:
    return [element.attrib["id"] for element in elements(picture) if "id" in element.attrib]


@cache
def _index(picture: str) -> dict[str, ElementTree.Element]:
    return {element.attrib["id"]: element for element in elements(picture) if "id" in element.attrib}


def by_id(picture: str, key: str) -> ElementTree.Element:
    return _index(picture)[key]


def says(element: ElementTree.Element) -> str:
    """The title of an element: what a screen reader would say."""
    found = element.find(f"{NAMESPACE}title")
    return "" if found is None else found.text or ""


def words(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{NAMESPACE}text")]
