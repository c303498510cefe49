"""Section 9.2: what a sale pays, what it does to the price, how tokens lie, and what cannot be sold."""

from __future__ import annotations

from itertools import permutations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import BuyShare, Pass, SellShares, Start
from tests.t1849.table import Table

AT_100: Cell = (3, 5)
AT_95: Cell = (4, 5)
AT_87: Cell = (5, 5)


def sells(corporation: str, *certificates: int) -> SellShares:
    return SellShares(corporation, certificates)


# Price


@pytest.mark.clause("1849-9.2.1")
def test_shares_sold_together_are_paid_at_the_value_before_the_drop() -> None:
    table = Table().start("CTL", "Bruno", at=100, stock={"Ada": [10, 10, 10]}).cash(Ada=0).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(sells("CTL", 10, 10, 10))
    assert table.money("Ada", "CTL", "bank") == (300, 0, bank - 300)
    assert table.price("CTL") == 75
    assert table.game.cell("CTL") == (6, 5)  # 100, 95, 87, 75


@pytest.mark.clause("1849-9.2.1", "1849-R07")
def test_a_later_sale_of_the_turn_gets_the_price_of_then() -> None:
    table = Table().start("CTL", "Bruno", at=100, stock={"Ada": [10, 10, 10]}).cash(Ada=0).stock_round("Ada")
    table.do(sells("CTL", 10), sells("CTL", 10), sells("CTL", 10))
    assert table.money("Ada") == (100 + 95 + 87,)
    assert table.price("CTL") == 75


@pytest.mark.clause("1849-9.2.2")
@pytest.mark.parametrize("certificates", [(10, 10), (20,)])
def test_the_token_drops_a_row_for_each_tenth_sold(certificates: tuple[int, ...]) -> None:
    table = Table().start("ATA", "Bruno", at=144, stock={"Ada": certificates, "pool": [10]}).cash(Ada=0)
    table.stock_round("Ada").do(SellShares("ATA", certificates))
    assert table.money("Ada") == (288,)
    assert table.game.cell("ATA") == (4, 8)
    assert table.price("ATA") == 130
    assert table.pool("ATA") == 30


@pytest.mark.clause("1849-9.2.2")
def test_a_drop_ends_at_the_foot_of_its_column() -> None:
    table = Table().start("ATA", "Bruno", at=(7, 5), stock={"Ada": [10, 10, 10]}).stock_round("Ada")
    table.do(sells("ATA", 10, 10, 10))
    assert table.game.cell("ATA") == (8, 5)


# Several corporations in one turn


@pytest.mark.clause("1849-9.2.3")
@pytest.mark.parametrize("entered", list(permutations([sells("RCS", 10, 10), sells("CTL", 10)])))
def test_tokens_are_moved_in_the_market_order_before_the_sale(entered: tuple[SellShares, ...]) -> None:
    table = Table().start("RCS", "Bruno", at=AT_100, stock={"Ada": [10, 10]})
    table.start("CTL", "Carla", at=AT_95, stock={"Ada": [10]}).stock_round("Ada").do(*entered)
    assert table.stack(AT_87) == ["RCS", "CTL"]
    assert table.game.market_order() == ("RCS", "CTL")


@pytest.mark.clause("1849-9.2.4")
@pytest.mark.parametrize("entered", list(permutations(["RCS", "CTL", "ATA"])), ids="-".join)
def test_worked_example_a_stack_of_three_stays_in_order(entered: tuple[str, ...]) -> None:
    table = Table()
    for corporation in ("RCS", "CTL", "ATA"):  # RCS on top
        table.start(corporation, "Bruno", at=AT_100, stock={"Ada": [10]})
    table.stock_round("Ada").do(*(sells(corporation, 10) for corporation in entered))
    assert table.stack(AT_95) == ["RCS", "CTL", "ATA"]
    assert table.money("Ada") == (375 + 300,)


@pytest.mark.clause("1849-R07")
@pytest.mark.parametrize("entered", list(permutations([sells("RCS", 10, 10), sells("CTL", 10), sells("CTL", 10)])))
def test_sold_tokens_lie_under_those_that_did_not_move(entered: tuple[SellShares, ...]) -> None:
    table = Table().start("RCS", "Bruno", at=AT_100, stock={"Ada": [10, 10]})
    table.start("CTL", "Carla", at=AT_100, stock={"Ada": [10, 10]}).start("SFA", "Dora", at=AT_87)
    table.stock_round("Ada").do(*entered)
    assert table.stack(AT_87) == ["SFA", "RCS", "CTL"]


@pytest.mark.clause("1849-R07")
def test_a_token_sold_onto_another_lies_under_it_until_that_moves_too() -> None:
    table = Table().start("RCS", "Bruno", at=AT_100, stock={"Ada": [10, 10]})
    table.start("CTL", "Carla", at=AT_95, stock={"Ada": [10]}).stock_round("Ada")
    table.do(sells("RCS", 10))
    assert table.stack(AT_95) == ["CTL", "RCS"]
    table.do(sells("CTL", 10), sells("RCS", 10))
    assert table.stack(AT_87) == ["RCS", "CTL"]


@pytest.mark.clause("1849-R07")
def test_a_token_sold_in_an_earlier_turn_counts_as_one_that_did_not_move() -> None:
    table = Table().start("RCS", "Carla", at=AT_100, stock={"Bruno": [10, 10]})
    table.start("CTL", "Carla", at=AT_95, stock={"Ada": [10]}).stock_round("Ada")
    table.do(sells("CTL", 10), Pass())
    table.do(sells("RCS", 10, 10))  # it stood before CTL, but Bruno's is another turn
    assert table.stack(AT_87) == ["CTL", "RCS"]


@pytest.mark.clause("1849-R07")
def test_a_token_at_the_foot_of_its_column_does_not_move_and_stays_on_top() -> None:
    table = Table().start("SFA", "Dora", at=(8, 5), stock={"Ada": [10]})
    table.start("RCS", "Bruno", at=(7, 5), stock={"Ada": [10]}).stock_round("Ada")
    table.do(sells("RCS", 10), sells("SFA", 10))
    assert table.stack((8, 5)) == ["SFA", "RCS"]


@pytest.mark.clause("1849-R07")
@pytest.mark.parametrize("entered", list(permutations(["RCS", "CTL", "SFA"])), ids="-".join)
def test_a_corporation_that_closes_by_its_sale_does_not_disturb_the_order_of_the_others(entered: list[str]) -> None:
    table = Table().start("RCS", "Bruno", at=AT_100, stock={"Ada": [10]}).privates()
    table.start("CTL", "Carla", at=AT_100, stock={"Ada": [10]}).start("SFA", "Dora", at=(8, 0), stock={"Ada": [10]})
    table.stock_round("Ada").do(*(sells(corporation, 10) for corporation in entered))
    assert table.stack(AT_95) == ["RCS", "CTL"]
    assert not table.game.is_started("SFA")


@pytest.mark.clause("1849-R07")
def test_a_token_moved_and_then_closed_in_one_turn_is_forgotten() -> None:
    table = Table().start("RCS", "Bruno", at=AT_100, stock={"Ada": [10]}).privates()
    table.start("SFA", "Dora", at=(7, 0), stock={"Ada": [10, 10]}).stock_round("Ada")
    table.do(sells("SFA", 10), sells("SFA", 10), sells("RCS", 10))
    assert not table.game.is_started("SFA")
    assert table.stack(AT_95) == ["RCS"]


@pytest.mark.clause("1849-R07", "1849-9.4.2")
def test_a_corporation_started_on_an_occupied_space_lies_under_those_sold_onto_it() -> None:
    table = Table().start("RCS", "Bruno", at=(2, 5), stock={"Ada": [10]}).start("CTL", "Carla", at=AT_100)
    table.privates().cash(Ada=500).stock_round("Ada")
    table.do(sells("RCS", 10))  # 105 -> 100
    assert table.stack(AT_100) == ["CTL", "RCS"]
    table.do(Start("ATA", 100))
    assert table.stack(AT_100) == ["CTL", "RCS", "ATA"]
    assert table.game.market_order() == ("CTL", "RCS", "ATA")


# What cannot be sold


@pytest.mark.clause("1849-9.2.5")
def test_stock_is_not_sold_before_its_corporation_has_operated() -> None:
    table = Table().privates().cash(Ada=500).stock_round("Ada", turn=1)
    table.do(Start("RCS", 100), BuyShare("RCS", "treasury"), Pass(), *[Pass()] * 3)
    table.may_not(sells("RCS", 10), "1849-9.2.5")
    table.do(*[Pass()] * 1)
    assert str(table.game.state.round) == "OR 1.1"
    while table.game.state.round.kind == "operating":
        table.do(Pass())
    assert (str(table.game.state.round), table.decider) == ("SR 2", "Bruno")
    table.do(*[Pass()] * 3)
    table.may(sells("RCS", 10))


@pytest.mark.clause("1849-9.2.6")
def test_the_pool_never_holds_more_than_half() -> None:
    table = Table().start("SFA", "Bruno", stock={"Ada": [10, 10, 10], "pool": [10, 10, 10]}).stock_round("Ada")
    table.may_not(sells("SFA", 10, 10, 10), "1849-9.2.6", "60%")
    table.may(sells("SFA", 10), sells("SFA", 10, 10))
    table.do(sells("SFA", 10), sells("SFA", 10))
    assert table.pool("SFA") == 50
    table.may_not(sells("SFA", 10), "1849-9.2.6")


@pytest.mark.clause("1849-9.2.6", "1849-K.2")
def test_a_last_certificate_is_sold_whole_or_not_at_all() -> None:
    table = Table().start("ATA", "Carla", stock={"Bruno": [20, 10], "pool": [10] * 4}).stock_round("Bruno")
    table.may_not(sells("ATA", 20), "1849-9.2.6")
    table.may_not(sells("ATA", 10, 10), "1849-9.2.6")
    table.may(sells("ATA", 10))
    table = Table().start("ATA", "Carla", stock={"Bruno": [20, 10], "pool": [10] * 3}).stock_round("Bruno")
    table.may_not(sells("ATA", 10, 10), "1849-9.6.1")  # a tenth is no change for half of it
    table.do(sells("ATA", 20))
    assert (table.pool("ATA"), table.holding("ATA", "Bruno")) == (50, [10])


@pytest.mark.clause("1849-9.2.7")
def test_who_has_sold_does_not_buy_back_in_the_same_round() -> None:
    table = Table().start("CTL", "Bruno", stock={"Ada": [10], "pool": [10]}, cash=500).privates()
    table.cash(Ada=500).stock_round("Ada").do(sells("CTL", 10))
    table.may_not(BuyShare("CTL", "treasury"), "1849-9.2.7")
    table.do(Pass(), BuyShare("CTL", "pool"), Pass(), Pass())  # Bruno is free to buy
    assert table.decider == "Ada"
    table.may_not(BuyShare("CTL", "treasury"), "1849-9.2.7")
    table.may_not(BuyShare("CTL", "pool"), "1849-9.2.7")
    table.do(*[Pass()] * 4)
    table.operating_rounds_over()
    assert (str(table.game.state.round), table.decider) == ("SR 3", "Carla")
    table.do(Pass(), Pass())
    table.may(BuyShare("CTL", "treasury"), BuyShare("CTL", "pool"))


@pytest.mark.clause("1849-9.2.8")
def test_the_presidents_certificate_is_not_for_sale() -> None:
    table = Table().start("ATA", "Ada").stock_round("Ada")
    table.may_not(sells("ATA", 20), "1849-9.5.9")  # nobody could take the presidency
    table.may_not(sells("ATA", 10), "1849-9.5.9")
    table = Table().start("ATA", "Ada", stock={"Ada": [10, 10]}).stock_round("Ada")
    table.may_not(sells("ATA", 20), "1849-9.2.8", "not for sale")
    table.do(sells("ATA", 10, 10))
    assert (table.holding("ATA", "Ada"), table.game.president("ATA")) == ([20], "Ada")


@pytest.mark.clause("1849-9.0.1")
def test_nobody_sells_more_than_they_have() -> None:
    table = Table().start("CTL", "Bruno", stock={"Ada": [10]}).stock_round("Ada")
    table.may_not(sells("CTL", 10, 10), "1849-9.0.1", "holds 10% of CTL and cannot sell 20%")
    table.may_not(sells("CTL"), "1849-9.0.1")
