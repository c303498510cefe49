"""Moves out of records, for tests of what is stored."""

from __future__ import annotations

from ferrovia.engine.flow.game import Game
from ferrovia.formats.differences import Plain
from ferrovia.formats.save import Move, Record, resume


def led_to(record: Record) -> tuple[Move, Plain, Game]:
    """The last move of a record, the state and the game it led to."""
    return Move(record.actions[-1], record.hashes[-1], record.past.lines[-1]), record.state, resume(record)
