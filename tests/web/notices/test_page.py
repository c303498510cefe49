"""The page of notices, and what a browser, a mail and a feed reader ask of it."""

from __future__ import annotations

import json
import socket
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("cryptography")

from django.conf import settings as installed
from django.contrib.auth.models import User
from django.test import Client

from ferrovia.table.models import Person
from ferrovia.table.notices import senders
from ferrovia.table.notices.mail_servers import MailServer
from ferrovia.table.notices.models import Channel, Delivery, Kind, NoticeTaste, State, Way, Wish
from ferrovia.table.notices.outbox import row
from ferrovia.table.notices.outside import networks
from ferrovia.table.notices.webpush import encoded, public_key
from ferrovia.table.rate_limits import RATE_LIMITS, RateLimits
from ferrovia.table.token_buckets import Limit
from tests.web.notices.receiving import Browser, listening, mail_server
from tests.web.notices.telling import Post, clock, delivered, told
from tests.web.people.visitors import browser, game, guest, text

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/settings/notices"


def subscription(**fields: str) -> dict[str, str]:
    made = {"endpoint": "https://push.example/1", "label": "Phone", "server": public_key(installed.SECRET_KEY)}
    return made | Browser().keys | fields


def post(client: Client, address: str, told: object) -> Any:
    return client.post(address, json.dumps(told), content_type="application/json")


def test_the_page_says_what_there_is_and_what_there_is_not() -> None:
    _, client = guest("Ada")
    page = text(client.get(PAGE))
    assert "This club sends no mail." in page
    assert "Nothing was sent yet." in page
    assert text(client.get("/settings")).count(PAGE) >= 1


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://192.168.1.7/hook", "192.168.1.7 is not, unless the host lists it"),
        ("https://127.0.0.1/hook", "127.0.0.1 is not, unless the host lists it"),
        ("gopher://example.org", "it begins with https://"),
        ("", "it begins with https://"),
        ("https://127.0.0.1/hook\t", "127.0.0.1 is not, unless the host lists it"),
    ],
)
def test_a_webhook_to_an_inside_address_is_refused_in_a_sentence(address: str, why: str) -> None:
    _, client = guest("Ada")
    answer = client.post(PAGE, {"do": "webhook", "address": address})
    assert answer.status_code == 409
    assert why in text(answer)
    assert not Channel.objects.exists()


def test_the_first_way_is_for_everything_and_can_be_tested(settings: Any) -> None:
    settings.NETWORKS = networks("127.0.0.0/8")
    person, client = guest("Ada")
    with listening() as heard, clock():
        assert client.post(PAGE, {"do": "webhook", "address": heard.address, "label": "My channel"}).status_code == 302
        channel = Channel.objects.get(person=person)
        assert set(channel.wishes.values_list("kind", flat=True)) == {
            "turn",
            "reminder",
            "answer",
            "named",
            "starts",
            "over",
        }
        client.post(PAGE, {"do": "test", "channel": channel.pk})
        delivered(Post(senders.send))
        assert json.loads(heard.requests[0][2])["text"].startswith("Ada: It rings.")
    page = text(client.get(PAGE))
    assert "My channel" in page
    assert "handed over" in page


def test_what_stands_around_an_address_is_none_of_it(settings: Any) -> None:
    settings.NETWORKS = networks("127.0.0.0/8")
    _, client = guest("Ada")
    for around in ("\t", " ", "\r\n"):
        address = f"http://127.0.0.1:9/{ord(around[0])}"
        assert client.post(PAGE, {"do": "webhook", "address": f"{around}{address}{around}"}).status_code == 302
        assert Channel.objects.latest("pk").address == address


def test_what_is_wanted_is_kept_and_nobody_elses_channel_is_touched() -> None:
    ada, client = guest("Ada")
    bruno, _ = guest("Bruno")
    mine, theirs = told(ada, Kind.TURN), told(bruno, Kind.TURN)
    client.post(PAGE, {"do": "wishes", "wish": [f"{mine.pk} over", f"{theirs.pk} over", "x y", f"{mine.pk} digest"]})
    assert list(Wish.objects.values_list("channel", "kind").order_by("pk")) == [(theirs.pk, "turn"), (mine.pk, "over")]
    assert client.post(PAGE, {"do": "remove", "channel": theirs.pk}).status_code == 409
    client.post(PAGE, {"do": "remove", "channel": mine.pk})
    assert list(Channel.objects.all()) == [theirs]


@pytest.mark.parametrize(
    "quiet",
    [{"from": "23:00", "to": ""}, {"from": "25:00", "to": "7:00"}, {"from": "x", "to": "y"}, {"zone": "Nowhere"}],
)
def test_quiet_hours_that_are_none_are_refused(quiet: dict[str, str]) -> None:
    _, client = guest("Ada")
    sent = {"do": "quiet", "from": "23:00", "to": "7:30", "zone": "Europe/Rome"} | quiet
    assert client.post(PAGE, sent).status_code == 409
    assert not NoticeTaste.objects.exists()


def test_quiet_hours_are_kept() -> None:
    ada, client = guest("Ada")
    client.post(PAGE, {"do": "quiet", "from": "23:00", "to": "7:30", "zone": "Europe/Rome", "weekends": "on"})
    taste = NoticeTaste.objects.get(person=ada)
    assert (str(taste.quiet_from), str(taste.quiet_to), taste.quiet_weekends) == ("23:00:00", "07:30:00", True)


def test_an_address_of_mail_is_asked_before_anything_is_sent_to_it(settings: Any) -> None:
    ada, client = guest("Ada")
    with mail_server() as box, clock() as now:
        settings.MAIL = MailServer("127.0.0.1", box.port, is_tls=False)
        client.post(PAGE, {"do": "mail", "address": "ada@example.org"})
        assert not box.mails  # no page waits for a mail server
        delivered(Post(senders.send))
        [mail] = box.mails
        channel = Channel.objects.get(person=ada)
        link = f"/notices/confirm/{channel.token}"
        assert link in mail.replace("=\r\n", "")
        row(channel, Kind.STARTS, now.now).save()
        sender = Post()
        delivered(sender)
        assert not sender.sent
        reader = Client()
        assert reader.get(link).status_code == 200
        channel.refresh_from_db()
        assert channel.confirmed is None  # programs follow links
        reader.post(link)
        channel.refresh_from_db()
        assert channel.confirmed == now.now


def test_nobody_is_asked_for_an_address_again_and_again_whoever_names_it(settings: Any) -> None:
    settings.MAIL = MailServer("127.0.0.1", 9, is_tls=False)
    sender = Post()
    with clock():
        for name, address in (
            ("Ada", "carla@example.org"),
            ("Bruno", "Carla+x@Example.org"),
            ("Dino", "CARLA@example.org"),
        ):
            _, client = guest(name)
            assert client.post(PAGE, {"do": "mail", "address": address}).status_code == 302
            delivered(sender)
        people = Person.objects.count()
        stranger = Client()
        answer = stranger.post(PAGE, {"do": "mail", "address": "carla@example.org"})
        assert answer.status_code == 409
        assert "was asked often enough" in text(answer)
        again = client.post(PAGE, {"do": "test", "channel": Channel.objects.latest("pk").pk})
        assert again.status_code == 409
        delivered(sender)
    assert sender.titles == ["Notices of Ferrovia to this address?"] * 3
    assert (Channel.objects.count(), Person.objects.count()) == (3, people)


def test_one_person_names_a_few_addresses_and_no_more(settings: Any) -> None:
    settings.MAIL = MailServer("127.0.0.1", 9, is_tls=False)
    _, client = guest("Ada")
    found = [client.post(PAGE, {"do": "mail", "address": f"{n}@example.org"}).status_code for n in range(8)]
    assert found == [302] * 6 + [409] * 2
    assert Channel.objects.count() == 6


def test_whoever_asks_twice_at_once_is_sent_one_mail(settings: Any) -> None:
    settings.MAIL = MailServer("127.0.0.1", 9, is_tls=False)
    ada, client = guest("Ada")
    sender = Post()
    with clock():
        for _ in range(2):
            client.post(PAGE, {"do": "mail", "address": "ada@example.org"})
        channel = Channel.objects.get(person=ada)
        client.post(PAGE, {"do": "test", "channel": channel.pk})
        assert "Notices of Ferrovia to this address?" in text(client.get(PAGE))
        delivered(sender)
    assert len(sender.sent) == 1


def test_one_name_is_looked_up_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name server that is silent keeps one thread of pages, and not all of them."""
    (_, ada), (_, bruno) = guest("Ada"), guest("Bruno")
    answers: list[Any] = []

    def look_up(*_: Any, **__: Any) -> Any:
        if not answers:
            answers.append(None)
            answers[0] = bruno.post(PAGE, {"do": "webhook", "address": "https://two.example.org/"})
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert "stands for no address" in text(ada.post(PAGE, {"do": "webhook", "address": "https://one.example.org/"}))
    assert answers[0].status_code == 409
    assert "being looked up" in text(answers[0])
    assert "stands for no address" in text(bruno.post(PAGE, {"do": "webhook", "address": "https://two.example.org/"}))


def test_one_click_ends_mail_of_a_kind() -> None:
    ada, _ = guest("Ada")
    channel = told(ada, way=Way.MAIL, address="ada@example.org")
    strict = Client(enforce_csrf_checks=True)
    where = f"/notices/stop/{channel.token}/turn"
    assert "No more mail of this kind to ada@example.org" in text(strict.get(where))
    assert Wish.objects.filter(channel=channel, kind="turn").exists()
    assert strict.post(where, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Wish.objects.filter(channel=channel, kind="turn").exists()
    assert Wish.objects.filter(channel=channel, kind="over").exists()
    assert strict.get("/notices/stop/nothing/turn").status_code == 404
    assert strict.get(f"/notices/stop/{channel.token}/nothing").status_code == 404


def account(name: str) -> Client:
    client = Client()
    User.objects.create_user(name, password="a long password")
    client.post("/accounts/login/", {"login": name, "password": "a long password"})
    return client


def test_a_browser_lets_itself_be_told_and_dies_with_its_log_in() -> None:
    client, other = account("Ada"), Client()
    other.post("/accounts/login/", {"login": "Ada", "password": "a long password"})
    assert post(client, "/notices/browser", subscription()).status_code == 200
    assert post(other, "/notices/browser", subscription(endpoint="https://push.example/2")).status_code == 200
    assert Channel.objects.count() == 2
    client.post("/accounts/logout/")
    assert list(Channel.objects.values_list("address", flat=True)) == ["https://push.example/2"]
    other.post("/accounts/end/")
    assert not Channel.objects.exists()


def test_strangers_who_say_that_they_are_browsers_become_no_endless_row_of_guests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = RATE_LIMITS["subscribe"].address.at_once
    assert most <= 80
    monkeypatch.setitem(
        RATE_LIMITS, "subscribe", RateLimits(Limit(most, 0), Limit(5, 0))
    )  # nothing comes back meanwhile
    found = [post(Client(), "/notices/browser", subscription(endpoint=f"https://push.example/{n}")) for n in range(7)]
    assert [answer.status_code for answer in found] == [200] * 5 + [429] * 2
    assert Person.objects.count() == 5


def test_a_session_that_is_gone_is_told_nothing() -> None:
    client = account("Ada")
    post(client, "/notices/browser", subscription())
    channel = Channel.objects.get()
    client.session.flush()
    with clock() as now:
        row(channel, Kind.TEST, now.now).save()
        sender = Post()
        delivered(sender)
        assert not sender.sent


def test_the_same_browser_is_one_way_whoever_uses_it() -> None:
    ada, bruno = account("Ada"), account("Bruno")
    sent = subscription()
    post(ada, "/notices/browser", sent)
    post(ada, "/notices/browser", sent)
    assert Channel.objects.count() == 1
    post(bruno, "/notices/browser", sent)
    assert Channel.objects.get().person.name == "Bruno"


def test_what_a_guest_has_becomes_their_accounts() -> None:
    User.objects.create_user("Ada", password="a long password")
    _, client = guest("Ada")
    post(client, "/notices/browser", subscription())
    client.post("/accounts/login/", {"login": "Ada", "password": "a long password"})
    channel = Channel.objects.get()
    assert channel.person.user is not None
    assert channel.session == client.session.session_key
    assert Wish.objects.filter(person=channel.person).exists()


def test_a_guest_who_ends_everything_leaves_no_way_to_tell_them_that_nobody_can_remove() -> None:
    ada, client = guest("Ada")
    with clock() as now:
        channel = told(ada, way=Way.MAIL, address="ada@example.org", confirmed=now.now)
        row(channel, Kind.STARTS, now.now).save()
        client.post(PAGE, {"do": "feed", "feed": "new"})
        feed = NoticeTaste.objects.get().feed
        client.post("/accounts/end/")
        for each in (Channel, Delivery, NoticeTaste, Wish):
            assert not each.objects.filter(person=ada).exists()
        assert Client().get(f"/feed/{feed}.xml").status_code == 404


def test_an_account_that_logs_out_everywhere_keeps_its_mail() -> None:
    client = account("Ada")
    ada = Person.objects.get(user__username="Ada")
    told(ada, way=Way.MAIL, address="ada@example.org")
    client.post(PAGE, {"do": "feed", "feed": "new"})
    client.post("/accounts/end/")
    assert Channel.objects.filter(person=ada).exists()
    assert NoticeTaste.objects.get(person=ada).feed


@pytest.mark.parametrize(
    "bad",
    [
        [],
        "x",
        {},
        subscription(p256dh="AAAA"),
        subscription(auth="%%%"),
        subscription(endpoint="nowhere"),
        subscription(server="another"),
        subscription(p256dh=encoded(b"\0" * 3000)),
    ],
)
def test_what_no_browser_sends_is_refused(bad: object) -> None:
    _, client = guest("Ada")
    assert post(client, "/notices/browser", bad).status_code == 409
    assert not Channel.objects.exists()


def test_a_device_says_what_became_of_a_notice_and_wants_it_again_in_two_hours() -> None:
    with clock() as now:
        people = [Person.objects.create(name=name) for name in ("Ada", "Bruno", "Carla")]
        table = game(*people, law={"pace": "day"})
        table.refresh_from_db()
        ada = next(person for person in people if person.name == table.decider)
        channel = told(ada, Kind.TURN, way=Way.PUSH, generation=1)
        made = row(channel, Kind.TURN, now.now, table=table, player=ada.name)
        made.state = State.SENT
        made.save()
        device = Client(enforce_csrf_checks=True)
        for what in ("shown", "opened", "later", "later", "nonsense"):
            assert post(device, "/notices/answer", {"do": what, "key": made.key}).status_code == 200
        assert post(device, "/notices/answer", {"do": "shown", "key": "unknown"}).status_code == 200
        made.refresh_from_db()
        assert (made.state, made.shown, made.opened) == (State.ARRIVED, now.now, now.now)
        [again] = Delivery.objects.exclude(pk=made.pk)
        assert again.due == now.now + timedelta(hours=2)
        now.on(hours=2)
        sender = Post()
        delivered(sender)
        assert len(sender.sent) == 1


def test_a_feed_is_there_for_whoever_knows_its_address_until_that_is_changed() -> None:
    with clock():
        ada, _ = guest("Ada")
        others = [guest(name)[0] for name in ("Bruno", "Carla")]
        table = game(ada, *others)
        table.refresh_from_db()
        mine = browser(next(person for person in (ada, *others) if person.name == table.decider))
        mine.post(PAGE, {"do": "feed", "feed": "new"})
        first = NoticeTaste.objects.get().feed
        answer = Client().get(f"/feed/{first}.xml")
        assert answer["Content-Type"].startswith("application/atom+xml")
        root = ElementTree.fromstring(answer.content)
        space = "{http://www.w3.org/2005/Atom}"
        [entry] = root.findall(f"{space}entry")
        assert (entry.findtext(f"{space}title") or "").startswith("Your turn: ")
        mine.post(PAGE, {"do": "feed", "feed": "new"})
        assert Client().get(f"/feed/{first}.xml").status_code == 404
        mine.post(PAGE, {"do": "feed", "feed": "off"})
        assert NoticeTaste.objects.get().feed == ""
        assert Client().get("/feed/x.xml").status_code == 404


def test_the_title_of_a_tab_counts_the_tables_that_wait() -> None:
    ada, _ = guest("Ada")
    others = [guest(name)[0] for name in ("Bruno", "Carla")]
    table = game(ada, *others)
    table.refresh_from_db()
    mine = browser(next(person for person in (ada, *others) if person.name == table.decider))
    assert mine.get("/notices/waiting").json() == {"count": 1}
    assert "<title>(1) " in text(mine.get("/"))
    assert "<title>(" not in text(Client().get("/"))


def test_a_page_says_for_whom_it_is() -> None:
    """So that the service worker keeps none of somebody else."""
    ada, client = guest("Ada")
    assert client.get("/")["Visitor"] == str(ada.pk)
    client.post("/accounts/end/")
    assert client.get("/")["Visitor"] == Client().get("/")["Visitor"] == "0"
    assert "Visitor" not in client.get("/worker.js")


def test_it_can_be_installed() -> None:
    client = Client()
    manifest = client.get("/manifest.webmanifest").json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    worker = client.get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert worker["Cache-Control"] == "no-cache"
    policy = client.get("/")["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
