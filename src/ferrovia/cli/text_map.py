"""The board as text that fits 80 columns: every hex by its name, with its track, its stops and its tokens.

A hex takes four lines: the track that leaves upwards, its name with the colour of its tile, what is on it, and the
track that leaves downwards. The columns of a board of flat hexes are half a hex apart, so neighbours meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from rich.text import Text

from ferrovia.cli.voice import say
from ferrovia.engine.board.board import Hex, stop_id
from ferrovia.engine.board.track import Face, Gauge, Stop
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message, term

WIDTH = 80
NEAR = 6  # columns to either side of a hex that is looked at; with half as many half hexes it fits a screen
_WIDEST = 6  # letters between the beginnings of two columns
_LINES = 2  # for half a hex
_LAND, _SEA = ".", "~"
# Where track leaves a hex: the line, the letter and the sign, by the number of the edge.
_DOWN, _UP = 3, 0
_EXITS = ((_DOWN, 1, "|"), (_DOWN, 0, "/"), (_UP, 0, "\\"), (_UP, 1, "|"), (_UP, -1, "/"), (_DOWN, -1, "\\"))
_LETTERS = {"yellow": term("y"), "green": term("g"), "brown": term("b"), "grey": term("x")}
_INKS = {"yellow": "black on yellow", "green": "black on green", "brown": "white on red", "grey": "black on white"}
_GAUGES = {Gauge.NARROW: ":", Gauge.DUAL: "#"}  # instead of the signs of standard gauge
_LEGEND = (
    term("| \\ / are track. Behind a name: y yellow, g green, b brown, x grey."),
    term("(.) city with a free space, o town, v port, ~ sea, +40 off board, 40 a cost."),
)
# What else lies on hexes, by its kind.
_MARKS = {"coach": "*", "token": "!"}
_OF_MARKS = term("* is a coach, ! an anchor.")
_OF_GAUGES = term(": is narrow gauge, # is dual gauge.")


def text_map(game: Game, around: str = "") -> Iterator[Text]:
    """The map line by line, or the part of it around a hex; then what its signs mean."""
    board = game.title.box.board
    signs = token_signs(game)
    marks = {hex_id: _MARKS.get(kind, "*") for hex_id, kind, _ in game.title.seen.map_marks(game)}
    centre = board.hexes.get(around)
    for name in dict.fromkeys(hex.map for hex in board.hexes.values()):
        hexes = [hex for hex in board.hexes.values() if hex.map == name and (centre is None or _is_near(hex, centre))]
        if hexes:
            yield from _drawn(game, hexes, signs, marks)
    shown = {sign: name for name, sign in signs.items() if game.state.stations.get(name)}
    if shown:
        tokens = [Message("{sign} {corporation}", sign=sign, corporation=name) for sign, name in shown.items()]
        yield Text(say("Tokens: {tokens}.", tokens=tokens))
    yield from (Text(say(line)) for line in _LEGEND)
    if marks:
        yield Text(say(_OF_MARKS))
    if any(piece.gauge in _GAUGES for tile in board.tiles.values() for piece in tile.face.pieces):
        yield Text(say(_OF_GAUGES))


def token_signs(game: Game) -> dict[str, str]:
    """A letter for each corporation: the first of its name that no other has taken, however it is written."""
    signs: dict[str, str] = {}
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for name in game.state.certificates:
        wished = [letter for letter in name.upper() if letter.isalpha()]
        free = (letter for letter in (*wished, *letters, *letters.lower()) if letter not in signs.values())
        signs[name] = next(free, "?")
    return signs


def _is_near(hex: Hex, centre: Hex) -> bool:
    return hex.map == centre.map and abs(hex.col - centre.col) <= NEAR and abs(hex.row - centre.row) <= NEAR // 2


def _drawn(game: Game, hexes: Sequence[Hex], signs: Mapping[str, str], marks: Mapping[str, str]) -> Iterator[Text]:
    left, top = min(hex.col for hex in hexes), min(hex.row for hex in hexes)
    columns = max(hex.col for hex in hexes) - left + 1
    pitch = max(4, min(_WIDEST, (WIDTH - 1) // columns))
    height = (max(hex.row for hex in hexes) - top) * _LINES + 4
    paper: list[list[tuple[str, str]]] = [[(" ", "")] * (columns * pitch) for _ in range(height)]
    for hex in hexes:
        _put(
            paper,
            (hex.col - left) * pitch,
            (hex.row - top) * _LINES,
            pitch,
            _cell(game, hex, signs, marks.get(hex.id, ""), pitch),
        )
    for row in paper:
        line = Text(no_wrap=True)
        for sign, style in row:
            line.append(sign, style or None)
        line.rstrip()
        yield line


_Cell = tuple[tuple[str, str], tuple[str, str], tuple[tuple[int, int, str], ...]]


def _cell(game: Game, hex: Hex, signs: Mapping[str, str], mark: str, pitch: int) -> _Cell:
    """A hex: its name and what is on it, each with how it looks, and where its track leaves."""
    face, laid = game.layout.face(hex.id), hex.id in game.layout.tiles
    colour = str(face.colour)
    letter = say(_LETTERS[colour]) if colour in _LETTERS else ""
    ink = _INKS.get(colour, "dim" if colour == "blank" and not face.stops else "")
    name = f"{hex.id}{letter}"[:pitch]
    content = f"{_content(game, hex, face, laid, signs)[: pitch - len(mark)]}{mark}"
    return (name, ink), (content, "bold" if face.stops else "dim"), _exits(face)


def _exits(face: Face) -> tuple[tuple[int, int, str], ...]:
    found = []
    for edge in sorted(face.edges):
        gauge = Gauge(reduce(or_, (bits for _, bits in face.exits[edge])))
        line, letter, sign = _EXITS[edge]
        found.append((line, letter, _GAUGES.get(gauge, sign)))
    return tuple(found)


def _content(game: Game, hex: Hex, face: Face, laid: bool, signs: Mapping[str, str]) -> str:
    told = [_stop(game, hex, number, stop, signs) for number, stop in enumerate(face.stops)]
    if told:
        return "".join(told)
    if face.colour == "blue":
        return _SEA
    return str(hex.cost) if hex.cost and not laid else "" if laid else _LAND


def _stop(game: Game, hex: Hex, number: int, stop: Stop, signs: Mapping[str, str]) -> str:
    match stop.kind:
        case "city":
            tokens = "".join(signs.get(name, "?") for name in game.tokens_at(stop_id(hex.id, number)))
            spaces = tokens.ljust(stop.slots, ".")
            return f"({spaces})" if len(spaces) < 3 and len(game.layout.face(hex.id).stops) == 1 else spaces
        case "town":
            return "o"
        case "port":
            return "v"
    return f"+{stop.value(game.phase.revenue_level)}"


def _put(paper: list[list[tuple[str, str]]], x: int, y: int, pitch: int, cell: _Cell) -> None:
    (name, ink), (content, weight), exits = cell
    for place, sign in enumerate(name):
        paper[y + 1][x + place] = (sign, ink)
    for place, sign in enumerate(content):
        paper[y + 2][x + place] = (sign, weight)
    for line, letter, sign in exits:
        paper[y + line][x + (letter if letter >= 0 else min(pitch, 4) - 1)] = (sign, "bold")
