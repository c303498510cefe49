"""Taking back by the law of the table: one's own moves, by everybody's consent, or by the host; never past a die.

Moves of computer players go with the person's move before them: they would only be made again.
"""

from __future__ import annotations

from django.db import transaction

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.law import ANYBODY, NOBODY, OWN
from ferrovia.sitting.moment import Moment
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.law import law_of
from ferrovia.table.models import Seat, Table, UndoRequest
from ferrovia.table.notices.outbox import note_undo_request
from ferrovia.table.storage import TableStorage, Taker
from ferrovia.table.tables import Tables

# The law of a table as the sitting keeps it, once the host takes back or everybody has agreed.
LAWS = {"own": OWN, "consent": ANYBODY, "host": ANYBODY, "none": NOBODY}


def take_back(tables: Tables, table: Table, by: str | None, after: int | None = None) -> bool:
    """Take back what a player may; False where the others were asked instead. Raises `Refusal`.

    The law of undo itself is the sitting's; here it is found out whose moves are meant, and who is asked.
    """
    seats = list(table.seats.all())
    seat = next((each for each in seats if each.player == by), None)
    if seat is None or seat.person_id is None:
        raise Refusal("seat", "You have no seat at this table.")
    own = {each.player for each in seats if each.person_id == seat.person_id}
    bots = {each.player for each in seats if each.bot}
    sitting = tables.sitting(table)
    moment = sitting.now
    if after is not None and after != moment.number:
        raise Overtaken(after)
    law = LAWS[law_of(table.law).undo]
    match law_of(table.law).undo:
        case "host" if seat.person_id != table.host_id:
            raise Refusal("undo.host", "At this table only {host} takes moves back.", host=table.host.name)
        case "host":
            last = _last(moment, bots)
        case "consent":
            last = _last(moment, {each.player for each in seats} - own)
            if {each.player for each in seats if each.person_id and not each.bot} - own:
                _ask(table, seat, moment.number, last - 1)
                return False
        case _:
            last = _last(moment, bots - own)
    through = TableStorage(table.pk, taker=Taker(seat.player))
    sitting.undo(own | bots, last - 1, after=moment.number, law=law, through=through)
    return True


def _last(moment: Moment, but: set[str]) -> int:
    """The number of the last move that none of these players made."""
    for number in range(moment.number, 0, -1):
        if moment.record.past_of(number).by not in but:
            return number
    raise Refusal("undo.nothing", "There is no action to take back.")


def _ask(table: Table, seat: Seat, number: int, to: int) -> None:
    asked = {"player": seat.player, "number": number, "to": to, "agreed": [], "declined": ""}
    with transaction.atomic():
        request, _ = UndoRequest.objects.update_or_create(table=table, defaults=asked)
        note_undo_request(request, awaited(table, request))


def standing_request(table: Table, number: int) -> UndoRequest | None:
    """What is asked after so many moves; a request from before the last move is none any more."""
    if law_of(table.law).undo != "consent":
        return None
    return UndoRequest.objects.filter(table=table, number=number).first()


def awaited(table: Table, request: UndoRequest) -> list[str]:
    """Who has still to answer: one seat of everybody who plays for themselves."""
    seats = list(table.seats.exclude(person=None))
    asker = next((seat.person_id for seat in seats if seat.player == request.player), None)
    answered = {seat.person_id for seat in seats if seat.player in request.agreed}
    waiting: dict[int | None, str] = {}
    for seat in seats:
        if not seat.bot and seat.person_id != asker and seat.person_id not in answered:
            waiting.setdefault(seat.person_id, seat.player)
    return list(waiting.values())


def answer(tables: Tables, table: Table, players: list[str], agrees: bool) -> bool:
    """What somebody says to a request; whether moves were taken back. Raises `Refusal`."""
    with transaction.atomic():
        request = UndoRequest.objects.select_for_update().filter(table=table, number=table.number).first()
        if request is None or request.declined:
            raise Refusal("undo.nothing", "Nobody asks to take anything back.")
        if request.player in players and not agrees:
            request.delete()  # whoever asked may think better of it
            return False
        mine = [player for player in awaited(table, request) if player in players]
        if not mine:
            raise Refusal("undo.not_yours", "This is for others to answer.")
        if agrees:
            request.agreed = [*request.agreed, *mine]
        else:
            request.declined = mine[0]
        if request.declined or awaited(table, request):
            request.save()
            return False
    # The last answer is not kept but carried out: whoever is cut off here can give it again.
    through = TableStorage(table.pk, taker=Taker(request.player, tuple(request.agreed)))
    tables.sitting(table).undo(request.player, request.to, after=request.number, law=ANYBODY, through=through)
    return True
