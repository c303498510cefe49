"""Which of our formats a file is in: told by what it holds, whatever it is called."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

import msgspec

from ferrovia.formats.save import FORMAT, PUBLIC


class Door(Enum):
    """The ways in which a game comes to us."""

    GAME = auto()  # our own save file
    PUBLIC = auto()  # a public copy
    NOTATION = auto()  # a game in words
    SITE = auto()  # an export of 18xx.games


class _Heading(msgspec.Struct):
    format: Any = None  # of a stranger's file: whatever it is


_FORMATS = {FORMAT: Door.GAME, PUBLIC: Door.PUBLIC}


def door_of(data: bytes) -> Door:
    """The format of what a file holds: words if it is no JSON, the site's if it is JSON and names no format of ours."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start not in (b"{", b"["):
        return Door.NOTATION
    try:
        name = msgspec.json.decode(data, type=_Heading).format
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Door.SITE
    return _FORMATS.get(name, Door.SITE) if isinstance(name, str) else Door.SITE
