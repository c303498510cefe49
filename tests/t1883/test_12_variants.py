"""Section 12: the three variants, agreed before the game."""

import pytest

from ferrovia.engine.flow.actions import Accept, Answer, BuyTrain, DiscardTrain, Pass, PlaceToken, Start
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.actions import Merge
from ferrovia.titles.t1883.events import Bombed, Capitalised, Merged
from ferrovia.titles.t1883.revenue import after_events
from tests.t1883.table import PLAYERS, Table

MERGING, WEAK, BOMBS = ("mandatory_merging",), ("strengthen_the_weak",), ("bombs_away",)
FIRST_5 = BuyTrain("5", "bank", 420)


def before_the_first_5(options: tuple[str, ...] = MERGING, fmmsf: int = 90, fmv: int = 70) -> Table:
    """Carla's SV is about to buy the first 5 train; Ada presides FMMSF, Bruno FMV, and no track joins them."""
    cells = {90: (3, 8), 70: (3, 4), 110: (3, 10)}
    table = (
        Table(options=options).phase("4").sold_out("4").trains("CCFR", "4").start("SV", "Carla", at=(3, 14), cash=420)
    )
    table.start("FMMSF", "Ada", at=cells[fmmsf], stock={"Ada": 2}).start("FMV", "Bruno", at=cells[fmv], operated=False)
    table.game.put_on_market("CCFR", (3, 2))
    return table.operate("SV", "trains")


def end_of_turn(table: Table, corporation: str = "SV") -> Table:
    table.pass_on(lambda: table.game.decision.for_corporation != corporation)
    return table


# 12.0


@pytest.mark.clause("1883-12.0.1")
def test_variants_are_agreed_before_the_game_and_off_by_default() -> None:
    table = before_the_first_5(options=())
    assert table.game.settings.options == ()
    assert sorted(TITLE.options) == ["bombs_away", "mandatory_merging", "strengthen_the_weak"]
    table.do(FIRST_5)
    assert table.own.ccfr == "capitalist"
    end_of_turn(table)
    assert not table.own.merged
    with pytest.raises(AttributeError):
        table.game.settings.options = MERGING  # type: ignore[misc]
    with pytest.raises(Refusal) as refused:
        Game(TITLE, Settings("1883", PLAYERS[:3], "a seed", ("fast_game",)))
    assert refused.value.rule == "1883-12.0.1"


# 12.1 Mandatory merging


@pytest.mark.clause("1883-12.1.1", "1883-12.1.2", "1883-R52")
def test_at_the_end_of_the_turn_with_the_first_5_they_merge_and_then_ccfr_is_capitalised() -> None:
    table = before_the_first_5()
    table.cash(SV=900).do(FIRST_5)
    assert (table.own.merged, table.own.ccfr) == (False, "cooperative")  # the turn of SV goes on
    end_of_turn(table)
    assert table.own.merged
    assert table.own.ccfr == "capitalist"
    assert table.game.trains("CCFR") == ("5",)
    told = table.game.events
    assert told.index(Merged()) < told.index(Capitalised())
    assert table.game.president("SEFTA") == "Ada"


@pytest.mark.clause("1883-12.1.2", "1883-R52")
@pytest.mark.parametrize(("fmmsf", "fmv", "asked"), [(90, 70, "Ada"), (70, 90, "Bruno"), (90, 90, "Ada")])
def test_the_president_of_the_dearer_company_acts_and_of_equal_ones_the_first_in_order(
    fmmsf: int, fmv: int, asked: str
) -> None:
    """Each of them has one odd share: the acting president is asked first."""
    table = before_the_first_5(fmmsf=fmmsf, fmv=fmv)
    table.start("FMMSF", "Ada", at=table.game.cell("FMMSF"), stock={"Ada": 1})
    table.start("FMV", "Bruno", at=table.game.cell("FMV"), stock={"Bruno": 1}, operated=False)
    table.cash(Ada=500, Bruno=500).operate("SV", "trains").do(FIRST_5)
    end_of_turn(table)
    assert (table.step, table.decider) == ("odd_share", asked)


@pytest.mark.clause("1883-12.1.2")
def test_the_president_of_ccfr_is_chosen_when_the_merger_is_settled() -> None:
    """Ada has SEFTA's certificate first; Bruno's odd share makes him its president, and so Ada presides fewest."""
    table = before_the_first_5().members("Ada", "Bruno")
    table.start("FMV", "Bruno", at=(3, 4), stock={"Bruno": 3}, operated=False)
    table.cash(Ada=500, Bruno=500).operate("SV", "trains").do(FIRST_5)
    end_of_turn(table)
    assert (table.step, table.decider, table.own.ccfr) == ("odd_share", "Bruno", "cooperative")
    table.do(Answer("convert"))
    assert table.own.ccfr == "capitalist"
    presidents = {name: table.game.president(name) for name in ("SEFTA", "CCFR")}
    assert presidents == {"SEFTA": "Bruno", "CCFR": "Ada"}


@pytest.mark.clause("1883-12.1.3")
def test_sefta_operates_in_the_same_round_if_neither_company_has() -> None:
    table = before_the_first_5()
    table.do(FIRST_5)
    end_of_turn(table)
    table.comes_to("SEFTA")
    assert table.game.state.round.kind == "operating"
    assert table.game.state.round.turn == 2


@pytest.mark.clause("1883-12.1.3")
def test_sefta_waits_for_the_next_round_if_one_of_them_has_operated() -> None:
    table = before_the_first_5(fmmsf=90, fmv=110).start("SV", "Carla", at=(3, 9), cash=420).operate("SV", "trains")
    table.do(FIRST_5)  # FMV, at 110, had its turn before SV
    acting = set()
    while table.game.state.round.kind == "operating":
        acting.add(table.game.decision.for_corporation)
        table.do(Pass() if Pass() in table.game.decision.choices else table.game.decision.choices[0])
    assert table.own.merged
    assert not acting & {"SEFTA", "FMMSF", "FMV"}


@pytest.mark.clause("1883-11.2.5", "1883-R80", "1883-12.1.3")
@pytest.mark.parametrize(
    ("paid_for", "halved"), [((), True), (("FMMSF",), True), (("FMV",), True), (("FMMSF", "FMV"), False)]
)
def test_a_strike_of_the_round_strikes_a_sefta_that_still_operates_in_it(
    paid_for: tuple[str, ...], halved: bool
) -> None:
    """Autarchy is drawn before the merger: SEFTA is one of all companies, and spared if both its companies were."""
    table = before_the_first_5().support(Ada=3, Bruno=3, Carla=3, Dora=3).draws("autarchy")
    while table.step == "event":
        table.do(Answer("support" if table.game.decision.for_corporation in paid_for else "suffer"))
    table.comes_to("SV", "trains").do(FIRST_5)
    end_of_turn(table)
    table.comes_to("SEFTA")
    assert after_events(table.game, "SEFTA", 130) == (60 if halved else 130)
    assert not {"FMMSF", "FMV"} & set(table.own.effects)


@pytest.mark.clause("1883-12.1.4", "1883-R52")
def test_if_one_of_them_is_not_in_play_sefta_leaves_the_game() -> None:
    table = (
        Table(options=MERGING).phase("4").sold_out("4").trains("CCFR", "4").start("SV", "Carla", at=(3, 14), cash=420)
    )
    table.start("FMMSF", "Ada", at=(3, 4)).operate("SV", "trains").do(FIRST_5)
    assert table.own.no_merger
    assert set(table.game.holders("SEFTA")) == {"out"}
    assert table.own.ccfr == "capitalist"
    table.cash(Ada=1000).stock_round("Ada", turn=6).may_not(Start("SEFTA", 100), "1883-5.3.3.1")
    table.do(Start("FMV", 100))
    table.lay("53 8 3", "63 8 0").own_is(operated_before=("FMMSF", "FMV"))
    table.game.state.operated = (*table.game.state.operated, "FMV")
    table.operate("FMMSF", "merge").may_not(Merge(), "1883-8.3.1")


@pytest.mark.clause("1883-12.1.1")
def test_companies_that_have_merged_before_are_left_alone() -> None:
    table = before_the_first_5().own_is(operated_before=("FMMSF", "FMV")).lay("53 8 3", "63 8 0")
    table.game.state.operated = ("FMMSF", "FMV", "SV")
    table.operate("FMMSF", "merge").do(Merge(), Accept())
    table.cash(SV=420).operate("SV", "trains").do(FIRST_5)
    assert table.own.ccfr == "capitalist"  # at once, by 8.1.8
    assert table.game.is_started("SEFTA")


@pytest.mark.clause("1883-R52")
def test_a_5_taken_by_the_german_occupation_brings_the_merger_at_once() -> None:
    table = before_the_first_5().draws("german_occupation")
    assert table.own.merged
    assert table.own.ccfr == "capitalist"
    assert table.game.decision.for_corporation == "SV"  # nobody has operated yet
    table.comes_to("SEFTA")
    assert str(table.game.state.round) == "OR 2.1"


@pytest.mark.clause("1883-12.1.2", "1883-R64")
def test_ccfr_keeps_to_the_train_limit_after_the_merger() -> None:
    table = before_the_first_5().members("Dora").own_is(ccfr_leader="Dora").trains("CCFR", "3bis", "3bis")
    table.do(FIRST_5)
    end_of_turn(table)
    assert (table.step, table.decider) == ("discard", "Dora")
    table.do(DiscardTrain("3bis"))
    assert table.game.trains("CCFR") == ("3bis", "5")


# 12.2 Strengthen the weak


@pytest.mark.clause("1883-12.2.1")
@pytest.mark.parametrize(("options", "costs"), [((), [40]), (WEAK, [40, 100])])
def test_fmv_has_one_more_token(options: tuple[str, ...], costs: list[int]) -> None:
    table = Table(options=options).phase("4").lay("63 8 4", "76 5 1", "65 9 2", "55 MO2 0", "54 57 0")
    table.start("FMV", "Ada", at=100, cash=500)
    for cost, city in zip(costs, ["76", "55"], strict=False):
        before = table.money("FMV")[0]
        table.operate("FMV", "token").do(PlaceToken(city))
        assert before - table.money("FMV")[0] == cost
    table.operate("FMV", "token").may_not(PlaceToken("54"), "1883-6.5.3")


# 12.3 Bombs away


def raids(table: Table) -> int:
    return len(table.told_of(Bombed))


@pytest.mark.clause("1883-12.3.1")
@pytest.mark.parametrize(("options", "done", "bombs"), [(BOMBS, False, 10), (BOMBS, True, 0), ((), False, 0)])
def test_the_air_raids_come_with_the_first_6_at_the_latest(options: tuple[str, ...], done: bool, bombs: int) -> None:
    table = Table(options=options).phase("5").sold_out("5").capitalised("Dora", at=65)
    table.start("SV", "Ada", at=(3, 14), cash=600).own_is(raids_done=done).operate("SV", "trains")
    table.do(BuyTrain("6", "bank", 500))
    assert raids(table) == bombs
    assert table.own.raids_done == (done or bool(bombs))


@pytest.mark.clause("1883-12.3.1")
def test_raids_that_were_drawn_do_not_come_again() -> None:
    table = (
        Table(options=BOMBS)
        .phase("5")
        .sold_out("5")
        .capitalised("Dora", at=65)
        .start("SV", "Ada", at=(3, 14), cash=600)
    )
    table.draws("air_raids").comes_to("SV", "trains").do(BuyTrain("6", "bank", 500))
    assert raids(table) == 0
