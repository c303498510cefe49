"""1883, 6.8 to 6.8.4: buying trains, the duty to own one, the limit and what lies above it."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Accept, Bankrupt, BuyPrivate, BuyTrain, Decline, DiscardTrain, Pass
from ferrovia.engine.flow.state import BANK, OUT
from tests.t1883.table import Table

ROUTE = "37 57 1"  # Guastalla - Suzzara


def train_step(corporation: str = "SV", *, phase: str = "1", cash: int = 0, trains: tuple[str, ...] = ()) -> Table:
    """A corporation about to buy trains; SV has a route. The co-operative has none, so it is in nobody's way."""
    table = Table().phase(phase).lay(ROUTE).start(corporation, cash=cash).trains("CCFR").trains(corporation, *trains)
    return table.operate(corporation, "trains")


def buy(train: str, price: int, source: str = BANK) -> BuyTrain:
    return BuyTrain(train, source, price)


# 6.8


@pytest.mark.clause("1883-6.8.1")
def test_who_has_a_route_must_own_a_train() -> None:
    table = train_step(cash=100)
    table.may_not(Pass(), "1883-6.8.1")
    table.do(buy("2", 80), Pass())
    no_route = Table().start("SV", cash=100).operate("SV", "trains")
    no_route.do(Pass())
    assert no_route.game.trains("SV") == ()


def at_a_red_line(corporation: str = "FMMSF", *, cash: int = 0, president: int = 0) -> Table:
    """A corporation with no tile beside its homes: the red lines, for which a train counts three stops, are all that
    it could run. Its president has nothing to sell."""
    table = Table(3).privates().own_is(deck=()).trains("CCFR").start(corporation, at=65, cash=cash).cash(Ada=president)
    return table.operate(corporation, "trains")


@pytest.mark.clause("1883-R32", "1883-6.8.1")
@pytest.mark.parametrize("corporation", ["FMMSF", "SAFRE", "FSF"])
def test_nobody_must_buy_a_train_that_could_not_run(corporation: str) -> None:
    table = at_a_red_line(corporation, cash=100)
    table.may(buy("2", 80))
    table.may(Pass())
    at_a_red_line(corporation).may_not(Bankrupt(), "1883-6.8.6.1")


@pytest.mark.clause("1883-R32")
def test_a_route_over_a_red_line_is_a_route_for_a_3() -> None:
    """Modena has no tile beside it; its red lines will do."""
    table = at_a_red_line(cash=200).sold_out("2")
    table.operate("FMMSF", "trains").may_not(Pass(), "1883-6.8.1")
    table.own_is(in_force=("red_week",)).may(Pass())
    ruined = at_a_red_line(cash=100, president=79).sold_out("2").operate("FMMSF", "trains")
    assert ruined.game.decision.choices == (Bankrupt(),)


@pytest.mark.clause("1883-R32", "1883-6.8.6.3")
@pytest.mark.parametrize(("cash", "must"), [(0, False), (100, False), (179, False), (180, True)])
def test_a_dearer_train_is_due_only_if_the_treasury_can_pay_it(cash: int, must: bool) -> None:
    """The president may help with the cheapest only, here the 2 of the pool, and that could not run."""
    table = at_a_red_line(cash=cash, president=500).sold_out("2").trains(POOL, "2").operate("FMMSF", "trains")
    if must:
        table.may_not(Pass(), "1883-6.8.1")
        table.do(buy("2", 80, POOL), Pass())  # any train does the duty
    else:
        table.go_on()
        assert table.step != "trains" or Pass() in table.game.decision.choices
        assert Bankrupt() not in table.game.decision.choices


@pytest.mark.clause("1883-R32")
def test_trains_of_the_pool_are_on_sale_too() -> None:
    table = at_a_red_line(cash=200).trains(POOL, "3").operate("FMMSF", "trains")
    table.may_not(Pass(), "1883-6.8.1")


@pytest.mark.clause("1883-R32", "1883-6.8.5.3")
def test_a_2g_on_sale_makes_no_duty() -> None:
    table = train_step(cash=100)
    table.game.state.trains = {**table.game.state.trains, BANK: ("2G",), OUT: table.game.trains(BANK)}
    table.go_on()
    assert table.step != "trains"


@pytest.mark.clause("1883-R32")
def test_a_full_city_at_the_end_is_a_route_too() -> None:
    table = train_step(cash=100).start("FSF", at=85)
    assert "47.0" in table.game.closed_to("SV")
    table.operate("SV", "trains").may_not(Pass(), "1883-6.8.1")


@pytest.mark.clause("1883-R32")
def test_with_bank_and_pool_empty_there_is_no_duty() -> None:
    table = train_step(phase="8", cash=900)
    table.may_not(Pass(), "1883-6.8.1")
    table.sold_out("8").go_on()
    assert table.step != "trains"
    table = train_step(phase="8", cash=900).sold_out("8").trains(POOL, "5").operate("SV", "trains")
    table.may_not(Pass(), "1883-6.8.1")


@pytest.mark.clause("1883-R32")
def test_the_cooperative_needs_no_train() -> None:
    table = Table().lay("35 4 0").cash(CCFR=100).trains("CCFR").operate("CCFR", "trains")
    table.may(Pass())
    table.own_is(ccfr="capitalist").start("CCFR", homes=False, cash=100).operate("CCFR", "trains")
    table.may_not(Pass(), "1883-6.8.1")


@pytest.mark.clause("1883-6.8.2")
def test_trains_are_bought_one_after_the_other() -> None:
    table = train_step(cash=200)
    table.do(buy("2", 80), buy("2", 80))
    assert (table.money("SV"), table.game.trains("SV")) == ((40,), ("2", "2"))
    table.may_not(buy("2", 80), "1883-6.3.3")
    table.cash(SV=80).may_not(buy("2", 60), "1883-6.8.2")
    table.do(buy("2", 80))


@pytest.mark.clause("1883-6.8.3")
def test_the_first_of_a_class_starts_its_phase_within_the_turn() -> None:
    table = train_step(cash=400).sold_out("2").privates(TCB="Ada")
    table.may_not(BuyPrivate("TCB", 40), "1883-4.0.18")
    table.do(buy("3", 180))
    assert table.game.state.phase == "2"
    table.do(BuyPrivate("TCB", 40))
    assert table.game.state.privates == {"TCB": "SV"}


@pytest.mark.clause("1883-6.8.3")
def test_a_train_of_the_pool_or_of_another_starts_nothing() -> None:
    table = train_step(cash=400, phase="3").trains(POOL, "3").start("FBV", at=85).trains("FBV", "3bis")
    table.operate("SV", "trains").do(buy("3", 180, POOL), buy("3bis", 10, "FBV"))
    assert table.game.state.phase == "3"


# 6.8.1


@pytest.mark.clause("1883-6.8.1.1")
def test_a_class_is_sold_when_all_smaller_ones_are() -> None:
    table = train_step(cash=400).sold_out("2")
    table.game.give_train("2", OUT, BANK)
    table.game.state.trains = {**table.game.state.trains, BANK: ("2", *table.game.trains(BANK)[:-1])}
    table.operate("SV", "trains").may_not(buy("3", 180), "1883-6.8.1.1")
    table.do(buy("2", 80), buy("3", 180))
    table.may_not(buy("3bis", 220), "1883-6.8.1.1")


# 6.8.2


@pytest.mark.clause("1883-6.8.2.1")
def test_a_train_of_another_corporation_costs_what_both_agree_on() -> None:
    table = train_step(cash=50).start("FBV", president="Bruno", at=85).trains("FBV", "3").operate("SV", "trains")
    table.may_not(buy("3", 0, "FBV"), "1883-6.8.2.1")
    table.may_not(buy("3", 51, "FBV"), "1883-6.8.2.1")
    table.may_not(buy("4", 10, "FBV"), "1883-6.8.2.1")
    table.do(buy("3", 1, "FBV"))
    assert table.decider == "Bruno"
    table.do(Decline())
    table.may_not(buy("3", 1, "FBV"), "1883-R70")
    table.do(buy("3", 50, "FBV"), Accept())
    assert (table.game.trains("SV"), table.game.trains("FBV")) == (("3",), ())
    assert table.money("SV", "FBV") == (0, 50)


@pytest.mark.clause("1883-6.8.2.1")
def test_nothing_is_sold_in_the_turn_of_the_seller() -> None:
    table = train_step(cash=50, trains=("2", "2")).start("FBV", at=85, cash=50)
    table.operate("SV", "trains").may_not(buy("2", 10, "SV"), "1883-6.8.2.1")
    assert not any(
        isinstance(span.action, BuyTrain) and span.action.source == "SV" for span in table.game.decision.ranges
    )


# 6.8.3


@pytest.mark.clause("1883-6.8.3.1")
@pytest.mark.parametrize(
    ("phase", "on_sale", "limit"),
    [
        ("1", "2", 4),
        ("2", "3", 4),
        ("3", "3bis", 4),
        ("4", "4", 3),
        ("5", "5", 2),
        ("6", "6", 2),
        ("7", "8", 2),
        ("8", "8", 2),
    ],
)
def test_the_limit_by_phase(phase: str, on_sale: str, limit: int) -> None:
    price = {"2": 80, "3": 180, "3bis": 220, "4": 300, "5": 420, "6": 500, "8": 600}[on_sale]
    purchases = (buy(on_sale, price), buy("3", 180, POOL), buy("4", 1, "FBV"))

    def with_trains(count: int) -> Table:
        table = train_step(phase=phase, cash=2000, trains=("8",) * count).trains(POOL, "3").start("FBV", at=85)
        return table.trains("FBV", "4").operate("SV", "trains")

    full = with_trains(limit)
    for purchase in purchases:
        full.may_not(purchase, "1883-6.8.3.1")
    with_trains(limit - 1).may(*purchases)


@pytest.mark.clause("1883-R61", "1883-6.8.3.1")
def test_gravity_trains_never_count() -> None:
    table = train_step(cash=200, trains=("2", "2", "2", "2G", "2G", "2G"))
    table.do(buy("2", 80))
    table.may_not(buy("2", 80), "1883-6.8.3.1")
    table.do(buy("2G", 20))


# 6.8.4


@pytest.mark.clause("1883-6.8.4.1")
def test_trains_above_a_new_limit_go_to_the_pool_unpaid() -> None:
    """FBV buys the first 5; SV has 3bis, 4 and 4, its president Bruno chooses."""
    table = train_step("FBV", phase="4", cash=500).sold_out("4").start("SV", president="Bruno", at=85, cash=30)
    table.trains("SV", "3bis", "4", "4").privates().operate("FBV", "trains")
    table.do(buy("5", 420))
    assert (table.step, table.decider) == ("discard", "Bruno")
    table.may_not(DiscardTrain("5"), "1883-6.8.4.1")
    table.may_not(Pass(), "1883-6.3.2")
    table.may(DiscardTrain("3bis"), DiscardTrain("4"))
    table.do(DiscardTrain("3bis"))
    assert table.game.trains("SV") == ("4", "4")
    assert table.game.trains(POOL) == ("3bis",)
    assert table.money("SV") == (30,)
    table.cash(FBV=220).do(buy("3bis", 220, POOL))


@pytest.mark.clause("1883-6.8.4.2")
def test_example_two_4_and_the_first_5() -> None:
    table = train_step("FBV", phase="4", cash=500, trains=("4", "4")).sold_out("4").start("SV", at=85, cash=300)
    table.operate("FBV", "trains").do(buy("5", 420))
    assert (table.step, table.game.decision.for_corporation) == ("discard", "FBV")
    table.do(DiscardTrain("4"))
    assert sorted(table.game.trains("FBV")) == ["4", "5"]
    table.operate("SV", "trains").may(buy("4", 300, POOL))
    table.phase("7").operate("FBV", "trains").cash(FBV=800).trains("FBV", "4").operate("FBV", "trains")
    assert table.game.trains(POOL) == ("4",)
    table.do(buy("8", 600))
    assert table.game.trains("FBV") == ("8",)
    assert table.game.trains(POOL) == ()


@pytest.mark.clause("1883-R64")
def test_the_cooperative_takes_its_gift_and_then_gives_up_what_is_too_much() -> None:
    """Bruno leads it when FBV buys the first 4: three trains and the gift are one too many."""
    table = train_step("FBV", phase="3", cash=300).sold_out("3bis").own_is(ccfr_leader="Bruno")
    table.trains("CCFR", "3", "3", "3bis").operate("FBV", "trains").do(buy("4", 300))
    assert table.game.trains("CCFR") == ("3", "3", "3bis", "4")
    assert (table.step, table.decider) == ("discard", "Bruno")
    table.do(DiscardTrain("3"))
    assert table.game.trains("CCFR") == ("3", "3bis", "4")
    assert table.game.trains(POOL) == ("3",)


@pytest.mark.clause("1883-R72")
def test_a_frozen_cooperative_gives_up_its_cheapest_trains() -> None:
    table = train_step("FBV", phase="3", cash=800).sold_out("3bis").members().own_is(ccfr="frozen", ccfr_leader="")
    table.trains("CCFR", "3", "3bis", "3", "3bis").operate("FBV", "trains").do(buy("4", 300))
    assert table.step == "trains"
    assert table.game.trains("CCFR") == ("3bis", "3", "3bis")
    assert table.game.trains(POOL) == ("3",)
    table.sold_out("4").operate("FBV", "trains").do(buy("5", 420))
    assert table.step != "discard"
    assert table.game.trains("CCFR") == ("3bis", "5")
    assert table.game.trains(POOL) == ("3bis",)
