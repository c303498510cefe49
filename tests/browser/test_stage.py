"""The map under keys, mouse and fingers: focus goes from lit hex to lit hex, and the view stays where it was put."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.house import House
from tests.browser.test_live import stands_at


def view(page: Page) -> list[float]:
    told = page.locator("#marks").get_attribute("viewBox") or ""
    assert told == page.locator("#board").get_attribute("viewBox")
    return [float(number) for number in told.split()]


def place(page: Page, hex_id: str) -> tuple[float, float]:
    return place_of(page.locator(f"#marks a[data-hex='{hex_id}']"))


def place_of(mark: Locator) -> tuple[float, float]:
    rim = mark.locator("> use")
    return float(rim.get_attribute("x") or ""), float(rim.get_attribute("y") or "")


def focused(page: Page) -> str:
    return page.locator("#marks a:focus").get_attribute("data-hex") or ""


def test_arrows_go_from_lit_hex_to_lit_hex(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    marks = page.locator("#marks a")
    marks.first.focus()
    seen = {focused(page)}
    for key, axis, sign in (("ArrowRight", 0, 1), ("ArrowLeft", 0, -1), ("ArrowDown", 1, 1), ("ArrowUp", 1, -1)):
        for _ in range(marks.count()):
            before = focused(page)
            page.keyboard.press(key)
            after = focused(page)
            if after != before:
                assert (place(page, after)[axis] - place(page, before)[axis]) * sign > 0
            seen.add(after)
            expect(page.locator("#marks a[tabindex='0']")).to_have_attribute("data-hex", after)
            expect(page.locator("#marks a[tabindex='0']")).to_have_count(1)
    assert len(seen) > 1
    here = focused(page)
    page.keyboard.press("Enter")
    expect(page.locator(f"#marks a[data-hex='{here}']")).to_have_class(re.compile("chosen"))
    expect(page).to_have_url(re.compile(f"hex={here}"))


def test_the_view_survives_a_pick_and_a_move(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    whole = view(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = view(page)
    assert near[2] < whole[2] / 1.5
    middle = page.locator("#pic").bounding_box()
    assert middle is not None
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)
    page.mouse.up()
    moved = view(page)
    assert moved[0] < near[0]
    assert "hex=" not in page.url  # the end of a drag picks nothing
    page.keyboard.press("p")  # what passing costs is shown first
    page.locator("#desk form:has(input[name=action]) button").first.click()
    stands_at(page, laid.number + 1)
    assert view(page)[2] == moved[2]
    page.keyboard.press("z")
    board = [float(number) for number in (page.locator("#marks").get_attribute("data-whole") or "").split()]
    assert view(page)[2] >= board[2] - 1
    assert view(page)[3] >= board[3] - 1


def test_a_phone_shows_what_is_asked_and_the_sheet_has_three_heights(browser: Browser, house: House) -> None:
    laid = house.lay("18FB", step="track", moves=150)
    page = house.visit(browser, laid, laid.decider)
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    left, top, width, height = view(page)
    for mark in page.locator("#marks a").all():
        x, y = place_of(mark)
        assert left < x < left + width
        assert top < y < top + height
    page.locator("a.grip").click()
    expect(page.locator("#stage")).to_be_hidden()
    expect(page).to_have_url(re.compile("sheet=full"))
    page.reload()
    expect(page.locator("#stage")).to_be_hidden()
    page.locator("a.grip").click()
    expect(page.locator("#stage")).to_be_visible()
    assert page.locator("html").evaluate("page => page.scrollWidth") <= 390


def test_hexes_that_are_not_asked_for_are_veiled(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    expect(page.locator("#board")).to_have_class("asking")
    others = page.locator("#board g[id^='hex-']:not(.lit):has(.veil)")
    unlit = others.nth(others.count() // 2)
    veiled = unlit.screenshot()
    page.keyboard.down("v")
    expect(page.locator("#stage")).to_have_class(re.compile("bare"))
    assert unlit.screenshot() != veiled
    page.keyboard.up("v")
