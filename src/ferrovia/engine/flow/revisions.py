"""Revisions of a title's data: the sheets are the newest one, and `revisions.toml` tells what was otherwise before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.engine.flow.sheets import Sheet

# What may differ between revisions, by sheet and table: what rules and pictures read off the box of a title alone. The
# rest is also read off the sheets themselves, and these are the newest.
MAY_DIFFER = {("trains", "train"): ("cost", "count")}


def put_back(name: str, sheet: Sheet, earlier: Sequence[Sheet]) -> None:
    """Make a newest sheet what it was, by what was otherwise in each revision since, the earliest first."""
    for revision in reversed(earlier):
        for kind, entries in revision.get(name, {}).items():
            tables = {table["name"]: table for table in sheet[kind]}
            for entry, values in entries.items():
                for field, value in values.items():
                    if field not in MAY_DIFFER.get((name, kind), ()) or field not in tables[entry]:
                        raise LookupError(f"{name}, {kind} {entry}: {field} cannot have been otherwise.")
                    tables[entry][field] = value
