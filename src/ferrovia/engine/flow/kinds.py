"""Kinds of actions, frames and events, told apart by their tags, and readers of them.

msgspec works a type out when it first meets it, and comes to grief when two threads do that at once. So whatever is
read in a game is worked out here, by one thread at a time; a title does it for all of its kinds when it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from threading import RLock
from typing import Any

import msgspec

_ONE_AT_A_TIME = RLock()


@lru_cache(maxsize=256)
def union(kinds: tuple[type[Any], ...]) -> Any:
    """One type for several kinds of struct with tags, as msgspec reads them."""
    joined: Any = kinds[0]
    for kind in kinds[1:]:
        joined = joined | kind
    return joined


def reader(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads a type from JSON."""
    with _ONE_AT_A_TIME:
        return _reader(kind)


@lru_cache(maxsize=256)
def _reader(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def work_out(kinds: Iterable[Any]) -> None:
    """Work types out, so that any thread may read them from now on."""
    for kind in kinds:
        reader(kind)
