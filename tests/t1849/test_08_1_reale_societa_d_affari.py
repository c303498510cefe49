"""Section 8.1: RSA brings the presidency of corporation number 1."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyTrain, ChooseHome, IssueShares, Pass, Start
from tests.t1849.table import Table

FIRST = {  # each corporation as number 1
    name: (name, *(other for other in ("AFG", "ATA", "CTL", "IFT", "RCS", "SFA") if other != name))
    for name in ("AFG", "ATA", "CTL", "IFT", "RCS", "SFA")
}


def rsa_bought(first: str) -> Table:
    """Ada has just bought RSA; the corporation with place card 1 is `first`."""
    table = Table(order=FIRST[first])
    table.do(Pass(), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    table.do(Pass(), BuyPrivate("SMS", 110), Pass(), Pass())
    table.do(BuyPrivate("RSA", 150))
    return table


@pytest.mark.clause("1849-8.1.1")
def test_rsa_brings_the_presidents_certificate_of_number_1() -> None:
    table = rsa_bought("SFA")
    assert (table.decider, table.step) == ("Ada", "rsa_start")
    table.do(Start("SFA", 100))
    assert table.money("Ada") == (375 - 150,)
    assert table.game.state.privates["RSA"] == "Ada"
    assert table.holding("SFA", "Ada") == [20]
    assert table.game.president("SFA") == "Ada"
    assert "SFA" not in table.own.line


@pytest.mark.clause("1849-8.1.1")
def test_a_bid_that_wins_rsa_brings_it_too() -> None:
    table = Table(order=FIRST["ATA"])
    table.do(Bid("RSA", 155), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    table.do(Pass(), BuyPrivate("SMS", 110))
    assert (table.decider, table.step) == ("Ada", "rsa_start")
    table.do(Start("ATA", 68))
    assert table.money("Ada", "ATA") == (375 - 155, 106)
    assert table.game.president("ATA") == "Ada"


@pytest.mark.clause("1849-8.1.2")
def test_number_1_starts_at_68_or_100() -> None:
    table = rsa_bought("SFA")
    for price in (144, 216, 67, 0, -68):
        table.may_not(Start("SFA", price), "1849-8.1.2", "68 or 100")
    table.may_not(Start("AFG", 100), "1849-8.1.2")  # number 2
    table.may_not(Pass(), "1849-8.1.2")
    table.may_not(Start("SFA", 100), "1849-8.1.2", by="Bruno")
    table.may(Start("SFA", 68))
    table.do(Start("SFA", 100))
    assert table.stack((3, 5)) == ["SFA"]
    assert table.price("SFA") == 100


@pytest.mark.clause("1849-8.1.3")
@pytest.mark.parametrize(
    ("first", "at_68", "at_100"),
    [("AFG", 96, 160), ("ATA", 106, 170), ("CTL", 96, 160), ("IFT", 46, 110), ("RCS", 6, 70), ("SFA", 96, 160)],
)
def test_the_bank_fills_its_treasury(first: str, at_68: int, at_100: int) -> None:
    for price, treasury in ((68, at_68), (100, at_100)):
        table = rsa_bought(first)
        bank, ada = table.money("bank", "Ada")
        table.do(Start(first, price))
        assert table.money(first, "bank", "Ada") == (treasury, bank - treasury, ada)


@pytest.mark.clause("1849-8.1.4")
def test_its_home_token_is_placed_at_once_and_the_rest_stays_on_the_charter() -> None:
    table = rsa_bought("IFT")
    table.do(Start("IFT", 68))
    assert table.game.state.stations["IFT"] == ("H12.0",)
    assert table.game.state.tokens["IFT"] == 2
    assert table.holding("IFT", "IFT") == [10, 10, 10, 10, 10, 10, 20]
    assert (table.decider, str(table.game.state.round)) == ("Bruno", "SR 1")


@pytest.mark.clause("1849-8.1.4", "1849-R06")
def test_garibaldi_as_number_1_chooses_its_home_at_once() -> None:
    table = rsa_bought("AFG")
    table.do(Start("AFG", 100))
    assert (table.decider, table.step) == ("Ada", "home_token")
    table.do(ChooseHome("M11"))
    assert table.game.state.stations["AFG"] == ("M11.0",)
    assert str(table.game.state.round) == "SR 1"


@pytest.mark.clause("1849-8.1.5")
def test_rsa_closes_with_the_first_train_of_number_1() -> None:
    table = rsa_bought("SFA")
    table.do(Start("SFA", 100), Pass(), Pass(), Pass(), Pass())
    assert str(table.game.state.round) == "OR 1.1"
    assert table.money("Ada") == (375 - 150 + 25,)  # RSA pays as long as it is open
    table.do(Pass())  # no tile
    assert table.step == "trains"
    table.do(BuyTrain("4H", "bank", 100))
    assert "RSA" not in table.game.state.privates
    table.do(Pass())
    assert str(table.game.state.round) == "SR 2"
    table.do(*[Pass()] * 4)
    assert str(table.game.state.round) == "OR 2.1"
    assert table.money("Ada") == (250,)  # nothing more, neither for the closing nor as revenue


@pytest.mark.clause("1849-8.1.5", "1849-R06")
@pytest.mark.parametrize("source", ["pool", "CTL"])
def test_rsa_closes_with_a_train_from_any_source(source: str) -> None:
    table = Table().privates(RSA="Bruno").own_is(rsa="RCS")
    table.start("RCS", cash=300).start("CTL").trains(source, "4H").operate("RCS", "trains")
    table.do(BuyTrain("4H", source, 100))
    assert table.game.trains("RCS") == ("4H",)
    assert table.game.state.privates == {}


@pytest.mark.clause("1849-8.1.5")
def test_trains_of_other_corporations_do_not_close_rsa() -> None:
    table = Table().privates(RSA="Ada").own_is(rsa="RCS")
    table.start("RCS", cash=300).start("CTL", cash=300).operate("CTL", "trains")
    table.do(BuyTrain("4H", "bank", 100))
    assert table.game.state.privates == {"RSA": "Ada"}


@pytest.mark.clause("1849-8.1.6", "1849-R06")
def test_rsa_outlives_a_corporation_that_closes_without_a_train() -> None:
    table = Table(order=FIRST["SFA"]).privates(RSA="Bruno").own_is(rsa="SFA", line=())
    table.start("SFA", at=(8, 0)).operate("SFA", "finance")
    table.do(IssueShares(1))  # 27 -> Closed
    assert not table.game.is_started("SFA")
    assert table.game.state.privates == {"RSA": "Bruno"}
    assert str(table.game.state.round) == "SR 3"
    table.cash(Ada=300, Bruno=0, Carla=0, Dora=0).do(Start("SFA", 100), Pass(), Pass())
    assert str(table.game.state.round) == "OR 3.1"
    assert table.money("Bruno", "SFA") == (25, 160)  # RSA pays on, and the bank pays no second treasury
    table.cash(SFA=900).operate("SFA", "trains").do(BuyTrain("4H", "bank", 100))
    assert table.game.state.privates == {"RSA": "Bruno"}
    table.trains("SFA").phase("10").sold_out("10H").operate("SFA", "trains").do(BuyTrain("12H", "bank", 800))
    assert table.game.state.phase == "12"
    assert table.game.state.privates == {}


@pytest.mark.clause("1849-8.1.7")
def test_the_priority_goes_to_the_left_of_the_last_purchase_at_the_asking_price() -> None:
    table = Table()
    table.do(Bid("RSA", 160), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    table.do(Pass(), Pass(), BuyPrivate("SMS", 110))  # Carla's purchase hands RSA to Ada
    assert (table.decider, table.step) == ("Ada", "rsa_start")
    table.do(Start("RCS", 68))
    assert (str(table.game.state.round), table.game.state.priority, table.decider) == ("SR 1", "Dora", "Dora")


@pytest.mark.clause("1849-8.1.7")
def test_after_a_purchase_of_rsa_itself_its_left_neighbour_is_next() -> None:
    table = rsa_bought("SFA")
    table.do(Start("SFA", 68))
    assert (table.game.state.priority, table.decider) == ("Bruno", "Bruno")
