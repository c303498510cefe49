"""1849, 10.6: buying trains, and who must own one."""

from __future__ import annotations

from collections import Counter

import pytest

from ferrovia.engine.flow.actions import Accept, BuyTrain, Decline, DiscardTrain, Pass
from tests.t1849.table import Table

# A narrow line without a stop from Girgenti to Marsala; the last makes its first bend longer.
GIRGENTI = ("J6 644 2", "I5 77 4", "G5 78 2", "F4 79 2", "E3 78 5", "F2 78 2")
EIGHT_HEXES = (*GIRGENTI, "H6 78 1", "F6 77 0")
NINE_HEXES = (*GIRGENTI, "H6 79 1", "G7 77 1", "F6 78 5")


# The duty


@pytest.mark.clause("1849-10.6.1")
def test_a_corporation_with_a_route_must_own_a_train() -> None:
    table = Table().start("CTL", cash=100, operated=False).operate("CTL", "trains")
    table.may_not(Pass(), "1849-10.6.1")
    table.do(BuyTrain("4H", "bank", 100))
    assert table.game.trains("CTL") == ("4H",)


@pytest.mark.clause("1849-10.6.1")
def test_with_a_train_it_may_leave_it_at_that() -> None:
    table = Table().start("CTL", cash=300).trains("CTL", "4H").operate("CTL", "trains")
    table.may(BuyTrain("4H", "bank", 100), Pass())


@pytest.mark.clause("1849-10.6.1", "1849-R15")
def test_palermo_and_its_port_are_no_route_that_asks_for_a_train() -> None:
    table = Table().start("RCS", cash=300).operate("RCS", "trains")
    table.may(BuyTrain("4H", "bank", 100), Pass())


@pytest.mark.clause("1849-R15")
def test_a_link_within_the_longest_trains_reach_is_a_duty_whatever_is_on_sale() -> None:
    """Eight narrow hexes count 16: a 16H could run there, though only 4H are on sale."""
    table = Table().start("SFA", cash=300).lay(*EIGHT_HEXES).operate("SFA", "trains")
    table.may_not(Pass(), "1849-10.6.1")


@pytest.mark.clause("1849-R15")
def test_a_link_beyond_every_trains_reach_is_none() -> None:
    table = Table().start("SFA", cash=300).lay(*NINE_HEXES).operate("SFA", "trains")
    table.may(Pass())


@pytest.mark.clause("1849-R15")
def test_a_city_full_of_other_tokens_is_a_place_to_run_to_all_the_same() -> None:
    table = Table().start("AFG", home="C1", cash=300).start("CTL").operate("AFG", "trains")
    table.may_not(Pass(), "1849-10.6.1")  # Marsala is full of CTL


@pytest.mark.clause("1849-R15")
def test_without_any_train_in_bank_and_pool_there_is_no_duty() -> None:
    table = Table().phase("16").start("CTL", cash=0).sold_out("16H", "R6H").operate("CTL", "trains").go_on()
    assert table.step != "trains"
    assert table.game.is_started("CTL")


# From the bank


@pytest.mark.clause("1849-10.6.2")
def test_the_next_class_comes_when_the_last_is_sold_out() -> None:
    table = Table().phase("6").trains("pool").start("ATA").trains("ATA", "6H", "6H")
    table.start("CTL", cash=900).operate("CTL", "trains")
    assert Counter(table.game.trains("bank"))["6H"] == 1
    table.may_not(BuyTrain("8H", "bank", 350), "1849-10.6.2")
    table.do(BuyTrain("6H", "bank", 200), BuyTrain("8H", "bank", 350))
    assert table.game.trains("CTL") == ("6H", "8H")
    assert table.game.state.phase == "8"


@pytest.mark.clause("1849-10.6.2")
def test_after_the_first_16h_both_16h_and_r6h_are_on_sale() -> None:
    table = Table().phase("12").sold_out("12H").start("CTL", cash=2550).operate("CTL", "trains")
    table.may_not(BuyTrain("R6H", "bank", 350), "1849-10.6.2")
    table.do(BuyTrain("16H", "bank", 1100))
    table.may(BuyTrain("R6H", "bank", 350), BuyTrain("16H", "bank", 1100))
    table.do(BuyTrain("R6H", "bank", 350))
    assert table.game.state.phase == "16"


@pytest.mark.clause("1849-10.6.3")
def test_trains_cost_what_is_printed_and_are_bought_one_by_one_up_to_the_limit() -> None:
    table = Table().start("CTL", cash=620).operate("CTL", "trains")
    bank = table.game.cash("bank")
    table.may_not(BuyTrain("4H", "bank", 90), "1849-10.6.3")
    table.may_not(BuyTrain("4H", "bank", 110), "1849-10.6.3")
    table.do(*[BuyTrain("4H", "bank", 100)] * 3)
    assert table.money("CTL", "bank") == (320, bank + 300)
    table.do(BuyTrain("4H", "bank", 100))
    assert table.game.trains("CTL") == ("4H",) * 4
    assert table.step != "trains"  # a fifth, the 6H for 200, is beyond the limit of 4
    table = Table().start("CTL", cash=620).trains("CTL", *["4H"] * 4).operate("CTL", "trains")
    table.may_not(BuyTrain("6H", "bank", 200), "1849-6.0.8", saying="the limit is 4")


@pytest.mark.clause("1849-10.6.3")
def test_a_corporation_with_a_train_gets_no_credit_for_another() -> None:
    table = Table().start("CTL", cash=99).trains("CTL", "4H").operate("CTL", "trains")
    table.may_not(BuyTrain("4H", "bank", 100), "1849-10.0.4")


@pytest.mark.clause("1849-10.6.4")
@pytest.mark.parametrize(
    ("players", "counts"),
    [(3, (4, 3, 2, 2, 1, 4, 2)), (4, (4, 4, 3, 2, 1, 5, 2)), (5, (4, 4, 3, 2, 1, 5, 2))],
)
def test_the_roster_for_five_and_for_six_corporations(players: int, counts: tuple[int, ...]) -> None:
    game = Table(players).game
    assert tuple(Counter(game.trains("bank")).items()) == tuple(
        zip(("4H", "6H", "8H", "10H", "12H", "16H", "R6H"), counts, strict=True)
    )
    assert sum(counts) == len(game.trains("bank")) == (18 if players == 3 else 21)


@pytest.mark.clause("1849-10.6.4")
@pytest.mark.parametrize(
    ("before", "buys", "price", "gone"),
    [
        ("4", "6H", 200, ()),
        ("6", "8H", 350, ("4H",)),
        ("8", "10H", 550, ("6H",)),
        ("10", "12H", 800, ()),
        ("12", "16H", 1100, ("8H",)),
        ("16", "R6H", 350, ()),
    ],
)
def test_each_new_class_at_its_price_eliminates_as_the_roster_says(
    before: str, buys: str, price: int, gone: tuple[str, ...]
) -> None:
    """ATA and SFA hold one of every class there is so far; CTL buys the first of the next."""
    classes = ["4H", "6H", "8H", "10H", "12H", "16H"]
    older = classes[: classes.index(buys)] if buys in classes else classes
    table = Table().phase(before).start("ATA").start("SFA").start("CTL", cash=price)
    halves = {"ATA": older[::2], "SFA": older[1::2]}
    for owner, trains in halves.items():
        table.trains(owner, *trains[-2:])  # no more than the limit of any phase
    table.sold_out(*older).operate("CTL", "trains")
    held = [train for owner in halves for train in table.game.trains(owner)]
    table.do(BuyTrain(buys, "bank", price))
    now = [train for owner in halves for train in table.game.trains(owner)]
    assert sorted(now) == sorted(train for train in held if train not in gone)
    assert set(gone) <= set(held)
    assert table.money("CTL") == (0,)


# From others


def two_presidents(seller: str = "Bruno") -> Table:
    """CTL with 200 in its treasury, and ATA with a 6H it might sell."""
    table = Table().phase("6").start("ATA", president=seller).trains("ATA", "6H")
    return table.start("CTL", cash=200).trains("CTL", "6H").operate("CTL", "trains")


@pytest.mark.clause("1849-10.6.5")
def test_a_train_of_another_corporation_at_any_price_from_1() -> None:
    table = two_presidents(seller="Ada")
    table.may_not(BuyTrain("6H", "ATA", 0), "1849-10.6.5")
    table.may_not(BuyTrain("6H", "ATA", 201), "1849-10.6.5")
    table.may(BuyTrain("6H", "ATA", 200))
    table.do(BuyTrain("6H", "ATA", 1))
    assert table.money("CTL", "ATA") == (199, 1)
    assert (table.game.trains("CTL"), table.game.trains("ATA")) == (("6H", "6H"), ())


@pytest.mark.clause("1849-10.6.5")
def test_the_sellers_president_must_agree() -> None:
    table = two_presidents()
    table.do(BuyTrain("6H", "ATA", 150))
    assert table.decider == "Bruno"
    assert table.game.trains("ATA") == ("6H",)
    declined = table.game.fork()
    table.do(Accept())
    assert table.money("CTL", "ATA") == (50, 150)
    assert table.game.trains("ATA") == ()
    declined.apply(Decline())
    assert declined.trains("ATA") == ("6H",)
    assert declined.cash("CTL") == 200


@pytest.mark.clause("1849-10.6.5")
def test_a_train_that_changes_hands_starts_no_phase() -> None:
    """ATA has an 8H in phase 6: no such sale begins phase 8."""
    table = Table().phase("6").start("ATA").trains("ATA", "8H").start("SFA").trains("SFA", "4H")
    table.start("CTL", cash=200).operate("CTL", "trains")
    table.do(BuyTrain("8H", "ATA", 10))
    assert table.game.state.phase == "6"
    assert table.game.trains("SFA") == ("4H",)


@pytest.mark.clause("1849-10.6.5")
def test_the_train_limit_holds_for_deals_too() -> None:
    table = Table().phase("10").start("ATA").trains("ATA", "8H")
    table.start("CTL", cash=200).trains("CTL", "8H", "10H").operate("CTL", "trains")
    table.may_not(BuyTrain("8H", "ATA", 10), "1849-6.0.8")


@pytest.mark.clause("1849-10.6.6")
def test_trains_change_hands_only_in_the_buyers_turn() -> None:
    table = two_presidents().trains("CTL", "6H")
    table.operate("ATA", "trains").cash(ATA=100)
    table.may_not(BuyTrain("6H", "ATA", 50), "1849-10.6.6")  # ATA cannot deal with itself, nor sell
    table.may(BuyTrain("6H", "CTL", 50))
    table.may_not(BuyTrain("6H", "ATA", 50), "1849-3.0.3", by="Ada")  # Ada, for CTL, must wait for its turn
    table.operate("CTL", "run").may_not(BuyTrain("6H", "ATA", 50), "1849-10.0.3")  # and for its train step


@pytest.mark.clause("1849-10.6.7")
@pytest.mark.parametrize("phase", ["10", "12"])
def test_a_train_in_the_pool_is_for_anybody_at_its_price(phase: str) -> None:
    table = Table().phase(phase).trains("pool", "8H").start("ATA", cash=350).start("RCS").operate("ATA", "trains")
    table.may_not(BuyTrain("8H", "pool", 300), "1849-10.6.3")
    table.may_not(BuyTrain("8H", "bank", 350), "1849-10.6.2")
    bank = table.game.cash("bank")
    table.do(BuyTrain("8H", "pool", 350))
    assert table.money("ATA", "bank") == (0, bank + 350)
    assert table.game.trains("ATA") == ("8H",)
    assert table.game.trains("pool") == ()
    assert table.game.state.phase == phase


@pytest.mark.clause("1849-10.6.7")
def test_only_a_lower_limit_brings_trains_to_the_pool() -> None:
    """Phase 8 comes: four 6H are one too many, and the 4H of others just go."""
    table = Table().phase("6").sold_out("6H").start("ATA").trains("ATA", "4H")
    table.start("RCS", cash=350).trains("RCS", "6H", "6H", "6H").operate("RCS", "trains")
    table.do(BuyTrain("8H", "bank", 350))
    assert table.game.trains("pool") == ()
    table.do(DiscardTrain("6H"))
    assert table.game.trains("pool") == ("6H",)
    assert table.game.trains("ATA") == ()


# The rulebook's examples


@pytest.mark.clause("1849-10.6.8")
@pytest.mark.parametrize("given_up", ["8H", "10H"])
def test_example_two_8h_and_the_first_10h(given_up: str) -> None:
    table = Table().phase("8").start("RCS", cash=550).trains("RCS", "8H", "8H").sold_out("8H")
    table.operate("RCS", "trains").do(BuyTrain("10H", "bank", 550))
    assert table.game.state.phase == "10"
    assert table.step == "discard"
    table.may(DiscardTrain("8H"), DiscardTrain("10H"))
    cash = table.money("RCS", "bank")
    table.do(DiscardTrain(given_up))
    assert len(table.game.trains("RCS")) == 2
    assert table.game.trains("pool") == (given_up,)
    assert table.money("RCS", "bank") == cash  # nothing is paid for it


@pytest.mark.clause("1849-10.6.9")
def test_example_two_8h_and_no_16h() -> None:
    table = Table().phase("12").sold_out("12H").start("RCS", cash=1100).trains("RCS", "8H", "8H")
    table.operate("RCS", "trains").may_not(BuyTrain("16H", "bank", 1100), "1849-6.0.8")
    table.trains("RCS", "8H").do(BuyTrain("16H", "bank", 1100))
    assert table.game.trains("RCS") == ("16H",)
