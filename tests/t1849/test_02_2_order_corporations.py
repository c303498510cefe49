"""Section 2.2: the order of the corporations."""

from collections import Counter

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import PlaceToken, Start
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import view_for
from ferrovia.titles.t1849 import TITLE
from ferrovia.titles.t1849.sicily import sicily
from tests.t1849.table import ORDER, Table

FOUR = ("Ada", "Bruno", "Carla", "Dora")


def drawn(seed: str, *options: str) -> tuple[str, ...]:
    return sicily(Game(TITLE, Settings("1849", FOUR, seed, options))).order


@pytest.mark.clause("1849-2.2.1")
def test_the_six_corporations_are_drawn_into_an_order() -> None:
    orders = [drawn(f"seed {number}") for number in range(300)]
    assert all(sorted(order) == sorted(ORDER) for order in orders)
    first = Counter(order[0] for order in orders)
    assert all(30 <= first[name] <= 70 for name in ORDER), first
    assert len(set(orders)) > 200  # of 720


@pytest.mark.clause("1849-2.2.1")
def test_they_become_available_in_that_order() -> None:
    table = Table(order=("SFA", "ATA", "RCS", "CTL", "AFG", "IFT")).privates().cash(Ada=1000).stock_round("Ada")
    table.may_not(Start("ATA", 68), "1849-9.4.1")
    table.do(Start("SFA", 68))
    table.stock_round("Ada").do(Start("ATA", 68))


@pytest.mark.clause("1849-2.2.1")
def test_an_order_dealt_elsewhere_must_hold_each_once() -> None:
    for wrong in (ORDER[:5], (*ORDER[:5], "RCS")):
        with pytest.raises(Refusal) as refused:
            Table(order=wrong)
        assert refused.value.rule == "1849-2.2.1"


@pytest.mark.clause("1849-2.2.2")
def test_the_order_is_known_before_the_first_bid() -> None:
    table = Table()
    assert table.step == "auction"
    for viewer in table.players:
        view = view_for(table.game, viewer)
        places = {name: line["place_in_line"] for name, line in view["corporations"].items()}
        assert places == {"RCS": 1, "CTL": 2, "ATA": 3, "SFA": 4, "IFT": 5, "AFG": 6}


SFA_SIXTH = ("RCS", "CTL", "ATA", "IFT", "AFG", "SFA")


@pytest.mark.clause("1849-2.2.3")
def test_with_five_in_play_the_sixth_is_out_of_the_game() -> None:
    table = Table(players=3, order=SFA_SIXTH)
    assert "SFA" not in table.game.state.certificates
    assert table.own.line == ("RCS", "CTL", "ATA", "IFT", "AFG")
    table.privates().own_is(line=()).stock_round("Ada")  # even when all others have been started
    table.may_not(Start("SFA", 68), "1849-9.4.1")


@pytest.mark.clause("1849-2.2.3")
def test_its_home_is_open_to_all() -> None:
    removed = Table(players=3, order=SFA_SIXTH).phase("6").start("CTL").operate("CTL", "token").turn_is(power="SMS")
    removed.do(PlaceToken("J6"))
    assert removed.game.tokens_at(StopId("J6.0")) == ("CTL",)
    in_play = Table(players=5, order=SFA_SIXTH).phase("6").start("CTL").operate("CTL", "token").turn_is(power="SMS")
    in_play.may_not(PlaceToken("J6"), "1849-10.4.4")


@pytest.mark.clause("1849-2.2.4")
@pytest.mark.parametrize(
    ("draw", "order"),
    [
        ("IFT RCS ATA SFA CTL AFG", "RCS ATA SFA IFT CTL AFG"),
        ("RCS IFT ATA SFA CTL AFG", "RCS ATA SFA IFT CTL AFG"),
        ("RCS ATA IFT SFA CTL AFG", "RCS ATA SFA IFT CTL AFG"),
        ("RCS ATA SFA IFT CTL AFG", "RCS ATA SFA IFT CTL AFG"),
        ("RCS ATA SFA CTL IFT AFG", "RCS ATA SFA CTL IFT AFG"),
        ("RCS ATA SFA CTL AFG IFT", "RCS ATA SFA CTL AFG IFT"),
    ],
)
def test_for_new_players_trinacria_comes_fourth_at_the_earliest(draw: str, order: str) -> None:
    assert Table(order=draw.split(), options=("ift_fourth",)).own.order == tuple(order.split())
    assert Table(order=draw.split()).own.order == tuple(draw.split())


@pytest.mark.clause("1849-2.2.4")
def test_the_rule_for_new_players_holds_for_the_shuffle() -> None:
    seeds = [f"seed {number}" for number in range(60)]
    assert all("IFT" not in drawn(seed, "ift_fourth")[:3] for seed in seeds)
    assert any("IFT" in drawn(seed)[:3] for seed in seeds)
    untouched = [seed for seed in seeds if "IFT" not in drawn(seed)[:3]]
    assert all(drawn(seed, "ift_fourth") == drawn(seed) for seed in untouched)
