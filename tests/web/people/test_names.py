"""Names: what is none, what passes for another's, and what may be told."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.models import LONGEST_NAME
from tests.web.people.visitors import browser, guest, lobby, text


@pytest.mark.parametrize(
    "name",
    [
        "Ada", "Łucja", "Dora 2", "X", "O'Neill", "山田", "<b>", "a" * LONGEST_NAME, "אדה", "שָׁלוֹם", "أمل", "محمّد",
        "علی‌رضا", "Ελένη", "Наталья", "王芳", "さくら", "김민준", "सीता", "क्‍ष", "สมชาย", "Anna Каренина", "X Æ A-12",
        "Ada 🚂",
    ],
)  # fmt: skip
def test_a_name_is_kept_as_it_is(name: str) -> None:
    assert names.checked(name) == name


def test_space_around_and_twice_is_no_part_of_a_name() -> None:
    assert names.checked("  Ada   Rossi ") == "Ada Rossi"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a" * (LONGEST_NAME + 1),
        "a" * 10_000,
        " " * 10_000,
        "Ada\u202eodnurB",  # turns round what follows
        "Ada\u200b",
        "Ada\u2066",
        "Ada\x00",
        "Ada\nBruno",
        "\u3164",  # a letter that shows nothing
        "\u2800",
        "Ad\u0430",  # a letter of another alphabet in a word
        "\u0391da",
        "\u0420\u0430y\u0440\u0430l",
        "Ada\u200dB",
        "\u0627\u200c",  # joins nothing
        "\u200d\u0627",
        "\u0627\u200c\u200c\u0627",
        "\u0627\u200fB",  # a mark of direction
        "Ada\u061c",
        "\u2067\u05d0\u2069",
        "\u0301a",
        "A" + "\u0301" * 9,
        "\ud800",
    ],
)
def test_what_cannot_be_seen_or_read_is_no_name(name: str) -> None:
    with pytest.raises(Refusal):
        names.checked(name)


@pytest.mark.parametrize("other", ["ada", "ADA", "Аda", "Ada.", "A da", "Àda", "ａｄａ", "Adа", "АDA"])
def test_what_looks_alike_is_taken(other: str) -> None:
    with pytest.raises(Refusal):
        names.check_free(other, ["Bruno", "Ada"])


def test_a_free_name_has_a_number_where_it_needs_one() -> None:
    assert names.free("Ada", ["Bruno"]) == "Ada"
    assert names.free("Ada", ["ada", "Ada 2"]) == "Ada 3"
    long = "a" * LONGEST_NAME
    assert len(names.free(long, [long])) == LONGEST_NAME


def test_a_stranger_gets_a_name_that_nobody_has() -> None:
    taken = names.PLEASANT[:-1]
    assert names.pleasant(taken) == names.PLEASANT[-1]
    assert names.looks(names.pleasant(names.PLEASANT)) not in {names.looks(name) for name in names.PLEASANT}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ada", "АDA", "x" * 10_000, "A\u202eB"])
def test_nobody_sits_down_under_a_bad_name(name: str) -> None:
    host, _ = guest("Ada")
    table = lobby(host)
    response = browser().post(f"/t/{table.key}/join", {"name": name})
    assert response.status_code == 409
    assert 'role="alert"' in text(response)
    assert table.seats.filter(kind="person").count() == 1


@pytest.mark.django_db
def test_markup_in_a_name_is_text_on_every_page() -> None:
    host, client = guest("<script>x</script>")
    table = lobby(host)
    table.visibility = "public"
    table.save()
    for path in ("/", f"/t/{table.key}", "/settings"):
        page = text(client.get(path))
        assert "<script>x" not in page
        assert "&lt;script&gt;x" in page
    assert "<script>x" not in text(browser().get("/"))
