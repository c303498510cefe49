"""Counting what happens in a game: how often each thing that its title finds worth counting."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.title import AGAIN, Title


class Tally:
    """The happenings of one game; those that never happened are counted too, as 0."""

    def __init__(self, title: Title) -> None:
        self.counts = dict.fromkeys(title.happenings, 0)
        self._named = {text: name for name, text in title.happenings.items()}
        self._again = {text.removeprefix(AGAIN) for text in self._named if text.startswith(AGAIN)}
        self._seen: set[tuple[str, object]] = set()

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            name = self._named.get(event.text) or self._named.get(str(event))
            if name is not None:
                self.counts[name] += 1
            if event.text in self._again:
                self._hear_again(event)

    def _hear_again(self, event: Event) -> None:
        before = (event.text, event.values.get("corporation"))
        if before in self._seen:
            self.counts[self._named[AGAIN + event.text]] += 1
        self._seen.add(before)
