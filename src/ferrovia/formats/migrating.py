"""Migrating a record: a game that an earlier release stored, as this one would have written it."""

from __future__ import annotations

import msgspec

from ferrovia.engine.flow.migration import migrated
from ferrovia.formats.differences import Plain, difference
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.past import PastLines
from ferrovia.formats.positions import states_back
from ferrovia.formats.save import Record, fingerprint


def fits_together(record: Record) -> bool:
    """Whether every stored state has its stored hash: what is stored was not changed later, whatever rules made it."""
    try:
        return _have_their_hashes(record, states_back(record)[::-1])
    except FileTrouble:
        return False


def migrated_record(record: Record) -> Record:
    """The record with all its stored states in the form of this release, and their hashes and ways back with them.

    Where a stored state does not have its stored hash, nothing may be told of it: the record stays as it is.
    """
    try:
        stored = states_back(record)[::-1]
    except FileTrouble:
        return record
    states = [migrated(state) for state in stored]
    first = _first(record, stored)
    if not _have_their_hashes(record, stored) or all(new is old for new, old in zip(states, stored, strict=True)):
        return record
    lines = [*record.past.lines]
    for place in range(1, len(states)):
        past = msgspec.structs.replace(record.past_of(first + place), back=difference(states[place], states[place - 1]))
        lines[place - len(states)] = msgspec.json.encode(past)
    return msgspec.structs.replace(
        record,
        hashes=[*record.hashes[:first], *map(fingerprint, states)],
        state=states[-1],
        past=PastLines(added=tuple(lines)),
    )


def _have_their_hashes(record: Record, stored: list[Plain]) -> bool:
    first = _first(record, stored)
    return all(fingerprint(state) == record.hashes[first + place] for place, state in enumerate(stored))


def _first(record: Record, stored: list[Plain]) -> int:
    """The number of actions of the earliest state that is stored."""
    return len(record.actions) - len(stored) + 1
