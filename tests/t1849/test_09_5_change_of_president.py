"""Section 9.5: how a presidency changes hands, and for which certificates."""

from __future__ import annotations

import random

import pytest

from ferrovia.engine.flow.actions import Accept, BuyShare, BuyTrain, Exchange, Pass, SellShares
from tests.t1849.table import Table

LAST = (20,)
TWO_REGULAR = (10, 10)


def rcs(**stock: list[int]) -> Table:
    """Ada is president of RCS; who else holds what of it. The players have money, it is Ada's turn."""
    table = Table().privates().start("RCS", "Ada", at=144, stock=stock, cash=70)
    return table.cash(Ada=500, Bruno=500).stock_round("Ada")


def is_president(table: Table, player: str) -> bool:
    return table.game.president("RCS") == player


# By a purchase


@pytest.mark.clause("1849-9.5.1")
def test_an_equal_holding_changes_nothing_and_a_larger_one_everything() -> None:
    table = rcs(Ada=[10], Bruno=[10, 10]).stock_round("Bruno")
    table.do(BuyShare("RCS", "treasury"))
    assert table.game.percent("RCS", "Bruno") == table.game.percent("RCS", "Ada") == 30
    assert is_president(table, "Ada")
    table.stock_round("Bruno").do(BuyShare("RCS", "treasury"))
    assert is_president(table, "Bruno")


@pytest.mark.clause("1849-9.5.1")
def test_a_sale_down_to_an_equal_holding_changes_nothing() -> None:
    table = rcs(Ada=[10, 10], Bruno=[10, 10, 10])
    table.do(SellShares("RCS", (10,)))
    assert is_president(table, "Ada")
    table.do(SellShares("RCS", (10,)))
    assert is_president(table, "Bruno")


@pytest.mark.clause("1849-9.5.2", "1849-9.5.5")
def test_worked_example_1_the_exchange_leaves_all_holdings_as_they_were() -> None:
    table = rcs(Ada=[10], Bruno=[10, 10, 10]).trains("RCS", "4H").stock_round("Bruno")
    stations, tokens = table.game.state.stations, table.game.state.tokens
    table.do(BuyShare("RCS", "treasury"))
    assert is_president(table, "Bruno")
    assert table.holding("RCS", "Ada") == [10, 10, 10]
    assert table.holding("RCS", "Bruno") == [20, 10, 10]
    assert table.money("Ada", "Bruno", "RCS") == (500, 500 - 144, 70 + 144)  # nothing is paid for the exchange
    assert table.game.trains("RCS") == ("4H",)
    assert (table.game.state.stations, table.game.state.tokens) == (stations, tokens)
    assert table.operate("RCS").decider == "Bruno"  # with the charter goes the right to operate


@pytest.mark.clause("1849-9.5.3")
def test_after_a_purchase_the_outgoing_president_chooses() -> None:
    table = rcs(Ada=[10], Bruno=[10, 20]).stock_round("Bruno")
    table.do(BuyShare("RCS", "treasury"))
    assert (table.decider, table.step) == ("Ada", "exchange")  # in Bruno's turn
    assert set(table.game.decision.choices) == {Exchange(LAST), Exchange(TWO_REGULAR)}
    for wrong in ((), (10,), (20, 10), (10, 10, 10), (-10,)):
        table.may_not(Exchange(wrong), "1849-9.5.3")
    table.may_not(Pass(), "1849-9.5.3")
    table.may_not(Exchange(LAST), "1849-9.5.3", by="Bruno")
    table.do(Exchange(TWO_REGULAR))
    assert table.holding("RCS", "Ada") == [10, 10, 10]
    assert table.holding("RCS", "Bruno") == [20, 20]
    assert is_president(table, "Bruno")
    assert (table.decider, table.step) == ("Carla", "stock")  # Bruno has had his turn


@pytest.mark.clause("1849-9.5.3")
def test_a_last_certificate_just_bought_can_be_taken() -> None:
    table = rcs(Ada=[10], Bruno=[10, 10], pool=[20]).stock_round("Bruno")
    table.do(BuyShare("RCS", "pool"), Exchange(LAST))
    assert table.holding("RCS", "Ada") == [10, 20]
    assert table.holding("RCS", "Bruno") == [20, 10, 10]
    assert is_president(table, "Bruno")


@pytest.mark.clause("1849-9.5.4")
def test_without_two_regular_certificates_the_last_one_is_given() -> None:
    table = rcs(Bruno=[20]).stock_round("Bruno")
    table.do(BuyShare("RCS", "treasury"))
    assert table.step == "stock"  # nobody was asked
    assert table.holding("RCS", "Ada") == [20]
    assert table.holding("RCS", "Bruno") == [20, 10]
    assert is_president(table, "Bruno")
    table.stock_round("Ada").may_not(SellShares("RCS", (10,)), "1849-9.6.1")  # it is the last certificate she has


# By a sale


@pytest.mark.clause("1849-9.5.6", "1849-9.5.4")
def test_worked_example_2_the_last_certificate_without_a_choice() -> None:
    table = rcs(Ada=[10], Bruno=[20, 10])
    table.do(SellShares("RCS", (10,)))
    assert table.step == "stock"
    assert table.holding("RCS", "Ada") == [20]
    assert table.holding("RCS", "Bruno") == [20, 10]
    assert is_president(table, "Bruno")
    assert table.pool("RCS") == 10
    assert table.game.cell("RCS") == (3, 8)  # one row below 144
    assert table.money("Ada") == (644,)


@pytest.mark.clause("1849-9.5.7", "1849-9.5.3")
@pytest.mark.parametrize(
    ("choice", "ada", "bruno"), [(LAST, [10, 20], [20, 10, 10]), (TWO_REGULAR, [10, 10, 10], [20, 20])]
)
def test_worked_example_3_the_outgoing_president_chooses(
    choice: tuple[int, ...], ada: list[int], bruno: list[int]
) -> None:
    table = rcs(Ada=[10, 10], Bruno=[20, 10, 10])
    table.do(SellShares("RCS", (10,)))
    assert (table.decider, table.step) == ("Ada", "exchange")
    table.do(Exchange(choice))
    assert (table.holding("RCS", "Ada"), table.holding("RCS", "Bruno")) == (ada, bruno)
    assert is_president(table, "Bruno")
    assert (table.pool("RCS"), table.price("RCS"), table.money("Ada")) == (10, 137, (644,))
    assert (table.decider, table.step) == ("Ada", "stock")  # her turn goes on


@pytest.mark.clause("1849-9.5.8")
def test_a_presidency_is_given_up_by_a_sale() -> None:
    table = rcs(Ada=[10, 10], Bruno=[10, 10], pool=[10])
    table.do(SellShares("RCS", (10, 10, 10, 10)))
    assert table.money("Ada") == (500 + 4 * 144,)
    assert (table.holding("RCS", "Ada"), table.holding("RCS", "Bruno")) == ([], [20])
    assert is_president(table, "Bruno")
    assert table.pool("RCS") == 50
    assert table.game.cell("RCS") == (6, 8)


@pytest.mark.clause("1849-9.5.8")
def test_the_pool_limit_holds_for_a_presidents_sale_too() -> None:
    table = rcs(Ada=[10, 10], Bruno=[10, 10], pool=[10, 10])
    table.may_not(SellShares("RCS", (10, 10, 10, 10)), "1849-9.2.6")
    table.do(SellShares("RCS", (10, 10, 10)))
    assert table.holding("RCS", "Ada") == [10]
    assert is_president(table, "Bruno")


@pytest.mark.clause("1849-9.5.9")
def test_without_another_holder_of_two_shares_the_presidency_stays() -> None:
    table = rcs(Ada=[10, 10], Bruno=[10], Carla=[10])
    table.may_not(SellShares("RCS", (10, 10, 10)), "1849-9.5.9")
    table.may_not(SellShares("RCS", (20, 10)), "1849-9.5.9")
    table.may_not(SellShares("RCS", (10, 10, 10, 10)), "1849-9.5.9")
    table.do(SellShares("RCS", (10, 10)))
    assert (table.holding("RCS", "Ada"), table.game.president("RCS")) == ([20], "Ada")


@pytest.mark.clause("1849-9.5.9")
def test_stock_of_corporations_and_of_the_pool_takes_no_presidency() -> None:
    table = rcs(Ada=[10], Bruno=[10], pool=[10, 10])  # the treasury has 50%
    table.may_not(SellShares("RCS", (10, 10)), "1849-9.5.9")


@pytest.mark.clause("1849-9.5.10")
@pytest.mark.parametrize(
    ("stock", "heir"),
    [
        ({"Ada": [10], "Bruno": [10], "Carla": [10, 10], "Dora": [10, 10]}, "Carla"),  # the first of two equals
        ({"Carla": [10], "Ada": [10, 10], "Bruno": [10, 10], "Dora": [10]}, "Ada"),  # to Carla's left: Dora, Ada
        ({"Dora": [10], "Bruno": [10, 10], "Carla": [20]}, "Bruno"),
        ({"Bruno": [10], "Carla": [10, 10], "Ada": [10, 10, 10]}, "Ada"),  # the largest, though Carla sits nearer
    ],
)
def test_the_largest_holder_takes_over_and_among_equals_the_first_to_the_left(
    stock: dict[str, list[int]], heir: str
) -> None:
    president = next(iter(stock))
    table = Table().privates().start("RCS", president, stock=stock).stock_round(president)
    table.do(SellShares("RCS", (10, 10)))
    assert table.game.percent("RCS", president) == 10
    assert table.game.president("RCS") == heir


@pytest.mark.clause("1849-R11")
def test_a_sale_must_be_payable_with_whole_certificates_after_the_exchange() -> None:
    table = rcs(Bruno=[20])
    table.may_not(SellShares("RCS", (10,)), "1849-R11")
    table.may_not(SellShares("RCS", (10, 10)), "1849-R11")
    table.do(SellShares("RCS", (20,)))
    assert (table.holding("RCS", "Ada"), table.holding("RCS", "Bruno")) == ([], [20])
    assert is_president(table, "Bruno")
    assert table.holding("RCS", "pool") == [20]
    assert table.money("Ada") == (500 + 288,)
    table.may_not(SellShares("RCS", (20,)), "1849-9.0.1")


@pytest.mark.clause("1849-R11")
@pytest.mark.parametrize(
    ("certificates", "ada", "bruno", "pool"),
    [
        ((10,), [10], [20, 20], [10]),  # only the two regular ones can pay it
        ((10, 10), [], [20, 20], [10, 10]),
        ((20,), [], [20, 10, 10], [20]),  # only the last one can
    ],
)
def test_the_certificates_named_settle_the_exchange_where_only_one_will_do(
    certificates: tuple[int, ...], ada: list[int], bruno: list[int], pool: list[int]
) -> None:
    table = rcs(Bruno=[20, 10, 10], Ada=[])
    table.do(SellShares("RCS", certificates))
    assert table.step == "stock"
    assert [table.holding("RCS", holder) for holder in ("Ada", "Bruno", "pool")] == [ada, bruno, pool]
    assert is_president(table, "Bruno")


@pytest.mark.clause("1849-9.5.3", "1849-5.0.14")
def test_nobody_is_asked_when_the_sale_closes_the_corporation() -> None:
    table = Table().privates().start("RCS", "Ada", at=(8, 0), stock={"Ada": [10, 10], "Bruno": [20, 10, 10]})
    table.cash(Ada=0).stock_round("Ada").do(SellShares("RCS", (10,)))
    assert table.step == "stock"
    assert not table.game.is_started("RCS")
    assert table.money("Ada") == (27,)


# What always holds


@pytest.mark.clause("1849-9.5.11")
@pytest.mark.parametrize("seed", range(4))
def test_a_presidents_certificate_is_always_with_the_largest_holder(seed: int) -> None:
    chance = random.Random(seed)
    table = Table().privates()
    for corporation, president in (("RCS", "Ada"), ("CTL", "Bruno"), ("ATA", "Carla"), ("SFA", "Dora")):
        table.start(corporation, president, at=100, stock={president: [10], "Ada": [10], "pool": [10]})
    table.cash(Ada=900, Bruno=900, Carla=900, Dora=900)
    changes = 0
    for _ in range(150):
        if table.game.state.round.kind != "stock":
            table.stock_round(chance.choice(table.players))
        before = [table.game.president(name) for name in table.game.state.certificates]
        table.do(chance.choice([action for action in table.game.decision.choices if action != Pass()] or [Pass()]))
        changes += before != [table.game.president(name) for name in table.game.state.certificates]
        for name in table.game.market_order():
            president = table.game.president(name)
            assert president in table.players
            if table.step == "stock":
                assert table.game.percent(name, president) == max(
                    table.game.percent(name, player) for player in table.players
                )
    assert changes > 3


@pytest.mark.clause("1849-9.5.12")
def test_the_exchange_takes_place_above_the_certificate_limit() -> None:
    table = Table(5).privates().cash(Bruno=500)  # the limit is 9
    table.start("CTL", "Ada", stock={"Ada": [10], "Bruno": [10, 10, 10]})
    table.start("ATA", "Ada", stock={"Ada": [10] * 4}).start("SFA", "Ada", stock={"Ada": [10]})
    table.stock_round("Bruno").do(BuyShare("CTL", "treasury"))
    assert table.game.certificate_count("Ada") == 10
    table.stock_round("Ada").may_not(Pass(), "1849-9.1.4")
    table.do(SellShares("SFA", (10,)), Pass())
    assert table.decider == "Bruno"


@pytest.mark.clause("1849-R36")
def test_who_is_no_longer_president_answers_no_offers() -> None:
    table = rcs(Ada=[10, 10], Bruno=[20, 10, 10]).trains("RCS", "4H", "4H")
    table.start("CTL", "Carla", cash=300)
    table.do(SellShares("RCS", (10,)), Exchange(LAST))  # Ada chose for herself; Bruno had no say in it
    table.operate("CTL", "trains").do(BuyTrain("4H", "RCS", 50))
    assert (table.decider, table.step) == ("Bruno", "offer")
    table.may_not(Accept(), "1849-R36", by="Ada")
    table.do(Accept())
    assert table.game.trains("CTL") == ("4H",)
    table.start("SFA", "Bruno", cash=300).operate("SFA", "trains").do(BuyTrain("4H", "RCS", 1))
    assert table.game.trains("SFA") == ("4H",)  # Bruno decides for both sides: a deal at once
