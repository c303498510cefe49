"""Live in real browsers: moves are seen at once, nothing that is half done is lost, and a dead server is no harm."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.house import House, Laid, settles


def stands_at(page: Page, number: int) -> None:
    expect(page.locator("#live")).to_have_attribute("data-number", str(number))


def button(page: Page) -> Locator:
    """A button of the desk that plays something."""
    return page.locator("#desk form:has(input[name=action]) button").first


def address_of_a_lay(laid: Laid) -> str:
    hex_id, tile = laid.lay
    return f"?n={laid.number}&hex={hex_id}&tile={tile}&turn=0"


def post(page: Page, laid: Laid, where: str, form: dict[str, str]) -> int:
    """What a form of this page would send."""
    token = page.locator("input[name=csrfmiddlewaretoken]").first.get_attribute("value")
    address = page.url.split("?")[0]
    sent = page.context.request.post(
        f"{address}/{where}", form={**form, "csrfmiddlewaretoken": token or ""}, headers={"Referer": address}
    )
    return sent.status


def price_field(page: Page) -> Locator:
    """The field for a price; where none is to be seen, choice after choice is picked until one is."""
    field = page.locator("#desk input[name=price]:visible").first
    choices = page.locator("#desk .body a[href^='?']")
    for place in range(choices.count()):
        if field.count():
            break
        with settles(page):
            choices.nth(place).click()
    return field


def test_two_people_see_each_others_moves(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    mover = house.visit(browser, laid, laid.decider, address_of_a_lay(laid))
    other = house.visit(browser, laid, laid.other)
    bystander = house.visit(browser, laid)
    button(mover).click()
    hex_id, tile = laid.lay
    for page in (mover, other, bystander):
        stands_at(page, laid.number + 1)
        expect(page.locator(f"#board #hex-{hex_id} use[href^='#tile-{tile}-']")).to_have_count(1)
        expect(page.locator(f"#board defs [id^='tile-{tile}-']").first).to_be_attached()
    expect(mover).not_to_have_url(re.compile("n="))  # what was picked is forgotten


def test_parts_that_are_not_sent_again_are_as_on_a_fresh_page(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    other = house.visit(browser, laid, laid.other)
    places = ["#bar", "#in-force", "#ledger", "#nav", "#lens", "#tray", "#live"]
    for tab in ("phases", "market", "phases"):  # the first answer tells the page what it shows
        with other.expect_response(lambda got: "/now" in got.url) as told:
            other.locator(f"#ledger nav a[href*='tab={tab}']").click()
        expect(other.locator(f"#ledger nav a[href*='tab={tab}'][aria-current]")).to_have_count(1)
    assert 'hx-target="#ledger"' in told.value.text()
    assert 'hx-target="#in-force"' not in told.value.text()
    mover = house.visit(browser, laid, laid.decider, address_of_a_lay(laid))
    button(mover).click()
    stands_at(other, laid.number + 1)
    fresh = house.visit(browser, laid, laid.other, "?tab=phases")
    stands_at(fresh, laid.number + 1)
    assert [other.locator(place).inner_text() for place in places] == [
        fresh.locator(place).inner_text() for place in places
    ]


def test_an_answer_to_what_the_page_no_longer_shows_is_followed_by_all_of_it(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.other)
    with settles(page):
        page.locator("#ledger nav a[href*='tab=phases']").click()
    expect(page.locator("#live")).to_have_attribute("data-parts", re.compile(r"\bnav\."))
    page.evaluate(
        """() => document.addEventListener("htmx:before:request", () => {
            document.getElementById("live").dataset.parts = "nav.other";
            document.getElementById("nav").dataset.sheet = "another";
        }, { once: true })"""
    )
    with page.expect_request(lambda asked: "/now" in asked.url and "ferrovia-parts" not in asked.headers):
        page.locator("#ledger nav a[href*='tab=tiles']").click()
    expect(page.locator("#nav")).to_have_attribute("data-sheet", "")
    expect(page.locator("#live")).to_have_attribute("data-parts", re.compile(r"\bnav\.(?!other)"))


def test_what_is_half_done_survives_what_others_do(browser: Browser, house: House) -> None:
    laid = house.lay("1883", interrupted=True)
    page = house.visit(browser, laid, laid.decider, f"?n={laid.number}&show=map")
    field = price_field(page)
    price = str(int(field.get_attribute("min") or "0") + int(field.get_attribute("step") or "0"))
    field.fill(price)
    page.locator("[data-zoom='1']").click()
    near = page.locator("#marks").get_attribute("viewBox") or ""
    page.add_style_tag(content="#desk { max-height: 300px; overflow: auto }")
    page.locator("#desk").evaluate("desk => { desk.scrollTop = 40 }")
    scrolled = page.locator("#desk").evaluate("desk => desk.scrollTop")
    field.focus()
    field.evaluate("field => { field.dataset.mine = 'yes' }")

    who, action = laid.interjection
    other = house.visit(browser, laid, who)
    assert post(other, laid, "remark", {"text": "Take your time."}) == 200
    expect(page.locator("#live")).not_to_have_attribute("data-standing", str(laid.number + 1))
    for _ in range(2):  # after a remark, and after a move
        expect(field).to_be_focused()
        expect(field).to_have_value(price)
        expect(page.locator("#marks")).to_have_attribute("viewBox", near)
        assert page.locator("#desk").evaluate("desk => desk.scrollTop") == scrolled
        if page.locator("#live").get_attribute("data-number") == str(laid.number):
            assert post(other, laid, "act", {"action": action, "after": str(laid.number), "key": "card"}) == 200
            stands_at(page, laid.number + 1)


def test_a_server_that_dies_in_mid_turn_is_no_harm(browser: Browser, own_house: House) -> None:
    laid = own_house.lay("1849", step="track", moves=60)
    mover = own_house.visit(browser, laid, laid.decider, address_of_a_lay(laid))
    other = own_house.visit(browser, laid, laid.other)
    expect(button(mover)).to_be_visible()
    own_house.kill()
    expect(other.locator("#lost")).to_be_visible()
    expect(other.locator(".history .while-lost")).to_be_visible()
    button(mover).click()  # nobody answers
    expect(mover.locator("#lost")).to_be_visible()
    expect(mover.locator("#unsent")).to_be_visible()
    own_house.open()
    for page in (mover, other):  # it is sent again by itself
        stands_at(page, laid.number + 1)
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator(".history .while-live")).to_be_visible()
    expect(mover.locator("#unsent:visible")).to_have_count(0)


def test_a_pick_that_is_not_sent_is_told_and_sent_again(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider, address_of_a_lay(laid), apart=True)
    expect(button(page)).to_be_visible()
    page.context.set_offline(True)
    page.keyboard.press("p")  # shows what passing does
    expect(page.locator("#unsent")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#decision .foot .go.ink")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    stands_at(page, laid.number)


def test_a_move_that_cannot_be_stored_is_told_to_be_not_made(browser: Browser, own_house: House) -> None:
    laid = own_house.lay("1849", step="track", moves=60)
    page = own_house.visit(browser, laid, laid.decider, address_of_a_lay(laid))
    expect(button(page)).to_be_visible()
    expect(page.locator("#broken")).to_be_hidden()
    with moves_are_away(own_house):
        button(page).click()
        expect(page.locator("#broken")).to_be_visible()
        expect(page.locator("#broken")).to_contain_text("Your move was not made.")
        stands_at(page, laid.number)
    button(page).click()
    stands_at(page, laid.number + 1)
    expect(page.locator("#broken")).to_be_hidden()
    own_house.faults = [fault for fault in own_house.faults if "503" not in fault]  # which was meant


@contextmanager
def moves_are_away(house: House) -> Iterator[None]:
    """The database has no place for moves meanwhile."""
    names = ("table_moverow", "table_elsewhere")
    with closing(sqlite3.connect(house.var / "table.sqlite3", timeout=60)) as database:
        database.execute("ALTER TABLE {} RENAME TO {}".format(*names))
        yield
        database.execute("ALTER TABLE {1} RENAME TO {0}".format(*names))


def test_two_tabs_of_one_player_agree(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    first = house.visit(browser, laid, laid.decider, address_of_a_lay(laid))
    second = first.context.new_page()
    second.goto(first.url)
    deaf = first.context.new_page()
    deaf.route("**/events", lambda route: route.abort())
    deaf.goto(first.url)
    button(first).click()
    stands_at(first, laid.number + 1)
    stands_at(second, laid.number + 1)
    stands_at(deaf, laid.number)
    button(deaf).click()
    expect(deaf.get_by_text("Somebody was faster")).to_be_visible()
    stands_at(deaf, laid.number + 1)
    stands_at(first, laid.number + 1)


SEEN = """(page, seen) => {
  Object.defineProperty(document, "hidden", { value: !seen, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_tab_that_nobody_sees_lets_go_of_its_stream_and_catches_up(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    mover = house.visit(browser, laid, laid.decider, address_of_a_lay(laid))
    other = house.visit(browser, laid, laid.other, apart=True)
    other.clock.install()
    other.reload()
    streams: list[str] = []
    other.on("request", lambda asked: streams.append(asked.url) if asked.url.endswith("/events") else None)
    other.locator("html").evaluate(SEEN, False)
    other.clock.run_for(70_000)
    button(mover).click()
    stands_at(mover, laid.number + 1)
    mover.wait_for_timeout(500)  # in which whoever listens would have heard of it
    stands_at(other, laid.number)
    other.clock.run_for(40_000)
    stands_at(other, laid.number + 1)
    before = len(streams)
    other.locator("html").evaluate(SEEN, True)
    other.clock.run_for(10_000)
    assert len(streams) == before + 1  # open again, for good
    other.clock.run_for(20_000)
    assert len(streams) == before + 1


def test_a_move_can_be_made_without_javascript(browser: Browser, house: House) -> None:
    laid = house.lay("1849", step="track", moves=60)
    page = house.visit(browser, laid, laid.decider, java_script_enabled=False)
    hex_id, tile = laid.lay
    page.locator(f"#desk a[href*='hex={hex_id}&']:visible, #desk a[href$='hex={hex_id}']:visible").first.click()
    page.locator(f"#desk a[href*='tile={tile}&'], #desk a[href$='tile={tile}']").first.click()
    button(page).click()
    stands_at(page, laid.number + 1)
    expect(page.locator(f"#board #hex-{hex_id} use[href^='#tile-{tile}-']")).to_have_count(1)


def test_computers_move_by_themselves_and_after_a_restart(browser: Browser, own_house: House) -> None:
    laid = own_house.lay("1849", alone=True)
    page = own_house.visit(browser, laid, laid.decider)
    assert post(page, laid, "act", {"action": '{"do":"pass"}', "after": "0", "key": "pass"}) == 200
    own_house.kill()
    own_house.open()
    expect(page.locator("#live")).not_to_have_attribute("data-number", "0")
    expect(page.locator("#live")).not_to_have_attribute("data-number", "1")
    expect(page.locator("#live")).not_to_have_attribute("data-number", "2")
