"""Counting what happens in a game: how often each thing that its title finds worth counting."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.flow.events import Event, Happening
from ferrovia.engine.flow.title import Title


class Tally:
    """The happenings of one game; those that never happened are counted too, as 0."""

    def __init__(self, title: Title) -> None:
        self.counts = dict.fromkeys(title.happenings, 0)
        self._happenings = title.happenings
        self._seen: set[tuple[str, object]] = set()

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            for name, happening in self._happenings.items():
                if happening.is_told_by(event) and not self._is_first(name, happening, event):
                    self.counts[name] += 1

    def _is_first(self, name: str, happening: Happening, event: Event) -> bool:
        """Whether only what happens once more is counted, and this is the first time."""
        if not happening.again:
            return False
        before = (name, getattr(event, happening.again))
        if before in self._seen:
            return False
        self._seen.add(before)
        return True
