"""Section 7.1: the private companies, their revenue, their sale to corporations, and their powers."""

import msgspec
import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import (
    Accept,
    BuyPrivate,
    BuyTrain,
    ChooseHome,
    Decline,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.operating import OperatingTurn
from tests.t1849.table import Table

FACE_VALUES = {"SCE": 20, "SIGI": 45, "CNM": 75, "SMS": 110, "RSA": 150}


def earns(table: Table, corporation: str) -> int:
    """What its best runs earn."""
    table.operate(corporation, "run")
    table.do(next(choice for choice in table.game.decision.choices if isinstance(choice, RunTrains)))
    turn = table.game.find(OperatingTurn)
    assert turn is not None
    return turn.revenue


# Face value and revenue


@pytest.mark.clause("1849-7.1.1")
def test_all_five_cost_400_and_pay_75() -> None:
    table = Table(players=3)
    for name, price in FACE_VALUES.items():
        table.do(BuyPrivate(name, price))
        while table.game.state.round.kind == "auction" and table.decider != "Ada":
            table.do(Pass())
    table.do(Start("RCS", 68))
    assert table.money("Ada") == (500 - 400,)
    table.end_round()
    assert (str(table.game.state.round), table.money("Ada")) == ("OR 1.1", (175,))


@pytest.mark.clause("1849-7.1.1")
@pytest.mark.parametrize(("private", "revenue"), [("SCE", 5), ("SIGI", 10), ("CNM", 15), ("SMS", 20), ("RSA", 25)])
def test_each_pays_its_revenue(private: str, revenue: int) -> None:
    table = Table().start("RCS").privates(**{private: "Bruno"}).cash(Bruno=0).stock_round()
    table.end_round()
    assert table.money("Bruno") == (revenue,)


@pytest.mark.clause("1849-7.1.12")
def test_revenue_goes_to_the_player_or_into_the_treasury() -> None:
    table = Table().phase("6").start("RCS", "Carla", cash=50).privates(SCE="Ada", CNM="Ada", SMS="RCS")
    table.cash(Ada=100, Carla=60).stock_round().end_round()
    assert table.money("Ada", "RCS", "Carla") == (120, 70, 60)
    table.end_round()
    assert str(table.game.state.round) == "OR 2.2"
    assert table.money("Ada", "RCS", "Carla") == (140, 90, 60)


@pytest.mark.clause("1849-7.1.16")
def test_a_private_counts_as_a_certificate_of_a_player_but_not_of_a_corporation() -> None:
    table = Table().phase("6").start("RCS", "Ada", stock={"Ada": [10] * 4}, cash=100)
    table.start("CTL", "Ada", at=68, stock={"Ada": [10] * 4}).privates(CNM="Ada").operate("RCS")
    assert table.game.certificate_count("Ada") == 11
    table.do(BuyPrivate("CNM", 75))
    assert table.game.certificate_count("Ada") == 10


# SCE


def ift_at_the_border_of_acireale() -> Table:
    return Table().phase("6").start("IFT", "Ada", at=68, cash=100).lay("H12 653 1")


ACIREALE = LayTile("G13", "58", 1)


@pytest.mark.clause("1849-7.1.2")
@pytest.mark.parametrize("owner", ["Ada", "Bruno"])
def test_nobody_builds_on_acireale_while_a_player_owns_sce(owner: str) -> None:
    table = ift_at_the_border_of_acireale().privates(SCE=owner).operate("IFT")
    table.may_not(ACIREALE, "1849-7.1.2")
    assert all(getattr(choice, "hex", "") != "G13" for choice in table.game.decision.choices)


@pytest.mark.clause("1849-7.1.3")
def test_the_block_ends_when_any_corporation_buys_sce() -> None:
    table = ift_at_the_border_of_acireale().start("RCS", "Ada", at=100, cash=30).privates(SCE="Ada").operate("RCS")
    table.do(BuyPrivate("SCE", 20))
    table.operate("IFT").do(ACIREALE)
    assert table.game.layout.tiles["G13"] == ("58", 1)


@pytest.mark.clause("1849-7.1.3")
def test_the_block_ends_when_sce_closes() -> None:
    table = Table().phase("10").start("RCS", at=100, cash=800).start("IFT", at=68).lay("H12 653 1")
    table.privates(SCE="Bruno").sold_out("8H", "10H")
    table.operate("IFT").may_not(ACIREALE, "1849-7.1.2")
    table.operate("RCS", "trains").do(BuyTrain("12H", "bank", 800))
    table.operate("IFT").do(ACIREALE)


# SIGI


@pytest.mark.clause("1849-7.1.4", "1849-7.1.5")
@pytest.mark.parametrize(
    ("before", "work", "full", "with_sigi"),
    [
        ((), "H10 8 5", 40, 20),  # rough
        (("H10 7 4",), "G11 8 1", 160, 80),  # mountain
        (("H10 9 2",), "G9 58 5", 80, 40),  # hill
        (("H10 8 5",), "H10 24 5", 40, 20),  # an upgrade
        (("H12 653 1",), "G11 78 3", 40, 40),  # narrow gauge on a mountain: a quarter, with or without
        ((), "I11 30 4", 0, 0),  # plain
    ],
)
def test_sigi_halves_the_cost_of_standard_gauge(before: tuple[str, ...], work: str, full: int, with_sigi: int) -> None:
    hex_id, tile, rotation = work.split()
    for owner, cost in (("IFT", with_sigi), ("Ada", full), ("RCS", full)):
        table = Table().phase("6").start("IFT", "Ada", cash=200).start("RCS", at=68).privates(SIGI=owner)
        table.lay(*before).operate("IFT").do(LayTile(hex_id, tile, int(rotation)))
        assert table.money("IFT") == (200 - cost,), owner


@pytest.mark.clause("1849-7.1.4")
def test_half_the_cost_must_be_there() -> None:
    table = Table().phase("6").start("IFT", cash=79).privates(SIGI="IFT").lay("H10 7 4").operate("IFT")
    table.may_not(LayTile("G11", "8", 1), "1849-10.0.4")
    table.cash(IFT=80).operate("IFT").may(LayTile("G11", "8", 1))


# CNM


@pytest.mark.clause("1849-7.1.6")
@pytest.mark.parametrize("port", ["L14", "A5", "a12", "N8"])
def test_cnm_marks_any_port_without_a_route_and_closes(port: str) -> None:
    table = Table().phase("6").start("SFA").privates(CNM="SFA", SCE="Ada").operate("SFA")
    assert not table.game.reach("SFA").paths.keys() & {f"{port}.0"}
    table.do(UsePrivate("CNM", port))
    assert table.game.state.privates == {"SCE": "Ada"}
    assert (table.own.port, table.own.port_owner) == (port, "SFA")
    assert table.step == "track"  # it took the place of nothing


@pytest.mark.clause("1849-7.1.6")
def test_cnm_is_used_by_the_corporation_that_owns_it_in_its_own_turn_on_a_port() -> None:
    table = Table().phase("6").start("SFA", "Ada").start("RCS", "Ada", at=68).privates(CNM="Ada").operate("SFA")
    table.may_not(UsePrivate("CNM", "L14"), "1849-7.1.6")
    table.privates(CNM="SFA").operate("RCS")
    table.may_not(UsePrivate("CNM", "L14"), "1849-7.1.6")
    table.operate("SFA")
    for elsewhere in ("K13", "H12", "C15", ""):
        table.may_not(UsePrivate("CNM", elsewhere), "1849-7.1.6")
    table.may_not(UsePrivate("CNM", "L14"), "1849-3.0.3", by="Bruno")


def two_lines_to_the_port_of_augusta(phase: str) -> Table:
    """SFA comes from Catania, ATA from Siracusa."""
    table = Table().phase(phase).start("SFA", at=100).tokens("SFA", "H12").start("ATA", at=68)
    return table.lay("I11 30 4", "J12 9 2", "M13 675 1")


@pytest.mark.clause("1849-7.1.7")
def test_the_bonus_counts_for_the_corporation_that_placed_it_alone() -> None:
    table = two_lines_to_the_port_of_augusta("16").trains("SFA", "16H").trains("ATA", "16H")
    assert (earns(table, "SFA"), earns(table, "ATA")) == (40 + 10 + 60, 20 + 10 + 60)
    table.own_is(port="L14", port_owner="SFA")  # placed before Phase 12 closed CNM
    assert (earns(table, "SFA"), earns(table, "ATA")) == (40 + 10 + 80, 20 + 10 + 60)


@pytest.mark.clause("1849-R35")
def test_cnm_counts_for_runs_made_after_it_was_used() -> None:
    def sfa() -> Table:
        table = two_lines_to_the_port_of_augusta("6").trains("SFA", "6H").privates(CNM="SFA")
        return table.operate("SFA", "token")

    before = sfa()
    before.do(UsePrivate("CNM", "L14"))
    assert before.step == "run"
    assert earns(before, "SFA") == 40 + 10 + 80
    after = sfa()
    assert earns(after, "SFA") == 40 + 10 + 60
    after.do(UsePrivate("CNM", "L14"), Dividend("withhold"))
    assert after.money("SFA") == (110,)
    assert earns(after, "SFA") == 130


@pytest.mark.clause("1849-R35", "1849-7.1.6")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains", "finance", "private"])
def test_cnm_can_be_used_at_any_moment_of_the_turn(step: str) -> None:
    table = two_lines_to_the_port_of_augusta("6").trains("SFA", "6H").privates(CNM="SFA").operate("SFA", step)
    if step == "dividend":
        table.turn_is(revenue=110)
    table.do(UsePrivate("CNM", "L14"))
    assert table.own.port_owner == "SFA"


@pytest.mark.clause("1849-R35", "1849-7.1.6", "1849-10.2.1")
def test_cnm_bought_with_the_last_money_of_a_turn_can_still_be_used_in_it() -> None:
    def sfa() -> Table:
        table = Table().phase("6").start("SFA", "Ada", cash=95).start("RCS", "Bruno", at=68, cash=50)
        table.privates(CNM="Ada", SCE="Bruno").operate("SFA", "private").do(BuyPrivate("CNM", 95))
        assert (table.step, table.decider, table.money("SFA")) == ("private", "Ada", (0,))
        return table

    used = sfa()
    used.do(UsePrivate("CNM", "L14"))
    assert (used.own.port, used.own.port_owner) == ("L14", "SFA")
    assert used.decider == "Bruno"  # nothing is left to do in the turn
    kept = sfa()
    kept.do(Pass())
    assert kept.decider == "Bruno"
    assert kept.game.state.privates["CNM"] == "SFA"


@pytest.mark.clause("1849-R35")
def test_an_unused_cnm_is_lost_in_phase_12_but_a_placed_bonus_stays() -> None:
    unused = Table().phase("10").start("SFA", at=100, cash=800).privates(CNM="SFA").sold_out("8H", "10H")
    unused.operate("SFA", "trains").do(BuyTrain("12H", "bank", 800))
    unused.operate("SFA").may_not(UsePrivate("CNM", "L14"), "1849-7.1.6")
    placed = Table().phase("10").start("SFA", at=100, cash=800).privates(CNM="SFA").sold_out("8H", "10H")
    placed.operate("SFA", "trains").do(UsePrivate("CNM", "L14"), BuyTrain("12H", "bank", 800))
    assert (placed.own.port, placed.own.port_owner) == ("L14", "SFA")


@pytest.mark.clause("1849-R35")
def test_the_bonus_dies_with_its_corporation() -> None:
    table = Table().phase("6").start("SFA", at=(9, 1)).start("RCS").own_is(port="L14", port_owner="SFA")
    table.operate("SFA", "dividend").turn_is(revenue=10).do(Dividend("withhold"))
    assert not table.game.is_started("SFA")
    assert (table.own.port, table.own.port_owner) == ("", "")


# SMS


def ctl_with_sms(phase: str = "6", cash: int = 100) -> Table:
    return Table().phase(phase).start("CTL", "Ada", cash=cash).privates(SMS="CTL").operate("CTL")


@pytest.mark.clause("1849-7.1.8")
def test_sms_is_refused_once_a_tile_was_laid_or_the_token_step_is_over() -> None:
    laid = ctl_with_sms()
    laid.do(LayTile("G1", "58", 3))
    assert laid.step == "token"
    laid.may_not(UsePrivate("SMS"), "1849-7.1.8")
    token = ctl_with_sms()
    token.do(Pass(), PlaceToken("C1"))
    token.may_not(UsePrivate("SMS"), "1849-7.1.8")
    passed = ctl_with_sms().trains("CTL", "6H").operate("CTL")
    passed.do(Pass(), Pass())
    assert passed.step == "run"
    passed.may_not(UsePrivate("SMS"), "1849-7.1.8")


@pytest.mark.clause("1849-7.1.8", "1849-7.1.10")
def test_after_sms_there_is_no_normal_tile_and_no_normal_token() -> None:
    table = ctl_with_sms()
    table.do(UsePrivate("SMS"))
    assert "SMS" not in table.game.state.privates
    table.may_not(LayTile("G1", "58", 3), "1849-7.1.9")
    table.do(LayTile("C5", "651", 5))
    table.may_not(LayTile("G1", "58", 3), "1849-10.0.3")
    table.may_not(PlaceToken("C1"), "1849-7.1.10")
    table.do(PlaceToken("C5"))
    assert table.game.tokens_at(StopId("C5.0")) == ("CTL",)
    table.may_not(LayTile("G1", "58", 3), "1849-10.0.3")
    table.may_not(PlaceToken("C1"), "1849-10.0.3")


@pytest.mark.clause("1849-7.1.8")
def test_sms_is_for_its_owner_alone() -> None:
    table = ctl_with_sms().start("RCS", "Ada", at=68).operate("RCS")
    table.may_not(UsePrivate("SMS"), "1849-7.1.8")
    table.privates(SMS="Ada").operate("CTL").may_not(UsePrivate("SMS"), "1849-7.1.8")


# Lilibeo was removed at set-up, so that its home is open: otherwise nobody but it can have Marsala.
def afg_with_sms_and_no_ctl() -> Table:
    table = Table(players=3, order=("RCS", "ATA", "SFA", "IFT", "AFG", "CTL")).phase("6")
    table.start("AFG", home="H8", cash=100).privates(SMS="AFG").operate("AFG")
    table.do(UsePrivate("SMS"))
    return table


@pytest.mark.clause("1849-7.1.9")
@pytest.mark.parametrize("tile", ["C5 651 5", "B14 655 0", "H12 653 1", "M13 675 1", "J6 644 3"])
def test_sms_lays_a_tile_on_a_coastal_city_even_an_unused_home(tile: str) -> None:
    hex_id, number, rotation = tile.split()
    table = afg_with_sms_and_no_ctl()
    table.do(LayTile(hex_id, number, int(rotation)))
    assert table.game.layout.tiles[hex_id] == (number, int(rotation))


@pytest.mark.clause("1849-7.1.9", "1849-10.4.8")
@pytest.mark.parametrize("city", ["C1", "E1", "M9", "B14"])
def test_sms_places_a_token_on_a_coastal_city(city: str) -> None:
    table = afg_with_sms_and_no_ctl()
    table.do(Pass(), PlaceToken(city))
    assert table.game.tokens_at(StopId(f"{city}.0")) == ("AFG",)


@pytest.mark.clause("1849-7.1.9")
def test_sms_does_nothing_inland_or_in_a_town() -> None:
    table = afg_with_sms_and_no_ctl()
    table.may_not(LayTile("H8", "644", 0), "1849-7.1.9")
    table.may_not(LayTile("M11", "671", 4), "1849-7.1.9")
    table.do(Pass())
    table.may_not(PlaceToken("M11"), "1849-7.1.9")
    table.may_not(PlaceToken("A13"), "1849-4.0.1")


@pytest.mark.clause("1849-7.1.10", "1849-R34")
def test_tile_and_token_of_sms_go_to_one_city_and_each_may_be_left_out() -> None:
    both = ctl_with_sms()
    both.do(UsePrivate("SMS"), LayTile("C5", "651", 5), PlaceToken("C5"))
    assert both.game.tokens_at(StopId("C5.0")) == ("CTL",)

    tile = ctl_with_sms()
    tile.do(UsePrivate("SMS"), LayTile("C5", "651", 5))
    tile.may_not(PlaceToken("C1"), "1849-7.1.10")
    tile.do(Pass())
    assert tile.game.state.stations["CTL"] == ("E1.0",)

    token = ctl_with_sms()
    token.do(UsePrivate("SMS"), Pass(), PlaceToken("M9"))
    assert token.game.tokens_at(StopId("M9.0")) == ("CTL",)

    nothing = ctl_with_sms()
    nothing.do(UsePrivate("SMS"), Pass(), Pass())
    assert (nothing.game.state.stations["CTL"], nothing.game.layout.tiles) == (("E1.0",), {})
    assert nothing.game.state.privates == {}


@pytest.mark.clause("1849-R34", "1849-R36")
def test_sms_can_be_bought_and_used_in_one_turn() -> None:
    table = Table().phase("6").start("CTL", "Ada", cash=300).privates(SMS="Ada").operate("CTL")
    table.do(BuyPrivate("SMS", 220), UsePrivate("SMS"), LayTile("C5", "651", 5), PlaceToken("C5"))
    assert table.money("CTL") == (80,)


@pytest.mark.clause("1849-R34")
@pytest.mark.parametrize("city", ["C1", "M9"])
def test_grey_cities_take_the_token_of_sms_but_no_tile(city: str) -> None:
    table = ctl_with_sms()
    table.do(UsePrivate("SMS"))
    table.may_not(LayTile(city, "644", 0), "1849-10.3.1")
    assert all(getattr(choice, "hex", "") != city for choice in table.game.decision.choices)
    table.do(Pass())
    table.may(PlaceToken(city))


@pytest.mark.clause("1849-R44", "1849-7.1.8")
def test_after_a_tile_step_passed_by_sms_still_places_its_token() -> None:
    table = ctl_with_sms().tokens("CTL", "C1").operate("CTL")  # no route leads to a city that it could take
    table.do(Pass())
    assert table.step == "token"
    table.may_not(PlaceToken("M9"), "1849-10.4.2")
    table.do(UsePrivate("SMS"))
    table.may_not(LayTile("C5", "651", 5), "1849-10.0.3")
    table.do(PlaceToken("M9"))
    assert table.game.tokens_at(StopId("M9.0")) == ("CTL",)


@pytest.mark.clause("1849-7.1.11")
def test_sms_waives_nothing_but_the_route() -> None:
    table = ctl_with_sms(cash=39)
    table.do(UsePrivate("SMS"))
    table.may_not(LayTile("J6", "644", 3), "1849-10.0.4")  # the terrain
    table.may_not(LayTile("C5", "652", 5), "1849-10.3.13")  # the colours in their order
    table.may_not(LayTile("C5", "651", 0), "1849-10.3.13")  # track is kept
    table.do(Pass())
    table.may_not(PlaceToken("C5"), "1849-10.4.4")  # the space of unstarted RCS
    table.start("IFT", at=68).operate("CTL", "token").turn_is(power="SMS")
    table.may_not(PlaceToken("H12"), "1849-10.4.2")  # no vacant space
    table.may_not(PlaceToken("E1"), "1849-10.4.6")  # its own city
    table.tokens("CTL", "C1", "M9").operate("CTL", "token").turn_is(power="SMS")
    table.may_not(PlaceToken("B14"), "1849-10.4.1")  # no token left


@pytest.mark.clause("1849-7.1.11")
def test_with_sms_phase_and_supply_count_too() -> None:
    table = ctl_with_sms().lay("C5 651 5").operate("CTL")
    table.do(UsePrivate("SMS"))
    table.may_not(LayTile("C5", "652", 5), "1849-6.0.1")
    table.game.state.supply = {**table.game.state.supply, "655": 0}
    table.own_is().may_not(LayTile("B14", "655", 0), "1849-10.3.16")


@pytest.mark.clause("1849-7.1.11")
def test_the_first_tile_on_girgenti_costs_40_with_sms() -> None:
    table = ctl_with_sms(cash=40)
    table.do(UsePrivate("SMS"), LayTile("J6", "644", 3))
    assert table.money("CTL") == (0,)


# Sale to corporations


@pytest.mark.clause("1849-7.1.13")
@pytest.mark.parametrize("phase", ["6", "8", "10"])
@pytest.mark.parametrize(("private", "most"), [("SCE", 40), ("SIGI", 90), ("CNM", 150), ("SMS", 220)])
def test_a_corporation_pays_from_1_to_twice_the_face_value(phase: str, private: str, most: int) -> None:
    def rcs() -> Table:
        return (
            Table().phase(phase).start("RCS", "Ada", cash=300).cash(Ada=0).privates(**{private: "Ada"}).operate("RCS")
        )

    rcs().may_not(BuyPrivate(private, 0), "1849-7.1.13")
    rcs().may_not(BuyPrivate(private, -1), "1849-7.1.13")
    rcs().may_not(BuyPrivate(private, most + 1), "1849-7.1.13")
    for price in (1, 17, most):
        table = rcs()
        table.do(BuyPrivate(private, price))
        assert table.game.state.privates == {private: "RCS"}
        assert table.money("RCS", "Ada") == (300 - price, price)


@pytest.mark.clause("1849-7.1.13")
def test_it_pays_no_more_than_its_treasury_holds() -> None:
    table = Table().phase("6").start("RCS", "Ada", cash=30).privates(SCE="Ada").operate("RCS")
    table.may_not(BuyPrivate("SCE", 31), "1849-10.0.4")
    table.may(BuyPrivate("SCE", 30))


@pytest.mark.clause("1849-7.1.14")
@pytest.mark.parametrize("phase", ["6", "8", "10"])
def test_rsa_is_never_bought_by_a_corporation(phase: str) -> None:
    table = Table().phase(phase).start("RCS", "Ada", cash=500).privates(RSA="Ada").operate("RCS")
    for price in (0, 1, 150, 300):
        table.may_not(BuyPrivate("RSA", price), "1849-7.1.14")


@pytest.mark.clause("1849-7.1.15")
def test_a_private_of_a_corporation_stays_there() -> None:
    table = Table().phase("6").start("RCS", "Ada", at=100).start("CTL", "Ada", at=68, cash=100).privates(SIGI="RCS")
    table.operate("CTL").may_not(BuyPrivate("SIGI", 45), "1849-7.1.15")
    table.operate("RCS").may_not(BuyPrivate("SIGI", 45), "1849-7.1.15")
    table.stock_round("Bruno").may_not(BuyPrivate("SIGI", 45), "1849-9.0.1")


# Offers


def rcs_wants_sce() -> Table:
    table = Table().phase("6").start("RCS", "Ada", cash=100).cash(Bruno=0).privates(SCE="Bruno", SIGI="Ada")
    return table.operate("RCS")


@pytest.mark.clause("1849-R36")
def test_an_owner_is_asked_and_accepts() -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SCE", 40))
    assert (table.decider, table.step) == ("Bruno", "offer")
    assert table.game.state.privates["SCE"] == "Bruno"
    table.may_not(Accept(), "1849-R36", by="Ada")
    table.do(Accept())
    assert table.game.state.privates["SCE"] == "RCS"
    assert table.money("RCS", "Bruno") == (60, 40)
    assert (table.decider, table.step) == ("Ada", "track")


@pytest.mark.clause("1849-R36")
def test_an_owner_is_asked_and_declines() -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SCE", 40), Decline())
    assert table.game.state.privates["SCE"] == "Bruno"
    assert table.money("RCS", "Bruno") == (100, 0)
    assert (table.decider, table.step) == ("Ada", "track")


@pytest.mark.clause("1849-R36")
def test_a_deal_of_one_person_for_both_sides_is_made_at_once() -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SIGI", 45))
    assert (table.game.state.privates["SIGI"], table.decider) == ("RCS", "Ada")


@pytest.mark.clause("1849-R36")
def test_a_train_of_another_presidents_corporation_is_asked_for_too() -> None:
    table = Table().phase("6").start("RCS", "Ada", cash=100).start("CTL", "Bruno", at=68).start("SFA", "Ada", at=(3, 4))
    table.trains("CTL", "4H").trains("SFA", "4H").operate("RCS", "trains")
    table.do(BuyTrain("4H", "SFA", 10))
    assert (table.game.trains("RCS"), table.decider) == (("4H",), "Ada")
    table.do(BuyTrain("4H", "CTL", 30))
    assert (table.decider, table.game.trains("CTL")) == ("Bruno", ("4H",))
    table.do(Accept())
    assert (table.game.trains("RCS"), table.money("RCS", "CTL")) == (("4H", "4H"), (60, 30))


@pytest.mark.clause("1849-R36")
def test_what_was_bought_can_be_used_in_the_same_turn() -> None:
    table = Table().phase("6").start("IFT", "Ada", cash=100).privates(SIGI="Bruno").operate("IFT")
    table.do(BuyPrivate("SIGI", 45), Accept(), LayTile("H10", "8", 5))
    assert table.money("IFT") == (100 - 45 - 20,)


@pytest.mark.clause("1849-R42")
def test_a_declined_offer_is_made_again_only_at_a_higher_price() -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SCE", 20), Decline())
    table.may_not(BuyPrivate("SCE", 20), "1849-R42")
    table.may_not(BuyPrivate("SCE", 5), "1849-R42")
    table.may(BuyPrivate("SIGI", 5))  # another thing
    table.do(BuyPrivate("SCE", 22), Decline())
    table.may_not(BuyPrivate("SCE", 22), "1849-R42")
    table.do(Pass())  # a later step of the same turn
    table.may_not(BuyPrivate("SCE", 22), "1849-R42")
    table.operate("RCS").may(BuyPrivate("SCE", 1))  # a later turn


@pytest.mark.clause("1849-R42")
def test_a_declined_offer_at_the_highest_price_is_final_for_the_turn() -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SCE", 40), Decline())
    assert not any(getattr(span.action, "private", "") == "SCE" for span in table.game.decision.ranges)


@pytest.mark.clause("1849-R51")
@pytest.mark.parametrize(("declined", "least"), [(1, 2), (10, 11), (11, 13), (20, 22), (21, 24), (36, 40)])
def test_a_declined_offer_is_bettered_by_at_least_a_tenth(declined: int, least: int) -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SCE", declined), Decline())
    if least > declined + 1:
        table.may_not(BuyPrivate("SCE", least - 1), "1849-R51", saying=f"offer at least {least}")
    (span,) = (span for span in table.game.decision.ranges if getattr(span.action, "private", "") == "SCE")
    assert (span.low, span.high) == (least, 40)
    table.may(BuyPrivate("SCE", least))


@pytest.mark.clause("1849-R51")
def test_where_a_tenth_more_is_too_much_the_offer_is_final_for_the_turn() -> None:
    table = rcs_wants_sce()
    table.do(BuyPrivate("SCE", 37), Decline())  # a tenth more is 41, and 40 the most
    table.may_not(BuyPrivate("SCE", 40), "1849-R51")
    assert not any(getattr(span.action, "private", "") == "SCE" for span in table.game.decision.ranges)


@pytest.mark.clause("1849-R51")
def test_a_game_that_began_before_goes_on_with_any_higher_price() -> None:
    table = rcs_wants_sce()
    table.game.settings = msgspec.structs.replace(table.game.settings, least_raise=0)
    table.do(BuyPrivate("SCE", 30), Decline())
    table.may_not(BuyPrivate("SCE", 30), "1849-R42")
    table.do(BuyPrivate("SCE", 31), Decline())
    assert table.game.fork_for("Ada").why_not(BuyPrivate("SCE", 32)) is None


@pytest.mark.clause("1849-R42", "1849-R51")
def test_so_it_is_with_trains() -> None:
    table = (
        Table().phase("6").start("RCS", "Ada", cash=100).start("CTL", "Bruno", at=68).start("SFA", "Carla", at=(3, 4))
    )
    table.trains("CTL", "4H").trains("SFA", "4H").operate("RCS", "trains")
    table.do(BuyTrain("4H", "CTL", 30), Decline())
    table.may_not(BuyTrain("4H", "CTL", 30), "1849-R42")
    table.may_not(BuyTrain("4H", "CTL", 32), "1849-R51", saying="offer at least 33")
    table.may(BuyTrain("4H", "CTL", 33), BuyTrain("4H", "SFA", 1))  # more, or of another owner


# RSA


def number_one(corporation: str = "SFA") -> Table:
    """RSA is Ada's, and brought her the presidency of corporation number 1, which has not bought a train yet."""
    order = (corporation, *(name for name in ("RCS", "CTL", "ATA", "SFA", "IFT") if name != corporation), "AFG")
    table = Table(order=order).start(corporation, "Ada", cash=500)
    return table.privates(RSA="Ada").own_is(rsa=corporation)


@pytest.mark.clause("1849-R06")
def test_rsa_closes_with_the_first_train_from_the_bank() -> None:
    table = number_one().operate("SFA", "trains")
    table.do(BuyTrain("4H", "bank", 100))
    assert table.game.state.privates == {}


@pytest.mark.clause("1849-R06")
def test_rsa_closes_with_the_first_train_from_the_pool() -> None:
    table = number_one().trains("pool", "4H").operate("SFA", "trains")
    table.do(BuyTrain("4H", "pool", 100))
    assert table.game.state.privates == {}


@pytest.mark.clause("1849-R06")
@pytest.mark.parametrize("president", ["Ada", "Bruno"])
def test_rsa_closes_with_the_first_train_from_another_corporation(president: str) -> None:
    table = number_one().start("RCS", president, at=68).trains("RCS", "4H").operate("SFA", "trains")
    table.do(BuyTrain("4H", "RCS", 1), *([Accept()] if president == "Bruno" else []))
    assert table.game.trains("SFA") == ("4H",)
    assert table.game.state.privates == {}


@pytest.mark.clause("1849-R06")
def test_another_corporations_train_does_not_close_rsa() -> None:
    table = number_one().start("RCS", "Ada", at=68, cash=100).operate("RCS", "trains")
    table.do(BuyTrain("4H", "bank", 100))
    assert table.game.state.privates == {"RSA": "Ada"}


@pytest.mark.clause("1849-R06")
def test_a_reopened_number_one_is_like_any_other() -> None:
    table = number_one().cash(SFA=0, Ada=600)
    table.start("SFA", "Ada", at=(9, 1)).operate("SFA", "dividend").turn_is(revenue=10).do(Dividend("withhold"))
    assert not table.game.is_started("SFA")
    assert table.game.state.privates == {"RSA": "Ada"}
    table.own_is(line=("SFA",), waiting=()).stock_round("Ada")
    cash = table.money("Ada")[0]
    table.do(Start("SFA", 100))
    assert table.money("Ada", "SFA") == (cash - 200, 160)  # her money, not the bank's
    table.cash(SFA=160).operate("SFA", "trains").do(BuyTrain("4H", "bank", 100))
    assert table.game.state.privates == {"RSA": "Ada"}


@pytest.mark.clause("1849-R06")
def test_with_garibaldi_as_number_one_the_owner_of_rsa_picks_its_home_at_once() -> None:
    table = Table(order=("AFG", "RCS", "CTL", "ATA", "SFA", "IFT"))
    table.do(*(BuyPrivate(name, price) for name, price in FACE_VALUES.items()))
    assert (table.decider, table.step) == ("Ada", "rsa_start")
    table.do(Start("AFG", 68))
    assert (table.decider, table.step) == ("Ada", "home_token")
    table.do(ChooseHome("C1"))
    assert table.game.tokens_at(StopId("C1.0")) == ("AFG",)
    assert (str(table.game.state.round), table.money("AFG", "Ada")) == ("SR 1", (96, 205))
