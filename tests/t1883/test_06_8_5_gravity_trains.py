"""1883, 6.8.5: 2G trains, which run downhill by themselves if the die allows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ferrovia.engine.flow.actions import BuyTrain, Dividend, Pass
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883.actions import PlaceAnchor
from tests.t1883.table import Table, routes

Rolls = Callable[..., list[int]]  # what the dice will show; gives the sides of those that are rolled

VIGNOLA_MODENA = ("62 57 0", "63 9 0", "65 8 0")  # hill 20 to plain 30
DOWN = "62 63 65 55"
# Sassuolo - Ventoso - Reggio Emilia, Reggio Emilia - Bagnolo.
REGGIO = ("34 58 3", "35 4 0")
# From the mountain at Pavullo down to Reggio Emilia without a stop between.
PAVULLO_REGGIO = ("41 57 2", "32 9 2", "23 8 3", "24 9 0", "25 8 4")
# From Vignola to the port of Sermide without a stop between.
VIGNOLA_SERMIDE = ("62 57 0", "63 9 0", "65 8 4", "73 9 1", "83 8 1", "84 9 0", "85 8 4", "94 57 1")


def run_step(
    corporation: str, *tiles: str, trains: tuple[str, ...] = ("2", "2G"), token: str = "", phase: str = "1"
) -> Table:
    table = Table().phase(phase).lay(*tiles).start(corporation, at=85).tokens(corporation, *token.split())
    return table.trains(corporation, *trains).operate(corporation, "run")


def train_step(*trains: str, phase: str = "1", cash: int = 200) -> Table:
    table = Table().phase(phase).lay("37 57 1").start("SV", cash=cash).trains("SV", *trains)
    return table.operate("SV", "trains")


def buy_2g(source: str = BANK, price: int = 20) -> BuyTrain:
    return BuyTrain("2G", source, price)


@pytest.fixture
def rolls(monkeypatch: pytest.MonkeyPatch) -> Rolls:
    """Say what the dice will show."""

    def fixed(*shown: int) -> list[int]:
        left = list(shown)
        asked: list[int] = []

        def roll(game: Game, sides: int) -> int:
            asked.append(sides)
            return left.pop(0)

        monkeypatch.setattr(Game, "roll", roll)
        return asked

    return fixed


# Buying


@pytest.mark.clause("1883-6.8.5.1")
def test_no_more_2g_than_trains_2_3_and_3bis() -> None:
    table = train_step("2")
    table.do(buy_2g())
    table.may_not(buy_2g(), "1883-6.8.5.1")
    train_step().may_not(buy_2g(), "1883-6.8.5.1")
    train_step("4", phase="3").may_not(buy_2g(), "1883-6.8.5.1")
    mixed = train_step("2", "3", "3bis", "2G", "2G", phase="3", cash=320)
    mixed.do(buy_2g())
    mixed.may_not(buy_2g(), "1883-6.8.5.1")


@pytest.mark.clause("1883-R37")
def test_a_2g_without_partner_goes_back_to_its_box_unpaid() -> None:
    table = train_step("2", "2", "2G", "2G", cash=0).start("FBV", at=85, cash=50).operate("FBV", "trains")
    left = table.game.trains(BANK).count("2G")
    table.do(BuyTrain("2", "SV", 10))
    assert table.game.trains("SV") == ("2", "2G")
    assert table.game.trains(BANK).count("2G") == left + 1
    assert table.money("SV") == (10,)


@pytest.mark.clause("1883-R37")
def test_a_2g_is_traded_within_the_ratio() -> None:
    table = train_step("2", "2G", cash=0).start("FBV", at=85, cash=50).operate("FBV", "trains")
    table.may_not(buy_2g("SV", 5), "1883-6.8.5.1")
    table.trains("FBV", "3").operate("FBV", "trains").do(buy_2g("SV", 5))
    assert (table.game.trains("SV"), table.game.trains("FBV")) == (("2",), ("3", "2G"))


@pytest.mark.clause("1883-6.8.5.2")
@pytest.mark.parametrize(("phase", "on_sale"), [("1", "2"), ("2", "3"), ("3", "3bis")])
def test_2g_are_sold_beside_the_others_until_phase_4(phase: str, on_sale: str) -> None:
    table = train_step("3", phase=phase)
    assert table.title.trains.on_sale(table.game) == (on_sale, "2G")
    table.do(buy_2g())
    assert table.game.state.phase == phase


@pytest.mark.clause("1883-6.8.5.2")
def test_from_phase_4_no_2g_is_sold() -> None:
    table = train_step("3", phase="4", cash=300)
    table.game.give_train("2G", "out", BANK)
    table.operate("SV", "trains").may_not(buy_2g(), "1883-6.8.5.2")


@pytest.mark.clause("1883-6.8.5.3")
def test_2g_are_apart_from_the_limit_and_do_not_meet_the_duty() -> None:
    table = train_step("2", "2", "2", "2", "2G", "2G", "2G")
    table.do(buy_2g())
    assert len(table.game.trains("SV")) == 8
    train_step("2G").may_not(Pass(), "1883-6.8.1")
    train_step("2", "2G").may(Pass())


# Routes


@pytest.mark.clause("1883-6.8.5.4")
def test_a_2g_runs_downhill() -> None:
    run_step("FMV", *VIGNOLA_MODENA).may(routes(("2G", DOWN)))  # hill to plain
    run_step("FMV", *VIGNOLA_MODENA).may_not(routes(("2G", "55 65 63 62")), "1883-6.8.5.4")  # plain to hill
    run_step("SAFRE", "41 57 0", "42 4 0", token="41").may(routes(("2G", "41 42")))  # mountain to hill
    reggio = run_step("SAFRE", *REGGIO)
    reggio.may_not(routes(("2G", "31 35")), "1883-6.8.5.4")  # plain to plain
    reggio.may_not(routes(("2G", "31 34")), "1883-6.8.5.4")  # plain to hill
    reggio.may(routes(("2G", "34 31")))
    hills = run_step("SAFRE", *REGGIO, token="43")
    hills.may_not(routes(("2G", "43 34")), "1883-6.8.5.4")


@pytest.mark.clause("1883-R36", "1883-6.8.5.4")
def test_only_the_heights_of_the_two_stops_count() -> None:
    """Pavullo, a mountain, straight to Reggio Emilia in the plain, over hills."""
    table = run_step("SAFRE", *PAVULLO_REGGIO)
    table.may(routes(("2G", "41 32 23 24 25 31")))


@pytest.mark.clause("1883-R36")
def test_a_2g_takes_no_red_line_and_no_track_of_another_2g() -> None:
    red = run_step("FMMSF")
    red.may_not(routes(("2G", "55 BOL")), "1883-R36")
    table = run_step("FMV", *VIGNOLA_MODENA, trains=("2", "2", "2G", "2G"))
    table.may_not(routes(("2G", DOWN), ("2G", DOWN)), "1883-R36")
    apart = run_step("SAFRE", *REGGIO, *PAVULLO_REGGIO, trains=("2", "2", "2G", "2G"))
    apart.may(routes(("2G", "34 31"), ("2G", "41 32 23 24 25 31")))


@pytest.mark.clause("1883-6.8.5.5")
def test_a_2g_links_two_stops_that_follow_each_other() -> None:
    """Sassuolo, a hill - Ventoso, a town - Reggio Emilia in the plain."""
    table = run_step("SAFRE", *REGGIO, token="43")
    table.may_not(routes(("2G", "43 34 31")), "1883-6.8.5.5")
    table.may(routes(("2G", "34 31")))


@pytest.mark.clause("1883-6.8.5.6")
def test_a_2g_needs_an_own_token_at_one_of_its_stops() -> None:
    table = run_step("FMV", *VIGNOLA_MODENA, *REGGIO)
    table.may_not(routes(("2G", "34 31")), "1883-6.8.5.6")
    below = run_step("FMMSF", *VIGNOLA_MODENA)
    below.may(routes(("2G", DOWN)))  # a token at the foot will do


@pytest.mark.clause("1883-6.8.5.1")
def test_no_more_2g_run_than_there_are() -> None:
    table = run_step("SAFRE", *REGGIO, *PAVULLO_REGGIO)
    table.may_not(routes(("2G", "34 31"), ("2G", "41 32 23 24 25 31")), "1883-6.8.5.1")


# What they earn


@pytest.mark.clause("1883-6.8.5.7", "1883-R19")
@pytest.mark.parametrize(("tiles", "worth"), [((), 30), (("62 14 0",), 30)])
def test_half_the_worth_rounded_up_to_tens(tiles: tuple[str, ...], worth: int, rolls: Rolls) -> None:
    """Vignola 20, or 30 once green, and Modena 30."""
    rolls(1)
    table = run_step("FMV", *VIGNOLA_MODENA, *tiles)
    table.do(routes(("2G", DOWN)))
    assert table.turn.revenue == worth


@pytest.mark.clause("1883-R38")
def test_an_anchor_is_added_to_the_half_of_the_route(rolls: Rolls) -> None:
    """Vignola 20 and Sermide 20: 20; with an anchor there 20 more. Strikes halve the whole run, anchors and all."""
    way = "62 63 65 73 83 84 85 94"
    for ports, half, whole in (((), 20, 40), ((("94", "FMV"),), 40, 60), ((("94", "FSF"),), 20, 40)):
        rolls(1)
        table = run_step("FMV", *VIGNOLA_SERMIDE).own_is(ports=ports)
        table.do(routes(("2G", way)))
        assert table.turn.revenue == half
        regular = run_step("FMV", *VIGNOLA_SERMIDE).own_is(ports=ports)
        regular.do(routes(("2", way)))
        assert regular.turn.revenue == whole
        struck = run_step("FMV", *VIGNOLA_SERMIDE).own_is(ports=ports, effects={"FMV": "half"})
        struck.do(routes(("2", way)))
        assert struck.turn.revenue == whole // 2


@pytest.mark.clause("1883-R38")
def test_an_anchor_is_placed_free_and_unconnected_for_good() -> None:
    table = Table().start("FSF", cash=0).own_is(anchors={"FSF": 2}).operate("FSF")
    assert "94.0" not in table.game.reach("FSF").paths
    table.do(PlaceAnchor("94"))
    assert table.money("FSF") == (0,)
    assert table.own.ports == (("94", "FSF"),)
    table.phase("2").may_not(PlaceAnchor("94"), "1883-A1.1")
    table.do(PlaceAnchor("58"))
    table.may_not(PlaceAnchor("37"), "1883-3.2.6")


@pytest.mark.clause("1883-6.8.5.8")
def test_a_2g_shares_track_with_a_regular_train(rolls: Rolls) -> None:
    rolls(1)
    table = run_step("FMV", *VIGNOLA_MODENA)
    table.do(routes(("2", DOWN), ("2G", DOWN)))
    assert table.turn.revenue == 50 + 30


@pytest.mark.clause("1883-6.8.5.9")
@pytest.mark.parametrize(("rolled", "earned", "kept"), [(1, 30, 1), (7, 30, 1), (8, 0, 1), (9, 0, 1), (10, 0, 0)])
def test_the_die(rolled: int, earned: int, kept: int, rolls: Rolls) -> None:
    asked = rolls(rolled)
    table = run_step("FMV", *VIGNOLA_MODENA)
    on_offer = table.game.trains(BANK).count("2G")
    table.do(routes(("2", DOWN), ("2G", DOWN)))
    assert asked == [10]
    assert table.turn.revenue == 50 + earned
    assert table.game.trains("FMV").count("2G") == kept
    assert table.game.trains(BANK).count("2G") == on_offer + 1 - kept
    if not kept:
        table.do(Dividend("withhold"))
        table.cash(FMV=20).operate("FMV", "trains").do(buy_2g())


@pytest.mark.clause("1883-6.8.5.9")
def test_one_die_for_each_2g_that_runs(rolls: Rolls) -> None:
    asked = rolls(10, 3)
    table = run_step("SAFRE", *REGGIO, *PAVULLO_REGGIO, trains=("2", "2", "2G", "2G"))
    table.do(routes(("2G", "34 31"), ("2G", "41 32 23 24 25 31")))
    assert asked == [10, 10]
    assert table.turn.revenue == 30
    assert table.game.trains("SAFRE") == ("2", "2", "2G")
    none = rolls()
    idle = run_step("FMV", *VIGNOLA_MODENA)
    idle.do(routes(("2", DOWN)))
    assert none == []


@pytest.mark.clause("1883-6.8.5.10")
@pytest.mark.parametrize(("rolled", "run", "price"), [(7, 90, 90), (8, 60, 85)])
def test_what_a_2g_earns_counts_for_the_price(rolled: int, run: int, price: int, rolls: Rolls) -> None:
    """Green Vignola 30 and Modena 30: 60, and 30 by the 2G."""
    rolls(rolled)
    table = run_step("FMV", *VIGNOLA_MODENA, "62 14 0").cash(Ada=0)
    assert table.price("FMV") == 85
    table.do(routes(("2", DOWN), ("2G", DOWN)))
    assert table.turn.revenue == run
    table.do(Dividend("pay"))
    assert table.price("FMV") == price
    assert table.money("Ada") == (run // 5,)


@pytest.mark.clause("1883-6.8.5.11")
@pytest.mark.parametrize(("rolled", "total"), [(1, 140), (7, 140), (8, 110), (10, 110)])
def test_example_two_2_and_a_2g(rolled: int, total: int, rolls: Rolls) -> None:
    """A eastern Sassuolo 20, B Modena 30, D green Vignola 30: A-B 50, B-C-D 60, and the 2G B-C-D 30."""
    rolls(rolled)
    table = run_step("FMV", *VIGNOLA_MODENA, "62 14 0", "53 8 1", trains=("2", "2", "2G"), token="55")
    table.do(routes(("2", "43 53 55"), ("2", DOWN), ("2G", DOWN)))
    assert table.turn.revenue == total


@pytest.mark.clause("1883-6.8.5.9")
def test_the_best_run_listed_has_the_2g_in_it() -> None:
    table = run_step("FMV", *VIGNOLA_MODENA)
    (best,) = (choice for choice in table.game.decision.choices if choice != Pass())
    assert best == routes(("2", "55 65 63 62"), ("2G", DOWN))
    alone = run_step("FMV", *VIGNOLA_MODENA, trains=("2G",))
    assert [choice for choice in alone.game.decision.choices if choice != Pass()] == [routes(("2G", DOWN))]
