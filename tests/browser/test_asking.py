"""Asking: a click, a tap or a key on anything brings its card, nothing else moves, Esc brings back what was there."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, settles
from tests.browser.test_accessible import faults_of

PHONE = {"width": 390, "height": 844}
TOPS = """() => [".banner", "#decision .body", "#stage", "#ledger"].map((each) =>
  document.querySelector(each)?.getBoundingClientRect().top)"""


def click_hex(page: Page, hex_id: str) -> None:
    box = page.locator(f"#asks a[data-ask='hex:{hex_id}'] use").bounding_box()
    assert box is not None
    with settles(page):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_hex_that_is_not_lit_is_clicked_and_answers_where_the_footer_was(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider, f"?n={laid.number}&hex={laid.lay[0]}&map=whole")
    entries, tops = page.evaluate("() => history.length"), page.evaluate(TOPS)
    click_hex(page, "E11")
    expect(page.locator("#ask h2")).to_have_text("Bronte (E11)")
    expect(page).to_have_url(re.compile(r"hex=.*ask=hex"))
    assert page.evaluate(TOPS) == tops
    assert page.evaluate("() => history.length") == entries
    assert faults_of(page) == []
    with settles(page):
        page.keyboard.press("Escape")
    expect(page.locator("#ask")).to_have_count(0)
    expect(page).to_have_url(re.compile("hex="))


def test_by_keys_any_hex_is_walked_to_and_asked_and_the_focus_comes_back(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    page.locator("#marks a[tabindex='0']").focus()
    hex_id = page.locator("#marks a:focus").get_attribute("data-hex")
    with settles(page):
        page.keyboard.press("i")
    expect(page.locator("#ask .ask-body")).to_be_focused()
    expect(page.locator("#ask h2")).to_contain_text(hex_id or "")
    with settles(page):
        page.keyboard.press("Escape")
    expect(page.locator(f"#marks a[data-hex='{hex_id}']")).to_be_focused()
    first = page.locator("#asks a[tabindex='0']")
    first.focus()
    before = page.locator("#asks a:focus").get_attribute("data-ask")
    page.keyboard.press("ArrowRight")
    after = page.locator("#asks a:focus").get_attribute("data-ask")
    assert after != before
    with settles(page):
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"ask={after}".replace(":", "%3A")))


def test_on_a_phone_the_ledger_stays_beside_the_card(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, query="?view=ledger", viewport=PHONE)
    with settles(page):
        page.locator("#ledger a[data-ask='corporation:ATA']").first.click()
    card = page.locator("#ask")
    expect(card).to_be_visible()
    expect(page.locator("#ledger")).to_be_visible()
    assert faults_of(page) == []
    with settles(page):
        page.locator("#ask-close").click()
    expect(card).to_have_count(0)
