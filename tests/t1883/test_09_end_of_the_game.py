"""Section 9: the three ends of the game, and who wins."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bankrupt, Dividend, Pass, SellShares
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.events import OperatingRoundBegins
from ferrovia.formats.view import ranking, winners
from ferrovia.titles.t1883.actions import BuySupport
from tests.t1883.table import Table

# The bank


def in_phase_5() -> Table:
    table = Table().phase("5").start("SV", "Ada", cash=100).trains("SV", "5").own_is(deck=(), ccfr="capitalist")
    table.game.state.market = tuple(marker for marker in table.game.state.market if marker[0] != "CCFR")
    return table.start("FBV", "Bruno", at=85, stock={"Carla": 2})


@pytest.mark.clause("1883-9.0.1", "1883-R53")
def test_a_bank_exhausted_in_a_stock_round_leaves_one_set_of_operating_rounds() -> None:
    table = in_phase_5().cash(bank=85).stock_round("Carla")
    table.do(SellShares("FBV", (10,)))
    assert table.money("bank") == (0,)
    rounds = table.pass_on(lambda: False)
    assert rounds == ["SR 2", "OR 2.1", "OR 2.2", "OR 2.3"]
    assert table.game.state.ended_by == "1883-9.0.1"


@pytest.mark.clause("1883-R53")
def test_a_bank_with_one_lira_is_not_exhausted() -> None:
    table = in_phase_5().cash(bank=86).stock_round("Carla")
    table.do(SellShares("FBV", (10,)))
    rounds = table.pass_on(lambda: table.game.state.round.turn == 3)
    assert not table.game.over
    assert rounds == ["SR 2", "OR 2.1", "OR 2.2", "OR 2.3", "SR 3"]


@pytest.mark.clause("1883-R53")
def test_payments_go_on_below_nothing_and_what_flows_back_undoes_nothing() -> None:
    table = in_phase_5().cash(bank=50).stock_round("Carla")
    table.do(SellShares("FBV", (10, 10)))
    assert table.money("bank") == (-120,)
    table.cash(Carla=1000).do(BuySupport())
    table.cash(bank=500)
    table.pass_on(lambda: False)
    assert table.game.state.ended_by == "1883-9.0.1"


@pytest.mark.clause("1883-9.0.2", "1883-R53")
@pytest.mark.parametrize("number", [1, 3])
def test_a_bank_exhausted_in_an_operating_round_lets_the_set_be_finished(number: int) -> None:
    table = in_phase_5().cash(bank=100).operate("SV", "dividend", number=number, of=3).turn_is(revenue=100)
    table.do(Dividend("withhold"))
    assert table.money("bank") == (0,)
    rounds = table.pass_on(lambda: False)
    assert rounds == [f"OR 2.{later}" for later in range(number, 4)]
    assert table.game.state.ended_by == "1883-9.0.2"


@pytest.mark.clause("1883-9.0.3")
def test_the_example_of_the_second_of_three_operating_rounds() -> None:
    table = in_phase_5().cash(bank=100).operate("SV", "dividend", number=2, of=3).turn_is(revenue=100)
    table.do(Dividend("withhold"))
    operated = set()
    while not table.game.over:
        operated.add((str(table.game.state.round), table.game.decision.for_corporation))
        table.do(Pass() if Pass() in table.game.decision.choices else table.game.decision.choices[0])
    assert ("OR 2.2", "FBV") in operated  # the second is completed
    assert {("OR 2.3", "SV"), ("OR 2.3", "FBV")} <= operated  # the third is played
    assert not [where for where, _ in operated if where.startswith("SR")]


# SARSA


@pytest.mark.clause("1883-9.0.4")
def test_sarsa_at_the_highest_price_ends_the_game_at_once() -> None:
    """The second of five; those after it lose their turn."""
    table = Table().start("SV", "Ada", at=(0, 19)).start("SARSA", "Bruno", at=(1, 19), par=100).start("FBV", "Ada")
    table.start("FMV", "Ada", at=85).operate("SARSA", "dividend").turn_is(revenue=400)
    assert table.game.market_order()[1] == "SARSA"
    bruno = table.game.cash("Bruno")
    table.do(Dividend("pay"))
    assert table.game.over
    assert table.game.state.ended_by == "1883-9.0.4"
    assert table.game.cash("Bruno") == bruno + 80  # what it earned was paid
    assert table.price("SARSA") == 350
    assert table.title.calendar.worth(table.game, "Bruno") == bruno + 80 + 2 * 350 + 100
    table.may_not(Pass(), "1883-9.0.4")


@pytest.mark.clause("1883-9.0.4")
def test_another_corporation_there_ends_nothing() -> None:
    table = Table().start("SV", "Ada", at=(1, 19)).start("SARSA", "Bruno", at=(3, 19)).operate("SV", "dividend")
    table.turn_is(revenue=400).do(Dividend("pay"))
    assert table.price("SV") == 350
    assert not table.game.over


def with_sarsa_at_320(**shares: int) -> Table:
    """Nearly all of SARSA is sold, to players who hold twice as many railway shares."""
    table = Table().start("SARSA", "Ada", at=(1, 19), par=100, stock={"Ada": 1, "Bruno": 3, "Carla": 2, **shares})
    table.start("SV", "Ada", stock={"Ada": 4}).start("FBV", "Bruno", stock={"Bruno": 4})
    return table.start("FSF", "Carla", stock={"Carla": 2}).start("SAFRE", "Dora", stock={"Dora": 2}).stock_round("Ada")


@pytest.mark.clause("1883-9.0.5")
def test_sarsa_risen_to_it_after_a_stock_round_leaves_no_operating_round() -> None:
    table = with_sarsa_at_320(Dora=2)
    operated = table.game.state.operated
    for _ in table.players:
        assert not table.game.over
        table.do(Pass())
    assert table.game.state.ended_by == "1883-9.0.5"
    assert (table.game.state.operated, str(table.game.state.round)) == (operated, "END")
    assert table.price("SARSA") == 350


@pytest.mark.clause("1883-9.0.5")
def test_with_a_share_unsold_it_does_not_rise() -> None:
    table = with_sarsa_at_320(Dora=1)
    table.end_round()
    assert not table.game.over


# The last player


@pytest.mark.clause("1883-9.0.6")
def test_the_last_player_wins_whatever_they_are_worth() -> None:
    table = Table(2).start("SV", "Bruno", at=85, stock={"Bruno": 1}).start("FBV", "Ada", at=65)
    table.cash(Ada=0, Bruno=30).own_is(ccfr_leader="Ada").operate("SV", "issue")
    table.game.push(Debt("Bruno", 900, "bank", "SV"))
    assert table.go_on().decider == "Bruno"
    table.do(Bankrupt())
    assert (table.game.over, table.game.state.ended_by) == (True, "1883-9.0.6")
    assert winners(table.game) == ["Ada"]
    assert ranking(table.game)[-1] == ("Bruno", 0)


@pytest.mark.clause("1883-9.0.6")
def test_with_two_left_the_game_goes_on() -> None:
    table = Table(3).start("SV", "Bruno", at=85).start("FBV", "Ada", at=65).cash(Bruno=0)
    table.operate("SV", "issue").game.push(Debt("Bruno", 900, "bank", "SV"))
    table.go_on().do(Bankrupt())
    assert not table.game.over
    assert table.game.players == ("Ada", "Carla")


# The count


@pytest.mark.clause("1883-9.0.7")
def test_cash_and_shares_at_market_price_decide_and_what_corporations_own_does_not() -> None:
    table = Table(2).start("SV", "Ada", at=100, stock={"Ada": 4}, cash=5000).trains("SV", "2")
    table.start("FBV", "Bruno", at=(3, 8), par=65, stock={"Bruno": 4}).start(
        "FSF", "Bruno", at=(3, 8), stock={"Bruno": 1}
    )
    table.cash(Ada=300, Bruno=100).members()
    assert table.title.calendar.worth(table.game, "Ada") == 300 + 6 * 100
    assert table.title.calendar.worth(table.game, "Bruno") == 100 + 9 * 90
    assert winners(table.game) == ["Bruno"]


@pytest.mark.clause("1883-R54")
def test_equal_scores_share_the_victory() -> None:
    table = Table(3).start("SV", "Ada", at=100).cash(Ada=100, Bruno=300, Carla=299)
    assert winners(table.game) == ["Ada", "Bruno"]


@pytest.mark.clause("1883-R54")
def test_private_companies_and_support_count_nothing_a_share_of_ccfr_its_price() -> None:
    table = (
        Table()
        .cash(Ada=50)
        .privates(FCV="Ada", TCB="Ada")
        .own_is(support={"Ada": 9, "Bruno": 0, "Carla": 0, "Dora": 0})
    )
    assert table.title.calendar.worth(table.game, "Ada") == 50 + 100
    table.game.put_on_market("CCFR", (3, 7))
    assert table.title.calendar.worth(table.game, "Ada") == 50 + 85
    table.members("Bruno")
    assert table.title.calendar.worth(table.game, "Ada") == 50


# A game in which nothing can move any more


def everything_closed(cash: int) -> Table:
    return Table(2).own_is(ccfr="frozen", ccfr_leader="", deck=()).members().cash(Ada=cash, Bruno=40)


@pytest.mark.clause("1883-R71", "1883-1.1.3")
def test_a_game_in_which_nothing_can_move_ends_with_the_set() -> None:
    table = everything_closed(129).operating_rounds_over()
    assert (table.game.over, table.game.state.ended_by) == (True, "1883-R71")
    assert winners(table.game) == ["Ada"]


@pytest.mark.clause("1883-R71")
def test_it_goes_on_while_somebody_can_launch_or_a_private_company_pays() -> None:
    assert not everything_closed(130).operating_rounds_over().game.over
    assert not everything_closed(129).privates(TCB="Ada").operating_rounds_over().game.over
    assert not everything_closed(129).start("SV", "Ada").operating_rounds_over().game.over


@pytest.mark.clause("1883-R71")
def test_and_it_ends_only_when_the_set_is_over() -> None:
    table = everything_closed(129).start("SV", "Ada", at=(7, 1), par=65).cash(Ada=129)
    table.operate("SV", "dividend", number=1, of=2).turn_is(revenue=30).do(Dividend("withhold"))
    assert table.game.over
    assert OperatingRoundBegins(turn=2, number=2) in table.game.events
