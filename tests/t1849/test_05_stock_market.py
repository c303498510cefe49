"""Section 5: the stock market, how tokens move and stack, and the order they put corporations in."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import BuyShare, Dividend, Pass, RedeemShare, SellShares, Start
from ferrovia.engine.flow.state import BANK
from tests.t1849.table import Table

ALL_SOLD = {"Ada": [10, 10], "Bruno": [10, 10], "Carla": [10, 10], "Dora": [20]}


def pays(table: Table, corporation: str, revenue: int) -> None:
    table.operate(corporation, "dividend").turn_is(revenue=revenue).do(Dividend("pay"))


def withholds(table: Table, corporation: str, revenue: int = 40) -> None:
    table.operate(corporation, "dividend").turn_is(revenue=revenue).do(Dividend("withhold"))


@pytest.mark.clause("1849-5.0.1")
def test_every_share_is_traded_at_the_price_of_the_market() -> None:
    def ctl() -> Table:
        table = Table().start("CTL", at=(3, 6), stock={"Bruno": [10], "pool": [10]}, cash=300).cash(Carla=300)
        assert table.price("CTL") == 111
        return table

    from_treasury = ctl().stock_round("Carla")
    from_treasury.do(BuyShare("CTL", "treasury"))
    assert from_treasury.money("Carla", "CTL") == (189, 411)

    from_pool = ctl().stock_round("Carla")
    bank = from_pool.money(BANK)[0]
    from_pool.do(BuyShare("CTL", "pool"))
    assert from_pool.money("Carla", "CTL", BANK) == (189, 300, bank + 111)

    sold = ctl().cash(Bruno=0).stock_round("Bruno")
    sold.do(SellShares("CTL", (10,)))
    assert sold.money("Bruno") == (111,)

    redeemed = ctl().operate("CTL", "finance")
    redeemed.do(RedeemShare())
    assert redeemed.money("CTL") == (189,)


@pytest.mark.clause("1849-5.0.1")
def test_the_price_is_that_of_the_moment() -> None:
    table = Table().start("CTL", at=(3, 6), stock={"Bruno": [10, 10, 10]}).cash(Bruno=0).stock_round("Bruno")
    table.do(SellShares("CTL", (10,)), SellShares("CTL", (10,)))
    assert table.money("Bruno") == (111 + 106,)


# Stacks


@pytest.mark.clause("1849-5.0.2")
def test_a_token_that_comes_to_an_occupied_space_goes_underneath() -> None:
    table = Table().start("ATA", at=(3, 5)).start("CTL", at=(3, 4)).start("SFA", at=(3, 4))
    pays(table, "CTL", 90)
    assert table.stack((3, 5)) == ["ATA", "CTL"]
    pays(table, "SFA", 90)
    assert table.stack((3, 5)) == ["ATA", "CTL", "SFA"]


@pytest.mark.clause("1849-5.0.2")
def test_it_goes_underneath_from_above_and_from_the_right_too() -> None:
    from_above = Table().start("ATA", at=(4, 5)).start("CTL", at=(3, 5), stock={"Bruno": [10]}).stock_round("Bruno")
    from_above.do(SellShares("CTL", (10,)))
    assert from_above.stack((4, 5)) == ["ATA", "CTL"]
    from_the_right = Table().start("CTL", at=(4, 6)).start("ATA", at=(4, 5))
    withholds(from_the_right, "CTL")
    assert from_the_right.stack((4, 5)) == ["ATA", "CTL"]


@pytest.mark.clause("1849-5.0.2", "1849-5.0.3")
def test_a_token_that_cannot_move_keeps_its_place_in_the_stack() -> None:
    table = Table().start("RCS", at=(0, 12)).start("ATA", at=(0, 12))
    pays(table, "RCS", 300)
    assert table.stack((0, 12)) == ["RCS", "ATA"]


@pytest.mark.clause("1849-5.0.2", "1849-9.2.3", "1849-R07")
@pytest.mark.parametrize("first", ["RCS", "CTL"])
def test_several_sold_in_one_turn_arrive_in_market_order_under_those_already_there(first: str) -> None:
    sales = {"RCS": SellShares("RCS", (10, 10)), "CTL": SellShares("CTL", (10,))}
    table = Table().start("ATA", at=(5, 5))
    table.start("RCS", "Ada", at=(3, 5), stock={"Bruno": [10, 10]}).start(
        "CTL", "Ada", at=(4, 5), stock={"Bruno": [10]}
    )
    table.stock_round("Bruno").do(sales.pop(first), *sales.values())
    assert table.price("RCS") == table.price("CTL") == 87
    assert table.stack((5, 5)) == ["ATA", "RCS", "CTL"]


@pytest.mark.clause("1849-5.0.2", "1849-R07")
def test_sales_of_two_turns_stack_as_they_were_made() -> None:
    table = Table()
    table.start("RCS", "Ada", at=(3, 5), stock={"Carla": [10, 10]}).start(
        "CTL", "Ada", at=(4, 5), stock={"Bruno": [10]}
    )
    table.stock_round("Bruno").do(SellShares("CTL", (10,)), Pass(), SellShares("RCS", (10, 10)))
    assert table.stack((5, 5)) == ["CTL", "RCS"]


@pytest.mark.clause("1849-R01")
def test_a_started_corporation_goes_under_those_on_its_start_space() -> None:
    table = Table(order=("RCS", "CTL", "ATA", "SFA", "IFT", "AFG")).privates().cash(Ada=400)
    table.start("RCS", at=100).start("CTL", at=100).stock_round("Ada").do(Start("ATA", 100))
    assert table.stack((3, 5)) == ["RCS", "CTL", "ATA"]
    assert table.game.market_order() == ("RCS", "CTL", "ATA")


# Edges


def at_the_end_of_a_stock_round(phase: str, cell: Cell) -> int:
    """The price of a corporation, all of whose stock is with the players, after a stock round."""
    table = Table().phase(phase).start("RCS", at=cell, stock=ALL_SOLD).stock_round()
    table.end_round()
    return table.price("RCS")


@pytest.mark.clause("1849-5.0.3")
def test_the_top_row_is_the_top() -> None:
    assert at_the_end_of_a_stock_round("6", (1, 8)) == 182
    assert at_the_end_of_a_stock_round("6", (0, 8)) == 182


@pytest.mark.clause("1849-5.0.4")
@pytest.mark.parametrize(
    ("cell", "shares", "price"),
    [((8, 5), 1, 50), ((7, 5), 1, 50), ((7, 5), 3, 50), ((7, 2), 1, 36), ((7, 2), 2, 27), ((7, 2), 3, 27)],
)
def test_a_sale_takes_a_token_no_further_down_than_its_column_goes(cell: Cell, shares: int, price: int) -> None:
    table = Table().start("CTL", "Ada", at=cell, stock={"Ada": [10], "Bruno": [10] * 3}).stock_round("Bruno")
    table.do(SellShares("CTL", (10,) * shares))
    assert table.price("CTL") == price


@pytest.mark.clause("1849-5.0.5")
@pytest.mark.parametrize(
    ("cell", "dividend", "price"),
    [
        ((4, 11), 180, 198),  # an ordinary move
        ((4, 12), 200, 208),
        ((5, 11), 170, 178),
        ((6, 10), 130, 146),
        ((7, 9), 100, 114),
        ((8, 6), 60, 70),
        ((9, 3), 40, 40),
    ],
)
def test_at_the_right_edge_a_token_goes_up(cell: Cell, dividend: int, price: int) -> None:
    table = Table().start("RCS", at=cell)
    pays(table, "RCS", dividend)
    assert table.price("RCS") == price


@pytest.mark.clause("1849-5.0.6")
@pytest.mark.parametrize(
    ("cell", "price"), [((4, 1), 52), ((4, 0), 47), ((0, 0), 63), ((3, 0), 52), ((6, 0), 34), ((7, 0), 27)]
)
def test_at_the_left_edge_a_token_goes_down(cell: Cell, price: int) -> None:
    table = Table().start("RCS", at=cell)
    withholds(table, "RCS")
    assert table.price("RCS") == price


@pytest.mark.clause("1849-5.0.7")
@pytest.mark.parametrize("phase", ["4", "10", "12"])
@pytest.mark.parametrize(("cell", "dividend", "price"), [((2, 12), 220, 240), ((1, 12), 240, 276)])
def test_before_phase_16_the_blue_zone_is_the_right_edge(phase: str, cell: Cell, dividend: int, price: int) -> None:
    table = Table().phase(phase).start("RCS", at=cell)
    pays(table, "RCS", dividend)
    assert table.price("RCS") == price


@pytest.mark.clause("1849-5.0.8")
def test_before_phase_16_nothing_lifts_a_token_from_230() -> None:
    table = Table().phase("12").start("RCS", at=(3, 13))
    assert table.price("RCS") == 230
    pays(table, "RCS", 240)
    assert table.price("RCS") == 230
    assert at_the_end_of_a_stock_round("12", (3, 13)) == 230
    assert at_the_end_of_a_stock_round("16", (3, 13)) == 242


@pytest.mark.clause("1849-5.0.9")
def test_before_phase_16_276_is_the_highest_value() -> None:
    table = Table().phase("12").start("RCS", at=(0, 12))
    pays(table, "RCS", 300)
    assert table.price("RCS") == 276
    assert at_the_end_of_a_stock_round("12", (0, 12)) == 276


@pytest.mark.clause("1849-5.0.10", "1849-R01")
@pytest.mark.parametrize(
    ("cell", "dividend", "price"),
    [
        ((0, 12), 280, 306),
        ((1, 12), 240, 266),
        ((2, 12), 220, 242),
        ((3, 13), 230, 242),
        ((0, 13), 310, 340),
        ((1, 13), 270, 295),
        ((2, 14), 270, 298),
        ((2, 15), 300, 328),
    ],
)
def test_in_phase_16_the_blue_spaces_are_ordinary_ones(cell: Cell, dividend: int, price: int) -> None:
    table = Table().phase("16").start("RCS", at=cell)
    pays(table, "RCS", dividend)
    assert table.price("RCS") == price


# Market order


@pytest.mark.clause("1849-5.0.11")
def test_the_dearest_comes_first() -> None:
    table = Table().start("ATA", at=68).start("RCS", at=144).start("CTL", at=(3, 6))
    assert table.game.market_order() == ("RCS", "CTL", "ATA")


@pytest.mark.clause("1849-5.0.12")
def test_at_one_price_the_one_further_right_comes_first() -> None:
    table = Table().start("SFA", at=(0, 2)).start("ATA", at=(7, 9)).start("CTL", at=(4, 5))
    assert {table.price(name) for name in ("SFA", "ATA", "CTL")} == {95}
    assert table.game.market_order() == ("ATA", "CTL", "SFA")


@pytest.mark.clause("1849-5.0.13")
def test_on_one_space_the_topmost_comes_first() -> None:
    table = Table()
    for name in ("SFA", "RCS", "CTL"):
        table.start(name, at=100, operated=False)
    assert table.stack((3, 5)) == ["SFA", "RCS", "CTL"]
    table.stock_round().end_round()
    operated = [table.game.decision.for_corporation]
    while table.game.decision.for_corporation != "CTL":
        table.do(Pass())
        operated.append(table.game.decision.for_corporation)
    assert list(dict.fromkeys(operated)) == ["SFA", "RCS", "CTL"]


# Closed


@pytest.mark.clause("1849-5.0.14", "1849-R01")
def test_a_token_that_moves_left_into_the_closed_box_closes_its_corporation() -> None:
    table = Table().start("RCS", at=(9, 1), stock={"Bruno": [10]})
    assert table.price("RCS") == 24
    withholds(table, "RCS")
    assert not table.game.is_started("RCS")
    assert table.holding("RCS", "Bruno") == []


@pytest.mark.clause("1849-5.0.14")
@pytest.mark.parametrize(("cell", "shares"), [((8, 0), 1), ((7, 0), 2), ((7, 0), 3)])
def test_a_sale_closes_it_at_once_too(cell: Cell, shares: int) -> None:
    table = Table().start("RCS", "Ada", at=cell, stock={"Ada": [10], "Bruno": [10] * 3}).cash(Bruno=0)
    price = table.price("RCS")
    table.stock_round("Bruno").do(SellShares("RCS", (10,) * shares))
    assert not table.game.is_started("RCS")
    assert table.money("Bruno") == (price * shares,)
    assert table.game.tokens_at(StopId("C5.0")) == ()


# The grid


@pytest.mark.clause("1849-R01")
def test_the_printed_grid() -> None:
    market = Table().game.title.box.market
    assert "\n".join(" ".join(str(price) for price in row) for row in market.rows) == (
        "72 83 95 107 120 133 147 164 182 202 224 248 276 306 340 377\n"
        "63 72 82 93 104 116 128 142 158 175 195 216 240 266 295 328\n"
        "57 66 75 84 95 105 117 129 144 159 177 196 218 242 269 298\n"
        "54 62 71 80 90 100 111 123 137 152 169 187 208 230\n"
        "52 59 68 77 86 95 106 117 130 145 160 178 198\n"
        "47 54 62 70 78 87 96 107 118 131 146 162\n"
        "41 47 54 61 68 75 84 93 103 114 127\n"
        "34 39 45 50 57 63 70 77 86 95\n"
        "27 31 36 40 45 50 56\n"
        "0 24 27 31"
    )
    assert market.zone("phase_only") == {(row, col) for row in (0, 1, 2) for col in (13, 14, 15)}
    assert market.zone("closed") == {(9, 0)}


@pytest.mark.clause("1849-R01")
@pytest.mark.parametrize(("value", "cell"), [(68, (4, 2)), (100, (3, 5)), (144, (2, 8)), (216, (1, 11))])
def test_start_spaces(value: int, cell: Cell) -> None:
    table = Table().privates().phase("10").cash(Ada=500).stock_round("Ada")
    table.do(Start("RCS", value))
    assert table.game.cell("RCS") == cell
