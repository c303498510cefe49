"""Getting back into an account: by codes, by mail, by the host's code; no answer tells who has an account."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as sent_mail
from django.test import Client

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.account_models import RecoveryCode
from ferrovia.table.models import Person
from ferrovia.table.notices.mail_servers import MailServer
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.recovery import mail
from ferrovia.table.recovery.account_codes import code_from_host, codes_left, open_with
from tests.web.people.test_accounts import PASSWORD, log_in, sign_up
from tests.web.people.test_ending import is_logged_in, two_browsers
from tests.web.people.visitors import browser, text

pytestmark = pytest.mark.django_db
ANOTHER = "tra Reggio e Messina 1849"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def mail_is_set_up(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail server, of which nothing is asked: what it would take lies in the outbox."""
    settings.MAIL = MailServer("mail.example.org", 587)
    monkeypatch.setattr(MailServer, "connection", lambda self: sent_mail.get_connection())


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mail is sent while one waits, so that a test can look at it."""
    monkeypatch.setattr(mail, "_in_background", lambda act: act())


def codes_in(page: str) -> list[str]:
    return re.findall(r"<li>([a-z]+(?:-[a-z]+){3})</li>", page)


def signed_up() -> tuple[Client, list[str]]:
    client = browser()
    assert sign_up(client) == 302
    return client, codes_in(text(client.get("/account/codes?next=/learn")))


def open_by(client: Client, name: str, code: str, password: str = ANOTHER) -> Any:
    return client.post("/account/back", {"do": "code", "name": name, "code": code, "password": password})


def plain(response: Any) -> str:
    return re.sub('name="csrf[^>]*', "", text(response))


def alert(response: Any) -> str:
    found = re.search(r'role="alert">([^<]+)', text(response))
    assert found is not None
    return found[1]


def test_codes_are_shown_once_right_after_signing_up_and_lead_on_to_where_one_wanted_to() -> None:
    client = browser()
    form = {"username": "Livia", "password1": PASSWORD, "next": "/learn"}
    shown = client.post("/accounts/signup/", form, follow=True)
    codes = codes_in(text(shown))
    assert len(set(codes)) == 8
    assert 'href="/learn"' in text(shown)
    again = client.get("/account/codes?next=https://elsewhere.example/")
    assert again["Location"] == "/"
    for odd in ("light", "", "\0", "x" * 500):
        assert client.get("/account/codes", {"next": odd}).status_code == 302
    kept = set(RecoveryCode.objects.values_list("digest", flat=True))
    assert len(kept) == 8
    assert not any(code in digest for code in codes for digest in kept)


def test_a_code_and_the_name_let_one_choose_a_new_password_once() -> None:
    first, second = two_browsers()
    user = User.objects.get()
    codes = codes_in(text(first.get("/account/codes")))
    lost = browser()
    answer = open_by(lost, "livia", codes[0].upper().replace("-", "  "))
    assert answer.status_code == 200
    assert "You have a new password" in text(answer)
    assert [is_logged_in(each) for each in (first, second)] == [False, False]
    assert codes_left(user) == 7
    assert open_by(lost, "Livia", codes[0]).status_code == 409
    assert log_in(lost, password=ANOTHER) == 302
    assert is_logged_in(lost)
    assert "7 of 8 left" in text(lost.get("/account"))


def test_nothing_is_told_apart_of_a_wrong_code_and_an_unknown_name() -> None:
    _, codes = signed_up()
    BUCKETS.clear()
    wrong = open_by(browser(), "Livia", "olive-tiger-signal-oak")
    unknown = open_by(browser(), "Livia", codes[0] + "-x")
    nobody = open_by(browser(), "Zenobia", codes[0])
    odd = open_by(browser(), "Livia\0", codes[0])
    assert len({alert(each) for each in (wrong, unknown, nobody, odd)}) == 1
    assert {each.status_code for each in (wrong, unknown, nobody, odd)} == {409}
    assert User.objects.get().check_password(PASSWORD)


def test_forged_codes_are_soon_answered_no_more_and_keep_no_owner_out() -> None:
    _, real = signed_up()
    codes = [
        open_by(browser(REMOTE_ADDR=f"10.0.{n}.1"), "Livia", "olive-tiger-signal-oak").status_code for n in range(30)
    ]
    assert set(codes) == {409}
    assert open_by(browser(REMOTE_ADDR="10.9.9.9"), "Livia", real[0]).status_code == 200
    BUCKETS.clear()
    codes = [open_by(browser(), f"Livia{n}", "olive-tiger-signal-oak").status_code for n in range(40)]
    assert codes[-1] == 429


def test_a_password_that_is_none_uses_no_code_up_and_tells_nothing_of_it() -> None:
    _, codes = signed_up()
    BUCKETS.clear()
    for code in (codes[0], "olive-tiger-signal-oak"):
        for password in ("1883", "x" * 5000, ""):
            assert open_by(browser(), "Livia", code, password).status_code == 409
    BUCKETS.clear()
    told = {alert(open_by(browser(), "Livia", code, "1883")) for code in (codes[0], "olive-tiger-signal-oak")}
    assert len(told) == 1
    assert codes_left(User.objects.get()) == 8


def test_where_it_breaks_between_two_steps_the_code_is_not_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    _, codes = signed_up()

    def broken(*_: object, **__: object) -> None:
        raise OSError("the power is gone")

    monkeypatch.setattr(User, "save", broken)
    with pytest.raises(OSError, match="power"):
        open_with("Livia", codes[0], ANOTHER)
    monkeypatch.undo()
    assert codes_left(User.objects.get()) == 8
    assert User.objects.get().check_password(PASSWORD)
    assert open_with("Livia", codes[0], ANOTHER) is not None


def test_new_codes_want_the_password_and_make_the_old_ones_void() -> None:
    client, old = signed_up()
    assert client.post("/account/change", {"do": "codes", "password": "wrong"}).status_code == 409
    assert codes_left(User.objects.get()) == 8
    new = codes_in(text(client.post("/account/change", {"do": "codes", "password": PASSWORD})))
    assert len(new) == 8
    assert not codes_in(text(client.get("/account")))
    assert open_with("Livia", old[0], ANOTHER) is None
    assert open_with("Livia", new[0], ANOTHER) is not None


def test_a_host_gives_a_code_for_a_day() -> None:
    signed_up()
    with pytest.raises(Refusal):
        code_from_host("Zenobia")
    code = code_from_host("livia")
    RecoveryCode.objects.exclude(until=None).update(until=RecoveryCode.objects.exclude(until=None).get().made)
    assert open_with("Livia", code, ANOTHER) is None
    assert open_with("Livia", code_from_host("Livia"), ANOTHER) is not None
    assert codes_left(User.objects.get()) == 8  # beside the others


# By mail


def keep(client: Client, address: str, password: str = PASSWORD) -> int:
    return client.post("/account/change", {"do": "mail", "mail": address, "password": password}).status_code


def confirmed(client: Client) -> None:
    keep(client, "livia@example.org")
    link = re.search(r"http://[^/]+(\S+)", str(sent_mail.outbox[-1].body))
    assert link is not None
    assert "Is this your address?" in text(client.get(link[1]))
    assert "Not confirmed yet" in text(client.get("/account"))  # programs follow links in mails
    assert "Your address is confirmed" in text(client.post(link[1]))


def test_where_no_mail_is_sent_that_is_said_and_none_is_offered(settings: Any) -> None:
    settings.MAIL = None
    client, _ = signed_up()
    assert "This server sends no mail" in text(client.get("/account"))
    assert "By mail" not in text(browser().get("/account/back"))
    assert browser().post("/account/back", {"do": "mail", "name": "Livia"}).status_code == 200


@pytest.mark.usefixtures("at_once")
def test_a_mail_brings_a_link_that_works_once_for_an_hour() -> None:
    client, _ = signed_up()
    confirmed(client)
    assert "Confirmed." in text(client.get("/account"))
    for name in ("Livia", "LIVIA@example.org"):
        browser().post("/account/back", {"do": "mail", "name": name})
        message = sent_mail.outbox[-1]
        assert message.to == ["livia@example.org"]
        link = re.search(r"http://[^/]+(\S+)", str(message.body))
        assert link is not None
        page = text(browser().get(link[1]))
        code = re.search(r'value="([a-z]+(?:-[a-z]+){3})"', page)
        assert code is not None
        made = RecoveryCode.objects.get(used=None, until__gt=RecoveryCode.objects.latest("pk").made)
        assert made.until is not None
        assert made.until - made.made < timedelta(minutes=61)
        assert open_with("Livia", code[1], ANOTHER) is not None
        assert open_with("Livia", code[1], ANOTHER) is None


@pytest.mark.usefixtures("at_once")
def test_an_answer_by_mail_tells_nobody_who_has_an_account() -> None:
    client, _ = signed_up()
    confirmed(client)
    asked = [{"do": "mail", "name": name} for name in ("Livia", "Zenobia", "a@b.example", "x\0", "y" * 5000)]
    answers = {plain(browser().post("/account/back", each)) for each in asked}
    assert len(answers) == 1


@pytest.mark.usefixtures("at_once")
def test_an_address_that_is_not_confirmed_gets_no_link(settings: Any) -> None:
    client, _ = signed_up()
    keep(client, "livia@example.org")
    assert len(sent_mail.outbox) == 1
    browser().post("/account/back", {"do": "mail", "name": "Livia"})
    assert len(sent_mail.outbox) == 1
    old = re.search(r"http://[^/]+(\S+)", str(sent_mail.outbox[0].body))
    assert old is not None
    keep(client, "another@example.org")
    assert client.get(old[1]).status_code == 404
    assert browser().get("/account/mail/forged").status_code == 404
    for wrong in ("livia", "a@b", "x" * 300 + "@example.org", "a@b.example\nBcc: c@d.example"):
        assert keep(client, wrong) == 409
    assert keep(client, "") == 302
    assert mail.address_of(User.objects.get()) is None


@pytest.mark.usefixtures("at_once")
def test_an_open_browser_is_not_enough_to_take_the_address_and_the_former_one_is_told() -> None:
    client, _ = signed_up()
    confirmed(client)
    told = len(sent_mail.outbox)
    for wanted in ("thief@example.org", ""):
        for password in ("wrong", ""):
            assert keep(client, wanted, password) == 409
    assert len(sent_mail.outbox) == told
    assert mail.confirmed_address_of(User.objects.get()) == "livia@example.org"
    assert keep(client, "livia@example.org") == 302  # the same: nobody is told anything
    assert len(sent_mail.outbox) == told
    assert keep(client, "new@example.org") == 302
    assert [message.to for message in sent_mail.outbox[told:]] == [["livia@example.org"], ["new@example.org"]]
    assert "no longer that of Livia" in str(sent_mail.outbox[told].body)
    assert keep(client, "") == 302  # the new one was never confirmed, and may be anybody's
    assert len(sent_mail.outbox) == told + 2


def test_guests_and_strangers_have_no_account_page() -> None:
    for client in (browser(), browser(Person.objects.create(name="Ada"))):
        for address in ("/account", "/account/codes", "/account/go/erase"):
            assert client.get(address).status_code == 302
        assert client.post("/account/change", {"do": "codes", "password": ""}).status_code == 302
