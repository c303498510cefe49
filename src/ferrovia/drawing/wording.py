"""The words of the map, in English and Italian: titles for screen readers, and the legend."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from ferrovia.drawing.printed import Border, Mark
from ferrovia.drawing.tokens import Space
from ferrovia.engine.board.board import Hex
from ferrovia.engine.board.track import Stop
from ferrovia.saying.voice import Voice

MAP = "map"  # the context of our words in the catalogues


@cache
def _words() -> dict[str, str]:
    return tomllib.loads((files("ferrovia.drawing") / "map_words.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Words:
    """How the map speaks."""

    language: str = "en"

    @cached_property
    def _voice(self) -> Voice:
        return Voice(self.language)

    def __call__(self, key: str) -> str:
        return self._voice.term(_words()[key], MAP) if key in _words() else key

    def place(self, hex: Hex) -> str:
        """A hex's name; names of places stay as they are, a port is one in every language."""
        port, found, town = hex.name.partition("Port of ")
        return f"{self('port of')} {town}" if found and not port else hex.name

    def hex(self, hex: Hex, tile: str = "") -> str:
        parts = [f"{hex.id} {self.place(hex)}".strip()]
        if hex.face.colour == "blue" and not hex.face.stops:
            parts.append(self("sea"))
        elif hex.terrain != "plain":
            parts.append(self(hex.terrain))
        if tile:
            parts.append(f"{self('tile')} {tile}")
        if hex.cost:
            parts.append(f"{self('costs')} {hex.cost}")
        return ", ".join(parts)

    def stop(self, hex: Hex, stop: Stop, level: int | None) -> str:
        worth = stop.revenue if level is None else (stop.value(level),)
        parts = [f"{self.place(hex) or hex.id}: {self(stop.kind)}"]
        if any(worth):
            parts.append(f"{self('earns')} {'/'.join(map(str, worth))}")
        if stop.terminal:
            parts.append(f"{stop.terminal[0]} {self('ends')}")
        return ", ".join(parts)

    def space(self, hex: Hex, at: int, space: Space) -> str:
        state = space.token or (f"{self('kept')} {space.kept}" if space.kept else self("open"))
        return f"{self.place(hex) or hex.id}, {self('space')} {at + 1}: {state}"

    def mark(self, mark: Mark) -> str:
        return " ".join(filter(None, (self(mark.kind), self(mark.says), mark.owner)))

    def border(self, border: Border, beside: str) -> str:
        parts = [f"{border.hex}-{beside}" if beside else border.hex]
        for line in border.lines:
            words = " ".join(filter(None, (self(line.kind), line.name)))
            parts.append(f"{words} {line.cost}" if line.cost else words)
            if line.opens:
                parts.append(f"{self('opens')} {line.opens}")
        if border.link:
            parts.append(f"{self('leads')} {border.link}")
        return ", ".join(parts)
