"""Section 8.2: SARSA, the coaches, which need no track."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyPrivate, BuyTrain, LayTile, Pass, PlaceToken
from ferrovia.titles.t1883 import coaches
from ferrovia.titles.t1883.actions import BuyConcession, PlaceCoach
from tests.t1883.table import Table

CASTELNOVO, SASSO = "3", "80"


def sarsa(*placed: str, phase: str = "2", cash: int = 1000) -> Table:
    """SARSA in a later turn, its bases and other coaches placed."""
    table = Table().phase(phase)
    if phase >= "5":
        table.capitalised("Bruno", at=(3, 4))
    table.start("SARSA", "Ada", at=(3, 8), cash=cash)
    return table.own_is(coaching=True, coaches=(CASTELNOVO, SASSO, *placed)).operate("SARSA")


def first_turn(on_offer: str, cash: int = 1000) -> Table:
    """SARSA in its first turn, when this class of train is on offer."""
    classes = ["2", "3", "3bis", "4", "5", "6", "7", "8"]
    table = Table().sold_out(*classes[: classes.index(on_offer)] if on_offer else classes)
    table.trains("CCFR").start("SARSA", "Ada", at=(3, 12), cash=cash, operated=False)
    return table.draws("kings_visit").comes_to("SARSA", "")


def places(table: Table) -> set[str]:
    return {choice.hex for choice in table.game.decision.choices if isinstance(choice, PlaceCoach)}


# Coaches and tokens


@pytest.mark.clause("1883-8.2.1")
def test_coaches_and_station_tokens_do_not_interfere() -> None:
    table = sarsa("12", phase="2").start("FBV", "Carla", at=65, homes=False, cash=100).lay("13 58 0", "72 57 0")
    table.tokens("FBV", "72").operate("SARSA")
    table.own_is(coaches=(CASTELNOVO, SASSO, "71")).do(PlaceCoach("72"))  # a full city
    full = Table().lay("4 9 0", "3 57 0").start("SARSA", "Bruno", at=65).cash(CCFR=100)
    full.own_is(coaching=True, coaches=(CASTELNOVO, SASSO)).operate("CCFR", "token").do(PlaceToken(CASTELNOVO))
    assert full.game.tokens_at(StopId("3.0")) == ("CCFR",)


# The first turn


@pytest.mark.clause("1883-8.2.2", "1883-R47")
@pytest.mark.parametrize(
    ("on_offer", "count"), [("2", 2), ("3", 3), ("3bis", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("", 8)]
)
def test_in_its_first_turn_sarsa_places_as_many_coaches_as_the_train_class_on_offer(on_offer: str, count: int) -> None:
    table = first_turn(on_offer)
    assert table.own.coaches == (CASTELNOVO, SASSO)
    assert table.money("SARSA") == (1000 - 40 - 20,)  # a mountain and a hill
    while table.game.decision.for_corporation == "SARSA" and places(table):
        table.do(PlaceCoach(sorted(places(table))[0]))
    assert len(table.own.coaches) == count
    assert table.own.coaches[:2] == ("3", "80")


@pytest.mark.clause("1883-8.2.2")
def test_no_coach_more_is_placed_in_the_first_turn() -> None:
    table = first_turn("3")
    table.do(PlaceCoach("12"))
    assert table.step == "dividend"
    table = first_turn("3").turn_is(laid=(("12", "3"),))
    table.may_not(PlaceCoach("71"), "1883-8.2.2")


@pytest.mark.clause("1883-8.2.3", "1883-R47")
def test_the_further_coaches_go_next_to_the_bases_in_turn() -> None:
    table = first_turn("5", cash=160)
    assert places(table) == {"2", "4", "12", "13", "70", "71", "79", "88"}
    table.may_not(PlaceCoach("23"), "1883-8.2.3")
    table.do(PlaceCoach("13"))
    assert table.money("SARSA") == (80,)  # a hill
    table.may_not(PlaceCoach("4"), "1883-8.2.3")
    table.do(PlaceCoach("70"))
    table.may_not(PlaceCoach("71"), "1883-8.2.3")
    table.do(PlaceCoach("4"))
    assert table.money("SARSA") == (40,)
    assert table.own.coaches == ("3", "80", "13", "70", "4")


@pytest.mark.clause("1883-R47")
def test_further_coaches_are_optional_and_none_is_placed_besides() -> None:
    table = first_turn("8")
    table.do(Pass())
    assert table.own.coaches == (CASTELNOVO, SASSO)
    assert table.step == "dividend"


@pytest.mark.clause("1883-R73", "1883-8.2.14")
def test_the_first_turn_has_no_coach_on_the_plain() -> None:
    table = (
        Table().phase("5").capitalised("Bruno", at=(3, 4)).start("SARSA", "Ada", at=(3, 12), cash=100, operated=False)
    )
    table.draws("kings_visit").comes_to("SARSA", "coaches").may_not(PlaceCoach("89"), "1883-8.2.14")
    table.may(PlaceCoach("88"))


@pytest.mark.clause("1883-8.2.13")
def test_sarsa_runs_already_in_its_first_turn() -> None:
    table = first_turn("3")
    table.do(Pass())
    assert (table.step, table.turn.revenue) == ("dividend", 20)


# Later turns


@pytest.mark.clause("1883-8.2.4", "1883-8.2.7")
def test_two_coaches_a_turn_one_out_of_each_base() -> None:
    table = sarsa()
    table.do(PlaceCoach("13"))
    table.may_not(PlaceCoach("12"), "1883-8.2.4")
    table.may_not(PlaceCoach("14"), "1883-8.2.4")
    table.do(PlaceCoach("71"))
    assert table.step == "dividend"
    assert table.own.coaches == ("3", "80", "13", "71")


@pytest.mark.clause("1883-8.2.4")
def test_a_third_coach_and_a_second_on_the_same_hex_are_refused() -> None:
    sarsa("13").may_not(PlaceCoach("13"), "1883-8.2.4")
    table = sarsa("13").turn_is(laid=(("14", "3"), ("71", "80")))
    table.may_not(PlaceCoach("24"), "1883-8.2.4")


@pytest.mark.clause("1883-8.2.7")
def test_a_hex_of_the_second_ring_needs_a_coach_of_an_earlier_turn() -> None:
    """The rulebook's pictures: A1 is the ring around the base, A2 what lies next to the coach placed there."""
    table = sarsa()
    assert {"2", "4", "12", "13"} <= places(table)
    table.may_not(PlaceCoach("23"), "1883-8.2.4")
    table.do(PlaceCoach("12"))
    table.may_not(PlaceCoach("23"), "1883-8.2.4")
    table.operate("SARSA").may(PlaceCoach("23"), PlaceCoach("11"), PlaceCoach("22"))
    table.may_not(PlaceCoach("24"), "1883-8.2.4")


@pytest.mark.clause("1883-8.2.5", "1883-R69")
def test_each_coach_pays_for_its_hex_even_where_a_tile_lies() -> None:
    table = sarsa(cash=10).lay("13 58 0").operate("SARSA")
    table.may_not(PlaceCoach("13"), "1883-8.2.5")
    table.cash(SARSA=60).do(PlaceCoach("13"))
    assert table.money("SARSA") == (40,)
    table.do(PlaceCoach("79"))
    assert table.money("SARSA") == (0,)


JOINED = ("13", "24", "33", "42", "50", "61", "70")  # a chain from Castelnovo to Sasso


@pytest.mark.clause("1883-8.2.6")
def test_once_the_bases_are_linked_both_coaches_go_anywhere() -> None:
    table = sarsa(*JOINED)
    table.may_not(PlaceCoach("21"), "1883-8.2.4")
    table.do(PlaceCoach("12"))
    table.do(PlaceCoach("22"))  # next to the one just placed
    assert table.own.coaches[-2:] == ("12", "22")
    apart = sarsa(*JOINED[1:])
    apart.do(PlaceCoach("71"))
    apart.may_not(PlaceCoach("72"), "1883-8.2.4")


# The run


@pytest.mark.clause("1883-8.2.8", "1883-8.2.12")
def test_only_the_best_group_counts_until_the_groups_are_joined() -> None:
    """The rulebook's two pictures on our map: Zocca, Vignola and Montese are worth 40, Sasso 20; joined they are 60."""
    table = sarsa("61", "62", "49")
    table.do(Pass())
    assert (table.step, table.turn.revenue) == ("dividend", 40)
    table = sarsa("61", "62", "49")
    table.do(PlaceCoach("71"), Pass())
    assert (table.step, table.turn.revenue) == ("dividend", 60)


@pytest.mark.clause("1883-8.2.9")
def test_what_hexes_are_worth() -> None:
    table = sarsa(phase="5").lay("72 15 0", "61 4 0")
    values = {
        hex_id: coaches.hex_value(table.game, hex_id) for hex_id in ("80", "70", "71", "72", "62", "61", "31", "5")
    }
    assert values == {"80": 20, "70": 10, "71": 0, "72": 30, "62": 20, "61": 10, "31": 30, "5": 20}
    table.own_is(coaches=("80", "70", "71", "72", "3"))
    assert coaches.revenue(table.game) == 20 + 10 + 0 + 30


@pytest.mark.clause("1883-8.2.10")
@pytest.mark.parametrize(("tile", "value"), [("", 20), ("SA2", 30), ("SA3", 50), ("SA4", 60)])
def test_sassuolo_counts_once_and_with_its_higher_value(tile: str, value: int) -> None:
    table = sarsa(phase="7")
    if tile:
        table.lay(f"43 {tile} 0")
    table.own_is(coaches=("3", "80", "43", "33"))
    assert coaches.hex_value(table.game, "43") == value
    assert coaches.revenue(table.game) == max(20, value)


@pytest.mark.clause("1883-8.2.11")
@pytest.mark.parametrize("box", ["BOL", "LUC", "PRA"])
def test_no_coach_goes_to_an_external_box(box: str) -> None:
    table = sarsa("89", "59", "39", "29", phase="5")
    table.may_not(PlaceCoach(box), "1883-8.2.11")


# Where coaches may go


@pytest.mark.clause("1883-8.2.14")
def test_the_plain_is_open_from_the_first_5_on_to_one_coach_a_turn() -> None:
    sarsa(phase="4").may_not(PlaceCoach("89"), "1883-8.2.14")
    table = sarsa("13", phase="5")
    table.do(PlaceCoach("89"))
    assert table.step == "dividend"
    refused = sarsa("13", phase="5").turn_is(laid=(("89", "plain"),))
    refused.may_not(PlaceCoach("24"), "1883-8.2.14")
    hills_first = sarsa("13", phase="5")
    hills_first.do(PlaceCoach("24"))
    hills_first.may_not(PlaceCoach("89"), "1883-8.2.14")
    hills_first.do(PlaceCoach("71"))


@pytest.mark.clause("1883-8.2.15")
def test_coaches_keep_to_the_fs_line_and_south_of_it() -> None:
    table = sarsa("53", "63", "65", "76", "72", "71", "62", "52", phase="5")
    table.may(PlaceCoach("55"), PlaceCoach("31"))
    table.may_not(PlaceCoach("64"), "1883-8.2.15")
    table.may_not(PlaceCoach("67"), "1883-8.2.15")
    table.own_is(coaches=("3", "80", "71", "72")).may(PlaceCoach("76"))


@pytest.mark.clause("1883-R77")
def test_inaccessible_hexes_take_no_coach() -> None:
    sarsa("11", "1").may_not(PlaceCoach("10"), "1883-R77")


@pytest.mark.clause("1883-R47")
def test_there_are_forty_coaches_and_no_more() -> None:
    everywhere = [hex_id for hex_id in Table().game.title.box.board.hexes if hex_id.isdigit()]
    south = [hex_id for hex_id in everywhere if hex_id not in (CASTELNOVO, SASSO, "13")]
    sarsa(*south[:37]).may(PlaceCoach("13"))
    sarsa(*south[:38]).may_not(PlaceCoach("13"), "1883-R47")


# What SARSA never does


@pytest.mark.clause("1883-8.2.19")
def test_sarsa_never_buys_trains_privates_or_concessions_and_needs_no_train() -> None:
    table = sarsa().privates(FCV="Bruno").operate("SARSA")
    table.may_not(BuyTrain("3", "bank", 180), "1883-8.2.19")
    table.may_not(BuyPrivate("FCV", 100), "1883-8.2.19")
    table.may_not(LayTile("4", "9", 0), "1883-8.2.4")
    table.stock_round("Ada", turn=3).may_not(BuyConcession("1", "SARSA"), "1883-8.2.19")
    assert not table.game.title.trains.must_own(table.game, "SARSA")
