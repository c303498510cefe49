"""Back: picks leave no trace, a view that is open closes, and then the table is left; the map stays alive."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, settles
from tests.browser.player import points_at
from tests.browser.test_stage import view

PHONE = {"width": 390, "height": 844}


def drag(page: Page) -> None:
    box = page.locator("#pic").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 40
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 10, steps=4)
    page.mouse.up()


ENTRIES = "() => history.length"
STATE = "() => JSON.stringify(history.state)"


def test_back_after_picks_leaves_the_table_and_the_map_lives_when_one_returns(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider, viewport=PHONE)
    table, entries = page.url, page.evaluate(ENTRIES)
    page.goto(f"{house.address}/about")
    page.goto(table)
    entries = page.evaluate(ENTRIES)
    hexes = page.locator("#marks a")
    for number in range(3):
        points_at(page, hexes.nth(number % hexes.count()))
    assert page.evaluate(ENTRIES) == entries
    page.go_back()
    expect(page).to_have_url(re.compile("/about"))
    page.go_forward()
    expect(page.locator("#marks a").first).to_be_visible()
    page.keyboard.press("+")
    before = view(page)
    assert before[2] > 50  # units: the board, and not one flat colour
    drag(page)
    assert view(page)[0] < before[0]


def test_back_closes_a_view_and_keeps_what_is_picked(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider, viewport=PHONE)
    entries = page.evaluate(ENTRIES)
    points_at(page, page.locator("#marks a").first)
    picked = page.url
    parts = page.locator("#nav a")
    with settles(page):
        parts.nth(3).click()
    expect(page.locator("#ledger")).to_be_visible()
    with settles(page):
        parts.nth(4).click()  # from one view to another: still one entry
    assert page.evaluate(ENTRIES) == entries + 1
    with settles(page):
        page.go_back()
    expect(page.locator("#stage")).to_be_visible()
    assert "hex=" in page.url
    assert "view=" not in page.url
    assert page.url.partition("?")[0] == picked.partition("?")[0]
    page.keyboard.press("+")
    before = view(page)
    drag(page)
    assert view(page)[0] < before[0]
    with settles(page):
        parts.nth(2).click()
    with settles(page):
        parts.nth(0).click()  # closed by a link: its entry is gone too
    expect(page.locator("#stage")).to_be_visible()
    assert "opened" not in (page.evaluate(STATE) or "")
