"""Weeks in three browsers, by a clock that the whole server obeys: what pages say, what is sent, and a restart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import hands
from tests.browser.house import House
from tests.web.notices.receiving import Heard, listening
from tests.web.server_clock import ServerClock

ADA, BRUNO, CARLA = "Ada", "Bruno", "Carla"
A_DAY = {"clock": {"profile": "weeks", "reserve": 24 * 3600, "increment": 24 * 3600}}
CLOCK = ".banner .clock b"
ROWS = ".my-move article"
WHOLE = re.compile(r"(1 d|23 h 5\d)")  # a day of which minutes may have gone


@pytest.fixture
def clock(tmp_path: Path) -> ServerClock:
    return ServerClock(tmp_path)


@pytest.fixture
def slow_house(tmp_path: Path, clock: ServerClock) -> Iterator[House]:
    """A house in which time passes when the test says so."""
    house = House(tmp_path / "house", FERROVIA_TEST_CLOCK=str(clock.file), FERROVIA_NETWORKS="127.0.0.0/8")
    house.open()
    yield house
    try:
        house.all_leave()
    finally:
        house.close()


def adds_webhook(page: Page, house: House, heard: Heard) -> None:
    page.goto(f"{house.address}/settings/notices")
    page.locator("summary").filter(has_text="Webhook").click()
    page.locator("#hook-address").fill(heard.address)
    page.locator("#hook-label").fill("Club chat")
    page.locator("form:has(#hook-address) button").click()
    expect(page.locator("#channels")).to_contain_text("Club chat")


def noted(page: Page, house: House, count: int) -> Locator:
    """What was sent, once so much of it was: it is noted after it was taken."""
    page.goto(f"{house.address}/settings/notices")
    lines = page.locator(".sent-lines li:not([data-pending])")
    while lines.count() < count:
        page.reload()
    return lines


def events(heard: Heard) -> list[str]:
    return [json.loads(body)["event"] for _, _, body in heard.requests]


def test_a_day_a_turn_is_told_once_through_a_restart(browser: Browser, slow_house: House, clock: ServerClock) -> None:
    laid = slow_house.lay("1849", clocked=True, law=A_DAY)
    with listening() as heard:
        pages = {name: slow_house.visit(browser, laid, name, apart=True) for name in (ADA, BRUNO, CARLA)}
        ada, bruno, carla = pages.values()
        adds_webhook(ada, slow_house, heard)

        expect(carla.locator(CLOCK)).to_have_text(WHOLE)
        clock.passes(hours=5)
        carla.reload()
        expect(carla.locator(CLOCK)).to_have_text(re.compile("^(19 h 00|18 h 59)$"))

        for page in (ada, bruno):
            page.goto(slow_house.address)
            page.mouse.move(5, 5)  # rows do not move under a pointer
            expect(page.locator("b[data-live]")).to_be_visible()
        expect(ada.locator(ROWS)).to_have_count(0)
        clock.passes(seconds=1)
        hands.buy_private(carla, "SCE")
        expect(ada.locator(ROWS)).to_have_count(1)  # by itself: she only looks at her list
        expect(ada).to_have_title("(1) Ferrovia")
        expect(bruno).to_have_title("Ferrovia")
        assert heard.requests == []
        clock.passes(minutes=2)
        heard.waits_for(1)
        noted(ada, slow_house, 1)

        slow_house.kill()
        clock.passes(hours=4)
        slow_house.open()
        ada.goto(f"{slow_house.address}{laid.path}")
        expect(ada.locator(CLOCK)).to_have_text(WHOLE)  # nobody's time, while none served
        ada.goto(slow_house.address)
        expect(ada.locator(ROWS)).to_contain_text(WHOLE)

        clock.passes(timedelta(hours=19, minutes=15))
        heard.waits_for(2)
        ada.reload()
        expect(ada.locator(ROWS)).to_contain_text("4 h")
        sent = noted(ada, slow_house, 2)
        expect(sent.first).to_contain_text("left:")
        expect(sent.last).to_contain_text("Your turn:")
        expect(ada.locator(".sent-lines [data-pending]")).to_have_count(0)

        ada.goto(f"{slow_house.address}{laid.path}")
        clock.passes(seconds=1)
        hands.bid(ada, "RSA", 155)
        expect(bruno).to_have_title("(1) Ferrovia")  # its stream has found the new server
        expect(ada.locator("#desk.yours")).to_have_count(0)
        assert events(heard) == ["your_turn", "reminder"]
