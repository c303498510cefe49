"""The choices of 1849 in words, with what they cost and bring; and the lines that tell what became of the money."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import (
    Action,
    Bankrupt,
    BuyTrain,
    Dividend,
    IssueShares,
    RedeemShare,
    SellShares,
    Start,
)
from ferrovia.formats.sentences import sentence
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from tests.t1849.table import ORDER, Table

AT_90 = (3, 4)


def says(table: Table, action: Action) -> str:
    table.may(action)
    return sentence(table.game, action)


def lines(table: Table, *actions: Action) -> list[str]:
    return [str(event) for event in table.do(*actions)]


@pytest.mark.clause("1849-9.4.3")
def test_a_start_tells_what_the_president_pays_and_its_tokens_cost() -> None:
    table = Table().cash(Ada=200).stock_round("Ada")
    first = ORDER[0]
    words = says(table, Start(first, 68))
    assert words == f"Start {first} at L. 68 a share, L. 136 for the president's certificate"
    fee = table.game.corporation(first).token_fee
    assert f"{first} pays {fee} for its station tokens." in lines(table, Start(first, 68))


@pytest.mark.clause("1849-10.8.1", "1849-10.8.3")
def test_stock_that_is_issued_or_bought_back_tells_its_price() -> None:
    table = Table().start("SFA", at=AT_90, cash=90, stock={"pool": [10]}).operate("SFA", "finance")
    assert says(table, IssueShares(2)) == "Issue 2 certificates to the bank pool for L. 180"
    assert says(table, RedeemShare()) == "Buy 10% back from the bank pool for L. 90"


@pytest.mark.clause("1849-10.5.3.1")
def test_a_dividend_tells_what_a_share_gets() -> None:
    table = Table().start("SFA", at=AT_90).operate("SFA", "dividend").turn_is(revenue=160)
    assert says(table, Dividend("pay")) == "Pay L. 160 to the shareholders, L. 16 a share"
    assert says(table, Dividend("withhold")) == "Keep L. 160 in the treasury"


@pytest.mark.clause("1849-11.0.1", "1849-5.0.14")
def test_a_sale_that_closes_the_corporation_says_so() -> None:
    table = Table().start("SFA", at=(8, 0), cash=70, stock={"Bruno": [10, 10]}).trains("SFA", "4H").stock_round("Bruno")
    gain = table.price("SFA")
    assert says(table, SellShares("SFA", (10,))) == f"Sell 10% of SFA for L. {gain}, and SFA closes"
    told = lines(table, SellShares("SFA", (10,)))
    closes = told.index("SFA closes.")
    assert told[closes + 1 : closes + 3] == ["SFA hands 70 back to the bank.", "The 4H of SFA leaves the game."]


@pytest.mark.clause("1849-10.7.1")
def test_the_president_s_part_of_a_train_is_told() -> None:
    table = Table().phase("6").start("CTL", cash=20).cash(Ada=500)
    train = BuyTrain("6H", "bank", 200)
    table.start("ATA", president="Bruno").operate("CTL", "trains")
    assert says(table, train) == "Buy a 6H from the bank for L. 200, L. 180 of it from Ada"
    told = lines(table, train)
    assert told[:2] == ["Ada adds 180.", "CTL buys a 6H from the bank for 200."]


@pytest.mark.clause("1849-10.7.8", "1849-10.7.9")
def test_a_loan_tells_its_amount() -> None:
    """Only 16H at 1100 are left; CTL has 20, and Ada 100 and three shares of ATA at 100."""
    table = Table().phase("16").start("CTL", cash=20, stock={"Bruno": [10, 10]}).cash(Ada=100).sold_out("R6H")
    table.start("ATA", president="Bruno", stock={"Ada": [10] * 3}).operate("CTL", "trains")
    table.do(SellShares("ATA", (10, 10, 10)))
    told = lines(table, Bankrupt())
    assert "Ada adds 400." in told
    assert "CTL hands 420 back to the bank." in told
    assert says(table, TakeLoan()) == "Take the bank's loan of L. 500 and stay in the game"
    assert says(table, LeaveGame()) == "Leave the game"
    assert "Ada takes a loan of 500." in lines(table, TakeLoan())
