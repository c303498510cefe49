"""Section 8.3: FMMSF and FMV merge into SEFTA."""

from collections.abc import Mapping

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import (
    Accept,
    Answer,
    Bankrupt,
    BuyShare,
    Decline,
    DiscardTrain,
    Pass,
    PlaceToken,
    SellShares,
    Start,
)
from ferrovia.titles.t1883.actions import Merge
from ferrovia.titles.t1883.closing import bankrupt
from ferrovia.titles.t1883.emilia import Concession
from ferrovia.titles.t1883.events import ConcessionCompleted, StockReceived
from tests.t1883.table import Table

CONVERT, GIVE_UP = Answer("convert"), Answer("give_up")
JOINED = ("53 8 3", "63 8 0")  # from Modena by Formigine and Spilamberto to Vignola
TO_LUCCA = ("53 9 0", "51 4 0", "50 8 1", "41 6 4", "40 4 0", "39 8 1")  # from Modena by Pavullo (41)
OVER_CASTELFRANCO = ("65 9 2", "76 5 1", "63 8 4")


def two_companies(
    fmmsf: Mapping[str, int] | None = None,
    fmv: Mapping[str, int] | None = None,
    prices: tuple[int | Cell, int | Cell] = ((3, 4), (3, 3)),
    presidents: tuple[str, str] = ("Ada", "Bruno"),
    phase: str = "4",
    tiles: tuple[str, ...] = JOINED,
) -> Table:
    """Ada's FMMSF, at 70, may propose the merger with Bruno's FMV, at 65; CCFR is poor enough not to matter."""
    table = Table(4).phase(phase).trains("CCFR").lay(*tiles)
    if phase >= "5":
        table.capitalised("Dora", at=(3, 0))
    table.start("FMMSF", presidents[0], at=prices[0], stock=fmmsf).start("FMV", presidents[1], at=prices[1], stock=fmv)
    table.own_is(operated_before=("FMMSF", "FMV", "CCFR"))
    for corporation in ("FMMSF", "FMV"):
        table.game.set_par(corporation, 65)
    return table.operate("FMMSF", "merge")


def merged(table: Table) -> Table:
    table.do(Merge(), Accept())
    return table


# What the merger completes


@pytest.mark.clause("1883-5.6.1.6", "1883-8.3.4", "1883-R21")
def test_a_concession_completed_by_the_merger_is_paid_to_sefta() -> None:
    """Concession 5 leads from Modena to Lucca by Pavullo. FMMSF, whose it is, cannot pass FMV's token in Pavullo;
    SEFTA can, as soon as that token is its own."""
    table = two_companies(tiles=TO_LUCCA, presidents=("Ada", "Ada")).tokens("FMV", "41")
    table.support(Ada=0).own_is(concessions={"5": Concession("FMMSF", 2)}).operate("FMMSF", "merge")
    table.title.track.changed(table.game)
    assert "5" in table.own.concessions
    table.do(Merge())
    assert "5" not in table.own.concessions
    assert table.money("SEFTA") == (400,)
    assert table.told_of(ConcessionCompleted) == [ConcessionCompleted("SEFTA", "5", 400)]


# The conditions


@pytest.mark.clause("1883-8.3.1")
def test_from_phase_4_they_merge_if_both_presidents_agree() -> None:
    table = two_companies()
    table.do(Merge())
    assert (table.decider, table.step) == ("Bruno", "merger")
    table.may_not(Pass(), "1883-8.3.1")
    table.do(Accept())
    assert table.own.merged
    assert not table.game.is_started("FMMSF")
    assert table.game.is_started("SEFTA")


@pytest.mark.clause("1883-8.3.1")
def test_a_president_may_decline_and_is_not_asked_twice_in_a_turn() -> None:
    table = two_companies()
    table.do(Merge(), Decline())
    assert not table.own.merged
    assert table.game.is_started("FMMSF")
    table.may_not(Merge(), "1883-6.3.2")


@pytest.mark.clause("1883-8.3.1")
def test_one_president_of_both_asks_nobody() -> None:
    table = two_companies(presidents=("Ada", "Ada"))
    table.do(Merge())
    assert table.own.merged


@pytest.mark.clause("1883-8.3.1")
def test_before_phase_4_and_between_others_there_is_no_merger() -> None:
    two_companies(phase="3").may_not(Merge(), "1883-4.0.22")
    two_companies().start("SV", "Ada").operate("SV", "merge").may_not(Merge(), "1883-8.3.1")
    alone = Table().phase("4").start("FMMSF", "Ada").own_is(operated_before=("FMMSF",)).operate("FMMSF", "merge")
    alone.may_not(Merge(), "1883-8.3.1")


@pytest.mark.clause("1883-8.3.1")
def test_a_route_must_join_their_tokens() -> None:
    two_companies(tiles=("53 8 3",)).may_not(Merge(), "1883-8.3.1")
    table = two_companies(tiles=OVER_CASTELFRANCO)
    table.may(Merge())
    table.start("SV", "Dora", at=(3, 2), homes=False).tokens("SV", "76").operate("FMMSF", "merge")
    table.may_not(Merge(), "1883-8.3.1")  # a full city blocks the way
    table = two_companies(tiles=OVER_CASTELFRANCO).tokens("FMV", "76").operate("FMMSF", "merge")
    table.may(Merge())  # a city full of the partner's token is reached


@pytest.mark.clause("1883-8.3.2")
def test_the_active_company_must_have_operated_in_an_earlier_round() -> None:
    table = two_companies(prices=((3, 3), (3, 4))).own_is(operated_before=("FMMSF",)).operate("FMV", "merge")
    table.may_not(Merge(), "1883-8.3.2")
    table.operate("FMMSF", "merge").may(Merge())  # FMV has had its first turn in this very round


@pytest.mark.clause("1883-8.3.2")
def test_the_other_company_must_have_had_a_turn() -> None:
    table = two_companies()
    table.game.state.operated = ("FMMSF",)
    table.operate("FMMSF", "merge").may_not(Merge(), "1883-8.3.2")


@pytest.mark.clause("1883-8.3.3")
def test_neither_company_nor_sefta_acts_in_the_rest_of_the_round() -> None:
    table = (
        two_companies(prices=(100, 65)).start("SV", "Carla", at=(2, 0), stock={"Carla": 1}).operate("FMMSF", "merge")
    )
    merged(table)
    acting = []
    while table.game.state.round.kind == "operating":
        acting.append(table.game.decision.for_corporation)
        table.do(Pass() if Pass() in table.game.decision.choices else table.game.decision.choices[0])
    assert set(acting) <= {"SV", "CCFR"}
    table.draws("kings_visit", turn=3)
    assert table.game.decision.for_corporation == "SEFTA"


# Assets and value


@pytest.mark.clause("1883-8.3.4", "1883-R49")
def test_sefta_takes_over_all_that_both_had() -> None:
    table = two_companies(fmmsf={"Ada": 2}).trains("FMMSF", "4").trains("FMV", "3bis").cash(FMMSF=120, FMV=80)
    table.own_is(
        concessions={**table.own.concessions, "5": Concession("FMV", 3)},
        anchors={"FMV": 1, "FSF": 2},
        ports=(("37", "FMMSF"), ("58", "FSF")),
    )
    merged(table)
    assert table.money("SEFTA", "FMMSF", "FMV") == (200, 0, 0)
    assert sorted(table.game.trains("SEFTA")) == ["3bis", "4"]
    assert table.own.concessions["5"] == Concession("SEFTA", 3)
    assert table.own.anchors == {"SEFTA": 1, "FSF": 2}
    assert table.own.ports == (("37", "SEFTA"), ("58", "FSF"))


@pytest.mark.clause("1883-8.3.5")
@pytest.mark.parametrize(
    ("prices", "value", "cell"),
    [
        (((3, 7), (3, 9)), 150, (3, 13)),  # 85 + 100
        (((3, 4), (3, 3)), 135, (3, 12)),  # 70 + 65
        (((3, 4), (3, 1)), 120, (3, 11)),  # 70 + 55
        (((6, 0), (3, 1)), 85, (4, 8)),  # 30 + 55: the furthest right of five boxes
    ],
)
def test_sefta_stands_at_the_sum_of_both_prices(prices: tuple[Cell, Cell], value: int, cell: Cell) -> None:
    table = merged(two_companies(prices=prices))
    assert (table.price("SEFTA"), table.game.cell("SEFTA")) == (value, cell)
    assert table.game.state.pars["SEFTA"] == value


# Shares


@pytest.mark.clause("1883-8.3.6", "1883-8.3.10")
def test_a_20_and_each_pair_of_10_become_a_share_of_sefta() -> None:
    table = two_companies(fmmsf={"Ada": 3, "Bruno": 1}, fmv={"Bruno": 2, "Ada": 1}).cash(Bruno=0)
    merged(table)
    assert table.holding("SEFTA", "Ada") == [20, 10]  # the first to have two has the president's certificate
    assert table.holding("SEFTA", "Bruno") == [10, 10]
    assert table.money("Bruno") == (68,)  # and one odd share, given up as he cannot pay
    assert table.game.president("SEFTA") == "Ada"
    assert table.game.percent("FMMSF", "Ada") == table.game.percent("FMV", "Bruno") == 0


@pytest.mark.clause("1883-8.3.7")
def test_odd_shares_are_turned_or_given_up_for_half_the_value() -> None:
    table = two_companies(fmmsf={"Ada": 2, "Bruno": 1, "Carla": 1}, fmv={"Dora": 1})
    table.cash(Ada=0, Bruno=100, Carla=100, Dora=50)
    merged(table)
    assert (table.decider, table.step) == ("Bruno", "odd_share")
    table.may_not(Answer("keep"), "1883-8.3.7")
    table.may_not(Pass(), "1883-8.3.7")
    table.do(CONVERT)
    assert table.money("Bruno", "SEFTA") == (32, 68)
    assert table.holding("SEFTA", "Bruno") == [10, 10]
    assert table.decider == "Carla"
    table.do(GIVE_UP)
    assert table.money("Carla", "Dora", "SEFTA") == (168, 118, 68)  # Dora, with 50, could only take the money
    assert table.holding("SEFTA", "Carla") == table.holding("SEFTA", "Dora") == []


@pytest.mark.clause("1883-8.3.7", "1883-R75")
@pytest.mark.parametrize(("answer", "asked"), [(CONVERT, False), (GIVE_UP, True)])
def test_conversion_ends_when_the_shares_are_exhausted(answer: Answer, asked: bool) -> None:
    """Two odd shares, and twelve old ones in the Initial Offers: nine shares are handed out, one is left."""
    table = two_companies(fmmsf={"Ada": 2, "Bruno": 1, "Carla": 1}).cash(Bruno=100, Carla=100)
    merged(table)
    assert table.decider == "Bruno"
    table.do(answer)
    assert (table.step == "odd_share") == asked
    if not asked:
        assert table.money("Carla") == (168,)


@pytest.mark.clause("1883-8.3.8")
def test_odd_shares_of_initial_offers_and_pool_are_discarded() -> None:
    """Initial Offers 5 of FMMSF, pool 3 of FMMSF and 2 of FMV; the players hold the rest of FMV."""
    table = two_companies(fmmsf={"pool": 3}, fmv={"pool": 2, "Ada": 2, "Carla": 4})
    bank = table.money("bank")
    merged(table)
    assert table.pool("SEFTA") == 20
    assert table.game.percent("SEFTA", "offer") == 20 + 10  # two, and the one that nobody received
    assert table.money("bank") == bank
    assert table.holding("SEFTA", "Ada") == [20]


@pytest.mark.clause("1883-8.3.9")
def test_what_is_not_handed_out_lies_in_the_initial_offers_at_the_new_par() -> None:
    table = two_companies(fmmsf={"Ada": 4, "Bruno": 2, "Carla": 2}, fmv={"Bruno": 2, "Carla": 2}).cash(Dora=500)
    merged(table)
    assert table.game.percent("SEFTA", "offer") == 20
    table.stock_round("Dora", turn=5).do(BuyShare("SEFTA", "offer"))
    assert table.money("Dora", "SEFTA") == (365, 135)


# Shares that have no certificate of their own yet


def all_singles_out(
    fmmsf: Mapping[str, int], fmv: Mapping[str, int], presidents: tuple[str, str] = ("Ada", "Bruno")
) -> Table:
    """At 85 and 65 SEFTA is worth 150; nobody gets two shares for pairs, and the pool gets what is left of the eight
    certificates of 10%."""
    return two_companies(fmmsf, fmv, prices=((3, 7), (3, 3)), presidents=presidents)


@pytest.mark.clause("1883-8.3.7", "1883-8.3.10", "1883-8.3.12", "1883-R82")
def test_with_eight_certificates_of_10_out_the_presidents_is_still_two_shares() -> None:
    """Carla, Ada, Bruno and Dora have a share each, the pool four; Bruno's odd share becomes his second, and the
    presidency is his: nobody has to pay for it."""
    table = all_singles_out({"pool": 5, "Ada": 2}, {"Dora": 2, "pool": 4, "Carla": 1, "Bruno": 1}, ("Carla", "Bruno"))
    merged(table.cash(Ada=300, Bruno=300, Carla=60, Dora=1000))
    assert (table.decider, table.game.decision.choices) == ("Bruno", (CONVERT, GIVE_UP))
    table.do(CONVERT)
    assert (table.holding("SEFTA", "Bruno"), table.game.president("SEFTA")) == ([20], "Bruno")
    assert table.money("Bruno", "Carla") == (225, 135)  # she could not pay for hers
    assert (table.pool("SEFTA"), table.game.percent("SEFTA", "offer")) == (40, 10)
    assert not table.game.state.gone


@pytest.mark.clause("1883-8.3.7", "1883-R82")
def test_the_two_shares_of_the_presidents_certificate_are_converted_one_by_one() -> None:
    table = all_singles_out(
        {"Ada": 1, "Carla": 2, "Dora": 1, "pool": 4}, {"Bruno": 1, "Carla": 1, "Dora": 2, "pool": 4}
    )
    merged(table.cash(Ada=1000, Bruno=1000, Carla=1000, Dora=1000))
    assert table.decider == "Ada"
    table.do(CONVERT)
    assert table.decider == "Bruno"
    table.do(CONVERT)
    assert [table.game.percent("SEFTA", player) for player in table.players] == [20, 20, 10, 10]
    assert (table.game.president("SEFTA"), table.pool("SEFTA")) == ("Ada", 40)
    assert table.money("Carla", "Dora") == (1075, 1075)  # no share is left


@pytest.mark.clause("1883-8.3.6", "1883-8.3.12", "1883-R82")
def test_the_pool_receives_its_last_share_when_the_presidents_certificate_is_taken() -> None:
    table = all_singles_out({"Carla": 2, "Dora": 1, "pool": 5}, {"Carla": 1, "Dora": 2, "pool": 5})
    merged(table.cash(Ada=1000, Bruno=0, Carla=0, Dora=0))
    assert [table.game.percent("SEFTA", player) for player in table.players] == [20, 10, 10, 10]
    assert (table.pool("SEFTA"), table.game.percent("SEFTA", "offer")) == (50, 0)
    assert table.money("Ada", "SEFTA") == (850, 150)
    assert [event.percent for event in table.told_of(StockReceived) if event.holder == "pool"] == [40, 10]


@pytest.mark.clause("1883-8.3.7", "1883-R82")
def test_who_has_no_share_yet_gets_one_before_the_pool() -> None:
    """Carla holds nothing but an odd share; of the pool's six one waits for the presidency."""
    table = all_singles_out({"Carla": 1, "pool": 7}, {"pool": 5})
    merged(table.cash(Ada=1000, Carla=1000))
    table.do(CONVERT)
    assert [table.game.percent("SEFTA", player) for player in table.players] == [20, 10, 10, 0]
    assert (table.pool("SEFTA"), table.game.percent("SEFTA", "offer")) == (60, 0)


@pytest.mark.clause("1883-8.3.7", "1883-R75", "1883-R82")
def test_shares_that_wait_for_the_pool_are_not_left_for_others() -> None:
    """Nine shares go for pairs, six of them to the pool; Carla's odd share becomes the tenth."""
    table = all_singles_out({"Carla": 1, "Dora": 1, "pool": 6}, {"Dora": 2, "pool": 6})
    merged(table.cash(Ada=1000, Carla=1000, Dora=1000))
    assert table.decider == "Carla"
    table.do(CONVERT)
    assert table.money("Carla", "Dora") == (925, 1075)  # for Dora's there is none
    assert [table.game.percent("SEFTA", player) for player in table.players] == [20, 10, 10, 10]
    assert table.pool("SEFTA") == 50  # one of its six went to Ada with the presidency


@pytest.mark.clause("1883-8.3.12", "1883-R50", "1883-R82")
def test_if_the_pool_had_all_that_was_left_the_presidency_takes_one_of_its_shares() -> None:
    """After a bankruptcy 80% of both companies is in the pool, and Ada and Bruno have the rest."""
    table = merged(all_singles_out({"pool": 8}, {"pool": 8}).cash(Ada=1000))
    assert (table.holding("SEFTA", "Ada"), table.holding("SEFTA", "Bruno")) == ([20], [10])
    assert (table.pool("SEFTA"), table.money("SEFTA")) == (70, (150,))


@pytest.mark.clause("1883-8.3.12", "1883-R82")
def test_what_waits_for_the_presidency_goes_on_waiting_when_somebody_is_ruined_by_it() -> None:
    table = all_singles_out({"Carla": 2, "Dora": 1, "pool": 5}, {"Carla": 1, "Dora": 2, "pool": 5})
    merged(table.cash(Ada=0, Bruno=1000, Carla=0, Dora=0))
    table.do(Bankrupt())
    assert [table.game.percent("SEFTA", player) for player in table.players] == [0, 20, 10, 10]
    assert table.pool("SEFTA") == 60


# The presidency


@pytest.mark.clause("1883-8.3.11")
def test_the_largest_holder_takes_the_presidents_certificate_in_the_end() -> None:
    table = merged(two_companies(fmmsf={"Ada": 2, "Carla": 4}, fmv={"Carla": 4}))
    assert table.game.president("SEFTA") == "Carla"
    assert table.holding("SEFTA", "Carla") == [20, 10, 10]
    assert table.holding("SEFTA", "Ada") == [10, 10]


@pytest.mark.clause("1883-8.3.11")
def test_a_tie_leaves_it_with_its_holder() -> None:
    table = merged(two_companies(fmmsf={"Ada": 4}, fmv={"Bruno": 4}))
    assert (table.holding("SEFTA", "Ada"), table.holding("SEFTA", "Bruno")) == ([20, 10], [10, 10, 10])


@pytest.mark.clause("1883-8.3.11")
def test_of_two_larger_holders_the_first_clockwise_takes_it() -> None:
    table = merged(two_companies(fmmsf={"Ada": 2, "Carla": 3, "Dora": 3}, fmv={"Carla": 3, "Dora": 3}))
    assert table.holding("SEFTA", "Carla") == [20, 10]
    around = two_companies(
        fmmsf={"Dora": 2, "Carla": 3, "Ada": 3}, fmv={"Carla": 3, "Ada": 3}, presidents=("Dora", "Bruno")
    )
    assert merged(around).holding("SEFTA", "Ada") == [20, 10]


def nobody_has_two(**cash: int) -> Table:
    """At 70 and 55 SEFTA is worth 120; Ada and Bruno receive one share each."""
    return two_companies(prices=((3, 4), (3, 1))).cash(**cash)


@pytest.mark.clause("1883-8.3.12", "1883-R50")
def test_if_nobody_has_two_the_first_pays_for_the_second_share() -> None:
    table = merged(nobody_has_two(Ada=150, Bruno=150))
    assert table.holding("SEFTA", "Ada") == [20]
    assert table.money("Ada", "SEFTA") == (30, 120)
    assert table.holding("SEFTA", "Bruno") == [10]


@pytest.mark.clause("1883-8.3.12")
def test_who_is_ruined_by_it_leaves_the_presidency_to_the_next() -> None:
    table = merged(nobody_has_two(Ada=10, Bruno=150))
    assert (table.step, table.decider) == ("debt", "Ada")
    table.may_not(SellShares("SEFTA", (10,)), "1883-8.3.12")
    table.do(Bankrupt())
    assert "Ada" in table.game.state.gone
    assert (table.holding("SEFTA", "Bruno"), table.game.president("SEFTA")) == ([20], "Bruno")
    assert table.money("Bruno", "SEFTA") == (30, 120)


@pytest.mark.clause("1883-8.3.12")
def test_money_for_the_presidency_is_raised_by_sales() -> None:
    table = (
        nobody_has_two(Ada=70, Bruno=150).start("SV", "Carla", at=(3, 0), stock={"Ada": 2}).operate("FMMSF", "merge")
    )
    merged(table)
    table.do(SellShares("SV", (10,)))
    assert table.money("Ada", "SEFTA") == (0, 120)
    assert table.holding("SEFTA", "Ada") == [20]


@pytest.mark.clause("1883-8.3.12", "1883-8.3.16")
def test_if_all_who_received_a_share_are_ruined_sefta_closes_and_its_cities_are_free() -> None:
    table = merged(nobody_has_two(Ada=10, Bruno=10))
    table.do(Bankrupt(), Bankrupt())
    assert not table.game.is_started("SEFTA")
    assert table.game.tokens_at(StopId("55.0")) == table.game.tokens_at(StopId("62.0")) == ()


# Tokens and trains


@pytest.mark.clause("1883-8.3.13", "1883-R51")
def test_a_city_with_tokens_of_both_gets_one() -> None:
    table = two_companies(tiles=(*JOINED, "76 15 1", "72 57 0")).tokens("FMMSF", "76", "72").tokens("FMV", "76")
    merged(table.operate("FMMSF", "merge"))
    assert table.game.state.stations["SEFTA"] == ("55.0", "62.0", "76.0", "72.0")
    assert table.game.state.stations["FMMSF"] == table.game.state.stations["FMV"] == ()
    assert table.game.state.tokens["SEFTA"] == 0


@pytest.mark.clause("1883-8.3.13", "1883-R51")
def test_of_five_cities_one_is_given_up_but_never_a_home() -> None:
    table = two_companies(tiles=(*JOINED, "76 5 1", "72 57 0", "54 57 0")).tokens("FMMSF", "76", "72", "54")
    merged(table.operate("FMMSF", "merge").cash(Ada=500))
    assert (table.step, table.decider) == ("tokens", "Ada")
    table.may_not(Answer("55.0"), "1883-8.3.13")
    table.may_not(Answer("62.0"), "1883-8.3.13")
    table.may_not(Pass(), "1883-8.3.13")
    table.do(Answer("72.0"))
    assert set(table.game.state.stations["SEFTA"]) == {"55.0", "62.0", "76.0", "54.0"}
    assert table.game.tokens_at(StopId("72.0")) == ()


@pytest.mark.clause("1883-R51")
@pytest.mark.parametrize(("placed", "costs"), [((), [40, 100]), (("54",), [100])])
def test_tokens_left_over_lie_on_the_charter_the_dearer_last(placed: tuple[str, ...], costs: list[int]) -> None:
    table = two_companies(tiles=OVER_CASTELFRANCO).lay("54 57 0", "55 MO2 0", "72 57 0").tokens("FMMSF", *placed)
    merged(table.operate("FMMSF", "merge").cash(Ada=500))
    table.cash(SEFTA=500)
    for cost, city in zip(costs, ["76", "54"], strict=False):
        before = table.money("SEFTA")[0]
        table.operate("SEFTA", "token").do(PlaceToken(city))
        assert before - table.money("SEFTA")[0] == cost
    table.operate("SEFTA", "token").may_not(PlaceToken("72"), "1883-6.5.3")


@pytest.mark.clause("1883-8.3.14")
@pytest.mark.parametrize(("phase", "given_up"), [("4", 1), ("5", 2)])
def test_the_president_of_sefta_gives_up_trains_above_the_limit(phase: str, given_up: int) -> None:
    table = two_companies(fmmsf={"Ada": 2}, phase=phase).trains("FMMSF", "3bis", "4").trains("FMV", "3bis", "4")
    merged(table)
    for _ in range(given_up):
        assert (table.step, table.decider, table.game.decision.for_corporation) == ("discard", "Ada", "SEFTA")
        table.do(DiscardTrain("3bis"))
    assert table.step != "discard"
    assert table.game.trains("pool") == ("3bis",) * given_up


@pytest.mark.clause("1883-8.3.15", "1883-R49")
def test_the_merger_closes_all_private_companies() -> None:
    table = two_companies().privates(FCV="Dora", TCB="FMV").operate("FMMSF", "merge")
    merged(table)
    assert table.game.state.privates == {}
    cash = table.money("Dora")
    table.draws("kings_visit")
    assert table.money("Dora") == cash


@pytest.mark.clause("1883-8.3.16")
def test_a_sefta_that_closed_is_launched_again_as_sefta() -> None:
    table = merged(two_companies(fmmsf={"Ada": 3}))
    bankrupt(table.game, "SEFTA", "Ada")
    assert not table.game.is_started("SEFTA")
    table.operating_rounds_over().cash(Bruno=500)
    table.pass_on(lambda: table.decider == "Bruno")
    table.may_not(Start("FMMSF", 100), "1883-5.3.3.1")
    table.may_not(Start("FMV", 100), "1883-5.3.3.1")
    table.do(Start("SEFTA", 100))
    assert table.game.state.stations["SEFTA"] == ("55.0", "62.0")
