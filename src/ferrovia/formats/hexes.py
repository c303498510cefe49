"""A hex in words: what lies there, what it earns, where its track leads; for those who cannot see the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.track import Face, Gauge, Piece
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message, term

# What is printed where no tile lies, as people say it.
_GROUNDS = {"blank": term("open land"), "blue": term("sea"), "red": term("off the board")}
_COLOURS = {"darkgreen": term("dark green")}
_KINDS = {
    "city": term("a city"),
    "town": term("a town"),
    "port": term("a port"),
    "offboard": term("a place off the board"),
}


@dataclass(frozen=True)
class HexWords:
    """What there is to tell of a hex."""

    lies: Message  # the tile, or what is printed
    stops: tuple[Message, ...]
    ways: tuple[str, ...]  # the hexes to which track leads
    notes: tuple[Message, ...]


def hex_words(game: Game, hex_id: str) -> HexWords:
    board, face = game.title.box.board, game.layout.face(hex_id)
    laid = game.layout.tiles.get(hex_id)
    return HexWords(
        _lies(face, laid[0] if laid else ""),
        tuple(_stop(game, hex_id, number) for number in range(len(face.stops))),
        tuple(beside(game, hex_id, edge) for edge in sorted(face.edges) if board.neighbours[hex_id][edge]),
        tuple(_notes(face, 0 if laid else board.hexes[hex_id].cost)),
    )


def _lies(face: Face, tile: str) -> Message:
    colour = _COLOURS.get(face.colour, str(face.colour))
    if tile:
        return Message("{colour:term} tile {tile}", colour=colour, tile=tile)
    if face.colour in _GROUNDS:
        return Message(_GROUNDS[face.colour])
    return Message("printed {colour:term} space", colour=colour)


def _stop(game: Game, hex_id: str, number: int) -> Message:
    stop = game.layout.face(hex_id).stops[number]
    tokens = list(game.tokens_at(stop_id(hex_id, number)))
    told = Message("{kind:term}, earns {value}", kind=_KINDS[stop.kind], value=stop.value(game.phase.revenue_level))
    if stop.slots:
        text = "{stop}, {tokens} of {slots} {slots:space|spaces} taken"
        told = Message(text, stop=told, tokens=len(tokens), slots=stop.slots)
    return Message("{stop}: {tokens}", stop=told, tokens=tokens) if tokens else told


def _notes(face: Face, cost: int) -> Iterator[Message]:
    if cost:
        yield Message("track costs {cost:money}", cost=cost)
    if face.label:
        yield Message("marked {label}", label=face.label)


def beside(game: Game, hex_id: str, edge: int) -> str:
    """The hex across an edge, which is how people name the edge; nothing where the board ends."""
    across = game.title.box.board.neighbours[hex_id][edge]
    return across[0] if across is not None else ""


def leads(game: Game, hex_id: str, face: Face) -> tuple[Message, ...]:
    """Where the track of a face on a hex leads, by the names of its neighbours: for those who choose a tile unseen."""
    found: list[Message] = []
    for number in range(len(face.stops)):
        led = [piece for piece in face.pieces if piece.a == -1 - number and piece.b >= 0]
        for gauge in dict.fromkeys(piece.gauge for piece in led):
            ways = [_neighbour(game, hex_id, piece.b) for piece in led if piece.gauge == gauge]
            found.append(Message(_STOP_LEADS[gauge], ways=ways))
    for piece in face.pieces:
        if _is_plain(piece):
            ways = [_neighbour(game, hex_id, edge) for edge in (piece.a, piece.b)]
            found.append(Message(_PLAIN_LEADS[piece.gauge], ways=ways))
    return tuple(found)


_STOP_LEADS = {
    Gauge.STANDARD: term("from the stop towards {ways:and}"),
    Gauge.NARROW: term("from the stop by narrow gauge towards {ways:and}"),
    Gauge.DUAL: term("from the stop by dual gauge towards {ways:and}"),
}
_PLAIN_LEADS = {
    Gauge.STANDARD: term("track between {ways:and}"),
    Gauge.NARROW: term("narrow gauge between {ways:and}"),
    Gauge.DUAL: term("dual gauge between {ways:and}"),
}


def _neighbour(game: Game, hex_id: str, edge: int) -> Message:
    across = beside(game, hex_id, edge)
    return Message("{hex:place}", hex=across) if across else Message("the edge of the map")


# Track as people read it off a tile


def track_words(game: Game, hex_id: str, face: Face) -> tuple[Message | str, ...]:
    """The track of a face on a hex by the hexes it leads to: ``C5-E3`` for a piece, ``C5+E3`` for those of a stop."""
    found: list[Message | str] = []
    for number in range(len(face.stops)):
        led = [piece for piece in face.pieces if piece.a == -1 - number]
        for gauge in dict.fromkeys(piece.gauge for piece in led):
            edges = [_to(game, hex_id, piece.b) for piece in led if piece.gauge == gauge and piece.b >= 0]
            if edges:
                found.append(_gauged("+".join(edges), gauge))
    found += [
        _gauged(f"{_to(game, hex_id, piece.a)}-{_to(game, hex_id, piece.b)}", piece.gauge)
        for piece in face.pieces
        if _is_plain(piece)
    ]
    return tuple(found)


def _is_plain(piece: Piece) -> bool:
    return piece.a >= 0 and piece.b >= 0


def _to(game: Game, hex_id: str, edge: int) -> str:
    return beside(game, hex_id, edge) or "?"


def _gauged(track: str, gauge: Gauge) -> Message | str:
    match gauge:
        case Gauge.NARROW:
            return Message("{track} narrow", track=track)
        case Gauge.DUAL:
            return Message("{track} dual gauge", track=track)
    return track
