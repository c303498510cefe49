"""The board as text: every hex with what lies on it, for who cannot see the picture."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing.wording import Words
from ferrovia.engine.board.board import stop_id
from ferrovia.saying.message import term
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

# Colours that no tile has
_PRINTED = {"blank": term("blank"), "blue": term("blue"), "red": term("red"), "darkgreen": term("dark green")}


@dataclass(frozen=True)
class Place:
    """A hex in words."""

    hex: str
    name: str
    lies: str  # the tile, or what is printed
    stops: tuple[str, ...]
    ways: tuple[str, ...]  # to which hexes track leads
    notes: tuple[str, ...]


def atlas(scene: Scene) -> list[Place]:
    return [_place(scene, hex_id) for hex_id in sorted(scene.title.box.board.hexes, key=_reading_order)]


def _reading_order(hex_id: str) -> tuple[str, int, str]:
    letters = hex_id.rstrip("0123456789")
    digits = hex_id[len(letters) :]
    return letters, int(digits) if digits else 0, hex_id


def _place(scene: Scene, hex_id: str) -> Place:
    game, say = scene.game, scene.say
    board, layout = scene.title.box.board, scene.game.layout
    printed, face, laid = board.hexes[hex_id], layout.face(hex_id), layout.tiles.get(hex_id)
    words = Words(edition(scene).voice)
    colour = _PRINTED.get(face.colour, face.colour)
    lies = (
        say("{colour:term} tile {tile}", colour=colour, tile=laid[0])
        if laid
        else say("printed, {colour:term}", colour=colour)
    )
    level = game.phase.revenue_level
    stops = []
    for number, stop in enumerate(face.stops):
        tokens = list(game.tokens_at(stop_id(hex_id, number)))
        told = say("{kind}, earns {value}", kind=words(stop.kind), value=stop.value(level))
        if stop.slots:
            told = say(
                "{stop}, {tokens} of {slots} {slots:space|spaces} taken",
                stop=told,
                tokens=len(tokens),
                slots=stop.slots,
            )
        if tokens:
            told = say("{stop}: {tokens}", stop=told, tokens=tokens)
        stops.append(told)
    ways = []
    for edge in sorted(face.edges):
        across = board.neighbours[hex_id][edge]
        if across is not None:
            ways.append(scene.place(across[0]))
    notes = []
    if not laid and printed.cost:
        notes.append(say("track costs {cost:money}", cost=printed.cost))
    if face.label:
        notes.append(say("marked {label}", label=face.label))
    return Place(hex_id, words.place(printed), lies, tuple(stops), tuple(ways), tuple(notes))
