"""Section 4: the places on the board, and the chart of earnings."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Dividend, Pass, PlaceToken
from ferrovia.formats.view import view_for
from tests.t1849.table import Table


@pytest.mark.clause("1849-4.0.1")
@pytest.mark.parametrize("place", ["D4", "G1", "A5", "C15", "B4"])
def test_towns_ports_and_plain_country_hold_no_token(place: str) -> None:
    table = Table().start("CTL").lay("G1 58 3").operate("CTL", "token")
    table.may_not(PlaceToken(place), "1849-4.0.1")


@pytest.mark.clause("1849-4.0.1")
def test_a_vacant_city_does() -> None:
    table = Table().start("CTL").operate("CTL", "token")
    table.do(PlaceToken("C1"))
    assert table.game.tokens_at(StopId("C1.0")) == ("CTL",)


@pytest.mark.clause("1849-4.0.1")
def test_ten_cities_can_hold_tokens() -> None:
    board = Table().game.layout.board
    cities = {stop: printed.slots for stop, printed in board.stops.items() if printed.kind == "city"}
    assert {stop.removesuffix(".0") for stop in cities} == {
        *("B14", "C1", "C5", "E1", "H8", "H12", "J6", "M9", "M11", "M13"),
    }
    assert {stop for stop, slots in cities.items() if slots != 1} == {"M9.0"}
    assert all(printed.slots == 0 for printed in board.stops.values() if printed.kind != "city")


@pytest.mark.clause("1849-4.0.2")
def test_earnings_are_recorded_until_the_next_run() -> None:
    table = Table().start("CTL", at=144).start("RCS", at=100).operate("CTL", "dividend").turn_is(revenue=160)
    assert view_for(table.game)["corporations"]["CTL"]["last_earnings"] is None
    table.do(Dividend("withhold"))
    for viewer in (*table.players, None):
        record = view_for(table.game, viewer)["corporations"]["CTL"]["last_earnings"]
        assert record == 160  # 16 per share
    table.operate("RCS", "dividend").turn_is(revenue=50).do(Dividend("pay"))
    assert table.game.state.earnings == {"CTL": 160, "RCS": 50}
    table.operate("CTL").do(Pass())
    assert table.game.state.earnings["CTL"] == 160
    table.do(Pass())  # no token; without a train there is no run
    assert table.game.state.earnings["CTL"] == 0


@pytest.mark.clause("1849-4.0.3")
def test_four_ports() -> None:
    board = Table().game.layout.board
    ports = {stop: printed.revenue for stop, printed in board.stops.items() if printed.kind == "port"}
    assert ports == {"A5.0": (10,), "a12.0": (20,), "N8.0": (20,), "L14.0": (60,)}
    names = {board.hexes[stop.removesuffix(".0")].name for stop in ports}
    assert names == {"Port of Palermo", "Port of Milazzo", "Port of Terranova", "Port of Augusta"}
