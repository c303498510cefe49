"""1849: where others stumbled. Cases that were got wrong or disputed elsewhere, decided by rulebook and catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import (
    Bankrupt,
    BuyShare,
    BuyTrain,
    ChooseHome,
    Dividend,
    Exchange,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.events import RouteCounted
from ferrovia.engine.flow.steps.run import best
from ferrovia.titles.t1849.actions import LeaveGame, TakeLoan
from tests.t1849.table import Table, routes

SHARED = (4, 5)  # 95, one row below the 100 where corporations start
BUY_6H = BuyTrain("6H", "bank", 200)


# Several corporations sold in one turn; a new one started on an occupied space


@pytest.mark.clause("1849-R07", "1849-9.2.4")
@pytest.mark.parametrize("sales", [("ATA", "CTL"), ("CTL", "ATA")])
def test_tokens_sold_into_one_space_lie_as_they_lay_under_those_already_there(sales: tuple[str, ...]) -> None:
    table = Table().start("SFA", president="Carla", at=SHARED)
    for corporation in ("CTL", "ATA"):  # CTL on top of ATA
        table.start(corporation, president="Bruno", stock={"Ada": [10]})
    table.stock_round("Ada").do(*[SellShares(corporation, (10,)) for corporation in sales])
    assert table.stack(SHARED) == ["SFA", "CTL", "ATA"]
    assert table.game.market_order() == ("SFA", "CTL", "ATA")


@pytest.mark.clause("1849-R01", "1849-5.0.2")
def test_a_new_corporation_goes_under_those_on_its_start_space() -> None:
    table = Table().start("CTL", president="Bruno").start("ATA", president="Carla").own_is(line=("SFA",))
    table.stock_round("Dora").do(Start("SFA", 100))
    assert table.stack((3, 5)) == ["CTL", "ATA", "SFA"]


# The last certificate


@pytest.mark.clause("1849-9.5.3")
@pytest.mark.parametrize(("taken", "heirs"), [((20,), [10, 10]), ((10, 10), [20])])
def test_the_outgoing_president_chooses_between_the_last_certificate_and_two_shares(
    taken: tuple[int, ...], heirs: list[int]
) -> None:
    table = Table().start("ATA", stock={"Ada": [10], "Bruno": [20, 10, 10]}).stock_round("Ada")
    table.do(SellShares("ATA", (10,)))
    assert table.decider == "Ada"  # not Bruno
    table.do(Exchange(taken))
    assert table.game.president("ATA") == "Bruno"
    assert sorted(table.holding("ATA", "Ada")) == sorted(taken)
    assert table.holding("ATA", "Bruno") == [20, *heirs]  # the president's certificate, and what is left


@pytest.mark.clause("1849-R10", "1849-9.6.2")
def test_the_last_certificate_waits_only_for_others_in_its_own_place() -> None:
    table = Table().start("ATA", president="Bruno", stock={"pool": [20]}).cash(Ada=500).stock_round("Ada")
    table.may(BuyShare("ATA", "treasury"))
    table.do(BuyShare("ATA", "pool"))  # though six regular ones are in the treasury
    assert table.holding("ATA", "Ada") == [20]
    assert table.money("Ada") == (300,)
    table = Table().start("ATA", president="Bruno", stock={"pool": [20, 10]}).cash(Ada=500).stock_round("Ada")
    table.do(BuyShare("ATA", "pool"))
    assert table.holding("ATA", "Ada") == [10]


@pytest.mark.clause("1849-9.6.1", "1849-K.2", "1849-10.7.4")
@pytest.mark.parametrize("emergency", [False, True])
def test_the_last_certificate_is_always_sold_whole(emergency: bool) -> None:
    table = Table().phase("6").start("ATA", president="Bruno", stock={"Ada": [20], "pool": [10] * 3})
    if emergency:
        table.start("CTL", at=68).cash(Ada=150).operate("CTL", "trains")
    else:
        table.stock_round("Ada")
    table.may_not(SellShares("ATA", (10,)), "1849-9.6.1")
    table.do(SellShares("ATA", (20,)))
    assert table.pool("ATA") == 50
    full = Table().phase("6").start("ATA", president="Bruno", stock={"Ada": [20], "pool": [10] * 4})
    full.stock_round("Ada").may_not(SellShares("ATA", (20,)), "1849-9.2.6")


# Emergency sales


@pytest.mark.clause("1849-10.7.3", "1849-10.7.4", "1849-10.7.5", "1849-R08")
def test_emergency_sales_spare_the_unoperated_and_the_own_presidency_and_stop_in_time() -> None:
    table = Table().phase("6").start("CTL", cash=30, stock={"Ada": [10], "Bruno": [10, 10, 10]}).cash(Ada=100)
    table.start("ATA", president="Carla", at=68, stock={"Ada": [10]}, operated=False)
    table.start("RCS", president="Dora", at=(3, 2), stock={"Ada": [10, 10]}).operate("CTL", "trains")
    table.may_not(SellShares("ATA", (10,)), "1849-9.2.5")
    table.may_not(SellShares("CTL", (10,)), "1849-10.7.5")
    table.may_not(SellShares("RCS", (10, 10)), "1849-10.7.3")  # one at 71 brings the missing 70
    table.do(SellShares("RCS", (10,)))
    table.may_not(SellShares("RCS", (10,)), "1849-10.7.3")
    assert table.game.decision.choices == (BUY_6H,)
    table.do(BUY_6H)
    assert table.money("Ada", "CTL") == (1, 0)


# Bankruptcy


def failing(**ada: Any) -> Table:
    """Ada's CTL must buy a 10H for 550; she has 100, SCE, and what stock is given. Bruno's ATA operates later."""
    table = Table().phase("10").start("CTL", cash=20).cash(Ada=100).privates(SCE="Ada", SIGI="Bruno")
    table.start("ATA", president="Bruno", at=68, stock=ada or None).start("SFA", president="Carla", at=68)
    return table.operate("CTL", "trains")


@pytest.mark.clause("1849-R27", "1849-10.7.9")
def test_private_companies_are_no_stock_in_a_bankruptcy() -> None:
    table = failing()
    assert table.game.decision.choices == (Bankrupt(),)  # SCE cannot be sold
    table.do(Bankrupt())
    assert table.step == "loan_choice"  # and does not spare her the choice
    table.do(TakeLoan())
    assert table.game.state.privates["SCE"] == "Ada"


@pytest.mark.clause("1849-10.7.1", "1849-10.7.8")
def test_who_may_declare_it_and_when() -> None:
    table = failing(Ada=[10])
    table.may_not(Bankrupt(), "1849-10.7.8")  # she can still sell
    table.do(SellShares("ATA", (10,)))
    table.may_not(Bankrupt(), "1849-3.0.3", by="Bruno")
    table.do(Bankrupt())
    assert not table.game.is_started("CTL")
    rich = failing().cash(Ada=530)
    rich.may_not(Bankrupt(), "1849-10.7.8")  # 20 and 530 will do
    rich.cash(CTL=550).may_not(Bankrupt(), "1849-10.7.1")
    rich.stock_round("Ada").may_not(Bankrupt(), "1849-9.0.1")


@pytest.mark.clause("1849-R09", "1849-R27")
def test_the_certificate_limit_stays_when_a_player_leaves() -> None:
    table = failing()
    limit = table.game.title.stock.certificate_limit(table.game)
    table.do(Bankrupt(), LeaveGame())
    assert table.game.players == ("Bruno", "Carla", "Dora")
    assert table.game.title.stock.certificate_limit(table.game) == limit == 11


@pytest.mark.clause("1849-10.7.9", "1849-13.0.9", "1849-R28")
@pytest.mark.parametrize(("more", "final"), [(0, 0), (249, 0), (250, 0), (251, 1), (1000, 750)])
def test_the_loan_of_500_costs_750_at_the_end_and_never_leads_below_nothing(more: int, final: int) -> None:
    table = failing()
    table.do(Bankrupt(), TakeLoan())
    assert table.money("Ada") == (500,)
    table.cash(Ada=500 + more)
    assert table.game.title.calendar.worth(table.game, "Ada") == final


# Closing and restarting


@pytest.mark.clause("1849-11.0.2", "1849-11.0.4", "1849-11.0.5", "1849-R06")
def test_a_closed_corporation_loses_all_and_starts_again_last_in_line_at_its_kept_home() -> None:
    stock = {"Carla": [10], "Bruno": [10, 10]}
    table = Table().phase("10").start("RCS", at=(8, 0), stock=stock, cash=75).trains("RCS", "10H")
    table.privates(RSA="Bruno", SIGI="RCS").own_is(port="A5", port_owner="RCS", rsa="RCS", line=("SFA", "ATA"))
    table.lay("C5 651 5").start("IFT", president="Dora").tokens("IFT", "C5").tokens("RCS", "M9")
    bruno = table.game.cash("Bruno")
    table.stock_round("Carla", turn=4).do(SellShares("RCS", (10,)))
    assert not table.game.is_started("RCS")
    assert [table.holding("RCS", player) for player in table.players] == [[]] * 4
    assert table.money("RCS", "Bruno") == (0, bruno)
    assert (table.game.trains("RCS"), table.game.trains("pool")) == ((), ())
    assert table.own.port_owner == ""
    assert table.game.tokens_at(stop_id("M9")) == ()
    assert table.game.state.privates == {"RSA": "Bruno"}  # SIGI went; RSA stays and is tied to nothing now
    assert table.own.rsa == ""
    assert table.game.vacant(stop_id("C5"), "CTL") == 0  # the second space is for RCS alone
    assert table.game.vacant(stop_id("C5"), "RCS") == 1
    table.may_not(Start("RCS", 68), "1849-9.4.1")
    table.pass_on(lambda: table.game.state.round.turn == 5)
    assert table.own.line == ("SFA", "ATA", "RCS")


# SMS


def marsala(phase: str = "6", **own: Any) -> Table:
    table = Table().phase(phase).start("CTL", cash=1000).privates(SMS="CTL").own_is(**own)
    table.operate("CTL", "track").do(UsePrivate("SMS"))
    return table


@pytest.mark.clause("1849-7.1.8", "1849-7.1.9", "1849-7.1.10")
def test_sms_lays_or_upgrades_and_places_a_token_on_one_coastal_city_without_a_way_to_it() -> None:
    table = marsala()
    assert "SMS" not in table.game.state.privates
    table.do(LayTile("B14", "655", 0))
    table.may_not(PlaceToken("M9"), "1849-7.1.10")  # tile and token go to one city
    table.do(PlaceToken("B14"))
    assert table.game.state.stations["CTL"] == ("E1.0", "B14.0")
    table = marsala()
    table.may_not(LayTile("H8", "657", 0), "1849-7.1.9")
    table.do(Pass())
    table.may_not(PlaceToken("M11"), "1849-7.1.9")
    table.do(PlaceToken("M9"))  # the token alone


@pytest.mark.clause("1849-7.1.9", "1849-7.1.11", "1849-10.4.4")
def test_sms_may_go_to_an_unused_home_city_by_the_normal_rules() -> None:
    table = marsala()
    table.do(LayTile("C5", "651", 5), PlaceToken("C5"))  # two spaces, one of them kept for RCS
    assert table.game.tokens_at(StopId("C5.0")) == ("CTL",)
    table = marsala()
    table.do(Pass())
    table.may_not(PlaceToken("M13"), "1849-10.4.4")  # one space, and it is ATA's
    table = marsala()
    table.do(LayTile("M13", "675", 1))
    assert table.step != "token"
    marsala("4").may_not(LayTile("C5", "651", 5), "1849-6.0.1")  # green comes in phase 6


# Gauge while building

LEGAL = {"657": [2, 5], "644": [2, 3, 4], "645": [2, 3], "658": [2, 3], "659": [2, 3, 4]}


@pytest.mark.clause("1849-10.3.6", "1849-10.3.7")
def test_the_first_tile_under_an_own_token_needs_no_connection() -> None:
    """Girgenti: all that keeps off the sea, in either gauge, with no track anywhere near."""
    table = Table().start("SFA", cash=500).operate("SFA")
    legal = {tile: [turn for turn in range(6) if not table.game.why_not(LayTile("J6", tile, turn))] for tile in LEGAL}
    assert legal == LEGAL
    table.do(LayTile("J6", "644", 2))


@pytest.mark.clause("1849-R19")
def test_new_track_continues_in_the_gauge_it_is_reached_by() -> None:
    """Siracusa's printed track is narrow."""
    table = Table().start("ATA", cash=500).operate("ATA")
    refusal = table.game.why_not(LayTile("L12", "8", 5))
    assert refusal is not None
    assert "gauge" in refusal.sentence  # players take this for a fault of the game: it is told why
    table.do(LayTile("L12", "78", 5))


@pytest.mark.clause("1849-R19", "1849-10.1.4")
def test_at_a_stop_the_gauge_may_change() -> None:
    """Narrow to Ragusa, and standard on from there."""
    table = Table().start("ATA", cash=500).lay("L12 78 5").operate("ATA")
    table.do(LayTile("N10", "58", 2))


# H trains


@pytest.mark.clause("1849-10.5.1.3", "1849-10.5.1.4", "1849-10.5.1.6")
def test_a_run_is_told_with_how_its_hexes_were_counted_gauge_by_gauge() -> None:
    table = Table().phase("16").start("CTL").lay("D2 79 1", "C3 74 1").trains("CTL", "4H").operate("CTL", "run")
    way = "C3 D2 E1 C1"
    table.may_not(routes(("4H", way)), "1849-10.5.1.3", saying="it counts 5 (C3-D2-E1 narrow 4, E1-C1 dual 1)")
    table.trains("CTL", "R6H")
    counted = RouteCounted(train="R6H", length=3, counted="C3-D2-E1 narrow 2, E1-C1 dual 1")
    assert table.do(routes(("R6H", way)))[0] == counted


# The earthquake


def before_the_quake() -> Table:
    table = Table().phase("10").sold_out("10H").start("CTL", at=144, cash=800).trains("CTL")
    return table.start("AFG", president="Bruno", home="B14", cash=500).trains("AFG", "8H")


@pytest.mark.clause("1849-12.0.1", "1849-12.0.2")
def test_routes_remembered_through_messina_are_forgotten() -> None:
    table = before_the_quake().lay("B14 655 0").tokens("AFG", "M9").operate("CTL", "trains")
    assert best(table.game, "AFG").revenue == 20 + 10 + 50 + 30  # port and town of Milazzo, Messina, Calabria
    table.do(BuyTrain("12H", "bank", 800))
    assert table.game.layout.tiles.get("B14") is None
    assert best(table.game, "AFG").revenue == 0
    assert table.game.reach("AFG").paths.keys() == {"M9.0", "N8.0"}


@pytest.mark.clause("1849-12.0.2", "1849-R33")
@pytest.mark.parametrize("tile", [(), ("B14 655 0",), ("B14 656 4",)], ids=["bare", "green", "brown"])
def test_tokens_on_messina_are_lost_tile_or_not(tile: tuple[str, ...]) -> None:
    table = before_the_quake().lay(*tile).tokens("AFG", "M9").operate("CTL", "trains")
    table.do(BuyTrain("12H", "bank", 800))
    assert table.game.state.stations["AFG"] == ("M9.0",)
    assert table.game.state.tokens["AFG"] == 1
    assert table.game.is_started("AFG")


@pytest.mark.clause("1849-12.0.3")
def test_garibaldi_closes_if_messina_was_all_it_had() -> None:
    table = before_the_quake().operate("CTL", "trains")
    table.do(BuyTrain("12H", "bank", 800))
    assert not table.game.is_started("AFG")
    table.own_is(line=("AFG",)).stock_round("Dora").cash(Dora=500)
    table.do(Start("AFG", 100), ChooseHome("B14"))  # the token lost is back, and it may choose afresh
    assert table.game.state.tokens["AFG"] == 2


# Revenue of pre-printed cities


@pytest.mark.clause("1849-10.5.2.1", "1849-6.0.10")
@pytest.mark.parametrize(("phase", "grey"), [("4", 20), ("6", 20), ("8", 30), ("10", 30), ("12", 40), ("16", 40)])
def test_grey_cities_pay_by_the_phase(phase: str, grey: int) -> None:
    table = Table().phase(phase).start("CTL").trains("CTL", "16H").operate("CTL", "run")
    table.do(routes(("16H", "C1 E1")), Dividend("withhold"))
    assert table.game.state.earnings["CTL"] == 2 * grey


@pytest.mark.clause("1849-10.5.2.1")
@pytest.mark.parametrize("phase", ["4", "8", "12"])
def test_palermo_pays_50_before_its_first_tile_in_every_phase(phase: str) -> None:
    table = Table().phase(phase).start("RCS").lay("B4 7 5", "D4 4 0").trains("RCS", "16H").operate("RCS", "run")
    table.do(routes(("16H", "A5 C5 B4 D4")), Dividend("withhold"))
    assert table.game.state.earnings["RCS"] == 10 + 50 + 10


# The dividend


@pytest.mark.clause("1849-10.5.3.2", "1849-10.5.3.4", "1849-10.5.3.7")
def test_what_each_choice_pays_and_where_the_price_goes_can_be_seen_before_choosing() -> None:
    table = Table().phase("10").start("CTL", stock={"Ada": [10], "Bruno": [10, 10], "pool": [10]})
    table.trains("CTL", "10H").operate("CTL", "dividend").turn_is(revenue=160)
    before = table.game.hash()
    seen = {}
    for choice in table.game.decision.choices:
        assert isinstance(choice, Dividend)
        twin = table.game.fork()
        twin.apply(choice)
        paid = tuple(twin.cash(purse) - table.game.cash(purse) for purse in ("Ada", "Bruno", "CTL", "bank"))
        seen[choice.choice] = (paid, twin.price("CTL"))
    assert seen == {"pay": ((48, 32, 64, -144), 111), "withhold": ((0, 0, 160, -160), 90)}
    assert table.game.hash() == before
    assert table.step == "dividend"


@pytest.mark.clause("1849-10.5.1", "1849-10.5.3.1")
def test_the_dividend_is_chosen_after_the_run_is_known() -> None:
    table = Table().start("CTL").trains("CTL", "4H").operate("CTL", "run")
    table.may_not(Dividend("pay"), "1849-10.0.3")
    (run,) = table.game.decision.choices
    assert isinstance(run, RunTrains)
    table.do(run)
    table.may(Dividend("pay"), Dividend("withhold"))
