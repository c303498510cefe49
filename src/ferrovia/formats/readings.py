"""By which readings of the rules a game is played that was begun elsewhere, in sentences for those who look at it."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.title import Title
from ferrovia.formats.public import PublicSettings
from ferrovia.saying.message import term

RUNS_AS_SHOWN = term("Runs below the best are taken as they were shown.")


def readings(title: Title, settings: Settings | PublicSettings) -> Iterator[str]:
    """What is not as in games of ours, one sentence each, to be said in the reader's language."""
    if settings.runs_as_shown:
        yield RUNS_AS_SHOWN
    yield from (title.readings[name] for name in settings.options if name in title.readings)
