"""By keyboard: where the focus is, what arrows, Space and Esc do, and letters that were switched off."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.house import House, settles
from tests.browser.player import MAIN

# How many radios of each group Tab comes to
STOPS = """() => [...document.querySelectorAll("#decision [role=radiogroup]")].map(
  (group) => [...group.querySelectorAll("[role=radio]")].filter((each) => each.tabIndex === 0).length
)"""


def test_a_stock_turn_by_keyboard(browser: Browser, house: House) -> None:
    laid = house.lay_stored("1849-three", "stock")
    page = house.visit(browser, laid, laid.decider)
    stops = page.evaluate(STOPS)
    assert len(stops) > 3
    assert {*stops} == {1}

    for key, is_market in (("m", False), ("k", True)):
        with settles(page):
            page.keyboard.press(key)
        expect(page.locator("#market-stage .market-grid")).to_have_count(int(is_market))

    group = page.locator("#decision [role=radiogroup]:has([role=radio] + [role=radio])").first
    first, second = group.locator("[role=radio]").nth(0), group.locator("[role=radio]").nth(1)
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-checked", "false")
    with settles(page):
        page.keyboard.press("Space")
    expect(second).to_have_attribute("aria-checked", "true")
    expect(second).to_be_focused()
    assert {*page.evaluate(STOPS)} == {1}
    expect(page.locator(MAIN)).to_be_visible()
    with settles(page):
        page.keyboard.press("Escape")
    expect(page.locator(MAIN)).to_have_count(0)

    why = page.locator("#decision .body a.why").first
    with settles(page):
        why.click()
    expect(page.locator("#decision .foot .whynot")).to_be_visible()
    with settles(page):
        page.keyboard.press("Escape")
    expect(page.locator("#decision .foot .whynot")).to_have_count(0)

    with settles(page):
        second.focus()
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).not_to_have_attribute("data-number", str(laid.number))
    expect(page.locator("#decision h1")).to_be_focused()


def test_an_operating_turn_by_keyboard(browser: Browser, house: House) -> None:
    """Track by hex, tile and Enter; every other step by Enter, or by P and Enter."""
    laid = house.lay("1849", step="track", moves=60, alone=True)
    page = house.visit(browser, laid, laid.decider)
    page.keyboard.press("m")
    expect(page.locator("#marks a:focus")).to_have_count(1)
    for key, picked in (("Enter", "hex="), ("1", "tile=")):
        with settles(page):
            page.keyboard.press(key)
        assert picked in page.url
    number = laid.number
    for _ in range(7):
        if not page.locator("#desk.yours").count():
            break
        if not page.locator(MAIN).count():
            with settles(page):
                page.keyboard.press("p")
            expect(page.locator(MAIN)).to_be_visible()
        with settles(page):
            page.keyboard.press("Enter")
        expect(page.locator(f"#live[data-number='{number}']")).to_have_count(0)
        number = int(page.locator("#live").get_attribute("data-number") or 0)
    assert number >= laid.number + 3


def test_whose_turn_comes_finds_the_focus_on_the_question(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="stock")
    waiting = [house.visit(browser, laid, name) for name in laid.sessions if name != laid.decider]
    mover = house.visit(browser, laid, laid.decider)
    with settles(mover):
        mover.keyboard.press("p")
    mover.keyboard.press("Enter")
    for page in waiting:
        expect(page.locator("#live")).to_have_attribute("data-number", str(laid.number + 1))
    asked = [page for page in waiting if page.locator("#desk.yours").count()]
    assert len(asked) == 1
    expect(asked[0].locator("#decision h1")).to_be_focused()


def test_letters_can_be_switched_off(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    table = page.url
    page.goto(f"{house.address}/settings")
    page.locator("button[name=letters][value=off]").click()
    expect(page.locator("button[name=letters][value=off]")).to_have_attribute("aria-pressed", "true")
    page.goto(table)
    expect(page.locator("html")).to_have_attribute("data-letters", "off")
    page.keyboard.press("p")
    page.keyboard.press("1")
    page.keyboard.press("/")
    expect(page.locator("#typed[open]")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert "pass=" not in page.url
    assert "hex=" not in page.url
