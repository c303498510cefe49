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
from ferrovia.engine.flow.events import CorporationClosed, PresidentAdded, TrainBought, TrainLost, TreasuryReturned
from ferrovia.formats.sentences import sentence
from ferrovia.titles.t1849 import TITLE
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from ferrovia.titles.t1849.events import LoanTaken, TokenFeePaid
from tests.t1849.table import ORDER, Table

AT_90 = (3, 4)


def says(table: Table, action: Action) -> str:
    table.may(action)
    return TITLE.voice("en")(sentence(table.game, action))


@pytest.mark.clause("1849-9.4.3")
def test_a_start_tells_what_the_president_pays_and_its_tokens_cost() -> None:
    table = Table().cash(Ada=200).stock_round("Ada")
    first = ORDER[0]
    words = says(table, Start(first, 68))
    assert all(part in words for part in (first, "L. 68", "L. 136"))
    fee = table.game.corporation(first).token_fee
    assert TokenFeePaid(corporation=first, fee=fee) in table.do(Start(first, 68))


@pytest.mark.clause("1849-10.8.1", "1849-10.8.3")
def test_stock_that_is_issued_or_bought_back_tells_its_price() -> None:
    table = Table().start("SFA", at=AT_90, cash=90, stock={"pool": [10]}).operate("SFA", "finance")
    assert "L. 180" in says(table, IssueShares(2))
    assert "L. 90" in says(table, RedeemShare())


@pytest.mark.clause("1849-10.5.3.1")
def test_a_dividend_tells_what_a_share_gets() -> None:
    table = Table().start("SFA", at=AT_90).operate("SFA", "dividend").turn_is(revenue=160)
    words = says(table, Dividend("pay"))
    assert "L. 160" in words
    assert "L. 16 " in f"{words} "
    assert "L. 160" in says(table, Dividend("withhold"))


@pytest.mark.clause("1849-11.0.1", "1849-5.0.14")
def test_a_sale_that_closes_the_corporation_says_so() -> None:
    table = Table().start("SFA", at=(8, 0), cash=70, stock={"Bruno": [10, 10]}).trains("SFA", "4H").stock_round("Bruno")
    words = says(table, SellShares("SFA", (10,)))
    assert f"L. {table.price('SFA')}" in words
    assert words.endswith("SFA closes")
    told = table.do(SellShares("SFA", (10,)))
    closes = told.index(CorporationClosed(corporation="SFA"))
    assert told[closes + 1 : closes + 3] == [
        TreasuryReturned(corporation="SFA", amount=70),
        TrainLost(train="4H", corporation="SFA"),
    ]


@pytest.mark.clause("1849-10.7.1")
def test_the_president_s_part_of_a_train_is_told() -> None:
    table = Table().phase("6").start("CTL", cash=20).cash(Ada=500)
    train = BuyTrain("6H", "bank", 200)
    table.start("ATA", president="Bruno").operate("CTL", "trains")
    words = says(table, train)
    assert all(part in words for part in ("6H", "L. 200", "L. 180", "Ada"))
    assert table.do(train)[:2] == [
        PresidentAdded(president="Ada", amount=180, corporation="CTL"),
        TrainBought(buyer="CTL", train="6H", source="bank", price=200),
    ]


@pytest.mark.clause("1849-10.7.8", "1849-10.7.9")
def test_a_loan_tells_its_amount() -> None:
    """Only 16H at 1100 are left; CTL has 20, and Ada 100 and three shares of ATA at 100."""
    table = Table().phase("16").start("CTL", cash=20, stock={"Bruno": [10, 10]}).cash(Ada=100).sold_out("R6H")
    table.start("ATA", president="Bruno", stock={"Ada": [10] * 3}).operate("CTL", "trains")
    table.do(SellShares("ATA", (10, 10, 10)))
    told = table.do(Bankrupt())
    assert PresidentAdded(president="Ada", amount=400, corporation="CTL") in told
    assert TreasuryReturned(corporation="CTL", amount=420) in told
    assert says(table, TakeLoan()) == "Take the bank's loan of L. 500 and stay in the game"
    assert says(table, LeaveGame()) == "Leave the game"
    assert LoanTaken(player="Ada", amount=500) in table.do(TakeLoan())
