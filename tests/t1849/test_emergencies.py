"""1849, 10.7: random emergencies: where legal sales can pay the train, some order of the listed ones does.

The order is the president's own, and one that fails has failed (R49); so more than that is not promised.
"""

from __future__ import annotations

import random

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.titles.t1849 import TITLE
from tests.emergencies import BOUGHT, LOST, Paper, deal_out, ends
from tests.t1849.table import PLAYERS, Table

PRICES = {"6": 200, "8": 350, "10": 550}  # of the train that each phase sells
CELLS: tuple[Cell, ...] = ((3, 5), (2, 4), (1, 3), (0, 2), (4, 4), (7, 2))
SIZES = (10, 10, 10, 10, 10, 10, 20)


def draw(dice: random.Random) -> tuple[Table, int, int]:
    """CTL of Ada needs a train: the table, what is missing, and what legal sales can bring."""
    phase = dice.choice(tuple(PRICES))
    price, table, most = PRICES[phase], Table().phase(phase), 0
    for corporation in ("CTL", "ATA", "SFA")[: dice.randint(2, 3)]:
        president = 0 if corporation == "CTL" else dice.choice((0, 0, 1))
        hands, pool = deal_out(dice, SIZES, president)
        row, col = cell = dice.choice(CELLS)
        stock = dict(zip(PLAYERS, hands, strict=False))
        stock["pool"] = _pooled(dice, hands, pool)
        table.start(corporation, PLAYERS[president], cell, stock)
        prices = tuple(line[col] for line in TITLE.box.market.rows[row:] if col < len(line))
        others = tuple(tuple(sorted(hand)) for hand in hands[1:])
        own = tuple(sorted(hands[0]))
        most += Paper(own, president == 0, others, sum(stock["pool"]), prices, may_lose=corporation != "CTL").most()
    missing = dice.randint(1, min(price, 2 * most + 1))
    cash = dice.choice((0, dice.randint(0, price - missing)))
    table.cash(CTL=price - missing - cash, Ada=cash).operate("CTL", "trains")
    return table, missing, most


def _pooled(dice: random.Random, hands: list[list[int]], pool: int) -> list[int]:
    """The certificates in the pool: as much as was dealt to it, in the sizes that are left."""
    held = [size for hand in hands for size in hand]
    large = 20 not in held and pool >= 20 and dice.random() < 0.5
    return [20] * large + [10] * min((pool - 20 * large) // 10, 6 - held.count(10))


def search(cases: int, seed: int) -> dict[str, int]:
    """How many emergencies could be solved, and how many not; a case that came out otherwise is an error."""
    dice = random.Random(seed)
    found = {"solvable": 0, "not": 0}
    for number in range(cases):
        table, missing, most = draw(dice)
        reached = ends(table.game, "CTL")
        if most >= missing:
            assert BOUGHT in reached, (number, missing, most, table.game.state.certificates)
        else:
            assert reached == {LOST}, (number, missing, most, table.game.state.certificates)
        found["solvable" if most >= missing else "not"] += 1
    return found


@pytest.mark.clause("1849-10.7.3", "1849-R25", "1849-R49")
def test_where_legal_sales_can_pay_some_listed_order_does() -> None:
    found = search(100, seed=5)
    assert min(found.values()) > 10, found


@pytest.mark.soak
@pytest.mark.clause("1849-10.7.3", "1849-R25", "1849-R49")
def test_in_ten_thousand_emergencies() -> None:
    found = search(10_000, seed=1849)
    assert min(found.values()) > 1_000, found
