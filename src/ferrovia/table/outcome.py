"""What became of a move whose request broke: not made, made, or nobody knows, because it broke off at the commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum

from django.db import IntegrityError, transaction


class Outcome(Enum):
    NOT_MADE = "not made"
    UNKNOWN = "unknown"
    MADE = "made"


_outcome: ContextVar[Outcome] = ContextVar("outcome", default=Outcome.NOT_MADE)


def outcome() -> Outcome:
    """Of the request that is being answered here."""
    return _outcome.get()


def note(found: Outcome) -> None:
    _outcome.set(found)


@contextmanager
def kept() -> Iterator[None]:
    """One transaction, of which is noted what became of it."""
    try:
        with transaction.atomic():
            yield
            note(Outcome.UNKNOWN)  # until the commit has come back
    except IntegrityError:  # by which the database says that it has not kept it
        note(Outcome.NOT_MADE)
        raise
    note(Outcome.MADE)
