"""Beside the map: it covers nothing, its answers come by themselves, and a key opens and closes it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.browser.house import House


def test_best_runs_lie_beside_the_map_and_what_is_chosen_is_drawn(browser: Browser, house: House) -> None:
    laid = house.lay("1849", moves=120)
    page = house.visit(browser, laid)  # a bystander
    whole = page.locator("#pic").bounding_box()
    page.keyboard.press("b")
    sums = page.locator("#dock .earner .sum")
    expect(page.locator("#dock")).to_be_visible()
    expect(sums.first).to_have_text(re.compile(r"\d+"))
    dock, board = page.locator("#dock").bounding_box(), page.locator("#pic").bounding_box()
    assert whole is not None
    assert dock is not None
    assert board is not None
    assert dock["x"] + dock["width"] <= board["x"] + 1
    assert board["width"] < whole["width"]
    page.locator("#dock a.earner").first.click()
    expect(page.locator("#marks g.runs")).to_have_count(1)
    expect(page.locator("#dock li.chosen .way")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dock")).to_be_hidden()
    expect(page.locator("#marks g.runs")).to_have_count(0)
    assert "open=" not in page.url
    for key, opened in (("t", "tiles"), ("o", "course")):
        page.keyboard.press(key)
        expect(page.locator("#dock")).to_be_visible()
        assert f"open={opened}" in page.url
        page.keyboard.press("Escape")
        expect(page.locator("#dock")).to_be_hidden()
        assert "open=" not in page.url
