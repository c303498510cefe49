"""Section 7.2: the six public corporations."""

import pytest

from ferrovia.engine.flow.actions import BuyShare, ChooseHome, LayTile, Start
from tests.t1849.table import ORDER, Table


@pytest.mark.clause("1849-7.2.1")
@pytest.mark.parametrize(
    ("corporation", "nickname", "colour", "treasury", "home"),
    [
        ("ATA", "Archimede", "green", 106, "M13"),
        ("CTL", "Lilibeo", "yellow", 96, "E1"),
        ("IFT", "Trinacria", "blue", 46, "H12"),
        ("RCS", "Sicula", "orange", 6, "C5"),
        ("SFA", "Akragas", "pink", 96, "J6"),
    ],
)
def test_home_and_token_fee(corporation: str, nickname: str, colour: str, treasury: int, home: str) -> None:
    table = Table(order=(corporation, *(name for name in ORDER if name != corporation)))
    table.privates().stock_round("Ada").do(Start(corporation, 68))
    assert table.money(corporation) == (treasury,)
    assert table.game.state.stations[corporation] == (f"{home}.0",)
    printed = table.game.corporation(corporation)
    assert (printed.nickname, printed.colour) == (nickname, colour)


@pytest.mark.clause("1849-7.2.1")
@pytest.mark.parametrize("home", ["H8", "B14", "M11", "M9", "C1"])
def test_garibaldi_chooses_its_home(home: str) -> None:
    table = Table(order=("AFG", "ATA", "CTL", "IFT", "RCS", "SFA")).privates().stock_round("Ada")
    table.do(Start("AFG", 68))
    assert (table.step, table.decider) == ("home_token", "Ada")
    for elsewhere in ("C5", "E1", "H12", "J6", "M13", "A13"):
        table.may_not(ChooseHome(elsewhere), "1849-9.4.1.1")
    table.do(ChooseHome(home))
    assert table.money("AFG") == (96,)
    assert table.game.state.stations["AFG"] == (f"{home}.0",)
    assert (table.game.corporation("AFG").nickname, table.game.corporation("AFG").colour) == ("Garibaldi", "red")


@pytest.mark.clause("1849-7.2.2")
@pytest.mark.parametrize("corporation", ORDER)
def test_ten_shares_on_eight_certificates(corporation: str) -> None:
    table = Table()
    sizes = table.holding(corporation, corporation)
    assert sizes == [20, 10, 10, 10, 10, 10, 10, 20]
    assert (len(sizes), sum(sizes)) == (8, 100)


@pytest.mark.clause("1849-7.2.3")
def test_the_last_certificate_makes_nobody_president() -> None:
    table = Table().start("CTL", "Ada", stock={"Bruno": [20]}).operate("CTL")
    assert table.game.percent("CTL", "Ada") == table.game.percent("CTL", "Bruno") == 20
    assert (table.game.president("CTL"), table.decider) == ("Ada", "Ada")
    table.may_not(LayTile("G1", "58", 3), "1849-3.0.3", by="Bruno")
    table.may(LayTile("G1", "58", 3))


@pytest.mark.clause("1849-7.2.3")
def test_buying_the_last_certificate_from_the_pool_does_not_make_its_buyer_president() -> None:
    table = Table().start("CTL", "Ada", stock={"pool": [20]}).cash(Bruno=500).stock_round("Bruno")
    table.do(BuyShare("CTL", "pool"))
    assert (table.holding("CTL", "Bruno"), table.game.president("CTL")) == ([20], "Ada")


@pytest.mark.clause("1849-7.2.4")
def test_nobody_buys_beyond_60_per_cent() -> None:
    table = Table().start("SFA", "Ada", stock={"Ada": [10, 10, 10], "pool": [10]}).cash(Ada=900).stock_round("Ada")
    table.do(BuyShare("SFA", "treasury"))
    assert table.game.percent("SFA", "Ada") == 60
    table.stock_round("Ada")
    table.may_not(BuyShare("SFA", "treasury"), "1849-9.3.3")
    table.may_not(BuyShare("SFA", "pool"), "1849-9.3.3")


@pytest.mark.clause("1849-7.2.4")
def test_the_last_certificate_counts_its_20_per_cent() -> None:
    stock = {"Ada": [10, 10, 10], "Bruno": [10, 10, 10]}
    table = Table().start("SFA", "Ada", stock=stock).cash(Ada=900, Bruno=900).stock_round("Ada")
    table.may_not(BuyShare("SFA", "treasury"), "1849-9.3.3")  # 50 and 20
    table.stock_round("Bruno").do(BuyShare("SFA", "treasury"))
    assert table.holding("SFA", "Bruno") == [10, 10, 10, 20]
