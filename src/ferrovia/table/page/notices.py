"""What the people at a table must be told beside the game: who moves for them, who is late, who asks to take back."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.host.announcements import standing_lately, words_of
from ferrovia.table.models import Seat, SeatKind, UndoRequest
from ferrovia.table.page.scene import Scene
from ferrovia.table.seating import relief_refusal
from ferrovia.table.shared_clock import time_now
from ferrovia.table.undoing import awaited, standing_request
from ferrovia.table.waiting_for import Clock


@dataclass(frozen=True)
class Waiting:
    """How long others wait for whoever must choose."""

    player: str
    is_mine: bool
    clock: Clock
    seat: Seat | None  # for which the viewer may let a computer player move


@dataclass(frozen=True)
class Notices:
    """For one viewer."""

    handed: list[Seat]  # seats of theirs that a computer player has
    undo: UndoRequest | None
    waiting: list[str]  # whose answer it waits for
    is_asker: bool
    is_asked: bool
    moves: int  # that would be taken back
    late: Waiting | None = None  # whoever must choose, where their time is over or told
    is_ended: bool = False  # the table, before its end
    announced: tuple[tuple[str, str], ...] = ()  # by hosts of the server, each with its language
    due: int = 0  # when their time will be over, in seconds since 1970; 0 where there is nothing to wait for


def notices(scene: Scene) -> Notices:
    table = scene.table
    undo = standing_request(table, scene.number)
    waiting = awaited(table, undo) if undo is not None and not undo.declined else []
    clock = Clock(scene.law, table.asked_at, time_now())
    is_running = scene.mode == "now" and not scene.game.over and not table.is_ended and table.asked_at is not None
    return Notices(
        list(table.seats.filter(player__in=scene.handed, bot__gt="")) if scene.handed else [],
        undo,
        waiting,
        undo is not None and undo.player in scene.players,
        any(player in scene.players for player in waiting),
        scene.number - undo.to if undo is not None else 0,
        _waiting(scene, clock) if is_running and (clock.is_late or scene.law.pace != "live") else None,
        table.is_ended,
        tuple(words_of(standing_lately(), scene.language)) if scene.mode == "now" else (),
        int(clock.until.timestamp()) + 1 if is_running and not clock.is_late else 0,
    )


def _waiting(scene: Scene, clock: Clock) -> Waiting | None:
    """None where nobody but the viewer, or nobody at all, waits or is waited for."""
    seats = [*scene.table.seats.filter(kind=SeatKind.PERSON)]
    seat = next((seat for seat in seats if seat.player == scene.decider and not seat.bot), None)
    if seat is None or len({each.person_id for each in seats}) < 2:
        return None
    is_mine = seat.player in scene.players
    may_relieve = bool(scene.players) and not is_mine and relief_refusal(scene.table, seat) is None
    return Waiting(seat.player, is_mine, clock, seat if may_relieve else None)
