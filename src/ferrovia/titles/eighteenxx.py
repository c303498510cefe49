"""A bridge to 18xx.games: what a title brings whose games can be taken from that site and written for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message, Trouble


class ImportTrouble(Trouble, ValueError):
    """Why an export cannot be read, in one sentence."""


class ExportTrouble(Trouble, ValueError):
    """Why a game cannot be written for the site, in one sentence that names the action."""


class Imported(msgspec.Struct):
    """A game that was played elsewhere, and its trace: one line before the first action and one after each.

    If the rest could not be followed, `departure` says where and why, and the game stands before that action.
    """

    game: Game
    trace: list[dict[str, Any]]
    departure: Message | None = None


class Bridge(NamedTuple):
    """Both ways over it."""

    read: Callable[[dict[str, Any], bool], Imported]  # an export of the title; whether a trace is wanted
    write: Callable[[Game], dict[str, Any]]
