"""Names of places: nearly all are the same in every language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ferrovia.saying.voice import Voice

MAP: Final = "map"  # the context of the map's words in the catalogues
_PORT: Final = "Port of "


@cache
def map_words() -> dict[str, Any]:
    return tomllib.loads((files("ferrovia.drawing") / "map_words.toml").read_text("utf-8"))


@cache
def _translated() -> frozenset[str]:
    return frozenset(map_words()["places"].values())


def called(name: str, voice: Voice) -> str:
    """A place, by its printed name, as a language calls it."""
    if name.startswith(_PORT):
        return voice.filled(voice.term(map_words()["places"]["port"], MAP), {"town": name.removeprefix(_PORT)})
    return voice.term(name, MAP) if name in _translated() else name
