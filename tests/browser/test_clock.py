"""A page counts down by itself, stands still where a rest begins, and says once that little is left."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.house import House


def test_a_clock_is_counted_down_without_a_request_and_said_once(browser: Browser, house: House) -> None:
    laid = house.lay("1849", moves=30, clocked=True)
    other = next(player for player in laid.sessions if player != laid.decider)
    page = house.visit(browser, laid, other, apart=True)
    asked: list[str] = []
    page.clock.install()
    page.reload()
    page.on("request", lambda request: asked.append(request.url))
    clock, told = page.locator(".banner .clock"), page.locator("#time-told")
    expect(clock).to_have_class("clock runs")
    expect(clock.locator("b")).to_have_text(re.compile("^1[45] min$"))
    expect(told).to_have_text("")
    page.clock.run_for("11:50")
    expect(clock.locator("b")).to_have_text(re.compile("^[23] min$"))
    page.clock.run_for("01:30")
    expect(clock).to_have_class("clock short")
    expect(clock.locator("b")).to_have_text(re.compile(r"^1:[0-5]\d$"))
    expect(told).to_have_text(re.compile("^[23] min left$"))
    assert [url for url in asked if "events" not in url] == []


def test_the_zone_of_a_browser_is_that_of_its_players_nights(browser: Browser, house: House) -> None:
    laid = house.lay("1849", moves=30)
    page = house.visit(browser, laid, laid.decider, apart=True, timezone_id="Pacific/Auckland")
    assert {each["value"] for each in page.context.cookies() if each["name"] == "zone"} == {"Pacific/Auckland"}
