"""What is in the box, counted in a game."""

from collections import Counter

import pytest

from ferrovia.engine.flow.actions import Dividend, Start, UsePrivate
from ferrovia.formats.view import view_for
from ferrovia.titles.t1849 import components
from tests.t1849.table import ORDER, Table


@pytest.mark.clause("1849-C.1")
def test_a_game_of_six_corporations_uses_every_basic_card() -> None:
    game = Table().game
    certificates = {name: len(holders) for name, holders in game.state.certificates.items()}
    trains = Counter(train for cards in game.state.trains.values() for train in cards)
    assert certificates == dict.fromkeys(ORDER, 8)
    assert trains == {"4H": 4, "6H": 4, "8H": 3, "10H": 2, "12H": 1, "16H": 5, "R6H": 2}
    e_trains = sum(card["count_6"] for card in components.sheet("trains")["train"] if card["name"] == "E")
    place_cards = len(set(game.state.own.order))
    priority_cards = sum(player["priority"] for player in view_for(game)["players"].values())
    shares, train_cards, privates = sum(certificates.values()), trains.total() + e_trains, len(game.state.privates)
    assert (shares, train_cards, privates, place_cards, priority_cards) == (48, 27, 5, 6, 1)
    assert shares + train_cards + privates + place_cards + priority_cards == 87


@pytest.mark.clause("1849-C.1", "1849-C.5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_basic_game_has_no_e_train(players: int) -> None:
    game = Table(players).game
    assert all("E" not in cards for cards in game.state.trains.values())
    assert "E" not in game.title.audit.train_roster(game)


@pytest.mark.clause("1849-C.2")
@pytest.mark.parametrize("corporation", [name for name in ORDER if name != "AFG"])
def test_a_started_corporation_has_three_stations_a_price_and_an_earnings_marker(corporation: str) -> None:
    table = Table(order=[corporation, *(name for name in ORDER if name != corporation)])
    table.privates().cash(Ada=400).stock_round("Ada").do(Start(corporation, 100))
    state = table.game.state
    assert [marker[0] for marker in state.market] == [corporation]
    assert (len(state.stations[corporation]), state.tokens[corporation]) == (1, 2)
    assert state.earnings == {}  # its marker lies beside the chart until the first run
    table.operate(corporation, "dividend").turn_is(revenue=60).do(Dividend("pay"))
    assert table.game.state.earnings == {corporation: 60}
    table.operate(corporation, "dividend").turn_is(revenue=80).do(Dividend("pay"))
    assert table.game.state.earnings == {corporation: 80}  # one marker: it has moved
    assert 1 + 1 + len(state.stations[corporation]) + state.tokens[corporation] == 5


@pytest.mark.clause("1849-C.3", "1849-2.0.5")
def test_terrain_tokens_lie_on_32_hexes() -> None:
    hexes = Table().game.layout.board.hexes
    costs = {hex_id: hex.cost for hex_id, hex in hexes.items() if hex.cost}
    assert Counter(costs.values()) == {40: 9, 80: 7, 160: 16}
    assert {costs[hex_id] for hex_id in ("D4", "J6", "M11")} == {40}
    assert {costs[hex_id] for hex_id in ("H4", "H8")} == {80}
    assert {costs[hex_id] for hex_id in ("E5", "K9")} == {160}
    kinds = {"plain": 0, "rough": 40, "hill": 80, "mountain": 160}
    assert all(hex.cost == kinds[hex.terrain] for hex in hexes.values())


@pytest.mark.clause("1849-C.4")
def test_there_is_a_single_port_bonus() -> None:
    table = Table().phase("6").start("RCS").start("CTL", at=68).privates(CNM="RCS").operate("RCS")
    table.do(UsePrivate("CNM", "L14"))
    assert (table.own.port, table.own.port_owner) == ("L14", "RCS")
    table.may_not(UsePrivate("CNM", "A5"), "1849-7.1.6")
    table.operate("CTL").may_not(UsePrivate("CNM", "A5"), "1849-7.1.6")
    assert (table.own.port, table.own.port_owner) == ("L14", "RCS")
