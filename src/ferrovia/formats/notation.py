"""A game in words: a text that people can read, write and paste, a line for each move (docs/notation.md).

Written with its seed it is the whole game, and as secret as the file. A public one leaves the seed out; it is read up
to the first move in which a die or a card decides, and goes on from there by a chance of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import commitment
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.citing import cited
from ferrovia.formats.heading import (
    COMMENT,
    Heading,
    NotationTrouble,
    at_line,
    check_first,
    read_heading,
    written_heading,
)
from ferrovia.formats.migrating import migrated_record
from ferrovia.formats.moves import WordsTrouble, read_move, written_move
from ferrovia.formats.save import Record, SettingsTrouble, check_settings, moved
from ferrovia.saying.message import Message
from ferrovia.titles.registry import title_of

MOST_BYTES = 4 * 2**20  # the longest game that we know takes a tenth of a megabyte
MOST_MOVES = 20_000
LONGEST_LINE = 5000

# What mail and web pages put into a text that is pasted: other spaces, other apostrophes, signs that nobody sees.
_PASTED = str.maketrans({"\t": " ", "\u00a0": " ", "\u202f": " ", "’": "'", "\u2068": "", "\u2069": "", "\u200b": ""})
_NUMBER = re.compile(r"([0-9]{1,9})\s*[.)]\s*")


class ReadGame(msgspec.Struct, frozen=True):
    """A game that was read: its record, and the move at which a public text had to be left, if it had."""

    record: Record
    left_at: int = 0


# Writing


def written_notation(record: Record, *, public: bool = False) -> str:
    """The game in words; raises `Refusal` where it does not come out again as it was played."""
    check_settings(record.settings)
    record = migrated_record(record)
    game = Game(title_of(record.settings), record.settings)
    drawn = game.title.setup.drawn(game.title, game.state) if public else None
    lines = [*written_heading(record, drawn), *_moves(game, record, public)]
    if game.hash() != record.hashes[-1]:
        raise Refusal("replay", "Played again, the game comes to another position.")
    if game.over:
        lines += ["", f"{COMMENT} {Message('The game is over: {why:term}.', why=game.state.over)}"]
    return "\n".join(lines) + "\n"


def _moves(game: Game, record: Record, public: bool) -> Iterator[str]:
    shown, drawn = None, game.state.draws
    for number, action in enumerate(record.actions, 1):
        if public and game.state.draws > drawn:
            yield f"{COMMENT} {Message('A die or a card has decided: without the seed nobody can read on from here.')}"
            public = False
        if game.state.round != shown:
            shown = game.state.round
            heading = Message("{round}, phase {phase}", round=shown, phase=game.state.phase)
            yield from ("", f"{COMMENT} {heading}")
        player, corporation = _speaker(game, game.player_of(action))
        speaker = f"{player} ({corporation})" if corporation else player
        yield f"{number}. {speaker}: {written_move(game, action)}"
        game.apply(action)


def _speaker(game: Game, player: str) -> tuple[str, str]:
    """Who plays a move, and for which corporation: nobody who speaks out of turn does so for one."""
    return player, game.top.corporation_of(game) if player == game.top.decider(game) else ""


# Reading


def read_notation(data: bytes, *, seed: str, salt: str) -> ReadGame:
    """The game in a text, played move by move; seed and salt are for one that tells none.

    Raises `NotationTrouble` with the place of what is wrong.
    """
    lines = _lines(data)
    first = next((place for place, (_, line) in enumerate(lines) if line and not line.startswith(COMMENT)), None)
    if first is None:
        raise NotationTrouble("There is nothing in it.")
    check_first(*lines[first])
    empty = next((place for place in range(first, len(lines)) if not lines[place][1]), len(lines))
    heading = read_heading(_told(lines[first + 1 : empty]))
    game = _begun(heading, seed, salt)
    return _played(game, heading, _told(lines[empty:]))


def _lines(data: bytes) -> list[tuple[int, str]]:
    """The lines of a text with their numbers."""
    if len(data) > MOST_BYTES:
        text = "It has {size} MB, and no game in words has more than {most}."
        raise NotationTrouble(text, size=len(data) // 2**20, most=MOST_BYTES // 2**20)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise at_line(number, Message("It has letters that are not in UTF-8.")) from error
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        if len(raw) > LONGEST_LINE:
            why = Message(
                "It has {count} letters, and no line has more than {most}.", count=len(raw), most=LONGEST_LINE
            )
            raise at_line(number, why)
        line = raw.removesuffix("\r").translate(_PASTED).strip(" ")
        odd = next((sign for sign in line if not sign.isprintable()), "")
        if odd:
            raise at_line(number, Message("It has a sign that cannot be printed: {sign}.", sign=ascii(odd)))
        lines.append((number, line))
    return lines


def _told(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines that say something."""
    return [(number, line) for number, line in lines if line and not line.startswith(COMMENT)]


def _begun(heading: Heading, seed: str, salt: str) -> Game:
    """The game before its first move."""
    settings = heading.settings
    if heading.tells_chance:
        if heading.commitment and heading.commitment != commitment(settings.seed, settings.salt):
            raise NotationTrouble("The seed in the heading is not the one that its commitment is for.")
    else:
        settings = msgspec.structs.replace(settings, seed=seed, salt=salt)
    try:
        check_settings(settings)
        game = Game(title_of(settings), settings)
    except Refusal as refusal:
        raise _of_heading(cited(refusal)) from refusal
    except SettingsTrouble as trouble:
        raise _of_heading(trouble.message) from trouble
    if not settings.arrangement.keys() <= game.title.setup.drawn(game.title, game.state).keys():
        raise _of_heading(Message("In {title} no order of corporations is drawn.", title=settings.title))
    return game


def _of_heading(why: Message) -> NotationTrouble:
    return NotationTrouble("The heading cannot be right: {why}", why=why)


def _played(game: Game, heading: Heading, lines: Sequence[tuple[int, str]]) -> ReadGame:
    if len(lines) > MOST_MOVES:
        text = "It has {count} moves, and no game has more than {most}."
        raise NotationTrouble(text, count=len(lines), most=MOST_MOVES)
    record, drawn = Record.of(game, [game.hash()]), game.state.draws
    reader = _Reader(game.settings)
    for number, (place, line) in enumerate(lines, 1):
        try:
            after = moved(record, game, reader.action(game, number, line))
        except Refusal as refusal:
            raise _of_move(game, place, number, cited(refusal)) from refusal
        except WordsTrouble as trouble:
            raise _of_move(game, place, number, trouble.message) from trouble
        if game.state.draws > drawn and not heading.tells_chance:
            return ReadGame(record, left_at=number)
        record = after
    _check_end(heading, record)
    return ReadGame(record)


def _of_move(game: Game, place: int, number: int, why: Message) -> NotationTrouble:
    trouble = NotationTrouble("Line {place}, move {number}: {why}", place=place, number=number, why=why)
    trouble.title = game.title
    return trouble


def _check_end(heading: Heading, record: Record) -> None:
    """Whether it is the whole text, and the game that was written down."""
    count = len(record.actions)
    if heading.moves not in (None, count):
        text = "It ends after move {count}, and its heading speaks of {moves}: correct or delete the line 'Moves'."
        raise NotationTrouble(text, count=count, moves=heading.moves)
    if heading.position and heading.tells_chance and heading.position.casefold() != record.hashes[-1]:
        text = "Its moves do not lead to the position that its heading tells: correct or delete the line 'Position'."
        raise NotationTrouble(text)


class _Reader:
    """Reads the lines of moves: number, player and corporation may stand before the words, and must then be right."""

    def __init__(self, settings: Settings) -> None:
        self._speakers = [
            (name, re.compile(rf"{re.escape(name)}(?:\s+\((\S+)\))?\s*:\s*", re.IGNORECASE))
            for name in sorted(settings.players, key=len, reverse=True)
        ]
        signs = [re.escape(name) for name in settings.players if COMMENT in name]
        self._said = re.compile("|".join([*signs, rf"(?<!\s){COMMENT}", f"[^{COMMENT}]"]))

    def action(self, game: Game, number: int, line: str) -> Action:
        """The action that a line means; raises `WordsTrouble` or `Refusal`."""
        line = self._without_comment(line)
        counted = _NUMBER.match(line)
        if counted is not None:
            if int(counted[1]) != number:
                raise WordsTrouble("The line says that it is move {said}.", said=int(counted[1]))
            line = line[counted.end() :]
        readings = [
            (name, found[1] or "", line[found.end() :])
            for name, speaks in sorted(self._speakers, key=lambda speaker: not line.startswith(speaker[0]))
            if (found := speaks.match(line)) is not None
        ]
        troubles: list[WordsTrouble | Refusal] = []
        for name, corporation, words in readings or [("", "", line)]:
            try:
                return _spoken(game, name, corporation, words)
            except (WordsTrouble, Refusal) as trouble:
                troubles.append(trouble)
        raise troubles[0]

    def _without_comment(self, line: str) -> str:
        """The line up to a comment; a name may have the sign of one in it."""
        if COMMENT not in line:
            return line
        end = 0
        while (found := self._said.match(line, end)) is not None:
            end = found.end()
        return line[:end].rstrip()


def _spoken(game: Game, name: str, corporation: str, words: str) -> Action:
    action = read_move(game, words, by=name or None)
    player, acts_for = _speaker(game, game.player_of(action, name or None))
    if corporation and corporation.casefold() != acts_for.casefold():
        text = "{player} does not choose for {corporation} here."
        if acts_for:
            text = "{player} chooses for {acts_for} here, not for {corporation}."
        raise WordsTrouble(text, player=player, acts_for=acts_for, corporation=corporation)
    return action
