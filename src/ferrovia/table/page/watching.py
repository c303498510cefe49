"""Watching: what somebody without a seat is told, and whether one is free."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.models import Seat, SeatKind
from ferrovia.table.page.scene import Scene
from ferrovia.table.speed.prepared_queries import PreparedQuery

_free: PreparedQuery[Seat] = PreparedQuery(
    1, lambda table: Seat.objects.filter(table=table, kind=SeatKind.OPEN).values_list("pk")
)


@dataclass(frozen=True)
class Watching:
    free: int  # seats that anybody may take
    who_knows: str = ""  # the host, where they have had the file of the game and may know what is to come


def watching(scene: Scene) -> Watching | None:
    """None for whoever has a seat, and at other times than now."""
    if not scene.is_watched:
        return None
    table = scene.table
    known = table.host.name if table.is_known and not table.over else ""
    return Watching(len(_free.rows(table.pk)), known)
