"""A database that fails in the middle of a move: its player is told whether it was made, and the game is whole."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import Error, InterfaceError, OperationalError, connection
from django.test import Client

from ferrovia.formats.verification import verify
from ferrovia.table.storage import TableStorage
from tests.web.live.players import choice, seated
from tests.web.positions import laid_out, played

NOT_MADE = {"en": "Your move was not made.", "it": "La tua mossa non è stata fatta."}
MADE = {"en": "Your move was made.", "it": "La tua mossa è stata fatta."}
UNKNOWN = {
    "en": "Nobody knows yet whether your move was made. Load the table anew and look.",
    "it": "Non si sa ancora se la tua mossa è stata fatta. Ricarica il tavolo e guarda.",
}
AWAY = {
    "en": "The games cannot be reached at the moment.",
    "it": "In questo momento le partite non sono raggiungibili.",
}
FULL: Error = OperationalError("database or disk is full")
LOST: Error = InterfaceError("connection already closed")

pytestmark = pytest.mark.django_db(transaction=True)
EITHER_LANGUAGE = pytest.mark.parametrize("language", ["en", "it"])
EITHER_FORM = pytest.mark.parametrize("is_live", [False, True], ids=["plain", "htmx"])


class Evening:
    """A table, and a browser in which whoever must decide sends a move."""

    def __init__(self, language: str, is_live: bool) -> None:
        self.table = laid_out(played("1849", moves=30))
        self.client: Client = seated(self.table)
        self.client.raise_request_exception = False
        self.headers = {"Accept-Language": language} | ({"HX-Request": "true"} if is_live else {})
        self.form = {"action": choice(self.table), "after": "30", "key": "one"}

    def sends(self) -> Any:
        answer: Any = self.client.post(f"/t/{self.table.key}/act", self.form, headers=self.headers)
        answer.told = html.unescape(answer.content.decode())
        return answer

    def number(self) -> int:
        """How many moves are stored, of a game that is whole; its page must show as many."""
        record, _ = TableStorage(self.table.pk).load()
        assert verify(record).faults == []
        page = self.client.get(f"/t/{self.table.key}").content.decode()
        assert f'data-number="{len(record.actions)}"' in page
        return len(record.actions)


@contextmanager
def failing(error: Error, when: Callable[[str], bool]) -> Iterator[None]:
    """The database fails at the statements that are meant."""

    def asked(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if when(sql):
            raise error
        return execute(sql, *rest)

    with connection.execute_wrapper(asked):
        yield


def look(answer: Any, told: str, language: str, is_live: bool) -> None:
    """The sentence stands where its reader sees it: in a bar on the page that is there, or on a page of its own."""
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert answer["Content-Security-Policy"]
    assert "disk" not in answer.told
    assert "closed" not in answer.told
    if is_live:
        assert answer.told.startswith('<hx-partial hx-target="#broken" hx-swap="outerMorph"><p id="broken"')
        assert f'role="alert">{told}' in answer.told
        assert "<html" not in answer.told
    else:
        assert f'<html lang="{language}"' in answer.told
        assert f"<h1>{AWAY[language]}</h1>" in answer.told
        assert f'<p class="lead">{told}' in answer.told


@EITHER_FORM
@EITHER_LANGUAGE
@pytest.mark.parametrize("error", [FULL, LOST], ids=["full", "lost"])
@pytest.mark.parametrize(
    "when",
    [
        lambda sql: True,
        lambda sql: sql.startswith("BEGIN"),
        lambda sql: sql.startswith("UPDATE"),
        lambda sql: sql.startswith('INSERT INTO "table_moverow"'),
    ],
    ids=["at once", "at the beginning", "at the table", "at the move"],
)
def test_before_the_commit_the_move_was_not_made(
    when: Callable[[str], bool], error: Error, language: str, is_live: bool
) -> None:
    evening = Evening(language, is_live)
    with failing(error, when):
        answer = evening.sends()
    look(answer, NOT_MADE[language], language, is_live)
    assert evening.number() == 30
    assert evening.sends().status_code in (200, 302)  # once there is room again
    assert evening.number() == 31


@EITHER_FORM
@EITHER_LANGUAGE
@pytest.mark.parametrize("is_kept", [False, True], ids=["lost before", "lost after"])
def test_at_the_commit_nobody_knows(
    is_kept: bool, language: str, is_live: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(language, is_live)
    committed = connection.commit

    def commit() -> None:
        if is_kept:
            committed()
        raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "commit", commit)
        answer = evening.sends()
    look(answer, UNKNOWN[language], language, is_live)
    assert evening.number() == 30 + is_kept
    assert evening.sends().status_code in (200, 302)  # the same form once more makes it once
    assert evening.number() == 31


@EITHER_FORM
@EITHER_LANGUAGE
@pytest.mark.parametrize("where", ["tables.TABLES.tell", "speed.serving_order.SERVING_ORDER.after_viewers"])
def test_after_the_commit_the_move_was_made(
    where: str, language: str, is_live: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(language, is_live)

    def lost(*_: object) -> None:
        raise LOST

    with monkeypatch.context() as patched:
        patched.setattr(f"ferrovia.table.{where}", lost)
        look(evening.sends(), MADE[language], language, is_live)
    assert evening.number() == 31
    with monkeypatch.context() as patched:
        patched.setattr("ferrovia.table.speed.serving_order.SERVING_ORDER.after_viewers", lost)
        look(evening.sends(), MADE[language], language, is_live)  # the same form once more: nor is it denied now
    assert evening.number() == 31


def test_a_fault_of_ours_after_the_move_says_that_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("en", is_live=False)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("ferrovia.table.speed.serving_order.SERVING_ORDER.after_viewers", broken)
        answer = evening.sends()
    assert answer.status_code == 500
    assert "Something broke on our side." in answer.told
    assert MADE["en"] in answer.told
    assert evening.number() == 31


@pytest.mark.parametrize(
    ("method", "where", "told"),
    [
        ("get", "", "Nothing is lost by it."),
        ("post", "/undo", "Nobody knows yet whether it was done."),
        ("post", "/remark", "Nobody knows yet whether it was done."),
        ("post", "/act", NOT_MADE["en"]),
    ],
)
def test_what_is_no_move_is_told_as_far_as_it_is_known(method: str, where: str, told: str) -> None:
    evening = Evening("en", is_live=False)
    with failing(LOST, lambda sql: True):
        answer = getattr(evening.client, method)(f"/t/{evening.table.key}{where}")
    assert answer.status_code == 503
    assert told in html.unescape(answer.content.decode())
