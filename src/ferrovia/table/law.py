"""The law of a table: what the people at it have agreed on before it starts, shown to everybody."""

from __future__ import annotations

from typing import Literal

import msgspec

from ferrovia.sitting.law import Law


class TableLaw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen in the lobby."""

    undo: Literal["own", "consent", "host", "none"] = "own"
    best_run: Literal["offered", "told", "hidden"] = "offered"
    pace: Literal["live", "day", "days"] = "live"
    stand_in: Literal["never", "asked", "late"] = "asked"  # when a computer player may take an absent seat

    @property
    def sitting(self) -> Law:
        """As far as the sitting keeps it: consent and the host's word are asked for before it is asked."""
        return Law(undo={"own": "own", "consent": "any", "host": "any", "none": "none"}[self.undo])  # type: ignore[arg-type]


def law_of(stored: object) -> TableLaw:
    return msgspec.convert(stored, TableLaw)
