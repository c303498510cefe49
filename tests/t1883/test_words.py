"""The choices of 1883 in words, with what they earn and cost; and the lines that tell what became of the money."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, Action, Answer, Bankrupt, Decline, Dividend, IssueShares, Pass
from ferrovia.engine.flow.events import (
    DebtPaid,
    Event,
    Ran,
    TrainGivenUp,
    TrainInherited,
    TreasuryFilled,
    TreasuryInherited,
)
from ferrovia.formats.sentences import sentence
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceCoach
from ferrovia.titles.t1883.emilia import Concession
from ferrovia.titles.t1883.events import (
    ConcessionBought,
    ConcessionFailed,
    GiftReceived,
    GoldGiven,
    Looted,
    MembershipLost,
    OddShareConverted,
    OddShareGivenUp,
    PenaltyPaid,
    StockReceived,
    TrainRequisitioned,
)
from tests.t1883.table import Table, routes
from tests.t1883.test_06_11_concession_check import overdue

DOWNHILL = ("62 57 0", "63 9 0", "65 8 0")  # Vignola, a hill, and Modena in the plain
DOWN = routes(("2G", "62 63 65 55"))

WAY = "Vignola (62) - Spilamberto (63) - Sant'Anna (65) - Modena (55)"


def says(table: Table, action: Action) -> str:
    table.may(action)
    return table.title.voice("en")(sentence(table.game, action))


def in_order(told: list[Event], *events: Event) -> bool:
    """Whether these events were told, one right after the other."""
    first = told.index(events[0])
    return told[first : first + len(events)] == [*events]


def about_to_run(*tiles: str, corporation: str = "FMV", trains: tuple[str, ...] = ("3",), phase: str = "1") -> Table:
    table = Table().phase(phase).lay(*tiles).start(corporation, at=85).trains(corporation, *trains)
    return table.operate(corporation, "run")


# Runs


@pytest.mark.clause("1883-6.6.1")
def test_a_run_over_a_red_line_is_told_as_it_earns() -> None:
    table = about_to_run(corporation="FMMSF")
    run = routes(("3", "55 BOL"))
    assert "L. 60: 3 Modena (55) - Bologna/Florence (BOL) (60)" in says(table, run)
    table.do(run)
    assert table.turn.revenue == 60


@pytest.mark.clause("1883-6.8.5.9")
@pytest.mark.parametrize(("rolled", "earned", "trains"), [(1, 30, 2), (7, 30, 2), (8, 0, 2), (9, 0, 2), (10, 0, 1)])
def test_a_gravity_train_is_told_as_the_gamble_it_is(rolled: int, earned: int, trains: int) -> None:
    table = about_to_run(*DOWNHILL, trains=("2", "2G")).dice(rolled)
    words = says(table, DOWN)
    assert "L. 0 to L. 30: " in words
    assert words.endswith(f"2G {WAY} (30 on a roll of 1 to 7, lost on 10)")
    both = routes(("2", "62 63 65 55"), ("2G", "62 63 65 55"))
    words = says(table, both)
    assert "L. 50 to L. 80: " in words
    assert words.endswith(f"2 {WAY} (50); 2G {WAY} (30 on a roll of 1 to 7, lost on 10)")
    table.do(both)
    assert table.told_of(Ran) == [Ran("FMV", 50 + earned)]
    assert len(table.game.trains("FMV")) == trains


@pytest.mark.clause("1883-R19")
@pytest.mark.parametrize(
    ("facts", "earned", "why"),
    [
        ({"effects": {"FMV": "half"}}, 20, "halved"),
        ({"in_force": ("trains_on_time",)}, 80, "half as much again"),
        ({"effects": {"FMV": "half"}, "in_force": ("trains_on_time",)}, 30, "halved; half as much again"),
    ],
)
def test_what_an_event_does_to_a_run_is_told_with_it(facts: dict[str, object], earned: int, why: str) -> None:
    """Half of 50 is 20, to the ten below; half of 50 added is 80, to the ten above."""
    table = about_to_run(*DOWNHILL, trains=("2",)).own_is(**facts)
    run = routes(("2", "62 63 65 55"))
    words = says(table, run)
    assert f"L. {earned}: " in words
    assert words.endswith(f"2 {WAY} (50); {why}")
    table.do(run)
    assert table.turn.revenue == earned


# What things cost and bring


@pytest.mark.clause("1883-5.5.4", "1883-5.6.2")
def test_support_and_concessions_tell_their_price() -> None:
    table = Table().start("SV", cash=100).cash(Ada=100).stock_round("Ada")
    assert says(table, BuySupport()) == "Buy a political support card for L. 10"
    words = says(table, BuyConcession("1", "SV"))
    assert words == "Buy concession 1 (Casalecchio - Bazzano - Vignola) with SV for L. 15"
    assert ConcessionBought("SV", "1", 15) in table.do(BuyConcession("1", "SV"))


@pytest.mark.clause("1883-6.9.2")
def test_shares_are_issued_at_the_price_they_fall_to() -> None:
    table = Table().start("SV", "Ada", at=(3, 7)).operate("SV", "issue")
    assert says(table, IssueShares(1)) == "Issue 1 share to the bank pool for L. 80"
    assert says(table, IssueShares(2)) == "Issue 2 shares to the bank pool for L. 150"
    table.do(IssueShares(2))
    assert table.money("SV") == (150,)


@pytest.mark.clause("1883-5.8.1")
def test_an_issue_that_closes_the_corporation_says_so() -> None:
    table = Table().start("SV", "Ada", at=(6, 0)).start("FBV", "Bruno").operate("SV", "issue")
    assert says(table, IssueShares(1)) == "Issue 1 share to the bank pool, and SV closes"
    table.do(IssueShares(1))
    assert not table.game.is_started("SV")


@pytest.mark.clause("1883-8.2.5")
def test_a_coach_tells_its_terrain() -> None:
    table = Table().start("SARSA", "Bruno", cash=500).draws().comes_to("SARSA", "coaches")
    for choice in table.game.decision.choices:
        if isinstance(choice, PlaceCoach):
            cost = table.title.box.board.hexes[choice.hex].cost
            assert says(table, choice).endswith(f" for L. {cost}") == (cost > 0)


@pytest.mark.clause("1883-11.2.8")
def test_a_levy_tells_what_is_due() -> None:
    table = Table().start("SV", "Ada").cash(Ada=95).support(Ada=3).draws("gold_to_homeland")
    assert says(table, Answer("suffer")) == "Give L. 10 to the homeland"
    assert says(table, Answer("support")) == "Play 3 political support cards"
    assert GoldGiven("Ada", 10) in table.do(Answer("suffer"))


@pytest.mark.clause("1883-11.2.17")
def test_a_train_lost_in_the_war_tells_what_it_brings() -> None:
    table = Table().phase("3").start("SV", "Bruno").trains("SV", "3", "4").support(Bruno=1).draws("war_effort")
    assert says(table, Answer("4")) == "Give up the 4 of SV for L. 150"
    assert says(table, Answer("3")) == "Play political support and give up the 3 of SV for L. 90"
    assert TrainRequisitioned("SV", "3", 90) in table.do(Answer("3"))
    assert table.own.support["Bruno"] == 0


# Lines of the log


@pytest.mark.clause("1883-6.11.1", "1883-6.11.2")
def test_a_penalty_is_told_and_who_pays_it() -> None:
    table = Table().start("SV", "Ada", cash=15).cash(Ada=30)
    table.own_is(deck=(), concessions={**table.own.concessions, "2": Concession("SV", 4)}).members()
    table.operating_rounds_over()
    told = table.game.events
    assert in_order(told, ConcessionFailed("SV", "2"), PenaltyPaid("SV", 15), DebtPaid("Ada", 25, "bank"))


@pytest.mark.clause("1883-8.1.5.2", "1883-8.1.5.4")
def test_a_looter_is_told_what_the_share_brings() -> None:
    table = Table().phase("2").operate("CCFR", "dividend").turn_is(revenue=120)
    assert says(table, Dividend("loot")) == "Loot CCFR for L. 120, and give up 10% of it for L. 45"
    told = table.do(Dividend("loot"))
    assert in_order(told, Looted("Ada", 120), MembershipLost("Ada", 45))


@pytest.mark.clause("1883-8.3.1", "1883-8.3.4", "1883-8.3.7")
def test_the_merger_tells_of_money_trains_and_odd_shares() -> None:
    table = Table(4).phase("4").trains("CCFR").lay("53 8 3", "63 8 0")
    table.start("FMMSF", "Ada", at=(3, 4), stock={"Ada": 2, "Bruno": 1, "Carla": 1}, cash=70)
    table.start("FMV", "Bruno", at=(3, 3)).trains("FMV", "4").cash(Bruno=100, Carla=100)
    table.own_is(operated_before=("FMMSF", "FMV", "CCFR")).operate("FMMSF", "merge")
    assert says(table, Merge()) == "Propose the merger with FMV into SEFTA to Bruno"
    table.do(Merge())
    assert says(table, Accept()) == "Agree to merge with FMMSF into SEFTA"
    assert says(table, Decline()) == "Refuse to merge with FMMSF into SEFTA"
    told = table.do(Accept())
    assert TreasuryInherited("FMMSF", 70, "SEFTA") in told
    assert TrainInherited("SEFTA", "4", "FMV") in told
    assert StockReceived("Ada", 20, "SEFTA") in told
    assert says(table, Answer("convert")) == "Pay L. 68 for 10% of SEFTA"
    assert says(table, Answer("give_up")) == "Give up the odd share for L. 68"
    told = table.do(Answer("convert"))  # the last share: Carla can but give up hers
    assert told[0] == OddShareConverted("Bruno", 68)
    assert OddShareGivenUp("Carla", 68) in told


@pytest.mark.clause("1883-8.3.1")
def test_who_presides_over_both_merges_without_asking() -> None:
    table = Table(4).phase("4").lay("53 8 3", "63 8 0").start("FMMSF", "Ada").start("FMV", "Ada")
    table.own_is(operated_before=("FMMSF", "FMV")).operate("FMMSF", "merge")
    assert says(table, Merge()) == "Merge with FMV into SEFTA"


@pytest.mark.clause("1883-8.1.4.4")
def test_what_ccfr_gives_up_for_a_gift_is_told() -> None:
    table = Table().phase("4").sold_out("4").start("SV", "Bruno", at=(3, 8), cash=420).trains("CCFR", "4")
    table.operate("SV", "trains")
    told = table.do(next(c for c in table.game.decision.choices if not isinstance(c, Pass)))
    assert in_order(told, TrainGivenUp("CCFR", "4"), GiftReceived("5"), TreasuryFilled("CCFR", 100))


# Debts


@pytest.mark.clause("1883-6.11.2", "1883-6.8.6.4")
def test_who_cannot_pay_a_debt_is_told_which() -> None:
    table = Table().start("SV", "Ada", cash=15).start("FBV", "Bruno", at=85)
    overdue(table.cash(Ada=24), c2=("SV", 4))
    assert says(table, Bankrupt()) == "Go bankrupt: L. 25 cannot be paid, and SV closes"
