"""Seat links and recovery codes: each opens a seat once and for a time, and the browser that had it is told."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.models import LastLook
from ferrovia.table.handing.passes import found_by, make_pass, take
from ferrovia.table.host.bans import ban
from ferrovia.table.models import Person, PrivateData, SeatKind, Table, Visibility
from ferrovia.table.recovery.codes import digest, new_code, tidied
from ferrovia.table.recovery.words import WORDS
from ferrovia.table.seat_models import PassKind, SeatChange, SeatPass
from ferrovia.table.seating import clear
from ferrovia.table.shared_clock import time_now
from tests.web.people.visitors import browser, game, guest, seat_of, text

pytestmark = pytest.mark.django_db


def made(client: Client, table: Table, kind: str, player: str) -> Any:
    return client.post(f"/t/{table.key}/seats/pass", {"do": kind, "seat": seat_of(table, player).pk})


def link_in(page: str) -> str:
    found = re.search(r'id="secret-link"[^>]*value="http://[^/]+(/s/[^"]+)"', page)
    assert found is not None
    return found[1]


def code_in(page: str) -> str:
    found = re.search(r'class="code">([^<]+)<', page)
    assert found is not None
    return found[1]


def private_table() -> tuple[Table, list[tuple[Person, Client]]]:
    """It was made two days ago, and nobody has looked at it."""
    people = [guest(name) for name in ("Ada", "Bruno", "Carla")]
    made = time_now() - timedelta(days=2)
    return game(*(person for person, _ in people), visibility=Visibility.PLAYERS, made=made), people


def test_words_of_codes_are_plain_and_many_enough() -> None:
    assert len(set(WORDS)) == len(WORDS) > 500
    assert all(re.fullmatch(r"[a-z]{3,10}", word) for word in WORDS)
    assert len({new_code() for _ in range(50)}) == 50
    assert tidied("  Olive – Tender_signal\tOAK ") == "olive-tender-signal-oak"


def test_a_seat_is_given_to_another_person_by_a_link_that_works_once() -> None:
    table, [(ada, client), (_, other), _] = private_table()
    PrivateData.objects.create(table=table, person=ada, kind="notes", content=b"mine")
    link = link_in(text(made(client, table, "gift", "Ada")))
    assert link not in text(client.get(f"/t/{table.key}/seats"))  # shown once
    assert SeatPass.objects.get().digest not in link
    fosca, newcomer = guest("Fosca")
    assert newcomer.get(f"/t/{table.key}").status_code == 404
    page = text(newcomer.get(link))
    assert "Ada gives you a seat" in page
    assert "Bruno" in page
    assert newcomer.post(link).status_code == 302
    seat = seat_of(table, "Ada")
    assert (seat.person, seat.kind, seat.bot) == (fosca, SeatKind.PERSON, "")
    assert newcomer.get(f"/t/{table.key}").status_code == 200
    assert PrivateData.objects.get().person == ada  # notes stay with their writer
    table.refresh_from_db()
    assert table.host == fosca
    told = client.get(f"/t/{table.key}")
    assert told.status_code == 404
    assert "somebody else’s now" in text(told)
    late = guest("Gino")[1]
    assert late.get(link).status_code == 404
    assert "was used already" in text(late.post(link))
    assert "played by Fosca" in text(other.get(f"/t/{table.key}/seats"))
    assert "Fosca has the seat of Ada now" in text(other.get(f"/t/{table.key}/seats"))


def test_a_stranger_who_takes_a_seat_says_a_name_that_passes_for_nobody_elses() -> None:
    table, [(_, client), *_] = private_table()
    link = link_in(text(made(client, table, "gift", "Ada")))
    stranger = browser()
    refused = stranger.post(link, {"name": "Вruno"})
    assert refused.status_code == 409
    assert seat_of(table, "Ada").person.name == "Ada"  # type: ignore[union-attr]
    assert stranger.post(link, {"name": "Fosca"}).status_code == 302
    assert seat_of(table, "Ada").person.name == "Fosca"  # type: ignore[union-attr]


def test_a_guest_opens_their_seat_on_another_device_with_all_that_is_theirs() -> None:
    table, [(ada, client), *_] = private_table()
    PrivateData.objects.create(table=table, person=ada, kind="notes", content=b"mine")
    link = link_in(text(made(client, table, "device", "Ada")))
    phone = browser()
    assert "Your seat, on this device" in text(phone.get(link))
    assert phone.post(link).status_code == 302
    owner = seat_of(table, "Ada").person
    assert owner is not None
    assert owner != ada
    assert owner.name == "Ada"
    assert PrivateData.objects.get().person == owner
    assert phone.get(f"/t/{table.key}").status_code == 200
    assert "opened on another device" in text(client.get(f"/t/{table.key}"))


def test_the_host_gives_a_guest_a_code_of_four_words_and_nobody_elses_notes() -> None:
    table, [(_, host), (bruno, old), (_, other)] = private_table()
    PrivateData.objects.create(table=table, person=bruno, kind="notes", content=b"mine")
    assert made(other, table, "return", "Bruno").status_code == 409  # that is for the host
    assert made(host, table, "return", "Ada").status_code == 409  # not for oneself
    code = code_in(text(made(host, table, "return", "Bruno")))
    assert len(code.split("-")) == 4
    assert "Ada has made a recovery code for the seat of Bruno" in text(other.get(f"/t/{table.key}/seats"))
    assert host.post("/s", {"code": code}).status_code == 409  # the host gives it away
    assert browser().get(f"/s/{code}").status_code == 404  # a code is no link: that could be tried freely
    phone = browser()
    assert phone.post("/s", {"code": code.upper().replace("-", " ")}).status_code == 302
    owner = seat_of(table, "Bruno").person
    assert owner is not None
    assert owner not in (bruno, table.host)
    assert owner.name == "Bruno"
    assert PrivateData.objects.get().person == bruno
    assert "opened on another device" in text(old.get(f"/t/{table.key}"))
    assert phone.post("/s", {"code": code}).status_code == 409


def test_an_account_has_codes_of_its_own_and_its_seat_none() -> None:
    table, [(_, host), (bruno, _), _] = private_table()
    from django.contrib.auth.models import User

    bruno.user = User.objects.create(username="Bruno")
    bruno.save()
    assert made(host, table, "return", "Bruno").status_code == 409
    assert not SeatPass.objects.exists()


@pytest.mark.parametrize("kind", ["gift", "device", "return", "withdraw", "", "x"])
def test_nobody_makes_a_pass_for_anothers_seat(kind: str) -> None:
    table, [_, (_, other), _] = private_table()
    for client in (other, browser()):
        assert made(client, table, kind, "Carla").status_code in (302, 404, 409)
    assert not SeatPass.objects.exists()


def test_whoever_has_the_seat_withdraws_what_others_have_made_for_it() -> None:
    table, [(_, host), (_, owner), _] = private_table()
    code = code_in(text(made(host, table, "return", "Bruno")))
    assert made(owner, table, "withdraw", "Bruno").status_code == 302
    assert browser().post("/s", {"code": code}).status_code == 409
    link = link_in(text(made(owner, table, "gift", "Bruno")))
    assert made(host, table, "withdraw", "Bruno").status_code == 302  # which is not theirs
    assert guest("Fosca")[1].get(link).status_code == 200


def test_a_new_link_makes_the_one_before_void() -> None:
    table, [(_, client), *_] = private_table()
    first = link_in(text(made(client, table, "gift", "Ada")))
    second = link_in(text(made(client, table, "gift", "Ada")))
    assert browser().get(first).status_code == 404
    assert browser().get(second).status_code == 200


def test_a_pass_has_its_time_and_dies_when_the_seat_changes_hands() -> None:
    table, [(_, client), (bruno, _), _] = private_table()
    link = link_in(text(made(client, table, "gift", "Ada")))
    found = SeatPass.objects.get()
    SeatPass.objects.update(until=found.made - timedelta(seconds=1))
    assert "Its time is over" in text(browser().get(link))
    SeatPass.objects.update(until=found.until)
    assert browser().get(link).status_code == 200
    table.seats.filter(player="Ada").update(person=bruno)
    assert "opens nothing any more" in text(browser().get(link))


def test_a_forged_code_is_told_nothing_by_and_soon_answered_no_more() -> None:
    table, [(_, host), *_] = private_table()
    code_in(text(made(host, table, "return", "Bruno")))
    thief = browser()
    answers = [thief.post("/s", {"code": "olive-tiger-signal-oak"}) for _ in range(40)]
    assert {answer.status_code for answer in answers} == {409, 429}
    told = {re.sub('name="csrf[^>]*', "", text(answer)) for answer in answers if answer.status_code == 409}
    assert len(told) == 1
    assert found_by(tidied("\0" * 200), is_code=True) is None


def test_of_two_who_come_at_once_one_is_told_that_it_was_used() -> None:
    table, [(ada, _), *_] = private_table()
    secret = make_pass(seat_of(table, "Ada"), PassKind.GIFT, ada)
    one, two = found_by(secret), found_by(secret)
    assert one is not None
    assert two is not None
    fosca, gino = guest("Fosca")[0], guest("Gino")[0]
    take(one, fosca)
    with pytest.raises(Refusal, match="used already"):
        take(two, gino)
    assert seat_of(table, "Ada").person == fosca


def test_a_seat_that_was_freed_meanwhile_does_not_go_from_its_next_owner_to_whoever_has_the_link() -> None:
    table, [(ada, _), (bruno, _), _] = private_table()
    found = found_by(make_pass(seat_of(table, "Ada"), PassKind.GIFT, ada))
    assert found is not None
    table.seats.filter(player="Ada").update(person=bruno)  # after the link was read, before the table was locked
    with pytest.raises(Refusal, match="opens nothing any more"):
        take(found, guest("Fosca")[0])
    assert seat_of(table, "Ada").person == bruno
    assert SeatPass.objects.get().used is None


def test_a_seat_that_is_freed_has_no_passes_any_more() -> None:
    table, [(ada, _), *_] = private_table()
    make_pass(seat_of(table, "Ada"), PassKind.GIFT, ada)
    clear(seat_of(table, "Ada"))
    assert not SeatPass.objects.exists()


@pytest.mark.parametrize("kind", ["gift", "device"])
def test_who_is_banned_does_not_go_on_as_somebody_else(kind: str) -> None:
    table, [(ada, client), *_] = private_table()
    link = link_in(text(made(client, table, kind, "Ada")))
    ban(None, ada, 3)
    window = browser()
    assert "is banned from this server" in text(window.get(link))
    assert window.post(link, {"name": "Fosca"}).status_code == 404
    assert seat_of(table, "Ada").person == ada


def test_a_code_takes_no_seat_from_a_guest_who_is_only_asleep() -> None:
    table, [(_, host), (bruno, owner), _] = private_table()
    code = code_in(text(made(host, table, "return", "Bruno")))
    owner.get(f"/t/{table.key}")  # they were there all the time
    refused = browser().post("/s", {"code": code})
    assert refused.status_code == 409
    assert "Bruno has been at this table within the last day" in text(refused)
    assert "Bruno has been at this table" in text(made(host, table, "return", "Bruno"))
    assert seat_of(table, "Bruno").person == bruno
    LastLook.objects.filter(person=bruno).update(at=time_now() - timedelta(hours=25))
    code = code_in(text(made(host, table, "return", "Bruno")))
    assert browser().post("/s", {"code": code}).status_code == 302


def test_no_code_is_made_on_the_first_day_for_a_guest_who_has_not_come_yet() -> None:
    table, [(_, host), *_] = private_table()
    Table.objects.filter(pk=table.pk).update(made=time_now())
    assert made(host, table, "return", "Bruno").status_code == 409
    assert not SeatPass.objects.exists()


def test_where_it_breaks_between_two_steps_nothing_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    table, [(ada, client), *_] = private_table()
    link = link_in(text(made(client, table, "gift", "Ada")))

    def broken(*_: object, **__: object) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr("ferrovia.table.handing.passes.note", broken)
    newcomer = guest("Fosca")[1]
    newcomer.raise_request_exception = False
    assert newcomer.post(link).status_code == 500
    assert seat_of(table, "Ada").person == ada
    assert SeatPass.objects.get().used is None
    assert not SeatChange.objects.exists()
    monkeypatch.undo()
    assert newcomer.post(link).status_code == 302


def test_only_a_digest_is_kept_and_another_key_makes_another(settings: Any) -> None:
    kept = digest("olive-tiger-signal-oak")
    settings.SECRET_KEY = "another"
    assert digest("olive-tiger-signal-oak") != kept
