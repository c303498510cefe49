"""Three people at three screens play the beginning of 1849 by the controls of the page, and always see the same."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser import hands
from tests.browser.house import House, settles
from tests.browser.player import DIGEST

Move = tuple[str, Callable[[Page], None], str]  # whose, what they do, and what the log then says


def by(player: str, act: Callable[..., None], *what: object, told: str = "") -> Move:
    return player, lambda page: act(page, *what), told


ADA, BRUNO, CARLA = "Ada", "Bruno", "Carla"
AUCTION = (
    by(CARLA, hands.buy_private, "SCE", told="buys SCE for L. 20"),
    by(ADA, hands.bid, "RSA", 155, told="bids L. 155 on RSA"),
    by(BRUNO, hands.buy_private, "SIGI", told="buys SIGI for L. 45"),
    by(CARLA, hands.buy_private, "CNM", told="buys CNM for L. 75"),
    by(ADA, hands.buy_private, "SMS", told="buys SMS for L. 110"),
    by(ADA, hands.set_price, 68, told="sets the start value of IFT at L. 68"),
)
STOCK = (
    by(BRUNO, hands.buy, "IFT", told="10% of IFT from its treasury for L. 68"),
    by(CARLA, hands.leave),
    by(ADA, hands.start, "RCS", 68, told="starts RCS at L. 68"),
    by(ADA, hands.buy, "RCS"),
    by(BRUNO, hands.start, "AFG", 68),
    by(BRUNO, hands.settle, "C1", told="AFG makes Trapani (C1) its home"),
    by(BRUNO, hands.buy, "AFG"),
    by(BRUNO, hands.buy, "AFG"),
    by(CARLA, hands.start, "ATA", 100),
    by(CARLA, hands.buy, "ATA"),
    by(CARLA, hands.buy, "ATA"),
    by(BRUNO, hands.buy, "AFG"),
)
FIRST_ROUND = (
    by(CARLA, hands.lay, "L12", "77", 0, told="ATA lays tile 77 on L12 for L. 40"),
    by(CARLA, hands.buy_train, "4H", told="ATA buys a 4H from the bank for L. 100"),
    by(CARLA, hands.buy_train, "4H"),
    by(CARLA, hands.buy_train, "4H"),
    by(ADA, hands.leave),
    by(ADA, hands.buy_train, "4H"),
    by(ADA, hands.leave),
    by(ADA, hands.leave),
    by(ADA, hands.leave),
    by(BRUNO, hands.lay, "G1", "73", 0, told="AFG lays tile 73 on Mazzara (G1)"),
    by(BRUNO, hands.settle, "E1", told="AFG places a token on Marsala (E1)"),
    by(BRUNO, hands.buy_train, "6H", told="AFG buys a 6H from the bank for L. 200"),
    by(BRUNO, hands.leave),
    by(BRUNO, hands.leave, told="Stock round 2 begins"),
)
SECOND_STOCK = (
    by(CARLA, hands.leave),
    by(ADA, hands.buy, "IFT"),
    by(BRUNO, hands.leave),
    by(CARLA, hands.leave),
    by(ADA, hands.leave),
)
SECOND_ROUND = (
    by(CARLA, hands.lay, "M13", "675", 0),
    by(CARLA, hands.take, told="L14-K13"),
    by(CARLA, hands.divide, "Keep", told="ATA keeps L. 90"),
    by(CARLA, hands.leave),
    by(CARLA, hands.issue, "ATA", told="ATA issues 10% of its stock for L. 80"),
    by(CARLA, hands.leave),
    by(ADA, hands.lay, "H10", "7", 0),
    by(ADA, hands.leave),
    by(ADA, hands.leave),
    by(ADA, hands.leave),
    by(ADA, hands.lay, "D6", "7", 0),
    by(ADA, hands.leave),
    by(ADA, hands.issue, "RCS"),
    by(ADA, hands.leave),
    by(BRUNO, hands.lay, "D2", "77", 1),
    by(BRUNO, hands.take),
    by(BRUNO, hands.divide, "Pay", told="Bruno receives L. 25"),
    by(BRUNO, hands.leave),
    by(BRUNO, hands.issue, "AFG"),
    by(BRUNO, hands.leave, told="Operating round 2.2 begins"),
)


# A hex, what is drawn on it, what is written: not whether it is lit, which differs.
DRAWN = """hexes => hexes.map((hex) => [
  hex.id, hex.textContent, ...[...hex.querySelectorAll("use")].map((use) => use.getAttribute("href"))
])"""


def seen(page: Page) -> tuple[object, ...]:
    """What must be the same for everybody: the tiles and tokens on the map, the log, what everybody has."""
    board = sorted(page.locator("#board g[id^=hex-]").evaluate_all(DRAWN))
    lines = ["".join(text.split()) for text in page.locator("#lines li").all_text_contents()]  # it may be folded
    worth = page.locator("#ledger [data-cash], #ledger .numeric").all_inner_texts()
    return board, lines, worth


def comes_to_turn(page: Page) -> None:
    """It is one's turn; what happened meanwhile is read first, where there was anything of note."""
    digest = page.locator(DIGEST)
    page.locator(f"#desk.yours, {DIGEST}").first.wait_for()
    if digest.count():
        with settles(page):
            digest.click()
    expect(page.locator("#desk")).to_have_class("desk yours")


def test_an_auction_two_stock_rounds_and_two_operating_rounds(browser: Browser, house: House) -> None:
    laid = house.lay("1849")
    pages = {name: house.visit(browser, laid, name) for name in laid.sessions}
    number = 0
    for stage in (AUCTION, STOCK, FIRST_ROUND, SECOND_STOCK, SECOND_ROUND):
        for player, act, told in stage:
            comes_to_turn(pages[player])
            act(pages[player])
            number += 1
            for page in pages.values():
                hands.stands_at(page, number)
                if told:
                    expect(page.locator("#lines")).to_contain_text(told)
        pages[BRUNO].reload()  # who loads the page anew sees what came to the others move by move
        views = [seen(page) for page in pages.values()]
        assert views[0] == views[1] == views[2]
        assert sum(bool(page.locator(f"#desk.yours, {DIGEST}").count()) for page in pages.values()) == 1
