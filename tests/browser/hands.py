"""What people do at a page, in the words of the game: each is done by links and buttons that anybody sees."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.house import settles
from tests.browser.player import MAIN, PASS, PRICE, points_at


def stands_at(page: Page, number: int) -> None:
    expect(page.locator("#live")).to_have_attribute("data-number", str(number))


def take(page: Page) -> None:
    """Press the main button."""
    page.locator(MAIN).click()


def leave(page: Page) -> None:
    """Pass, lay nothing, be done."""
    page.locator(PASS).click()


def choose(page: Page, link: Locator) -> None:
    """Point at something, and take it."""
    points_at(page, link)
    take(page)


def row(page: Page, corporation: str) -> Locator:
    return page.locator(f"#decision .stock-row[aria-label='{corporation}']")


def buy_private(page: Page, name: str) -> None:
    choose(page, page.locator("#decision a.bidrow").filter(has_text=name))


def bid(page: Page, name: str, price: int) -> None:
    points_at(page, page.locator("#decision a.bidrow").filter(has_text=name))
    field = page.locator(PRICE)
    if field.input_value() != str(price):
        with settles(page):
            field.fill(str(price))
    take(page)


def start(page: Page, corporation: str, price: int) -> None:
    choose(page, row(page, corporation).get_by_role("radio").filter(has_text=str(price)))


def set_price(page: Page, price: int) -> None:
    choose(page, page.locator("#decision .body a.option").filter(has_text=f"{price}"))


def buy(page: Page, corporation: str) -> None:
    choose(page, row(page, corporation).locator(".cells.from-offer").get_by_role("radio").first)


def settle(page: Page, hex_id: str) -> None:
    """Choose a place on the map: a home, a city for a token."""
    choose(page, page.locator(f"#marks a[data-hex='{hex_id}']"))


def lay(page: Page, hex_id: str, tile: str, turns: int = 0) -> None:
    points_at(page, page.locator(f"#marks a[data-hex='{hex_id}']"))
    points_at(page, page.locator("#decision a.tile", has=page.locator(f"b:text-is('{tile}')")))
    for _ in range(turns):
        points_at(page, page.locator("#decision .turn a"))
    take(page)


def buy_train(page: Page, train: str) -> None:
    choose(page, page.locator("#decision a.train", has=page.locator(f".train-badge:text-is('{train}')")).first)


def divide(page: Page, how: str) -> None:
    choose(page, page.locator("#decision .body a.option").filter(has_text=how).first)


def issue(page: Page, corporation: str) -> None:
    choose(page, row(page, corporation).locator(".segment").first.get_by_role("radio").first)
