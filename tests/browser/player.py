"""Somebody who plays by what the page shows: picks links, names prices, presses buttons, and knows no rule."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.house import PATIENCE, settles

# Where a choice can be pointed at: in the panel, on the map, on the market. What only asks why, or gives a pick up,
# decides nothing.
PANEL = ", ".join(f"#decision .body {link}" for link in ("[role=radio]:is(a)", ".hexlist a", "a.chip", ".turn a"))
CHOICES = {"decision": PANEL, "marks": "#marks a", "market": "#market a.spot, #market-stage a.cell-pick"}
MAIN = "#decision .foot #act button.go"
COSTLY = "#decision .foot a.pass"  # shows first what passing costs
PASS = f"#decision .foot form:not(#act) button, {COSTLY}"
DIGEST = "#to-my-turn"  # puts away what happened since one's last move
PRICE = "#decision :is(input[form=act], #act input)[name=price]"
# What may be done besides, in the tray: cards, private companies, powers; and the best runs of anybody.
CARDS = "#tray .tray a.card:not(.used, .ask, .open)"
BESIDE = "#tray .tray a.card.ask:not(.open)"  # what opens beside the map
BESIDE_CLOSE = "#dock header a[data-key=escape]"
OPEN = "#tray section.tray-panel"
# Whether the middle of a lit hex can be pointed at
IN_SIGHT = """mark => {
  const box = mark.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return there !== null && there.closest("a") === mark;
}"""
MOST_TIMES = 3  # one question is answered otherwise than by passing, one time after the other
MOST_PICKS = 12  # before one thing is settled
ASIDE = 0.15  # how often somebody looks at what they might do besides


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
        self.asides = 0  # moves that were made from the tray

    @property
    def number(self) -> int:
        return int(self.page.locator("#live").get_attribute("data-number") or 0)

    def waits(self) -> bool:
        """Wait for one's turn; whether there is one."""
        here = self.page.locator(f"#desk.yours #decision .body[data-control], #desk:has(.rank), {DIGEST}")
        number = -1
        while self.number > number:  # as long as the others move
            number = self.number
            with suppress(TooLate):
                here.first.wait_for(timeout=PATIENCE)
        here.first.wait_for(timeout=PATIENCE)
        digest = self.page.locator(DIGEST)
        if digest.count():
            self._reads(digest)
            return self.waits()
        return not self.page.locator("#desk:has(.rank)").count()

    def _reads(self, digest: Locator) -> None:
        """What happened meanwhile, and then on to the question."""
        if not self._scripts:
            return digest.click()
        with settles(self.page):
            digest.click()
        return None

    def answers(self) -> None:
        """Decide what is asked, whatever it is; whoever is asked the same many times lets it be."""
        self._again = self._again + 1 if self.asked == self._asked else 0
        self._asked = self.asked
        if self._again >= MOST_TIMES and self.page.locator(PASS).count():
            return self._lets_it_be()
        if self._chance.random() < ASIDE and self._does_something_besides():
            return None
        for picked in range(MOST_PICKS):
            main, passing = self.page.locator(MAIN), self.page.locator(PASS)
            can_pass = bool(passing.count())
            if main.count() and self._chance.random() < (0.75 if picked else 0.3):
                self._names_a_price()
                return self._takes(main)
            if can_pass and not main.count() and self._chance.random() < self._passes:
                return self._lets_it_be()
            if not self._points_at_something():
                if main.count():
                    self._names_a_price()
                    return self._takes(main)
                if can_pass:
                    return self._lets_it_be()
                raise Stuck(self.asked)
        main = self.page.locator(MAIN)
        if main.count():
            return self._takes(main)
        if self.page.locator(PASS).count():
            return self._lets_it_be()
        raise Stuck(self.asked)

    def _lets_it_be(self) -> None:
        """Pass; where that costs much, look at what it costs first."""
        costly = self.page.locator(COSTLY)
        if costly.count():
            self._follows(costly.first)
            return self._takes(self.page.locator(MAIN))
        return self._takes(self.page.locator(PASS).first)

    @property
    def asked(self) -> str:
        return f"{self.page.url}: {self.page.locator('#decision h1').inner_text()}"

    def _points_at_something(self) -> bool:
        here = {place: self.page.locator(links).filter(visible=True) for place, links in CHOICES.items()}
        places = [place for place, links in here.items() if links.count()]
        if not places:
            return False
        place = self._chance.choice(places)
        one = here[place].nth(self._chance.randrange(here[place].count()))
        if place == "marks" and not one.evaluate(IN_SIGHT):
            one, place = self._sees_all(one), "lens"
        self.places.add(place)
        self._follows(one)
        return True

    def _sees_all(self, mark: Locator) -> Locator:
        """A lit hex that lies outside the part of the map that is shown: look at the whole map, or leave the map be."""
        lens = self.page.locator("#lens.fitted a.whole").filter(visible=True)
        if lens.count():
            lens.click()
        return mark if mark.evaluate(IN_SIGHT) else self.page.locator(PANEL).filter(visible=True).first

    def _does_something_besides(self) -> bool:
        """Look into the tray, and now and then do what is offered there; whether something was done."""
        besides = self.page.locator(BESIDE).filter(visible=True)
        if besides.count() and self._chance.random() < 0.5:
            self._follows(besides)
            self._follows(self.page.locator(BESIDE_CLOSE))
            expect(self.page.locator(BESIDE_CLOSE)).to_have_count(0)  # its own answer may be another's behind
            return False
        cards = self.page.locator(CARDS).filter(visible=True)
        if not cards.count():
            return False
        self._follows(cards)
        one_of_many = self.page.locator(f"{OPEN} .chips a.chip")
        if one_of_many.count():
            self._follows(one_of_many)
        done = self.page.locator(f"{OPEN} form button.go")
        if done.count() and self._chance.random() < 0.5:
            field = self.page.locator(f"{OPEN} form input[name=price]")
            if field.count():
                field.fill(self._price(field))
            self._takes(done, control="tray")
            self.asides += 1
            return True
        self._follows(self.page.locator(f"{OPEN} a.button:not(.go)"))
        expect(self.page.locator(OPEN)).to_have_count(0)
        return False

    def _follows(self, links: Locator) -> None:
        """One link of several, whichever."""
        link = links.nth(self._chance.randrange(links.count()))
        if self._scripts:
            points_at(self.page, link)
        else:
            link.click()

    def _names_a_price(self) -> None:
        field = self.page.locator(PRICE)
        if not field.count() or self._chance.random() < 0.5:
            return
        price = self._price(field)
        if not self._scripts:
            field.first.fill(price)
        elif price != field.first.input_value():  # then the page asks what would follow
            with settles(self.page):
                field.first.fill(price)

    def _price(self, field: Locator) -> str:
        """One of the lowest that may be named."""
        low, high, step = (int(field.first.get_attribute(name) or 1) for name in ("min", "max", "step"))
        price = min(high, low + step * self._chance.randrange(3))
        return str(price - (price - low) % step)

    def _takes(self, button: Locator, control: str = "") -> None:
        before = self.number
        control = control or self.page.locator("#decision .body").get_attribute("data-control") or ""
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
