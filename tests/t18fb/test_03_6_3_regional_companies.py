"""Section 3.6.3: how regional companies operate."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import (
    Accept,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    SellShares,
)
from ferrovia.engine.flow.events import PriceMoved
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import TITLE, components, places
from ferrovia.titles.t18fb.actions import OfferPrivate, PutUp
from ferrovia.titles.t18fb.bankruptcy import bankrupt
from ferrovia.titles.t18fb.earnings import earnings
from ferrovia.titles.t18fb.events import Earned
from tests.t18fb.table import Table, line

PH5R = BuyTrain("PH5R", BANK, 100)
GREEN_FOGGIA = "L27 X5 3"  # exits 3, 4, 5, 0: Lucera, San Marco in Lamis, Manfredonia, Cerignola


def in_ph5(cash: int = 0, players: int = 4, **owners: str) -> Table:
    """PH5, the Regional Round is over; who owns which regional, each with so much in its treasury."""
    return Table(players).phase("PH5").regionals(cash, **owners)


def tiles(table: Table, hex_id: str, *colours: str) -> list[LayTile]:
    """The listed tiles of a hex, of some colours."""
    faces = TITLE.box.board.tiles
    found = (choice for choice in table.game.decision.choices if isinstance(choice, LayTile) and choice.hex == hex_id)
    return [tile for tile in found if not colours or faces[tile.tile].face.colour in colours]


def marker_for(table: Table, company: str, hex_id: str, colour: str) -> int:
    """How many markers a regional takes for a tile of a colour on a hex."""
    table.operate(company)
    before = table.own.markers.get(company, 0)
    table.do(tiles(table, hex_id, colour)[0])
    return table.own.markers.get(company, 0) - before


# One certificate, no price, one token


def fifteen_certificates() -> Table:
    table = in_ph5(players=5)
    for company in ("FB", "LTF", "FS"):
        table.start(company, "Ada", stock={"Ada": 4})
    return table.start("FC", "Bruno", cash=100).cash(Ada=1000)


@pytest.mark.clause("18FB-3.6.3.1")
def test_a_regional_is_one_certificate_and_counts_as_one() -> None:
    table = fifteen_certificates().stock_round()
    assert table.game.sizes("FG") == (100,)
    assert table.game.certificate_count("Ada") == 15
    table.may(BuyShare("FC", "offer"))
    table.do(BuyPrivate("FG", 130))
    assert table.game.certificate_count("Ada") == 16
    table.stock_round().may_not(BuyShare("FC", "offer"), "18FB-2.3.2")
    table.may_not(BuyPrivate("FA", 100), "18FB-3.6.3.1")


@pytest.mark.clause("18FB-3.6.3.1")
def test_who_is_at_the_limit_is_passed_over_in_the_auction() -> None:
    table = Table(5).phase("PH5")
    for company in ("FB", "LTF", "FS"):
        table.start(company, "Ada", stock={"Ada": 4}, cash=600).trains(company, "PH5")
    table.cash(Ada=1000).regional_round()
    table.do(PutUp("FG"), Bid("FG", 130), Pass(), Pass(), Pass(), Pass())
    assert table.game.holders("FG") == ("Ada",)
    table.do(PutUp("FA"), Pass(), Pass(), Pass(), Pass())
    assert table.game.holders("FA") != ("Ada",)
    assert table.step == "lot"  # Ada, the last to speak, was not asked


@pytest.mark.clause("18FB-3.6.3.2")
def test_regionals_have_no_market_value_and_no_marker() -> None:
    table = in_ph5(FA="Ada").trains("FA", "PH5R").markers(FA=4).start("FB", "Bruno", cash=100).trains("FB", "PH5")
    kinds = {type(event) for event in table.operate("FA").do(Pass())}
    assert Earned in kinds
    assert PriceMoved not in kinds
    assert not table.game.is_started("FA")
    table.stock_round().may_not(BuyShare("FA", "pool"), "18FB-3.3.4.4")


@pytest.mark.clause("18FB-3.6.3.3")
def test_a_regional_never_places_another_token() -> None:
    table = in_ph5(500, FG="Ada").lay(GREEN_FOGGIA).rails("L27 L25 L23").trains("FG", "PH5R")
    assert table.game.state.tokens["FG"] == 0
    assert TITLE.box.corporations["FG"].tokens == 1
    table.operate("FG", "token").may_not(line("L27 L25 L23"), "18FB-3.6.3.3")
    table.operate("FG").do(Pass())
    assert table.step == "trains"  # no such step


@pytest.mark.clause("18FB-3.6.3.4")
def test_regionals_operate_first_in_the_order_of_their_numbers() -> None:
    table = in_ph5(SEPSA="Ada", FG="Bruno", FA="Carla").start("NN", "Ada", at=110).start("FB", "Ada", at=130)
    assert list(TITLE.operating.order(table.game)) == ["FA", "FG", "SEPSA", "FB", "NN"]
    table.trains("NN", "PH5").trains("FB", "PH5").stock_round().end_round()
    operated = []
    while table.game.state.round.number == 1:
        if table.turn.corporation not in operated:
            operated.append(table.turn.corporation)
        choices = table.game.decision.choices
        table.do(Pass() if Pass() in choices else choices[0])
    assert operated == ["FA", "FG", "SEPSA", "FB", "NN"]


# Tiles


@pytest.mark.clause("18FB-3.6.3.5")
def test_one_tile_is_free() -> None:
    table = in_ph5(FA="Ada").operate("FA")
    table.do(tiles(table, "F31")[0])
    assert table.game.cash("FA") == 0


@pytest.mark.clause("18FB-3.6.3.6")
def test_a_second_tile_costs_d30_and_there_is_no_third() -> None:
    table = in_ph5(30, FA="Ada").operate("FA")
    bank = table.game.cash(BANK)
    table.do(LayTile("F31", "57", 1))
    assert table.game.cash("FA") == 30
    table.do(LayTile("G32", "4", 1))
    assert table.money("FA", BANK) == (0, bank + 30)
    assert table.step != "track"
    table = in_ph5(29, FA="Ada").operate("FA")
    table.do(LayTile("F31", "57", 1))
    table.may_not(LayTile("G32", "4", 1), "18FB-3.6.3.6")
    assert table.step == "track"
    table = in_ph5(500, FA="Ada").operate("FA")
    table.do(LayTile("F31", "57", 1), LayTile("G32", "4", 1))
    assert table.step == "trains"


def waiting_at_taranto(cash: int = 0, **owners: str) -> Table:
    """Green Taranto: SFTF in its home slot, FB and LdA in the open ones, so FAL waits."""
    table = Table().phase("PH5").lay("M14 X5 1").tokens("FB", "M14").tokens("LdA", "M14")
    table.regionals(cash, FAL="Ada")
    assert table.own.waiting == ("FAL",)
    return table


@pytest.mark.clause("18FB-3.6.3.7", "18FB-R55")
def test_without_a_slot_its_first_tile_is_a_brown_one_on_its_home() -> None:
    table = waiting_at_taranto().operate("FAL")
    assert {(tile.hex, tile.tile) for tile in tiles(table, "M14")} == {("M14", "X24")}
    assert all(isinstance(choice, LayTile) and choice.hex == "M14" for choice in table.game.decision.choices)
    table.may_not(Pass(), "18FB-3.6.3.7")
    beside = next(
        tile
        for tile in (LayTile("L15", "58", turn) for turn in range(6))
        if (refusal := table.game.why_not(tile)) and refusal.rule == "18FB-3.6.3.7"
    )
    table.may_not(beside, "18FB-3.6.3.7")
    table.may_not(LayTile("M14", "X6", 2), "18FB-3.6.3.7")  # a competitive upgrade frees no slot
    table.do(tiles(table, "M14")[0])
    assert table.game.state.stations["FAL"] == ("M14.0",)
    assert table.own.waiting == ()


def waiting_at_capua(cash: int) -> Table:
    """Yellow Capua: LdA at home, FB in the open slot, so FA waits."""
    table = Table().phase("PH5").lay("F31 57 1").tokens("FB", "F31").regionals(cash, FA="Ada")
    assert table.own.waiting == ("FA",)
    return table.operate("FA")


@pytest.mark.clause("18FB-R55")
def test_from_yellow_it_must_go_over_green_and_on_to_brown_if_it_can_pay() -> None:
    table = waiting_at_capua(30)
    green = next(tile for tile in tiles(table, "F31") if tile.tile == "12")  # one open slot only
    table.do(green)
    assert list(table.own.waiting) == ["FA"]
    table.may_not(Pass(), "18FB-3.6.3.7")
    brown = tiles(table, "F31")  # the same hex again, which R39 forbids to others
    assert {tile.tile for tile in brown} == {"X20"}
    table.do(brown[0])
    assert table.own.waiting == ()
    assert table.game.cash("FA") == 0


@pytest.mark.clause("18FB-R55")
def test_who_cannot_pay_the_second_tile_goes_on_in_the_next_turn() -> None:
    table = waiting_at_capua(29)
    table.do(next(tile for tile in tiles(table, "F31") if tile.tile == "12"), Pass())
    table.operate("FA", number=2)
    table.may_not(Pass(), "18FB-3.6.3.7")
    table.do(tiles(table, "F31")[0])
    assert table.own.waiting == ()


@pytest.mark.clause("18FB-R55")
def test_a_green_tile_that_gives_a_slot_will_do() -> None:
    table = waiting_at_capua(0)
    table.do(next(tile for tile in tiles(table, "F31") if tile.tile == "14"))
    assert table.own.waiting == ()
    table.may(Pass())


@pytest.mark.clause("18FB-R55")
def test_without_any_such_tile_the_duty_lapses_and_routes_start_from_home() -> None:
    table = Table().phase("PH5").lay("F31 14 1").tokens("FB", "F31").tokens("FS", "F31").regionals(0, FA="Ada")
    table.lay(*(f"{city} X20 0" for city in ("F11", "H27", "I30", "J33", "J21", "K38"))).operate("FA")
    assert table.own.waiting == ("FA",)
    table.may(Pass())
    table.do(tiles(table, "G32")[0])
    assert table.own.waiting == ("FA",)


@pytest.mark.clause("18FB-3.6.3.8")
def test_a_route_does_not_pass_a_city_full_of_others() -> None:
    table = in_ph5(100, FG="Ada").lay(GREEN_FOGGIA).rails("L27 L25").lay("L25 4 0", "L23 6 3")
    table.tokens("SFTF", "L23").tokens("FP", "L23").operate("FG")
    assert tiles(table, "M22")  # the open slot of Andria is empty
    beyond = tiles(table, "M22")[0]
    table.tokens("NN", "L23").operate("FG")
    table.may_not(beyond, "18FB-3.5.1.5")
    assert not tiles(table, "M22")


@pytest.mark.clause("18FB-3.6.3.8")
def test_for_a_regional_the_halves_of_napoli_are_two_cities() -> None:
    """Green Napoli, its halves joined: SEPSA stands in the north; the south is full of others."""
    table = Table().phase("PH5").lay("NC10 X10 0", "NC8 X11 0").regionals(0, SEPSA="Ada").operate("SEPSA")
    assert tiles(table, "NC6")  # an open slot of the south is empty, and that of FSC
    beyond = tiles(table, "NC6")[0]
    table.tokens("FSC", "NC8.0").tokens("LdA", "NC8.0").operate("SEPSA")
    assert not places.has_room(table.game, "SEPSA", StopId("NC8.0"))
    table.may_not(beyond, "18FB-3.5.1.5")
    table.start("FB", "Bruno").tokens("FB", "NC10.0").trains("FB", "PH5").operate("FB").may(beyond)  # one city for it


# Markers


@pytest.mark.clause("18FB-3.6.3.9")
def test_a_marker_for_every_new_yellow_town_tile_single_or_double() -> None:
    table = in_ph5(FG="Ada").lay(GREEN_FOGGIA)
    assert marker_for(table, "FG", "L29", "yellow") == 1  # Lucera & San Severo
    assert marker_for(table, "FG", "M28", "yellow") == 1
    assert marker_for(table, "FG", "M26", "yellow") == 0  # a city
    table = in_ph5(FG="Ada").lay("L27 X5 0")
    assert marker_for(table, "FG", "K26", "yellow") == 0  # plain track


@pytest.mark.clause("18FB-3.6.3.10")
def test_a_marker_for_a_double_town_that_becomes_green_but_none_for_a_single_one() -> None:
    table = in_ph5(FG="Ada").lay(GREEN_FOGGIA).rails("L27 L29").rails("L27 M28")
    assert marker_for(table, "FG", "L29", "green") == 1
    assert marker_for(table, "FG", "M28", "green") == 0


@pytest.mark.clause("18FB-3.6.3.11")
def test_a_marker_for_every_town_that_becomes_brown() -> None:
    table = in_ph5(FG="Ada").lay(GREEN_FOGGIA, "L29 X2 0", "M28 142 1")
    assert marker_for(table, "FG", "L29", "brown") == 1
    assert marker_for(table, "FG", "M28", "brown") == 1
    assert marker_for(table, "FG", "L27", "brown") == 0


@pytest.mark.clause("18FB-3.6.3.9", "18FB-3.6.3.10", "18FB-3.6.3.11")
def test_no_marker_for_a_tile_of_the_same_colour_and_none_for_a_major() -> None:
    table = in_ph5(FG="Ada").lay(GREEN_FOGGIA).rails("L27 M28")
    assert marker_for(table, "FG", "M28", "yellow") == 0
    table = in_ph5().lay(GREEN_FOGGIA).start("FB", "Ada").tokens("FB", "L27").trains("FB", "PH5")
    assert marker_for(table, "FB", "M28", "yellow") == 0


# Destinations


@pytest.mark.clause("18FB-3.6.3.12")
def test_the_owner_is_paid_once_when_a_destination_is_joined() -> None:
    table = in_ph5(60, FA="Ada").lay("F31 6 0").operate("FA")
    ada, bank = table.money("Ada", BANK)
    table.do(LayTile("NC12", "4", 0))  # Capua - Aversa - Napoli North
    assert table.money("Ada", "FA", BANK) == (ada + 40, 60, bank - 40)
    table.do(tiles(table, "F31")[0])
    assert table.game.cash("Ada") == ada + 40


@pytest.mark.clause("18FB-3.6.3.13")
def test_where_the_charter_says_so_the_destination_must_be_brown() -> None:
    table = in_ph5(60, FA="Ada").lay("F31 6 2", "G32 4 1").lay("H33 4 1").operate("FA")
    ada = table.game.cash("Ada")
    table.do(tiles(table, "H33", "green")[0])
    assert table.game.cash("Ada") == ada  # Piedimonte d'Alife is joined, but green
    table.operate("FA", number=2).do(tiles(table.operate("FA", number=2), "H33", "brown")[0])
    assert table.game.cash("Ada") == ada + 60


@pytest.mark.clause("18FB-3.6.3.14")
def test_the_tile_of_another_company_counts_at_once() -> None:
    table = in_ph5(FG="Ada").lay(GREEN_FOGGIA).start("NN", "Bruno").tokens("NN", "L27").trains("NN", "PH5")
    ada = table.operate("NN").game.cash("Ada")
    table.do(tiles(table, "M26")[0])
    assert table.game.cash("Ada") == ada + 40
    assert table.turn.corporation == "NN"


@pytest.mark.clause("18FB-3.6.3.12", "18FB-3.6.3.8")
def test_a_full_city_on_the_way_keeps_the_bonus_back() -> None:
    """FAL: Taranto - Massafra - Gioia del Colle - Matera is joined; beyond full Matera Gravina & Altamura is not."""
    way = "M14 M16 M18 L19"
    table = in_ph5(60, FAL="Ada").rails(way).lay("L19 X20 0", "L21 X16 0")
    for company in ("FB", "LdA", "NN", "FST"):
        table.tokens(company, "L19")
    table.game.title.track.changed(table.game)
    assert table.own.bonuses == (("FAL", "L19"),)
    table = in_ph5(60, FAL="Ada").rails(way).lay("L19 X20 0", "L21 X16 0")
    table.game.title.track.changed(table.game)
    assert set(table.own.bonuses) == {("FAL", "L19"), ("FAL", "L21")}


# Unsold regionals


@pytest.mark.clause("18FB-R54")
def test_an_unsold_regional_neither_operates_nor_collects() -> None:
    table = in_ph5(FG="Ada").lay("F31 6 0", "NC12 4 0").rails("L27 L29")
    table.game.title.track.changed(table.game)
    assert list(TITLE.operating.order(table.game)) == ["FG"]
    assert table.own.bonuses == ()
    ada = table.game.cash("Ada")
    table.stock_round().do(BuyPrivate("FA", 100))
    assert table.game.cash("Ada") == ada - 100 + 40  # joined before: paid when a player first owns it
    assert "FA" in TITLE.operating.order(table.game)


@pytest.mark.clause("18FB-R54")
def test_the_token_of_an_unsold_regional_blocks_like_any_other() -> None:
    table = in_ph5().lay("A2 X1 0").tokens("FC", "A2").start("NN", "Ada")
    assert table.game.holders("FdC") == (POOL,)
    assert "A2.0" in table.game.closed_to("NN")
    table = Table().phase("PH5").lay("A2 X1 0").tokens("FC", "A2").start("NN", "Ada")
    assert "A2.0" not in table.game.closed_to("NN")


# Earnings


def earning(home: str, company: str = "FG", markers: int = 0, train: str = "PH5R") -> Table:
    return (
        Table()
        .phase("PH5")
        .regionals(0, **{company: "Ada"})
        .lay(home)
        .markers(**{company: markers})
        .trains(company, train)
    )


@pytest.mark.clause("18FB-3.6.3.15")
def test_earnings_are_its_home_and_its_markers_within_x_and_y() -> None:
    found = earnings(earning(GREEN_FOGGIA, markers=5).game, "FG")
    assert (found.total, found.served, found.idle) == (40 + 40, 4, 1)
    assert earnings(earning(GREEN_FOGGIA, markers=3).game, "FG").total == 70
    table = in_ph5(FG="Ada").lay(GREEN_FOGGIA).markers(FG=5)
    assert earnings(table.game, "FG").total == 0  # no train
    table.trains("FG", "PH5R").operate("FG").do(Pass())
    assert table.game.state.earnings["FG"] == 80


@pytest.mark.clause("18FB-3.6.3.16")
def test_ports_do_not_count() -> None:
    table = earning("A2 X26 0", "FdC")
    assert components.ports("A2") == ((10, 20, 40),)
    assert earnings(table.game, "FdC").total == 60
    table.start("FC", "Ada").tokens("FC", "A2").trains("FC", "PH5")
    assert max(value for _, value in earnings(table.game, "FC").stations) == 100  # a major counts it


@pytest.mark.clause("18FB-3.6.3.17")
def test_a_regional_always_pays_half_the_owners_part_rounded_up() -> None:
    table = earning(GREEN_FOGGIA, markers=3).cash(FG=100)
    ada = table.operate("FG").game.cash("Ada")
    table.may_not(Dividend("pay"), "18FB-3.5.8")
    table.do(Pass())
    assert table.money("Ada", "FG") == (ada + 40, 100 + 30)
    assert table.step == "trains"  # nothing was asked


# Trains


@pytest.mark.clause("18FB-3.6.3.18")
def test_one_train_a_turn() -> None:
    table = in_ph5(900, FA="Ada", FG="Ada").trains("FG", "PH5R").operate("FA", "trains")
    table.do(PH5R)
    assert table.turn.corporation != "FA"  # nothing is left to do
    table.operate("FA", "trains", number=2).turn_is(laid=(("", "train"),))
    table.may_not(PH5R, "18FB-3.6.3.18")
    table.may_not(BuyTrain("PH5R", "FG", 10), "18FB-3.6.3.18")


@pytest.mark.clause("18FB-3.6.3.18")
def test_a_train_of_another_regional_is_the_one_of_the_turn_too() -> None:
    table = in_ph5(900, FA="Ada", FG="Ada").trains("FG", "PH5R", "PH5R").operate("FA", "trains")
    table.do(BuyTrain("PH5R", "FG", 10))
    assert table.game.trains("FA") == ("PH5R",)
    assert table.turn.corporation == "FG"


@pytest.mark.clause("18FB-3.6.3.19")
def test_a_regional_need_not_own_a_train() -> None:
    table = in_ph5(100, FA="Ada").start("FB", "Bruno").trains("FB", "PH5").operate("FA", "trains")
    assert table.game.trains("FA") == ()
    table.do(Pass())
    assert table.turn.corporation == "FB"


@pytest.mark.clause("18FB-3.6.3.20")
def test_the_owner_may_add_the_missing_cash_for_a_train_of_the_bank() -> None:
    table = in_ph5(20, FA="Ada").operate("FA", "trains")
    ada = table.game.cash("Ada")
    table.do(PH5R)
    assert table.money("Ada", "FA") == (ada - 80, 0)
    assert table.game.trains("FA") == ("PH5R",)
    table = in_ph5(20, FA="Ada").trains("FA", "PH5R").operate("FA", "trains")
    table.may_not(PH5R, "18FB-3.6.3.20")
    table = in_ph5(120, FA="Ada").operate("FA", "trains")
    table.do(PH5R)
    assert table.money("Ada", "FA") == (ada, 20)  # no help where none is needed


@pytest.mark.clause("18FB-3.6.3.21")
def test_no_help_with_a_train_of_another_regional() -> None:
    table = in_ph5(10, FA="Ada", FG="Bruno").trains("FG", "PH5R").operate("FA", "trains")
    table.may_not(BuyTrain("PH5R", "FG", 50), "18FB-3.6.3.21")
    table.may_not(BuyTrain("PH5R", "FG", 11), "18FB-3.6.3.21")
    table.do(BuyTrain("PH5R", "FG", 10), Accept())
    assert (table.money("FA", "FG"), table.game.trains("FA")) == ((0, 20), ("PH5R",))


@pytest.mark.clause("18FB-3.6.3.22")
def test_no_stock_is_sold_for_that_help() -> None:
    table = in_ph5(20, FA="Ada").start("FB", "Bruno", stock={"Ada": 3}).trains("FB", "PH5").cash(Ada=50)
    table.operate("FA", "trains")
    table.may_not(PH5R, "18FB-3.6.3.22")
    table.may_not(SellShares("FB", (10,)), "18FB-3.6.3.22")
    table.cash(Ada=80).may(PH5R)


@pytest.mark.clause("18FB-3.6.3.23")
def test_a_regional_has_no_financial_step() -> None:
    table = in_ph5(900, FA="Ada").start("FB", "Bruno", stock={"pool": 3}, cash=900).trains("FB", "PH5")
    table.trains("FA", "PH5R").operate("FA", "trains")
    table.may_not(BuyShare("FB", "pool"), "18FB-3.5.8")
    table.do(Pass())
    assert (table.turn.corporation, table.step) == ("FB", "track")
    table.operate("FA", "finance").may_not(BuyShare("FB", "pool"), "18FB-3.6.3.23")
    assert not any("FA" in holders for holders in table.game.state.certificates.values())


# Who may have it


@pytest.mark.clause("18FB-R56")
def test_a_regional_cannot_be_sold() -> None:
    table = in_ph5(FG="Ada").stock_round()
    table.may_not(SellShares("FG", (100,)), "18FB-R56")
    table.may_not(OfferPrivate("FG", "Bruno", 130), "18FB-R56")
    table.start("FB", "Ada", cash=0).cash(Ada=0).operate("FB", "trains")
    table.may_not(SellShares("FG", (100,)), "18FB-R56")  # nor in an emergency


@pytest.mark.clause("18FB-R56")
def test_a_regional_of_a_bankrupt_player_lies_in_the_pool() -> None:
    table = in_ph5(75, FG="Ada").start("FB", "Ada", stock={"Bruno": 2})
    bankrupt(table.game, "FB", "Ada")
    assert table.game.holders("FG") == (POOL,)
    assert table.game.cash("FG") == 75
