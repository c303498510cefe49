"""What somebody has left in rows that others read, or that are about them and others: under another name, or gone."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from ferrovia.table.clocks.models import LateVote, PauseRequest, RestRow
from ferrovia.table.home.models import Invitation, PutAway
from ferrovia.table.host.models import Announcement, HostAct
from ferrovia.table.models import Person, Table
from ferrovia.table.seat_models import SeatChange, SeatPass


def rename_at(table: Table, old: str, new: str) -> None:
    """A player of a finished game in what its page tells beside the moves."""
    SeatChange.objects.filter(table=table, player=old).update(player=new)
    RestRow.objects.filter(table=table, player=old).update(player=new)
    RestRow.objects.filter(table=table, ended_by=old).update(ended_by=new)
    PauseRequest.objects.filter(table=table).delete()  # nobody answers it any more


def forget_traces(person: Person, former: str) -> None:
    """All that is about somebody but is no game and no talk; in what hosts did another name stands for theirs."""
    Invitation.objects.filter(Q(person=person) | Q(by=person)).delete()
    SeatPass.objects.filter(Q(holder=person) | Q(by=person)).delete()
    for theirs in (PutAway, LateVote):
        theirs.objects.filter(person=person).delete()
    names = {person.name, person.user.get_username() if person.user is not None else person.name}
    for act in HostAct.objects.filter(Q(by=person) | Q(person=person) | Q(table__seats__person=person)).distinct():
        act.told = _renamed(act.told, names, former)
        act.by_name = former if act.by_id == person.pk else act.by_name
        act.save(update_fields=["told", "by_name"])
    Announcement.objects.filter(by_name__in=names).update(by_name=former)


def _renamed(told: Any, names: set[str], former: str) -> Any:
    """A stored message with another name wherever a whole field of it is one of these."""
    match told:
        case dict():
            return {key: _renamed(value, names, former) if key != "text" else value for key, value in told.items()}
        case list():
            return [_renamed(each, names, former) for each in told]
        case str() if told in names:
            return former
    return told
