"""What is in the box: the component sheets, read once."""

from __future__ import annotations

from ferrovia.engine.flow.sheets import Box

BOX = Box(__package__)

sheet = BOX.sheet


def train_roster(corporation_count: int) -> tuple[str, ...]:
    """The trains in play, in the order of their sale (1849-2.0.2, 10.6.4)."""
    count = f"count_{corporation_count}"
    return tuple(
        table["name"] for table in sheet("trains")["train"] if "variant" not in table for _ in range(table[count])
    )
