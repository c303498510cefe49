"""Every page as assistive technology meets it: axe finds nothing at all, in either light."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, Laid, settles

LIGHTS = ("light", "dark")
# Pages that need no table
PLAIN = (
    "/",
    "/learn",
    "/learn/1849",
    "/learn/18FB",
    "/about",
    "/rules",
    "/rules/1883",
    "/accounts/login/",
    "/accounts/signup/",
    "/settings",
    "/t/nothing-here",
)
# Decisions whose controls differ
DECISIONS = {
    "1849": ("auction", "stock", "track", "token", "run", "dividend", "trains"),
    "1883": ("par", "stock", "private", "event"),
    "18FB": ("lot", "bidding", "stock", "track", "token"),
}


def faults_of(page: Page) -> list[str]:
    """What axe finds, however little it matters."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({node['html'][:160]}) {node['failureSummary'][-200:]}"
        for each in found
        for node in each["nodes"][:4]
    ]


def visit(house: House, browser: Browser, laid: Laid, light: str, query: str = "", player: str = "") -> Page:
    page = house.visit(browser, laid, player or laid.decider, query, color_scheme=light)
    assert page.locator("html").get_attribute("data-theme") == light
    return page


@pytest.mark.parametrize("light", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_pages_without_a_table(browser: Browser, house: House, light: str) -> None:
    laid = house.lay("1849", moves=60)
    page = visit(house, browser, laid, light)
    faults: dict[str, list[str]] = {}
    for path in PLAIN:
        page.goto(house.address + path)
        faults[path] = faults_of(page)
    page.goto(house.address + "/")
    page.locator("form.start button[value=friends]").click()
    page.locator("#lobby").wait_for()
    faults["lobby"] = faults_of(page)
    assert not any(faults.values()), {path: found for path, found in faults.items() if found}


@pytest.mark.parametrize(
    ("title", "light"),
    [
        ("1849", "light"),
        ("1883", "dark"),
        ("18FB", "light"),
        *(
            pytest.param(*seen, marks=pytest.mark.soak)
            for seen in (("1849", "dark"), ("1883", "light"), ("18FB", "dark"))
        ),
    ],
)
def test_tables(browser: Browser, house: House, title: str, light: str) -> None:
    faults: dict[str, list[str]] = {}
    for step in DECISIONS[title]:
        laid = house.lay(title, step=step)
        page = visit(house, browser, laid, light)
        faults[step] = faults_of(page)
        first = page.locator("#decision .body :is([role=radio]:is(a), .hexlist a)").filter(visible=True)
        if first.count():
            with settles(page):
                first.first.click()
            faults[f"{step}, picked"] = faults_of(page)
    assert not any(faults.values()), {step: found for step, found in faults.items() if found}


@pytest.mark.parametrize("light", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_tables_seen_otherwise(browser: Browser, house: House, light: str) -> None:
    laid = house.lay("1849", step="track", moves=100)
    page = visit(house, browser, laid, light)
    faults: dict[str, list[str]] = {"now": faults_of(page)}
    table = page.url.split("?")[0]
    asked = ("?open=runs", "?open=tiles", "?open=course", "/since?from=40&ask=train:4H")
    for more in ("/at/60", "/try", "/seats", "/text", "?tab=trains", "?tab=tiles", "?talk=chat", *asked):
        page.goto(table + more)
        faults[more] = faults_of(page)
    faults["somebody else's turn"] = faults_of(visit(house, browser, laid, light, player=laid.other))
    assert not any(faults.values()), {name: found for name, found in faults.items() if found}


@pytest.mark.parametrize(
    ("game", "step"), [("1849-three", "stock"), pytest.param("1883-four", "track", marks=pytest.mark.soak)]
)
def test_every_part_of_a_table_on_a_phone(browser: Browser, house: House, game: str, step: str) -> None:
    laid = house.lay_stored(game, step)
    page = house.visit(browser, laid, laid.decider, viewport={"width": 390, "height": 844})
    table, faults = page.url, {"on end": faults_of(page)}
    views = ("?view=market", "?view=ledger", "?view=log", "?view=more", "?sheet=full", "?open=runs", "?open=course")
    for query in (*views, "/at/60", "/since?from=200", "/try"):
        page.goto(table + query)
        faults[query] = faults_of(page)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(table)
    faults["on its side"] = faults_of(page)
    assert not any(faults.values()), {name: found for name, found in faults.items() if found}


@pytest.mark.parametrize("light", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_ways_that_are_traced(browser: Browser, house: House, light: str) -> None:
    laid = house.lay("1849", step="run", moves=150)
    page = visit(house, browser, laid, light)
    table, faults = page.url.split("?")[0], {}
    for query in ("tracing=1", "tracing=1&t1=C5-D4", "tracing=1&t1=C5-ZZ"):
        page.goto(f"{table}?n={laid.number}&{query}")
        faults[query] = faults_of(page)
    page.goto(f"{table}/text?n={laid.number}&words=1")
    faults["text"] = faults_of(page)
    assert not any(faults.values()), {name: found for name, found in faults.items() if found}


@pytest.mark.parametrize("light", LIGHTS)
def test_the_end(browser: Browser, house: House, light: str) -> None:
    laid = house.lay("1849", moves=5000)
    page = visit(house, browser, laid, light, "?ask=word:phase", player=next(iter(laid.sessions)))
    expect(page.locator("#ask")).to_be_visible()
    assert not faults_of(page)
    page.goto(house.address + laid.path)
    assert not faults_of(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not faults_of(page)
