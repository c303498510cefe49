"""Home in a browser: a table that turns to its reader comes up unless they are in the list; keys; the lost line."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, Laid

ROWS = ".my-move article"


def _turn(house: House, laid: Laid, player: str) -> None:
    """As another server would do it: the table waits for somebody else now."""
    with closing(sqlite3.connect(house.var / "table.sqlite3", timeout=60)) as database, database:
        statement = "UPDATE table_table SET decider = ?, changed = strftime('%Y-%m-%d %H:%M:%f', 'now') WHERE key = ?"
        database.execute(statement, [player, laid.path.rsplit("/", 1)[-1]])


def _at_home(browser: Browser, house: House, laid: Laid) -> Page:
    page = house.visit(browser, laid, laid.other, apart=True)
    page.goto(house.address)
    expect(page.locator("b[data-live]")).to_be_visible()
    return page


def test_a_table_that_turns_comes_up_by_itself_unless_somebody_is_in_the_list(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = _at_home(browser, house, laid)
    page.mouse.move(5, 5)
    expect(page.locator(ROWS)).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.headers.get("ferrovia-own") == "1"):
        _turn(house, laid, laid.other)
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page).to_have_title("(1) Ferrovia")

    page.hover(ROWS)
    _turn(house, laid, laid.decider)
    expect(page.locator("#one-more")).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(ROWS)).to_have_count(0)
    expect(page.locator("#one-more")).to_be_hidden()
    expect(page).to_have_title("Ferrovia")


def test_keys_go_through_the_rows_and_into_the_table_that_waits(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    _turn(house, laid, laid.other)
    page = _at_home(browser, house, laid)
    link = page.locator(f"{ROWS} .question a")
    page.keyboard.press("j")
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{laid.path}")
    page.goto(house.address)
    page.keyboard.press("n")
    page.wait_for_url(f"**{laid.path}")


def test_a_lost_connection_is_said_and_what_was_missed_is_fetched(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = _at_home(browser, house, laid)
    page.context.set_offline(True)
    expect(page.locator("b[data-lost]")).to_be_visible()
    expect(page.locator("b[data-live]")).to_be_hidden()
    _turn(house, laid, laid.other)
    page.context.set_offline(False)
    expect(page.locator("b[data-live]")).to_be_visible()
    expect(page.locator(ROWS)).to_have_count(1)
