"""Section 15: shares are not certificates."""

import pytest

from ferrovia.engine.flow.actions import SellShares
from tests.t1849.table import Table


@pytest.mark.clause("1849-15.0.1")
def test_selling_a_last_certificate_is_one_certificate_and_two_shares() -> None:
    table = Table().start("CTL", "Ada", at=(3, 5), stock={"Ada": [10], "Bruno": [10, 20], "pool": [10]})
    table.cash(Bruno=0).stock_round("Bruno")
    assert table.game.certificate_count("Bruno") == 2
    table.do(SellShares("CTL", (20,)))
    assert table.game.certificate_count("Bruno") == 1
    assert table.game.percent("CTL", "Bruno") == 10
    assert table.pool("CTL") == 30
    assert (table.game.cell("CTL"), table.price("CTL")) == ((5, 5), 87)  # two rows down
    assert table.money("Bruno") == (200,)


@pytest.mark.clause("1849-15.0.1")
def test_the_pool_limit_counts_shares() -> None:
    table = Table().start("CTL", "Ada", stock={"Ada": [10], "Bruno": [10, 20], "pool": [10] * 4}).stock_round("Bruno")
    table.may(SellShares("CTL", (10,)))
    table.may_not(SellShares("CTL", (20,)), "1849-9.2.6")
