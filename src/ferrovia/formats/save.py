"""Our own save file: a game's settings, its actions with the hash of every state, and the state it stands at.

A game goes on from its stored state, never from a replay, so that a new release cannot break it. Replay is
for checking and for undo. The file is JSON with one action to a line, so that two of them compare well.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import commitment
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import union
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.formats.files import FileTrouble, read_whole, write_whole
from ferrovia.formats.fitting import misfits
from ferrovia.titles.registry import title

FORMAT = "ferrovia game"
PUBLIC = "ferrovia public game"  # a copy without what is hidden: see formats.public
VERSION = 1

LONGEST_NAME = 40
LONGEST_SEED = 200


# What a state that makes no sense can lead to while it is read.
_MISREAD = (msgspec.ValidationError, ValueError, TypeError, LookupError, AttributeError, NotImplementedError)


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a save file holds."""

    format: str = FORMAT
    version: int = VERSION
    settings: Settings
    commitment: str  # what was published when the game began: see flow.chance
    actions: list[Action]
    hashes: list[str]  # after the set-up, and after each action
    state: dict[str, Any]

    @classmethod
    def of(cls, game: Game, hashes: list[str]) -> Record:
        return cls(
            settings=game.settings,
            commitment=game.commitment,
            actions=list(game.actions),
            hashes=list(hashes),
            state=game.snapshot(),
        )


@lru_cache(maxsize=16)
def _stored(title: Title) -> Any:
    """A record with the actions of a title told apart, which msgspec wants spelled out to read them."""
    kinds: Any = list[union(tuple(title.actions))]  # type: ignore[misc]
    return msgspec.defstruct("StoredRecord", [("actions", kinds)], bases=(Record,), kw_only=True)


class _Heading(msgspec.Struct):
    format: str = ""
    version: int = 0


class _NamedTitle(msgspec.Struct):
    title: str


class _Settled(msgspec.Struct):
    settings: _NamedTitle


# Reading


def load(path: str | Path) -> Record:
    """The record in a file; raises `FileTrouble` with what is wrong and where."""
    data = read_whole(path)
    heading = _decode(data, _Heading, f"{path} is not a game file of Ferrovia")
    if heading.format == PUBLIC:
        raise FileTrouble(f"{path} is a public copy of a game: what is hidden is not in it, so it can only be shown.")
    if heading.format != FORMAT:
        raise FileTrouble(f'{path} is not a game file of Ferrovia: it does not begin with "format": "{FORMAT}".')
    if heading.version > VERSION:
        raise FileTrouble(
            f"{path} was written by a newer Ferrovia: its format has version {heading.version},"
            f" and this program reads versions up to {VERSION}."
        )
    stored = _decode(data, _stored(_title_of(data, path)), f"{path} is damaged")
    record = Record(**{field: getattr(stored, field) for field in Record.__struct_fields__})
    try:
        _check(record)
    except ValueError as error:
        raise FileTrouble(f"{path} is damaged: {error}") from error
    return record


def _title_of(data: bytes, path: str | Path) -> Title:
    """The title of the game in a file."""
    name = _decode(data, _Settled, f"{path} is damaged").settings.title
    try:
        return title(name)
    except LookupError as error:
        raise FileTrouble(f"{path} is damaged: {error}") from error


def _decode(data: bytes, kind: Any, trouble: str) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError as error:
        raise FileTrouble(f"{trouble}: it is nested too deeply.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FileTrouble(f"{trouble}: {_what_and_where(str(error), len(data))}.") from error


def _what_and_where(error: str, size: int) -> str:
    """msgspec's words for a fault, with the place in words of ours."""
    if error == "Input data was truncated":
        return f"it ends in the middle, after {size} bytes"
    said = error.replace("`", "").rstrip(".")
    found = re.fullmatch(r"(?P<what>.*) - at (?P<key>key in )?\$\.?(?P<where>.*)", said)
    if found is None:
        return said[:1].lower() + said[1:] if said.startswith("Expected") else said
    what = found["what"]
    return f"at {found['where'] or 'the top'}, {what[:1].lower()}{what[1:]}"


def _check(record: Record) -> None:
    """What the types cannot say."""
    if record.version < 1:
        raise ValueError(f"there is no format version {record.version}.")
    check_settings(record.settings)
    for option in record.settings.options:
        if option not in title(record.settings.title).options:
            raise ValueError(f"{record.settings.title} has no option {option!r}.")
    if len(record.hashes) != len(record.actions) + 1:
        raise ValueError(
            f"{len(record.actions)} actions need {len(record.actions) + 1} hashes, and there are {len(record.hashes)}."
        )


def check_settings(settings: Settings) -> None:
    """Title, names and seed that a game can be kept under; raises `ValueError`. The title asks for more."""
    try:
        title(settings.title)
    except LookupError as error:
        raise ValueError(str(error)) from error
    for name in settings.players:
        if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ValueError(f"{name!r} is no name for a player: 1 to {LONGEST_NAME} printable signs are.")
    if len(set(settings.players)) < len(settings.players):
        twice = next(name for name in settings.players if settings.players.count(name) > 1)
        raise ValueError(f"two players are called {twice}.")
    if not settings.seed or not settings.seed.isprintable() or len(settings.seed) > LONGEST_SEED:
        raise ValueError(f"a seed has 1 to {LONGEST_SEED} printable signs.")


# Going on, and going back


def resume(record: Record) -> Game:
    """The game at its stored state; raises `FileTrouble` where that cannot be the state after the last action."""
    if fingerprint(record.state) != record.hashes[-1]:
        raise FileTrouble("Its state is not the one that the last hash stands for.")
    settings = record.settings
    try:
        game = Game.restore(title(settings.title), settings, record.state, record.actions)
        fault = next(misfits(game), None)
    except _MISREAD as error:
        what = _what_and_where(str(error), 0)
        if not isinstance(error, msgspec.ValidationError):
            what = f"{type(error).__name__}: {what}"
        raise FileTrouble(f"Its state does not fit {settings.title}: {what}.") from error
    if fault is not None:
        raise FileTrouble(f"Its state does not fit {settings.title}: {fault}")
    return game


def open_game(path: str | Path) -> tuple[Record, Game]:
    """The record in a file and its game, ready to go on; raises `FileTrouble`."""
    record = load(path)
    try:
        return record, resume(record)
    except FileTrouble as trouble:
        sentence = str(trouble)
        raise FileTrouble(f"{path} is damaged: {sentence[:1].lower()}{sentence[1:]}") from trouble


def replay(record: Record, until: int | None = None) -> Game:
    """The game played again from its start, up to a number of actions; raises `Refusal`."""
    game = Game(title(record.settings.title), record.settings)
    for action in record.actions[:until]:
        game.apply(action)
    return game


def undone(record: Record, now: Game) -> Record:
    """The record of a game without its last action; raises `Refusal` where that one cannot be taken back."""
    if not record.actions:
        raise Refusal("undo.nothing", "There is no action to take back.")
    last = len(record.actions) - 1
    try:
        game = replay(record, last)
    except Refusal as refusal:
        raise Refusal("undo.replay", "The game cannot be played again: {why}", why=refusal.sentence) from refusal
    if game.hash() != record.hashes[last]:
        raise Refusal(
            "undo.replay", "Played again, the game does not come to the position it had after {number}.", number=last
        )
    if game.state.draws < now.state.draws:
        raise Refusal("undo.chance", "The last action revealed a die or a card and cannot be taken back.")
    return Record.of(game, record.hashes[: last + 1])


def recorded(game: Game) -> Record:
    """The record of a game that was not kept step by step: it is played again for the hashes."""
    again = Game(game.title, game.settings)
    hashes = [again.hash()]
    for action in game.actions:
        again.apply(action)
        hashes.append(again.hash())
    if hashes[-1] != game.hash():
        raise ValueError("Played again, the game comes to another position.")
    return Record.of(game, hashes)


def fingerprint(state: dict[str, Any]) -> str:
    """What `Game.hash` says of the game with this snapshot, also where a later release would add to it."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:16]


def keeps_its_word(record: Record) -> bool:
    """Whether the seed is the one that was committed to."""
    return commitment(record.settings.seed, record.settings.salt) == record.commitment


# Writing


def save(path: str | Path, record: Record) -> None:
    """Write a record in a single step; raises `FileTrouble` and leaves an old file as it was."""
    write_whole(path, written(record))


def written(record: Record) -> bytes:
    """The file: one line for each action, hash and part of the state."""
    lines = []
    for field in record.__struct_fields__:
        value = getattr(record, field)
        if field in ("actions", "hashes"):
            body = ",\n".join(f"  {_json(item)}" for item in value)
            text = f"[\n{body}\n ]" if body else "[]"
        elif field == "state":
            body = ",\n".join(f"  {_json(key)}: {_json(item)}" for key, item in value.items())
            text = f"{{\n{body}\n }}"
        else:
            text = _json(value)
        lines.append(f" {_json(field)}: {text}")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
