"""The host's room: what hosts do and how it is told, that nobody else learns of it, and what no host can do."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from ferrovia.table.host import lobbies, sign_up
from ferrovia.table.host.bans import ban, is_banned
from ferrovia.table.host.models import Announcement, HostAct, SignUpLink
from ferrovia.table.invitations import invite, waiting_for
from ferrovia.table.models import Person, Remark, Table
from ferrovia.table.notices.models import Channel, Delivery, Kind, State, Way, Wish
from ferrovia.table.notices.outbox import note_remark
from ferrovia.table.people import GENERATION, settle_in
from ferrovia.table.private_data import keep
from ferrovia.table.shared_clock import time_now
from ferrovia.table.tidying import tidy_up
from tests.web.people.visitors import browser, game, guest, lobby, text

PASSWORD = "sotto il ponte"
EVERY_ACT = (
    "person.reset", "person.log_out", "person.ban", "person.unban", "person.appoint", "person.dismiss", "table.rename",
    "table.end", "table.delete", "remark", "lobbies", "announce", "unannounce", "sign_up", "link", "end_link",
)  # fmt: skip

pytestmark = pytest.mark.django_db


def account(name: str, is_host: bool = False) -> tuple[Person, Client]:
    user = User.objects.create_user(name, password=PASSWORD, is_staff=is_host)
    person = Person.objects.create(name=name, user=user)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    session[GENERATION] = person.current
    session.save()
    return person, client


@pytest.fixture
def fosca() -> Client:
    return account("Fosca", is_host=True)[1]


def do(client: Client, act: str, **fields: Any) -> Any:
    return client.post("/host", {"do": act, **fields})


def told() -> list[str]:
    return [act.act for act in HostAct.objects.order_by("pk")]


def test_to_everybody_but_hosts_the_room_is_not_there() -> None:
    for client in (browser(), guest("Gino")[1], account("Ada")[1]):
        answer = client.get("/host")
        assert answer.status_code == 404
        assert "There is nothing here." in text(answer)
        assert "Host’s room" not in text(answer)
        for act in EVERY_ACT:
            assert do(client, act, person=1, table=1).status_code == 404
        assert "/host" not in text(client.get("/"))
    assert not HostAct.objects.exists()


def test_a_host_finds_people_tables_and_what_was_said(fosca: Client) -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, name="Thursday circle")
    Remark.objects.create(table=table, person=ada, name="Ada", text="Buongiorno a tutti", number=0)
    page = text(fosca.get("/host"))
    for shown in ("Thursday circle", "Buongiorno a tutti", "Ada", "Bruno", "4 people, 1 with an account"):
        assert shown in page
    found = text(fosca.get("/host", {"find": "brun"}))
    assert f'id="person-{bruno.pk}"' in found
    assert f'id="person-{ada.pk}"' not in found
    assert "Nobody has such a name." in text(fosca.get("/host", {"find": "x\0" * 90}))
    assert "Host’s room" in text(fosca.get("/"))


def test_no_host_reads_what_is_only_somebodys_own(fosca: Client) -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, visibility="players")
    keep(table, ada, "notes", "my secret plan")
    assert "my secret plan" not in text(fosca.get("/host"))
    for address in ("", "/seats", "/now", "/text", "/history", "/game.json", "/try"):
        assert fosca.get(f"/t/{table.key}{address}").status_code == 404
    assert "Never possible, for no host: to read passwords, notes, plans" in text(fosca.get("/host"))


def test_a_code_sets_a_new_password_once_and_logs_out_everywhere(fosca: Client) -> None:
    elio, client = account("Elio")
    page = text(do(fosca, "person.reset", person=elio.pk))
    code = page.partition("/accounts/code/")[2].partition("/")[0]
    stranger = Client(headers={"accept-language": "en"})
    address = f"/accounts/code/{code}/"
    assert "For the account Elio" in text(stranger.get(address))
    assert stranger.post(address, {"password": "kurz"}).status_code == 409
    assert User.objects.get(username="Elio").check_password(PASSWORD)
    assert stranger.post(address, {"password": "una galleria lunga"}).status_code == 302
    assert User.objects.get(username="Elio").check_password("una galleria lunga")
    assert "Log in" in text(client.get("/settings"))  # a device that was logged in
    for wrong in (code, "x", "%00", "-", "MQ-" + "a" * 40, "9" * 400):
        answer = stranger.get(f"/accounts/code/{wrong}/")
        assert answer.status_code == 404
        assert "This code is not valid" in text(answer)
    assert told() == ["reset"]
    gino, _ = guest("Gino")
    assert "Gino is a guest, and has no password." in text(do(fosca, "person.reset", person=gino.pk))


def test_who_is_banned_looks_on_and_does_nothing_until_they_are_let_in(fosca: Client) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    do(fosca, "person.ban", person=ada.pk, days="7", why="was rude")
    page = f"/t/{table.key}"
    assert client.get(page).status_code == 200
    for address, fields in ((f"{page}/remark", {"text": "still here"}), ("/tables/new", {"title": "1849"})):
        answer = client.post(address, fields)
        assert answer.status_code == 403
        assert "A host of this server has banned you until" in text(answer)
    answer = client.post(f"{page}/act", {"action": '{"kind":"Pass"}'}, headers={"HX-Request": "true"})
    assert (answer.status_code, "has banned you" in text(answer)) == (403, True)
    assert not Remark.objects.exists()
    assert "has banned you" in text(client.get("/"))
    assert client.post("/taste", {"theme": "dark", "back": "/"}).status_code == 302
    do(fosca, "person.unban", person=ada.pk)
    assert client.post(f"{page}/remark", {"text": "thank you"}).status_code == 302
    do(fosca, "person.ban", person=ada.pk, days="1")
    Person.objects.filter(pk=ada.pk).update(banned_until=time_now() - timedelta(seconds=1))
    assert client.post(f"{page}/remark", {"text": "a day later"}).status_code == 302
    assert HostAct.objects.get(act="ban", why="was rude").person == ada


def test_a_removed_remark_leaves_a_line_and_the_players_read_who_did_it(fosca: Client) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    said = Remark.objects.create(table=table, person=bruno, name="Bruno", text="like a mule", number=0)
    do(fosca, "remark", remark=said.pk, why="rude")
    page = text(client.get(f"/t/{table.key}?talk=chat"))
    assert "like a mule" not in page
    assert "A host of this server has removed this remark." in page
    assert not Remark.objects.filter(text__contains="mule").exists()
    seats = text(client.get(f"/t/{table.key}/seats"))
    assert "removed a remark of Bruno" in seats
    assert "rude" in seats
    assert "This remark was removed already." in text(do(fosca, "remark", remark=said.pk))


def test_a_removed_remark_goes_out_in_no_notice(fosca: Client) -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    given = {"label": "Hook", "address": "https://example.org/hook", "origin": "https://table.example"}
    channel = Channel.objects.create(person=ada, way=Way.WEBHOOK, **given)
    Wish.objects.create(person=ada, kind=Kind.NAMED, channel=channel)
    said = [
        Remark.objects.create(table=table, person=bruno, name="Bruno", text=f"@Ada {word}", number=0)
        for word in ("like a mule", "sorry")
    ]
    for remark in said:
        note_remark(remark)
    Delivery.objects.update(state=State.WAITING)
    do(fosca, "remark", remark=said[0].pk)
    assert [row.state for row in Delivery.objects.order_by("pk")] == [State.SKIPPED, State.WAITING]
    assert "mule" not in json.dumps([[row.facts, row.subject] for row in Delivery.objects.all()])
    assert text(browser(ada).get("/settings/notices")).count("the remark was removed") == 1


def test_what_hosts_did_at_a_table_is_told_to_those_who_sit_there_alone(fosca: Client) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    do(fosca, "table.rename", table=table.pk, name="Giovedì")
    assert "What hosts did here" in text(client.get(f"/t/{table.key}/seats"))
    for onlooker in (browser(), guest("Dora")[1]):
        assert "What hosts did here" not in text(onlooker.get(f"/t/{table.key}/seats"))


def test_who_is_banned_still_takes_home_what_is_theirs_and_goes(fosca: Client) -> None:
    dora, client = account("Dora")
    ban(None, dora, None)
    assert client.post("/account/archive")["Content-Type"] == "application/zip"
    assert client.post("/account/go/erase", {"password": PASSWORD, "sure": "yes"}).status_code == 200
    given = {"label": "Mail", "address": "e@example.org", "origin": "https://table.example", "confirmed": time_now()}
    elio, guest_client = guest("Elio")
    channel = Channel.objects.create(person=elio, way=Way.MAIL, **given)
    Wish.objects.create(person=elio, kind=Kind.TURN, channel=channel)
    ban(None, elio, None)
    assert guest_client.post(f"/notices/stop/{channel.token}/turn").status_code == 200
    assert not Wish.objects.exists()
    assert guest_client.post("/tables/new", {"title": "1849"}).status_code == 403


def test_a_link_that_is_none_leaves_no_session() -> None:
    client = Client()
    client.get("/i/anything")
    assert not Session.objects.exists()
    client.get(f"/i/{sign_up.make_link(None, 1, 1).key}")
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("REMOTE_ADDR", "192.0.2.7"), ("HTTP_X_FORWARDED_FOR", "192.0.2.7"), ("HTTP_FORWARDED", "for=192.0.2.7")],
)
def test_nobody_from_afar_is_the_host_by_the_name_of_the_machine_alone(name: str, value: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    sent = {"username": "Mallory", "password1": PASSWORD}
    client = Client(headers={"host": "localhost"})
    client.defaults[name] = value
    client.post("/accounts/signup/", sent)
    assert not User.objects.get().is_staff


def test_an_ended_table_stays_to_be_looked_at_and_nobody_plays_on(fosca: Client) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, law={"pace": "day"})
    assert "say first that you are sure" in text(do(fosca, "table.end", table=table.pk))
    assert not Table.objects.get().over
    do(fosca, "table.end", table=table.pk, sure="yes", why="nobody comes")
    ended = Table.objects.get()
    assert (ended.over, ended.is_ended, ended.decider) == (True, True, "")
    page = text(client.get(f"/t/{table.key}"))
    assert "This table was ended" in page
    answer = client.post(f"/t/{table.key}/act", {"action": '{"type":"pass"}', "after": "0"})
    assert answer.status_code == 409
    assert Table.objects.get().number == 0
    assert "Ended before its end: nobody has won" in text(client.get("/"))
    assert "nobody comes" in text(client.get(f"/t/{table.key}/seats"))
    assert "The game is over already." in text(do(fosca, "table.end", table=table.pk, sure="yes"))


def test_a_deleted_table_is_gone_and_the_list_of_acts_still_names_it(fosca: Client) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, name="Harbour")
    do(fosca, "table.delete", table=table.pk)
    assert Table.objects.exists()
    do(fosca, "table.delete", table=table.pk, sure="yes")
    assert not Table.objects.exists()
    assert client.get(f"/t/{table.key}").status_code == 404
    assert client.get("/").status_code == 200
    assert "deleted the table Harbour" in text(fosca.get("/host"))


def test_a_table_gets_another_name_or_its_usual_one(fosca: Client) -> None:
    (ada, client), (bruno, other), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    assert "1849 with Bruno, Carla" in text(client.get("/"))
    do(fosca, "table.rename", table=table.pk, name="  Naples   by post ")
    assert Table.objects.get().name == "Naples by post"
    assert "Naples by post" in text(client.get("/"))
    assert other.post(f"/t/{table.key}/name", {"name": "Mine"}).status_code == 403
    assert client.post(f"/t/{table.key}/name", {"name": "Long winter"}).status_code == 302
    for wrong in ("x" * 61, "\u200b\u200b", "...", "x" * 9000):
        assert client.post(f"/t/{table.key}/name", {"name": wrong}).status_code == 409
    assert Table.objects.get().name == "Long winter"
    assert client.post(f"/t/{table.key}/name", {"name": ""}).status_code == 302
    assert "1849 with Bruno, Carla" in text(client.get("/"))


def test_an_announcement_stands_at_home_and_at_tables_in_the_readers_language(fosca: Client) -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    do(fosca, "announce", english="We close at nine.", italian="Chiudiamo alle nove.", days="7")
    do(fosca, "announce", english="", italian="Solo in italiano.", days="")
    for address in ("/", f"/t/{table.key}"):
        page = text(client.get(address))
        assert "We close at nine." in page
        assert '<p lang="it" dir="auto">Solo in italiano.</p>' in page
        italian = text(client.get(address, headers={"accept-language": "it"}))
        assert "Chiudiamo alle nove." in italian
        assert "We close at nine." not in italian
    for standing in Announcement.objects.all():
        do(fosca, "unannounce", announcement=standing.pk)
    for address in ("/", f"/t/{table.key}"):
        assert "We close at nine." not in text(client.get(address))
    for wrong in ({}, {"english": "x" * 601}, {"english": "x", "days": "0"}, {"english": "x", "days": "-1"}):
        assert do(fosca, "announce", **wrong).status_code == 409
    assert do(fosca, "unannounce", announcement="x").status_code == 409


def test_accounts_by_invitation_need_a_link_with_a_use_left(fosca: Client) -> None:
    do(fosca, "sign_up", way="invited")
    do(fosca, "link", uses="1", days="3")
    link = SignUpLink.objects.get()
    sent = {"username": "Dora", "password1": PASSWORD}
    stranger, dora, late = (Client(headers={"accept-language": "en"}) for _ in range(3))
    assert "No account can be made without an invitation here" in text(stranger.get("/accounts/signup/"))
    stranger.post("/accounts/signup/", sent)
    stranger.get("/i/not-a-link", follow=True)
    stranger.post("/accounts/signup/", sent)
    assert not User.objects.filter(username="Dora").exists()
    late.get(f"/i/{link.key}")
    assert "A name and a password" in text(dora.get(f"/i/{link.key}", follow=True))
    assert dora.post("/accounts/signup/", sent).status_code == 302
    assert User.objects.get(username="Dora").is_staff is False
    late.post("/accounts/signup/", {**sent, "username": "Elio"})
    assert not User.objects.filter(username="Elio").exists()
    do(fosca, "sign_up", way="closed")
    do(fosca, "link", uses="5", days="3")
    stranger.get(f"/i/{SignUpLink.objects.latest('pk').key}")
    stranger.post("/accounts/signup/", sent | {"username": "Gino"})
    assert not User.objects.filter(username="Gino").exists()
    for wrong in ({"uses": "0", "days": "1"}, {"uses": "1", "days": "x"}, {"uses": "9" * 30, "days": "1"}):
        assert do(fosca, "link", **wrong).status_code == 409
    assert do(fosca, "sign_up", way="sometimes").status_code == 409
    SignUpLink.objects.update(ends=time_now())
    assert sign_up.links() == []


def test_the_first_account_is_the_hosts_on_ones_own_machine_or_by_the_link_of_the_start(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "club.example"]
    sent = {"username": "Fosca", "password1": PASSWORD}
    Client().post("/accounts/signup/", sent, headers={"host": "club.example"})
    assert not User.objects.get().is_staff
    User.objects.all().delete()
    Client().post("/accounts/signup/", sent, headers={"host": "localhost"})
    assert User.objects.get().is_staff
    Client().post("/accounts/signup/", {**sent, "username": "Ada"}, headers={"host": "localhost"})
    assert not User.objects.get(username="Ada").is_staff
    User.objects.all().delete()
    client = Client(headers={"host": "club.example"})
    client.get(f"/i/{sign_up.make_link(None, 1, 1).key}")
    client.post("/accounts/signup/", sent)
    assert User.objects.get().is_staff


def test_a_house_is_never_without_a_host(fosca: Client) -> None:
    host, (ada, _), (gino, _) = Person.objects.get(), account("Ada"), guest("Gino")
    assert "Fosca is the only host" in text(do(fosca, "person.dismiss", person=host.pk))
    assert "Gino is a guest: only accounts can be hosts." in text(do(fosca, "person.appoint", person=gino.pk))
    assert "Nobody bans themselves." in text(do(fosca, "person.ban", person=host.pk, days="1"))
    do(fosca, "person.appoint", person=ada.pk)
    assert "Ada is a host, and is not banned" in text(do(fosca, "person.ban", person=ada.pk, days="1"))
    assert do(fosca, "person.dismiss", person=host.pk).status_code == 302
    assert fosca.get("/host").status_code == 404


def test_dead_lobbies_go_by_hand_and_by_themselves(fosca: Client) -> None:
    host, _ = guest("Ada")
    begun, fresh, old, oldest = game(host, *(guest(name)[0] for name in "BC")), lobby(host), lobby(host), lobby(host)
    for table, days in ((begun, 90), (old, 20), (oldest, 40)):
        Table.objects.filter(pk=table.pk).update(changed=time_now() - timedelta(days=days))
    tidy_up()
    assert set(Table.objects.all()) == {begun, fresh, old}
    assert told() == []
    do(fosca, "lobbies", days=str(lobbies.DAYS))
    assert set(Table.objects.all()) == {begun, fresh}
    assert told() == ["lobbies"]
    assert do(fosca, "lobbies", days="0").status_code == 409


@pytest.mark.parametrize("act", [*EVERY_ACT, "", "person.", "table.", "person.read", "format", "x" * 3000])
def test_an_act_upon_nothing_is_one_sentence_and_does_nothing(fosca: Client, act: str) -> None:
    before = User.objects.count(), Person.objects.count()
    for number in ("", "0", "-1", "9" * 17, "9" * 40, "x", "1\0"):
        numbers = dict.fromkeys(("person", "table", "remark", "announcement", "link", "uses", "days"), number)
        answer = do(fosca, act, sure="yes", why="w" * 300, **numbers)
        assert answer.status_code == 409
        assert text(answer).count('role="alert"') == 1
    assert (User.objects.count(), Person.objects.count()) == before
    assert told() == []


def test_every_act_is_kept_with_who_did_it(fosca: Client) -> None:
    do(fosca, "link", uses="2", days="3")
    kept = HostAct.objects.get()
    assert (kept.by_name, kept.act) == ("Fosca", "link")
    assert "made a link for 2 people and 3 days" in text(fosca.get("/host"))
    assert "ha creato un link per 2 persone e 3 giorni" in text(fosca.get("/host", headers={"accept-language": "it"}))


def test_what_is_a_guests_becomes_the_accounts_a_ban_too() -> None:
    (ada, _), (elio, _), (owner, _) = guest("Ada"), guest("Elio"), account("Ada L.")
    table, other = lobby(elio), lobby(elio)
    for each in (table, other):
        invite(each, ada)
    invite(other, owner)
    Person.objects.filter(pk=ada.pk).update(banned_until=time_now() + timedelta(days=1))
    ada.refresh_from_db()
    settle_in(ada, owner)
    assert {each.table for each in waiting_for(owner)} == {table, other}
    assert is_banned(Person.objects.get(pk=owner.pk))
