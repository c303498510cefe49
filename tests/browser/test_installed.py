"""The service worker in a browser: a push is shown and answered, and the last page is there without a connection.

A browser without a window has no push service behind it: what one would deliver is handed to the worker by the
debugger's own door for that, and that it is sealed so that a browser reads it is for `tests/web/notices` to show.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.house import House

WHOLE = "/usr/bin/chromium"  # the one without a window lets no page show notices


@pytest.fixture
def ringing(browser: Browser) -> Iterator[Browser]:
    """A browser that shows notices."""
    if not Path(WHOLE).exists():
        pytest.skip("This test needs the whole Chromium: apt-get install chromium.")
    found = browser.browser_type.launch(executable_path=WHOLE, args=["--no-sandbox", "--headless=new"])
    yield found
    found.close()


RING = "Ring on this browser"


def with_worker(house: House, page: Page) -> tuple[CDPSession, str]:
    """Have the worker installed, as a page does that lets a browser ring: the debugger, and what it calls it."""
    debugger = page.context.new_cdp_session(page)
    known: list[str] = []

    def registered(event: Any) -> None:
        known.extend(each["registrationId"] for each in event["registrations"])

    debugger.on("ServiceWorker.workerRegistrationUpdated", registered)
    debugger.send("ServiceWorker.enable")
    page.goto(f"{house.address}/settings/notices")
    page.get_by_role("button", name=RING).click()
    expect(page.locator("#push-trouble")).to_be_visible()  # nobody is behind it to subscribe at
    expect(page.locator("#push-trouble")).to_contain_text("push service")
    page.goto(f"{house.address}/settings/notices")
    return debugger, known[-1]


def test_a_push_is_shown_and_the_tab_looks_anew(own_house: House, ringing: Browser) -> None:
    laid = own_house.lay("1849", together=True)
    page = own_house.visit(
        ringing, laid, laid.decider, apart=True, permissions=["notifications"], viewport={"width": 390, "height": 844}
    )
    debugger, worker = with_worker(own_house, page)
    told = {"title": "Your turn: lay track for ATA", "body": "1849", "path": laid.path, "key": "k", "tag": "t"}
    with page.expect_response("**/notices/waiting") as looked:
        debugger.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": own_house.address, "registrationId": worker, "data": json.dumps(told)},
        )
    assert looked.value.ok
    own_house.faults.clear()  # the browser complains that nobody is behind it


def test_the_last_page_is_there_without_a_connection_and_sends_nothing(own_house: House, ringing: Browser) -> None:
    laid = own_house.lay("1849", together=True)
    page = own_house.visit(ringing, laid, laid.decider, apart=True, permissions=["notifications"])
    with_worker(own_house, page)
    page.goto(f"{own_house.address}{laid.path}")
    question = page.locator("h1").first.inner_text()
    own_house.kill()
    page.reload()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("h1").first).to_have_text(question)
    assert page.locator("form button:enabled").count() == 0
    own_house.open()
    page.reload()
    expect(page.locator("#offline")).to_be_hidden()
    own_house.faults.clear()


KEPT = """async () => {
    const keys = await (await caches.open("pages-1")).keys();
    return keys.map((each) => new URL(each.url).pathname).sort();
}"""

FOR_WHOM = """async () => {
    const pages = await caches.open("pages-1");
    const kept = await Promise.all((await pages.keys()).map((each) => pages.match(each)));
    return kept.map((each) => each.headers.get("visitor"));
}"""


def until(holds: Callable[[], bool], page: Page) -> None:
    """The worker goes on beside the page: what it does is looked for until it is so."""
    for _ in range(600):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("It never was so.")


def test_nobody_finds_pages_that_another_has_read(own_house: House, ringing: Browser) -> None:
    laid = own_house.lay("1849", together=True)
    page = own_house.visit(ringing, laid, laid.decider, apart=True, permissions=["notifications"])
    with_worker(own_house, page)
    page.goto(f"{own_house.address}{laid.path}")
    assert laid.path in page.evaluate(KEPT)
    page.goto(f"{own_house.address}/rules")  # the table that is put away is asked for once more
    page.goto(f"{own_house.address}/account/back")  # what leads in, out or away
    until(lambda: page.evaluate(KEPT) == [], page)
    page.goto(f"{own_house.address}{laid.path}")
    assert laid.path in page.evaluate(KEPT)
    page.context.clear_cookies()  # as an ending from elsewhere does
    page.goto(f"{own_house.address}/")
    until(
        lambda: set(page.evaluate(FOR_WHOM)) == {"0"}, page
    )  # the table that was put away is kept as an onlooker sees it
    own_house.faults.clear()
