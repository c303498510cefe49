"""Section 2.2: the stock market, its zones and ledges, and how markers move."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.market import Cell, Direction, Market, Zone
from ferrovia.engine.flow.actions import BuyShare, Dividend, Pass, SellShares
from ferrovia.engine.flow.events import PriceMoved, StockSold
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb import market
from tests.t18fb.table import Table, line

A, B, ROW = 13, 6, 3  # the columns and the row on which the checks of the catalogue lean: FX-A, FX-B, FX-ROW


def sold(at: Cell, shares: int) -> tuple[Cell, int]:
    """Where FB's marker stands after Bruno has sold so many shares, and what he got for them."""
    table = Table().start("FB", "Ada", at=at, stock={"Bruno": shares}).cash(Bruno=0).stock_round("Bruno")
    table.do(SellShares("FB", (10,) * shares))
    return table.cell("FB"), table.game.cash("Bruno")


# Spaces and zones


@pytest.mark.clause("18FB-2.2.1")
def test_a_space_gives_the_value_of_a_tenth_and_the_presidents_certificate_is_two() -> None:
    table = Table().start("FB", "Ada", at=120, stock={"Bruno": 1}).cash(Ada=0, Bruno=0)
    assert [table.title.calendar.worth(table.game, player) for player in ("Ada", "Bruno")] == [240, 120]
    table.start("FS", "Ada", at=120, stock={"Bruno": 1, "Carla": 4}).cash(Ada=0).stock_round("Ada")
    table.do(SellShares("FS", (10, 10)))
    assert table.game.cash("Ada") == 240


@pytest.mark.clause("18FB-2.2.2")
def test_every_space_lies_in_one_zone_and_the_start_spaces_in_the_white_one() -> None:
    sheet = Table().title.box.market
    zones = {kind: sheet.zone(kind) for kind in ("white", "light_blue", "dark_blue")}
    spaces = [(row, col) for row, prices in enumerate(sheet.rows) for col in range(len(prices))]
    for space in spaces:
        assert sum(space in zone for zone in zones.values()) == int(sheet.has(space)), space
    assert all(zones.values())
    assert sorted(start.price for start in sheet.starts) == list(range(60, 160, 10))
    assert {start.cell for start in sheet.starts} <= zones["white"]


@pytest.mark.clause("18FB-2.2.2")
@pytest.mark.parametrize("par", range(60, 160, 10))
def test_a_company_may_own_stock_that_stands_on_a_start_space(par: int) -> None:
    table = Table().phase("PH5").start("FB", "Ada", at=par, cash=600).start("NN", "Bruno", at=par, cash=600)
    table.operate("NN", "finance").may(BuyShare("FB", "offer"))


@pytest.mark.clause("18FB-2.2.1.1")
def test_white_stock_is_bought_and_kept_by_other_companies_and_by_the_company_itself() -> None:
    table = Table().phase("PH5").start("FB", "Ada", at=120, cash=500, stock={"pool": 2})
    table.start("NN", "Bruno", at=100, cash=500).trains("FB", "PH4").trains("NN", "PH4")
    table.operate("FB", "finance").do(BuyShare("FB", "pool"))
    table.operate("NN", "finance").do(BuyShare("FB", "pool"))
    for _ in range(2):  # in their next turns nothing is sold either
        for company in ("FB", "NN"):
            table.operate(company, "forced sales").go_on()
            assert (table.holding("FB", "NN"), table.holding("FB", "FB")) == ([10], [10])


@pytest.mark.clause("18FB-2.2.2.1")
def test_a_start_space_is_like_any_white_one_to_a_marker_that_comes_back_to_it() -> None:
    """One share sold brings FB from 120 back to the 110 of column 6; a share more takes it on to 100."""
    table = Table().start("FB", "Ada", at=(4, B), par=100, stock={"Bruno": 4}).stock_round("Bruno")
    table.do(SellShares("FB", (10,)))
    assert (table.price("FB"), table.cell("FB")) == (110, table.title.box.market.start_cell(110))
    assert table.game.certificate_count("Bruno") == 3
    table.stock_round("Carla").do(BuyShare("FB", "offer"))  # its par is still its own
    assert table.game.state.pars["FB"] == 100
    table.stock_round("Bruno").do(SellShares("FB", (10,)))
    assert table.price("FB") == 100
    table.game.move("FB", Direction.UP)
    table.game.move("FB", Direction.RIGHT)
    assert table.price("FB") == 120


# Light blue


LIGHT: Cell = (12, 9)  # D70; the white ledge of its column is [10, 9], D90


@pytest.mark.clause("18FB-2.2.3.1")
def test_a_company_buys_no_light_blue_stock() -> None:
    table = Table().phase("PH5").start("NN", "Ada", cash=500).start("FB", "Bruno", at=LIGHT, stock={"pool": 1})
    table.operate("NN", "finance")
    for source in ("offer", "pool"):
        table.may_not(BuyShare("FB", source), "18FB-2.2.3.1")
    table.game.put_on_market("FB", (10, 9))
    table.operate("NN", "finance").may(BuyShare("FB", "pool"))


@pytest.mark.clause("18FB-2.2.3.2")
def test_light_blue_stock_of_another_company_is_sold_in_the_next_turn() -> None:
    """FB falls from the ledge on 90 to 70 by two shares in the stock round."""
    table = Table().phase("PH5").start("FB", "Ada", at=(10, 9), stock={"Bruno": 3, "NN": 1}).start("NN", "Carla")
    table.cash(NN=200).trains("NN", "PH4").stock_round("Bruno").do(SellShares("FB", (10, 10)))
    assert (table.price("FB"), table.cell("FB")) == (70, LIGHT)
    assert table.holding("FB", "NN") == [10]  # not before its turn
    table.operate("NN", "trains").do(Pass())
    assert (table.holding("FB", "NN"), table.pool("FB")) == ([], 30)
    assert table.money("NN") == (270,)
    assert table.price("FB") == 70
    assert StockSold(seller="NN", percent=10, corporation="FB", amount=70) in table.game.events


@pytest.mark.clause("18FB-2.2.3.2", "18FB-2.2.3.3", "18FB-2.2.4.2")
@pytest.mark.parametrize(("cell", "price"), [(LIGHT, 70), ((13, 7), 40)])
def test_it_is_sold_as_the_turn_begins_before_any_dividend(cell: tuple[int, int], price: int) -> None:
    """LdA owns two shares of itself: the dividend of its own turn goes to the players and the pool gets nothing."""
    table = (
        Table()
        .phase("PH5")
        .start("LdA", "Ada", at=cell, stock={"LdA": 2})
        .trains("LdA", "PH4")
        .markers(LdA=4)
        .cash(Ada=0)
    )
    table.round_begins()
    assert StockSold(seller="LdA", percent=20, corporation="LdA", amount=2 * price) in table.game.events
    assert (table.turn.corporation, table.step, table.money("LdA")) == ("LdA", "track", (2 * price,))
    table.pass_on(lambda: table.step == "dividend")
    revenue = table.turn.revenue
    table.do(Dividend("pay"))
    assert table.money("Ada", "LdA") == (revenue // 5, 2 * price + 3 * revenue // 5)  # for the 60% of its offer


@pytest.mark.clause("18FB-2.2.3.3")
def test_its_own_light_blue_shares_are_sold_too() -> None:
    table = Table().phase("PH5").start("LdA", "Ada", at=LIGHT, cash=30, stock={"LdA": 2}).trains("LdA", "PH4")
    table.operate("LdA", "trains").do(Pass())
    assert (table.holding("LdA", "LdA"), table.pool("LdA")) == ([], 20)
    assert (table.money("LdA"), table.price("LdA")) == ((170,), 70)
    white = Table().phase("PH5").start("LdA", "Ada", at=(10, 9), stock={"LdA": 2}).trains("LdA", "PH4")
    white.operate("LdA", "forced sales").go_on()
    assert white.holding("LdA", "LdA") == [10, 10]


@pytest.mark.clause("18FB-2.2.3.4")
def test_one_share_does_not_push_a_marker_off_the_ledge() -> None:
    assert sold((6, A), 1) == ((6, A), 170)


@pytest.mark.clause("18FB-2.2.3.5")
def test_two_shares_push_it_through() -> None:
    assert sold((6, A), 2) == ((8, A), 340)


@pytest.mark.clause("18FB-2.2.3.6")
@pytest.mark.parametrize(("shares", "row"), [(1, 5), (2, 6), (3, 6), (4, 8)])
def test_from_above_it_stops_on_the_ledge_unless_it_falls_two_rows_below(shares: int, row: int) -> None:
    """From 190: to 180, to 170, to 170 instead of 160, to 150."""
    assert sold((4, A), shares) == ((row, A), 190 * shares)
    assert Table().title.box.market.price((row, A)) == {5: 180, 6: 170, 8: 150}[row]


@pytest.mark.clause("18FB-2.2.3.7")
def test_the_example_of_the_marker_on_180() -> None:
    price = Table().title.box.market.price
    assert price((5, A)) == 180
    two, three = sold((5, A), 2)[0], sold((5, A), 3)[0]
    assert (two, price(two)) == ((6, A), 170)
    assert (three, price(three)) == ((8, A), 150)


@pytest.mark.clause("18FB-2.2.3.8")
def test_at_the_bottom_of_its_column_it_stays() -> None:
    assert sold((8, A), 3) == ((8, A), 450)


# Dark blue


DARK: Cell = (13, 6)  # D30


@pytest.mark.clause("18FB-2.2.4.1")
def test_a_company_in_dark_blue_buys_no_stock() -> None:
    table = Table().phase("PH5").start("NN", "Ada", at=DARK, cash=500, stock={"pool": 1})
    table.start("FB", "Bruno", at=120, stock={"pool": 1}).operate("NN", "finance")
    for company, source in (("FB", "offer"), ("FB", "pool"), ("NN", "pool")):
        table.may_not(BuyShare(company, source), "18FB-2.2.4.1")  # type: ignore[arg-type]
    assert table.game.decision.choices == (Pass(),)
    table.game.put_on_market("NN", (12, 6))  # light blue: of others it may
    table.operate("NN", "finance").may(BuyShare("FB", "pool"))


@pytest.mark.clause("18FB-2.2.4.2")
def test_in_dark_blue_it_sells_all_it_owns_and_no_price_moves() -> None:
    table = Table().phase("PH5").start("NN", "Ada", at=(13, 7), cash=10).trains("NN", "PH4")
    table.start("FB", "Bruno", at=120, stock={"NN": 1}).start("LdA", "Bruno", at=90, stock={"NN": 1})
    assert table.price("NN") == 40
    table.operate("NN", "trains").do(Pass())
    assert (table.holding("FB", "NN"), table.holding("LdA", "NN")) == ([], [])
    assert (table.pool("FB"), table.pool("LdA")) == (10, 10)
    assert table.money("NN") == (220,)
    assert (table.price("FB"), table.price("LdA")) == (120, 90)


@pytest.mark.clause("18FB-2.2.4.3")
@pytest.mark.parametrize(("at", "shares", "row"), [(12, 1, 12), (12, 2, 14), (11, 1, 12), (11, 2, 12), (11, 3, 14)])
def test_the_second_ledge_works_like_the_first(at: int, shares: int, row: int) -> None:
    """Column 6: 50, 40 | 30, 20."""
    assert sold((at, B), shares)[0] == (row, B)


# Movement


@pytest.mark.clause("18FB-2.2.5.1")
def test_a_players_sale_is_paid_first_and_then_moves_the_marker_a_row_a_share() -> None:
    assert Table().title.box.market.price((5, B)) == 110
    assert sold((3, B), 2) == ((5, B), 260)


@pytest.mark.clause("18FB-2.2.5.2")
def test_a_companys_sale_moves_nothing() -> None:
    table = Table().phase("PH5").start("NN", "Ada", cash=0).start("FB", "Bruno", at=120, stock={"NN": 1})
    table.trains("NN", "PH4").operate("NN", "finance").do(SellShares("FB", (10,)))
    assert (table.money("NN"), table.price("FB"), table.pool("FB")) == ((120,), 120, 10)


@pytest.mark.clause("18FB-2.2.5.3", "18FB-R27")
@pytest.mark.parametrize(("shares", "row"), [(1, 10), (2, 12), (3, 12), (4, 14)])
def test_a_sale_from_above_both_ledges_meets_both(shares: int, row: int) -> None:
    """From 60, the last white row: it stays, 40, 40 instead of 30, 20."""
    assert sold((10, B), shares)[0] == (row, B)


@pytest.mark.clause("18FB-R27")
@pytest.mark.parametrize(
    ("at", "shares", "end"),
    [
        ((4, 15), 2, (5, 15)),
        ((4, 15), 3, (7, 15)),
        ((4, 15), 4, (7, 15)),  # the row of the full drop lies below the bottom
        ((8, B), 5, (12, B)),  # from 80 over the first ledge, onto the second
        ((8, B), 4, (12, B)),
        ((8, B), 3, (10, B)),
        ((9, B), 5, (14, B)),
    ],
)
def test_ledges_are_tested_at_the_row_of_the_full_drop(at: Cell, shares: int, end: Cell) -> None:
    assert sold(at, shares)[0] == end


@pytest.mark.clause("18FB-R27")
@pytest.mark.parametrize(("at", "shares", "row"), [(1, 1, 1), (1, 2, 2), (1, 5, 2), (0, 2, 1), (0, 3, 2)])
def test_in_a_column_with_one_row_below_the_ledge_two_shares_reach_it(at: int, shares: int, row: int) -> None:
    """No column of the sheet is so short: 100, 90 | 80."""
    white, light_blue = Zone("white", frozenset({(0, 0), (1, 0)})), Zone("light_blue", frozenset({(2, 0)}))
    short = Market(rows=((100,), (90,), (80,)), starts=(), zones=(white, light_blue))
    assert market.fallen(short, (at, 0), shares) == (row, 0)


def dividend(at: Cell, earnings: int, choice: str) -> Table:
    table = Table().phase("PH5").start("FB", "Ada", at=at).trains("FB", "PH4").operate("FB", "dividend")
    table.turn_is(revenue=earnings).do(Dividend(choice))  # type: ignore[arg-type]
    return table


@pytest.mark.clause("18FB-2.2.5.4")
def test_earnings_withheld_move_the_marker_left_and_so_do_none() -> None:
    table = dividend((ROW, 3), 80, "withhold")
    assert (table.price("FB"), table.cell("FB")) == (90, (ROW, 2))
    table.trains("FB").operate("FB", "token").do(Pass())  # no train: nothing earned
    assert (table.price("FB"), table.cell("FB")) == (80, (ROW, 1))
    assert table.game.state.earnings["FB"] == 0


@pytest.mark.clause("18FB-2.2.5.5", "18FB-R30")
@pytest.mark.parametrize(
    ("earnings", "choice", "price"),
    [(100, "pay", 110), (250, "pay", 110), (90, "pay", 100), (190, "half", 110), (180, "half", 100)],
)
def test_a_dividend_of_at_least_the_price_moves_it_one_to_the_right(earnings: int, choice: str, price: int) -> None:
    """In total: 100 paid on ten shares at 100 is enough; half of 190 is 100, half of 180 is 90."""
    table = dividend((ROW, 3), earnings, choice)
    assert table.price("FB") == price
    assert table.cell("FB")[0] == ROW


@pytest.mark.clause("18FB-R28")
@pytest.mark.parametrize(
    ("at", "choice", "end"),
    [
        ((0, 0), "withhold", (1, 0)),  # 100 to 90
        ((4, 0), "withhold", (4, 0)),  # 60, on the ledge
        ((8, 0), "withhold", (8, 0)),  # 20, at the bottom
        ((9, 1), "withhold", (9, 1)),  # 20, where a row begins and its column ends
        ((5, 1), "withhold", (5, 0)),  # left into a lower zone
        ((3, 19), "pay", (2, 19)),  # 325 at the right edge: up
        ((6, 17), "pay", (5, 17)),  # 220 where a row ends: up
        ((4, 17), "pay", (3, 17)),  # 260, light blue beside it: 280 above
        ((13, 6), "pay", (13, 7)),  # within a zone
        ((12, 5), "pay", (12, 6)),  # into a better zone
    ],
)
def test_where_a_marker_goes_at_the_edges_and_beside_a_lower_zone(at: Cell, choice: str, end: Cell) -> None:
    assert dividend(at, 700, choice).cell("FB") == end


@pytest.mark.clause("18FB-R28")
def test_only_in_the_corner_of_the_highest_value_a_move_to_the_right_finds_no_space() -> None:
    table = Table()
    width = len(table.title.box.market.rows[0])
    stays = [
        col for col in range(width) if table.title.market.moved(table.game, (0, col), Direction.RIGHT, 1) == (0, col)
    ]
    assert stays == [width - 1]
    assert table.title.box.market.price((0, width - 1)) == 400


# Sold out


def all_sold(at: Cell, pool: int = 0, **more: int) -> Table:
    stock = {"Ada": 3, "Bruno": 4 - pool, "NN": 1, "pool": pool}
    table = Table().phase("PH5").start("FB", "Ada", at=at, stock={**stock, **more}).start("NN", "Carla", at=90)
    return table.stock_round("Ada")


@pytest.mark.clause("18FB-2.2.5.6")
def test_what_lies_neither_in_offer_nor_pool_rises_after_a_stock_round() -> None:
    table = all_sold((6, B))
    table.end_round()
    assert (table.cell("FB"), table.price("FB")) == ((5, B), 110)
    assert table.price("NN") == 90  # its offer is full


@pytest.mark.clause("18FB-2.2.5.6")
def test_with_a_share_in_the_pool_or_in_the_offer_it_stays() -> None:
    table = all_sold((6, B), pool=1)
    table.end_round()
    assert table.price("FB") == 100
    table = all_sold((6, B), Bruno=3)
    assert table.game.percent("FB", "offer") == 10
    table.end_round()
    assert table.price("FB") == 100


@pytest.mark.clause("18FB-2.2.5.6", "18FB-R07")
@pytest.mark.parametrize("has_card", [False, True])
def test_a_share_beside_an_unsold_card_keeps_it_from_rising(has_card: bool) -> None:
    """Of NN only the share that lies with Bayard, in the bank pool, is not sold."""
    table = Table().start("NN", "Ada", stock={"Ada": 3, "Bruno": 4}).line_done("NN")
    assert table.game.percent("NN", "offer") == table.pool("NN") == 0
    assert table.game.holders("NN").count("card") == 1
    if has_card:
        table.cards(Bayard="Carla")
    table.stock_round("Ada").end_round()
    assert table.price("NN") == (110 if has_card else 100)


@pytest.mark.clause("18FB-2.2.5.6")
def test_a_company_that_is_still_building_does_not_rise() -> None:
    table = Table().start("FSC", "Ada", stock={"Ada": 4, "Bruno": 4}).stock_round("Ada")
    table.end_round()
    assert table.price("FSC") == 100
    done = Table().start("FSC", "Ada", stock={"Ada": 4, "Bruno": 4}).line_done("FSC", final=False).stock_round("Ada")
    done.end_round()
    assert done.price("FSC") == 110


@pytest.mark.clause("18FB-2.2.5.7")
def test_in_the_top_row_a_sold_out_company_stays() -> None:
    table = all_sold((0, 4))
    table.end_round()
    assert (table.cell("FB"), table.price("FB")) == ((0, 4), 140)


@pytest.mark.clause("18FB-2.2.5.7")
@pytest.mark.parametrize(("at", "end"), [((0, 4), (0, 4)), ((1, 4), (0, 4))])
def test_in_the_top_row_a_destination_bonus_moves_nothing(at: Cell, end: Cell) -> None:
    """LTF reaches Pescara, its intermediate destination: a row up where there is one."""
    way = "K46 K44 K42 L41 L39"
    table = Table().start("LTF", "Ada", at=at, cash=500).rails(way).trains("LTF", "PH1").operate("LTF", "token")
    table.do(line(way))
    assert table.state("LTF").value == "provisional"
    assert table.cell("LTF") == end


@pytest.mark.clause("18FB-2.2.5.8")
@pytest.mark.parametrize(("at", "shares", "end"), [((5, A), 5, (8, A)), ((13, B), 4, (14, B)), ((13, B), 1, (14, B))])
def test_a_fall_longer_than_the_column_ends_at_its_bottom(at: Cell, shares: int, end: Cell) -> None:
    assert sold(at, shares)[0] == end


# Stacks


@pytest.mark.clause("18FB-2.2.5.9")
def test_a_marker_that_arrives_goes_under_those_that_are_there_and_operates_after_them() -> None:
    table = Table().phase("PH5").start("FB", "Ada", at=(6, 6)).start("LdA", "Ada", at=(6, 6))
    table.start("NN", "Bruno", at=(5, 6), stock={"Carla": 1}).stock_round("Carla").do(SellShares("NN", (10,)))
    assert table.stack((6, 6)) == ["FB", "LdA", "NN"]
    corporations = view_for(table.game)["corporations"]
    assert [corporations[name]["stack"] for name in ("FB", "LdA", "NN")] == [0, 1, 2]
    assert table.title.operating.order(table.game) == ["FB", "LdA", "NN"]
    table.start("FC", "Dora", at=100)  # and so does a new company
    assert table.stack((6, 6)) == ["FB", "LdA", "NN", "FC"]


@pytest.mark.clause("18FB-R70")
def test_sold_out_companies_rise_in_operating_order_each_under_those_already_there() -> None:
    """FS before FC on 100, NN on 110 under LdA, which stays: NN is gone from 110 before the others come to it."""
    everything = {"Ada": 4, "Bruno": 4}
    table = Table().phase("PH5").start("FS", "Ada", at=(6, 6), stock=everything)
    table.start("FC", "Ada", at=(6, 6), stock=everything).start("LdA", "Ada", at=(5, 6))
    table.start("NN", "Ada", at=(5, 6), stock=everything).stock_round("Dora")
    table.end_round()
    assert table.stack((5, 6)) == ["LdA", "FS", "FC"]
    assert table.stack((4, 6)) == ["NN"]
    assert table.game.market_order() == ("NN", "LdA", "FS", "FC")


@pytest.mark.clause("18FB-R70")
def test_of_equal_prices_the_one_further_right_rises_first() -> None:
    """Both stand on 100, FB in the column to the right; each rises in its own column."""
    everything = {"Ada": 4, "Bruno": 4}
    table = Table().phase("PH5").start("FC", "Ada", at=(6, 6), stock=everything)
    table.start("FB", "Ada", at=(7, 7), stock=everything).stock_round("Dora")
    moved = [event for event in table.end_round() if isinstance(event, PriceMoved)]
    assert moved == [PriceMoved("FB", 100, 110), PriceMoved("FC", 100, 110)]
