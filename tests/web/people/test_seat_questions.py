"""What those at a table are asked: to give a vanished person's seat to another, and to end the table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.bot_queue import waiting_for_computers
from ferrovia.table.clocks.models import LastLook, SeatClock
from ferrovia.table.clocks.reading import is_stood_in
from ferrovia.table.clocks.visits import NOTED
from ferrovia.table.models import Person, SeatKind, Table, Visibility
from ferrovia.table.seat_models import SeatQuestion
from ferrovia.table.seating import stand_in
from ferrovia.table.shared_clock import time_now
from tests.web.people.visitors import browser, first_action, game, guest, seat_of, text, whoever_decides

pytestmark = pytest.mark.django_db
People = list[tuple[Person, Client]]


def change(client: Client, table: Table, **fields: object) -> int:
    return client.post(f"/t/{table.key}/seats/change", fields).status_code


def four() -> tuple[Table, tuple[Person, Client], People]:
    """A private table that waits for somebody, and the other three."""
    people = [guest(name) for name in ("Ada", "Bruno", "Carla", "Dora")]
    table = game(*(person for person, _ in people), visibility=Visibility.PLAYERS)
    late = whoever_decides(table, *people)
    return table, late, [each for each in people if each[0] != late[0]]


def wait(table: Table, **by: int) -> None:
    since = time_now() - timedelta(**by)
    Table.objects.filter(pk=table.pk).update(asked_at=since)
    SeatClock.objects.filter(seat__table=table).exclude(since=None).update(since=since)


def test_more_than_half_of_the_others_give_a_vanished_persons_seat_to_whoever_has_the_link() -> None:
    table, (late, gone), others = four()
    seat = seat_of(table, late.name)
    assert change(others[0][1], table, do="free", seat=seat.pk) == 409  # nobody has waited for a day
    wait(table, hours=23)
    assert change(others[0][1], table, do="free", seat=seat.pk) == 409
    wait(table, hours=25)
    assert change(browser(), table, do="free", seat=seat.pk) == 404
    assert change(gone, table, do="free", seat=seat.pk) == 409
    assert change(others[0][1], table, do="free", seat=seat.pk) == 302
    assert f"The seat of {late.name} for another?" in text(others[1][1].get(f"/t/{table.key}/seats"))
    assert change(gone, table, do="yes") == 409  # not for whom it is about
    assert change(others[0][1], table, do="yes") == 302  # once is enough
    seat.refresh_from_db()
    assert seat.person == late
    assert change(others[1][1], table, do="yes") == 302
    seat = seat_of(table, late.name)
    assert (seat.person, seat.kind, seat.bot) == (None, SeatKind.OPEN, "")
    assert not SeatQuestion.objects.exists()
    fosca, newcomer = guest("Fosca")
    assert newcomer.post(f"/t/{table.key}/join", {}).status_code == 302
    seat.refresh_from_db()
    assert seat.person == fosca
    assert "somebody else’s now" in text(gone.get(f"/t/{table.key}"))


def test_whoever_comes_back_and_plays_makes_the_question_void() -> None:
    table, (late, client), others = four()
    wait(table, hours=25)
    change(others[0][1], table, do="free", seat=seat_of(table, late.name).pk)
    client.post(f"/t/{table.key}/act", {"action": first_action(table), "after": "0"})
    assert change(others[1][1], table, do="yes") == 409
    assert seat_of(table, late.name).person == late
    assert "for another?" not in text(others[1][1].get(f"/t/{table.key}/seats"))


def test_half_of_those_asked_can_decline() -> None:
    table, (late, _), others = four()
    wait(table, hours=25)
    change(others[0][1], table, do="free", seat=seat_of(table, late.name).pk)
    change(others[1][1], table, do="no")
    assert SeatQuestion.objects.exists()
    change(others[2][1], table, do="no")
    assert not SeatQuestion.objects.exists()
    assert seat_of(table, late.name).person == late


def look_away(table: Table, person: Person, **by: int) -> None:
    LastLook.objects.filter(table=table, person=person).update(at=time_now() - timedelta(**by))
    NOTED.clear()


def test_people_whose_seat_a_computer_has_and_who_have_not_looked_for_a_day_are_not_asked() -> None:
    table, (late, _), others = four()
    wait(table, hours=25)
    away, handed = others[2]
    change(handed, table, do="hand", seat=seat_of(table, away.name).pk)
    look_away(table, away, hours=25)
    change(others[0][1], table, do="free", seat=seat_of(table, late.name).pk)
    assert change(others[1][1], table, do="yes") == 302
    assert seat_of(table, late.name).person is None


def test_one_of_three_ends_no_table_that_the_others_have_handed_over_for_an_evening() -> None:
    table, _, others = four()
    seats = {person.name: seat_of(table, person.name).pk for person, _ in others}
    for person, client in others[1:]:
        assert change(client, table, do="hand", seat=seats[person.name]) == 302
    assert change(others[0][1], table, do="end") == 302
    table.refresh_from_db()
    assert not table.over
    assert change(others[1][1], table, do="yes") == 302  # they are asked like everybody
    assert not Table.objects.get(pk=table.pk).over


def test_the_host_frees_no_seat_that_somebody_has_handed_over_for_an_evening() -> None:
    table, _, others = four()
    (away, handed), (host, opener) = others[0], others[1]
    Table.objects.filter(pk=table.pk).update(host=host)
    seat = seat_of(table, away.name)
    assert change(handed, table, do="hand", seat=seat.pk) == 302
    for act in ("open", "free"):
        assert change(opener, table, do=act, seat=seat.pk) == 409
    look_away(table, away, hours=25)
    handed.get(f"/t/{table.key}")  # they look in
    assert change(opener, table, do="open", seat=seat.pk) == 409
    look_away(table, away, hours=25)
    assert change(opener, table, do="open", seat=seat.pk) == 302
    assert seat_of(table, away.name).kind == SeatKind.OPEN


def test_whoever_is_stood_in_for_is_asked() -> None:
    table, (late, client), others = four()
    seat = seat_of(table, late.name)
    stand_in(seat)
    assert is_stood_in(seat_of(table, late.name))
    change(others[0][1], table, do="end")
    for _, each in others[1:]:
        assert change(each, table, do="yes") == 302
    assert not Table.objects.get(pk=table.pk).over
    assert change(client, table, do="yes") == 302
    assert Table.objects.get(pk=table.pk).over


def test_the_host_alone_frees_the_seat_of_somebody_for_whom_all_have_waited_for_a_day() -> None:
    table, (late, _), others = four()
    if table.host == late:
        table.host = others[0][0]
        table.save()
    host = next(client for person, client in others if person == table.host)
    assert change(host, table, do="open", seat=seat_of(table, late.name).pk) == 409
    wait(table, hours=25)
    assert change(host, table, do="open", seat=seat_of(table, late.name).pk) == 302
    assert seat_of(table, late.name).kind == SeatKind.OPEN


def test_a_table_ends_when_all_who_play_agree() -> None:
    table, (_person, client), others = four()
    assert change(client, table, do="end") == 302
    assert change(others[0][1], table, do="end") == 409  # one question at a time
    assert change(others[0][1], table, do="yes") == 302
    assert change(others[1][1], table, do="yes") == 302
    table.refresh_from_db()
    assert not table.over
    assert change(others[2][1], table, do="yes") == 302
    table = Table.objects.get(pk=table.pk)
    assert table.over
    assert table.is_ended
    assert not waiting_for_computers().exists()
    response = client.post(f"/t/{table.key}/act", {"action": '{"type":"pass"}', "after": "0"})
    assert response.status_code == 409
    assert "This table was ended" in text(response)
    assert "This table was ended" in text(client.get(f"/t/{table.key}"))
    assert "This table was ended" in text(client.get(f"/t/{table.key}/seats"))
    assert change(client, table, do="end") == 409
    table.refresh_from_db()
    assert table.number == 0


def test_one_no_lets_the_table_go_on_and_whoever_asks_may_take_it_back() -> None:
    table, (_, client), others = four()
    for whoever in (others[0][1], client):
        change(client, table, do="end")
        assert SeatQuestion.objects.exists()
        assert change(whoever, table, do="no") == 302
        assert not SeatQuestion.objects.exists()
    table.refresh_from_db()
    assert not table.over


def test_where_it_breaks_between_the_last_yes_and_the_end_nothing_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (_, client), others = four()
    change(client, table, do="end")
    change(others[0][1], table, do="yes")
    change(others[1][1], table, do="yes")

    def broken(*_: object, **__: object) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr("ferrovia.table.handing.questions.note", broken)
    others[2][1].raise_request_exception = False
    assert change(others[2][1], table, do="yes") == 500
    table.refresh_from_db()
    assert not table.over
    monkeypatch.undo()
    assert change(others[2][1], table, do="yes") == 302
    table.refresh_from_db()
    assert table.over


def test_a_move_that_was_under_way_does_not_come_after_the_end() -> None:
    from ferrovia.table.ending import end
    from ferrovia.table.moves import play
    from ferrovia.table.tables import TABLES

    table, (person, _), _ = four()
    action = first_action(table)
    TABLES.sitting(table)
    end(Table.objects.get(pk=table.pk))
    with pytest.raises(Refusal):
        play(TABLES, table, action, person.name, 0)
    table.refresh_from_db()
    assert table.number == 0
