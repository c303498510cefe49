"""The words of the map in one language: titles for screen readers, and the legend."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from ferrovia.drawing.naming import MAP, called, map_words
from ferrovia.drawing.printed import Border, Mark
from ferrovia.drawing.tokens import Space
from ferrovia.engine.board.board import Hex
from ferrovia.engine.board.track import Stop
from ferrovia.saying.voice import ENGLISH, Voice


@lru_cache(maxsize=1024)
def _text(voice: Voice, key: str) -> str:
    return voice.term(map_words().get(key, key), MAP)


@dataclass(frozen=True)
class Words:
    """How the map speaks."""

    voice: Voice = ENGLISH

    def __call__(self, key: str, **values: object) -> str:
        """A word by its key; what a new title names that we have no word for is told as its sheet has it."""
        text = _text(self.voice, key)
        return self.voice.filled(text, values) if values else text

    def place(self, hex: Hex) -> str:
        return called(hex.name, self.voice)

    def hex(self, hex: Hex, tile: str = "") -> str:
        parts = [f"{hex.id} {self.place(hex)}".strip()]
        if hex.face.colour == "blue" and not hex.face.stops:
            parts.append(self("sea"))
        elif hex.terrain != "plain":
            parts.append(self(hex.terrain))
        if tile:
            parts.append(self("tile", tile=tile))
        if hex.cost:
            parts.append(self("costs", cost=hex.cost))
        return ", ".join(parts)

    def stop(self, hex: Hex, stop: Stop, level: int | None) -> str:
        worth = stop.revenue if level is None else (stop.value(level),)
        parts = [f"{self.place(hex) or hex.id}: {self(stop.kind)}"]
        if any(worth):
            parts.append(self("earns", worth="/".join(map(str, worth))))
        if stop.terminal:
            parts.append(self("ends", worth=stop.terminal[0]))
        return ", ".join(parts)

    def space(self, hex: Hex, at: int, space: Space, companies: Container[str]) -> str:
        return self("space", place=self.place(hex) or hex.id, number=at + 1, state=self._state(space, companies))

    def _state(self, space: Space, companies: Container[str]) -> str:
        if space.token:
            return space.token
        if space.kept in companies:
            return self("kept", company=space.kept)
        return self("bourbon", number=space.kept.removeprefix("B")) if space.kept else self("open")

    def mark(self, mark: Mark) -> str:
        """What a sign on a hex means; what it says is a list of places, a town, or a terrain."""
        match mark.kind:
            case "transfer":
                return self("transfer", places=[called(name, self.voice) for name in mark.says])
            case "bonus":
                return self("bonus", town=mark.says[0])
            case "gravity":
                return self("gravity", terrain=self(mark.says[0]))
        return self(mark.kind, company=mark.owner)

    def border(self, border: Border, beside: str) -> str:
        parts = [f"{border.hex}-{beside}" if beside else border.hex]
        for line in border.lines:
            words = f"{line.name} ({self(line.kind)})" if line.name else self(line.kind)
            parts.append(words)
            if line.cost:
                parts.append(self("costs", cost=line.cost))
            if line.opens:
                parts.append(self("opens", phase=line.opens))
        if border.link:
            parts.append(self("leads", side=border.link))
        return ", ".join(parts)
