"""A public copy of a game: all that everybody may know, in a file to be mailed and looked at, and never gone on with.

Seed and salt are not in it, nor anything a title hides; what is not named here stays out. The hash of a state could
be guessed by trying every order of a deck, so each is sealed with seed and salt: once these are shown, anybody
can compare the copy with the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec

from ferrovia.engine.flow.chance import commitment
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.files import FileTrouble, read_whole
from ferrovia.formats.save import PUBLIC, Record, check_version
from ferrovia.formats.view import view_for
from ferrovia.formats.view_types import View
from ferrovia.saying.library import in_our_words
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.registry import title

VERSION = 1


class PublicSettings(msgspec.Struct, forbid_unknown_fields=True):
    """What was agreed before the game started, without what was drawn."""

    title: str
    players: tuple[str, ...]
    options: tuple[str, ...] = ()
    runs_as_shown: bool = False
    revision: int = 1  # of the title's data


class PublicGame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a public copy holds."""

    format: str = PUBLIC
    version: int = VERSION
    settings: PublicSettings
    commitment: str
    actions: list[Any]
    seals: list[str]  # of the states after the set-up and after each action
    events: list[Any] = []  # what each action brought about; null where the file does not know it
    view: dict[str, Any]  # as whoever wrote the copy shows it: see `shown`

    @property
    def shown(self) -> View:
        """The table as a bystander sees it, in English: `view.said_in` says it in another language."""
        return cast(View, self.view)

    @property
    def title(self) -> Title:
        return title(self.settings.title, self.settings.revision)


class _Heading(msgspec.Struct):
    format: str = ""
    version: int = 0


def seal(settings: Settings, state_hash: str) -> str:
    """What is published of the hash of a state."""
    return commitment(settings.seed, f"{settings.salt}/{state_hash}")[:16]


def public_copy(record: Record, game: Game) -> PublicGame:
    """All that everybody may know of a recorded game."""
    settings = record.settings
    return PublicGame(
        settings=PublicSettings(
            settings.title, settings.players, settings.options, settings.runs_as_shown, settings.revision
        ),
        commitment=record.commitment,
        actions=msgspec.to_builtins(record.actions),
        seals=[seal(settings, state_hash) for state_hash in record.hashes],
        events=[msgspec.to_builtins(record.events_of(number)) for number in range(1, len(record.actions) + 1)],
        view={**view_for(game)},
    )


def written_copy(copy: PublicGame) -> bytes:
    """A public copy as a file holds it."""
    return msgspec.json.format(msgspec.json.encode(copy), indent=1) + b"\n"


def read_public(path: str | Path) -> PublicGame | None:
    """The public copy in a file, or None where it is something else; raises `FileTrouble`."""
    data = read_whole(path)
    try:
        heading = msgspec.json.decode(data, type=_Heading)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if heading.format != PUBLIC:
        return None
    check_version(heading.version, VERSION, path)
    try:
        copy = msgspec.json.decode(data, type=PublicGame)
        title(copy.settings.title, copy.settings.revision)
    except UnknownTrouble as trouble:
        raise FileTrouble("{path} is damaged: {fault}", path=str(path), fault=trouble.message) from trouble
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileTrouble("{path} is damaged: {what}.", path=str(path), what=in_our_words(error)) from error
    return copy
