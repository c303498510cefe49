"""What the people at a table must be told beside the game: who moves for them, who is late, who asks to take back."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferrovia.table.handing.changes import lost_by
from ferrovia.table.handing.questions import Standing, standing
from ferrovia.table.host.announcements import standing_lately, words_of
from ferrovia.table.models import Seat, SeatKind, UndoRequest
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.time import TimePart
from ferrovia.table.seat_models import SeatChange
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
    is_ended: bool = False  # the table, before its end
    announced: tuple[tuple[str, str], ...] = ()  # by hosts of the server, each with its language
    question: Standing | None = None  # about seats, that the viewer has not answered
    lost: SeatChange | None = None  # how the viewer's seat was lost
    free: list[Seat] = field(default_factory=list)  # for which nobody moves
    time: TimePart | None = None  # whose clock runs, what rests, who is late


def notices(scene: Scene) -> Notices:
    table = scene.table
    undo = standing_request(table, scene.number)
    waiting = awaited(table, undo) if undo is not None and not undo.declined else []
    is_now = scene.mode == "now" and not scene.game.over and not table.is_ended
    return Notices(
        list(table.seats.filter(player__in=scene.handed, bot__gt="")) if scene.handed else [],
        undo,
        waiting,
        undo is not None and undo.player in scene.players,
        any(player in scene.players for player in waiting),
        scene.number - undo.to if undo is not None else 0,
        is_ended=table.is_ended,
        announced=tuple(words_of(standing_lately(), scene.language)) if scene.mode == "now" else (),
        question=_question(scene) if scene.mode == "now" else None,
        lost=lost_by(table, scene.person) if scene.mode == "now" and not scene.players else None,
        free=_free(scene) if is_now else [],
        time=scene.time if is_now else None,
    )


def _question(scene: Scene) -> Standing | None:
    found = standing(scene.table, scene.person) if scene.players else None
    return found if found is not None and found.may_answer else None


def _free(scene: Scene) -> list[Seat]:
    """The seat that all wait for because nobody has it; none where it is that of somebody with a clock."""
    if scene.time is not None and scene.time.of(scene.decider) is not None:
        return []
    return [*Seat.objects.filter(table_id=scene.table.pk, kind=SeatKind.OPEN, bot="", player=scene.decider)]
