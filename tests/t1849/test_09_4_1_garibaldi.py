"""Section 9.4.1: Garibaldi (AFG) chooses its home among five cities, or waits for a vacant space."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyTrain, ChooseHome, LayTile, Pass, PlaceToken, SellShares, Start
from tests.t1849.table import Table

CALTANISSETTA, MESSINA, RAGUSA, TERRANOVA, TRAPANI = "H8", "B14", "M11", "M9", "C1"
PALERMO = "C5"
CITIES = {CALTANISSETTA, MESSINA, RAGUSA, TERRANOVA, TRAPANI}


def homes(table: Table) -> set[str]:
    assert table.step == "home_token"
    return {choice.hex for choice in table.game.decision.choices if isinstance(choice, ChooseHome)}


def garibaldi_next() -> Table:
    """AFG is the next to be started."""
    table = Table(order=("RCS", "ATA", "CTL", "AFG", "SFA", "IFT")).privates()
    for corporation in ("RCS", "ATA", "CTL"):
        table.start(corporation, "Bruno", cash=500)
    return table.stock_round("Ada")


def one_space_left() -> Table:
    """All of AFG's cities are full but Trapani, which a route of CTL leads to; AFG, SFA and IFT are not started."""
    table = garibaldi_next().tokens("RCS", CALTANISSETTA, MESSINA)
    return table.tokens("ATA", RAGUSA, TERRANOVA).tokens("CTL", TERRANOVA)


def put_aside() -> Table:
    """CTL has just taken the last space."""
    table = one_space_left().operate("CTL", "token")
    table.do(PlaceToken(TRAPANI))
    return table


@pytest.mark.clause("1849-9.4.1.1")
def test_the_starter_chooses_among_five_cities() -> None:
    table = garibaldi_next()
    table.do(Start("AFG", 68))
    assert table.decider == "Ada"
    assert homes(table) == CITIES
    table.may_not(Pass(), "1849-9.4.1.1")
    table.may_not(ChooseHome(MESSINA), "1849-9.4.1.1", by="Bruno")
    table.do(ChooseHome(MESSINA))
    assert table.game.state.stations["AFG"] == ("B14.0",)
    assert (table.game.state.tokens["AFG"], table.money("AFG")) == (2, (96,))
    assert (table.decider, table.step) == ("Ada", "stock")


@pytest.mark.clause("1849-9.4.1.1")
def test_a_full_city_is_no_home() -> None:
    table = garibaldi_next().tokens("CTL", TRAPANI).tokens("ATA", TERRANOVA)
    table.do(Start("AFG", 68))
    assert homes(table) == {CALTANISSETTA, MESSINA, RAGUSA, TERRANOVA}  # Terranova has a second space
    for hex_id in (TRAPANI, PALERMO, "E1", "D4", "Z99", ""):
        table.may_not(ChooseHome(hex_id), "1849-9.4.1.1")
    table.do(ChooseHome(TERRANOVA))
    assert table.game.tokens_at(StopId("M9.0")) == ("AFG", "ATA")


@pytest.mark.clause("1849-9.4.1.2", "1849-R12")
def test_garibaldi_is_put_aside_when_the_last_space_is_taken() -> None:
    table = one_space_left()
    assert table.own.line == ("AFG", "SFA", "IFT")
    table.may(Start("AFG", 68))
    table.may_not(Start("SFA", 68), "1849-9.4.1")
    table = put_aside()
    assert table.own.line == ("SFA", "IFT")
    table.stock_round("Ada").may_not(Start("AFG", 68), "1849-9.4.1.2")
    table.may_not(Start("IFT", 68), "1849-9.4.1")
    table.do(Start("SFA", 68))  # those behind it are not held up


@pytest.mark.clause("1849-9.4.1.3", "1849-R12")
def test_garibaldi_comes_back_last_in_line_when_a_city_grows() -> None:
    table = put_aside().phase("6").lay("H8 644 0").operate("RCS", "track", number=2, of=2, turn=3)
    table.do(LayTile(CALTANISSETTA, "661", 0))
    table.operating_rounds_over()
    assert str(table.game.state.round) == "SR 4"
    assert table.own.line == ("SFA", "IFT", "AFG")
    table.may_not(Start("AFG", 68), "1849-9.4.1", "Only SFA")
    table.own_is(line=("AFG",)).do(Start("AFG", 68))  # once the others are started
    assert homes(table) == {CALTANISSETTA}


@pytest.mark.clause("1849-9.4.1.3", "1849-R12")
def test_a_space_that_opens_in_a_stock_round_counts_from_the_next_one() -> None:
    table = put_aside().start("SFA", "Dora", at=(8, 0), stock={"Ada": [10]})
    table.game.state.stations = {
        **table.game.state.stations,
        "RCS": (StopId("C5.0"), StopId("B14.0")),
        "SFA": (StopId("J6.0"), StopId("H8.0")),
    }
    table.game.state.tokens = {**table.game.state.tokens, "RCS": 1, "SFA": 1}
    table.stock_round("Ada").do(SellShares("SFA", (10,)))  # SFA closes, and Caltanissetta is vacant
    table.may_not(Start("AFG", 68), "1849-9.4.1", "Only IFT")
    table.do(*[Pass()] * 5)
    assert table.game.state.round.kind == "operating"
    table.operating_rounds_over()
    assert str(table.game.state.round) == "SR 3"
    assert table.own.line == ("IFT", "SFA", "AFG")  # SFA closed before the space was there


@pytest.mark.clause("1849-R12")
def test_a_space_taken_again_before_the_next_stock_round_brings_nothing() -> None:
    table = put_aside().phase("6").lay("H8 644 0").operate("RCS", "track")
    table.do(LayTile(CALTANISSETTA, "661", 0))
    assert table.own.waiting == ("AFG",)
    table.start("SFA", "Ada", home=CALTANISSETTA)  # as if by a route of its own
    table.game.title.track.changed(table.game)
    assert table.own.garibaldi_aside
    assert "AFG" not in table.operating_rounds_over().own.line


@pytest.mark.clause("1849-R12")
def test_no_space_is_kept_for_garibaldi_and_it_chooses_afresh() -> None:
    table = garibaldi_next().tokens("RCS", MESSINA).start("AFG", "Carla", home=TRAPANI, at=(8, 0), stock={"Ada": [10]})
    table.stock_round("Ada").do(SellShares("AFG", (10,)))
    assert not table.game.is_started("AFG")
    table.operate("CTL", "token").may(PlaceToken(TRAPANI))
    table.stock_round("Ada").own_is(line=("AFG",), waiting=()).do(Start("AFG", 100), ChooseHome(RAGUSA))
    assert table.game.state.stations["AFG"] == ("M11.0",)


# The earthquake


@pytest.mark.clause("1849-9.4.1.4")
@pytest.mark.parametrize("elsewhere", [(), (RAGUSA,)], ids=["Messina only", "Messina and Ragusa"])
def test_the_earthquake_closes_garibaldi_without_another_station(elsewhere: tuple[str, ...]) -> None:
    table = garibaldi_next().start("AFG", "Ada", home=MESSINA, cash=70).tokens("AFG", *elsewhere)
    table.phase("10").sold_out("10H").cash(RCS=900).operate("RCS", "trains")
    table.do(BuyTrain("12H", "bank", 800))
    assert table.game.is_started("AFG") is bool(elsewhere)
    assert table.game.president("AFG") == ("Ada" if elsewhere else "AFG")
    assert table.game.state.tokens["AFG"] == (1 if elsewhere else 3)
    assert table.game.state.stations["AFG"] == (("M11.0",) if elsewhere else ())


@pytest.mark.clause("1849-R12")
def test_the_earthquake_opens_a_space_for_garibaldi() -> None:
    table = put_aside().phase("10").sold_out("10H").cash(RCS=900).operate("RCS", "trains")
    table.do(BuyTrain("12H", "bank", 800))
    assert table.own.waiting == ("AFG",)
    assert table.own.garibaldi_aside is False
