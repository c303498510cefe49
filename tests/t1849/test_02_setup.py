"""Section 2: setup."""

from collections import Counter

import pytest

from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyShare, LayTile
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.view import view_for
from tests.t1849.table import Table


@pytest.mark.clause("1849-2.0.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_bank_of_7760_gives_1500_to_the_players(players: int) -> None:
    table = Table(players)
    assert sum(table.money(*table.players)) == 1500
    assert table.money(BANK) == (6260,)
    assert sum(table.game.state.cash.values()) == 7760


@pytest.mark.clause("1849-2.0.2")
def test_everybody_sees_the_trains_to_come_with_their_prices() -> None:
    table = Table()
    for viewer in (*table.players, None):
        queue = view_for(table.game, viewer)["trains"]["bank"]
        assert [(line["train"], line["left"], line["price"]) for line in queue] == [
            ("4H", 4, 100),
            ("6H", 4, 200),
            ("8H", 3, 350),
            ("10H", 2, 550),
            ("12H", 1, 800),
            ("16H", 5, 1100),
            ("R6H", 2, 350),
        ]
        assert [line["train"] for line in queue if line["on_sale"]] == ["4H"]


@pytest.mark.clause("1849-2.0.3")
def test_everybody_sees_all_tiles_though_only_yellow_ones_may_be_laid() -> None:
    table = Table()
    tiles = table.game.layout.board.tiles
    for viewer in (*table.players, None):
        colours: Counter[str] = Counter()
        for tile, count in view_for(table.game, viewer)["tile_supply"].items():
            colours[tiles[tile].face.colour] += count
        assert colours == {"yellow": 72, "green": 72, "brown": 24}
    table.start("RCS").operate("RCS")
    table.may(LayTile("D6", "9", 2))
    table.may_not(LayTile("C5", "651", 5), "1849-6.0.1")


@pytest.mark.clause("1849-2.0.4")
def test_certificates_leave_their_stack_from_the_top_the_last_certificate_at_the_end() -> None:
    table = Table()
    assert table.holding("CTL", "CTL") == [20, 10, 10, 10, 10, 10, 10, 20]
    table.start("CTL", stock={"Ada": [10, 10], "Bruno": [10, 10, 10]}).cash(Carla=500)
    table.stock_round("Carla").do(BuyShare("CTL", "treasury"))
    assert table.holding("CTL", "Carla") == [10]
    table.stock_round("Carla").do(BuyShare("CTL", "treasury"))
    assert table.holding("CTL", "Carla") == [10, 20]
    assert table.holding("CTL", "CTL") == []


@pytest.mark.clause("1849-2.0.5")
def test_corleone_is_a_mountain_and_costs_160_while_a_plain_costs_nothing() -> None:
    hexes = Table().game.layout.board.hexes
    assert (hexes["E5"].name, hexes["E5"].terrain, hexes["E5"].cost) == ("Corleone", "mountain", 160)
    assert (hexes["C3"].name, hexes["C3"].terrain, hexes["C3"].cost) == ("Alcamo", "plain", 0)
    mountain = Table().start("RCS", cash=200).lay("D6 7 1").operate("RCS")
    mountain.do(LayTile("E5", "4", 1))
    assert mountain.money("RCS") == (40,)
    plain = Table().start("RCS", cash=200).lay("D6 9 2").operate("RCS")
    plain.do(LayTile("E7", "58", 0))
    assert plain.money("RCS") == (200,)


@pytest.mark.clause("1849-2.0.6")
def test_at_the_start_everything_is_with_the_bank_and_on_the_charters() -> None:
    table = Table()
    state = table.game.state
    assert state.privates == dict.fromkeys(["SCE", "SIGI", "CNM", "SMS", "RSA"], BANK)
    assert [table.game.certificate_count(player) for player in table.players] == [0, 0, 0, 0]
    for corporation, holders in state.certificates.items():
        assert set(holders) == {corporation}
        assert (table.game.cash(corporation), table.game.is_started(corporation)) == (0, False)
    table.may(BuyPrivate("SCE", 20), Bid("SIGI", 50), Bid("CNM", 80), Bid("SMS", 115), Bid("RSA", 155))
