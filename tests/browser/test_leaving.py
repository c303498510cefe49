"""The second question before leaving for good: the focus is on the way back, stays inside, and Esc goes back."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.house import House


def test_the_question_holds_the_focus_and_the_way_back_is_the_first_thing_pressed(
    browser: Browser, house: House
) -> None:
    laid = house.lay("1849", moves=60)
    page = house.visit(browser, laid, laid.other)
    seats = f"{page.url.split('?')[0]}/seats"
    page.goto(seats)
    page.locator(".leave-card a").click()
    stay = page.locator("dialog [data-stay]")
    expect(stay).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("dialog button[value=leave]")).to_be_focused()
    page.keyboard.press("Enter")  # without the tick nothing is sent
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(seats)
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".leave-card a").click()
    page.locator("dialog [name=sure]").check()
    page.locator("dialog button[value=leave]").click()
    page.wait_for_url(seats)
    expect(page.locator(".leave-card")).to_have_count(0)
