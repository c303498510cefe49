"""What a person is offered: every choice once, in words, with the hex and the tile by which it can be named."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ferrovia.cli.voice import say
from ferrovia.engine.flow.actions import Action, LayTile, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.formats.consequences import consequences
from ferrovia.formats.hexes import track_words
from ferrovia.formats.searching import search
from ferrovia.formats.sentences import sentence, track_cost
from ferrovia.saying.message import Message

# Letters for choices among hexes and tiles; those that are words of command by themselves are left out.
_LETTERS = "abcdefgijklmnoprstuvwxyz"


@dataclass(frozen=True)
class Entry:
    """A choice, who may take it, and what names it."""

    choice: Choice
    text: str
    by: str
    hex: str = ""
    tile: str = ""
    exits: frozenset[str] = frozenset()  # the hexes to which the track of a tile leads
    at: tuple[tuple[int, Action], ...] = ()  # the same at several prices, where only some are possible
    is_anytime: bool = False  # it can be done at any moment
    note: str = ""  # what is said once for all choices of its kind

    @property
    def is_pass(self) -> bool:
        return isinstance(self.choice, Pass)

    def is_called(self, word: str) -> bool:
        """Whether a word is the name of its hex, its tile or one of its exits."""
        return word.casefold() in {name.casefold() for name in (self.hex, self.tile, *self.exits) if name}


def mattering(game: Game) -> set[str]:
    """The corporations that a decision is about: the one at work, what its player has a share of or can choose."""
    decision = game.decision
    actions = (choice.action if isinstance(choice, Range) else choice for choice in decision)
    named = {getattr(action, "corporation", "") for action in actions}
    held = {name for name in game.state.certificates if game.percent(name, decision.player)}
    presided = {name for name in game.state.certificates if game.president(name) == decision.player}
    return {game.top.corporation_of(game), *named, *held, *presided} - {""}


def letters(number: int) -> str:
    """The name of a choice that has no number: a, b, c, ... z, aa, bb, ...

    >>> letters(0), letters(7), letters(24)
    ('a', 'i', 'aa')
    """
    times, place = divmod(number, len(_LETTERS))
    return _LETTERS[place] * (times + 1)


def offered(game: Game, people: Collection[str], *, in_turn: bool = True) -> list[Entry]:
    """What the player whose turn it is may choose, and what other people may do at any moment."""
    decision = game.decision
    found = list(_in_turn(game, decision.player)) if in_turn else []
    for other in decision.interjections:
        if other.player not in people:
            continue
        text = say(sentence(game, other.choice))
        if other.player != decision.player or not in_turn:
            text = say("{player}: {choice}", player=other.player, choice=text)
        found.append(Entry(other.choice, text, other.player, is_anytime=True))
    return found


def _in_turn(game: Game, player: str) -> Iterator[Entry]:
    seen = set()
    for choice, prices in _grouped(game.decision):
        if not isinstance(choice, LayTile):
            text, note = _told(game, choice, [price for price, _ in prices]), _noted(game, choice)
            yield Entry(choice, text, player, _hex_of(choice), at=prices, note=note)
            continue
        face = game.title.box.board.tiles[choice.tile].faces[choice.rotation]
        if (choice.hex, choice.tile, face) not in seen:  # turned otherwise, some tiles lie the same
            seen.add((choice.hex, choice.tile, face))
            yield _lay(game, choice, player)


def _grouped(choices: Iterable[Choice]) -> Iterator[tuple[Choice, tuple[tuple[int, Action], ...]]]:
    """Choices that differ in nothing but their price as one, with the prices; all others by themselves."""
    groups: dict[Choice, list[Action]] = {}
    for choice in choices:
        is_priced = not isinstance(choice, Range) and "price" in choice.__struct_fields__
        group = groups.setdefault(replace(choice, price=0) if is_priced else choice, [])
        if not isinstance(choice, Range):
            group.append(choice)
    for key, same in groups.items():
        first = same[0] if same else key
        yield first, tuple((int(getattr(each, "price", 0)), each) for each in same) if len(same) > 1 else ()


def _told(game: Game, choice: Choice, prices: Sequence[int]) -> str:
    words: Message = sentence(game, choice)
    if prices:
        others = [Message("{amount:money}", amount=price) for price in prices[1:]]
        words = Message("{words}, or at {prices:or}", words=words, prices=others)
    for more in consequences(game, choice):
        words = Message("{words}; {more}", words=words, more=more)
    return say(words)


def _noted(game: Game, choice: Choice) -> str:
    note = game.title.seen.common_terms(game, choice.action if isinstance(choice, Range) else choice)
    return say(note) if note is not None else ""


def _hex_of(choice: Choice) -> str:
    """The hex that a choice is about: where a line is built, its end."""
    action = choice.action if isinstance(choice, Range) else choice
    route: Sequence[str] = getattr(action, "route", ())
    named: str = getattr(action, "hex", "") or (route[-1] if route else "")
    return named


def _lay(game: Game, lay: LayTile, player: str) -> Entry:
    board = game.title.box.board
    face = board.tiles[lay.tile].faces[lay.rotation]
    exits = frozenset(beside[0] for edge in face.edges if (beside := board.neighbours[lay.hex][edge]) is not None)
    return Entry(lay, say(laying(game, lay)), player, lay.hex, lay.tile, exits)


def laying(game: Game, lay: LayTile) -> Message:
    """A tile by where its track leads, which is what a person without a picture must know of it."""
    board = game.title.box.board
    tile = board.tiles[lay.tile]
    own = game.title.seen.words(game, lay)
    words = own or Message(
        "Lay {colour:term} tile {tile} on {place}",
        colour=tile.face.colour,
        tile=lay.tile,
        place=board.place(lay.hex),
    )
    track = track_words(game, lay.hex, tile.faces[lay.rotation])
    words = Message("{words}: {track}", words=words, track=track) if track else words
    cost = track_cost(game, lay)
    return Message("{words}; it costs {cost:money}", words=words, cost=cost) if cost else words


def called(entries: Iterable[Entry], word: str) -> list[Entry]:
    """The entries on a hex."""
    return [entry for entry in entries if entry.hex.casefold() == word.casefold() and entry.hex]


def narrowed(entries: Sequence[Entry], words: Iterable[str]) -> list[Entry]:
    """The entries that every word names or that contain it; a number is a name or a whole number of the text."""
    found = list(entries)
    for word in words:
        by_name = [entry for entry in found if entry.is_called(word)]
        if by_name:
            found = by_name
        elif word.isdecimal():
            found = [entry for entry in found if word in re.findall(r"\b\d+\b", entry.text)]
        else:
            found = [found[place] for place in search([entry.text for entry in found], word)]
    return found
