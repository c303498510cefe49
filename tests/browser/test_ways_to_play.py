"""The same turn by other means: keys alone, a thumb on a phone, another language half-way, no scripts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import hands
from tests.browser.house import House, settles
from tests.browser.player import MAIN, PRICE, Player

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def tab_to(page: Page, wanted: Locator, most: int = 120) -> None:
    """Press Tab until it has the focus, as somebody without a mouse must."""
    for _ in range(most):
        if wanted.evaluate("e => e === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}.")


def press(page: Page, key: str) -> None:
    """A key that picks something, and what the page then shows."""
    with settles(page):
        page.keyboard.press(key)


def test_a_turn_by_keys_alone(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=100)
    page = house.visit(browser, laid, laid.decider)
    number = laid.number
    asked = page.locator("#decision h1")
    corporation = page.locator("#decision .banner .plate").first.inner_text()

    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    page.keyboard.press("m")  # a hex of the map, then another by way of the panel
    expect(page.locator("#marks a.hexmark:focus")).to_have_count(1)
    press(page, "Enter")
    expect(page.locator("#decision a.tile").first).to_be_visible()
    press(page, "Escape")
    chip = page.locator("#decision .hexlist a").last
    tab_to(page, chip)
    press(page, "Enter")
    press(page, "1")
    expect(page.locator("#decision a.tile").first).to_have_attribute("aria-checked", "true")
    if page.locator("#decision .turn a").count():
        press(page, "r")
        expect(page.locator(MAIN)).to_be_visible()
    page.keyboard.press("Enter")
    number += 1
    hands.stands_at(page, number)

    taken = 0
    while page.locator("#desk.yours").count() and corporation in page.locator("#decision .banner").inner_text():
        what = page.locator("#decision .body").get_attribute("data-control")
        if what == "dividend":
            press(page, "2")
            expect(page.locator("#decision [aria-checked=true]")).to_have_count(1)
        page.keyboard.press("Enter" if page.locator(MAIN).count() else "p")
        number += 1
        hands.stands_at(page, number)
        taken += 1
        assert taken < 12, asked.inner_text()
    assert taken >= 2

    slider = page.locator("#history-here")
    tab_to(page, slider)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{house.address}{laid.path}/at/{number - 1}")
    page.keyboard.press("End")
    expect(page).to_have_url(f"{house.address}{laid.path}")


def test_a_typed_move(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    page.keyboard.press("/")
    page.keyboard.type(" ".join(laid.lay))
    page.keyboard.press("Enter")
    expect(page.locator(f"{MAIN}, #decision .body [role=radio]").and_(page.locator(":focus"))).to_have_count(1)
    if not page.locator(MAIN).count():
        press(page, "1")
        expect(page.locator(MAIN)).to_be_visible()
    page.keyboard.press("Enter")
    hands.stands_at(page, laid.number + 1)


def test_a_turn_by_touch_on_a_phone(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider, **PHONE)
    hex_id, tile = laid.lay
    with settles(page):
        page.locator(f"#marks a.hexmark[data-hex='{hex_id}']").tap()
    with settles(page):
        page.locator("#decision a.tile", has=page.locator(f"b:text-is('{tile}')")).tap()
    page.locator(MAIN).tap()
    hands.stands_at(page, laid.number + 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    number = laid.number + 1
    while page.locator("#desk.yours").count() and number < laid.number + 4:
        button = page.locator("#decision .foot .btns button").first
        if not button.count():
            break
        button.tap()
        number += 1
        hands.stands_at(page, number)


@pytest.mark.parametrize("title", ["1849", "1883", "18FB"])
def test_a_page_on_a_phone_is_no_wider_than_it(browser: Browser, house: House, title: str) -> None:
    laid = house.lay(title, step="stock", moves=40)
    page = house.visit(browser, laid, laid.decider, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_another_language_keeps_what_is_half_chosen(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    hex_id, tile = laid.lay
    page.locator(f"#marks a.hexmark[data-hex='{hex_id}']").click()
    card = page.locator("#decision a.tile", has=page.locator(f"b:text-is('{tile}')"))
    card.click()
    expect(page.locator(MAIN)).to_be_visible()
    english = page.locator("#decision .foot .say").inner_text()
    page.locator("#bar form.taste button[name=language]").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(card).to_have_attribute("aria-checked", "true")
    expect(page.locator("#decision .foot .say")).not_to_have_text(english)
    hands.take(page)
    hands.stands_at(page, laid.number + 1)


def test_another_language_keeps_a_price(browser: Browser, house: House) -> None:
    laid = house.lay("1849")
    page = house.visit(browser, laid, laid.decider)
    page.locator("#decision a.bidrow").filter(has_text="RSA").click()
    with settles(page):
        page.locator(PRICE).fill("171")
    page.locator("#bar form.taste button[name=language]").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator(PRICE)).to_have_value("171")


@pytest.mark.parametrize("title", ["1849", "1883", "18FB"])
def test_decisions_without_scripts(browser: Browser, house: House, title: str) -> None:
    laid = house.lay(title, step="track", moves=60, together=True)
    player = Player(house.visit(browser, laid, laid.decider, java_script_enabled=False), seed=3, scripts=False)
    for _ in range(4):
        assert player.waits()
        player.answers()
    assert player.number >= laid.number + 4
