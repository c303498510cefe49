"""Sections 3.7.1 and 3.7.2: the leased train of a national company, and how it operates."""

import pytest

from ferrovia.engine.flow.actions import Accept, BuyShare, BuyTrain, Dividend, LayTile, Pass
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import TITLE
from ferrovia.titles.t18fb.events import Earned
from tests.t18fb.conventions import CANDIDATES, FIRST_PH6, YES, begin, merged, two_merge
from tests.t18fb.table import Table, line

BOTH = pytest.mark.parametrize("national", ["RM", "RA"])


def in_ph6(national: str = "RM", cash: int = 0, lease: bool = False) -> Table:
    """A national at 140 in PH6: with a token in Rome and 12 markers its PH6 train earns 220."""
    table = Table().phase("PH6").regionals()
    table.start(national, "Ada", at=140, stock={"Ada": 4, "pool": 4}, cash=cash).trains(national, "PH6")
    table.tokens(national, "Roma").markers(**{national: 12})
    return table.own_is(leases={national: 650} if lease else {}).operate(national)


# The lease


@pytest.mark.clause("18FB-3.7.1.25", "18FB-3.7.2.2")
@BOTH
def test_without_a_train_it_leases_one_and_pays_nothing_now(national: str) -> None:
    first, second = CANDIDATES[national][:2]
    table = two_merge(national).trains(first, "PH3").trains(second, "PH3").cash(**{first: 60, second: 40})
    bank = table.operate("FP", "trains").game.cash(BANK)
    merged(table)
    assert table.game.trains(national) == ("PH6",)  # the PH3 trains are scrapped
    assert table.money(national, BANK) == (100, bank + 650)  # FP's train
    assert table.own.leases[national] == 650


@pytest.mark.clause("18FB-R63")
def test_a_lease_arises_only_at_formation() -> None:
    table = in_ph6().trains("RM").operate("RM", "trains")
    assert table.own.leases == {}
    table.may_not(Pass(), "18FB-3.5.8.5")  # later it must buy one like any other company


@pytest.mark.clause("18FB-3.7.1.26", "18FB-3.7.1.28", "18FB-R63", "18FB-3.7.2.2")
@BOTH
def test_while_it_leases_it_withholds_and_its_price_does_not_fall(national: str) -> None:
    table = in_ph6(national, cash=100, lease=True)
    assert Earned(national, 220) in table.do(Pass())
    assert table.step != "dividend"  # nothing else was offered
    assert table.game.cash(national) == 320
    assert table.own.leases == {national: 650}
    assert table.price(national) == 140


@pytest.mark.clause("18FB-3.7.1.28", "18FB-3.7.2.2")
@BOTH
def test_without_a_lease_withholding_moves_it_left(national: str) -> None:
    table = in_ph6(national, cash=100)
    table.do(Pass())
    assert set(table.game.decision.choices) == {Dividend("pay"), Dividend("half"), Dividend("withhold")}
    table.do(Dividend("withhold"))
    assert table.cell(national) == (2, 5)
    assert table.price(national) == 130


@pytest.mark.clause("18FB-3.7.1.27", "18FB-R63", "18FB-3.7.2.2")
@BOTH
def test_it_pays_in_full_as_soon_as_the_treasury_holds_the_price(national: str) -> None:
    table = in_ph6(national, cash=450, lease=True)
    bank = table.game.cash(BANK)
    table.do(Pass())
    assert table.money(national, BANK) == (20, bank - 220 + 650)
    assert table.own.leases == {}
    assert table.price(national) == 140


@pytest.mark.clause("18FB-R63")
def test_the_debt_is_paid_whenever_the_treasury_grows() -> None:
    table = merged(two_merge(first={"Ada": 2}).trains("LdA", "PH3").trains("NN", "PH3").cash(LdA=520))
    assert table.own.leases["RM"] == 650
    table.stock_round("Bruno").do(BuyShare("RM", "treasury"))  # 140 into the treasury
    assert table.game.cash("RM") == 520 + 140 - 650
    assert "RM" not in table.own.leases
    assert table.game.trains("RM") == ("PH6",)


@pytest.mark.clause("18FB-R63")
def test_who_can_pay_at_formation_does_so_at_once() -> None:
    table = merged(two_merge().trains("LdA", "PH3").trains("NN", "PH3").cash(LdA=650))
    assert table.game.cash("RM") == 0
    assert table.game.trains("RM") == ("PH6",)
    assert "RM" not in table.own.leases


@pytest.mark.clause("18FB-R63")
def test_zero_earnings_under_lease_do_not_move_the_marker() -> None:
    table = in_ph6(cash=100, lease=True).markers(RM=0)
    table.game.state.stations = {**table.game.state.stations, "RM": ()}
    table.game.state.tokens = {**table.game.state.tokens, "RM": 18}
    table.do(Pass())
    assert table.game.state.earnings["RM"] == 0
    assert table.price("RM") == 140


@pytest.mark.clause("18FB-R63")
def test_while_it_leases_it_builds_lines_but_buys_neither_trains_nor_stock_and_sells_no_train() -> None:
    table = in_ph6(cash=640, lease=True).tokens("RM", "J21").rails("J21 K20 L19")
    table.start("FB", "Bruno", at=130, cash=900, stock={"pool": 2}).trains("FB", "PH4").operate("RM", "token")
    table.may(line("J21 K20 L19"))
    table.operate("RM", "trains").may_not(BuyTrain("PH4", "FB", 380), "18FB-R63")
    table.operate("RM", "finance").may_not(BuyShare("FB", "pool"), "18FB-R63")
    table.operate("FB", "trains").may_not(BuyTrain("PH6", "RM", 650), "18FB-R63")
    table.own_is(leases={}).operate("RM", "trains").may(BuyTrain("PH4", "FB", 380))
    table.operate("RM", "finance").may(BuyShare("FB", "pool"))


# When it operates first


@pytest.mark.clause("18FB-3.7.1.29", "18FB-3.7.2.2")
@BOTH
def test_it_waits_for_the_next_round_if_one_of_the_two_has_operated(national: str) -> None:
    """FP stands between the two companies, so the dearer one has had its turn."""
    table = two_merge(national, first={"Ada": 2}, prices=(140, 60))
    table.game.put_on_market("FP", (5, 6))
    merged(table)
    assert table.cell(national) == (2, 6)
    assert str(table.game.state.round) == "OR 6.1"
    table.pass_on(lambda: str(table.game.state.round) == "OR 6.2")
    assert table.turn.corporation == national


@pytest.mark.clause("18FB-3.7.1.29", "18FB-3.7.2.2")
@BOTH
def test_it_operates_at_once_by_its_price_if_neither_has(national: str) -> None:
    table = merged(two_merge(national, first={"Ada": 2}).start("FB", "Bruno", at=150, cash=100))
    assert str(table.game.state.round) == "OR 6.1"
    operated = []
    while str(table.game.state.round) == "OR 6.1":
        if table.turn.corporation not in operated:
            operated.append(table.turn.corporation)
        choices = table.game.decision.choices
        table.do(Pass() if Pass() in choices else choices[0])
    assert operated[:3] == ["FP", "FB", national]


# Its turn


@pytest.mark.clause("18FB-3.7.1.30", "18FB-3.7.2.2")
@BOTH
def test_four_tile_steps(national: str) -> None:
    table = in_ph6(national).tokens(national, "J21", "L19").operate(national)
    for _ in range(4):
        assert table.step == "track"
        table.do(next(choice for choice in table.game.decision.choices if isinstance(choice, LayTile)))
    assert table.step != "track"
    table.may_not(LayTile("K38", "57", 0), "18FB-3.5.8")


@pytest.mark.clause("18FB-3.7.1.31", "18FB-3.7.2.2")
@BOTH
def test_two_tokens_a_turn(national: str) -> None:
    table = in_ph6(national, cash=1000).tokens(national, "J21").lay("J21 14 5").rails("J21 K20 L19")
    table.rails("J21 J23 J25 I26 H27").rails("L19 M18 M16 M14").lay("M14 X5 2").operate(national, "token")
    cash = table.game.cash(national)
    table.do(line("J21 K20 L19"))
    assert table.step == "token"
    after_one = table.game.cash(national)
    assert after_one < cash
    table.may(line("L19 M18 M16 M14"))  # a route from the new token will do
    table.do(line("J21 J23 J25 I26 H27"))
    assert table.game.cash(national) < after_one
    assert table.step != "token"
    assert table.game.state.stations[national] == ("F37.0", "J21.0", "L19.0", "H27.0")
    table.may_not(line("L19 M18 M16 M14"), "18FB-3.5.8")


@pytest.mark.clause("18FB-3.7.1.32", "18FB-3.7.2.2")
@BOTH
def test_it_buys_and_sells_trains_at_face_value_only(national: str) -> None:
    table = in_ph6(national, cash=1000).start("FB", "Bruno", at=130, cash=1000).trains("FB", "PH4", "PH5")
    table.operate(national, "trains")
    table.may_not(BuyTrain("PH4", "FB", 100), "18FB-3.7.1.32")
    table.may_not(BuyTrain("PH9", "FB", 100), "18FB-3.5.8.3")
    table.may_not(BuyTrain("PH4", "FB", 381), "18FB-3.7.1.32")
    table.do(BuyTrain("PH4", "FB", 380), Accept())
    assert table.game.trains(national) == ("PH6", "PH4")
    assert table.money(national, "FB") == (620, 1380)
    table.operate("FB", "trains")
    table.may_not(BuyTrain("PH6", national, 1), "18FB-3.7.1.32")
    table.may(BuyTrain("PH6", national, 650))


@pytest.mark.clause("18FB-3.7.1.32")
def test_majors_go_on_haggling_among_themselves() -> None:
    table = in_ph6().start("FB", "Bruno", at=130, cash=1000).start("LTF", "Carla", at=110).trains("LTF", "PH4")
    table.trains("FB", "PH5").operate("FB", "trains").may(BuyTrain("PH4", "LTF", 1))
    assert TITLE.box.trains["PH4"].cost == 380


@pytest.mark.clause("18FB-3.7.1.25")
def test_with_a_train_of_its_companies_it_leases_none() -> None:
    table = begin(two_merge().trains("NN").trains("LdA", "PH3", "PH4"), YES, YES)
    assert table.game.trains("RM") == ("PH4",)
    assert "RM" not in table.own.leases
    assert FIRST_PH6.price == TITLE.box.trains["PH6"].cost
