"""Counting what happens in a game: how often each thing that its title finds worth counting."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.flow.events import Event, Happening
from ferrovia.engine.flow.title import AGAIN, Title


class Tally:
    """The happenings of one game; those that never happened are counted too, as 0."""

    def __init__(self, title: Title) -> None:
        self.counts = dict.fromkeys(title.happenings, 0)
        self._kinds = {name: kind for name, kind in title.happenings.items() if isinstance(kind, Happening)}
        self._named = {text: name for name, text in title.happenings.items() if isinstance(text, str)}
        self._again = {text.removeprefix(AGAIN) for text in self._named if text.startswith(AGAIN)}
        self._seen: set[tuple[str, object]] = set()

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self._hear_said(event)
            for name, happening in self._kinds.items():
                if happening.is_told_by(event) and not (happening.again and self._is_first(name, happening, event)):
                    self.counts[name] += 1

    def _is_first(self, name: str, happening: Happening, event: Event) -> bool:
        before = (name, getattr(event, happening.again))
        if before in self._seen:
            return False
        self._seen.add(before)
        return True

    def _hear_said(self, event: Event) -> None:
        name = self._named.get(event.text) or self._named.get(str(event))
        if name is not None:
            self.counts[name] += 1
        if event.text in self._again:
            before = (event.text, event.values.get("corporation"))
            if before in self._seen:
                self.counts[self._named[AGAIN + event.text]] += 1
            self._seen.add(before)
