"""Moves out of records, for tests of what is stored."""

from __future__ import annotations

from ferrovia.formats.save import Move, Record


def last_move(record: Record) -> Move:
    return Move(record.actions[-1], record.hashes[-1], record.past.lines[-1])
