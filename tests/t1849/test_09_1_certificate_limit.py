"""Section 9.1: how many certificates a player may hold."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyShare, Exchange, Pass, SellShares, Start
from ferrovia.titles.t1849.actions import LeaveGame
from ferrovia.titles.t1849.closing import LoanOrLeave
from tests.t1849.table import Table


def ada_holds(count: int, table: Table | None = None) -> Table:
    """Ada is president of CTL, ATA and SFA as far as needed to hold that many certificates; Bruno's RCS is on sale."""
    table = table or Table()
    table.privates().start("RCS", "Bruno", at=144, stock={"Carla": [10, 10]}).cash(Ada=500)
    for corporation in ("CTL", "ATA", "SFA"):
        held = min(5, count)
        count -= held
        if held:
            table.start(corporation, "Ada", stock={"Ada": [10] * (held - 1)})
    return table.stock_round("Ada")


@pytest.mark.clause("1849-9.1.1")
@pytest.mark.parametrize(
    ("players", "options", "corporations", "limit"),
    [(3, (), 5, 12), (4, ("five_corporations",), 5, 9), (4, (), 6, 11), (5, (), 6, 9)],
)
def test_the_limit_by_players_and_corporations(
    players: int, options: tuple[str, ...], corporations: int, limit: int
) -> None:
    table = ada_holds(limit - 1, Table(players, options=options))
    assert len(table.game.state.certificates) == corporations
    table.do(BuyShare("RCS", "treasury"))
    assert table.game.certificate_count("Ada") == limit
    table.stock_round("Ada").may_not(BuyShare("RCS", "treasury"), "1849-9.1.3", f"the limit is {limit}")


@pytest.mark.clause("1849-9.1.2")
def test_the_limit_counts_paper_and_private_companies() -> None:
    table = Table().privates(SCE="Ada", SIGI="Bruno", CNM="RCS").start("RCS", "Ada", stock={"Ada": [20, 10, 10]})
    assert table.game.percent("RCS", "Ada") == 60
    assert table.game.certificate_count("Ada") == 5
    assert table.game.certificate_count("Bruno") == 1


@pytest.mark.clause("1849-9.1.2")
def test_a_private_company_stands_in_the_way_of_a_purchase() -> None:
    table = ada_holds(10).privates(SCE="Ada")
    table.may_not(BuyShare("RCS", "treasury"), "1849-9.1.3", "holds 11")
    table.privates(SCE="RCS").may(BuyShare("RCS", "treasury"))


@pytest.mark.clause("1849-9.1.3")
def test_at_the_limit_one_may_sell_and_then_buy() -> None:
    table = ada_holds(11)
    table.may_not(BuyShare("RCS", "treasury"), "1849-9.1.3", "holds 11 certificates; the limit is 11")
    table.may(Pass())
    table.do(SellShares("CTL", (10,)), BuyShare("RCS", "treasury"))
    assert table.game.certificate_count("Ada") == 11


@pytest.mark.clause("1849-9.1.3")
def test_a_last_certificate_takes_no_more_room_than_another() -> None:
    table = ada_holds(10).start("IFT", "Dora", stock={"pool": [20]})
    table.do(BuyShare("IFT", "pool"))
    assert (table.holding("IFT", "Ada"), table.game.certificate_count("Ada")) == ([20], 11)


@pytest.mark.clause("1849-9.1.4", "1849-9.5.12")
def test_a_lost_presidency_lifts_one_above_the_limit_until_the_own_turn() -> None:
    table = Table(5)  # the limit is 9
    table.privates().cash(Bruno=500, Ada=500)
    table.start("CTL", "Ada", stock={"Ada": [10], "Bruno": [10, 10, 10]})
    table.start("ATA", "Ada", stock={"Ada": [10] * 4}).start("SFA", "Ada", stock={"Ada": [10]})
    assert table.game.certificate_count("Ada") == 9
    table.stock_round("Bruno").do(BuyShare("CTL", "treasury"))
    assert table.game.president("CTL") == "Bruno"
    assert table.game.certificate_count("Ada") == 10
    table.do(Pass(), Pass(), Pass())  # Carla, Dora, Ezio: nobody waits for Ada
    assert table.decider == "Ada"
    table.may_not(Pass(), "1849-9.1.4", "sell first")
    table.may_not(BuyShare("SFA", "treasury"), "1849-9.1.4")
    table.may_not(Start("IFT", 68), "1849-9.1.4")
    table.do(SellShares("CTL", (10,)))
    table.may(Pass())
    table.may_not(BuyShare("SFA", "treasury"), "1849-9.1.3")


@pytest.mark.clause("1849-9.1.4")
def test_far_above_the_limit_one_sells_until_it_is_met() -> None:
    table = ada_holds(13)
    table.do(SellShares("CTL", (10,)))
    table.may_not(Pass(), "1849-9.1.4", "holds 12")
    table.do(SellShares("ATA", (10,)))
    table.may(Pass())


@pytest.mark.clause("1849-R09")
def test_who_cannot_sell_enough_sells_what_is_legal_and_passes() -> None:
    table = ada_holds(13)  # CTL 5, ATA 5, SFA 3
    table.game.state.operated = ("SFA", "RCS")
    table.privates(SCE="Ada", SIGI="Ada").stock_round("Ada")
    table.may_not(SellShares("CTL", (10,)), "1849-9.2.5")
    table.may_not(Pass(), "1849-9.1.4")  # SFA can be sold
    table.do(SellShares("SFA", (10, 10)))
    assert table.game.certificate_count("Ada") == 13
    assert table.decider == "Bruno"  # nothing more was possible: she may not buy, and has passed
    # Privates do not help, for nobody
    table.may_not(SellShares("SCE", (10,)), "1849-9.0.1", "SCE is a private company")
    table.do(*[Pass()] * 3)
    assert table.game.state.round.kind == "operating"  # Ada was passed over, with 700 in her purse
    table.game.state.operated = ("SFA", "RCS", "CTL")
    table.stock_round("Ada").may_not(Pass(), "1849-9.1.4")


@pytest.mark.clause("1849-R09")
def test_the_limit_stays_when_a_player_leaves() -> None:
    table = ada_holds(11, Table(4))
    table.game.push(LoanOrLeave("Dora"))
    table._again().do(LeaveGame())
    assert table.game.players == ("Ada", "Bruno", "Carla")
    table.may_not(BuyShare("RCS", "treasury"), "1849-9.1.3", "the limit is 11")
    table.may(Pass())


@pytest.mark.clause("1849-9.5.12", "1849-9.1.4")
def test_the_choice_of_two_regular_certificates_counts_against_the_limit() -> None:
    table = ada_holds(9)  # CTL 5, ATA 4
    table.start("IFT", "Ada", stock={"Ada": [10], "Bruno": [20, 10]}).privates(SCE="Ada").cash(Bruno=500)
    assert table.game.certificate_count("Ada") == 12
    table.own_is(certificate_limit=12).stock_round("Bruno").do(BuyShare("IFT", "treasury"))
    assert (table.step, table.decider) == ("exchange", "Ada")
    twin = table.game.fork()
    table.do(Exchange((20,)))
    assert table.game.certificate_count("Ada") == 12
    twin.apply(Exchange((10, 10)))
    assert twin.certificate_count("Ada") == 13
