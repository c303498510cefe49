"""Section 11.3: the event cards of the third era, one by one."""

import pytest

from ferrovia.engine.flow.actions import Answer
from ferrovia.titles.t1883.events import SupportRolled
from tests.t1883.table import Table, routes

PLAY, SUFFER = Answer("support"), Answer("suffer")

# Coaches from Sasso to Modena: 20 at Sasso, Bazzano, Vignola and Castelfranco, 10 at Zocca and Vergato, 30 at Modena.
COACHES_OF_130 = ("80", "70", "71", "61", "62", "72", "76", "63", "53", "55", "3")


def third_era() -> Table:
    return Table().phase("6").capitalised("Ada", at=(3, 9))


# 24: Bus Strike


@pytest.mark.clause("1883-11.3.1")
def test_a_bus_strike_halves_the_run_of_130_of_sarsa_alone() -> None:
    table = third_era().start("SARSA", "Carla", at=(3, 10)).own_is(coaching=True, coaches=COACHES_OF_130)
    table.start("SV", "Bruno", at=(3, 8)).support(Carla=1, Bruno=1, Ada=1).draws("bus_strike")
    assert (table.decider, table.game.decision.for_corporation) == ("Carla", "SARSA")
    table.do(SUFFER)
    assert table.own.effects == {"SARSA": "half"}
    table.comes_to("SARSA", "dividend")
    assert table.turn.revenue == 60


@pytest.mark.clause("1883-11.3.1")
def test_a_card_of_support_saves_the_run_of_sarsa() -> None:
    table = third_era().start("SARSA", "Carla", at=(3, 10)).own_is(coaching=True, coaches=COACHES_OF_130)
    table.support(Carla=1).draws("bus_strike")
    table.do(PLAY)
    table.comes_to("SARSA", "dividend")
    assert (table.turn.revenue, table.own.support["Carla"]) == (130, 0)


# 25: Economic Boom


@pytest.mark.clause("1883-11.3.2")
def test_in_the_boom_mantova_is_worth_thirty_and_verona_twenty_more() -> None:
    table = third_era().start("FSF", "Bruno", at=(3, 10)).trains("FSF", "6", "5")
    both = routes(("6", "47 MAN"), ("5", "78 VER"))
    table.draws("economic_boom", "republic_declared", of=2).comes_to("FSF", "run").do(both)
    assert table.turn.revenue == 20 + 90 + 20 + 80
    table.pass_on(lambda: table.game.state.round.number == 2)
    table.comes_to("FSF", "run").do(both)
    assert table.turn.revenue == 20 + 60 + 20 + 60


# 26: Hot Autumn


@pytest.mark.clause("1883-11.3.3")
def test_the_hot_autumn_asks_all_corporations_in_price_order() -> None:
    table = third_era().start("SARSA", "Carla", at=(3, 10)).start("SV", "Bruno", at=(3, 8))
    table.support(Ada=1, Bruno=1, Carla=1).draws("hot_autumn")
    asked = []
    while table.step == "event":
        asked.append(table.game.decision.for_corporation)
        table.do(PLAY if asked[-1] == "SARSA" else SUFFER)
    assert asked == ["SARSA", "CCFR", "SV"]
    assert table.own.effects == {"CCFR": "zero", "SV": "zero"}
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert (table.price("SV"), table.price("CCFR")) == (85, 90)  # left once


@pytest.mark.clause("1883-11.3.3")
def test_at_the_left_edge_the_hot_autumn_moves_a_marker_down() -> None:
    table = third_era().start("SV", "Bruno", at=(1, 0)).support(Bruno=0).draws("hot_autumn")
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.game.cell("SV") == (2, 0)


@pytest.mark.clause("1883-11.3.4", "1883-R59")
def test_the_hot_autumn_comes_back_every_round_until_the_next_stock_round() -> None:
    table = third_era().start("SV", "Bruno", at=(3, 14)).support(Ada=0, Bruno=9, Carla=0, Dora=0)
    table.draws("hot_autumn", "republic_declared", "economic_boom", "front_wins", of=3)
    for number, left in ((1, 3), (2, 2), (3, 1)):
        table.comes_to_round(f"OR 2.{number}")
        assert len(table.own.deck) == left  # with a new card each time
        assert (table.step, table.game.decision.for_corporation) == ("event", "SV")
        table.do(PLAY)  # asked anew, a new card each round
    assert table.own.support["Bruno"] == 9 - 3 - 1  # one went with the declaration of the republic
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert not table.own.hot_autumn
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    assert table.own.effects == {}


@pytest.mark.clause("1883-R83", "1883-11.3.4")
def test_the_new_card_comes_before_the_hot_autumn_that_goes_on() -> None:
    republic = third_era().start("SV", "Bruno").support(Ada=0, Bruno=1).own_is(hot_autumn=True)
    republic.draws("republic_declared", turn=3, number=2, of=3)
    assert (republic.own.support["Bruno"], republic.own.effects["SV"]) == (0, "zero")
    plan = third_era().start("SV", "Bruno", at=(3, 0)).support(Ada=0, Bruno=1).own_is(hot_autumn=True)
    plan.draws("marshall_plan", turn=3, number=2, of=3)
    assert (plan.decider, plan.own.effects) == ("Bruno", {})
    plan.do(PLAY)  # his only card, for a better price
    assert plan.own.effects["SV"] == "zero"


@pytest.mark.clause("1883-11.3.5")
@pytest.mark.parametrize("key", ["bus_strike", "general_strike", "railroad_strike"])
def test_the_hot_autumn_absorbs_other_strikes(key: str) -> None:
    table = (
        third_era().start("SARSA", "Carla", at=(3, 14)).start("SV", "Bruno", at=(3, 8)).support(Ada=0, Bruno=9, Carla=9)
    )
    table.draws("hot_autumn", key, of=2)
    table.do(PLAY, PLAY)
    table.pass_on(lambda: table.game.state.round.number == 2)
    asked = []
    while table.step == "event":
        asked.append(table.game.decision.for_corporation)
        table.do(PLAY)
    assert asked == ["SARSA", "SV"]  # once each, for the hot autumn
    assert table.own.effects == {"CCFR": "zero"}
    assert (table.own.support["Bruno"], table.own.support["Carla"]) == (7, 7)


@pytest.mark.clause("1883-R59")
def test_the_strike_breaker_does_not_help_in_a_hot_autumn() -> None:
    table = third_era().start("SV", "Bruno").support(Ada=0, Bruno=0).own_is(strike_breaker=1).draws("hot_autumn")
    assert table.own.effects == {"CCFR": "zero", "SV": "zero"}


# 27 and 28: cards lost


@pytest.mark.clause("1883-11.3.6")
def test_the_republic_takes_a_card_from_who_has_one() -> None:
    table = Table(2).support(Ada=3, Bruno=0).draws("republic_declared")
    assert table.own.support == {"Ada": 2, "Bruno": 0}


@pytest.mark.clause("1883-R56", "1883-11.3.7")
def test_tied_lowest_rolls_are_rolled_again() -> None:
    table = Table(4).support(Ada=1, Bruno=2, Carla=1, Dora=1).dice(5, 2, 2, 9, 8, 4).draws("magnacucchi")
    assert table.own.support == {"Ada": 1, "Bruno": 2, "Carla": 0, "Dora": 1}
    assert table.told_of(SupportRolled)[4:] == [SupportRolled("Bruno", 8), SupportRolled("Carla", 4)]


@pytest.mark.clause("1883-11.3.7")
def test_without_any_support_nobody_rolls() -> None:
    table = Table(2).support(Ada=0, Bruno=0).dice().draws("magnacucchi")
    assert table.own.support == {"Ada": 0, "Bruno": 0}


# 29: Marshall Plan


@pytest.mark.clause("1883-11.3.8")
@pytest.mark.parametrize(("answer", "price", "cards"), [(PLAY, 70, 0), (SUFFER, 65, 1)])
def test_the_marshall_plan_moves_the_poorest_right_for_a_card(answer: Answer, price: int, cards: int) -> None:
    table = third_era().start("FBV", "Bruno", at=(3, 3)).start("SV", "Carla", at=(3, 4)).support(Bruno=1, Carla=9)
    table.draws("marshall_plan")
    assert (table.decider, table.game.decision.for_corporation) == ("Bruno", "FBV")
    table.may_not(Answer("right"), "1883-11.3.8")
    table.do(answer)
    assert (table.price("FBV"), table.price("SV"), table.own.support["Bruno"]) == (price, 70, cards)
    assert table.own.support["Carla"] == 9


@pytest.mark.clause("1883-11.3.8")
def test_the_marshall_plan_moves_up_at_the_right_edge_and_may_help_sarsa() -> None:
    table = third_era().start("SARSA", "Bruno", at=(6, 7)).support(Bruno=1).draws("marshall_plan")
    table.do(PLAY)
    assert table.game.cell("SARSA") == (5, 7)


@pytest.mark.clause("1883-R56", "1883-11.3.8")
def test_all_tied_for_the_lowest_price_may_pay_in_operating_order() -> None:
    table = third_era().start("FBV", "Bruno", at=(3, 3)).start("SV", "Carla", at=(4, 4)).start("FSF", "Dora", at=(2, 2))
    table.support(Bruno=1, Carla=1, Dora=0).draws("marshall_plan")
    assert table.game.decision.for_corporation == "SV"  # further right comes first
    table.do(PLAY)
    assert table.game.decision.for_corporation == "FBV"
    table.do(PLAY)
    assert table.step != "event"  # Dora has no card
    assert [table.price(name) for name in ("SV", "FBV", "FSF")] == [70, 70, 65]


# 30 and 31: Tax Shield and the Front


@pytest.mark.clause("1883-11.3.10")
def test_the_front_puts_500_of_the_bank_aside() -> None:
    table = Table().cash(bank=900).draws("front_wins")
    assert (table.money("bank"), table.own.set_aside) == ((400,), 500)


@pytest.mark.clause("1883-11.3.9", "1883-11.3.10")
@pytest.mark.parametrize(
    ("before", "bank"),
    [((), 3000), (("second_world_war",), 3000), (("front_wins",), 3000), (("second_world_war", "front_wins"), 2500)],
)
def test_the_tax_shield_brings_500_back_at_most(before: tuple[str, ...], bank: int) -> None:
    table = Table().cash(bank=3000)
    for key in (*before, "tax_shield"):
        table.draws(key)
    assert table.money("bank") == (bank,)
    assert table.own.set_aside == 3000 - bank
