"""Senders: what goes over the line, whom it may reach, and what every answer means."""

from __future__ import annotations

import json
import socket
from contextlib import closing
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("cryptography")

from django.conf import settings as installed

from ferrovia.table.notices import mail, outside, push, webhook
from ferrovia.table.notices.mail_servers import MailServer, MailTrouble, mail_server
from ferrovia.table.notices.models import Kind, State, Way
from ferrovia.table.notices.outside import OutsideTrouble, SilenceTrouble, is_public, networks, target_of
from ferrovia.table.notices.sending import Again, Parcel, Refused, Taken
from ferrovia.table.notices.texts import Fact, Notice
from ferrovia.table.notices.webpush import encoded, public_key
from tests.web.notices.receiving import Browser, closed_port, dripping, listening
from tests.web.notices.receiving import mail_server as mail_house
from tests.web.notices.telling import NOON

HERE = networks("127.0.0.0/8")
NOTICE = Notice(
    Kind.TURN,
    "Your turn: lay track for ATA",
    "1849 with Bruno. Till 21:40 (5 h 20).",
    "/t/AM5SIG",
    "a-key",
    "AM5SIG",
    "1849",
    "1849 with Bruno",
    262,
    "Ada",
    NOON + timedelta(hours=5),
    (Fact("Table", "1849 with Bruno, OR 5.2"), Fact("Time", "5 h 20 left")),
)


def parcel(way: Way, address: str, language: str = "en", **keys: str) -> Parcel:
    return Parcel(way, address, "label", "Ada", "https://club.example", "token", language, NOTICE, NOON, keys)


@pytest.fixture(autouse=True)
def this_network_is_listed(settings: Any) -> None:
    settings.NETWORKS = HERE


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.1.7", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::",
        "192.0.0.192", "192.0.0.9", "fec0::1", "64:ff9b:1:a00::1", "64:ff9b:1::101:101", "::ffff:192.0.0.192",
    ],
)  # fmt: skip
def test_what_only_this_machine_or_its_network_reaches_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_what_everybody_reaches_is(address: str) -> None:
    assert is_public(address)


def resolves(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    asked: list[str] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_every_address_of_a_name_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    resolves(monkeypatch, "93.184.216.34", "192.168.1.7")
    with pytest.raises(OutsideTrouble, match=r"192\.168\.1\.7 is not, unless the host lists it"):
        target_of("https://example.org/hook")


def test_the_connection_goes_to_the_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means something else a moment later leads nowhere else."""
    asked = resolves(monkeypatch, "93.184.216.34")
    target = target_of("https://example.org/hook")
    resolves(monkeypatch, "127.0.0.1")
    went: list[Any] = []

    def connect(address: Any, *_: Any, **__: Any) -> Any:
        went.append(address)
        raise OSError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(SilenceTrouble):
        outside.posted(target, {}, b"")
    assert asked == ["example.org"]
    assert went == [("93.184.216.34", 443)]


@pytest.mark.parametrize(
    "address",
    ["", "example.org", "ftp://example.org", "https://", "https://a:b@example.org/", "https://example.org:99999/", "https://[::1", "javascript:alert(1)", "https://exa mple.org", "https://exämple.org", "https://e.org/\r\nx"],  # noqa: E501
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(OutsideTrouble):
        target_of(address)


def test_without_tls_only_listed_networks_are_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    resolves(monkeypatch, "93.184.216.34")
    with pytest.raises(OutsideTrouble, match="by https"):
        target_of("http://example.org/")
    resolves(monkeypatch, "127.0.0.1")
    assert target_of("http://example.org/", HERE).address == "127.0.0.1"


def test_a_webhook_takes_plain_json_that_chat_services_understand() -> None:
    with listening() as heard:
        answer = webhook.send(parcel(Way.WEBHOOK, heard.address))
    [(path, headers, body)] = heard.requests
    assert isinstance(answer, Taken)
    assert answer.state == State.HANDED
    assert path == "/hook?a=1"
    assert headers["content-type"] == "application/json"
    told = json.loads(body)
    assert told["event"] == "your_turn"
    assert (
        told["text"]
        == told["content"]
        == ("Ada: Your turn: lay track for ATA. 1849 with Bruno. Till 21:40 (5 h 20). https://club.example/t/AM5SIG")
    )
    assert (told["table"], told["title"], told["move"], told["player"]) == ("AM5SIG", "1849", 262, "Ada")
    assert told["deadline"] == "2026-11-18T17:00:00Z"


@pytest.mark.parametrize(
    ("status", "found"),
    [(200, Taken), (204, Taken), (302, Refused), (400, Refused), (404, Refused), (410, Refused), (429, Again), (500, Again), (503, Again)],  # noqa: E501
)  # fmt: skip
def test_what_a_webhook_answers(status: int, found: type) -> None:
    with listening() as heard:
        heard.status = status
        assert isinstance(webhook.send(parcel(Way.WEBHOOK, heard.address)), found)


def test_whoever_wants_to_be_asked_later_is(settings: Any) -> None:
    with listening() as heard:
        heard.status, heard.headers = 429, {"Retry-After": "120"}
        answer = webhook.send(parcel(Way.WEBHOOK, heard.address))
    assert answer == Again(answer.reason, timedelta(minutes=2), is_failure=False)


def test_nobody_is_waited_for_who_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as heard:
        heard.is_silent = True
        target = target_of(heard.address, HERE)
        with pytest.raises(SilenceTrouble):
            outside.posted(target, {}, b"{}", seconds=0.2)
    assert len(heard.requests) == 1


def test_whoever_sends_a_byte_now_and_then_is_cut_off() -> None:
    with dripping(b"HTTP/1.1 2") as drip:
        with pytest.raises(SilenceTrouble):
            outside.posted(target_of(f"http://127.0.0.1:{drip.port}/", HERE), {}, b"{}", seconds=0.3)
        assert drip.was_cut.wait(30)


def test_the_handshake_of_tls_is_cut_off_too() -> None:
    """One address that stretches it would keep a thread for days, and with it the notices of all."""
    troubles: list[type] = []

    def ask(connection: outside._Pinned) -> None:
        with closing(connection):
            try:
                connection.request("POST", "/")
            except OSError as error:
                troubles.append(type(error))

    with dripping(b"\x16\x03\x03\x40\x00") as drip:  # a record of TLS that will never be whole
        connection = outside._Pinned(target_of(f"https://127.0.0.1:{drip.port}/", HERE), 30)
        asking = Thread(target=ask, args=(connection,))
        asking.start()
        assert drip.has_begun.wait(30)
        connection.cut()
        asking.join(30)
        assert drip.was_cut.wait(30)
    assert len(troubles) == 1


def test_what_is_cut_while_it_connects_does_not_begin() -> None:
    with listening() as heard:
        connection = outside._Pinned(target_of(heard.address, HERE), 5)
        connection.cut()
        with pytest.raises(TimeoutError):
            connection.request("POST", "/")
        connection.close()
    assert not heard.requests


def test_nobody_there_is_tried_again() -> None:
    assert isinstance(webhook.send(parcel(Way.WEBHOOK, f"http://127.0.0.1:{closed_port()}/")), Again)


def test_a_browser_alone_reads_what_is_pushed() -> None:
    browser = Browser()
    with listening() as heard:
        keys = {**browser.keys, "server": public_key(installed.SECRET_KEY)}
        answer = push.send(parcel(Way.PUSH, heard.address, "it", **keys))
    [(_, headers, body)] = heard.requests
    assert isinstance(answer, Taken)
    assert answer.state == State.SENT
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    assert (headers["ttl"], headers["urgency"], headers["topic"]) == ("18000", "high", "AM5SIG")
    told = json.loads(browser.read(body))
    assert told["title"] == "Your turn: lay track for ATA"
    assert (told["path"], told["tag"], told["key"]) == ("/t/AM5SIG", "AM5SIG", "a-key")
    assert told["language"] == "it"
    assert told["later"] == "Fra 2 ore"


@pytest.mark.parametrize(
    ("status", "is_gone", "is_again"),
    [(403, True, False), (404, True, False), (410, True, False), (413, False, False), (429, False, True), (500, False, True)],  # noqa: E501
)  # fmt: skip
def test_what_a_push_service_answers(status: int, is_gone: bool, is_again: bool) -> None:
    browser = Browser()
    with listening() as heard:
        heard.status = status
        keys = {**browser.keys, "server": public_key(installed.SECRET_KEY)}
        answer = push.send(parcel(Way.PUSH, heard.address, **keys))
    assert isinstance(answer, Again) == is_again
    assert getattr(answer, "is_gone", False) == is_gone


def test_keys_that_are_none_end_a_subscription() -> None:
    bad = {"p256dh": "AAAA", "auth": "AAAA", "server": public_key(installed.SECRET_KEY)}
    for keys in (bad, {**bad, "p256dh": encoded(b"\4" + b"\1" * 64)}, {"server": bad["server"]}):
        answer = push.send(parcel(Way.PUSH, "http://127.0.0.1:1/", **keys))
        assert isinstance(answer, Refused)
        assert answer.is_gone


def test_mails_of_a_table_are_one_thread_and_end_by_one_click(settings: Any) -> None:
    with mail_house() as box:
        settings.MAIL = MailServer("127.0.0.1", box.port, is_tls=False)
        answer = mail.send(parcel(Way.MAIL, "ada@example.org"))
    assert isinstance(answer, Taken)
    [text] = box.mails
    text = text.replace("\r\n ", " ").replace("=\r\n", "")
    assert "Subject: Your turn: lay track for ATA (1849 with Bruno)" in text
    assert "References: <table-AM5SIG@club.example>" in text
    assert "Message-ID: <turn-a-key@club.example>" in text
    assert "List-Unsubscribe: <https://club.example/notices/stop/token/turn>" in text
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in text
    assert "Ada, Your turn: lay track for ATA." in text
    assert "https://club.example/t/AM5SIG" in text
    assert "<img" not in text


@pytest.mark.parametrize(("status", "found"), [(550, Refused), (451, Again)])
def test_what_a_mail_server_says_is_kept(settings: Any, status: int, found: type) -> None:
    with mail_house() as box:
        box.refuses = status
        settings.MAIL = MailServer("127.0.0.1", box.port, is_tls=False)
        answer = mail.send(parcel(Way.MAIL, "ada@example.org"))
    assert isinstance(answer, found)
    assert "relay access denied" in str(answer.reason)


def test_a_mail_server_that_is_away_is_tried_again(settings: Any) -> None:
    settings.MAIL = MailServer("127.0.0.1", closed_port(), is_tls=False)
    assert isinstance(mail.send(parcel(Way.MAIL, "ada@example.org")), Again)


def test_a_club_without_a_mail_server_says_so(settings: Any) -> None:
    settings.MAIL = None
    assert isinstance(mail.send(parcel(Way.MAIL, "ada@example.org")), Refused)


def test_the_mail_server_is_named_in_one_setting() -> None:
    assert mail_server("") is None
    named = mail_server("smtp://me:p%40ss@mail.example.org")
    assert named == MailServer("mail.example.org", 587, "me", "p@ss", True, False)
    assert mail_server("smtps://mail.example.org") == MailServer("mail.example.org", 465, "", "", False, True)
    assert mail_server("smtp+plain://localhost") == MailServer("localhost", 25, "", "", False, False)
    with pytest.raises(MailTrouble):
        mail_server("mail.example.org")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("ada@example.org", True), ("Ada <ada@example.org>", False), ("ada", False), ("a@b", False), ("a b@c.org", False), ("a@c.org\nBcc: x@y.org", False), ("a@c.org,b@c.org", False)],  # noqa: E501
)  # fmt: skip
def test_what_is_an_address_of_mail(text: str, is_one: bool) -> None:
    assert mail.is_mail_address(text) == is_one
