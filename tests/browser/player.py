"""Somebody who plays by what the page shows: picks links, names prices, presses buttons, and knows no rule."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.house import PATIENCE, settles

# Where a choice can be pointed at: in the panel, on the map, on the market. What only asks why, or gives a pick up,
# decides nothing.
CHOICES = ", ".join(
    (
        "#decision .body [role=radio]:is(a)",
        "#decision .body .hexlist a",
        "#decision .body a.chip",
        "#decision .body .turn a",
        "#marks a.hexmark",
        "#market a[data-pick]",
    )
)
MAIN = "#decision .foot #act button.go"
PASS = "#decision .foot form:not(#act) button"
PRICE = "#decision :is(input[form=act], #act input)[name=price]"
MOST_TIMES = 3  # one question is answered otherwise than by passing, one time after the other
MOST_PICKS = 12  # before one thing is settled


class Stuck(AssertionError):
    """A decision that the page lets nobody answer."""


class Player:
    """A person at a page; the same chance makes the same person."""

    def __init__(self, page: Page, seed: int, *, passes: float = 0.15, scripts: bool = True) -> None:
        self.page, self._chance, self._passes = page, Random(seed), passes
        self._scripts = scripts  # without, every pick and every move brings a page of its own
        self._asked, self._again = "", 0
        self.used: set[tuple[str, str]] = set()  # controls, with the kinds of action that were taken by them
        self.places: set[str] = set()  # where choices were picked, by their part of the page

    @property
    def number(self) -> int:
        return int(self.page.locator("#live").get_attribute("data-number") or 0)

    def waits(self) -> bool:
        """Wait for one's turn; whether there is one."""
        here = self.page.locator("#desk.yours #decision .body[data-control], #desk:has(.rank)")
        number = -1
        while self.number > number:  # as long as the others move
            number = self.number
            with suppress(TooLate):
                here.first.wait_for(timeout=PATIENCE)
        here.first.wait_for(timeout=PATIENCE)
        return not self.page.locator("#desk:has(.rank)").count()

    def answers(self) -> None:
        """Decide what is asked, whatever it is; who is asked the same many times lets it be."""
        self._again = self._again + 1 if self.asked == self._asked else 0
        self._asked = self.asked
        if self._again >= MOST_TIMES and self.page.locator(PASS).count():
            return self._takes(self.page.locator(PASS).first)
        for picked in range(MOST_PICKS):
            main, passing = self.page.locator(MAIN), self.page.locator(PASS)
            can_pass = bool(passing.count())
            if main.count() and self._chance.random() < (0.75 if picked else 0.3):
                self._names_a_price()
                return self._takes(main)
            if can_pass and not main.count() and self._chance.random() < self._passes:
                return self._takes(passing.first)
            if not self._points_at_something():
                if main.count():
                    self._names_a_price()
                    return self._takes(main)
                if can_pass:
                    return self._takes(passing.first)
                raise Stuck(self.asked)
        main = self.page.locator(MAIN)
        if main.count():
            return self._takes(main)
        if self.page.locator(PASS).count():
            return self._takes(self.page.locator(PASS).first)
        raise Stuck(self.asked)

    @property
    def asked(self) -> str:
        return f"{self.page.url}: {self.page.locator('#decision h1').inner_text()}"

    def _points_at_something(self) -> bool:
        choices = self.page.locator(CHOICES).filter(visible=True)
        count = choices.count()
        if not count:
            return False
        one = choices.nth(self._chance.randrange(count))
        self.places.add(one.evaluate("e => e.closest('#marks, #market, #decision').id"))
        if self._scripts:
            points_at(self.page, one)
        else:
            one.click()
        return True

    def _names_a_price(self) -> None:
        field = self.page.locator(PRICE)
        if not field.count() or self._chance.random() < 0.5:
            return
        low, high, step = (int(field.first.get_attribute(name) or 1) for name in ("min", "max", "step"))
        price = min(high, low + step * self._chance.randrange(3))
        price -= (price - low) % step
        if not self._scripts:
            field.first.fill(str(price))
        elif price != int(field.first.input_value()):
            with settles(self.page):
                field.first.fill(str(price))

    def _takes(self, button: Locator) -> None:
        before = self.number
        control = self.page.locator("#decision .body").get_attribute("data-control") or ""
        form = button.locator("xpath=ancestor::form")
        action = json.loads(form.locator("input[name=action]").get_attribute("value") or "{}")
        with self.page.expect_response("**/act") as answer:
            button.click()
        if answer.value.status >= 400:
            raise Stuck(f"{answer.value.status} for {action}: {self.asked}")
        self.page.locator(f"#live:not([data-number='{before}'])").wait_for(state="attached")
        self.used.add((control, action["do"]))


def points_at(page: Page, link: Locator) -> None:
    """Pick what a link picks, and wait until the page shows it."""
    with settles(page):
        link.click()
