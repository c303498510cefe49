"""1849, 14.1: the spaces of station tokens, bought and sold between corporations."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Accept, ChooseHome, Decline, Pass, PlaceToken, Start
from ferrovia.titles.t1849.actions import BuyToken
from ferrovia.titles.t1849.closing import close
from tests.t1849.table import Table

# Marsala to Palermo by the narrow line of the rulebook's example.
LINE = ("C5 651 5", "D4 682 1", "E3 714 0", "F2 78 2")
TO_CATANIA = ("H8 644 3", "G9 58 5", "H10 9 2")  # from Caltanissetta by Castrogiovanni, standard
BUY = BuyToken("C5", "IFT", 50)


def palermo(phase: str = "6", cash: int = 100, tiles: tuple[str, ...] = LINE) -> Table:
    """CTL of Ada after its run, with a line to Palermo, where RCS is at home and IFT of Bruno has its second token."""
    table = Table(options=("buy_station_tokens",)).phase(phase).lay(*tiles)
    table.start("IFT", president="Bruno", at=144).tokens("IFT", "C5").start("RCS", president="Carla", at=68)
    return table.start("CTL", cash=cash).trains("CTL", "8H").operate("CTL", "buy_token")


# 14.1.1 An agreed price


@pytest.mark.clause("1849-14.1.1", "1849-14.1.2")
def test_a_token_is_bought_with_the_consent_of_the_other_president_and_the_tokens_change_places() -> None:
    table = palermo()
    table.do(BUY)
    assert (table.step, table.decider, table.money("CTL", "IFT")) == ("offer", "Bruno", (100, 0))
    assert table.game.tokens_at(StopId("C5.0")) == ("IFT", "RCS")  # nothing yet
    table.do(Accept())
    assert table.money("CTL", "IFT") == (50, 50)
    assert table.game.state.stations == {
        **table.game.state.stations, "CTL": ("E1.0", "C5.0"), "IFT": ("H12.0",), "RCS": ("C5.0",),
    }  # fmt: skip
    assert (table.game.state.tokens["CTL"], table.game.state.tokens["IFT"]) == (1, 2)


@pytest.mark.clause("1849-14.1.1")
@pytest.mark.parametrize("phase", ["4", "6", "8", "10", "12", "16"])
def test_from_phase_6_on(phase: str) -> None:
    table = palermo(phase)
    if phase == "4":
        table.may_not(BUY, "1849-14.1.1", saying="from phase 6 on")
    else:
        table.may(BUY)


@pytest.mark.clause("1849-14.1.1")
def test_the_price_is_at_least_1_and_at_most_what_the_treasury_has() -> None:
    table = palermo(cash=40).cash(Ada=1000)
    table.may_not(BuyToken("C5", "IFT", 0), "1849-14.1.1", saying="A station token costs at least 1.")
    table.may_not(BuyToken("C5", "IFT", -1), "1849-14.1.1")
    table.may_not(BuyToken("C5", "IFT", 41), "1849-R37", saying="only 40")
    (span,) = table.game.decision.ranges
    assert (span.low, span.high) == (1, 40)
    table = palermo(cash=0)
    table.may_not(BuyToken("C5", "IFT", 1), "1849-R37")
    assert table.game.decision.choices == (Pass(),)


@pytest.mark.clause("1849-14.1.1", "1849-R42")
def test_a_treasury_of_exactly_the_least_price_can_offer_it() -> None:
    table = palermo(cash=1)
    (span,) = table.game.decision.ranges
    assert (span.low, span.high) == (1, 1)
    table.do(BuyToken("C5", "IFT", 1), Accept())
    assert table.money("CTL", "IFT") == (0, 1)
    table = palermo(cash=40)
    table.do(BuyToken("C5", "IFT", 36), Decline())
    (span,) = table.game.decision.ranges
    assert (span.low, span.high) == (40, 40)
    table.do(BuyToken("C5", "IFT", 40), Decline())
    assert table.game.decision.ranges == ()


@pytest.mark.clause("1849-14.1.1")
@pytest.mark.parametrize("missing", [tile for tile in LINE if not tile.startswith("C5")])
def test_without_a_route_there_is_no_deal(missing: str) -> None:
    table = palermo(tiles=tuple(tile for tile in LINE if tile != missing))
    table.may_not(BUY, "1849-14.1.1", saying="CTL has no route to C5.")


@pytest.mark.clause("1849-14.1.1")
def test_a_full_city_ends_a_route_but_is_not_passed() -> None:
    """AFG in Trapani reaches Palermo, full of IFT and RCS, as long as CTL does not fill Marsala on the way."""
    options = ("buy_station_tokens",)
    for has_marsala in (False, True):
        table = Table(options=options).phase("6").lay(*LINE).start("AFG", home="C1", cash=100)
        table.start("IFT", president="Bruno", at=144).tokens("IFT", "C5").start("RCS", president="Carla", at=68)
        if has_marsala:
            table.start("CTL", president="Carla", at=68)
        table.operate("AFG", "buy_token")
        if has_marsala:
            table.may_not(BUY, "1849-14.1.1", saying="AFG has no route")
        else:
            table.may(BUY)


@pytest.mark.clause("1849-14.1.1")
def test_what_is_not_there_cannot_be_bought() -> None:
    table = palermo()
    table.may_not(BuyToken("C1", "IFT", 50), "1849-14.1.1", saying="IFT has no token on C1")
    table.may_not(BuyToken("C5", "ATA", 50), "1849-14.1.1")
    table.may_not(BuyToken("C5", "nobody", 50), "1849-14.1.1")
    table.may_not(BuyToken("Z99", "IFT", 50), "1849-14.1.1")
    table.tokens("CTL", "C1").may_not(BuyToken("C1", "CTL", 50), "1849-14.1.1")


@pytest.mark.clause("1849-14.1.1", "1849-R42", "1849-R51")
def test_without_consent_nothing_happens_and_only_a_better_offer_may_follow() -> None:
    table = palermo()
    before = (table.game.state.stations, table.game.state.tokens)
    table.do(BUY, Decline())
    assert (table.game.state.stations, table.game.state.tokens) == before
    assert (table.money("CTL", "IFT"), table.step, table.decider) == ((100, 0), "buy_token", "Ada")
    table.may_not(BUY, "1849-R42", saying="offer at least 55")
    table.may_not(BuyToken("C5", "IFT", 54), "1849-R51", saying="offer at least 55")
    table.do(BuyToken("C5", "IFT", 55), Decline(), Pass())
    assert table.step != "buy_token"


@pytest.mark.clause("1849-14.1.1")
def test_who_decides_for_both_sides_needs_nobody() -> None:
    table = palermo().start("IFT", president="Ada", at=144).tokens("IFT", "C5")
    table.operate("CTL", "buy_token").do(BUY)
    assert table.step != "offer"
    assert table.money("CTL", "IFT") == (50, 50)


@pytest.mark.clause("1849-14.1.1")
def test_only_the_other_president_answers() -> None:
    table = palermo()
    table.do(BUY)
    table.may_not(Accept(), "1849-R36", by="Ada")
    table.may_not(Accept(), "1849-R36", by="Carla")


# 14.1.2 The tokens change places


@pytest.mark.clause("1849-14.1.2")
def test_the_token_that_came_back_is_placed_again_free_of_charge() -> None:
    table = palermo()
    table.do(BUY, Accept())
    table.cash(IFT=0).lay(*TO_CATANIA).operate("IFT", "token")
    assert table.game.state.tokens["IFT"] == 2
    table.do(PlaceToken("H8"))
    assert (table.money("IFT"), table.game.state.tokens["IFT"]) == ((0,), 1)


# 14.1.3 Home tokens


@pytest.mark.clause("1849-14.1.3")
def test_a_home_token_cannot_be_bought() -> None:
    table = palermo()
    table.tokens("RCS", "H8").may_not(BuyToken("C5", "RCS", 50), "1849-14.1.3", saying="the home of RCS")


@pytest.mark.clause("1849-14.1.3")
def test_garibaldi_keeps_the_home_it_chose_and_may_sell_its_other_tokens() -> None:
    options = ("buy_station_tokens",)
    table = Table(options=options, order=("AFG", "RCS", "CTL", "ATA", "SFA", "IFT")).phase("6").privates()
    table.cash(Ada=1000).stock_round("Ada").do(Start("AFG", 100), ChooseHome("C1"))
    assert table.own.garibaldi_home == "C1"
    table.lay(*LINE).start("RCS", president="Carla", at=68).tokens("AFG", "C5")
    table.start("CTL", president="Bruno", cash=100).operate("CTL", "buy_token")
    table.may_not(BuyToken("C1", "AFG", 10), "1849-14.1.3")
    table.may(BuyToken("C5", "AFG", 10))
    close(table.game, "AFG")
    assert table.own.garibaldi_home == ""  # it chooses anew when it opens again


@pytest.mark.clause("1849-14.1.3", "1849-R37")
def test_garibaldis_other_tokens_stay_for_sale_after_the_earthquake_took_its_home() -> None:
    """Home Messina is lost: neither of its two others is a home, but the last one cannot be sold."""
    table = palermo().start("AFG", president="Dora", at=68, home="B14").own_is(garibaldi_home="B14")
    table.game.state.stations = {**table.game.state.stations, "AFG": (StopId("C1.0"), StopId("H8.0"))}
    table.operate("CTL", "buy_token").may(BuyToken("C1", "AFG", 10))
    table.game.state.stations = {**table.game.state.stations, "AFG": (StopId("C1.0"),)}
    table.operate("CTL", "buy_token").may_not(BuyToken("C1", "AFG", 10), "1849-R37", saying="only token")


def test_a_basic_game_notes_no_home() -> None:
    table = Table(order=("AFG", "RCS", "CTL", "ATA", "SFA", "IFT")).privates().cash(Ada=1000).stock_round("Ada")
    table.do(Start("AFG", 100), ChooseHome("C1"))
    assert table.own.garibaldi_home == ""


# 14.1.4 Besides the token of the turn, and R37


@pytest.mark.clause("1849-14.1.4")
def test_it_comes_on_top_of_the_token_that_was_placed() -> None:
    table = palermo().operate("CTL", "token")
    table.do(PlaceToken("C1"))
    table.pass_on(lambda: table.step == "buy_token")
    table.do(BUY, Accept())
    assert table.game.state.stations["CTL"] == ("E1.0", "C1.0", "C5.0")
    assert table.game.state.tokens["CTL"] == 0


@pytest.mark.clause("1849-R37")
def test_one_a_turn() -> None:
    table = palermo().start("ATA", president="Dora", at=68).tokens("ATA", "C1").operate("CTL", "buy_token")
    table.may(BuyToken("C1", "ATA", 10))
    table.do(BUY, Accept())
    table.may_not(BuyToken("C1", "ATA", 10), "1849-14.0.2")
    table.operate("CTL", "buy_token").may(BuyToken("C1", "ATA", 10))  # in another turn


@pytest.mark.clause("1849-R37")
def test_the_buyer_needs_a_token_of_its_own() -> None:
    table = palermo().tokens("CTL", "C1", "H8").operate("CTL", "buy_token")
    table.may_not(BUY, "1849-R37", saying="no station token left")


@pytest.mark.clause("1849-R37")
def test_nobody_has_two_tokens_on_a_hex() -> None:
    table = palermo().start("ATA", president="Dora", at=68).tokens("ATA", "C1").tokens("CTL", "C1")
    table.operate("CTL", "buy_token").may_not(BuyToken("C1", "ATA", 10), "1849-R37", saying="already has a token")
