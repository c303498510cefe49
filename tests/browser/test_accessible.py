"""Every page as assistive technology meets it: axe finds nothing at all, in either light."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, Laid, settles

# Pages that need no table
PLAIN = (
    "/",
    "/learn",
    "/learn/1849",
    "/learn/18FB",
    "/about",
    "/rules",
    "/rules/1849",
    "/accounts/login/",
    "/accounts/signup/",
    "/account/back",
    "/s",
    "/settings",
    "/t/nothing-here",
)
# Decisions whose controls differ
DECISIONS = {
    "1849": ("auction", "stock", "track", "token", "run", "dividend", "trains"),
    "1883": ("par", "stock", "private", "event"),
    "18FB": ("lot", "bidding", "stock", "track", "token"),
}


# What differs from one decision to the next, and from one view of a table to another. In the check the first page of a
# table is looked at whole and then what differs, with --soak every page whole.
ASKED = ("#desk", "#marks")
VIEWS = {
    "/at/60": (),
    "/try": (),
    "/seats": (),
    "/seats/leave": (),
    "/text": (),
    "/since?from=40&ask=train:4H": (),
    "?tab=trains": ("#ledger",),
    "?tab=tiles": ("#ledger",),
    "?talk=chat": ("#desk",),
    "?open=runs": ("#tray", "#dock"),
    "?open=tiles": ("#dock",),
    "?open=tiles&upgrade=8": ("#dock",),
    "?open=course": ("#dock",),
}
VIEWS_ON_A_PHONE = {
    "?view=market": ("#market-stage",),
    "?view=ledger": (),
    "?view=log": (),
    "?view=more": (),
    "?sheet=full": ("#desk",),
    "?open=runs": ("#dock",),
    "?open=tiles": ("#dock",),
    "?open=course": ("#dock",),
    "?ask=train:4H": ("#desk",),
    "/at/60": (),
    "/since?from=200": (),
    "/try": (),
}


# All else that axe looked at is not told, which takes half of its time. Nor does it fetch style sheets and sounds once
# more: what its rules say of them is either experimental or left for people to look at, and never told as a fault.
HOW = {"resultTypes": ["violations"], "preload": False}


def faults_of(page: Page, parts: tuple[str, ...] = ()) -> list[str]:
    """What axe finds on a page, or on some parts of it, however little it matters."""
    context = {"include": [[part] for part in parts]} if parts else None
    found = Axe().run(page, context, HOW).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({node['html'][:160]}) {node['failureSummary'][-200:]}"
        for each in found
        for node in each["nodes"][:4]
    ]


class Inspection:
    """Pages that are looked at one after the other, and what was found on them."""

    def __init__(self, is_whole: bool) -> None:
        self._is_whole = is_whole
        self.faults: dict[str, list[str]] = {}

    def look_at(self, page: Page, name: str, parts: tuple[str, ...] = ()) -> None:
        if found := faults_of(page, () if self._is_whole else parts):
            self.faults[name] = found


@pytest.fixture
def inspection(request: pytest.FixtureRequest) -> Inspection:
    return Inspection(is_whole=request.config.getoption("--soak"))


def visit(house: House, browser: Browser, laid: Laid, light: str, query: str = "", player: str = "") -> Page:
    page = house.visit(browser, laid, player or laid.decider, query, color_scheme=light)
    assert page.locator("html").get_attribute("data-theme") == light
    return page


@pytest.mark.parametrize("light", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_pages_without_a_table(browser: Browser, house: House, inspection: Inspection, light: str) -> None:
    laid = house.lay("1849", moves=60)
    page = visit(house, browser, laid, light)
    for path in PLAIN:
        page.goto(house.address + path)
        inspection.look_at(page, path)
    page.goto(house.address + "/")
    page.locator("form.start button[value=friends]").click()
    page.locator("#lobby").wait_for()
    inspection.look_at(page, "lobby")
    assert not inspection.faults


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
def test_tables(browser: Browser, house: House, inspection: Inspection, title: str, light: str) -> None:
    for step in DECISIONS[title]:
        laid = house.lay(title, step=step)
        page = visit(house, browser, laid, light)
        inspection.look_at(page, step, ASKED if step != DECISIONS[title][0] else ())
        first = page.locator("#decision .body :is([role=radio]:is(a), .hexlist a)").filter(visible=True)
        if first.count():
            with settles(page):
                first.first.click()
            inspection.look_at(page, f"{step}, picked", ASKED)
        house.all_leave()
    assert not inspection.faults


@pytest.mark.parametrize("light", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_tables_seen_otherwise(browser: Browser, house: House, inspection: Inspection, light: str) -> None:
    laid = house.lay("1849", step="track", moves=100)
    page = visit(house, browser, laid, light)
    inspection.look_at(page, "now")
    table = page.url.split("?")[0]
    for view, parts in VIEWS.items():
        page.goto(table + view)
        inspection.look_at(page, view, parts)
    inspection.look_at(visit(house, browser, laid, light, player=laid.other), "somebody else's turn")
    assert not inspection.faults


@pytest.mark.parametrize(
    ("game", "step"), [("1849-three", "stock"), pytest.param("1883-four", "track", marks=pytest.mark.soak)]
)
def test_every_part_of_a_table_on_a_phone(
    browser: Browser, house: House, inspection: Inspection, game: str, step: str
) -> None:
    laid = house.lay_stored(game, step)
    page = house.visit(browser, laid, laid.decider, viewport={"width": 390, "height": 844})
    table = page.url
    inspection.look_at(page, "on end")
    for view, parts in VIEWS_ON_A_PHONE.items():
        page.goto(table + view)
        inspection.look_at(page, view, parts)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(table)
    inspection.look_at(page, "on its side")
    page.goto(table + "?open=tiles")
    expect(page.locator("main h1")).to_be_visible()
    inspection.look_at(page, "tiles on its side", ("#dock", "#desk"))
    assert not inspection.faults


@pytest.mark.parametrize("light", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_ways_that_are_traced(browser: Browser, house: House, inspection: Inspection, light: str) -> None:
    laid = house.lay("1849", step="run", moves=150)
    page = visit(house, browser, laid, light)
    table = page.url.split("?")[0]
    for query in ("tracing=1", "tracing=1&t1=C5-D4", "tracing=1&t1=C5-ZZ"):
        page.goto(f"{table}?n={laid.number}&{query}")
        inspection.look_at(page, query)
    page.goto(f"{table}/text?n={laid.number}&words=1")
    inspection.look_at(page, "text")
    assert not inspection.faults


@pytest.mark.parametrize("light", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_the_end(browser: Browser, house: House, inspection: Inspection, light: str) -> None:
    laid = house.lay("1849", moves=5000)
    page = visit(house, browser, laid, light, "?ask=word:phase", player=next(iter(laid.sessions)))
    expect(page.locator("#ask")).to_be_visible()
    inspection.look_at(page, "asked")
    page.goto(house.address + laid.path)
    inspection.look_at(page, "over")
    page.set_viewport_size({"width": 390, "height": 844})
    inspection.look_at(page, "on a phone")
    assert not inspection.faults
