"""The same turn by other means: keys alone, a thumb on a phone, another language half-way, no scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser import hands
from tests.browser.house import House, settles
from tests.browser.player import MAIN, PASS, PRICE, Player, points_at

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def tab_to(page: Page, wanted: Locator, most: int = 120) -> None:
    """Press Tab until it has the focus, as somebody without a mouse must."""
    for _ in range(most):
        if wanted.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}.")


def press(page: Page, key: str) -> None:
    """A key that picks something, and what the page then shows."""
    with settles(page):
        page.keyboard.press(key)


def press_at_once(focused: Locator, *keys: str) -> None:
    """Keys that come quicker than any page."""
    event = "new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})"
    focused.evaluate(f"(element, keys) => keys.forEach((key) => element.dispatchEvent({event}))", list(keys))


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
    expect(page.locator("#marks a:focus")).to_have_count(1)
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
        if not page.locator(MAIN).count():
            press(page, "p")  # shows what passing does
        page.keyboard.press("Enter")
        number += 1
        hands.stands_at(page, number)
        taken += 1
        assert taken < 12, asked.inner_text()
    assert taken >= 2

    slider = page.locator("#history-here")
    tab_to(page, slider)
    press_at_once(slider, "Home", "End", *["ArrowLeft"] * 5, "ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", str(number - 4))
    expect(page).to_have_url(f"{house.address}{laid.path}/at/{number - 4}")
    expect(slider).to_be_focused()  # its keys are heard again
    page.keyboard.press("End")
    expect(page).to_have_url(f"{house.address}{laid.path}")


def test_keys_that_come_before_the_next_page_hears_them_are_not_lost(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=100)
    page = house.visit(browser, laid, laid.decider, apart=True)
    slider = page.locator("#history-here")
    tab_to(page, slider)
    late: list[Route] = []
    page.route("**/history*.js", lambda route: late.append(route))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**{laid.path}/at/{laid.number - 1}", wait_until="commit")
    slider.wait_for(state="attached")  # on the next page: the script that keeps keys stands before it
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    late[0].continue_()
    page.unroute("**/history*.js")
    expect(page).to_have_url(f"{house.address}{laid.path}/at/{laid.number - 3}")
    expect(slider).to_be_focused()


def test_a_tile_is_laid_from_the_map_by_keys(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=100)
    page = house.visit(browser, laid, laid.decider)
    focused = page.locator("#marks a:focus")
    page.keyboard.press("m")
    first = focused.get_attribute("data-hex")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    seen = focused.get_attribute("data-hex")
    if seen == first:
        page.keyboard.press("ArrowLeft")
    hex_id = focused.get_attribute("data-hex")
    press(page, "Enter")
    expect(page).to_have_url(re.compile(f"hex={hex_id}"))
    press(page, "1")
    if page.locator("#decision .turn a").count():
        turned = page.locator("#marks .laid").inner_html()
        press(page, "r")
        assert page.locator("#marks .laid").inner_html() != turned
    page.keyboard.press("Enter")
    hands.stands_at(page, laid.number + 1)


def test_a_run_is_traced_by_keys(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="run", moves=150)
    page = house.visit(browser, laid, laid.decider)
    tab_to(page, page.get_by_role("link", name="Trace another run"))
    press(page, "Enter")
    fields = page.locator("#trace input[type=text], #trace input:not([type])")
    wanted = {number: fields.nth(number).input_value() for number in range(fields.count())}
    assert any(wanted.values())
    tab_to(page, page.get_by_role("link", name="Begin anew"))
    press(page, "Enter")
    expect(page.locator(MAIN)).to_have_count(0)
    for number, way in wanted.items():
        tab_to(page, fields.nth(number))
        page.keyboard.type(way.lower())
    press(page, "Enter")
    expect(page.locator(MAIN)).to_be_focused()
    page.keyboard.press("Enter")
    hands.stands_at(page, laid.number + 1)


def test_a_run_is_traced_on_the_map(browser: Browser, house: House) -> None:
    laid = house.lay("1883", step="run", moves=200)
    page = house.visit(browser, laid, laid.decider)
    number = laid.number
    points_at(page, page.get_by_role("link", name="Trace another run"))
    points_at(page, page.get_by_role("link", name="Begin anew"))
    points_at(page, page.locator("#marks a").first)
    earning = page.locator("#marks a:has(.tag)")
    expect(earning.first).to_be_visible()
    points_at(page, earning.first)
    expect(page.locator("#marks g.runs")).to_have_count(1)
    points_at(page, page.locator("#trace [data-key=Backspace]"))
    expect(page.locator("#marks a.chosen")).to_have_count(1)
    points_at(page, earning.first)
    hands.take(page)
    hands.stands_at(page, number + 1)


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
    laid = house.lay("1849", step="track", moves=104)
    page = house.visit(browser, laid, laid.decider, **PHONE)
    corporation = page.locator("#decision .banner .plate").first.inner_text()
    hex_id, tile = laid.lay
    with settles(page):
        page.locator(f"#marks a[data-hex='{hex_id}']").tap()
    with settles(page):
        page.locator("#decision a.tile", has=page.locator(f"b:text-is('{tile}')")).tap()
    page.locator(MAIN).tap()
    hands.stands_at(page, laid.number + 1)
    assert page.locator("html").evaluate("page => page.scrollWidth") <= 390
    number, kinds = laid.number + 1, set()
    while page.locator("#desk.yours").count() and corporation in page.locator("#decision .banner").inner_text():
        kinds.add(page.locator("#decision .body").get_attribute("data-control"))
        if not page.locator(MAIN).count() and not page.locator(PASS).count():
            with settles(page):
                page.locator("#decision .body [role=radio]").first.tap()
        button = page.locator(MAIN) if page.locator(MAIN).count() else page.locator(PASS).first
        button.tap()
        number += 1
        hands.stands_at(page, number)
        assert number < laid.number + 14
    assert {"running", "dividend"} <= kinds


def width(page: Page) -> float:
    return float((page.locator("#marks").get_attribute("viewBox") or "").split()[2])


def test_fingers_zoom_the_map(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="run", moves=60)
    page = house.visit(browser, laid, laid.decider, **PHONE)
    frame = page.locator("#pic").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *apart: float) -> None:
        points = [{"x": x + far, "y": y, "id": number} for number, far in enumerate(apart)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = width(page)
    fingers("touchStart", -20, 20)
    for far in range(25, 65, 5):
        fingers("touchMove", -far, far)
    fingers("touchEnd")
    near = width(page)
    assert near < before / 1.5
    fingers("touchStart", -60, 60)
    for far in range(55, 15, -5):
        fingers("touchMove", -far, far)
    fingers("touchEnd")
    assert width(page) > near * 1.5
    again = width(page)
    for _ in range(2):  # twice at one place
        fingers("touchStart", 0)
        fingers("touchEnd")
    expect(page.locator("#stage")).to_have_class(re.compile("zoomed"))
    assert width(page) < again / 1.5


@pytest.mark.parametrize("title", ["1849", "1883", "18FB"])
def test_a_page_on_a_phone_is_no_wider_than_it(browser: Browser, house: House, title: str) -> None:
    laid = house.lay(title, step="stock", moves=40)
    page = house.visit(browser, laid, laid.decider, **PHONE)
    assert page.locator("html").evaluate("page => page.scrollWidth") <= 390


CUT_OFF = """page => [...page.querySelectorAll(".ledger-table .train-mark")].filter((each) => {
  const train = each.getBoundingClientRect(), row = each.closest("tr").getBoundingClientRect();
  const seen = each.closest(".sidebody").getBoundingClientRect(), line = each.closest(".second-line");
  return line.scrollWidth > line.clientWidth || train.right > seen.right || train.bottom > row.bottom || !train.width;
}).map((each) => each.closest("tr").innerText)"""


@pytest.mark.parametrize(
    ("width", "height", "query"), [(1440, 900, ""), (1024, 768, "?view=ledger"), (390, 844, "?view=ledger")]
)
def test_every_train_of_a_corporation_can_be_read(
    browser: Browser, house: House, width: int, height: int, query: str
) -> None:
    laid = house.lay("1883", moves=207)
    page = house.visit(browser, laid, laid.decider, query, viewport={"width": width, "height": height})
    assert page.locator(".ledger-table .train-mark").count() > 15
    assert page.locator("html").evaluate(CUT_OFF) == []


def test_another_language_keeps_what_is_half_chosen(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider)
    hex_id, tile = laid.lay
    page.locator(f"#marks a[data-hex='{hex_id}']").click()
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


@pytest.mark.parametrize("title", ["1849", "1883", pytest.param("18FB", marks=pytest.mark.soak)])
def test_decisions_without_scripts(browser: Browser, house: House, title: str) -> None:
    laid = house.lay(title, step="track", moves=60, together=True)
    player = Player(house.visit(browser, laid, laid.decider, java_script_enabled=False), seed=3, scripts=False)
    for _ in range(4):
        assert player.waits()
        player.answers()
    assert player.number >= laid.number + 4


def test_who_plays_alone_asks_for_a_hint_by_key_and_takes_it(browser: Browser, house: House) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 640})
    page.goto(house.address)
    page.locator("button[value=computer]").first.click()
    expect(page.locator("#desk.yours")).to_be_visible()
    page.wait_for_load_state()  # before that no key is heard
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_contain_text("A computer player would choose:")
    expect(page.locator("#hint p")).to_be_in_viewport(ratio=0.9)  # in a short sheet one would have to look for it
    number = int(page.locator("#live").get_attribute("data-number") or 0)
    page.locator("#hint a").click()
    expect(page.locator(MAIN)).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).not_to_have_attribute("data-number", str(number))
    page.context.close()
