"""1849, 12: the earthquake of Messina, at the first 12H."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyTrain, LayTile, Pass, PlaceToken
from ferrovia.engine.flow.state import OUT
from ferrovia.titles.t1849.events import Earthquake
from tests.t1849.table import Table, routes

# From Catania by Acireale and Taormina to Messina's south side.
COAST = ("H12 653 1", "G13 58 1", "D14 8 1")
BUY = BuyTrain("12H", "bank", 800)


def before_the_quake(*tiles: str) -> Table:
    """Phase 10, the last 10H is gone, and RCS of Ada can pay for the 12H."""
    table = Table(runs_as_shown=True).phase("10").sold_out("10H").lay(*tiles)
    return table.start("RCS", at=(1, 11), cash=800)


@pytest.mark.clause("1849-12.0.1")
@pytest.mark.parametrize("tile", ["655 0", "656 4"])
def test_the_tile_goes_back_to_the_supply_and_the_printed_city_shows(tile: str) -> None:
    table = before_the_quake(f"B14 {tile}").operate("RCS", "trains")
    assert Earthquake() in table.do(BUY)
    assert table.game.state.phase == "12"
    assert "B14" not in table.game.layout.tiles
    city = table.game.layout.stop(StopId("B14.0"))
    assert (city.value(2), city.slots) == (30, 1)
    assert [(piece.b, piece.gauge.name) for piece in table.game.layout.face("B14").pieces] == [(0, "STANDARD")]
    assert (table.game.state.supply["655"], table.game.state.supply["656"]) == (1, 1)


@pytest.mark.clause("1849-12.0.1")
@pytest.mark.parametrize("train", ["10H", "16H"])
def test_no_other_train_shakes_messina(train: str) -> None:
    table = Table().phase("8" if train == "10H" else "12").sold_out("8H", "12H").lay("B14 655 0")
    table.start("RCS", cash=1100).operate("RCS", "trains")
    assert Earthquake() not in table.do(BuyTrain(train, "bank", 550 if train == "10H" else 1100))
    assert table.game.layout.tiles["B14"] == ("655", 0)


@pytest.mark.clause("1849-12.0.2")
def test_tokens_on_messina_are_lost_for_good() -> None:
    table = before_the_quake("B14 656 4").start("IFT", at=68).tokens("IFT", "B14").start("ATA", at=68)
    table.tokens("ATA", "B14").operate("RCS", "trains").do(BUY)
    for corporation, home in (("IFT", "H12.0"), ("ATA", "M13.0")):
        assert table.game.state.stations[corporation] == (home,)
        assert table.game.state.tokens[corporation] == 1
    assert sorted(table.own.lost_tokens) == ["ATA", "IFT"]
    assert table.game.tokens_at(StopId("B14.0")) == ()


@pytest.mark.clause("1849-12.0.2", "1849-R33")
def test_tokens_on_bare_messina_are_lost_too() -> None:
    table = before_the_quake().start("IFT", at=68).tokens("IFT", "B14").operate("RCS", "trains")
    table.do(BUY)
    assert (table.game.state.stations["IFT"], table.game.state.tokens["IFT"]) == (("H12.0",), 1)
    assert table.own.messina_in_ruins


@pytest.mark.clause("1849-12.0.1", "1849-12.0.2")
def test_what_was_known_of_messina_is_forgotten() -> None:
    """IFT ran to Calabria from its token on Messina; everybody's reach was known before the quake."""
    table = before_the_quake(*COAST, "B14 655 0").start("IFT", at=68).tokens("IFT", "B14").trains("IFT", "16H")
    to_calabria = routes(("16H", "H12 G13 E13 D14 B14 A15 B16 C15"))
    to_milazzo = routes(("16H", "a12 A13 B14 D14 E13 G13 H12"))
    table.operate("IFT", "run").may(to_calabria, to_milazzo)
    assert {"C15.0", "A13.0", "a12.0"} <= set(table.game.reach("IFT").paths)
    table.operate("RCS", "trains").do(BUY)
    table.operate("IFT", "run")
    assert {"C15.0", "A13.0", "a12.0"}.isdisjoint(table.game.reach("IFT").paths)
    table.may_not(to_calabria, "1849-10.1.1")
    table.may_not(to_milazzo, "1849-10.1.1")
    table.may(routes(("16H", "B14 D14 E13 G13 H12")))  # the printed track to the south is left
    assert table.game.decision.choices == (routes(("16H", "B14 D14 E13 G13 H12")),)


@pytest.mark.clause("1849-12.0.2")
def test_a_city_full_of_others_is_vacant_after_the_quake() -> None:
    """ATA's token filled Messina; the ruins bar nobody, and take a token again."""
    table = before_the_quake(*COAST).start("IFT", at=68).start("ATA", at=68).tokens("ATA", "B14")
    assert table.game.closed_to("IFT") == {"B14.0", "M13.0", "C5.0"}
    table.operate("RCS", "trains").do(BUY)
    assert table.game.closed_to("IFT") == {"M13.0", "C5.0"}
    table.operate("IFT", "token")
    assert table.game.decision.choices == (PlaceToken("B14"), Pass())


@pytest.mark.clause("1849-12.0.3")
def test_garibaldi_with_messina_alone_closes() -> None:
    table = before_the_quake().start("AFG", "Bruno", at=68, cash=250, home="B14", stock={"Carla": [10, 20]})
    bruno = table.money("Bruno")
    table.trains("AFG", "16H").operate("RCS", "trains").do(BUY)
    assert not table.game.is_started("AFG")
    assert table.holding("AFG", "Bruno") == table.holding("AFG", "Carla") == []
    assert table.money("AFG", "Bruno") == (0, *bruno)
    assert table.own.waiting == ("AFG",)
    assert table.game.state.tokens["AFG"] == 3  # 11.0.6: all of them again
    assert "16H" in table.game.state.trains[OUT]


@pytest.mark.clause("1849-12.0.3")
def test_garibaldi_with_another_token_stays() -> None:
    table = before_the_quake().start("AFG", "Bruno", at=68, home="B14").tokens("AFG", "M11").operate("RCS", "trains")
    table.do(BUY)
    assert table.game.is_started("AFG")
    assert (table.game.state.stations["AFG"], table.game.state.tokens["AFG"]) == (("M11.0",), 1)


@pytest.mark.clause("1849-12.0.3")
def test_garibaldi_at_home_elsewhere_is_not_touched() -> None:
    table = before_the_quake().start("AFG", "Bruno", at=68, home="C1").operate("RCS", "trains")
    table.do(BUY)
    assert (table.game.state.stations["AFG"], table.game.state.tokens["AFG"]) == (("C1.0",), 2)
    assert table.own.lost_tokens == ()


@pytest.mark.clause("1849-R33")
def test_garibaldi_may_close_by_its_own_purchase() -> None:
    """Its 12H leaves the game with it; phase 12 stays, and the next corporation has its turn."""
    table = (
        before_the_quake("B14 655 0").start("AFG", "Bruno", at=68, cash=800, home="B14").start("ATA", "Carla", at=68)
    )
    table.operate("AFG", "trains").do(BUY)
    assert not table.game.is_started("AFG")
    assert "12H" in table.game.state.trains[OUT]
    assert all("12H" not in cards for owner, cards in table.game.state.trains.items() if owner != OUT)
    assert table.game.state.phase == "12"
    assert table.game.decision.for_corporation == "ATA"
    assert (table.decider, table.step) == ("Carla", "track")


@pytest.mark.clause("1849-12.0.4")
def test_messina_is_not_rebuilt_before_the_next_stock_round_is_over() -> None:
    table = before_the_quake(*COAST, "B14 655 0").start("IFT", "Bruno", at=68).trains("IFT", "16H")
    table.operate("RCS", "trains", number=1, of=3, turn=6).do(BUY)
    for name in ("OR 6.1", "OR 6.2", "OR 6.3"):
        until_ift_builds(table, name)
        for turn in (0, 2, 4):
            table.may_not(LayTile("B14", "655", turn), "1849-12.0.4")
    for name, tile in (("OR 7.1", LayTile("B14", "655", 0)), ("OR 7.2", LayTile("B14", "656", 4))):
        until_ift_builds(table, name)
        table.do(tile)


def until_ift_builds(table: Table, name: str) -> None:
    """Everybody does as little as they may until IFT can build in a round."""
    game = table.game
    table.pass_on(lambda: (str(game.state.round), game.decision.for_corporation, table.step) == (name, "IFT", "track"))


@pytest.mark.clause("1849-12.0.4")
def test_bare_messina_is_not_built_on_either_for_that_long() -> None:
    table = before_the_quake(*COAST).start("IFT", "Bruno", at=68)
    table.operate("IFT").may(LayTile("B14", "655", 0))
    table.operate("RCS", "trains").do(BUY)
    table.operate("IFT").may_not(LayTile("B14", "655", 0), "1849-12.0.4")
