"""The past of a game as a file keeps it: a line for each action, which is read when somebody asks for it.

The past is most of a file and a game goes on without it, so the lines are told apart as late as they are read: no text
in JSON holds a line break.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import msgspec

from ferrovia.engine.flow.events import Event
from ferrovia.formats.differences import Difference, Plain, difference

NEXT = b",\n  "  # where two lines meet in a file


class Past(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What came of an action. Nothing but its number is known of those that a file of version 1 began with."""

    number: int
    by: str = ""  # who played it
    events: msgspec.Raw = msgspec.Raw()  # what it told, as JSON: see flow.reading
    back: Difference | None = None  # from the state after it to the state before it


def past_line(by: str, events: Iterable[Event], before: Plain, after: Plain) -> bytes:
    """The line for an action that made one snapshot of another."""
    told = msgspec.Raw(msgspec.json.encode(list(events)))
    return msgspec.json.encode(Past(after["number"], by, told, difference(after, before)))


class PastLines:
    """The lines of a past, up to that of the last action. It does not change: there are only others with more or less.

    >>> past = PastLines(b'[{"number":7},\\n  {"number":8}]', 1, -1).with_line(b'{"number":9}')
    >>> past.lines
    (b'{"number":7}', b'{"number":8}', b'{"number":9}')
    >>> b"".join(past.without(2).written), past.line(0), past.without(1).line(0)
    (b'{"number":7}', b'{"number":9}', b'{"number":8}')
    """

    def __init__(self, file: bytes = b"", begin: int = 0, end: int = 0, added: tuple[bytes, ...] = ()) -> None:
        self._file, self._begin, self._end = file, begin, end  # what was read, its lines not yet told apart
        self._added = added

    @cached_property
    def lines(self) -> tuple[bytes, ...]:
        return (*self._file[self._begin : self._end].split(NEXT), *self._added) if self._file else self._added

    def line(self, from_the_end: int) -> bytes:
        """A line counted from the end, the last being 0; empty where nothing is known so far back."""
        if from_the_end < len(self._added):
            return self._added[-1 - from_the_end]
        if from_the_end == 0:  # without telling the others apart
            place = self._file.rfind(NEXT, self._begin, self._end)
            return self._file[place + len(NEXT) if place >= 0 else self._begin : self._end]
        return self.lines[-1 - from_the_end] if from_the_end < len(self.lines) else b""

    @property
    def written(self) -> list[bytes | memoryview]:
        """The lines as a file has them, in parts to be put together: what was read is not copied for it."""
        parts: list[bytes | memoryview] = []
        if self._file:
            parts += [memoryview(self._file)[self._begin : self._end], NEXT]
        for line in self._added:
            parts += [line, NEXT]
        return parts[:-1]

    def with_line(self, line: bytes) -> PastLines:
        return PastLines(self._file, self._begin, self._end, (*self._added, line))

    def without(self, count: int) -> PastLines:
        """Without so many of the last lines, or without any where there are fewer."""
        if count <= len(self._added):
            return PastLines(self._file, self._begin, self._end, self._added[: len(self._added) - count])
        return PastLines(added=self.lines[: max(0, len(self.lines) - count)])
