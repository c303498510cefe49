"""Seats in a game: only their owner acts for them; handed over, taken back, and taken over by the law."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from ferrovia.table.clocks.models import LastLook, SeatClock
from ferrovia.table.models import SeatKind, Table, Visibility
from ferrovia.table.seating import BOT
from ferrovia.table.tables import TABLES
from ferrovia.table.timeouts import relieve_all
from tests.web.people.visitors import browser, first_action, game, guest, seat_of, text, whoever_decides


def change(client: Client, table: Table, **fields: object) -> int:
    return client.post(f"/t/{table.key}/seats/change", fields).status_code


def late(table: Table, **by: int) -> None:
    """Whoever is asked has been asked for so long."""
    SeatClock.objects.filter(seat__table=table, seat__player=table.decider).update(
        since=timezone.now() - timedelta(**by), due=timezone.now()
    )


@pytest.mark.django_db
def test_only_its_owner_acts_for_a_seat() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio))
    decider, client = whoever_decides(table, *trio)
    action = first_action(table)
    for person, other in trio:
        if person != decider:
            assert other.post(f"/t/{table.key}/act", {"action": action, "after": "0"}).status_code == 409
    assert browser().post(f"/t/{table.key}/act", {"action": action, "after": "0"}).status_code == 409
    table.refresh_from_db()
    assert table.number == 0
    assert client.post(f"/t/{table.key}/act", {"action": action, "after": "0"}).status_code == 302
    table.refresh_from_db()
    assert table.number == 1


@pytest.mark.django_db
def test_the_host_frees_the_seat_of_somebody_who_is_gone_and_another_takes_it() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio))
    Table.objects.filter(pk=table.pk).update(visibility=Visibility.PLAYERS)
    host, other = trio[0][1], trio[1][1]
    seat = seat_of(table, "Carla")
    assert change(host, table, do="open", seat=seat.pk) == 409  # nobody moves for them
    assert change(trio[2][1], table, do="hand", seat=seat.pk) == 302
    assert change(host, table, do="open", seat=seat.pk) == 409  # for an evening, as far as anybody knows
    LastLook.objects.filter(person=trio[2][0]).update(at=timezone.now() - timedelta(days=2))
    assert change(other, table, do="open", seat=seat.pk) == 409  # that is for the host
    stranger = guest("Dora")[1]
    assert stranger.get(f"/t/{table.key}").status_code == 404
    assert "Carla then has no seat" in text(host.get(f"/t/{table.key}/seats"))
    assert change(host, table, do="open", seat=seat.pk) == 302
    assert stranger.post(f"/t/{table.key}/join", {"seat": seat.pk}).status_code == 302
    seat.refresh_from_db()
    assert (seat.kind, seat.bot) == (SeatKind.PERSON, "")
    assert stranger.get(f"/t/{table.key}").status_code == 200
    assert trio[2][1].get(f"/t/{table.key}").status_code == 404  # no seat is free any more


@pytest.mark.django_db
def test_a_seat_is_handed_to_a_computer_player_and_taken_back() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio))
    person, client = whoever_decides(table, *trio)
    seat = seat_of(table, person.name)
    assert change(client, table, do="hand", seat=seat.pk) == 302
    seat.refresh_from_db()
    assert (seat.bot, seat.person) == (BOT, person)
    assert "Take your seat back" in text(client.get(f"/t/{table.key}"))
    response = client.post(f"/t/{table.key}/act", {"action": first_action(table), "after": str(table.number)})
    assert response.status_code == 409
    table.refresh_from_db()
    assert table.number == 0
    assert change(client, table, do="take", seat=seat.pk) == 302
    seat.refresh_from_db()
    assert seat.bot == ""
    assert (
        client.post(f"/t/{table.key}/act", {"action": first_action(table), "after": str(table.number)}).status_code
        == 302
    )


@pytest.mark.django_db
@pytest.mark.parametrize("act", ["hand", "take", "open"])
def test_nobody_hands_over_or_takes_anothers_seat(act: str) -> None:
    (ada, _), (bruno, other), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    table.seats.filter(player="Ada").update(bot="sensible" if act == "take" else "")
    before = seat_of(table, "Ada").bot
    assert change(other, table, do=act, seat=seat_of(table, "Ada").pk) == 409
    assert change(browser(), table, do=act, seat=seat_of(table, "Ada").pk) == 409
    assert seat_of(table, "Ada").bot == before
    assert seat_of(table, "Ada").person == ada


@pytest.mark.django_db
def test_the_others_may_let_a_computer_player_move_for_who_is_absent() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio), law={"pace": "day", "stand_in": "asked"})
    person, client = whoever_decides(table, *trio)
    other = next(each for each in trio if each[0] != person)[1]
    seat = seat_of(table, person.name)
    assert change(other, table, do="relieve", seat=seat.pk) == 409  # there is still time
    late(table, hours=23)
    assert change(other, table, do="relieve", seat=seat.pk) == 409
    late(table, hours=25)
    assert change(browser(), table, do="relieve", seat=seat.pk) == 409  # a bystander has no say
    assert "A computer plays this turn" in text(other.get(f"/t/{table.key}/seats"))
    assert change(other, table, do="relieve", seat=seat.pk) == 302
    seat.refresh_from_db()
    assert seat.bot
    assert seat.person == person
    assert change(client, table, do="take", seat=seat.pk) == 302  # they are back
    seat.refresh_from_db()
    assert not seat.bot


@pytest.mark.django_db
def test_by_another_law_the_table_waits() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio), law={"stand_in": "never"})
    person, _ = whoever_decides(table, *trio)
    other = next(each for each in trio if each[0] != person)[1]
    late(table, days=30)
    assert change(other, table, do="relieve", seat=seat_of(table, person.name).pk) == 409
    other.get(f"/t/{table.key}")
    assert not seat_of(table, person.name).bot


@pytest.mark.django_db
def test_by_a_third_law_a_computer_player_moves_at_once_for_who_is_late() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio), law={"pace": "day", "stand_in": "late"})
    person, client = whoever_decides(table, *trio)
    other = next(each for each in trio if each[0] != person)[1]
    late(table, hours=23)
    relieve_all(TABLES)
    assert not seat_of(table, person.name).bot
    late(table, hours=25)
    before = table.changes
    other.get(f"/t/{table.key}")
    assert not seat_of(table, person.name).bot  # who looks changes nothing: the clock does
    relieve_all(TABLES)
    assert seat_of(table, person.name).bot
    table.refresh_from_db()
    assert table.changes > before  # everybody is told
    change(client, table, do="take", seat=seat_of(table, person.name).pk)


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", Visibility.values)
def test_a_seat_left_for_good_stops_the_table_until_the_others_decide_or_somebody_comes(visibility: str) -> None:
    (ada, client), (bruno, other), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, visibility=visibility)
    assert change(client, table, do="leave", sure="yes") == 302
    seat = seat_of(table, "Ada")
    assert (seat.kind, seat.person, seat.bot) == (SeatKind.OPEN, None, "")
    table.refresh_from_db()
    assert table.host == bruno
    assert change(browser(), table, do="wake", seat=seat.pk) == 409
    assert change(other, table, do="wake", seat=seat.pk) == 302
    assert seat_of(table, "Ada").bot == BOT
    newcomer = browser()
    assert "Sit down" in text(newcomer.get(f"/t/{table.key}/seats"))
    assert client.get(f"/t/{table.key}").status_code == 200  # whoever has left sees what becomes of it
    assert newcomer.post(f"/t/{table.key}/join", {}).status_code == 302
    seat = seat_of(table, "Ada")
    assert (seat.kind, seat.bot) == (SeatKind.PERSON, "")
    assert seat.person is not None
    assert seat.person != ada
    assert newcomer.get(f"/t/{table.key}").status_code == 200
    page = text(other.get(f"/t/{table.key}/seats"))
    assert "Ada leaves for good." in page
    assert "takes the free seat of Ada" in page


@pytest.mark.django_db
def test_the_host_frees_a_computer_players_seat_for_a_person() -> None:
    ada, client = guest("Ada")
    table = game(ada, bots=2)
    seat = table.seats.filter(kind=SeatKind.BOT).first()
    assert seat is not None
    name = seat.player
    assert change(client, table, do="open", seat=seat.pk) == 302
    seat.refresh_from_db()
    assert (seat.kind, seat.player) == (SeatKind.OPEN, name)
    assert seat.bot  # it moves until somebody comes
    browser().post(f"/t/{table.key}/join", {"name": "Elsa"})
    seat.refresh_from_db()
    assert (seat.kind, seat.player, seat.bot) == (SeatKind.PERSON, name, "")


@pytest.mark.django_db
def test_leaving_for_good_is_asked_about_twice_with_what_follows() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    page = text(client.get(f"/t/{table.key}/seats"))
    assert 'value="leave"' not in page  # the first button only asks
    assert f"/t/{table.key}/seats/leave" in page
    asked = text(client.get(f"/t/{table.key}/seats/leave"))
    assert "stay with the seat" in asked
    assert "Bruno and Carla decide" in asked
    assert "autofocus" in asked[asked.rindex("<a ", 0, asked.index("Stay<")) : asked.index("Stay<")]
    response = client.post(f"/t/{table.key}/seats/change", {"do": "leave"})  # without the tick
    assert response["Location"].endswith("/seats/leave")
    assert seat_of(table, "Ada").person == ada
    italian = client.get(f"/t/{table.key}/seats/leave", headers={"accept-language": "it"}).content.decode()
    assert "Nessuno tiene il posto per te" in italian
    for stranger in (browser(), guest("Dora")[1]):
        assert stranger.get(f"/t/{table.key}/seats/leave").status_code == 302


@pytest.mark.django_db
def test_who_hands_a_seat_over_chooses_the_computer_player() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    assert change(client, table, do="hand", seat=seat_of(table, "Ada").pk, kind="sensible") == 302
    assert seat_of(table, "Ada").bot == "sensible"
    assert change(client, table, do="hand", seat=seat_of(table, "Ada").pk, kind="nobody") == 409


@pytest.mark.django_db
def test_a_tab_of_somebody_whose_turn_it_is_has_a_mark() -> None:
    trio = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(*(person for person, _ in trio))
    decider, _ = whoever_decides(table, *trio)
    for person, client in trio:
        for address in (f"/t/{table.key}", f"/t/{table.key}/now"):
            assert ("<title>● " in client.get(address).content.decode()) == (person == decider)
