"""Section 9.3: buying a certificate from a corporation or from the bank pool."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyShare
from tests.t1849.table import Table

AT_111 = (3, 6)
AT_90 = (3, 4)


@pytest.mark.clause("1849-9.3.1")
def test_the_treasury_is_paid_for_its_certificate() -> None:
    table = Table().start("CTL", "Ada", at=AT_111, cash=60).cash(Bruno=200).stock_round("Bruno")
    bank = table.game.cash("bank")
    table.do(BuyShare("CTL", "treasury"))
    assert table.money("Bruno", "CTL", "bank") == (200 - 111, 171, bank)
    assert table.holding("CTL", "Bruno") == [10]
    assert table.price("CTL") == 111


@pytest.mark.clause("1849-9.3.2")
def test_the_bank_is_paid_for_a_certificate_of_the_pool() -> None:
    table = Table().start("CTL", "Ada", at=AT_111, cash=60, stock={"pool": [10, 10]}).cash(Bruno=200)
    bank = table.stock_round("Bruno").game.cash("bank")
    table.do(BuyShare("CTL", "pool"))
    assert table.money("Bruno", "CTL", "bank") == (200 - 111, 60, bank + 111)
    assert (table.holding("CTL", "Bruno"), table.pool("CTL")) == ([10], 10)
    assert table.game.cell("CTL") == AT_111


@pytest.mark.clause("1849-9.3.1", "1849-9.3.2")
def test_what_is_not_there_cannot_be_bought() -> None:
    table = Table().start("CTL", "Ada", stock={"Ada": [10] * 4, "Carla": [10, 10, 20]}).stock_round("Bruno")
    table.may_not(BuyShare("CTL", "treasury"), "1849-9.3.1", "There is no certificate of CTL in its treasury.")
    table.may_not(BuyShare("CTL", "pool"), "1849-9.3.2", "There is no certificate of CTL in the bank pool.")
    table.may_not(BuyShare("ATA", "treasury"), "1849-9.4.1", "ATA has not been started.")


@pytest.mark.clause("1849-9.3.3", "1849-7.2.4")
def test_nobody_buys_above_sixty_per_cent() -> None:
    table = Table().start("RCS", "Ada", stock={"Ada": [10] * 3, "Bruno": [10] * 2, "pool": [20]}).cash(Ada=500)
    table.stock_round("Ada")
    table.may_not(BuyShare("RCS", "pool"), "1849-9.3.3", "70%")
    table.do(BuyShare("RCS", "treasury"))
    assert table.game.percent("RCS", "Ada") == 60
    table = Table().start("RCS", "Ada", stock={"Ada": [10] * 4, "pool": [10]}).cash(Ada=500).stock_round("Ada")
    table.may_not(BuyShare("RCS", "treasury"), "1849-9.3.3", "70%")
    table.may_not(BuyShare("RCS", "pool"), "1849-9.3.3", "70%")


@pytest.mark.clause("1849-9.3.4")
def test_a_last_certificate_waits_for_the_regular_ones_of_its_place() -> None:
    table = Table().start("CTL", "Ada", at=AT_90, stock={"Ada": [10] * 3, "Carla": [10] * 2}).cash(Bruno=400)
    table.stock_round("Bruno").do(BuyShare("CTL", "treasury"))
    assert (table.holding("CTL", "Bruno"), table.money("Bruno")) == ([10], (310,))  # the regular one, for 90
    table.stock_round("Bruno").do(BuyShare("CTL", "treasury"))
    assert table.holding("CTL", "Bruno") == [10, 20]
    assert table.money("Bruno", "CTL") == (310 - 180, 90 + 180)


@pytest.mark.clause("1849-9.3.4", "1849-R10")
@pytest.mark.parametrize(
    ("last", "regular"), [("treasury", "pool"), ("pool", "treasury")], ids=["of the treasury", "of the pool"]
)
def test_regular_certificates_elsewhere_do_not_matter(last: str, regular: str) -> None:
    stock = {"Ada": [10] * 3, "Carla": [10], "pool": [10, 10] if last == "treasury" else [20]}
    table = Table().start("CTL", "Ada", at=AT_90, stock=stock).cash(Bruno=180)
    assert table.holding("CTL", "CTL" if last == "treasury" else "pool") == [20]
    table.stock_round("Bruno").may(BuyShare("CTL", regular))  # type: ignore[arg-type]
    table.do(BuyShare("CTL", last))  # type: ignore[arg-type]
    assert (table.holding("CTL", "Bruno"), table.money("Bruno")) == ([20], (0,))


@pytest.mark.clause("1849-9.3.5")
def test_there_is_no_credit() -> None:
    table = Table().start("CTL", "Ada", at=AT_111, stock={"pool": [10]}).privates().cash(Bruno=110)
    table.start("RCS", "Carla", at=(8, 1)).stock_round("Bruno")  # a share of RCS costs 31
    table.may_not(BuyShare("CTL", "treasury"), "1849-9.3.5", "costs 111")
    table.may_not(BuyShare("CTL", "pool"), "1849-9.3.5", "costs 111")
    table.cash(Bruno=111).may(BuyShare("CTL", "treasury"), BuyShare("CTL", "pool"))


@pytest.mark.clause("1849-9.3.5")
def test_a_last_certificate_needs_twice_the_value() -> None:
    table = Table().start("CTL", "Ada", at=AT_90, stock={"pool": [20]}).cash(Bruno=179).stock_round("Bruno")
    table.may_not(BuyShare("CTL", "pool"), "1849-9.3.5", "costs 180")
