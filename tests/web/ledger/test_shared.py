"""Parts of the page that are written once for several people: each still gets what is theirs, as it stands now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from ferrovia import table as package
from tests.web.past.people import client_of, decider, seated
from tests.web.positions import played, until

STATIC = Path(package.__file__).parent / "static" / "table"


@pytest.mark.django_db
def test_start_prices_are_links_for_who_must_choose_alone_whoever_looks_first() -> None:
    table = seated(until("1883", "par"))
    chooser = client_of(table, decider(table))
    stranger = Client(headers={"accept-language": "en"})
    for browser, has_links in ((stranger, False), (chooser, True), (stranger, False)):
        page = browser.get(f"/t/{table.key}?tab=market").content.decode()
        assert 'id="market"' in page
        assert ('class="spot' in page) == has_links


@pytest.mark.django_db
def test_what_is_shared_is_in_the_language_and_of_the_table_of_who_asks() -> None:
    record = played("1849", 3, 60)
    for table in (seated(record), seated(record)):
        for language, word in (("en", "One move back"), ("it", "Una mossa indietro")):
            page = Client(headers={"accept-language": language}).get(f"/t/{table.key}").content.decode()
            assert f'data-now="/t/{table.key}"' in page
            assert f'aria-label="{word}"' in page


@pytest.mark.django_db
def test_rows_of_the_ledger_show_whose_they_are() -> None:
    """The same row looks otherwise to another player: their own column is marked."""
    table = seated(played("1849", 3, 60))
    marked = {
        player: re.findall(r'<td class="pl( me)?">', client_of(table, player).get(f"/t/{table.key}").content.decode())
        for player in ("Ada", "Bruno")
    }
    assert " me" in marked["Ada"]
    assert marked["Ada"] != marked["Bruno"]


def test_every_font_that_the_styles_name_is_there_and_bears_no_reserved_name() -> None:
    styles = (STATIC / "style.css").read_text()
    named = re.findall(r"url\((fonts/[^)]+)\)", styles)
    assert sorted(named) == sorted(f"fonts/{path.name}" for path in (STATIC / "fonts").glob("*.woff2"))
    families = set(re.findall(r'@font-face \{ font-family:"([^"]+)"', styles))
    assert families
    assert not any("Source" in family for family in families)
