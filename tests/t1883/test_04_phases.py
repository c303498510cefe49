"""Section 4: the eight phases and what each changes."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, BuyPrivate, BuyTrain, LayTile, Start
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.actions import Merge, PlaceCoach
from ferrovia.titles.t1883.components import event_table
from ferrovia.titles.t1883.emilia import FROZEN
from tests.t1883.table import Table, routes
from tests.t1883.test_03_5_closing import modena_vignola

PHASES = list("12345678")
FIRST = {"2": "3", "3": "3bis", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8"}  # the train that starts each phase
COSTS = {"3": 180, "3bis": 220, "4": 300, "5": 420, "6": 500, "7": 550, "8": 600}


def in_phase(phase: str) -> Table:
    """A phase without private companies, events and the co-operative."""
    return Table().privates().phase(phase).own_is(deck=(), ccfr=FROZEN, ccfr_leader="").trains("CCFR")


def before(phase: str) -> Table:
    """FBV, which Ada leads, can buy the first train of a phase."""
    last = PHASES[PHASES.index(phase) - 1]
    return in_phase(last).sold_out("2", FIRST.get(last, "2")).start("FBV", "Ada", cash=1000).operate("FBV", "trains")


def buy_first(table: Table, phase: str) -> None:
    train = FIRST[phase]
    table.do(BuyTrain(train, "bank", COSTS[train]))


# When a phase begins


@pytest.mark.clause("1883-4.0.1")
@pytest.mark.parametrize("phase", PHASES[1:])
def test_a_phase_begins_when_its_first_train_leaves_the_bank(phase: str) -> None:
    table = before(phase)
    assert table.game.state.phase == PHASES[PHASES.index(phase) - 1]
    buy_first(table, phase)
    assert table.game.state.phase == phase


@pytest.mark.clause("1883-4.0.1")
def test_nothing_else_begins_a_phase() -> None:
    table = Table().privates().start("FBV", "Ada", cash=1000).sold_out("2")
    assert table.title.trains.on_sale(table.game) == ("3", "2G")  # all 2 trains are gone
    assert table.game.state.phase == "1"
    table.start("SV", "Ada").trains("SV", "3").trains("pool", "4").operate("FBV", "trains")
    table.do(BuyTrain("3", "SV", 1), BuyTrain("4", "pool", 300))
    assert table.game.trains("FBV") == ("3", "4")
    assert table.game.state.phase == "1"
    table.do(BuyTrain("3", "bank", 180))
    assert table.game.state.phase == "2"


# Rounds


@pytest.mark.clause("1883-4.0.2")
@pytest.mark.clause("1883-4.0.3")
@pytest.mark.clause("1883-4.0.4")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("1", 1), ("2", 2), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3), ("8", 3)]
)
def test_operating_rounds_between_stock_rounds(phase: str, rounds: int) -> None:
    table = in_phase(phase).start("FBV", "Ada").stock_round("Ada")
    played = table.pass_on(until=lambda: table.game.state.round.turn == 3)
    assert played == ["SR 2", *(f"OR 2.{number}" for number in range(1, rounds + 1)), "SR 3"]


@pytest.mark.clause("1883-R18", "1883-4.0.3")
@pytest.mark.parametrize(("phase", "now", "then"), [("2", 1, 2), ("5", 2, 3)])
def test_a_new_number_of_rounds_counts_from_the_next_set_on(phase: str, now: int, then: int) -> None:
    table = before(phase).operate("FBV", "trains", number=1, of=now)
    buy_first(table, phase)
    played = table.pass_on(until=lambda: table.game.state.round.turn == 4)
    first = [f"OR 2.{number}" for number in range(1, now + 1)]
    assert played == [*first, "SR 3", *(f"OR 3.{number}" for number in range(1, then + 1)), "SR 4"]


# Pars


@pytest.mark.clause("1883-4.0.5")
@pytest.mark.clause("1883-4.0.6")
@pytest.mark.clause("1883-4.0.7")
@pytest.mark.parametrize("phase", PHASES)
def test_pars(phase: str) -> None:
    allowed = [65, 85, 100] + [110] * (phase >= "2") + [150] * (phase >= "5")
    table = in_phase(phase).stock_round("Ada")
    for par in (60, 65, 70, 85, 90, 100, 110, 120, 150, 165):
        if par in allowed:
            table.may(Start("SV", par))
        else:
            table.may_not(Start("SV", par), "1883-5.3.3.2")
    table.do(Start("SV", allowed[-1]))
    assert (table.price("SV"), table.money("SV")) == (allowed[-1], (2 * allowed[-1],))


# Tiles: Guastalla, the home of SV, from its first tile to the last

GUASTALLA = {
    "yellow": ((), LayTile("37", "5", 4)),
    "green": (("37 5 4",), LayTile("37", "15", 4)),
    "brown": (("37 15 4",), LayTile("37", "611", 4)),
    "grey": (("37 611 4",), LayTile("37", "51", 4)),
}


@pytest.mark.clause("1883-4.0.8")
@pytest.mark.clause("1883-4.0.9")
@pytest.mark.clause("1883-4.0.10")
@pytest.mark.clause("1883-4.0.11")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(("colour", "since"), [("yellow", "1"), ("green", "2"), ("brown", "5"), ("grey", "7")])
def test_tile_colours(phase: str, colour: str, since: str) -> None:
    there, lay = GUASTALLA[colour]
    table = in_phase(phase).start("SV", "Ada").lay(*there).operate("SV")
    if phase >= since:
        table.do(lay)
        assert table.game.layout.face("37").colour == colour
    else:
        table.may_not(lay, "1883-6.4.2.1")


# Trains


@pytest.mark.clause("1883-4.0.12")
def test_up_to_four_trains_until_phase_3_and_the_2g_do_not_count() -> None:
    table = in_phase("3").start("FBV", "Ada", cash=1000).trains("FBV", "2", "2", "3", "3bis", "2G", "2G")
    table.operate("FBV", "trains").may_not(BuyTrain("3bis", "bank", 220), "1883-6.8.3.1")
    table.do(BuyTrain("2G", "bank", 20))
    assert table.game.trains("FBV").count("2G") == 3


@pytest.mark.clause("1883-4.0.12")
@pytest.mark.clause("1883-4.0.13")
@pytest.mark.parametrize(
    ("phase", "limit"), [("1", 4), ("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("7", 2), ("8", 2)]
)
def test_the_train_limit(phase: str, limit: int) -> None:
    train = "2" if phase <= "3" else "4" if phase <= "7" else "5"
    table = in_phase(phase).start("FBV", "Ada", cash=1000).trains("FBV", *[train] * (limit - 1)).trains("pool", train)
    buy = BuyTrain(train, "pool", table.title.box.trains[train].cost)
    table.operate("FBV", "trains").do(buy)
    table.trains("pool", train).operate("FBV", "trains").may_not(buy, "1883-6.8.3.1", f"the limit is {limit}")


@pytest.mark.clause("1883-4.0.14")
def test_the_first_4_train_scraps_all_2_and_2g() -> None:
    table = Table().privates().phase("3").own_is(deck=()).sold_out("3bis").start("SV", "Bruno").start("FBV", "Ada")
    table.trains("SV", "2", "2", "2G").trains("CCFR", "2", "3", "2G", "2G").trains("pool", "2").cash(FBV=300)
    table.operate("FBV", "trains").do(BuyTrain("4", "bank", 300))
    assert table.game.trains("SV") == ()
    assert table.game.trains("CCFR") == ("3", "4")
    assert table.game.trains("pool") == ()
    assert not {"2", "2G"} & set(table.game.trains("bank"))
    assert table.money("SV", "CCFR") == (0, 0)  # no compensation
    table.cash(SV=100).operate("SV", "trains").may_not(BuyTrain("2G", "bank", 20), "1883-6.8.5.2")


@pytest.mark.clause("1883-4.0.15")
def test_the_first_5_train_scraps_the_3_but_not_the_3bis() -> None:
    table = before("5").start("SV", "Bruno").trains("SV", "3", "3bis").trains("pool", "3", "3bis")
    buy_first(table, "5")
    assert table.game.trains("SV") == ("3bis",)
    assert table.game.trains("pool") == ("3bis",)


@pytest.mark.clause("1883-4.0.16")
def test_the_first_6_train_scraps_the_3bis_in_the_pool_too() -> None:
    table = before("6").start("SV", "Bruno").trains("SV", "3bis", "4").trains("pool", "3bis", "5")
    buy_first(table, "6")
    assert table.game.trains("SV") == ("4",)
    assert table.game.trains("pool") == ("5",)


@pytest.mark.clause("1883-4.0.17")
def test_the_first_8_train_scraps_the_4_and_nothing_later_goes() -> None:
    table = before("8").start("SV", "Bruno").trains("SV", "4", "5").start("FMV", "Carla").trains("FMV", "6", "7")
    buy_first(table, "8")
    assert table.game.trains("SV") == ("5",)
    assert table.game.trains("FMV") == ("6", "7")
    assert table.game.trains("FBV") == ("8",)


@pytest.mark.clause("1883-4.0.17")
@pytest.mark.parametrize(("phase", "owned"), [("2", ("2", "2G")), ("3", ("2", "2G", "3")), ("7", ("4", "5"))])
def test_phases_2_3_and_7_scrap_nothing(phase: str, owned: tuple[str, ...]) -> None:
    table = before(phase).start("SV", "Bruno").trains("SV", *owned)
    buy_first(table, phase)
    assert table.game.trains("SV") == owned


# Private companies, boxes, events, anchors


@pytest.mark.clause("1883-4.0.18")
@pytest.mark.parametrize("phase", PHASES)
def test_when_corporations_may_buy_private_companies(phase: str) -> None:
    owners = {"TCB": "Bruno"} if phase < "5" else {}
    table = in_phase(phase).privates(**owners).start("SV", "Ada", cash=100).operate("SV")
    if phase == "1":
        table.may_not(BuyPrivate("TCB", 20), "1883-4.0.18")
    elif phase < "5":
        table.may_not(BuyPrivate("TCB", 9), "1883-3.4.2")
        table.may_not(BuyPrivate("TCB", 41), "1883-3.4.2")
        table.may(BuyPrivate("TCB", 40))
        table.do(BuyPrivate("TCB", 10), Accept())
    else:
        table.may_not(BuyPrivate("TCB", 20), "1883-3.5.1")


@pytest.mark.clause("1883-4.0.19")
@pytest.mark.parametrize(
    ("phase", "worth"),
    [("1", 20), ("2", 20), ("3", 30), ("4", 30), ("5", 30), ("6", 50), ("7", 50), ("8", 50)],
)
def test_what_an_external_box_pays(phase: str, worth: int) -> None:
    """From Montecchio, 20, over the river to Parma."""
    train = "2" if phase < "4" else "4" if phase < "8" else "5"
    table = in_phase(phase).start("FBV", "Ada").lay("6 6 1", "7 8 0").tokens("FBV", "6").trains("FBV", train)
    table.operate("FBV", "run").do(routes((train, "6 7 PAR")))
    turn = table.game.find(OperatingTurn)
    assert turn is not None
    assert turn.revenue == 20 + worth


@pytest.mark.clause("1883-4.0.20")
@pytest.mark.parametrize(("phase", "deck", "cards"), [("3", 2, 11), ("6", 3, 8)])
def test_a_new_deck_comes_at_once_and_the_next_round_draws_from_it(phase: str, deck: int, cards: int) -> None:
    table = before(phase).own_is(deck=("flooding",), first_round_over=True).operate("FBV", "trains", of=2)
    buy_first(table, phase)
    new = table.own.deck
    assert len(new) == cards
    assert {event_table(card)["deck"] for card in new} == {deck}
    table.own_is(deck=("verona_porta_nuova", "empire_declared") if deck == 2 else ("economic_boom", "tax_shield"))
    table.pass_on(until=lambda: str(table.game.state.round) == "OR 2.2")
    assert {event_table(card)["deck"] for card in table.own.in_force} == {deck}


@pytest.mark.clause("1883-4.0.20")
@pytest.mark.parametrize("phase", ["2", "4", "5", "7", "8"])
def test_other_phases_keep_the_deck(phase: str) -> None:
    table = before(phase).own_is(deck=("flooding", "landslide"))
    buy_first(table, phase)
    assert table.own.deck == ("flooding", "landslide")


@pytest.mark.clause("1883-4.0.21")
def test_an_anchor_is_worth_less_right_after_the_first_4_train() -> None:
    table = in_phase("3").start("FSF", "Ada", cash=300).lay("37 5 4").trains("FSF", "3").sold_out("3bis")
    table.own_is(ports=(("37", "FSF"),))

    def run() -> int:
        table.operate("FSF", "run").do(routes(("3", "37 47")))
        turn = table.game.find(OperatingTurn)
        assert turn is not None
        return turn.revenue

    assert run() == 40 + 20
    table.operate("FSF", "trains").do(BuyTrain("4", "bank", 300))
    assert run() == 40 + 10


# What some phases bring


@pytest.mark.clause("1883-4.0.22")
@pytest.mark.parametrize("phase", PHASES)
def test_the_merger_is_possible_from_phase_4_on(phase: str) -> None:
    table = modena_vignola(phase).privates().operate("FMMSF", "merge")
    if phase < "4":
        table.may_not(Merge(), "1883-4.0.22")
    else:
        table.do(Merge())
        assert table.own.merged


@pytest.mark.clause("1883-4.0.23")
def test_the_first_5_train_capitalises_ccfr_and_lets_coaches_into_the_plain() -> None:
    table = Table().privates().phase("4").own_is(deck=()).trains("CCFR", "3").sold_out("4")
    table.start("FBV", "Ada", cash=420).start("SARSA", "Bruno", at=65, cash=100)
    table.own_is(coaches=("3", "80"), coaching=True)
    table.operate("SARSA").may_not(PlaceCoach("89"), "1883-8.2.14")
    assert table.own.ccfr == "cooperative"
    table.operate("FBV", "trains").do(BuyTrain("5", "bank", 420))
    assert table.own.ccfr == "capitalist"
    table.operate("SARSA").do(PlaceCoach("89"))
    assert "89" in table.own.coaches


def test_the_phases_of_this_file_are_those_of_the_sheet() -> None:
    assert {name: phase.starts_with for name, phase in TITLE.box.phases.items() if phase.starts_with} == FIRST
