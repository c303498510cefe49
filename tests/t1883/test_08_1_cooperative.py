"""Section 8.1: CCFR, a co-operative until the first 5 train, an ordinary corporation ever after."""

from collections.abc import Mapping, Sequence

import pytest

from ferrovia.engine.flow.actions import (
    Bankrupt,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    Start,
)
from ferrovia.engine.flow.events import PhaseBegins
from ferrovia.titles.t1883.actions import BuyConcession
from ferrovia.titles.t1883.emilia import Concession
from tests.t1883.table import Table

PAY, LOOT, KEEP = Dividend("pay"), Dividend("loot"), Dividend("withhold")


def first_5(table: Table) -> Table:
    """SV buys the first 5 train."""
    if "SV" not in [marker[0] for marker in table.game.state.market]:
        table.start("SV", "Ada", at=(3, 10))
    table.sold_out("2", "3", "3bis", "4").cash(SV=420).operate("SV", "trains")
    table.do(BuyTrain("5", "bank", 420))
    return table


def about_to_pay(players: int = 4, revenue: int = 100, phase: str = "2") -> Table:
    return Table(players).phase(phase).operate("CCFR", "dividend").turn_is(revenue=revenue)


# 8.1.1 Activation


@pytest.mark.clause("1883-8.1.1.1", "1883-8.1.4.1", "1883-R39")
def test_ccfr_is_in_play_from_the_start_and_operates_in_the_first_operating_round() -> None:
    table = Table()
    assert table.price("CCFR") == 100
    assert table.game.cell("CCFR") == (3, 9)
    assert table.game.state.stations["CCFR"] == ("31.0", "5.0")
    assert table.game.trains("CCFR") == ("2", "2", "2G", "2G")
    assert table.game.trains("bank").count("2") == 6
    assert table.game.trains("bank").count("2G") == 4
    assert table.money("CCFR") == (0,)
    table.stock_round("Ada", turn=1).end_round()
    assert (str(table.game.state.round), table.game.decision.for_corporation) == ("OR 1.1", "CCFR")


@pytest.mark.clause("1883-8.1.1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_starts_with_a_share_of_ccfr(players: int) -> None:
    table = Table(players)
    assert [table.holding("CCFR", player) for player in table.players] == [[10]] * players
    assert table.game.percent("CCFR", "offer") == 100 - 10 * players


@pytest.mark.clause("1883-8.1.1.2")
def test_shares_of_the_co_operative_are_not_sold_before_its_capitalisation() -> None:
    table = Table().phase("2").stock_round("Ada", turn=3)
    table.may_not(SellShares("CCFR", (10,)), "1883-8.1.1.2")
    after = Table().phase("5").capitalised("Bruno", stock={"Ada": 1, "Carla": 4}).stock_round("Ada", turn=5)
    after.may(SellShares("CCFR", (10,)))


@pytest.mark.clause("1883-8.1.1.3")
def test_shares_of_the_co_operative_are_not_bought_before_its_capitalisation() -> None:
    table = Table().phase("3").members("Ada").cash(Ada=1000).stock_round("Ada", turn=4)
    table.may_not(BuyShare("CCFR", "offer"), "1883-8.1.1.3")
    table.may_not(BuyShare("CCFR", "pool"), "1883-8.1.1.3")
    table.may_not(Start("CCFR", 100), "1883-8.1.1.3")
    after = first_5(Table().phase("4")).cash(Ada=1000).stock_round("Ada", turn=5)
    after.may(BuyShare("CCFR", "pool"))


@pytest.mark.clause("1883-8.1.1", "1883-R39")
def test_before_phase_5_ccfr_buys_neither_privates_nor_concessions() -> None:
    table = Table().phase("4").privates(FCV="Bruno").cash(CCFR=500, Ada=500)
    table.stock_round("Ada").may_not(BuyConcession("1", "CCFR"), "1883-R67")
    table.operate("CCFR").may_not(BuyPrivate("FCV", 100), "1883-R39")
    after = first_5(Table().phase("4").members("Bruno"))
    after.cash(CCFR=500).stock_round("Bruno", turn=6).may(BuyConcession("1", "CCFR"))


@pytest.mark.clause("1883-R39")
def test_the_co_operative_issues_no_shares_and_its_tokens_are_paid_by_its_treasury() -> None:
    table = Table().phase("2").lay("34 58 3").cash(CCFR=39).operate("CCFR", "token")
    table.may_not(PlaceToken("43", 0), "1883-6.3.3")
    table.cash(CCFR=41).do(PlaceToken("43", 0))
    assert table.money("CCFR") == (1,)
    table.operate("CCFR", "trains").may_not(IssueShares(1), "1883-6.3.2")


@pytest.mark.clause("1883-R39")
def test_the_co_operative_is_never_forced_to_buy_a_train() -> None:
    table = Table().phase("2").trains("CCFR").cash(CCFR=0, Ada=1000).operate("CCFR", "trains")
    table.may(Pass())
    assert Bankrupt() not in table.game.decision.choices


# 8.1.2 Its president


def leader_after_first_stock_round(table: Table) -> str:
    table.own_is(ccfr_leader="").stock_round("Ada", turn=1)
    table.game.state.agenda = (type(table.game.top)("Ada", passes=len(table.players)),)
    table.go_on()
    assert str(table.game.state.round) == "OR 1.1"
    return table.own.ccfr_leader


@pytest.mark.clause("1883-8.1.2.1")
def test_the_first_leader_has_most_railway_presidencies() -> None:
    table = Table().privates().start("FSF", "Bruno").start("SV", "Bruno").start("FBV", "Carla", stock={"Carla": 4})
    table.start("SARSA", "Carla", at=65)  # coaches are no railway
    assert leader_after_first_stock_round(table) == "Bruno"


@pytest.mark.clause("1883-8.1.2.2")
@pytest.mark.parametrize(
    ("privates", "cash", "leader"),
    [
        ({"TCB": "Bruno"}, {"Ada": 400, "Bruno": 35}, "Bruno"),  # seven certificates against six
        ({}, {"Ada": 40, "Bruno": 35}, "Ada"),
        ({}, {"Ada": 35, "Bruno": 40}, "Bruno"),
    ],
)
def test_ties_go_by_certificates_then_by_cash(
    privates: Mapping[str, str], cash: Mapping[str, int], leader: str
) -> None:
    table = Table(2).privates(**privates).start("SV", "Ada", stock={"Ada": 4}).start("FBV", "Bruno", stock={"Bruno": 4})
    assert table.game.certificate_count("Ada") == 6
    assert leader_after_first_stock_round(table.cash(**cash)) == leader


@pytest.mark.clause("1883-8.1.2.2")
@pytest.mark.parametrize(("rolled", "leader"), [(1, "Ada"), (2, "Bruno")])
def test_what_is_still_tied_a_die_decides(rolled: int, leader: str) -> None:
    table = Table(3).privates().start("SV", "Ada", stock={"Ada": 4}).start("FBV", "Bruno", stock={"Bruno": 4})
    assert leader_after_first_stock_round(table.cash(Ada=40, Bruno=40, Carla=900).dice(rolled)) == leader


@pytest.mark.clause("1883-8.1.2.3")
def test_the_presidency_passes_clockwise_at_the_end_of_every_operating_round() -> None:
    table = Table().phase("2").draws("kings_visit", "kings_visit", of=2)
    assert table.decider == "Ada"
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.game.president("CCFR") == "Bruno"
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.game.president("CCFR") == "Carla"


@pytest.mark.clause("1883-8.1.2.3")
def test_an_ousted_player_is_passed_over() -> None:
    table = Table().members("Ada", "Carla", "Dora").draws("kings_visit", "kings_visit", of=2)
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.game.president("CCFR") == "Carla"


@pytest.mark.clause("1883-8.1.2.3", "1883-R34")
@pytest.mark.parametrize(("has_operated", "leaders"), [(True, ["Bruno", "Bruno"]), (False, ["Bruno", "Carla"])])
def test_who_follows_a_bankrupt_leader_leads_for_a_round(has_operated: bool, leaders: list[str]) -> None:
    """Ada cannot pay for the train of SV. If CCFR has had its turn, Bruno leads it in the next round; if not, he leads
    it in this one, and Carla in the next."""
    table = Table().phase("4").lay("37 57 1").own_is(deck=())
    table.game.put_on_market("CCFR", (3, 12) if has_operated else (3, 0))
    table.start("SV", "Ada", at=(3, 6)).cash(Ada=0).operate("SV", "trains", of=2).do(Bankrupt())
    assert table.game.president("CCFR") == leaders[0]
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.game.president("CCFR") == leaders[1]


@pytest.mark.clause("1883-8.1.2.3", "1883-R34")
def test_a_leader_ruined_by_a_penalty_is_followed_by_the_next() -> None:
    """The penalties come after all turns of the round."""
    table = Table(4).own_is(deck=()).start("FBV", "Ada", at=65, cash=5).cash(Ada=3)
    table.own_is(concessions={"2": Concession("FBV", 4)}).operate("FBV").operating_rounds_over()
    table.do(Bankrupt())
    assert table.game.president("CCFR") == "Bruno"
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.game.president("CCFR") == "Carla"


@pytest.mark.clause("1883-8.1.2.4")
def test_a_single_member_leads_in_every_round() -> None:
    table = Table().phase("2").members("Dora").own_is(ccfr_leader="Dora")
    table.draws("kings_visit", "kings_visit", "kings_visit", turn=4, of=2)
    for name in ("OR 4.1", "OR 4.2", "OR 5.1"):
        table.comes_to_round(name)
        assert (table.decider, table.game.decision.for_corporation) == ("Dora", "CCFR")


# 8.1.3 Tiles


@pytest.mark.clause("1883-8.1.3.1")
def test_before_capitalisation_hills_and_mountains_cost_nothing() -> None:
    table = Table().lay("4 9 0").cash(CCFR=0).operate("CCFR")
    table.do(LayTile("34", "4", 0))  # a hill of 20, from Reggio
    table.do(LayTile("3", "57", 0))  # a mountain of 40, from Ciano
    table.may_not(LayTile("6", "57", 0), "1883-6.4.3")
    table.do(LayTile("33", "9", 0))  # and one yellow tile more on a hill
    assert table.money("CCFR") == (0,)
    assert table.step != "track"  # that was all


@pytest.mark.clause("1883-8.1.3.1")
def test_the_additional_tile_lies_on_hill_or_mountain_and_never_north_of_the_line() -> None:
    table = Table().lay("25 8 4", "15 7 1").cash(CCFR=100).operate("CCFR")
    table.may_not(LayTile("35", "4", 0), "1883-6.4.5.2")
    table.do(LayTile("6", "6", 3), LayTile("24", "9", 0))
    table.may_not(LayTile("7", "9", 0), "1883-6.4.5.1")  # a plain hex, and both bases have had their tile
    table.do(LayTile("23", "9", 0))


@pytest.mark.clause("1883-8.1.3.2", "1883-R74")
def test_after_capitalisation_the_ordinary_tile_pays_and_the_additional_one_is_free() -> None:
    """A hill of 20 and the pass of 60: whichever is laid first, 20 is paid in all."""
    table = Table().phase("5").capitalised("Ada").lay("4 9 0", "3 57 0", "2 4 0").cash(CCFR=100).operate("CCFR")
    table.do(LayTile("34", "4", 0), LayTile("1", "7", 2))
    assert table.money("CCFR") == (80,)
    table = Table().phase("5").capitalised("Ada").lay("4 9 0", "3 57 0", "2 4 0").cash(CCFR=100).operate("CCFR")
    table.do(LayTile("1", "7", 2), LayTile("34", "4", 0))
    assert table.money("CCFR") == (80,)


@pytest.mark.clause("1883-8.1.3.2")
def test_after_capitalisation_there_is_one_ordinary_tile_anywhere_and_one_yellow_in_the_heights() -> None:
    table = Table().phase("5").capitalised("Ada").lay("4 9 0").cash(CCFR=100).operate("CCFR")
    table.do(LayTile("35", "4", 0))  # north of the line
    table.may_not(LayTile("36", "4", 0), "1883-8.1.3.2")
    table.may_not(LayTile("31", "RE2", 0), "1883-8.1.3.2")
    table.do(LayTile("3", "57", 0))
    assert table.money("CCFR") == (100,)
    assert table.step != "track"


@pytest.mark.clause("1883-8.1.3.2")
def test_after_capitalisation_a_river_is_paid_for() -> None:
    table = Table().phase("5").capitalised("Ada").lay("31 RE2 1").cash(CCFR=19).operate("CCFR")
    table.may_not(LayTile("52", "9", 2), "1883-6.3.3")
    table.cash(CCFR=20).do(LayTile("52", "9", 2))
    assert table.money("CCFR") == (0,)


# 8.1.4 Trains


@pytest.mark.clause("1883-8.1.4.2", "1883-R64")
def test_at_the_first_3_ccfr_gives_up_a_2_and_receives_a_3() -> None:
    table = Table().start("SV", "Bruno", at=(3, 10), cash=180).sold_out("2").operate("SV", "trains")
    table.do(BuyTrain("3", "bank", 180))
    assert sorted(table.game.trains("CCFR")) == ["2", "2G", "2G", "3"]
    assert table.game.trains("pool") == ("2",)
    assert table.game.trains("bank").count("3") == 2


@pytest.mark.clause("1883-8.1.4.3")
def test_at_the_first_4_ccfr_receives_a_4() -> None:
    table = (
        Table()
        .phase("3")
        .start("SV", "Bruno", at=(3, 10), cash=300)
        .sold_out("3bis")
        .trains("CCFR", "2", "3", "2G", "2G")
    )
    table.operate("SV", "trains").do(BuyTrain("4", "bank", 300))
    assert table.game.trains("CCFR") == ("3", "4")
    assert table.game.trains("pool") == ()
    assert table.game.trains("bank").count("4") == 2


@pytest.mark.clause("1883-8.1.4.4", "1883-8.1.8.1")
def test_at_the_first_5_ccfr_gives_up_its_4_and_receives_a_5_and_100() -> None:
    table = first_5(Table().phase("4").trains("CCFR", "3", "4").cash(CCFR=24))
    assert table.game.trains("CCFR") == ("5",)
    assert table.game.trains("pool") == ("4",)
    assert table.game.trains("bank").count("5") == 2
    assert table.money("CCFR") == (124,)


@pytest.mark.clause("1883-8.1.4.5")
def test_the_co_operative_buys_trains_from_the_bank_alone_within_the_limit() -> None:
    table = Table().phase("2").start("SV", "Ada").trains("SV", "3").trains("CCFR", "2", "3").cash(CCFR=1000)
    table.operate("CCFR", "trains")
    table.may_not(BuyTrain("3", "SV", 100), "1883-8.1.4.5")
    table.do(BuyTrain("3", "bank", 180))
    assert table.money("CCFR") == (820,)
    table.trains("CCFR", "2", "3", "3", "3").operate("CCFR", "trains")
    table.may_not(BuyTrain("3bis", "bank", 220), "1883-6.8.3.1")


@pytest.mark.clause("1883-R40")
def test_trains_of_the_pool_count_as_trains_of_the_bank() -> None:
    table = Table().phase("2").trains("CCFR", "3").trains("pool", "2").cash(CCFR=80).operate("CCFR", "trains")
    table.do(BuyTrain("2", "pool", 80))
    assert table.game.trains("CCFR") == ("3", "2")


@pytest.mark.clause("1883-R64")
def test_a_gift_above_the_limit_is_received_and_the_leader_gives_up_another_train() -> None:
    table = Table().phase("3").start("SV", "Bruno", at=(3, 10), cash=300).sold_out("3bis")
    table.trains("CCFR", "3", "3", "3bis").operate("SV", "trains").do(BuyTrain("4", "bank", 300))
    assert (table.step, table.decider) == ("discard", "Ada")
    assert table.game.trains("CCFR") == ("3", "3", "3bis", "4")
    table.do(DiscardTrain("3bis"))
    assert table.game.trains("pool") == ("3bis",)


# 8.1.5 Dividends and looting


@pytest.mark.clause("1883-8.1.5.1", "1883-R39")
def test_the_run_of_the_co_operative_is_always_paid() -> None:
    table = about_to_pay(players=3, revenue=100)
    bank = table.money("bank")[0]
    before = table.money("Ada", "Bruno", "Carla")
    table.may_not(KEEP, "1883-8.1.5.1")
    table.may_not(Pass(), "1883-6.7.1")
    table.do(PAY)
    assert [after - was for after, was in zip(table.money("Ada", "Bruno", "Carla"), before, strict=True)] == [10] * 3
    assert table.money("bank")[0] == bank - 30
    assert table.money("CCFR") == (0,)
    assert table.game.cell("CCFR") == (3, 10)


@pytest.mark.clause("1883-8.1.5.1")
@pytest.mark.parametrize(("revenue", "price"), [(90, 100), (100, 110), (0, 90)])
def test_its_marker_moves_by_the_normal_rule(revenue: int, price: int) -> None:
    table = about_to_pay(revenue=revenue)
    if revenue:
        table.do(PAY)
    else:
        table.go_on()
    assert table.price("CCFR") == price


@pytest.mark.clause("1883-8.1.5.2", "1883-8.1.5.3", "1883-8.1.5.4", "1883-R41")
def test_looting_takes_the_whole_run_and_half_of_the_share_after_the_fall() -> None:
    table = about_to_pay(revenue=120).cash(Ada=0, Bruno=0, Carla=0)
    table.do(LOOT)
    assert table.price("CCFR") == 90
    assert table.money("Ada", "Bruno", "Carla") == (120 + 45, 0, 0)
    assert (table.pool("CCFR"), table.holding("CCFR", "Ada")) == (10, [])
    assert table.money("CCFR") == (0,)


@pytest.mark.clause("1883-R41", "1883-8.1.5.4")
def test_half_an_odd_price_is_rounded_up() -> None:
    table = about_to_pay(revenue=50).cash(Ada=0)
    table.game.put_on_market("CCFR", (3, 8))
    table.do(LOOT)
    assert table.price("CCFR") == 85
    assert table.money("Ada") == (50 + 43,)


@pytest.mark.clause("1883-R41")
def test_a_run_of_nothing_cannot_be_looted_and_the_looter_finishes_the_turn() -> None:
    table = Table().phase("2").trains("CCFR").operate("CCFR", "run").go_on()
    assert table.price("CCFR") == 90  # passed over: no run, no loot
    table = about_to_pay(revenue=120).cash(CCFR=180, Ada=0)
    table.do(LOOT)
    assert (table.step, table.decider, table.game.decision.for_corporation) == ("trains", "Ada", "CCFR")
    table.do(BuyTrain("3", "bank", 180))


@pytest.mark.clause("1883-8.1.5.5")
def test_the_looter_is_out_and_the_others_lead_in_turn() -> None:
    table = Table(3).phase("2").draws(*["kings_visit"] * 5, of=5)
    table.turn_is(at=3, revenue=100).do(LOOT)
    leaders = []
    for number in (2, 3, 4, 5):
        table.comes_to_round(f"OR 2.{number}")
        leaders.append(table.game.president("CCFR"))
    assert leaders == ["Bruno", "Carla", "Bruno", "Carla"]


@pytest.mark.clause("1883-8.1.5.6")
def test_looted_shares_pay_into_the_treasury_of_ccfr() -> None:
    table = about_to_pay(revenue=80).members("Bruno", "Carla", "Dora").own_is(ccfr_leader="Bruno")
    table.cash(Ada=0, Bruno=0, Carla=0).do(PAY)
    assert table.money("CCFR", "Ada", "Bruno", "Carla") == (8, 0, 8, 8)


# 8.1.6 Freezing


@pytest.mark.clause("1883-8.1.6.1")
def test_when_the_last_share_is_looted_ccfr_is_frozen() -> None:
    """From that moment: with money enough for another train CCFR buys none."""
    table = about_to_pay(players=2, revenue=50).members("Ada").cash(CCFR=500)
    table.do(LOOT)
    assert (table.own.ccfr, table.own.ccfr_leader) == ("frozen", "")
    assert table.game.decision.for_corporation != "CCFR"
    assert table.pool("CCFR") == 20
    half = about_to_pay(players=2, revenue=50)
    half.do(LOOT)
    half.pass_on(lambda: half.game.state.round.kind == "stock")
    assert (half.own.ccfr, half.own.ccfr_leader) == ("cooperative", "Bruno")


@pytest.mark.clause("1883-8.1.6.1")
def test_a_stored_game_whose_last_looter_is_still_in_the_turn_freezes_ccfr_when_the_round_ends() -> None:
    table = Table(2).phase("2").members().own_is(deck=(), ccfr_leader="Ada").operate("CCFR", "trains", of=2)
    table.pass_on(lambda: table.own.ccfr == "frozen")
    assert (str(table.game.state.round), table.own.ccfr_leader) == ("SR 3", "")  # nobody operates in the second round


def frozen(players: int = 4, phase: str = "3") -> Table:
    return Table(players).phase(phase).members().own_is(ccfr="frozen", ccfr_leader="")


@pytest.mark.clause("1883-8.1.6.2")
def test_a_frozen_ccfr_gets_no_train_has_no_turn_and_keeps_its_price() -> None:
    table = frozen().start("SV", "Bruno", at=(3, 10), cash=300, stock={"Bruno": 2}).sold_out("3bis").trains("CCFR", "3")
    table.game.put_on_market("CCFR", (3, 6))
    table.operate("SV", "trains").do(BuyTrain("4", "bank", 300))
    assert table.game.trains("CCFR") == ("3",)
    acting = set()
    table.draws("kings_visit", "kings_visit", "kings_visit", of=3)
    while table.game.state.round.kind == "operating":
        acting.add(table.game.decision.for_corporation)
        table.do(Pass() if Pass() in table.game.decision.choices else table.game.decision.choices[0])
    assert "CCFR" not in acting
    assert table.price("CCFR") == 80


@pytest.mark.clause("1883-R44")
def test_an_uncapitalised_ccfr_that_reaches_closed_is_frozen_with_its_shares_in_the_initial_offers() -> None:
    table = Table().phase("2").cash(CCFR=300)
    table.game.put_on_market("CCFR", (6, 0))
    table.operate("CCFR", "dividend").turn_is(revenue=50).cash(Ada=0).do(LOOT)
    assert table.own.ccfr == "frozen"
    assert table.game.percent("CCFR", "offer") == 100
    assert table.game.decision.for_corporation != "CCFR"  # its turn is over
    assert table.money("Ada")[0] >= 50
    table.cash(Ada=1000).stock_round("Ada", turn=4).may_not(Start("CCFR", 100), "1883-8.1.1.3")


# 8.1.7: see sections 11.1 to 11.3


@pytest.mark.clause("1883-8.1.7.1")
def test_a_railroad_strike_in_phase_2_does_not_ask_the_co_operative() -> None:
    table = Table().phase("2").support(Ada=3).draws("railroad_strike")
    assert (table.step, table.own.effects) == ("track", {})


# 8.1.8 Capitalisation


@pytest.mark.clause("1883-8.1.8.2")
def test_all_shares_of_the_initial_offers_go_to_the_pool() -> None:
    table = first_5(Table().phase("4"))
    assert table.pool("CCFR") == 50
    assert table.game.percent("CCFR", "offer") == 0
    three = first_5(Table(4).phase("4").members("Bruno"))
    assert three.pool("CCFR") == 80  # more than half of it
    assert table.own.ccfr == "capitalist"


@pytest.mark.clause("1883-8.1.8.3")
def test_a_sole_member_becomes_president_for_nothing() -> None:
    table = Table().phase("4").members("Carla")
    cash = table.money("Carla")
    first_5(table)
    assert table.game.president("CCFR") == "Carla"
    assert (table.holding("CCFR", "Carla"), table.money("Carla")) == ([20], cash)


@pytest.mark.clause("1883-8.1.8.4", "1883-R42")
def test_the_member_with_fewest_presidencies_becomes_president() -> None:
    """Carla presides nothing, but has lost her share."""
    table = Table().phase("4").members("Ada", "Bruno", "Dora").start("SV", "Ada", at=(3, 10)).start("FBV", "Ada", at=65)
    table.start("FSF", "Bruno", at=65).start("SAFRE", "Dora", at=65).start("FMV", "Dora", at=65)
    first_5(table.start("SARSA", "Dora", at=65))
    assert table.game.president("CCFR") == "Bruno"
    assert (table.holding("CCFR", "Bruno"), table.holding("CCFR", "Ada")) == ([20], [10])
    assert table.holding("CCFR", "Carla") == []


@pytest.mark.clause("1883-8.1.8.5")
def test_a_tie_goes_to_fewest_railways() -> None:
    table = Table(2).phase("4").start("SV", "Ada", at=(3, 10)).start("SARSA", "Ada", at=65)
    first_5(table.start("FBV", "Bruno", at=65).start("FSF", "Bruno", at=65))
    assert table.game.president("CCFR") == "Ada"


def two_railways(ada: Sequence[str], bruno: Sequence[str], ada_stock: int = 0, bruno_stock: int = 0) -> Table:
    """Ada presides FSF, Bruno FBV, and Carla, who is no member, buys the first 5 train."""
    table = Table(3).phase("4").members("Ada", "Bruno").start("SV", "Carla", at=(3, 10))
    table.start("FSF", "Ada", at=85, stock={"Ada": ada_stock}).start(
        "FBV", "Bruno", at=85, stock={"Bruno": bruno_stock}
    )
    return table.trains("FSF", *ada).trains("FBV", *bruno).cash(Ada=100, Bruno=100)


@pytest.mark.clause("1883-8.1.8.6", "1883-R42")
def test_the_next_tie_goes_to_fewest_permanent_trains() -> None:
    """Permanent are the classes 5 to 8; here a 6 that Ada's railway owns."""
    table = first_5(two_railways(("6",), ("4", "4")))
    assert table.game.president("CCFR") == "Bruno"


@pytest.mark.clause("1883-8.1.8.7")
def test_the_next_tie_goes_to_fewest_trains() -> None:
    assert first_5(two_railways(("4", "3bis"), ("4",), 0, 2)).game.president("CCFR") == "Bruno"
    assert first_5(two_railways(("4",), ("4", "3bis"), 2, 0)).game.president("CCFR") == "Ada"


@pytest.mark.clause("1883-8.1.8.8")
def test_the_next_tie_goes_to_fewest_certificates() -> None:
    fewer, more = {"Ada": 90, "Bruno": 120}, {"Ada": 120, "Bruno": 90}  # cash comes after certificates
    assert first_5(two_railways(("4",), ("4",), 3, 2).cash(**fewer)).game.president("CCFR") == "Bruno"
    assert first_5(two_railways(("4",), ("4",), 2, 3).cash(**more)).game.president("CCFR") == "Ada"


@pytest.mark.clause("1883-8.1.8.9")
def test_the_last_ties_go_by_cash_and_by_a_die() -> None:
    assert first_5(two_railways(("4",), ("4",)).cash(Ada=120, Bruno=90)).game.president("CCFR") == "Bruno"
    assert first_5(two_railways(("4",), ("4",)).cash(Ada=90, Bruno=120)).game.president("CCFR") == "Ada"
    assert first_5(two_railways(("4",), ("4",)).dice(1)).game.president("CCFR") == "Ada"
    assert first_5(two_railways(("4",), ("4",)).dice(2)).game.president("CCFR") == "Bruno"


@pytest.mark.clause("1883-R42")
def test_if_ccfr_itself_buys_the_first_5_its_new_president_goes_on() -> None:
    table = Table().phase("4").sold_out("4").start("SV", "Ada", at=(3, 8)).members("Ada", "Bruno")
    table.trains("CCFR", "3bis", "4").cash(CCFR=420).operate("CCFR", "trains").do(BuyTrain("5", "bank", 420))
    assert table.game.president("CCFR") == "Bruno"
    assert table.game.trains("CCFR") == ("3bis", "5", "5")
    assert (table.step, table.decider) == ("discard", "Bruno")
    table.do(DiscardTrain("3bis"))
    assert table.money("CCFR") == (100,)


@pytest.mark.clause("1883-8.1.8.10", "1883-R43")
def test_a_frozen_ccfr_is_launched_again_from_the_next_stock_round() -> None:
    table = frozen(phase="4").start("SV", "Ada", at=(3, 10)).trains("CCFR", "4")
    first_5(table)
    assert table.game.percent("CCFR", "offer") == 100
    assert not table.game.is_started("CCFR")
    assert (table.game.trains("CCFR"), table.money("CCFR")) == (("5",), (100,))
    assert table.game.trains("pool") == ("4",)
    table.operate("SV", "trains").cash(SV=500).may_not(BuyTrain("5", "CCFR", 1), "1883-R43")
    table.cash(Bruno=300).stock_round("Bruno", turn=6).do(Start("CCFR", 110))
    assert table.game.cell("CCFR") == (3, 10)
    assert table.money("CCFR", "Bruno") == (100 + 220, 80)
    assert table.game.president("CCFR") == "Bruno"
    assert table.game.state.stations["CCFR"] == ("31.0", "5.0")
    assert table.game.state.pars["CCFR"] == 110


@pytest.mark.clause("1883-8.1.8.1", "1883-8.1.4.4", "1883-4.0.23")
def test_a_later_5_brings_ccfr_nothing_more() -> None:
    """Only the first 5 train capitalises it."""
    table = first_5(Table().phase("4").trains("CCFR", "3", "4"))
    before = (table.game.trains("CCFR"), table.money("CCFR"), table.game.holders("CCFR"), table.game.trains("pool"))
    assert before[:2] == (("5",), (100,))
    table.trains("SV").cash(SV=420).operate("SV", "trains").do(BuyTrain("5", "bank", 420))
    after = (table.game.trains("CCFR"), table.money("CCFR"), table.game.holders("CCFR"), table.game.trains("pool"))
    assert after == before
    assert not table.told_of(PhaseBegins)
