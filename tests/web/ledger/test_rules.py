"""The rules as pages: every clause that is cited can be read."""

from __future__ import annotations

import pytest
from django.test import Client

from ferrovia.formats.rulebook import rulebook, rulebooks
from ferrovia.table.markup.citing import cite
from ferrovia.titles.registry import all_titles


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_clause_has_an_anchor_in_the_readers_language(client: Client, name: str, language: str) -> None:
    client.cookies["language"] = language
    html = client.get(f"/rules/{name}").content.decode()
    book = rulebook(name, language)
    for entry in book.entries:
        assert f'id="{entry.id}"' in html
    assert html.count("<dt ") == len(book.entries)
    words = book.clauses[0].rule.split(".")[0][:12]
    assert words in html


@pytest.mark.django_db
def test_every_clause_that_a_title_cites_has_an_address(client: Client) -> None:
    for name, title in all_titles().items():
        known = {entry.id for entry in rulebooks()[name].entries}
        cited = sorted(set(title.citations.values()) & known)
        assert cited
        for clause in cited[:5]:
            link = cite(clause)
            address = link.partition('href="')[2].partition('"')[0]
            page = client.get(address)
            assert page.status_code == 200
            assert f'id="{clause}"' in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/rules/1830",
        "/rules/1849/99.99",
        "/rules/1849/%3Cscript%3E",
        "/tiles/1849/nil/light.svg",
        "/tiles/1849/57/pink.svg",
        "/tiles/1830/57/light.svg",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_who_came_from_a_table_is_led_back_to_it(client: Client) -> None:
    def way(address: str, came: str = "") -> str:
        page = client.get(address, headers={"referer": came}).content.decode()
        return page.partition('id="to-table" href="')[2].partition('"')[0]

    assert way("/rules/1849/9.2.6", "http://testserver/t/aB-9_x/at/30") == "/t/aB-9_x"
    assert way("/rules/1849?table=aB-9_x") == "/t/aB-9_x"  # as the link to all rules says
    assert way("/rules/1849", "http://elsewhere.example/t/aB-9_x") == way("/rules/1849") == ""
    assert way("/rules/1849?table=//elsewhere.example") == ""


@pytest.mark.parametrize("nothing", ["", "turn", "train.discard", "1830-1.1", "<b>-1"])
def test_what_is_no_clause_is_not_cited(nothing: str) -> None:
    assert cite(nothing) == ""


@pytest.mark.django_db
def test_a_tile_is_a_picture_that_may_be_kept(client: Client) -> None:
    answer = client.get("/tiles/1849/8/dark.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert "max-age" in answer["Cache-Control"]
    assert answer.content.startswith(b"<svg")
