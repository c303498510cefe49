"""Section 9.4: starting a corporation, and starting again one that has closed."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import BuyShare, IssueShares, Pass, SellShares, Start
from tests.t1849.table import Table


def first_stock_round(first: str = "CTL", cash: int = 552) -> Table:
    """Ada begins a stock round in which `first` is the next to be started."""
    order = (first, *(name for name in ("RCS", "CTL", "ATA", "SFA", "IFT", "AFG") if name != first))
    return Table(order=order).privates().cash(Ada=cash).stock_round("Ada", turn=1)


@pytest.mark.clause("1849-9.4.1")
def test_only_the_next_corporation_can_be_started() -> None:
    table = Table(order=("RCS", "ATA", "SFA", "CTL", "IFT", "AFG")).start("RCS", "Bruno").privates()
    table.cash(Ada=500).stock_round("Ada")
    table.may_not(Start("SFA", 68), "1849-9.4.1", "Only ATA")
    table.may_not(Start("RCS", 68), "1849-9.4.1", "Only ATA")
    table.do(Start("ATA", 68), Pass())
    table.may_not(Start("CTL", 68), "1849-9.4.1", "Only SFA")
    table.may(Start("SFA", 68))


@pytest.mark.clause("1849-9.4.1")
def test_when_all_are_started_none_is_left() -> None:
    table = Table(3).privates()
    for corporation in ("RCS", "CTL", "ATA", "SFA", "IFT"):
        table.start(corporation, "Bruno")
    table.stock_round("Ada").may_not(Start("AFG", 68), "1849-9.4.1", "No corporation can be started now.")


@pytest.mark.clause("1849-9.4.2")
@pytest.mark.parametrize(
    ("phase", "values"),
    [
        ("4", (68, 100)),
        ("6", (68, 100, 144)),
        ("8", (68, 100, 144)),
        ("10", (68, 100, 144, 216)),
        ("12", (68, 100, 144, 216)),
        ("16", (68, 100, 144, 216)),
    ],
)
def test_the_start_value_depends_on_the_phase(phase: str, values: tuple[int, ...]) -> None:
    table = first_stock_round().phase(phase)
    for price in (68, 100, 144, 216):
        if price in values:
            table.may(Start("CTL", price))
        else:
            table.may_not(Start("CTL", price), "1849-9.4.2", f"phase {phase}")
    table.may_not(Start("CTL", 90), "1849-9.4.2")


@pytest.mark.clause("1849-9.4.2")
@pytest.mark.parametrize(("price", "cell"), [(68, (4, 2)), (100, (3, 5)), (144, (2, 8)), (216, (1, 11))])
def test_the_token_goes_to_the_start_space_of_its_value(price: int, cell: Cell) -> None:
    table = first_stock_round().phase("10")
    table.do(Start("CTL", price))
    assert table.game.cell("CTL") == cell


@pytest.mark.clause("1849-9.4.2", "1849-R01")
def test_the_token_goes_under_those_on_the_start_space() -> None:
    table = Table().start("RCS", "Bruno", at=100).start("SFA", "Carla", at=100).privates().stock_round("Ada")
    table.do(Start("CTL", 100))
    assert table.stack((3, 5)) == ["RCS", "SFA", "CTL"]
    assert table.game.market_order() == ("RCS", "SFA", "CTL")


@pytest.mark.clause("1849-9.4.3")
def test_the_starter_buys_two_to_four_tenths() -> None:
    table = first_stock_round(cash=552)
    table.do(Start("CTL", 100))
    assert table.money("Ada") == (352,)
    assert table.holding("CTL", "Ada") == [20]
    table.do(BuyShare("CTL", "treasury"))
    assert (table.money("Ada"), table.decider) == ((252,), "Ada")
    table.do(BuyShare("CTL", "treasury"))
    assert table.money("Ada", "CTL") == (152, 400 - 40)
    assert table.holding("CTL", "Ada") == [20, 10, 10]
    assert table.decider == "Bruno"  # no fifth tenth in this turn
    table.may_not(BuyShare("CTL", "treasury"), "1849-9.0.3", by="Ada")


@pytest.mark.clause("1849-9.4.3")
@pytest.mark.parametrize(("added", "paid"), [(0, 200), (1, 300), (2, 400)])
def test_value_times_shares_goes_to_the_treasury(added: int, paid: int) -> None:
    table = first_stock_round(cash=500)
    table.do(Start("CTL", 100), *[BuyShare("CTL", "treasury")] * added, *[Pass()] * (added < 2))
    assert table.money("Ada", "CTL") == (500 - paid, paid - 40)
    assert table.decider == "Bruno"


@pytest.mark.clause("1849-9.4.3")
def test_the_starter_needs_the_money_of_two_shares() -> None:
    table = first_stock_round(cash=199)
    table.may_not(Start("CTL", 100), "1849-9.4.3", "costs 200; Ada has 199")
    table.may(Start("CTL", 68))
    table.cash(Ada=200).do(Start("CTL", 100))
    assert (table.money("Ada"), table.decider) == ((0,), "Bruno")  # nothing is left to add a certificate


@pytest.mark.clause("1849-9.4.4")
def test_the_certificate_limit_holds_at_the_start() -> None:
    table = Table().privates(SCE="Ada").cash(Ada=900)
    table.start("RCS", "Ada", stock={"Ada": [10] * 4}).start("SFA", "Ada", stock={"Ada": [10] * 3}).stock_round("Ada")
    assert table.game.certificate_count("Ada") == 10
    twin = table.game.fork()
    table.do(Start("CTL", 100))
    assert table.game.certificate_count("Ada") == 11
    assert table.decider == "Bruno"  # no room for a certificate more
    twin.give_private("SIGI", "Ada")
    table.game = twin
    table._again().may_not(Start("CTL", 100), "1849-9.4.4")


@pytest.mark.clause("1849-9.4.4")
def test_one_place_left_after_the_presidents_certificate_is_used_up_by_one_more() -> None:
    table = Table().cash(Ada=900).start("RCS", "Ada", stock={"Ada": [10] * 4})
    table.start("SFA", "Ada", stock={"Ada": [10] * 3}).privates().stock_round("Ada")
    table.do(Start("CTL", 100), BuyShare("CTL", "treasury"))
    assert (table.game.certificate_count("Ada"), table.decider) == (11, "Bruno")


@pytest.mark.clause("1849-9.4.5", "1849-7.2.1")
@pytest.mark.parametrize(
    ("corporation", "treasury"), [("AFG", 96), ("ATA", 106), ("CTL", 96), ("IFT", 46), ("RCS", 6), ("SFA", 96)]
)
def test_the_token_fee_is_paid_at_once(corporation: str, treasury: int) -> None:
    table = first_stock_round(corporation)
    bank = table.game.cash("bank")
    table.do(Start(corporation, 68))
    assert table.money(corporation, "bank", "Ada") == (treasury, bank + 136 - treasury, 552 - 136)


@pytest.mark.clause("1849-9.4.6")
@pytest.mark.parametrize(
    ("corporation", "home"), [("ATA", "M13"), ("CTL", "E1"), ("IFT", "H12"), ("RCS", "C5"), ("SFA", "J6")]
)
def test_the_home_token_is_placed_in_the_stock_round(corporation: str, home: str) -> None:
    table = first_stock_round(corporation)
    assert table.game.state.stations[corporation] == ()
    table.do(Start(corporation, 68))
    assert table.game.state.stations[corporation] == (f"{home}.0",)
    assert table.game.state.tokens[corporation] == 2
    assert table.decider == "Ada"  # still her turn


@pytest.mark.clause("1849-9.4.7")
def test_worked_example_lilibeo() -> None:
    table = first_stock_round("CTL", cash=552)
    table.may_not(Start("CTL", 144), "1849-9.4.2")
    table.may(Start("CTL", 68))
    bank = table.game.cash("bank")
    table.do(Start("CTL", 100), BuyShare("CTL", "treasury"), BuyShare("CTL", "treasury"))
    assert table.money("Ada", "CTL", "bank") == (152, 360, bank + 40)
    assert table.game.percent("CTL", "Ada") == 40
    assert table.game.certificate_count("Ada") == 3
    assert table.game.state.stations["CTL"] == ("E1.0",)
    assert table.game.state.tokens["CTL"] == 2
    table.do(Pass(), Pass(), Pass(), BuyShare("CTL", "treasury"))
    assert table.money("Ada", "CTL") == (52, 460)
    assert table.game.percent("CTL", "Ada") == 50


# Corporations that have closed


@pytest.mark.clause("1849-R32")
def test_a_corporation_closed_in_a_stock_round_starts_again_as_if_for_the_first_time() -> None:
    table = Table().privates().start("RCS", "Carla").own_is(line=("IFT",)).phase("6")
    table.start("SFA", "Bruno", at=(8, 0), stock={"Ada": [10]}, cash=70).tokens("SFA", "M9").stock_round("Ada")
    table.do(SellShares("SFA", (10,)))  # 27 -> Closed
    assert not table.game.is_started("SFA")
    table.may_not(Start("SFA", 68), "1849-9.4.1", "Only IFT")  # not before the next stock round
    table.do(*[Pass()] * 5)
    table.operating_rounds_over()
    assert (str(table.game.state.round), table.decider) == ("SR 3", "Bruno")

    table.cash(Bruno=800).own_is(line=("SFA",))  # IFT, which is before it, has been started
    table.do(Start("SFA", 144))  # by the phase of now
    assert table.money("Bruno", "SFA") == (800 - 288, 288 - 40)  # and with the fee
    assert table.game.state.stations["SFA"] == ("J6.0",)
    assert table.game.state.tokens["SFA"] == 2
    table.do(BuyShare("SFA", "treasury"), Pass(), *[Pass()] * 3)
    assert table.decider == "Bruno"
    table.may_not(SellShares("SFA", (10,)), "1849-9.2.5")
    table.do(Pass())
    assert str(table.game.state.round) == "OR 3.1"
    table.operate("SFA", "finance", turn=3).may_not(IssueShares(1), "1849-10.8.2")


@pytest.mark.clause("1849-R32")
def test_the_closed_corporation_stands_last_in_the_line() -> None:
    table = Table().privates().start("RCS", "Carla").start("SFA", "Bruno", at=(8, 0)).own_is(line=("IFT",))
    table.operate("SFA", "finance").do(IssueShares(1))
    assert str(table.game.state.round) == "SR 3"
    assert table.own.line == ("IFT", "SFA")
    table.may_not(Start("SFA", 68), "1849-9.4.1", "Only IFT")


@pytest.mark.clause("1849-R32")
def test_the_turn_of_a_corporation_ends_when_it_closes() -> None:
    table = Table().privates(SIGI="Ada").phase("6").start("SFA", "Bruno", at=(8, 0), cash=50)
    table.start("RCS", "Carla", at=(9, 1)).operate("SFA", "finance")
    table.may(IssueShares(1))
    table.do(IssueShares(1))
    assert table.game.decision.for_corporation == "RCS"  # although SFA could still have bought SIGI
