"""Sections 3.7, 3.7.1 and 3.7.2: which two companies merge into a national one."""

import pytest

from ferrovia.engine.flow.actions import Answer, Pass, Start
from ferrovia.titles.t18fb import TITLE
from ferrovia.titles.t18fb.bankruptcy import close
from ferrovia.titles.t18fb.events import NationalFormed
from tests.t18fb.conventions import CANDIDATES, FIRST_PH6, NO, YES, begin, eve_of_ph6, merged, two_merge
from tests.t18fb.table import Table

BOTH = pytest.mark.parametrize("national", ["RM", "RA"])


def asked(table: Table) -> tuple[str, str]:
    """Which company is asked, and who answers for it."""
    decision = table.game.decision
    return decision.for_corporation, decision.player


def parents(table: Table, national: str) -> set[str]:
    """The companies a national was formed out of."""
    return set(CANDIDATES[national]) & set(table.own.gone)


# PH6


@pytest.mark.clause("18FB-3.7.1", "18FB-R57")
def test_the_first_ph6_train_forms_both_at_once_and_then_the_turn_goes_on() -> None:
    table = eve_of_ph6("RM", 140, 120, 90, 80)
    table.start("FB", "Ezio", at=60).trains("FB", "PH3", "PH4").cash(FP=2000)
    begin(table, YES)
    assert table.game.trains("FB") == ("PH4",)  # PH3 trains are scrapped before anything else
    assert not table.game.is_started("RM")
    formed = [event.national for event in table.do(YES) if isinstance(event, NationalFormed)]
    assert formed == ["RM", "RA"]  # RM completely, then RA
    assert table.game.is_started("RM")
    assert table.game.is_started("RA")
    assert (table.turn.corporation, table.step) == ("FP", "trains")
    assert table.game.trains("FP") == ("PH5", "PH6")


@pytest.mark.clause("18FB-3.7.1", "18FB-R57")
def test_the_next_ph6_trains_form_nothing() -> None:
    table = merged(two_merge())
    table.cash(FP=2000).do(FIRST_PH6)
    assert (table.turn.corporation, table.step) == ("FP", "trains")


@pytest.mark.clause("18FB-R57")
def test_a_buyer_that_merges_has_had_its_turn_and_its_train_goes_to_the_national() -> None:
    table = two_merge(prices=(120, 140), buyer="Bruno", presidents=("Carla", "Ada"))
    table.start("FB", "Bruno", at=60, cash=100).trains("FB", "PH4").cash(NN=2000)
    table.operate("NN", "trains", turn=6).do(FIRST_PH6, YES, YES)
    assert sorted(table.game.trains("RM")) == ["PH4", "PH5", "PH6"]
    assert table.game.cash("RM") == 1350
    assert table.turn.corporation == "FB"  # neither NN nor RM goes on, though RM stands higher
    assert table.own.exchange_order[0] == "Ada"
    table.pass_on(lambda: table.game.state.round.number == 2 and table.turn.corporation == "RM")


@pytest.mark.clause("18FB-3.7.1.1")
@BOTH
def test_a_national_always_forms_out_of_two_companies_and_never_before_ph6(national: str) -> None:
    table = eve_of_ph6(national, 140, 120, 90, 80)
    table.stock_round().may_not(Start(national, 100), "18FB-3.3.4.4")
    begin(table, NO, NO)
    assert table.game.is_started(national)
    assert len(parents(table, national)) == 2


# Who is asked


@pytest.mark.clause("18FB-3.7.1.2", "18FB-3.7.1.3")
def test_the_presidents_of_the_four_candidates_are_asked_in_market_order() -> None:
    table = eve_of_ph6("RM", 140, 120, 90, 80).start("FB", "Ezio", at=150).trains("FB", "PH5")
    begin(table)
    assert asked(table) == ("LdA", "Ada")
    table.may_not(Pass(), "18FB-3.7.1.3")
    table.may_not(Answer("perhaps"), "18FB-3.7.1.3")
    table.may_not(YES, "18FB-1.1.2", by="Bruno")
    table.do(NO)
    assert asked(table) == ("NN", "Bruno")
    table.do(YES)
    assert asked(table) == ("FC", "Carla")
    table.do(YES)
    assert parents(table, "RM") == {"NN", "FC"}
    assert table.step == "trains"  # FSC and FB were never asked


@pytest.mark.clause("18FB-3.7.1.3")
def test_the_order_is_that_of_the_market_not_of_the_list() -> None:
    table = eve_of_ph6("RM", 80, 90, 120, 140)
    begin(table)
    assert asked(table) == ("FSC", "Dora")
    table.do(NO)
    assert asked(table) == ("FC", "Carla")


@pytest.mark.clause("18FB-3.7.1.4", "18FB-3.7.2.2")
@BOTH
def test_two_acceptances_end_it(national: str) -> None:
    table = begin(eve_of_ph6(national, 140, 120, 90, 80), YES, YES)
    first, second, *others = CANDIDATES[national]
    assert parents(table, national) == {first, second}
    assert all(table.game.is_started(name) for name in others)
    assert table.turn.corporation == "FP"


@pytest.mark.clause("18FB-3.7.1.5", "18FB-R58", "18FB-3.7.2.2")
@pytest.mark.parametrize(
    ("answers", "pair"),
    [
        ((NO, YES, NO), (1, 3)),
        ((YES, NO, NO), (0, 3)),
        ((NO, YES, YES), (1, 2)),
        ((YES, NO, YES), (0, 2)),
    ],
)
@BOTH
def test_with_one_acceptance_the_lowest_of_the_others_makes_up_the_pair(
    national: str, answers: tuple[Answer, ...], pair: tuple[int, ...]
) -> None:
    table = begin(eve_of_ph6(national, 140, 120, 90, 80), *answers)
    assert parents(table, national) == {CANDIDATES[national][number] for number in pair}


@pytest.mark.clause("18FB-3.7.1.6", "18FB-R58", "18FB-3.7.2.2")
@BOTH
def test_if_the_two_highest_refuse_the_other_two_must_merge_unasked(national: str) -> None:
    table = begin(eve_of_ph6(national, 140, 120, 90, 80), NO, NO)
    assert parents(table, national) == set(CANDIDATES[national][2:])
    assert table.turn.corporation == "FP"


# Unfloated candidates


def some_floated(national: str, *floated: int) -> Table:
    """Only these of the candidates are floated, at 120 and 90."""
    table = eve_of_ph6(national)
    for number, price in zip(floated, (120, 90, 80), strict=False):
        table.start(CANDIDATES[national][number], "Ada" if number == floated[0] else "Bruno", at=price)
        table.trains(CANDIDATES[national][number], "PH5" if number == floated[0] else "PH4")
    return table


@pytest.mark.clause("18FB-3.7.1.7", "18FB-3.7.2.2")
@BOTH
def test_unfloated_companies_come_last_and_merge_when_forced(national: str) -> None:
    table = begin(some_floated(national, 1, 2), NO, NO)
    assert parents(table, national) == {CANDIDATES[national][0], CANDIDATES[national][3]}
    table = begin(some_floated(national, 1, 2, 0), NO, NO)
    assert parents(table, national) == {CANDIDATES[national][0], CANDIDATES[national][3]}
    table = begin(some_floated(national, 1, 2, 0), NO, YES, NO)
    assert parents(table, national) == {CANDIDATES[national][2], CANDIDATES[national][3]}


@pytest.mark.clause("18FB-3.7.1.8", "18FB-3.7.2.2")
@BOTH
def test_the_president_of_the_floated_one_picks_among_several_unfloated(national: str) -> None:
    one, nn, fc, other = CANDIDATES[national]
    table = begin(some_floated(national, 1, 2), YES, NO)
    assert asked(table) == (nn, "Ada")
    assert set(table.game.decision.choices) == {Answer(one), Answer(other)}
    table.may_not(Answer(fc), "18FB-3.7.1.8")
    table.may_not(YES, "18FB-3.7.1.8")
    table.do(Answer(other))
    assert parents(table, national) == {nn, other}


@pytest.mark.clause("18FB-3.7.1.9")
@BOTH
def test_two_unfloated_are_drawn_by_lot_as_the_seed_says(national: str) -> None:
    table = some_floated(national, 1).operate("FP", "trains", turn=6)
    drawn = []
    for draws in range(40):
        other = table.game.fork()
        other.state.draws = draws
        other.apply(FIRST_PH6)
        other.apply(NO)
        drawn.append(frozenset(set(CANDIDATES[national]) & set(other.state.own.gone)))
    assert all(len(pair) == 2 and CANDIDATES[national][1] not in pair for pair in drawn)
    assert len(set(drawn)) == 3  # every pair of the three
    again = table.game.fork()
    again.state.draws = 7
    again.apply(FIRST_PH6)
    again.apply(NO)
    assert frozenset(set(CANDIDATES[national]) & set(again.state.own.gone)) == drawn[7]


@pytest.mark.clause("18FB-R58")
def test_a_company_started_below_60_per_cent_counts_as_unfloated() -> None:
    table = eve_of_ph6("RM", 120, 110).start("FC", "Carla", at=150, stock={"Carla": 2}, earned=False)
    table.unfloated("FC")
    begin(table)
    assert asked(table) == ("LdA", "Ada")  # FC stands higher, but Carla is not asked
    table.do(NO, NO)
    assert parents(table, "RM") == {"FC", "FSC"}
    assert table.price("RM") == 100


@pytest.mark.clause("18FB-R58")
def test_a_closed_company_is_no_candidate_while_two_others_exist() -> None:
    """Three are left: one that accepts merges with the lowest; if the dearest refuses, the other two must."""
    for answers, pair in (((YES, NO), {"LdA", "FSC"}), ((YES, YES), {"LdA", "NN"}), ((NO,), {"NN", "FSC"})):
        table = eve_of_ph6("RM", 140, 120, 90)
        close(table.game, "FC")
        begin(table, *answers)
        assert {name for name in CANDIDATES["RM"] if name in table.own.gone} == {"FC"} | pair
        assert "FC" not in str(table.told())
        assert table.turn.corporation == "FP"


@pytest.mark.clause("18FB-R58", "18FB-3.7.1.8")
def test_a_president_does_not_pick_a_closed_company() -> None:
    table = eve_of_ph6("RM", 140, 120)
    close(table.game, "NN")
    begin(table, YES)
    assert set(table.game.decision.choices) == {Answer("FC"), Answer("FSC")}
    table.may_not(Answer("NN"), "18FB-3.7.1.8")


@pytest.mark.clause("18FB-R58", "18FB-3.7.1.1")
def test_the_last_two_candidates_merge_unasked() -> None:
    table = eve_of_ph6("RM", 140, 120, 90, 80)
    close(table.game, "LdA")
    close(table.game, "FC")
    begin(table)
    assert {"NN", "FSC"} <= set(table.own.gone)
    assert table.price("RM") == 120
    # With one company left, and with none, closed ones make up the two.
    for left in ({"NN"}, set()):
        table = eve_of_ph6("RM", 140, 120, 90, 80)
        for name in set(CANDIDATES["RM"]) - left:
            close(table.game, name)
        begin(table)
        assert table.price("RM") == (120 if left else 100)
        assert table.game.trains("RM") == ("PH6",)


# RA


@pytest.mark.clause("18FB-3.7.2.1")
def test_the_candidates_for_ra() -> None:
    table = eve_of_ph6("RA").start("LTF", "Ada", at=110).start("FS", "Bruno", at=100).start("SFM", "Carla", at=150)
    table.tokens("SFM", "K38").trains("LTF", "PH4").trains("FS", "PH4").trains("SFM", "PH5")
    begin(table)
    assert asked(table) == ("SFM", "Carla")
    table.do(NO)
    assert asked(table) == ("LTF", "Ada")
    table.do(YES)
    assert asked(table) == ("FS", "Bruno")
    table.do(NO)
    assert parents(table, "RA") == {"LTF", "SFTF"}
    assert TITLE.box.corporations["LTF"].name == "Linea da Tronto a Foggia"  # R02


@pytest.mark.clause("18FB-3.7.1.2", "18FB-3.7.2.1")
def test_rm_and_ra_ask_only_their_own_candidates() -> None:
    table = eve_of_ph6("RM", 140, 120, 90, 80).start("LTF", "Ezio", at=150).start("FS", "Ezio", at=110)
    table.trains("LTF", "PH3").trains("FS", "PH3")
    begin(table)
    order = []
    while table.game.decision.step == "merger":
        order.append(table.game.decision.for_corporation)
        table.do(YES)
    assert order == ["LdA", "NN", "LTF", "FS"]
