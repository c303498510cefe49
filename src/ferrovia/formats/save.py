"""Our own save file: a game's settings, its actions with the hash of every state, the state it stands at, its past.

A game goes on from its stored state and goes back through stored differences, never through a replay, so that a new
release cannot break it. Replay is for checking, and for going back in files of version 1, which have no past. The
file is JSON with one action to a line, so that two of them compare well. The past comes last, one line for each
action: it is most of the file, and it is not read before somebody asks for it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import commitment
from ferrovia.engine.flow.definitions import Settings, StoredSettings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.kinds import reader, union
from ferrovia.engine.flow.reading import read_events
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import plain
from ferrovia.engine.flow.title import Title
from ferrovia.formats.differences import Plain, changed
from ferrovia.formats.files import DamageTrouble, FileTrouble, is_too_deep, read_whole, write_whole
from ferrovia.formats.fitting import misfits
from ferrovia.formats.past import NEXT, Past, PastLines, past_line
from ferrovia.formats.shared_seed import SharedSeed
from ferrovia.saying.library import in_our_words
from ferrovia.saying.message import Message, Trouble
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.registry import title, title_of

FORMAT = "ferrovia game"
PUBLIC = "ferrovia public game"  # a copy without what is hidden: see formats.public
VERSION = 2
WITH_NUMBERS = 3  # where the seed was made of several: files without are written so that earlier releases read them

LONGEST_NAME = 40
LONGEST_SEED = 200


# What a state that makes no sense can lead to while it is read.
_MISREAD = (ValueError, TypeError, LookupError, AttributeError, NotImplementedError)

# What JSON that makes no sense can lead to.
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

# How the past begins in a file, and how the file ends.
_PAST = b',\n "past": [\n  '
_END = b"\n ]\n}\n"
_TITLE = re.compile(rb'"title": ?"([^"\\]*)"')


class SettingsTrouble(Trouble, ValueError):
    """Why a game cannot be kept under its settings, in one sentence."""


class Move(msgspec.Struct, frozen=True):
    """One action with all that is stored of it."""

    action: Action
    hash: str
    past: bytes  # a line: see formats.past

    @classmethod
    def of(cls, action: Action, by: str, events: Iterable[Event], before: Plain, after: Plain) -> Move:
        """The move that made one snapshot of another."""
        return cls(action, fingerprint(after), past_line(by, events, before, after))


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a save file holds."""

    format: str = FORMAT
    version: int = VERSION
    settings: Settings
    commitment: str  # what was published when the game began: see flow.chance
    actions: list[Action]
    hashes: list[str]  # after the set-up, and after each action
    state: Plain
    seats: tuple[str, ...] = ()  # who plays at a terminal, you or a computer player, in the order of the settings
    shared_seed: SharedSeed | None = None  # what the seed was made of, where the seats had a hand in it
    past: PastLines = PastLines()  # what came of the actions, or of the last of them

    def __repr__(self) -> str:
        """A trace or a log that prints one must not print the seed, nor a state with its decks."""
        return f"<Record of {self.settings.title} after {len(self.actions)} moves>"

    @classmethod
    def of(cls, game: Game, hashes: Sequence[str]) -> Record:
        """A game as it stands; what came of its actions so far is not known."""
        return cls(
            settings=game.settings,
            commitment=game.commitment,
            actions=list(game.actions),
            hashes=list(hashes),
            state=plain_state(game),
        )

    def with_move(self, move: Move, state: Plain) -> Record:
        """The record after one more action."""
        return msgspec.structs.replace(
            self,
            actions=[*self.actions, move.action],
            hashes=[*self.hashes, move.hash],
            state=state,
            past=self.past.with_line(move.past),
        )

    def cut(self, number: int, state: Plain) -> Record:
        """The record as it was after so many actions."""
        return msgspec.structs.replace(
            self,
            actions=self.actions[:number],
            hashes=self.hashes[: number + 1],
            state=state,
            past=self.past.without(len(self.actions) - number),
        )

    def past_of(self, number: int) -> Past:
        """What came of an action, the first being number 1; raises `FileTrouble`."""
        line = self.past.line(len(self.actions) - number)
        if not line:
            return Past(number)
        try:
            past: Past = reader(Past).decode(line)
        except _UNREADABLE as error:
            raise _damaged_past(number, _unread(error, line)) from error
        if past.number != number:
            raise _damaged_past(number, Message("it belongs to action {other}", other=past.number))
        return past

    def events_of(self, number: int) -> list[Event] | None:
        """What an action told, None where that was not stored; raises `FileTrouble`."""
        told = self.past_of(number).events
        if not bytes(told):
            return None
        try:
            return read_events(title_of(self.settings), told)
        except _UNREADABLE as error:
            text = "The stored events of action {number} cannot be used: {what}."
            raise DamageTrouble(text, number=number, what=in_our_words(error)) from error


def _damaged_past(number: int, what: Message) -> DamageTrouble:
    return DamageTrouble("What is stored of action {number} cannot be used: {what}.", number=number, what=what)


@lru_cache(maxsize=16)
def _stored(title: Title) -> Any:
    """A record with the actions of a title told apart, which msgspec wants spelled out to read them."""
    kinds: Any = list[union(tuple(title.actions))]  # type: ignore[misc]
    fields: Any = [("settings", StoredSettings), ("actions", kinds), ("past", list[msgspec.Raw], [])]
    return msgspec.defstruct("StoredRecord", fields, bases=(Record,), kw_only=True)


class _Heading(msgspec.Struct):
    format: str = ""
    version: int = 0
    settings: msgspec.Raw = msgspec.Raw(b"null")


class _NamedTitle(msgspec.Struct):
    title: str


class _Settled(msgspec.Struct):
    settings: _NamedTitle


# Reading


def load(path: str | Path) -> Record:
    """The record in a file; raises `FileTrouble` with what is wrong and where."""
    return read(read_whole(path), path)


def read(data: bytes, path: str | Path) -> Record:
    """The record in what a file holds; raises `FileTrouble` that names the file."""
    try:
        return _as_written(data) or _read_with_care(data, path)
    except (DamageTrouble, SettingsTrouble, UnknownTrouble) as trouble:
        raise _damaged(path, trouble) from trouble


def _damaged(path: str | Path, trouble: Trouble) -> FileTrouble:
    return FileTrouble("{path} is damaged: {fault}", path=str(path), fault=trouble.message)


def _as_written(data: bytes) -> Record | None:
    """The record in a file as we write it, which leaves its past unread; None where it is another or damaged."""
    named, begin = _TITLE.search(data, 0, 1000), data.find(_PAST)
    if named is None or begin < 0 or not data.endswith(_END):
        return None
    try:
        known = title(named[1].decode())
        found = reader(_stored(known)).decode(data[:begin] + b"}")
    except (UnknownTrouble, *_UNREADABLE):
        return None
    if found.format != FORMAT or found.version not in (VERSION, WITH_NUMBERS) or found.settings.title != known.name:
        return None
    return _checked(found, PastLines(data, begin + len(_PAST), len(data) - len(_END)))


def _read_with_care(data: bytes, path: str | Path) -> Record:
    """The record in any file of ours, old, new or written anew by another program, or what is wrong with it."""
    try:
        heading = reader(_Heading).decode(data)
    except _UNREADABLE as error:
        text = "{path} is not a game file of Ferrovia: {what}."
        raise FileTrouble(text, path=str(path), what=_unread(error, data)) from error
    if heading.format == PUBLIC:
        text = "{path} is a public copy of a game: what is hidden is not in it, so it can only be looked at."
        raise FileTrouble(text, path=str(path))
    if heading.format != FORMAT:
        text = "{path} is not a game file of Ferrovia: it does not say that it is one."
        raise FileTrouble(text, path=str(path))
    check_version(heading.version, WITH_NUMBERS, path)
    try:
        found = reader(_stored(_title_of(heading, data))).decode(data)
    except _UNREADABLE as error:
        raise FileTrouble("{path} is damaged: {what}.", path=str(path), what=_unread(error, data)) from error
    lines = [msgspec.json.format(line, indent=-1) for line in found.past]
    return _checked(found, PastLines(added=tuple(lines)))


def check_version(version: int, newest: int, path: str | Path) -> None:
    """A file of a release to come is not read; raises `FileTrouble`."""
    if version > newest:
        text = (
            "{path} was written by a newer Ferrovia: its format has version {version}, "
            "and this program reads versions up to {newest}."
        )
        raise FileTrouble(text, path=str(path), version=version, newest=newest)


def _title_of(heading: _Heading, data: bytes) -> Title:
    """The title of the game in a file."""
    try:
        name = reader(_NamedTitle).decode(heading.settings).title
    except _UNREADABLE:
        name = reader(_Settled).decode(data).settings.title  # which tells the place of what is wrong
    return title(name)


def _unread(error: Exception, data: bytes) -> Message:
    """Why something cannot be read; where it breaks off, with how much there is."""
    if str(error) == "Input data was truncated":
        if is_too_deep(data):
            return Message("it is nested too deeply")
        return Message("it ends in the middle, after {size} {size:byte|bytes}", size=len(data))
    return in_our_words(error)


def _checked(found: Any, past: PastLines) -> Record:
    """The record that was read; raises `DamageTrouble` or `SettingsTrouble` with what its types cannot say."""
    if found.version < 1:
        raise DamageTrouble("There is no version {version} of the format.", version=found.version)
    settings, count = found.settings.known(), len(found.actions)
    check_settings(settings)
    for option in settings.options:
        if option not in title_of(settings).options and option not in title_of(settings).readings:
            raise DamageTrouble("{title} has no option '{option}'.", title=settings.title, option=option)
    if len(found.hashes) != count + 1:
        text = "{actions} {actions:action needs|actions need} {needed} hashes, and there are {hashes}."
        raise DamageTrouble(text, actions=count, needed=count + 1, hashes=len(found.hashes))
    if found.seats and len(found.seats) != len(settings.players):
        text = "{players} {players:player needs|players need} as many seats, and there are {seats}."
        raise DamageTrouble(text, players=len(settings.players), seats=len(found.seats))
    record = Record(
        settings=settings,
        commitment=found.commitment,
        actions=found.actions,
        hashes=found.hashes,
        state=found.state,
        seats=found.seats,
        shared_seed=found.shared_seed,
        past=past,
    )
    record.past_of(count)  # the last line must be that of the last action
    return record


def check_settings(settings: Settings) -> None:
    """Title, names and seed that a game can be kept under; raises `SettingsTrouble`. The title asks for more."""
    try:
        title_of(settings)
    except UnknownTrouble as trouble:
        raise SettingsTrouble(trouble.message.text, **trouble.message.values) from trouble
    for name in settings.players:
        if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            text = "A player cannot be called {name}: a name has 1 to {most} printable characters."
            raise SettingsTrouble(text, name=repr(name), most=LONGEST_NAME)
    if len(set(settings.players)) < len(settings.players):
        twice = next(name for name in settings.players if settings.players.count(name) > 1)
        raise SettingsTrouble("Two players are called {name}.", name=twice)
    if not settings.seed or not settings.seed.isprintable() or len(settings.seed) > LONGEST_SEED:
        raise SettingsTrouble("A seed has 1 to {most} printable characters.", most=LONGEST_SEED)


# Going on, and going back


def resume(record: Record) -> Game:
    """The game at its stored state; raises `FileTrouble` where that cannot be the state after the last action."""
    if fingerprint(record.state) != record.hashes[-1]:
        raise DamageTrouble("The stored state does not match its hash.")
    settings = record.settings
    try:
        game = Game.restore(title_of(settings), settings, record.state, record.actions)
        fault = next(misfits(game), None)
    except msgspec.ValidationError as error:
        text = "The stored state does not fit {title}: {what}."
        raise DamageTrouble(text, title=settings.title, what=in_our_words(error)) from error
    except _MISREAD as error:
        if comes_to_its_state(record):
            raise  # a fault of ours: the state is as our rules make it
        raise DamageTrouble("The stored state does not fit {title}.", title=settings.title) from error
    if fault is not None:
        raise DamageTrouble("The stored state does not fit {title}: {fault}", title=settings.title, fault=fault)
    return game


def open_game(path: str | Path) -> tuple[Record, Game]:
    """The record in a file and its game, ready to go on; raises `FileTrouble`."""
    return ready(load(path), path)


def ready(record: Record, path: str | Path) -> tuple[Record, Game]:
    """A record and its game; raises `FileTrouble` that names the file."""
    try:
        return record, resume(record)
    except DamageTrouble as trouble:
        raise _damaged(path, trouble) from trouble


def replay(record: Record, until: int | None = None) -> Game:
    """The game played again from its start, up to a number of actions; raises `Refusal`."""
    game = Game(title_of(record.settings), record.settings)
    for action in record.actions[:until]:
        game.apply(action)
    return game


def comes_to_its_state(record: Record) -> bool:
    """Whether the game played again comes to what is stored: if our rules fail there, the file is not to blame."""
    try:
        return replay(record).hash() == fingerprint(record.state)
    except Refusal:
        return False


def earlier(record: Record, number: int) -> Record:
    """The record as it was after so many actions: back through what is stored.

    Where that is unknown the game is played again, and it counts if it comes to the hash it had then. Raises
    `FileTrouble` where what is stored leads elsewhere, and `Refusal` where the game played again does.
    """
    state = record.state
    for place in range(len(record.actions), number, -1):
        before = stepped_back(record, place, state)
        if before is None:
            return record.cut(number, plain_state(_played_again(record, number)))
        state = before
    if fingerprint(state) != record.hashes[number]:
        text = "What is stored does not lead back to the position after {number} {number:action|actions}."
        raise DamageTrouble(text, number=number)
    return record.cut(number, state)


def stepped_back(record: Record, number: int, state: Plain) -> Plain | None:
    """The state before an action, from the one after it; None where that is not stored. Raises `FileTrouble`."""
    back = record.past_of(number).back
    if back is None:
        return None
    try:
        return changed(state, back)
    except (LookupError, TypeError) as error:
        raise _damaged_past(number, Message("it does not lead back to the position before it")) from error


def _played_again(record: Record, number: int) -> Game:
    try:
        game = replay(record, number)
    except Refusal as refusal:
        raise Refusal("undo.replay", "The game cannot be played again: {why}", why=refusal.message) from refusal
    if game.hash() != record.hashes[number]:
        text = "Played again, the game does not come to the position it had after {number} {number:action|actions}."
        raise Refusal("undo.replay", text, number=number)
    return game


def recorded(game: Game) -> Record:
    """The record of a game that was not kept step by step: it is played again for its hashes and its past.

    Raises `Refusal` where it cannot be played again, or comes to another position.
    """
    again = Game(game.title, game.settings)
    record = Record.of(again, [again.hash()])
    for action in game.actions:
        record = moved(record, again, action)
    if record.hashes[-1] != game.hash():
        raise Refusal("replay", "Played again, the game comes to another position.")
    return record


def moved(record: Record, game: Game, action: Action) -> Record:
    """Plays an action in a game, and answers the game's record with it; raises `Refusal`."""
    by = game.player_of(action)
    events = game.apply(action)
    state = plain_state(game)
    return record.with_move(Move.of(action, by, events, record.state, state), state)


def plain_state(game: Game) -> Plain:
    """The state of a game as it is read from a file: a snapshot with lists in the place of tuples."""
    state: Plain = msgspec.json.decode(msgspec.json.encode(game.state, enc_hook=plain))
    return state


def fingerprint(state: dict[str, Any]) -> str:
    """What `Game.hash` says of the game with this snapshot, also where a later release would add to it."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:16]


def matches_commitment(record: Record) -> bool:
    """Whether the seed is the one that was committed to."""
    return commitment(record.settings.seed, record.settings.salt) == record.commitment


# Writing


def save(path: str | Path, record: Record) -> None:
    """Write a record in a single step; raises `FileTrouble` and leaves an old file as it was."""
    write_whole(path, written(record))


def written(record: Record) -> bytes:
    """The file: one line for each action, hash, part of the state and action of the past."""
    parts: list[bytes | memoryview] = [b"{"]
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if field in ("seats", "shared_seed") and not value:
            continue  # most files have none
        if field == "version" and record.shared_seed is not None:
            value = WITH_NUMBERS
        parts += [b"\n ", _json(field), b": "]
        match value:
            case dict():
                body = NEXT.join(b"%b: %b" % (_json(key), _json(item)) for key, item in value.items())
                parts += [b"{\n  ", body, b"\n }"]
            case list() | PastLines():
                lines = value.written if isinstance(value, PastLines) else [_lines(value)] * bool(value)
                parts += [b"[\n  ", *lines, b"\n ]"] if lines else [b"[]"]
            case _:
                parts.append(_json(value))
        parts.append(b",")
    parts[-1] = b"\n}\n"
    return b"".join(parts)


_json = msgspec.json.encode


def _lines(values: Sequence[Any]) -> bytes:
    """Values of a list, one to a line. No text in JSON holds a line break, so they cannot be mixed up."""
    return msgspec.json.Encoder().encode_lines(values).rstrip(b"\n").replace(b"\n", NEXT)
