"""What fits where: at every size of a window the decision can be seen and made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import House, settles
from tests.browser.player import MAIN, PANEL, PASS, points_at

# In the check of each title the game with the most players, whose panels are fullest.
GAMES = [
    "1849-five",
    "1883-four",
    "18FB-six",
    *(pytest.param(each, marks=pytest.mark.soak) for each in ("1849-three", "1883-two", "18FB-three")),
]
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


SMALL = ((844, 390), (667, 375), (640, 400), (320, 640), (195, 422), (720, 450), (390, 844), (1024, 768), (1440, 900))
DECISIONS = (("1849-three", "stock"), ("1883-four", "track"), ("1883-four", "trains"), ("1849-three", "auction"))
# How many of the first of these can be pressed, once the panel is scrolled to them: nothing lies over their middle.
REACHED = """(selector) => [...document.querySelectorAll(selector)].slice(0, 3).filter((each) => {
  each.scrollIntoView({ block: "nearest" });
  const box = each.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
  const top = document.elementFromPoint(x, y);
  return each.contains(top) || !!top?.closest("label")?.contains(each);
}).length"""
CHOICES = "#decision .body :is(a[href], input, button, summary)"
SCROLLED = "() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
# WCAG 1.4.12
SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""


def until_something_is_chosen(page: Page) -> None:
    """Point at the first choice, and at the first of what it asks next."""
    for _ in range(3):
        if page.locator(MAIN).count():
            return
        points_at(page, page.locator(PANEL).filter(visible=True).first)
    expect(page.locator(MAIN)).to_be_visible()


@pytest.mark.parametrize(("game", "step"), DECISIONS)
def test_the_decision_is_in_reach_in_every_frame(browser: Browser, house: House, game: str, step: str) -> None:
    laid = house.lay_stored(game, step)
    page = house.visit(browser, laid, laid.decider)
    for is_chosen in (False, True):
        if is_chosen:
            resized(page, 1440, 900)
            until_something_is_chosen(page)
        for width, height in SMALL:
            resized(page, width, height)
            where = f"{step} at {width}x{height}, {'chosen' if is_chosen else 'nothing chosen'}"
            assert page.evaluate(REACHED, CHOICES), f"no choice in reach: {where}"
            if is_chosen:
                assert page.evaluate(REACHED, MAIN) == 1, f"no main button in reach: {where}"
            assert page.evaluate(SCROLLED) == [height, width], where
            assert page.locator("main:visible").count() == 1, where
            assert page.locator("h1:visible").count() == 1, where


@pytest.mark.parametrize("game", ["1849-three", pytest.param("1883-four", marks=pytest.mark.soak)])
def test_every_part_of_a_table_has_one_main_and_one_headline(browser: Browser, house: House, game: str) -> None:
    laid = house.lay_stored(game, "stock")
    page = house.visit(browser, laid, laid.decider)
    for query in ("", "?view=market", "?view=ledger", "?view=log", "?view=more", "?sheet=closed", "?sheet=full"):
        page.goto(f"{house.address}{laid.path}{query}")
        for width, height in ((390, 844), (844, 390), (195, 422), (1024, 768)):
            resized(page, width, height)
            where = f"{query} at {width}x{height}"
            assert page.locator("main:visible").count() == 1, where
            assert page.locator("h1:visible").count() == 1, where
            assert page.evaluate(SCROLLED) == [height, width], where


def test_text_spacing_hides_no_decision(browser: Browser, house: House) -> None:
    laid = house.lay_stored("1849-three", "stock")
    page = house.visit(browser, laid, laid.decider)
    until_something_is_chosen(page)
    page.add_style_tag(content=SPACED)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resized(page, width, height)
        assert page.evaluate(REACHED, MAIN) == 1, f"{width}x{height}"
        assert page.evaluate(REACHED, CHOICES), f"{width}x{height}"
        assert page.evaluate(OUTSIDE) == [], f"{width}x{height}"


TOPS = "(links) => links.map((a) => a.getBoundingClientRect().top)"


def test_why_not_moves_nothing(browser: Browser, house: House) -> None:
    laid = house.lay_stored("1849-three", "stock")
    page = house.visit(browser, laid, laid.decider, viewport={"width": 1440, "height": 900})
    links = page.locator("#decision .body a[href]")
    before = links.evaluate_all(TOPS)
    points_at(page, page.locator("#decision .body a.why").first)
    expect(page.locator("#decision .foot .whynot")).to_be_visible()
    assert links.evaluate_all(TOPS) == before


@pytest.mark.parametrize(
    ("game", "step"),
    [("1849-five", "stock"), ("1849-three", "trains"), pytest.param("1849-five", "trains", marks=pytest.mark.soak)],
)
def test_every_column_is_in_sight_beside_a_narrow_desk(browser: Browser, house: House, game: str, step: str) -> None:
    laid = house.lay_stored(game, step)
    # In Italian the words above the columns are longer.
    page = house.visit(browser, laid, laid.decider, locale="it-IT")
    for width, height in ((1024, 768), (1280, 800), (1440, 900)):
        resized(page, width, height)
        edge = page.locator("#ledger .matrix").bounding_box()
        assert edge is not None
        for head in page.locator("#ledger thead th:is(.player, .numeric)").all():
            box = head.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= edge["x"] + edge["width"] + 1, f"{width}x{height}"


def test_with_little_height_the_log_folds_until_it_is_opened(browser: Browser, house: House) -> None:
    laid = house.lay_stored("1849-three", "stock")
    page = house.visit(browser, laid, laid.decider, viewport={"width": 1440, "height": 900})
    lines = page.locator("#lines")
    expect(lines).to_be_hidden()
    with settles(page):
        page.keyboard.press("g")
    expect(lines).to_be_visible()
    assert page.evaluate(REACHED, PASS) == 1
    with settles(page):
        page.keyboard.press("Escape")
    expect(lines).to_be_hidden()
    resized(page, 1440, 1000)
    expect(lines).to_be_visible()
    # Who has nothing to choose reads.
    waiting = house.visit(browser, laid, laid.other, viewport={"width": 1440, "height": 900})
    box = waiting.locator("#log").bounding_box()
    assert box is not None
    assert box["height"] > 300


def test_the_way_out_of_a_sandbox_is_in_sight(browser: Browser, house: House) -> None:
    laid = house.lay_stored("1849-three", "stock")
    page = house.visit(browser, laid, laid.decider, "/at/60", viewport={"width": 1024, "height": 768})
    page.locator("form[action$='/try'] button").click()
    expect(page.locator(".sandline button")).to_have_count(2)  # taking back, and beginning from now
    assert page.evaluate(REACHED, "#leave") == 1
    leave, stage = page.locator("#leave").bounding_box(), page.locator("#stage").bounding_box()
    assert leave is not None
    assert stage is not None
    assert leave["x"] + leave["width"] <= stage["x"] + stage["width"]


# Words that are wider than what they stand in, beside its stripe or its round ends.
CUT = """(chosen) => [...document.querySelectorAll(chosen)].filter((each) => {
  const box = each.getBoundingClientRect();
  if (!box.width) return false;
  const words = document.createRange();
  words.selectNodeContents(each);
  const told = words.getBoundingClientRect();
  return told.left < box.left || told.right > box.right;
}).map((each) => each.textContent.trim())"""


def test_letters_fit_on_tokens_of_the_market_and_names_into_the_rail(browser: Browser, house: House) -> None:
    """1883 has corporations of five letters; the names of the parts are longer in Italian."""
    laid = house.lay_stored("1883-four", "stock")
    page = house.visit(browser, laid, laid.decider, locale="it-IT")
    for query in ("", "?view=market"):
        page.goto(f"{house.address}{laid.path}{query}")
        for width, height in ((1440, 900), (1024, 768), (390, 844), (844, 390), (667, 375)):
            resized(page, width, height)
            where = f"{query} at {width}x{height}"
            assert page.locator("#market-stage .cell-tokens .plate:visible").count() > 3, where
            assert page.evaluate(CUT, ".cell-tokens .plate") == [], where
            assert page.evaluate(CUT, "#nav a") == [], where
