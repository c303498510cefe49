"""Parts of the page that are written once for several people: each still gets what is theirs, as it stands now."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from ferrovia import table as package
from ferrovia.formats.save import resume
from ferrovia.titles.registry import TITLES, title
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
        assert 'id="market"' in page or 'class="market-board' in page
        assert ('class="spot' in page or 'class="cell-pick' in page) == has_links


@pytest.mark.django_db
def test_what_is_shared_is_in_the_language_and_of_the_table_of_who_asks() -> None:
    record = played("1849", 3, 60)
    for table in (seated(record), seated(record)):
        for language, word in (("en", "One move back"), ("it", "Una mossa indietro")):
            page = Client(headers={"accept-language": language}).get(f"/t/{table.key}").content.decode()
            assert f'data-now="/t/{table.key}"' in page
            assert f'aria-label="{word}"' in page


@pytest.mark.django_db
def test_links_that_a_move_does_not_end_stay_the_same_and_keep_what_is_picked_besides() -> None:
    table = seated(played("1849", 3, 60))
    client = client_of(table, decider(table))
    phases = 'href="?tab=phases"'
    assert phases in client.get(f"/t/{table.key}").content.decode()
    chosen = client.get(f"/t/{table.key}?n=60&hint=1").content.decode()  # of this moment: the link says so
    assert phases not in chosen
    assert 'href="?n=60&amp;hint=1&amp;tab=phases"' in chosen
    assert phases in client.get(f"/t/{table.key}").content.decode()
    talking = client.get(f"/t/{table.key}?talk=chat").content.decode()
    assert 'href="?talk=chat&amp;tab=phases"' in talking


@pytest.mark.django_db
def test_rows_of_the_ledger_show_whose_they_are() -> None:
    """The rows are the same for all; the table names the column of the one who looks, and the styles mark it."""
    record = played("1849", 3, 60)
    table, seats = seated(record), resume(record).state.seats
    styles = (STATIC / "styles" / "matrix.css").read_text()
    rows = set()
    for player in ("Ada", "Bruno"):
        page = client_of(table, player).get(f"/t/{table.key}").content.decode()
        column = seats.index(player) + 1
        assert f'<table class="ledger-table viewer-{column}">' in page
        assert f".viewer-{column} .player-{column}" in styles
        assert f'<td class="player player-{column}">' in page
        rows.add(page[page.index("<tbody>") : page.index("</tbody>")])
    assert len(rows) == 1


def test_styles_mark_a_column_for_every_seat_that_a_game_can_have() -> None:
    most = max(max(title(name).player_counts) for name in TITLES)
    styles = (STATIC / "styles" / "matrix.css").read_text()
    assert all(f".viewer-{place} .player-{place}" in styles for place in range(1, most + 1))
