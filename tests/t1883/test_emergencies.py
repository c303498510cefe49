"""1883, 6.8.6: random forced purchases: no order of choices ruins who could pay, and who cannot sells nothing."""

from __future__ import annotations

import random

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.titles.t1883 import TITLE
from tests.emergencies import BOUGHT, LOST, Paper, deal_out, ends
from tests.t1883.table import PLAYERS, Table

PRICES = {"2": 180, "4": 300, "6": 500, "7": 600}  # of the train that each phase sells
ROUTE = "37 57 1"  # Guastalla - Suzzara
CELLS: tuple[Cell, ...] = ((3, 3), (0, 2), (1, 4), (2, 6), (3, 5))


def draw(dice: random.Random) -> tuple[Table, int, int]:
    """SV of Ada needs a train: the table, what is missing, and what legal sales can bring."""
    phase = dice.choice(tuple(PRICES))
    price, most = PRICES[phase], 0
    table = Table().phase(phase).lay(ROUTE).privates().trains("CCFR")
    for corporation in ("SV", "FBV", "SAFRE")[: dice.randint(2, 3)]:
        president = 0 if corporation == "SV" else dice.choice((0, 0, 1))
        hands, pool = deal_out(dice, (10,) * 8, president)
        row, col = cell = dice.choice(CELLS)
        stock = {player: len(hand) for player, hand in zip(PLAYERS, hands, strict=False)}
        table.start(corporation, PLAYERS[president], cell, {**stock, "pool": pool // 10})
        prices = tuple(line[col] for line in TITLE.box.market.rows[row:] if col < len(line))
        others = tuple(tuple(hand) for hand in hands[1:])
        most += Paper(
            tuple(hands[0]), president == 0, others, pool, prices, may_go_on=corporation != "SV"
        ).most()  # R33: SV itself may be given up, with the last sale
    missing = dice.randint(1, min(price, 2 * most + 1))
    cash = dice.choice((0, dice.randint(0, price - missing)))
    table.cash(SV=price - missing - cash, Ada=cash).operate("SV", "trains")
    return table, missing, most


def search(cases: int, seed: int) -> dict[str, int]:
    """How many emergencies could be solved, and how many not; a case that came out otherwise is an error."""
    dice = random.Random(seed)
    found = {"solvable": 0, "not": 0}
    for number in range(cases):
        table, missing, most = draw(dice)
        end = BOUGHT if most >= missing else LOST
        assert ends(table.game, "SV") == {end}, (number, missing, most, table.game.state.certificates)
        found["solvable" if end == BOUGHT else "not"] += 1
    return found


@pytest.mark.clause("1883-6.8.6.2", "1883-6.8.6.4", "1883-R34")
def test_no_order_of_choices_ruins_who_could_pay() -> None:
    found = search(40, seed=2)
    assert min(found.values()) > 5, found


@pytest.mark.soak
@pytest.mark.clause("1883-6.8.6.2", "1883-6.8.6.4", "1883-R34")
def test_nor_in_ten_thousand_forced_purchases() -> None:
    found = search(10_000, seed=1883)
    assert min(found.values()) > 500, found
