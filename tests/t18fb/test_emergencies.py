"""18FB, 3.5.10 and 3.5.11: random emergencies: who could pay by what the rules say is ruined by no order of choices.

What can be raised is worked out here from the words of the rulebook, holding by holding, without the program's sales.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from ferrovia.engine.finance.market import Cell
from tests.emergencies import BOUGHT, LOST, ends
from tests.t18fb.table import Table

TRAINS = {"PH2": 160, "PH3": 260, "PH4": 380, "PH5": 520}
PHASES = ("PH2", "PH3", "PH4", "PH4", "PH5")
OTHERS = ("Bruno", "Carla")
SPACES: tuple[int | Cell, ...] = (60, 70, 80, 90, 100, (6, 13), (5, 13), (10, 9), (0, 16))  # ledges among them


class Stock(NamedTuple):
    """What there is of a company, in shares, and who may sell how much of it."""

    company: str
    president: str
    ada: int  # with the president's certificate
    others: tuple[int, ...]  # Bruno and Carla, likewise
    pool: int
    treasury: int  # of the company that needs the train
    has_operated: bool

    def heir(self, keeps: int, margin: int) -> bool:
        """3.3.5: whether somebody would become president if Ada kept only so much."""
        return any(held >= max(2, keeps + margin) for held in self.others)

    def may_sell(self, shares: int, margin: int, is_operating: bool) -> bool:
        """3.3.1, 3.5.10: whether Ada may sell so many shares together, the company's own already in the pool."""
        keeps = self.ada - shares
        if not self.has_operated or keeps < 0 or self.pool + self.treasury + shares > 5:
            return False
        if self.president != "Ada":
            return True
        if self.heir(keeps, margin):
            return not is_operating
        return keeps >= 2


class Case(NamedTuple):
    """FSC of Ada has no train: what it has, what she has, and a train of another company of hers, if any."""

    phase: str
    stocks: tuple[Stock, ...]
    spaces: tuple[int | Cell, ...]
    treasury: int
    cash: int
    sister: str

    def table(self) -> Table:
        table = Table().phase(self.phase)
        for stock, space in zip(self.stocks, self.spaces, strict=True):
            held = {"Ada": stock.ada, **dict(zip(OTHERS, stock.others, strict=True))}
            held[stock.president] -= 2
            held |= {"pool": stock.pool, "FSC": stock.treasury}
            table.start(stock.company, stock.president, space, held, earned=stock.has_operated)
            table.line_done(stock.company, final=stock.company == "FSC")
        if self.sister:
            table.trains(self.sister, f"PH{int(self.phase[2:]) - 1}")
        return table.cash(FSC=self.treasury, Ada=self.cash).operate("FSC", "trains")

    def is_solvable(self, prices: dict[str, int]) -> bool:
        """Whether company and president together can pay, or a train of hers is to be had for what FSC has."""
        margin = 1 if self.phase == "PH5" else 2
        owned = [stock for stock in self.stocks if stock.has_operated and stock.treasury]
        treasury = self.treasury + sum(prices[stock.company] * stock.treasury // 2 for stock in owned)
        most = self.cash
        for stock in self.stocks:
            legal = [n for n in range(1, 7) if stock.may_sell(n, margin, stock.company == "FSC")]
            most += prices[stock.company] * max(legal, default=0) // 2
        return treasury + most >= TRAINS[self.phase] or (bool(self.sister) and treasury > 0)


def draw(dice: random.Random) -> Case:
    phase = dice.choice(PHASES)
    stocks = [_stock(dice, "FSC", "Ada", phase)]
    for company in ("LTF", "FC")[: dice.randint(1, 2)]:
        stock = _stock(dice, company, dice.choice(("Ada", "Ada", "Bruno")), phase)
        if stock is not None:
            stocks.append(stock)
    drawn = tuple(stock for stock in stocks if stock is not None)
    mine = [stock.company for stock in drawn if stock.company != "FSC" and stock.president == "Ada"]
    sister = dice.choice(mine) if mine and dice.random() < 0.15 else ""
    spaces = tuple(dice.choice(SPACES) for _ in drawn)
    worth = sum(60 * (stock.ada + stock.treasury) for stock in drawn)
    missing = min(dice.randint(1, worth), TRAINS[phase])
    cash = dice.choice((0, 0, dice.randint(0, missing - 1)))
    return Case(phase, drawn, spaces, TRAINS[phase] - missing, min(cash, missing - 1), sister)


def _stock(dice: random.Random, company: str, president: str, phase: str) -> Stock | None:
    """Some distribution of a company; none where somebody else would already preside over it (3.3.5)."""
    singles = [dice.randint(0, 2) for _ in range(3)]
    ada, *others = (count + 2 * (player == president) for count, player in zip(singles, ("Ada", *OTHERS), strict=True))
    pool = dice.choice((0, 0, 1, 2, 3))
    treasury = dice.choice((0, 0, 0, 1, 2)) if company == "FSC" else dice.choice((0, 0, 0, 1))
    if company == "FSC":
        others = [min(held, ada) for held in others]
    margin = 1 if phase == "PH5" else 2
    presides = dict(zip(("Ada", *OTHERS), (ada, *others), strict=True))[president]
    if any(held >= presides + margin for held in (ada, *others)) or ada + sum(others) + pool + treasury > 10:
        return None if company != "FSC" else Stock(company, "Ada", 2, (0, 0), 0, 0, True)
    return Stock(company, president, ada, tuple(others), pool, treasury, dice.random() < 0.9)


def search(cases: int, seed: int) -> dict[str, int]:
    """How many of the emergencies could be solved, and how many not; a case that came out otherwise is an error."""
    dice = random.Random(seed)
    found = {"solvable": 0, "not": 0}
    for number in range(cases):
        case = draw(dice)
        table = case.table()
        prices = {stock.company: table.price(stock.company) for stock in case.stocks}
        solvable = case.is_solvable(prices)
        assert ends(table.game, "FSC") == {BOUGHT if solvable else LOST}, (number, case)
        found["solvable" if solvable else "not"] += 1
    return found


@pytest.mark.clause("18FB-R47", "18FB-R87", "18FB-R94", "18FB-3.5.10.4", "18FB-3.5.11.1")
def test_no_order_of_choices_ruins_who_could_pay() -> None:
    found = search(120, seed=5)
    assert min(found.values()) > 20, found


@pytest.mark.soak
@pytest.mark.clause("18FB-R47", "18FB-R87", "18FB-R94", "18FB-3.5.10.4", "18FB-3.5.11.1")
def test_nor_in_ten_thousand_emergencies() -> None:
    found = search(10_000, seed=1861)
    assert min(found.values()) > 1_000, found
