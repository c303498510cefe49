"""18FB, 3.5.10: emergency money: the company's stock, then the president's cash and stock, all at half price."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Accept, Answer, Bankrupt, BuyShare, BuyTrain, Pass, SellShares
from ferrovia.engine.flow.events import StockSold
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

PH3, PH5 = BuyTrain("PH3", BANK, 260), BuyTrain("PH5", BANK, 520)


def in_need(
    treasury: int,
    cash: int,
    fb: dict[str, int] | None = None,
    lda: dict[str, int] | None = None,
    nn: dict[str, int] | None = None,
    phase: str = "PH3",
) -> Table:
    """NN of Ada is in operation and has no train; FB at D120 is Bruno's, LdA at D90 is Carla's."""
    table = Table().phase(phase).start("FB", president="Bruno", at=120, stock=fb).line_done("FB").trains("FB", "PH4")
    table.start("LdA", president="Carla", at=90, stock=lda).line_done("LdA")
    table.start("NN", at=60, cash=treasury, stock=nn).line_done("NN").cash(Ada=cash)
    return table.operate("NN", "trains")


@pytest.mark.clause("18FB-3.5.10.1")
def test_it_begins_when_the_treasury_cannot_pay_the_cheapest_train() -> None:
    table = in_need(170, 90)
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(PH3)
    assert table.money("NN", "Ada") == (0, 0)
    assert table.game.trains("NN") == ("PH3",)


@pytest.mark.clause("18FB-3.5.10.1")
def test_it_does_not_begin_with_a_train_or_with_the_money() -> None:
    owner = in_need(170, 500, fb={"Ada": 1}).trains("NN", "PH4").operate("NN", "trains")
    owner.may_not(PH3, "18FB-3.5.8.2")
    owner.may_not(SellShares("FB", (10,)), "18FB-3.5.10.1")
    owner.may_not(Bankrupt(), "18FB-3.5.10.1")
    rich = in_need(260, 0, fb={"Ada": 1, "NN": 1})
    rich.may_not(SellShares("FB", (10,)), "18FB-3.5.10.1")
    rich.do(PH3)
    assert rich.money("NN", "Ada") == (0, 0)


@pytest.mark.clause("18FB-3.5.10.1")
def test_no_emergency_in_building_or_frozen_state() -> None:
    table = Table().phase("PH3").start("LdA", cash=10).operate("LdA", "trains")
    table.may_not(PH3, "18FB-3.5.8.2")
    table.may_not(SellShares("LdA", (10,)), "18FB-3.5.10.1")
    table.may(Pass())
    frozen = in_need(10, 500).concession("NN", "").operate("NN", "trains")
    frozen.may_not(PH3, "18FB-3.4.18")
    frozen.may(Pass())


@pytest.mark.clause("18FB-3.5.10.2")
def test_first_the_company_sells_its_stock() -> None:
    """Gap 90: FB brings 60, LdA 45; both are needed, and 15 stay in the treasury."""
    table = in_need(170, 500, fb={"NN": 1, "Ada": 1}, lda={"NN": 1})
    table.may_not(PH3, "18FB-3.5.10.2")
    cells = table.cell("FB"), table.cell("LdA")
    table.do(SellShares("FB", (10,)))
    assert table.money("NN", "Ada") == (230, 500)
    assert table.holding("FB", "Ada") == [10]  # it was the company's share
    table.may_not(PH3, "18FB-3.5.10.2")
    table.do(SellShares("LdA", (10,)))
    assert table.money("NN", "Ada") == (275, 500)
    assert (table.cell("FB"), table.cell("LdA")) == cells
    table.do(PH3)
    assert table.money("NN", "Ada") == (15, 500)


@pytest.mark.clause("18FB-2.2.3.2", "18FB-3.5.10.2")
def test_stock_in_light_blue_is_sold_at_its_price_before_money_is_raised() -> None:
    """NN earns nothing and needs 260. FB stands at D70, light blue: it goes for 70, not for half of it."""
    table = in_need(170, 500, fb={"NN": 1}, lda={"NN": 1})
    table.game.put_on_market("FB", (12, 9))
    table.operate("NN", "earnings").go_on()
    assert StockSold(seller="NN", percent=10, corporation="FB", amount=70) in table.game.events
    assert (table.step, table.money("NN", "Ada")) == ("trains", (240, 500))
    table.may_not(SellShares("FB", (10,)), "18FB-3.3.1.1")
    table.do(SellShares("LdA", (10,)), PH3)  # LdA is white: 45
    assert table.money("NN", "Ada") == (25, 500)


@pytest.mark.clause("18FB-2.2.3.3", "18FB-2.2.4.2", "18FB-3.5.10.2")
def test_so_is_all_the_stock_of_a_company_in_dark_blue() -> None:
    table = in_need(20, 500, fb={"NN": 1}, nn={"NN": 3})
    table.game.put_on_market("NN", (13, 7))  # D40; earning nothing takes it to D30
    table.operate("NN", "earnings").go_on()
    assert table.price("NN") == 30
    assert (table.step, table.money("NN", "Ada")) == ("trains", (20 + 120 + 90, 500))
    table.do(PH3)
    assert table.money("NN", "Ada") == (0, 470)


@pytest.mark.clause("18FB-3.5.10.2", "18FB-R47")
def test_the_company_sells_no_more_than_it_needs() -> None:
    """Gap 50: FB alone brings 60. Of its own three shares at D60 two do."""
    table = in_need(210, 0, fb={"NN": 1}, lda={"NN": 1})
    table.do(SellShares("FB", (10,)))
    table.may_not(SellShares("LdA", (10,)), "18FB-3.5.10.1")
    own = in_need(210, 0, nn={"NN": 3})
    own.may_not(SellShares("NN", (10, 10, 10)), "18FB-R47")
    own.do(SellShares("NN", (10, 10)))
    assert own.money("NN") == (270,)


@pytest.mark.clause("18FB-3.5.10.3")
def test_then_the_president_pays_exactly_what_is_missing() -> None:
    table = in_need(170, 500, fb={"NN": 1})
    table.do(SellShares("FB", (10,)), PH3)
    assert table.money("NN", "Ada") == (0, 470)


@pytest.mark.clause("18FB-3.5.10.4")
@pytest.mark.parametrize(("company", "left"), [("FB", 20), ("LdA", 5)])
def test_then_the_president_sells_stock_of_his_choice(company: str, left: int) -> None:
    """Gap 90, cash 50: one FB brings 60, one LdA 45."""
    table = in_need(170, 50, fb={"Ada": 1}, lda={"Ada": 1})
    table.may_not(PH3, "18FB-3.5.10.4")
    table.may_not(Bankrupt(), "18FB-3.5.11.1")
    table.may(SellShares("FB", (10,)), SellShares("LdA", (10,)))
    table.do(SellShares(company, (10,)))
    table.do(PH3)
    assert table.money("NN", "Ada") == (0, left)


@pytest.mark.clause("18FB-3.5.10.5")
def test_two_shares_at_90_bring_90() -> None:
    table = in_need(170, 0, lda={"Ada": 2})
    bank = table.game.cash(BANK)
    table.do(SellShares("LdA", (10, 10)))
    assert table.money("Ada", BANK) == (90, bank - 90)


@pytest.mark.clause("18FB-R46")
def test_the_presidents_sales_move_the_price_after_payment_and_the_ledge_holds() -> None:
    """LdA falls two rows. On the ledge of column 13 one share moves nothing, two go through."""
    table = in_need(170, 0, lda={"Ada": 2})
    row, col = table.cell("LdA")
    table.do(SellShares("LdA", (10, 10)))
    assert table.cell("LdA") == (row + 2, col)
    for shares, price in ((1, 170), (2, 150)):
        ledge = in_need(260 - 85 * shares, 0, lda={"Ada": 2})
        ledge.game.put_on_market("LdA", (6, 13))
        ledge.operate("NN", "trains").do(SellShares("LdA", (10,) * shares))
        assert ledge.money("Ada") == (85 * shares,)
        assert ledge.price("LdA") == price


@pytest.mark.clause("18FB-R87", "18FB-R46")
@pytest.mark.parametrize("sales", [[2], [1, 1]])
def test_shares_of_one_company_sold_one_after_the_other_are_one_sale_for_the_ledge(sales: list[int]) -> None:
    """On the ledge at D170, with 160 missing: one share alone moves nothing, two go through however they are sold."""
    table = in_need(100, 0, lda={"Ada": 3})
    table.game.put_on_market("LdA", (6, 13))
    table.operate("NN", "trains")
    for shares in sales:
        assert table.price("LdA") == 170
        table.do(SellShares("LdA", (10,) * shares))
    assert (table.money("Ada"), table.price("LdA")) == ((170,), 150)
    table.do(PH3)
    assert table.money("Ada") == (10,)
    assert table.turn.raising is None  # the next emergency is another sale


@pytest.mark.clause("18FB-R87", "18FB-R46")
@pytest.mark.parametrize("sales", [[3], [1, 2], [2, 1], [1, 1, 1]])
def test_they_are_one_sale_for_price_and_rounding(sales: list[int]) -> None:
    """Three shares at D325 bring D487 in all, though the marker falls with each of them."""
    table = in_need(20, 0, lda={"Ada": 3}, phase="PH5")
    table.game.put_on_market("LdA", (0, 16))
    table.operate("NN", "trains")
    for shares in sales:
        told = table.says(SellShares("LdA", (10,) * shares))
        before = table.game.cash("Ada")
        table.do(SellShares("LdA", (10,) * shares))
        assert told.endswith(f"for D{table.game.cash('Ada') - before}")
    assert table.money("Ada") == (487,)
    assert table.cell("LdA") == (3, 16)


@pytest.mark.clause("18FB-R87", "18FB-R47")
def test_what_is_too_much_is_judged_by_the_price_of_the_sale() -> None:
    """LdA at D90, 75 missing: after one share for 45 a second one brings 45 again, and a third is too much."""
    table = in_need(185, 0, lda={"Ada": 3})
    table.do(SellShares("LdA", (10,)))
    table.may_not(SellShares("LdA", (10, 10)), "18FB-R47")
    table.do(SellShares("LdA", (10,)))
    assert table.money("Ada") == (90,)
    table.may_not(SellShares("LdA", (10,)), "18FB-R47", "Enough")


@pytest.mark.clause("18FB-R87")
def test_the_companys_shares_and_the_presidents_are_two_sales() -> None:
    """At D325 the company's share brings 162, then the president's first 162 and his second 163."""
    table = in_need(20, 0, lda={"Ada": 2, "NN": 1}, phase="PH5")
    table.game.put_on_market("LdA", (0, 16))
    table.operate("NN", "trains").do(SellShares("LdA", (10,)))
    assert (table.money("NN"), table.cell("LdA")) == ((182,), (0, 16))
    table.do(SellShares("LdA", (10,)))
    assert table.money("Ada") == (162,)
    table.do(SellShares("LdA", (10,)))
    assert table.money("Ada") == (325,)


@pytest.mark.clause("18FB-R87")
def test_a_companys_own_shares_sold_one_by_one_are_rounded_once() -> None:
    table = in_need(20, 1000, nn={"NN": 2}, phase="PH5")
    table.game.put_on_market("NN", (0, 16))
    table.operate("NN", "trains").do(SellShares("NN", (10,)), SellShares("NN", (10,)))
    assert (table.money("NN"), table.cell("NN")) == ((20 + 325,), (0, 16))


@pytest.mark.clause("18FB-R87")
def test_a_marker_that_something_else_has_moved_begins_a_new_sale() -> None:
    table = in_need(20, 0, lda={"Ada": 3}, phase="PH5").operate("NN", "trains")
    table.do(SellShares("LdA", (10,)))
    table.game.put_on_market("LdA", (0, 16))
    table.turn_is(emergency=True).do(SellShares("LdA", (10,)))
    assert table.money("Ada") == (45 + 162,)
    assert table.cell("LdA") == (1, 16)


@pytest.mark.clause("18FB-R46")
def test_half_a_price_is_rounded_down_once() -> None:
    """Three shares at D325 bring D487, in PH5 with 500 missing."""
    table = in_need(20, 0, lda={"Ada": 3}, phase="PH5")
    table.game.put_on_market("LdA", (0, 16))
    table.operate("NN", "trains").do(SellShares("LdA", (10, 10, 10)))
    assert table.money("Ada") == (487,)
    assert table.cell("LdA") == (3, 16)


@pytest.mark.clause("18FB-3.5.10.6")
def test_the_pool_takes_no_more_than_half() -> None:
    table = in_need(170, 0, lda={"Ada": 1, "pool": 5}, fb={"Ada": 2})
    table.may_not(SellShares("LdA", (10,)), "18FB-3.5.10.6")
    table.do(SellShares("FB", (10, 10)))


@pytest.mark.clause("18FB-3.5.10.7")
def test_the_presidency_of_the_operating_company_is_kept() -> None:
    """PH5: Ada 40%, Bruno 30% of NN at D60; one share may go, not two."""
    table = in_need(460, 0, nn={"Ada": 2, "Bruno": 3}, phase="PH5")
    table.may_not(SellShares("NN", (10, 10)), "18FB-3.5.10.7")
    table.do(SellShares("NN", (10,)))
    table.may_not(SellShares("NN", (10,)), "18FB-3.5.10.7")
    assert table.game.president("NN") == "Ada"


@pytest.mark.clause("18FB-3.5.10.8")
def test_another_presidency_may_change() -> None:
    """PH5: Ada 30%, Bruno 20% of FC at D100."""
    table = in_need(420, 0, phase="PH5").start("FC", at=100, stock={"Ada": 1, "Bruno": 2}).operate("NN", "trains")
    table.do(SellShares("FC", (10, 10)))
    assert table.game.president("FC") == "Bruno"
    assert table.money("Ada") == (100,)
    assert table.decider == "Ada"
    table.do(PH5)


@pytest.mark.clause("18FB-3.5.10.8")
def test_another_presidency_may_change_and_its_concession_be_withdrawn() -> None:
    """PH3: Ada 30%, Bruno 30% of FC. The purchase goes on when Bruno has answered."""
    table = in_need(160, 0).start("FC", at=100, stock={"Ada": 1, "Bruno": 3}).operate("NN", "trains")
    table.do(SellShares("FC", (10, 10)))
    assert (table.game.president("FC"), table.decider) == ("Bruno", "Bruno")
    table.do(Answer("leave"))
    assert table.state("FC") is CompanyState.FROZEN
    table.do(PH3)
    assert table.money("Ada", "NN") == (0, 0)


@pytest.mark.clause("18FB-R47")
def test_with_help_only_the_cheapest_train() -> None:
    """A PH4 lies in the pool for 380, PH5 trains cost 520; and nothing is bought of another company any more."""
    table = in_need(300, 0, lda={"Ada": 2}, phase="PH5").trains(POOL, "PH4").operate("NN", "trains")
    table.may_not(PH5, "18FB-R47")
    table.do(SellShares("LdA", (10, 10)))
    table.may_not(PH5, "18FB-R47")
    table.may_not(BuyTrain("PH4", "FB", 50), "18FB-R47")
    table.do(BuyTrain("PH4", POOL, 380))
    assert table.money("NN", "Ada") == (0, 10)


@pytest.mark.clause("18FB-R47")
def test_before_money_is_raised_another_company_may_help_out() -> None:
    table = in_need(50, 0, lda={"Ada": 2}, phase="PH5")
    table.do(BuyTrain("PH4", "FB", 50), Accept())
    assert table.game.trains("NN") == ("PH4",)


@pytest.mark.clause("18FB-R47")
def test_no_sale_once_the_gap_is_covered_and_none_larger_than_needed() -> None:
    table = in_need(220, 0, fb={"Ada": 3}, lda={"Ada": 1})
    table.may_not(SellShares("FB", (10, 10)), "18FB-R47")  # one brings 60 of 40
    table.do(SellShares("FB", (10,)))
    table.may_not(SellShares("LdA", (10,)), "18FB-R47", "Enough")
    table.do(PH3)
    assert table.money("Ada") == (20,)  # what is over stays his


@pytest.mark.clause("18FB-R47")
def test_what_is_no_stock_or_has_not_operated_is_not_sold() -> None:
    table = in_need(220, 0, lda={"Ada": 1}).cards(Bayard="Ada").start("FC", at=100, stock={"Ada": 1}, earned=False)
    table.operate("NN", "trains")
    table.may_not(SellShares("FC", (10,)), "18FB-3.3.1.7")
    table.may_not(SellShares("Bayard", (10,)), "18FB-3.3.6.3")
    sales = {action for action in table.game.decision.choices if isinstance(action, SellShares)}
    assert sales == {SellShares("LdA", (10,)), SellShares("NN", (10,))}
    regional = in_need(460, 0, lda={"Ada": 2}, phase="PH5").regionals(FA="Ada").operate("NN", "trains")
    regional.may_not(SellShares("FA", (100,)), "18FB-R56")


@pytest.mark.clause("18FB-R69")
def test_stock_sold_in_the_emergency_is_not_bought_back_in_the_turn() -> None:
    """NN sells a share of itself for 30 and one of FB for 187, buys its train, and has 177 left."""
    table = in_need(220, 0, nn={"NN": 1}, fb={"NN": 1})
    table.game.put_on_market("FB", (0, 18))
    table.operate("NN", "trains").do(SellShares("NN", (10,)), SellShares("FB", (10,)), PH3)
    assert table.money("NN") == (177,)
    table.pass_on(lambda: table.step == "finance")
    assert table.turn.corporation == "NN"
    table.may_not(BuyShare("NN", "pool"), "18FB-3.5.9.6")
    table.may(BuyShare("LdA", "offer"))


# What is too much is judged by what is legal


def blocked(phase: str, missing: int, singles: int, price: int) -> Table:
    """FSC of Ada has no train. She presides over LTF with so many single shares besides; Bruno holds 20% of it."""
    table = Table().phase(phase).start("FSC", at=100, cash=price - missing).line_done("FSC")
    table.start("LTF", at=100, stock={"Ada": singles, "Bruno": 2}).tokens("LTF", "L39").cash(Ada=0)
    return table.operate("FSC", "trains")


@pytest.mark.clause("18FB-R47", "18FB-3.5.10.4", "18FB-3.3.1.2")
def test_a_smaller_sale_that_is_not_legal_is_not_enough() -> None:
    """PH4: one share of LTF would do, but leaves nobody to preside; two go together, and Bruno is president."""
    table = blocked("PH4", 50, 0, 380)
    table.may_not(SellShares("LTF", (10,)), "18FB-3.3.1.2")
    table.may_not(Bankrupt(), "18FB-3.5.11.1")
    table.do(SellShares("LTF", (10, 10)), Answer("leave"), BuyTrain("PH4", BANK, 380))
    assert (table.game.president("LTF"), table.money("Ada", "FSC")) == ("Bruno", (50, 0))


@pytest.mark.clause("18FB-R47", "18FB-R87")
@pytest.mark.parametrize("sales", [[4], [2, 2], [1, 1, 2], [1, 3]])
def test_no_order_of_sales_ruins_who_could_pay(sales: list[int]) -> None:
    """PH3, 150 missing, LTF at D100: of her 40% Ada may sell one share, two, or all four, but not three."""
    table = blocked("PH3", 150, 2, 260)
    table.may_not(SellShares("LTF", (10,) * 3), "18FB-3.3.1.2")
    for shares in sales:
        table.may_not(Bankrupt(), "18FB-3.5.11.1")
        table.do(SellShares("LTF", (10,) * shares))
    table.do(Answer("leave"), PH3)
    assert table.money("Ada", "FSC") == (50, 0)


# 2.3.7: a company that must sell


@pytest.mark.clause("18FB-2.3.7", "18FB-R95", "18FB-3.5.10.2")
def test_a_company_that_must_sell_minds_no_limit_of_the_pool() -> None:
    """PH5: FB lacks 50 and owns 20% of itself at D100; half of it lies in the pool."""
    table = Table().phase("PH5").start("FB", at=100, stock={"FB": 2, "Ada": 1, "pool": 5}, cash=470).cash(Ada=0)
    table.operate("FB", "trains").may_not(Bankrupt(), "18FB-3.5.11.1")
    table.may_not(SellShares("FB", (10, 10)), "18FB-R47")
    table.do(SellShares("FB", (10,)), PH5)
    assert (table.pool("FB"), table.money("FB")) == (60, (0,))


@pytest.mark.clause("18FB-2.3.7", "18FB-R95", "18FB-R62")
def test_nor_does_a_national_with_a_full_treasury() -> None:
    """RM owns 70% of itself at D60 and lacks 200: all seven shares are sold for 210, two more than the pool takes."""
    table = Table().phase("PH6").start("RM", at=60, stock={"Ada": 1}).cash(Ada=0)
    price = table.title.box.trains["PH6"].cost
    table.cash(RM=price - 200).operate("RM", "trains").do(SellShares("RM", (10,) * 7), BuyTrain("PH6", BANK, price))
    assert (table.pool("RM"), table.money("RM", "Ada")) == (70, (10, 0))


@pytest.mark.clause("18FB-2.3.7", "18FB-R95", "18FB-3.5.10.6", "18FB-R69")
def test_the_president_and_a_company_that_sells_of_its_own_will_do_mind_it() -> None:
    table = in_need(170, 0, nn={"NN": 1}, lda={"Ada": 1, "NN": 1, "pool": 5})
    table.do(SellShares("LdA", (10,)), SellShares("NN", (10,)))
    table.may_not(SellShares("LdA", (10,)), "18FB-3.5.10.6")
    free = in_need(500, 0, lda={"NN": 1, "pool": 5}).trains("NN", "PH4").operate("NN", "finance")
    free.may_not(SellShares("LdA", (10,)), "18FB-R69")


# R23: the turn in which a company first operates


@pytest.mark.clause("18FB-R23", "18FB-3.5.8.5", "18FB-3.3.1.7")
def test_a_company_whose_earnings_are_counted_has_operated() -> None:
    """PH2: FB reaches Caserta, has no train and D100 - D50 for the line; a PH2 costs D160. Ada's 60% are sellable."""
    table = Table().phase("PH2").start("FB", at=100, stock={"Ada": 4}, cash=100, earned=False).rails("I30 H29 G30")
    table.cash(Ada=0).operate("FB", "token").may_not(SellShares("FB", (10,)), "18FB-3.5.7")
    table.do(line("I30 H29 G30"))
    assert (table.step, table.price("FB")) == ("trains", 100)  # up for Caserta, down without earnings
    table.may_not(SellShares("FB", (10,) * 5), "18FB-3.3.1.2")
    missing = 160 - table.game.cash("FB")
    table.do(SellShares("FB", (10,) * 3), BuyTrain("PH2", BANK, 160))
    assert table.money("FB", "Ada") == (0, 150 - missing)
