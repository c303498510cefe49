"""Invitations: who is asked finds it at home, sits down or says no; what is none is refused in a sentence."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import invitations
from ferrovia.table.home.models import Invitation
from ferrovia.table.invitations import decline, invite, note_opened, waiting_for, withdraw
from ferrovia.table.models import Person, SeatKind, Table
from ferrovia.table.seating import sit
from tests.web.people.visitors import game, guest, lobby


def _asked() -> tuple[Table, Person]:
    (host, _), (elio, _) = guest("Ada"), guest("Elio")
    table = lobby(host)
    invite(table, elio)
    return table, elio


@pytest.mark.django_db
def test_who_is_asked_is_asked_once_however_often() -> None:
    table, elio = _asked()
    first = waiting_for(elio).get()
    assert (first.table, first.by, first.opened) == (table, table.host, None)
    note_opened(table, elio)
    assert waiting_for(elio).get().opened is not None
    invite(table, elio)
    again = waiting_for(elio).get()
    assert (again.pk, again.opened) == (first.pk, None)
    assert again.made >= first.made


@pytest.mark.django_db
def test_an_invitation_ends_by_a_seat_a_no_a_start_a_full_table_or_when_it_is_taken_back() -> None:
    table, elio = _asked()
    seats = list(table.seats.filter(kind=SeatKind.OPEN))
    assert decline(table, elio)
    assert not waiting_for(elio)
    assert not decline(table, elio)
    invite(table, elio)
    assert withdraw(table, elio)
    assert not withdraw(table, elio)
    invite(table, elio)
    others = [Person.objects.create(name=name) for name in ("Dora", "Gino")]
    for seat, person in zip(seats, others, strict=True):
        sit(seat, person, person.name)
    assert not waiting_for(elio)
    seats[0].kind = SeatKind.OPEN
    seats[0].save()
    assert waiting_for(elio).exists()
    sit(seats[0], elio, "Elio")
    assert not waiting_for(elio)
    seats[0].delete()
    Table.objects.update(start_hash="x")
    assert not waiting_for(elio)


@pytest.mark.django_db
def test_what_is_no_invitation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    (ada, _), (bruno, _), (carla, _), (elio, _) = (guest(name) for name in ("Ada", "Bruno", "Carla", "Elio"))
    with pytest.raises(Refusal, match=r"The game has begun: nobody can be invited any more\."):
        invite(game(ada, bruno, carla), elio)
    table = lobby(ada)
    with pytest.raises(Refusal, match=r"Ada sits at this table already\."):
        invite(table, ada)
    monkeypatch.setattr(invitations, "MOST", 1)
    invite(table, elio)
    invite(table, elio)
    with pytest.raises(Refusal, match=r"At most 1 people are invited to one table\."):
        invite(table, bruno)
    with pytest.raises(Refusal, match=r"Elio has not answered your other invitations yet\."):
        invite(lobby(ada), elio)
    assert Invitation.objects.count() == 1
