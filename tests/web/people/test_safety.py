"""Who may see what, forms that are not ours, floods, and what every answer carries."""

from __future__ import annotations

import html
import re

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from ferrovia.table import rate_limits, readiness
from ferrovia.table.cookies import GUEST
from ferrovia.table.models import Person, PrivateData, Remark, Table
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.tables import TABLES
from ferrovia.table.token_buckets import Limit, TokenBuckets
from ferrovia.table.views import troubles
from tests.web.people.visitors import browser, first_action, game, guest, lobby, text

PAGES = ("", "/now", "/seats", "/board/0-en-light.svg")
POSTS = ("/act", "/undo", "/undo/answer", "/remark", "/join", "/lobby", "/start", "/seats/change")


def alike(page: str, key: str) -> str:
    """A page without what only this visit has in it."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page).replace(key, "KEY")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_table_that_is_not_there_and_one_that_is_not_yours_look_the_same(language: str) -> None:
    (ada, own), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, visibility="players")
    stranger = browser(HTTP_ACCEPT_LANGUAGE=language)
    nothing = "A" * len(table.key)
    for end in PAGES:
        theirs, none = stranger.get(f"/t/{table.key}{end}"), stranger.get(f"/t/{nothing}{end}")
        assert theirs.status_code == none.status_code == 404
        assert alike(text(theirs), table.key) == alike(text(none), nothing)
        assert f'<html lang="{language}"' in text(none)
        names = set(theirs.headers) ^ set(none.headers)
        assert not names
    for end in POSTS:
        theirs, none = stranger.post(f"/t/{table.key}{end}"), stranger.post(f"/t/{nothing}{end}")
        assert theirs.status_code == none.status_code == 404
        assert alike(text(theirs), table.key) == alike(text(none), nothing)
    assert own.get(f"/t/{table.key}").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("visibility", ["public", "link"])
def test_whoever_has_the_link_may_look(visibility: str) -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, visibility=visibility)
    assert browser().get(f"/t/{table.key}").status_code == 200


@pytest.mark.django_db
def test_a_lobby_is_open_to_whoever_was_sent_its_link() -> None:
    host, _ = guest("Ada")
    table = lobby(host, visibility="players")
    assert browser().get(f"/t/{table.key}").status_code == 200
    assert browser().get(f"/t/{table.key}/now").status_code == 200
    assert browser().post(f"/t/{table.key}/undo").status_code == 302


@pytest.mark.django_db
def test_a_form_without_its_token_changes_nothing() -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    for person in (ada, bruno, carla):
        client = browser(person, enforce_csrf_checks=True)
        response = client.post(f"/t/{table.key}/act", {"action": first_action(table), "after": str(table.number)})
        assert response.status_code == 403
        assert "This page was too old." in text(response)
        assert 'class="site-header"' in text(response)
        for where in ("/tables/new", "/taste", "/settings", "/accounts/login/", f"/t/{table.key}/seats/change"):
            assert client.post(where).status_code == 403
    table.refresh_from_db()
    assert table.number == 0
    assert Table.objects.count() == 1


@pytest.mark.django_db
def test_parts_that_were_written_for_another_carry_ones_own_token() -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    for person in (ada, bruno, carla):
        client = browser(person, enforce_csrf_checks=True)
        page = text(client.get(f"/t/{table.key}/now", HTTP_HX_REQUEST="true"))
        tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
        assert len(tokens) == 1
        sent = {"text": "Ciao", "csrfmiddlewaretoken": tokens.pop()}
        assert client.post(f"/t/{table.key}/remark", sent).status_code == 302
    assert Remark.objects.count() == 3


@pytest.mark.django_db
def test_every_page_has_the_token_of_its_visitor_in_its_forms() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    answers = [
        client.get("/"),
        client.get(f"/t/{table.key}"),
        client.get("/nothing"),
        client.get("/", HTTP_HOST="elsewhere.example"),
        client.get("/accounts/login/"),
        browser(enforce_csrf_checks=True).post("/taste"),
        client.post("/tables/open", CONTENT_LENGTH="99999999"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 400, 200, 403, 413]
    assert all(re.search(r'name="csrfmiddlewaretoken" value="\w{64}"', text(answer)) for answer in answers)


@pytest.mark.django_db
def test_every_answer_carries_its_policy() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    answers = [
        client.get("/"),
        client.get(f"/t/{table.key}"),
        client.get("/nothing"),
        client.post("/tables/new", {"title": "1849"}),
        client.get("/", HTTP_HOST="elsewhere.example"),
        browser(enforce_csrf_checks=True).post("/taste"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 302, 400, 403]
    for answer in answers:
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer["Cache-Control"] == "private, no-store"
    assert answers[0]["X-Content-Type-Options"] == "nosniff"
    assert answers[0]["X-Frame-Options"] == "DENY"
    assert answers[0]["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_no_page_has_a_script_in_it() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    started, waiting = game(ada, bruno, carla), lobby(ada)
    pages = ["/", f"/t/{started.key}", f"/t/{started.key}/seats", f"/t/{waiting.key}", "/learn", "/about", "/settings"]
    for where in pages:
        page = text(client.get(where))
        assert not re.search(r"<script(?![^>]*\ssrc=)", page)
        assert not re.search(r"\son\w+=", page)


@pytest.mark.django_db
@pytest.mark.parametrize("secure", [False, True])
def test_cookies_have_their_flags(secure: bool, settings: object) -> None:
    settings.SESSION_COOKIE_SECURE = secure  # type: ignore[attr-defined]
    client = browser()
    client.post("/tables/new", {"title": "1849"})
    cookie = client.cookies[GUEST]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert bool(cookie["secure"]) is secure
    client.post("/taste", {"theme": "dark"}, secure=secure)
    assert client.cookies["theme"]["samesite"] == "Lax"
    assert bool(client.cookies["theme"]["secure"]) is secure


@pytest.mark.django_db
def test_what_breaks_is_told_without_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the secret is in the drawer")

    monkeypatch.setattr("ferrovia.table.views.home._headline", broken)
    response = Client(raise_request_exception=False).get("/")
    assert response.status_code == 500
    assert "Something broke on our side." in text(response)
    assert "drawer" not in text(response)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The database cannot be reached.\n"), ("it", "Il database non è raggiungibile.\n")],
)
def test_a_server_lives_without_its_database_but_is_not_ready(language: str, sentence: str) -> None:
    client = browser(HTTP_ACCEPT_LANGUAGE=language)
    assert (client.get("/readyz").status_code, text(client.get("/readyz"))) == (200, "ready\n")

    def away(*_: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(away):
        answer = client.get("/readyz")
        assert (client.get("/healthz").status_code, text(client.get("/healthz"))) == (200, "alive\n")
    assert (answer.status_code, text(answer)) == (503, sentence)


@pytest.mark.django_db
def test_nobody_is_sent_to_a_server_that_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TABLES.hub, "is_closing", True)
    answer = browser().get("/readyz")
    assert (answer.status_code, text(answer)) == (503, "The server is about to stop.\n")


@pytest.mark.django_db
def test_nobody_is_sent_to_a_server_whose_database_is_of_an_earlier_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "_current", set())
    monkeypatch.setattr(readiness, "is_behind", lambda alias: True)
    answer = browser().get("/readyz")
    assert (answer.status_code, text(answer)) == (503, "The database waits to be brought up to date.\n")


@pytest.mark.parametrize(
    ("view", "status"),
    [(troubles.bad_request, 400), (troubles.forbidden, 403), (troubles.not_found, 404), (troubles.failed, 500)],
)
def test_pages_for_trouble_need_no_database_and_no_visitor(view: object, status: int) -> None:
    response = view(RequestFactory(headers={"Accept-Language": "it"}).get("/x"))  # type: ignore[operator]
    assert response.status_code == status
    assert '<html lang="it"' in text(response)


# Floods


@pytest.mark.django_db
def test_too_many_tables_are_answered_with_one_sentence() -> None:
    _, client = guest("Ada")
    codes = [client.post("/tables/new", {"title": "1849"}).status_code for _ in range(27)]
    assert codes[:25] == [302] * 25
    assert 429 in codes[25:]
    assert Table.objects.count() == codes.count(302)
    response = client.post("/tables/new", {"title": "1849"})
    assert response.status_code == 429
    assert "a little too often" in text(response)
    assert response["Retry-After"]
    assert client.get("/").status_code == 200  # reading goes on
    assert guest("Bruno")[1].post("/tables/new", {"title": "1849"}).status_code == 302  # and so do others


@pytest.mark.django_db
def test_too_many_remarks_from_one_person() -> None:
    host, client = guest("Ada")
    table = lobby(host)
    for _ in range(40):
        response = client.post(f"/t/{table.key}/remark", {"text": "ciao"})
        if response.status_code == 429:
            break
    assert response.status_code == 429
    assert Remark.objects.count() < 20


@pytest.mark.django_db
def test_who_only_asks_for_a_sandbox_does_not_fill_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BUCKETS, "_clock", lambda: 0.0)  # however slow the machine is
    monkeypatch.setitem(rate_limits.RATE_LIMITS, "sandbox", rate_limits.RateLimits(Limit(3, 1), Limit(5, 1)))
    (ada, own), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    people = Person.objects.count()
    assert [browser().get(f"/t/{table.key}/try").status_code for _ in range(8)] == [200] * 8
    assert (Person.objects.count(), PrivateData.objects.count()) == (people, 0)  # strangers leave nothing behind
    codes = [guest(f"Guest {number}")[1].get(f"/t/{table.key}/try").status_code for number in range(8)]
    assert codes == [200] * 5 + [429] * 3
    assert PrivateData.objects.count() == 5
    elsewhere = browser(ada, REMOTE_ADDR="10.1.2.3")
    assert [elsewhere.get(f"/t/{table.key}/try").status_code for _ in range(9)] == [200] * 9  # it has one already
    assert own.get(f"/t/{table.key}/try").status_code == 200


# What is no action


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["act", "try/act"])
@pytest.mark.parametrize(
    "sent",
    [
        {"action": '{"do":"cheat"}'},
        {"action": "{"},
        {"action": ""},
        {"action": "[" * 5000},
        {"action": "{", "price": "7"},
        {"action": '{"do":"bid","private":7,"price":1}'},
    ],
)
def test_what_is_no_action_is_told_in_the_language_of_who_sent_it(where: str, sent: dict[str, str]) -> None:
    (ada, _), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    client = browser(ada, HTTP_ACCEPT_LANGUAGE="it")
    client.get(f"/t/{table.key}/try")
    response = client.post(f"/t/{table.key}/{where}", {"after": "0", **sent})
    assert response.status_code == 400
    assert "Questa non è una mossa: " in html.unescape(text(response))
    assert "msgspec" not in text(response)


@pytest.mark.django_db
def test_guessing_passwords_ends_soon_from_one_address(monkeypatch: pytest.MonkeyPatch, settings: object) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]
    monkeypatch.setattr(BUCKETS, "_clock", lambda: 0.0)  # however slow the machine is
    codes = [
        browser().post("/accounts/login/", {"login": f"somebody {number}", "password": "guess"}).status_code
        for number in range(45)
    ]
    assert codes[0] == 200
    assert codes[-1] == 429
    others = browser(REMOTE_ADDR="10.1.2.3").post("/accounts/login/", {"login": "x", "password": "guess"})
    assert others.status_code == 200


def test_a_bucket_fills_again_and_the_oldest_is_forgotten() -> None:
    now = [0.0]
    buckets = TokenBuckets(lambda: now[0], most=3)
    limit = Limit(2, 0.5)
    assert [buckets.take("", "a", limit) for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert not buckets.take("", "a", limit)
    now[0] = 2.1
    assert buckets.take("", "a", limit)
    assert not buckets.take("", "a", limit)
    assert buckets.take("other", "a", limit)
    for who in "bcd":
        assert buckets.take("", who, limit)
    assert buckets.take("", "a", limit)  # forgotten: a full bucket
