"""Watching: what somebody without a seat is told, and whether one is free."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.models import SeatKind
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class Watching:
    free: int  # seats that anybody may take


def watching(scene: Scene) -> Watching | None:
    """None for whoever has a seat, and at other times than now."""
    if not scene.is_watched:
        return None
    return Watching(scene.table.seats.filter(kind=SeatKind.OPEN).count())
