"""Section 4: the ends of the game, the last payments, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Bankrupt, Bid, BuyTrain, Dividend, Pass, SellShares
from ferrovia.formats.view import ranking, standings, view_for, winners
from ferrovia.titles.t18fb.actions import PutUp
from tests.t18fb.table import Table, line


def seventh_turn(number: int = 1, **more: Any) -> Table:
    """OR 7.1 or 7.2 in PH5: FB is at its dividend of 100; NN, whose turn comes after, has money for a train."""
    table = Table().phase("PH5").start("FB", "Ada", at=(1, 9), cash=100, **more).start("NN", "Bruno", cash=1000)
    table.trains("FB", "PH4").trains("NN", "PH4").operate("FB", "dividend", number=number, turn=7)
    return table.turn_is(revenue=100)


def to_the_end(table: Table) -> list[tuple[str, str]]:
    """Play on with as little as is allowed; who was to decide for which company, round by round."""
    seen: list[tuple[str, str]] = []

    def look() -> bool:
        seen.append((str(table.game.state.round), table.game.decision.for_corporation))
        return False

    table.pass_on(until=look)
    return list(dict.fromkeys(seen))


# The bank


@pytest.mark.clause("18FB-4.1", "18FB-R67")
@pytest.mark.parametrize("number", [1, 2])
def test_a_bank_that_runs_out_in_an_operating_round_lets_the_set_be_completed(number: int) -> None:
    table = seventh_turn(number).cash(bank=100)
    table.do(Dividend("withhold"))
    assert table.money("bank") == (0,)
    assert not table.game.over
    seen = to_the_end(table)
    assert ("OR 7.2", "NN") in seen
    assert {where for where, _ in seen} == {f"OR 7.{later}" for later in range(number, 3)}
    assert (table.game.state.ended_by, str(table.game.state.round)) == ("18FB-4.1", "END")
    assert len(view_for(table.game)["ranking"]) == 4


@pytest.mark.clause("18FB-R67")
def test_with_one_ducato_left_it_has_not_run_out() -> None:
    table = seventh_turn(2).cash(bank=101)
    table.do(Dividend("withhold"))
    assert table.money("bank") == (1,)
    table.cash(bank=1000)  # for NN's earnings
    table.pass_on(until=lambda: table.game.state.round.turn == 8)
    assert str(table.game.state.round) == "SR 8"


@pytest.mark.clause("18FB-4.3")
def test_what_is_due_is_paid_in_full_though_the_bank_is_empty() -> None:
    """Bank 40, dividend 130: two shares each of Ada's and Bruno's at 13, the offer's six for FB."""
    table = seventh_turn(stock={"Bruno": 2}).turn_is(revenue=130).cash(bank=40, Ada=0, Bruno=0).cash(bank=40)
    table.do(Dividend("pay"))
    assert table.money("bank", "Ada", "Bruno", "FB") == (-90, 26, 26, 178)


@pytest.mark.clause("18FB-4.4", "18FB-R67")
def test_a_bank_that_runs_out_in_a_stock_round_leaves_that_round_and_a_full_set() -> None:
    table = seventh_turn(stock={"Carla": 1}).stock_round("Carla", turn=7).cash(bank=180)
    table.do(SellShares("FB", (10,)))
    assert table.money("bank") == (0,)
    assert str(table.game.state.round) == "SR 7"
    assert table.game.decision.choices  # the round goes on
    seen = to_the_end(table)
    assert {where for where, _ in seen} == {"SR 7", "OR 7.1", "OR 7.2"}
    assert table.game.state.ended_by == "18FB-4.4"


@pytest.mark.clause("18FB-4.5", "18FB-R67")
def test_money_that_flows_back_does_not_put_the_end_off() -> None:
    table = seventh_turn().sold_out("PH5").start("FST", "Carla", at=90, cash=700).cash(bank=100)
    table.do(Dividend("withhold"))
    table.pass_on(until=lambda: table.step == "trains" and table.turn.corporation == "FST")
    table.do(BuyTrain("PH6", "bank", 650))
    assert table.game.cash("bank") > 500
    seen = to_the_end(table)
    assert {where for where, _ in seen} == {"OR 7.1", "OR 7.2"}
    assert table.game.state.ended_by == "18FB-4.1"


@pytest.mark.clause("18FB-R67")
def test_a_bank_that_runs_out_in_the_political_round_leaves_the_first_set() -> None:
    table = Table().political_round().cash(bank=5)
    table.game.pay("bank", "Ada", 5)
    table.pass_on(until=lambda: table.step == "stock")
    table.start("FB", "Ada")
    assert {where for where, _ in to_the_end(table)} == {"SR 1", "OR 1.1", "OR 1.2"}
    assert table.game.state.ended_by == "18FB-R67"


def regional_round(number: int) -> Table:
    """The Regional Round after an operating round of turn 7. FA, with its home joined to Napoli North, pays a bonus."""
    table = Table().phase("PH5").start("FB", "Ada", cash=100).trains("FB", "PH4").own_is(regional_round="due")
    table.lay("F31 57 0").rails("F31 NC12 NC10")
    table.operate("FB", "trains", number=number, turn=7)
    table.pass_on(until=lambda: table.step == "lot")
    assert str(table.game.state.round) == "REGIONAL"
    return table


@pytest.mark.clause("18FB-R67", "18FB-R81")
@pytest.mark.parametrize(
    ("number", "rounds"),
    [(1, {"REGIONAL", "OR 7.2"}), (2, {"REGIONAL", "SR 8", "OR 8.1", "OR 8.2"})],
)
def test_a_bank_that_runs_out_in_the_regional_round_leaves_the_rest_of_the_set_or_the_next(
    number: int, rounds: set[str]
) -> None:
    table = regional_round(number).cash(bank=10)
    table.game.pay("bank", "Ada", 10)
    table.do(PutUp("FG"))
    assert {where for where, _ in to_the_end(table)} == rounds
    assert table.game.state.ended_by == "18FB-R67"


@pytest.mark.clause("18FB-R67")
def test_the_bonus_of_a_regional_can_break_the_bank_in_its_round() -> None:
    table = regional_round(2).cash(bank=40)
    table.do(PutUp("FA"), Pass(), Bid("FA", 100))
    table.pass_on(until=lambda: table.step == "stock")
    assert table.game.state.bank_broken == "regional"
    assert table.money("bank") == (0,)


@pytest.mark.clause("18FB-R81")
def test_after_the_last_round_of_the_game_no_regional_round_is_played() -> None:
    def last_round(bank: int) -> Table:
        table = seventh_turn(2).own_is(regional_round="due").cash(bank=bank)
        table.do(Dividend("withhold"))
        table.pass_on(until=lambda: table.step == "lot")
        return table

    assert last_round(100).game.state.ended_by == "18FB-4.1"
    assert str(last_round(200).game.state.round) == "REGIONAL"


# The highest value


@pytest.mark.clause("18FB-4.2", "18FB-R66")
def test_a_dividend_that_leads_to_the_highest_value_ends_the_game_at_once() -> None:
    """FB from 375 to 400 in OR 7.1; NN does not operate any more."""
    table = seventh_turn(stock={"Bruno": 1}).turn_is(revenue=400).cash(Ada=0, Bruno=0)
    table.game.put_on_market("FB", (0, 18))
    operated = table.game.state.operated
    table.do(Dividend("pay"))
    assert (table.game.over, table.game.state.ended_by) == (True, "18FB-4.2")
    assert table.price("FB") == 400
    assert table.title.calendar.worth(table.game, "Ada") == 80 + 2 * 400  # what it earned was paid
    assert table.title.calendar.worth(table.game, "Bruno") == 40 + 400 + 2 * 100
    assert table.game.state.operated == operated
    table.may_not(Pass(), "18FB-4.2")


@pytest.mark.clause("18FB-4.2", "18FB-R66")
def test_so_does_a_rise_after_a_stock_round_before_any_company_operates() -> None:
    def sold_out(at: Cell) -> Table:
        table = Table().phase("PH5").start("FB", "Ada", at=at, stock={"Ada": 4, "Bruno": 4}).stock_round("Dora")
        table.start("NN", "Bruno")
        table.pass_on(until=lambda: table.game.state.round.kind == "operating")
        return table

    assert sold_out((1, 19)).game.state.ended_by == "18FB-4.2"
    assert not sold_out((1, 18)).game.over


@pytest.mark.clause("18FB-4.2", "18FB-R66")
def test_so_does_a_destination_bonus() -> None:
    way = "K46 K44 K42 L41 L39"
    table = Table().start("LTF", "Ada", at=(1, 19), cash=500).rails(way).trains("LTF", "PH1").operate("LTF", "token")
    table.do(line(way))
    assert (table.game.state.ended_by, table.price("LTF")) == ("18FB-4.2", 400)


@pytest.mark.clause("18FB-4.2")
def test_a_value_below_the_highest_ends_nothing() -> None:
    table = seventh_turn().turn_is(revenue=400)
    table.game.put_on_market("FB", (0, 17))
    table.do(Dividend("pay"))
    assert (table.price("FB"), table.game.over) == (375, False)


# Net worth


def fortune() -> Table:
    """Ada: the president's certificate at 200, three singles at 120, FA and SEPSA, and cash."""
    table = (
        Table().phase("PH5").start("NN", "Ada", at=(0, 10), cash=500).start("LdA", "Bruno", at=120, stock={"Ada": 3})
    )
    return table.regionals(FA="Ada", SEPSA="Ada", cash=90).trains("NN", "PH4")


@pytest.mark.clause("18FB-4.6")
def test_every_share_counts_its_market_value() -> None:
    table = fortune().regionals().cash(Ada=0)
    assert (table.price("NN"), table.price("LdA")) == (200, 120)
    assert table.title.calendar.worth(table.game, "Ada") == 400 + 360


@pytest.mark.clause("18FB-4.7")
def test_a_regional_counts_its_nominal_value_whatever_lies_in_its_treasury() -> None:
    table = Table().phase("PH5").regionals(FA="Ada", SEPSA="Ada", cash=500).trains("FA", "PH5R").cash(Ada=0)
    assert table.title.calendar.worth(table.game, "Ada") == 100 + 160


@pytest.mark.clause("18FB-4.8")
def test_cash_counts_also_what_was_paid_after_the_bank_was_empty() -> None:
    """220 in hand and 90 of a dividend of 450 from an empty bank: 760 + 260 + 310."""
    table = fortune().cash(Ada=220).cash(bank=0).operate("NN", "dividend").turn_is(revenue=450)
    table.game.put_on_market("NN", (0, 9))
    table.do(Dividend("pay"))
    assert table.game.cash("bank") < 0
    assert table.money("Ada") == (310,)
    assert table.price("NN") == 200
    assert table.title.calendar.worth(table.game, "Ada") == 1330


@pytest.mark.clause("18FB-4.9")
def test_the_highest_net_worth_wins() -> None:
    table = Table(3).cash(Ada=900, Bruno=1330, Carla=1280)
    table.game.end("18FB-4.1", "the bank has run out of money")
    assert winners(table.game) == ["Bruno"]
    assert standings(table.game) == [(1, "Bruno", 1330), (2, "Carla", 1280), (3, "Ada", 900)]


@pytest.mark.clause("18FB-R68")
def test_equal_net_worth_shares_a_place() -> None:
    table = Table().cash(Ada=300, Bruno=900, Carla=900, Dora=100)
    table.game.end("18FB-4.1", "the bank has run out of money")
    assert winners(table.game) == ["Bruno", "Carla"]
    assert standings(table.game) == [(1, "Bruno", 900), (1, "Carla", 900), (3, "Ada", 300), (4, "Dora", 100)]
    assert [entry["place"] for entry in view_for(table.game)["ranking"]] == [1, 1, 3, 4]


def ruined(table: Table, company: str) -> None:
    """The president of a company without a train and without a ducato goes bankrupt."""
    player = table.game.president(company)
    table.trains(company).cash(**{company: 0, player: 0}).operate(company, "trains")
    table.do(Bankrupt())


@pytest.mark.clause("18FB-R68")
def test_bankrupt_players_come_last_with_nothing_the_later_above_the_earlier() -> None:
    """Ada is out before Bruno, who sits after her; Dora, worth nothing, still stands above both."""
    table = Table().phase("PH5").start("FB", "Ada").start("FC", "Bruno", at=90).start("FS", "Carla")
    ruined(table, "FB")
    ruined(table, "FC")
    table.cash(Dora=0, Carla=500)
    assert table.game.state.gone == ("Ada", "Bruno")
    assert ranking(table.game) == [("Carla", 700), ("Dora", 0), ("Bruno", 0), ("Ada", 0)]
    assert [place for place, _, _ in standings(table.game)] == [1, 2, 3, 4]


# The last player


@pytest.mark.clause("18FB-R76")
def test_when_all_but_one_are_bankrupt_the_game_ends_and_the_last_has_won() -> None:
    table = Table(3).phase("PH5").start("FB", "Ada").start("FC", "Bruno", at=90).start("FS", "Carla").cash(Carla=0)
    ruined(table, "FC")
    assert not table.game.over
    assert table.game.players == ("Ada", "Carla")
    ruined(table, "FB")
    assert (table.game.over, table.game.state.ended_by) == (True, "18FB-R76")
    assert winners(table.game) == ["Carla"]
    table.may_not(Pass(), "18FB-R76")


# Nothing can happen any more


def nothing_moves(cash: int = 40, trains: tuple[str, ...] = (), concession: str = "", card: str = "") -> Table:
    """OR 2.1: FB is frozen, has no train and has never operated; players have little money."""
    table = Table(3).start("FB", "Ada", concession=concession, earned=False).trains("FB", *trains)
    if card:
        table.cards(**{card: "Bruno"})
    return table.cash(Ada=40, Bruno=cash, Carla=40).operate("FB")


@pytest.mark.clause("18FB-R77")
def test_a_game_in_which_no_money_can_move_ends_with_the_set_and_is_scored() -> None:
    table = nothing_moves()
    seen = to_the_end(table)
    assert seen == [("OR 2.1", "FB"), ("OR 2.2", "FB")]
    assert table.game.state.ended_by == "18FB-R77"
    assert winners(table.game) == ["Ada"]
    assert ranking(table.game)[0][1] == 40 + 2 * table.price("FB")


@pytest.mark.clause("18FB-R77")
@pytest.mark.parametrize(
    "still",
    [
        {"trains": ("PH1",)},  # it can earn
        {"concession": "Ada"},  # it can build
        {"card": "Melisurgo"},  # a card pays
        {"cash": 50},  # for a card of the pool
    ],
)
def test_it_goes_on_while_anything_can(still: dict[str, object]) -> None:
    table = nothing_moves(**still)  # type: ignore[arg-type]
    table.pass_on(until=lambda: table.game.state.round.turn == 3)
    assert not table.game.over


@pytest.mark.clause("18FB-R77")
def test_it_goes_on_while_somebody_can_sell() -> None:
    table = nothing_moves().start("FC", "Ada", stock={"Bruno": 2}, concession="").cash(Ada=40, Bruno=40).operate("FB")
    table.pass_on(until=lambda: table.game.state.round.turn == 3)
    assert not table.game.over


@pytest.mark.clause("18FB-R77")
@pytest.mark.parametrize(
    ("phase", "cash", "over"), [("PH1", 40, True), ("PH1", 50, False), ("PH5", 119, True), ("PH5", 120, False)]
)
def test_with_no_company_at_all_it_goes_on_while_somebody_can_buy_a_card_or_start_one(
    phase: str, cash: int, over: bool
) -> None:
    """A card of the pool costs 50 and, from PH5, the president's certificate of a company 120 at least."""
    table = Table(3).phase(phase).cash(Ada=cash, Bruno=10, Carla=10).operating_rounds_over()
    assert table.game.over is over
    if over:
        assert table.game.state.ended_by == "18FB-R77"
