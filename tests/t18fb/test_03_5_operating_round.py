"""18FB, 3.5: income of the cards, the order of the companies, and the steps of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pytest

from ferrovia.engine.flow.actions import Action, BuyShare, BuyTrain, Dividend, Pass, SellShares
from ferrovia.engine.flow.operating import OperatingRound
from tests.t18fb.table import Table, line, tile

TO_CASERTA = "I30 H29 G30"  # river 40, plain 10


def begin_round(table: Table) -> Table:
    """An operating round begins, and all of it is still to come."""
    table.operate(next(iter(table.title.operating.order(table.game))))
    table.game.state.agenda = (OperatingRound(),)
    return table.go_on()


def least(table: Table) -> Iterator[None]:
    """Do as little as is allowed, one action after another, to the end of the round."""
    now = table.game.state.round
    for _ in range(50):
        if table.game.state.round != now:
            return
        yield
        table.do(Pass() if Pass() in table.game.decision.choices else Dividend("pay"))
    raise AssertionError(f"The round does not end: {table.game.decision}.")


def order_of(table: Table) -> list[str]:
    """The companies in the order in which they operate."""
    return [company for company, _ in groupby(table.turn.corporation for _ in least(table))]


def steps_of(table: Table) -> list[str]:
    """The steps in which the only company is asked."""
    return [table.step for _ in least(table)]


# The income of the cards


@pytest.mark.clause("18FB-3.5.1")
def test_open_cards_pay_their_owners_before_any_company_operates() -> None:
    table = Table().cards(Riseis="Ada", Bayard="Ada").start("FB", "Bruno", at=100).stock_round()
    table.end_round()
    assert table.money("Ada", "Bruno", "FB") == (750 + 15 + 25, 750, 0)
    assert (table.turn.corporation, table.step) == ("FB", "track")


@pytest.mark.clause("18FB-3.5.1")
def test_the_cards_pay_in_both_operating_rounds() -> None:
    table = Table().cards(Riseis="Ada", Bayard="Ada").start("FB", "Bruno", at=100).stock_round()
    table.end_round()
    table.end_round()
    assert table.game.state.round.number == 2
    assert table.money("Ada") == (750 + 2 * (15 + 25),)


# The order of the companies


@pytest.mark.clause("18FB-3.5.2")
def test_companies_operate_by_falling_price() -> None:
    table = Table().start("NN", at=110).start("FB", at=130).start("LdA", at=90)
    assert order_of(begin_round(table)) == ["FB", "NN", "LdA"]


@pytest.mark.clause("18FB-3.5.3")
@pytest.mark.parametrize("first", ["NN", "FB"])
def test_of_equal_prices_the_one_further_right_operates_first(first: str) -> None:
    cells = {"NN": (5, 5), "FB": (7, 7)}
    table = Table()
    for company in (first, *(cells.keys() - {first})):
        table.start(company, at=cells[company])
    assert (table.price("NN"), table.price("FB")) == (100, 100)
    assert order_of(begin_round(table)) == ["FB", "NN"]


@pytest.mark.clause("18FB-3.5.4")
@pytest.mark.parametrize("stack", [("LdA", "FB"), ("FB", "LdA")])
def test_in_one_space_the_top_of_the_stack_operates_first(stack: tuple[str, ...]) -> None:
    table = Table()
    for company in stack:
        table.start(company, at=100)  # each goes under those already there
    assert table.stack(table.cell("FB")) == list(stack)
    assert order_of(begin_round(table)) == list(stack)


@pytest.mark.clause("18FB-3.5.5")
def test_a_price_that_falls_in_mid_round_changes_who_comes_next() -> None:
    """FB, 130, has no train; its president sells two NN, 110, which fall to 90, below LdA, 100."""
    table = Table().start("FB", "Ada", at=130).line_done("FB").start("LdA", "Carla", at=100)
    table.start("NN", "Bruno", at=110, stock={"Ada": 2}).cash(Ada=0)
    begin_round(table)
    table.pass_on(lambda: table.step == "trains")
    table.do(SellShares("NN", (10, 10)))
    assert (table.price("NN"), table.price("LdA")) == (90, 100)
    table.do(BuyTrain("PH1", "bank", 80))
    table.pass_on(lambda: table.turn.corporation != "FB")
    assert order_of(table) == ["LdA", "NN"]


@pytest.mark.clause("18FB-3.5.6")
def test_each_company_operates_once_though_its_price_falls() -> None:
    """FB lays no tile, gets no interest and falls from 90 to 80, still above NN; so does NN, from 70 to 60."""
    table = begin_round(Table().start("FB", at=90).start("NN", at=70))
    assert order_of(table) == ["FB", "NN"]
    assert (table.price("FB"), table.price("NN")) == (80, 60)
    assert table.game.state.round.number == 2


# The steps of a turn


@pytest.mark.clause("18FB-3.5.7")
def test_in_building_state_there_is_neither_dividend_nor_financial_step() -> None:
    table = Table().start("LdA", at=90, stock={"Ada": 1, "Bruno": 2}, cash=500, concession="Ada").trains("LdA", "PH1")
    table.rails("F31 G30").operate("LdA")
    assert steps_of(table) == ["track", "token", "trains"]


@pytest.mark.clause("18FB-3.5.7")
def test_in_building_state_the_order_is_tiles_token_interest_price_trains() -> None:
    table = Table().start("LdA", at=90, stock={"Bruno": 1}, cash=500).lay("F31 5 5", "G30 57 2").operate("LdA")
    train, token, yellow = BuyTrain("PH1", "bank", 80), line("F31 G30"), tile("H29 9 2")
    table.may_not(train, "18FB-3.5.7")
    table.may_not(token, "18FB-3.5.7")
    table.do(yellow, tile("I28 9 2"))
    table.may_not(train, "18FB-3.5.7")
    table.may_not(tile("J27 9 2"), "18FB-3.5.1.1")
    assert table.money("Ada", "Bruno") == (750, 750)
    table.do(token)
    assert table.money("Ada", "Bruno") == (750 + 30, 750 + 15)  # band C, as both steps were used
    table.may_not(tile("J27 9 2"), "18FB-3.5.1.1")
    table.may_not(token, "18FB-3.5.2.1")
    table.may_not(Dividend("withhold"), "18FB-3.5.7")
    table.may_not(BuyShare("LdA", "pool"), "18FB-3.5.7")
    table.do(train)


@pytest.mark.clause("18FB-3.5.7")
def test_in_building_state_the_price_moves_before_trains_are_bought() -> None:
    table = Table().start("LdA", at=90, cash=500).operate("LdA")
    table.do(Pass())  # no tile: no interest
    assert (table.step, table.price("LdA")) == ("trains", 80)
    table.may_not(tile("F31 57 0"), "18FB-3.5.7")  # a step it has passed does not come back


def operational(cash: int = 500) -> Table:
    """FB, definitive, with a train; its line goes on to Campobasso, and there is stock to buy."""
    table = Table().start("FB", at=100, stock={"Ada": 1, "pool": 2}, cash=cash).line_done("FB").trains("FB", "PH1")
    return table.lay("G30 57 2").rails("I30 J31 J33").operate("FB")


@pytest.mark.clause("18FB-3.5.8")
def test_in_operation_the_order_is_tiles_token_earnings_dividend_price_trains_stock() -> None:
    table = operational()
    other: Action
    share, train, token = BuyShare("FB", "pool"), BuyTrain("PH1", "bank", 80), line("I30 J31 J33")
    for other in (share, train, token, Dividend("pay")):
        table.may_not(other, "18FB-3.5.8")
    table.do(Pass())
    for other in (share, train, Dividend("pay"), tile("J35 9 0")):
        table.may_not(other, "18FB-3.5.8")
    table.do(Pass())
    assert table.turn.revenue == 30 + 10 + 20  # Napoli with its port, Caserta; Benevento is left out
    before = table.cell("FB")
    for other in (token, share, train, tile("J35 9 0")):
        table.may_not(other, "18FB-3.5.8")
    table.do(Dividend("withhold"))
    assert table.cell("FB") == (before[0], before[1] - 1)
    for other in (token, share, Dividend("pay"), tile("J35 9 0")):
        table.may_not(other, "18FB-3.5.8")
    table.do(train, Pass())
    for other in (token, train, Dividend("pay"), tile("J35 9 0")):
        table.may_not(other, "18FB-3.5.8")
    table.do(share)


@pytest.mark.clause("18FB-3.5.8")
def test_in_operation_every_step_is_offered_in_its_order() -> None:
    assert steps_of(operational()) == ["track", "token", "dividend", "trains", "finance"]


@pytest.mark.clause("18FB-3.5.9")
def test_only_the_dividend_may_not_be_passed() -> None:
    table = operational()
    table.do(Pass(), Pass())
    table.may_not(Pass(), "18FB-3.5.6.1")
    table.do(Dividend("half"))
    table.do(Pass(), Pass())
    assert table.game.state.round.number == 2  # its turn is over, and with it the round
    assert table.game.trains("FB") == ("PH1",)
    assert table.game.state.stations["FB"] == ("I30.0", "G30.0", "NC10.0")
    assert table.pool("FB") == 20


# R34: a company that becomes operational in mid-turn


def about_to_operate(*trains: str, cash: int = 300) -> Table:
    table = Table().start("FB", at=100, stock={"Ada": 1, "pool": 2}, cash=cash, deposit=100, earned=False)
    table.rails(TO_CASERTA).lay("I30 6 1", "H29 9 1").trains("FB", *trains)
    return table.rails(TO_CASERTA).operate("FB")


@pytest.mark.clause("18FB-R34")
def test_who_reaches_its_destination_gets_no_interest_and_earns_with_its_trains() -> None:
    table = about_to_operate("PH1")
    table.lay_somehow(2).do(line(TO_CASERTA))
    assert table.money("Ada") == (750 + 50,)  # half of the deposit, no interest though both steps were used
    assert (table.step, table.turn.revenue) == ("dividend", 40)
    table.do(Dividend("pay"), Pass())
    assert table.step == "finance"


@pytest.mark.clause("18FB-R34")
def test_who_reaches_its_destination_without_a_train_earns_nothing_and_must_buy_one() -> None:
    table = about_to_operate()
    before = table.cell("FB")
    table.do(Pass(), line(TO_CASERTA))
    assert table.step == "trains"
    assert table.cell("FB") == (before[0] - 1, before[1] - 1)  # up for Caserta, left for no earnings
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(BuyTrain("PH1", "bank", 80), Pass())
    assert table.step == "finance"


# R35: how often each step comes


@pytest.mark.clause("18FB-R35")
@pytest.mark.parametrize(("floated", "count"), [("PH1", 2), ("PH4", 3), ("PH5", 4)])
def test_tiles_come_two_three_or_four_times_and_the_token_once(floated: str, count: int) -> None:
    table = Table().phase("PH5").start("LdA", cash=900, floated=floated).tokens("LdA", "G30").trains("LdA", "PH5")
    table.lay("F31 57 0", "G30 57 0").rails("G30 G28 H27").operate("LdA")
    assert table.state("LdA").value == "definitive"
    table.lay_somehow(count)
    assert table.step == "token"
    tokens = len(table.game.state.stations["LdA"])
    table.do(line("G30 G28 H27"))
    assert len(table.game.state.stations["LdA"]) == tokens + 1
    assert table.step == "dividend"  # one token, then the check, then the earnings
