"""What the people at a table must be told beside the game: who moves for them, who is late, who asks to take back."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferrovia.table.handing.changes import lost_by
from ferrovia.table.handing.questions import Standing, standing
from ferrovia.table.models import Seat, SeatKind, UndoRequest
from ferrovia.table.page.scene import Scene
from ferrovia.table.seat_models import SeatChange
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
    is_ended: bool = False  # by consent of all
    question: Standing | None = None  # about seats, that the viewer has not answered
    lost: SeatChange | None = None  # how the viewer's seat was lost
    free: list[Seat] = field(default_factory=list)  # for which nobody moves
    due: int = 0  # when their time will be over, in seconds since 1970; 0 where there is nothing to wait for


def notices(scene: Scene) -> Notices:
    table = scene.table
    undo = standing_request(table, scene.number)
    waiting = awaited(table, undo) if undo is not None and not undo.declined else []
    clock = Clock(scene.law, table.asked_at, time_now())
    is_running = scene.mode == "now" and not scene.game.over and table.asked_at is not None
    return Notices(
        list(table.seats.filter(player__in=scene.handed, bot__gt="")) if scene.handed else [],
        undo,
        waiting,
        undo is not None and undo.player in scene.players,
        any(player in scene.players for player in waiting),
        scene.number - undo.to if undo is not None else 0,
        _waiting(scene, clock) if is_running and (clock.is_late or scene.law.pace != "live") else None,
        is_ended=table.is_ended,
        question=_question(scene) if scene.mode == "now" else None,
        lost=lost_by(table, scene.person) if scene.mode == "now" and not scene.players else None,
        free=_free(scene) if is_running else [],
        due=int(clock.until.timestamp()) + 1 if is_running and not clock.is_late else 0,
    )


def _question(scene: Scene) -> Standing | None:
    found = standing(scene.table, scene.person) if scene.players else None
    return found if found is not None and found.may_answer else None


def _free(scene: Scene) -> list[Seat]:
    """The seat that all wait for because nobody has it."""
    return [*scene.table.seats.filter(kind=SeatKind.OPEN, bot="", player=scene.decider)]


def _waiting(scene: Scene, clock: Clock) -> Waiting | None:
    """None where nobody but the viewer, or nobody at all, waits or is waited for."""
    seats = [*scene.table.seats.filter(kind=SeatKind.PERSON)]
    seat = next((seat for seat in seats if seat.player == scene.decider and not seat.bot), None)
    if seat is None or len({each.person_id for each in seats}) < 2:
        return None
    is_mine = seat.player in scene.players
    may_relieve = bool(scene.players) and not is_mine and relief_refusal(scene.table, seat) is None
    return Waiting(seat.player, is_mine, clock, seat if may_relieve else None)
