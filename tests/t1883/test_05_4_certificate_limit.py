"""Section 5.4: how many certificates a player may hold, what counts, and what happens above the limit."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bankrupt, BuyShare, Pass, SellShares, Start
from ferrovia.engine.flow.debts import Debt
from ferrovia.titles.t1883.actions import BuySupport
from tests.t1883.table import Table

RAILWAYS = ("FSF", "SV", "FBV", "SAFRE", "FMMSF", "FMV", "SARSA")


def holds(players: int, count: int, sefta: bool = False) -> Table:
    """Ada holds so many certificates, her share of CCFR among them, and it is her turn; FSF has shares on offer.

    With SEFTA in play it stands for the two companies that became it."""
    table = Table(players)
    table.own_is(merged=sefta)
    left = count - 1
    names = ("FSF", "SV", "FBV", "SAFRE", "SEFTA", "SARSA") if sefta else RAILWAYS
    for name in names:
        shares = min(left, 5)
        table.start(name, "Bruno", at=85, stock={"Ada": shares}, homes=name not in ("SEFTA", "SARSA"))
        left -= shares
    if left:  # more than five of each
        for name in names[1:]:
            if left:
                table.start(name, "Bruno", at=85, stock={"Ada": 6}, homes=False)
                left -= 1
    assert table.game.certificate_count("Ada") == count
    return table.cash(Ada=1000).stock_round("Ada")


@pytest.mark.parametrize(
    ("players", "sefta", "limit"),
    [
        pytest.param(2, False, 32, marks=pytest.mark.clause("1883-5.4.1")),
        pytest.param(2, True, 28, marks=pytest.mark.clause("1883-5.4.1")),
        pytest.param(3, False, 21, marks=pytest.mark.clause("1883-5.4.2")),
        pytest.param(3, True, 19, marks=pytest.mark.clause("1883-5.4.2")),
        pytest.param(4, False, 16, marks=pytest.mark.clause("1883-5.4.3")),
        pytest.param(4, True, 14, marks=pytest.mark.clause("1883-5.4.3")),
    ],
)
def test_nobody_buys_a_certificate_beyond_the_limit(players: int, sefta: bool, limit: int) -> None:
    table = holds(players, limit, sefta)
    for name in table.game.state.certificates:
        for source in ("offer", "pool"):
            assert not table.game.decision.allows(BuyShare(name, source))
    table.may_not(BuyShare("FSF", "offer"), "1883-5.4.6", f"limit is {limit}")
    table.may(BuySupport(), Pass())  # that is no certificate
    holds(players, limit - 1, sefta).may(BuyShare("FSF", "offer"))


@pytest.mark.clause("1883-5.4.6")
def test_nor_launches_a_corporation_beyond_it() -> None:
    table = Table(4).start("SV", "Bruno", stock={"Ada": 6}).start("FBV", "Bruno", stock={"Ada": 6})
    table.start("FSF", "Bruno", stock={"Ada": 2}).cash(Ada=1000).stock_round("Ada")
    table.may(Start("SAFRE", 65))
    table.start("FSF", "Bruno", stock={"Ada": 3}).cash(Ada=1000).stock_round("Ada")
    table.may_not(Start("SAFRE", 65), "1883-5.4.6")


@pytest.mark.clause("1883-5.4.4", "1883-5.4.5")
def test_what_counts_is_every_piece_of_paper_the_co_operatives_too() -> None:
    table = Table().start("FSF", "Ada", stock={"Ada": 2}).privates(TMM="Ada", FCV="Ada", CNP="Bruno")
    table.game.hand_over("FMV", 1, "Ada")
    table.game.hand_over("FBV", 1, "Ada")
    assert table.game.certificate_count("Ada") == 7 + 1  # FSF 3, TMM, FMV, FCV, FBV; and her share of CCFR
    assert table.game.certificate_count("Bruno") == 2


@pytest.mark.clause("1883-5.4.5")
def test_fifteen_others_and_the_share_of_ccfr_are_the_limit_of_four_players_in_phase_1() -> None:
    table = holds(4, 16)
    assert (table.game.state.phase, table.holding("CCFR", "Ada")) == ("1", [10])
    table.may_not(BuyShare("FSF", "offer"), "1883-5.4.6")
    table.members("Bruno", "Carla", "Dora").may(BuyShare("FSF", "offer"))


@pytest.mark.clause("1883-5.4.6", "1883-R25")
def test_who_came_above_the_limit_by_losing_a_presidency_sells_first() -> None:
    """Ada holds 16 certificates; Bruno takes SV from her, whose 20% she gets back as two tenths."""
    table = Table(4).start("SV", "Ada", stock={"Ada": 1, "Bruno": 3}).cash(Bruno=500, Ada=1000)
    table.start("FSF", "Bruno", at=85, stock={"Ada": 5}).start("FBV", "Bruno", at=85, stock={"Ada": 5})
    table.start("SAFRE", "Bruno", at=85, stock={"Ada": 3})
    assert table.game.certificate_count("Ada") == 16
    table.stock_round("Bruno").do(BuyShare("SV", "offer"), Pass())
    assert (table.game.president("SV"), table.game.certificate_count("Ada")) == ("Bruno", 17)
    table.stock_round("Ada")
    table.may_not(BuyShare("FSF", "offer"), "1883-5.4.6")
    table.may_not(Start("FMV", 65), "1883-5.4.6")
    table.may_not(Pass(), "1883-5.4.6", "sell first")
    table.do(SellShares("FSF", (10,)))
    table.may(Pass())
    table.may_not(BuyShare("FBV", "offer"), "1883-5.4.6")


@pytest.mark.clause("1883-R25")
def test_who_is_above_the_limit_and_can_sell_nothing_may_pass() -> None:
    table = Table(4)
    for name in ("SV", "FBV", "FSF", "SAFRE"):
        table.start(name, "Bruno", at=85, stock={"Ada": 2, "pool": 5})
    for name in ("FMMSF", "FMV", "SARSA"):
        table.start(name, "Bruno", at=85, stock={"Ada": 3, "pool": 5}, homes=False)
    table.stock_round("Ada")
    assert table.game.certificate_count("Ada") == 18
    table.may(Pass(), BuySupport())
    table.may_not(BuyShare("SV", "pool"), "1883-5.4.6")


@pytest.mark.clause("1883-5.4.7")
def test_after_a_bankruptcy_the_limit_of_fewer_players_holds_from_the_next_stock_round() -> None:
    table = Table(4).start("FBV", "Bruno", at=85).start("SV", "Ada", at=65).cash(Bruno=0, Ada=500).stock_round("Ada")
    table.game.title.privates.auction_over(table.game)  # a stock round begins: four players
    table.operate("FBV", "issue").game.push(Debt("Bruno", 40, "bank", "FBV"))
    table.go_on().do(Bankrupt())
    assert table.game.players == ("Ada", "Carla", "Dora")
    assert table.title.stock.certificate_limit(table.game) == 16
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.title.stock.certificate_limit(table.game) == 21
