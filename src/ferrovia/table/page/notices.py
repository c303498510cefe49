"""What the people at a table must be told beside the game: who moves for them, who is late, who asks to take back."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.models import Seat, UndoRequest
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.time import TimePart
from ferrovia.table.undoing import awaited, standing_request


@dataclass(frozen=True)
class Notices:
    """For one viewer."""

    handed: list[Seat]  # seats of theirs that a computer player has
    undo: UndoRequest | None
    waiting: list[str]  # whose answer it waits for
    is_asker: bool
    is_asked: bool
    moves: int  # that would be taken back
    time: TimePart | None = None  # whose clock runs, what rests, who is late


def notices(scene: Scene) -> Notices:
    table = scene.table
    undo = standing_request(table, scene.number)
    waiting = awaited(table, undo) if undo is not None and not undo.declined else []
    is_now = scene.mode == "now" and not scene.game.over
    return Notices(
        list(table.seats.filter(player__in=scene.handed, bot__gt="")) if scene.handed else [],
        undo,
        waiting,
        undo is not None and undo.player in scene.players,
        any(player in scene.players for player in waiting),
        scene.number - undo.to if undo is not None else 0,
        scene.time if is_now else None,
    )
