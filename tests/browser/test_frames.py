"""What fits where: at every size of a window the decision can be seen and made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import House

GAMES = ("1849-three", "1849-five", "1883-two", "1883-four", "18FB-three", "18FB-six")
# Controls and cells of the decision that stick out of what they stand in, or of the window.
OUTSIDE = """() => {
  const panel = document.querySelector("#decision > .body").getBoundingClientRect();
  return [...document.querySelectorAll("#decision > .body *")].filter((each) => {
    const box = each.getBoundingClientRect();
    if (!box.width || getComputedStyle(each).clipPath !== "none") return false;
    return box.right > Math.min(panel.right, innerWidth) + 0.5 || box.left < panel.left - 0.5;
  }).map((each) => `${each.tagName} ${each.getAttribute("class")} ${each.textContent.trim().slice(0, 40)}`);
}"""


def resized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("game", GAMES)
def test_no_control_of_a_late_stock_round_is_wider_than_its_panel(browser: Browser, house: House, game: str) -> None:
    laid = house.lay_stored(game, "stock")
    page = house.visit(browser, laid, laid.decider)
    assert page.locator("#decision .stock-row[role=group]").count() > 1
    for width, height in ((1024, 768), (1440, 900), (1920, 1080), (390, 844)):
        resized(page, width, height)
        assert page.evaluate(OUTSIDE) == [], f"{game} at {width}x{height}"
