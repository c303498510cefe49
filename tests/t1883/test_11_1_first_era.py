"""Section 11 and 11.1: the event cards, and those of the first era one by one."""

import pytest

from ferrovia.engine.flow.actions import Answer, LayTile, PlaceToken, SellShares
from ferrovia.engine.flow.events import Ran
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import PlaceAnchor
from tests.t1883.table import Table, routes

PLAY, SUFFER = Answer("support"), Answer("suffer")


def run_of_130(president: str = "Bruno") -> Table:
    """SAFRE earns 70 from Reggio to Bologna, 40 from Montecchio to Parma, and 20 downhill from Ciano to Montecchio."""
    table = Table().phase("2").lay("31 RE2 0", "6 6 3", "15 7 1", "7 8 0").start("SAFRE", president, at=(3, 10))
    return table.tokens("SAFRE", "6").trains("SAFRE", "3", "2", "2G")


ALL_THREE = routes(("3", "31 BOL"), ("2", "6 7 PAR"), ("2G", "5 15 6"))


# 11.0


@pytest.mark.clause("1883-11.0.1")
def test_an_event_works_only_in_the_round_it_is_drawn_in() -> None:
    table = Table().phase("2").start("SAFRE", "Bruno", at=(3, 10), cash=500)
    hill = LayTile("34", "58", 3)
    table.draws("landslide", "kings_visit", turn=3, of=2).comes_to("SAFRE", "track")
    table.may_not(hill, "1883-11.1.6")
    table.pass_on(lambda: table.game.state.round.number == 2)
    table.comes_to("SAFRE", "track").may(hill)


@pytest.mark.clause("1883-11.0.2")
def test_there_are_31_cards_in_three_eras() -> None:
    decks = {era: components.event_deck(era) for era in (1, 2, 3)}
    assert {era: len(deck) for era, deck in decks.items()} == {1: 12, 2: 11, 3: 8}
    assert decks[1].count("general_strike") == 2
    assert decks[1].count("railroad_strike") == 3
    others = [key for deck in decks.values() for key in deck if key not in ("general_strike", "railroad_strike")]
    assert len(others) == len(set(others)) == 26
    assert sorted(Table().own.deck) == sorted(decks[1])
    numbers = [number for event in components.sheet("game")["event"] for number in event["numbers"]]
    assert numbers == list(range(1, 32))


@pytest.mark.clause("1883-11.0.2")
def test_every_card_can_be_drawn() -> None:
    """Each of the 31 does what it does, and the round goes on to its end."""
    for era in (1, 2, 3):
        for key in dict.fromkeys(components.event_deck(era)):
            table = Table().phase("3").start("SV", "Bruno", at=(3, 10), cash=300).draws(key)
            table.comes_to_round("SR 3")


# 1: First World War


@pytest.mark.clause("1883-11.1.1")
def test_first_world_war_takes_ten_of_everybody() -> None:
    table = Table(3).start("SV", "Carla", at=(3, 8), stock={"Carla": 2})
    table.cash(Ada=40, Bruno=10, Carla=3).support(Ada=9)
    table.draws("first_world_war")
    assert table.money("Ada", "Bruno", "Carla") == (30, 0, 3)
    assert (table.step, table.decider) == ("debt", "Carla")
    table.may_not(SellShares("SV", (10, 10)), "1883-R33")
    table.do(SellShares("SV", (10,)))
    assert table.money("Carla") == (3 + 90 - 10,)
    assert table.own.support["Ada"] == 9


# 2: Flooding


@pytest.mark.clause("1883-11.1.2")
def test_flooding_closes_f_hexes_to_tiles_but_not_to_tokens_and_anchors() -> None:
    table = Table().phase("2").start("FSF", "Bruno", at=(3, 10), cash=500).own_is(anchors={"FSF": 2})
    table.lay("57 9 2", "58 6 5").draws("flooding", "kings_visit", turn=3, of=2).comes_to("FSF", "track")
    flooded = LayTile("47", "SU2", 0)
    table.may_not(flooded, "1883-11.1.2")
    tiles = [choice.hex for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    assert not any(components.hex_table(hex_id).get("flood") for hex_id in tiles)
    table.may(PlaceAnchor("58"))
    table.comes_to("FSF", "token").may(PlaceToken("58"))
    table.pass_on(lambda: table.game.state.round.number == 2)
    table.comes_to("FSF", "track").may(flooded)


# 3 and 4: General Strike


@pytest.mark.clause("1883-11.1.3", "1883-11.1.5", "1883-8.1.7.1")
def test_a_general_strike_asks_everybody_but_the_co_operative() -> None:
    table = run_of_130().start("SARSA", "Carla", at=(3, 4)).start("FBV", "Dora", at=(3, 7))
    table.support(Ada=5, Bruno=1, Carla=1, Dora=0).draws("general_strike")
    assert (table.game.decision.for_corporation, table.decider) == ("SAFRE", "Bruno")
    table.do(PLAY)
    assert (table.game.decision.for_corporation, table.decider) == ("SARSA", "Carla")  # Dora has no card
    table.do(SUFFER)
    assert table.own.effects == {"FBV": "zero", "SARSA": "zero"}
    assert table.own.support == {"Ada": 5, "Bruno": 0, "Carla": 1, "Dora": 0}
    table.dice(1).comes_to("SAFRE", "run").do(ALL_THREE)
    assert table.told_of(Ran) == [Ran("SAFRE", 130)]


@pytest.mark.clause("1883-11.1.5", "1883-8.1.7.1")
@pytest.mark.parametrize("key", ["general_strike", "railroad_strike"])
def test_the_co_operative_runs_in_full_during_a_strike(key: str) -> None:
    table = Table().phase("2").lay("34 4 0").trains("CCFR", "2").support(Ada=5).draws(key)
    table.comes_to("CCFR", "run").do(routes(("2", "31 34")))
    assert (table.turn.revenue, table.own.support["Ada"]) == (30 + 10, 5)


@pytest.mark.clause("1883-11.1.4", "1883-11.1.3", "1883-R46")
def test_a_struck_corporation_earns_nothing_and_moves_left_once() -> None:
    table = Table(2).phase("2").lay("31 RE2 0").start("SAFRE", "Bruno", at=(3, 5)).trains("SAFRE", "3")
    table.support(Bruno=0).draws("general_strike")
    assert table.price("SAFRE") == 75  # not yet: the marker moves at the run
    table.comes_to("SAFRE")
    table.pass_on(lambda: table.game.decision.for_corporation != "SAFRE" or table.game.state.round.kind == "stock")
    assert table.price("SAFRE") == 70
    assert table.game.state.earnings["SAFRE"] == 0


@pytest.mark.clause("1883-11.1.4")
def test_at_the_left_edge_a_struck_corporation_moves_down() -> None:
    table = Table(2).start("SV", "Bruno", at=(2, 0)).support(Bruno=0).draws("general_strike")
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.game.cell("SV") == (3, 0)


@pytest.mark.clause("1883-11.1.5", "1883-11.1.9")
@pytest.mark.parametrize(("key", "effect"), [("general_strike", "zero"), ("railroad_strike", "half")])
def test_capitalised_ccfr_is_struck_like_others(key: str, effect: str) -> None:
    table = Table(2).phase("5").capitalised("Ada").support(Ada=0).draws(key)
    assert table.own.effects == {"CCFR": effect}


# 5: Landslide


@pytest.mark.clause("1883-11.1.6")
def test_a_landslide_closes_hills_and_mountains_to_tiles_but_not_to_tokens() -> None:
    table = Table().lay("34 58 3").start("SAFRE", "Bruno", at=(3, 7), cash=500).cash(CCFR=100)
    table.draws("landslide").comes_to("CCFR", "track")
    table.may_not(LayTile("25", "8", 2), "1883-11.1.6")
    table.may_not(LayTile("4", "9", 0), "1883-11.1.6")
    hills = [choice.hex for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    assert all(components.hex_table(hex_id)["height"] == "plain" for hex_id in hills)
    table.comes_to("CCFR", "token").may(PlaceToken("43", 0))  # Sassuolo lies in the hills


# 6: Railroad Accident


@pytest.mark.clause("1883-11.1.7", "1883-R63")
def test_an_accident_moves_the_dearest_railway_left_whatever_cards_are_held() -> None:
    table = Table().start("SV", "Bruno", at=(3, 9)).start("FBV", "Carla", at=(3, 8)).support(Bruno=9)
    table.own_is(operated_last=("SV", "FBV")).draws("railroad_accident")
    assert (table.price("SV"), table.price("FBV"), table.own.support["Bruno"]) == (90, 90, 9)


@pytest.mark.clause("1883-11.1.7")
def test_at_the_left_edge_the_accident_moves_a_railway_down() -> None:
    table = Table().start("SV", "Bruno", at=(0, 0)).own_is(operated_last=("SV",)).draws("railroad_accident")
    assert table.game.cell("SV") == (1, 0)


@pytest.mark.clause("1883-11.1.7")
def test_only_a_railway_that_operated_in_the_round_before_has_an_accident() -> None:
    table = Table().start("SV", "Bruno", at=(3, 9), operated=False).start("FBV", "Carla", at=(3, 8))
    table.own_is(operated_last=("FBV",)).draws("railroad_accident")
    assert (table.price("SV"), table.price("FBV")) == (100, 85)


@pytest.mark.clause("1883-11.1.7")
def test_who_operated_is_noted_when_a_round_ends() -> None:
    table = Table().start("SV", "Bruno", at=(3, 8), operated=False)
    table.draws("kings_visit", "kings_visit", of=2).pass_on(lambda: table.game.state.round.number == 2)
    assert "SV" in table.own.operated_last


@pytest.mark.clause("1883-11.1.8", "1883-8.1.7.1")
def test_coaches_and_the_co_operative_have_no_accidents() -> None:
    table = Table().start("SARSA", "Bruno", at=(3, 12)).start("SV", "Carla", at=(3, 4))
    table.own_is(operated_last=("SARSA", "CCFR", "SV")).draws("railroad_accident")
    assert (table.price("SARSA"), table.price("CCFR"), table.price("SV")) == (135, 100, 65)


@pytest.mark.clause("1883-11.1.8")
def test_capitalised_ccfr_can_have_an_accident() -> None:
    table = Table().phase("5").capitalised("Ada").start("SV", "Carla", at=(3, 4))
    table.own_is(operated_last=("CCFR", "SV")).draws("railroad_accident")
    assert (table.price("CCFR"), table.price("SV")) == (90, 70)


@pytest.mark.clause("1883-11.1.8")
@pytest.mark.parametrize(
    ("sv", "fbv", "cash", "victims"),
    [
        (("2", "2"), ("2", "2G", "2G"), (0, 500), ["SV"]),
        (("2",), ("2",), (100, 80), ["SV"]),
        (("2",), ("2",), (80, 100), ["FBV"]),
        (("2",), ("2",), (100, 100), ["SV", "FBV"]),
        (("2",), ("2", "2"), (100, 100), ["FBV"]),
    ],
)
def test_ties_are_broken_by_trains_then_by_cash(
    sv: tuple[str, ...], fbv: tuple[str, ...], cash: tuple[int, int], victims: list[str]
) -> None:
    table = Table().start("SV", "Bruno", at=(3, 8), cash=cash[0]).start("FBV", "Carla", at=(3, 8), cash=cash[1])
    table.trains("CCFR").trains("SV", *sv).trains("FBV", *fbv).own_is(operated_last=("SV", "FBV"))
    table.draws("railroad_accident")
    assert [name for name in ("SV", "FBV") if table.price(name) == 85] == victims


# 7 to 9: Railroad Strike


@pytest.mark.clause("1883-11.1.9", "1883-11.1.10", "1883-8.1.7.1")
def test_a_railroad_strike_halves_the_run_of_130_to_60() -> None:
    table = run_of_130().start("SARSA", "Carla", at=(3, 4)).support(Ada=9, Bruno=1, Carla=9)
    table.draws("railroad_strike")
    assert table.game.decision.for_corporation == "SAFRE"
    table.do(SUFFER)
    assert table.own.effects == {"SAFRE": "half"}  # neither SARSA nor the co-operative was asked
    table.dice(7).comes_to("SAFRE", "run").do(ALL_THREE)
    assert table.told_of(Ran) == [Ran("SAFRE", 60)]
    assert table.turn.revenue == 60


@pytest.mark.clause("1883-11.1.10")
def test_a_2g_train_that_fails_is_left_out_before_the_run_is_halved() -> None:
    table = run_of_130().support(Bruno=0).draws("railroad_strike")
    table.dice(8).comes_to("SAFRE", "run").do(ALL_THREE)
    assert table.turn.revenue == 50  # 110, halved


@pytest.mark.clause("1883-11.1.9")
def test_a_card_of_support_saves_the_run_from_the_railroad_strike() -> None:
    table = run_of_130().support(Bruno=1).draws("railroad_strike")
    table.do(PLAY)
    table.dice(1).comes_to("SAFRE", "run").do(ALL_THREE)
    assert (table.turn.revenue, table.own.support["Bruno"]) == (130, 0)


# 10: Red Week


@pytest.mark.clause("1883-11.1.11")
def test_in_the_red_week_no_route_uses_a_red_line() -> None:
    table = run_of_130().draws("red_week", "kings_visit", of=2).comes_to("SAFRE", "run")
    table.may_not(routes(("3", "31 BOL")), "1883-11.1.11")
    table.may(routes(("2", "6 7 PAR")))  # ordinary track to a box
    table.pass_on(lambda: table.game.state.round.number == 2)
    table.comes_to("SAFRE", "run").may(routes(("3", "31 BOL")))


# 11: Strike Breaker


@pytest.mark.clause("1883-11.1.12", "1883-R58")
def test_a_strike_breaker_cancels_a_general_strike_of_the_next_round() -> None:
    table = Table(2).start("SV", "Bruno").support(Bruno=0).draws("strike_breaker", "general_strike", of=2)
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.own.effects == {}


@pytest.mark.clause("1883-R58", "1883-11.1.12")
def test_a_strike_breaker_works_across_a_stock_round() -> None:
    table = Table(2).start("SV", "Bruno").support(Ada=0, Bruno=0).draws("strike_breaker", "general_strike", turn=2)
    table.pass_on(lambda: str(table.game.state.round) == "OR 3.1")
    assert table.own.deck == ()
    assert table.own.effects == {}


@pytest.mark.clause("1883-R58")
def test_a_strike_breaker_lasts_for_the_next_round_only() -> None:
    table = Table(2).start("SV", "Bruno").support(Bruno=0)
    table.draws("strike_breaker", "kings_visit", "general_strike", of=3)
    table.pass_on(lambda: table.game.state.round.number == 3)
    assert table.own.effects == {"SV": "zero"}


@pytest.mark.clause("1883-11.1.12", "1883-11.1.13", "1883-R59")
@pytest.mark.parametrize(
    ("key", "struck"),
    [
        ("railroad_strike", {"SV": "half"}),
        ("hot_autumn", {"SV": "zero", "SARSA": "zero"}),
        ("bus_strike", {"SARSA": "half"}),
    ],
)
def test_other_strikes_are_not_cancelled_by_it(key: str, struck: dict[str, str]) -> None:
    table = Table(2).start("SV", "Bruno").start("SARSA", "Bruno", at=65).support(Bruno=0)
    table.draws("strike_breaker", key, of=2)
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.own.effects == struck


# 12: King's Visit


@pytest.mark.clause("1883-11.1.14")
def test_the_kings_visit_makes_bologna_worth_ten_less_for_a_round() -> None:
    table = run_of_130().draws("kings_visit", "strike_breaker", of=2)
    table.comes_to("SAFRE", "run").do(routes(("3", "31 BOL")))
    assert table.turn.revenue == 40 + 20
    table.pass_on(lambda: table.game.state.round.number == 2)
    table.comes_to("SAFRE", "run").do(routes(("3", "31 BOL")))
    assert table.turn.revenue == 40 + 30
