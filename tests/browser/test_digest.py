"""The digest on a phone: it takes the place of the question, Enter puts it away, and the focus is on the question."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.house import House, settles
from tests.browser.test_accessible import faults_of

PHONE = {"width": 390, "height": 844}


def test_the_digest_is_read_and_put_away_by_enter(browser: Browser, house: House) -> None:
    laid = house.lay("1849", digest=True)
    page = house.visit(browser, laid, laid.decider, viewport=PHONE, timezone_id="Asia/Tokyo")
    expect(page.locator("#decision.digest .matter").first).to_be_visible()
    expect(page.locator("#stage")).to_be_hidden()
    clock = page.locator("#decision.digest time").first
    at = clock.get_attribute("datetime")
    assert at is not None
    hour = (int(at[11:13]) + 9) % 24
    assert f"{hour:02}{at[13:16]}" in clock.inner_text()
    assert faults_of(page) == []
    with settles(page):
        page.locator("#bar .facts a").first.click()
    expect(page.locator("#ask h2")).to_be_visible()
    with settles(page):
        page.keyboard.press("Escape")
    page.locator("#decision h1").focus()
    with settles(page):
        page.keyboard.press("Enter")
    expect(page.locator("#decision.digest")).to_have_count(0)
    expect(page.locator("#decision h1")).to_be_focused()
    page.reload()
    expect(page.locator("#decision .body[data-control]")).to_be_visible()
