"""The bids of an auction beside the ledger: all that stand, whose is the highest, what is free besides."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.auction import Auction
from ferrovia.table.page.page import Page
from ferrovia.titles.registry import title
from ferrovia.titles.t18fb.auctions import Lots
from tests.walks import half_sensible_walk, new_game
from tests.web.turn.crawling import rendered, scene_at

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["1849", "1883"])
def test_every_standing_bid_is_in_the_table(name: str) -> None:
    looked_at = 0
    for game, _ in half_sensible_walk(new_game(title(name), 5, 4 if name == "1849" else 3, ()), 5):
        sale = game.find(Auction)
        if sale is None:
            break
        page = Page(scene_at(game))
        if page.lots is None:  # somebody settles what comes with a company
            assert page.bids is None
            continue
        assert page.bids is not None
        for line in page.bids.lines:
            player = line.purse.player
            assert line.aside == sale.set_aside(player)
            assert line.purse.cash - line.aside == sale.free_cash(game, player)
            for lot, cell in zip(page.bids.lots, line.cells, strict=True):
                standing = sorted(sale.standing(lot), reverse=True)
                mine = [price for price, bidder in standing if bidder == player]
                is_bought = game.state.privates.get(lot) == player
                assert cell.is_owner == is_bought
                if page.lots.current is None and not is_bought:
                    assert cell.price == (mine[0] if mine else 0)
                    assert cell.is_top == bool(mine and standing[0][1] == player)
                    looked_at += bool(mine)
        assert 'id="bids"' in rendered(scene_at(game), "ledger")
    assert looked_at


def test_one_lot_after_the_other_tells_who_leads() -> None:
    looked_at = 0
    for game, _ in half_sensible_walk(new_game(title("18FB"), 5, 4, ()), 5):
        lots = game.find(Lots)
        if lots is None or looked_at > 6:
            break
        if not lots.lot or not lots.bidder or game.top != lots:
            continue
        scene = scene_at(game)
        page = Page(scene)
        assert page.bids is not None
        words = {line.purse.player: line.standing for line in page.bids.lines}
        assert words[lots.speaker].endswith("to speak")
        assert all("passed" in words[player] for player in lots.passed)
        looked_at += 1
    assert looked_at
