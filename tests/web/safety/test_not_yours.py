"""A table that is not yours to see and one that does not exist: no address and no way of asking tells them apart."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from ferrovia.table.models import Person, Table
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.views.access import looker_of
from tests.web.past.people import browser_of, seated
from tests.web.positions import played
from tests.web.safety.receiving import FORMS, filled, patterns

METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
NOTHING = "NoSuchTableHere0"
OF_A_TABLE = [pattern for pattern in patterns() if "<str:key>" in pattern]


def alike(text: str, key: str) -> str:
    """Without what only one visit has in it, and without the address that was asked."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text).replace(key, "KEY")


def told(client: Client, method: str, pattern: str, key: str, headers: dict[str, str]) -> dict[str, Any]:
    """All that an answer says."""
    BUCKETS.clear()
    table = Table(key=key, title="1849")
    form = {name: filled(value, table, 3) for name, value in FORMS.get(pattern, {}).items()}
    where = "/" + filled(pattern, table, 3)
    sent = {"data": form} if method == "post" else {}
    answer = getattr(client, method)(where, headers=headers, **sent)
    return {
        "status": answer.status_code,
        "heads": {name: alike(value, key) for name, value in answer.headers.items() if name != "Content-Length"},
        "cookies": {
            name: {flag: value for flag, value in cookie.items() if flag != "expires"}
            for name, cookie in answer.cookies.items()
        },
        "body": alike(answer.content.decode(), key),
    }


@pytest.fixture
def hidden() -> Table:
    table = seated(played("1849", 3, 6))
    assert len(table.key) == len(NOTHING)
    Table.objects.filter(pk=table.pk).update(visibility="players")
    return table


@pytest.mark.django_db
@pytest.mark.parametrize("pattern", OF_A_TABLE)
def test_one_that_is_not_yours_looks_like_one_that_is_not_there(hidden: Table, pattern: str) -> None:
    for language, headers in (("en", {}), ("it", {"HX-Request": "true", "Ferrovia-Board": "0.x", "X-Live": "1"})):
        for method in METHODS:
            clients = [Client(), browser_of(Person.objects.create(name="Zeno"))]
            for client in clients if method in ("get", "post") else clients[:1]:
                asked = {**headers, "Accept-Language": language}
                theirs = told(client, method, pattern, hidden.key, asked)
                none = told(client, method, pattern, NOTHING, asked)
                assert theirs == none, (method, pattern)
                assert theirs["status"] in (404, 405), (method, pattern)
    assert not hidden.private_data.exists()
    assert not hidden.remarks.exists()


@pytest.mark.django_db
def test_its_stream_neither(hidden: Table) -> None:
    """The stream does not come through Django: it has one answer for those who are told nothing."""
    stranger: dict[str, Any] = {"headers": []}
    assert looker_of({**stranger, "path": f"/t/{hidden.key}/events"}, hidden.key) is None
    assert looker_of({**stranger, "path": f"/t/{NOTHING}/events"}, NOTHING) is None
    for key in (hidden.key, NOTHING):
        assert Client().post(f"/t/{key}/events").status_code == 404


@pytest.mark.django_db
def test_who_sits_there_is_answered(hidden: Table) -> None:
    """Otherwise the tests above would hold of a server that answers nothing."""
    person = hidden.seats.exclude(person=None)[0].person
    assert person is not None
    assert told(browser_of(person), "get", "t/<str:key>", hidden.key, {})["status"] == 200
    assert len(OF_A_TABLE) > 25
