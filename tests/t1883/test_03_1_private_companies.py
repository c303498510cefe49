"""Sections 3.1 and 3.2: what private companies are, what they pay and what they can do."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import (
    Accept,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1883.actions import Merge, PlaceAnchor
from ferrovia.titles.t1883.closing import close
from ferrovia.titles.t1883.link import LinkChoice
from tests.t1883.table import Table, routes
from tests.t1883.test_03_5_closing import modena_vignola


def quiet(table: Table) -> Table:
    """No event card will come."""
    return table.own_is(deck=())


def first_5_train(table: Table) -> None:
    """FBV, which Ada leads, buys the first 5 train, and the private companies close."""
    table.start("FBV", "Ada", cash=420).sold_out("4").operate("FBV", "trains")
    table.do(BuyTrain("5", "bank", 420))


def revenue(table: Table) -> int:
    turn = table.game.find(OperatingTurn)
    assert turn is not None
    return turn.revenue


# 3.1


@pytest.mark.clause("1883-3.1.1")
@pytest.mark.parametrize("owner", ["Ada", "SV"])
def test_a_private_company_pays_its_owner_in_every_operating_round(owner: str) -> None:
    """Three rounds bring 3 x 15 for TMM; once it is closed, nothing."""
    table = quiet(Table().privates(TMM=owner).phase("5").start("SV", "Ada").trains("SV", "5"))
    (before,) = table.money(owner)
    table.stock_round("Ada").pass_on(until=lambda: str(table.game.state.round) == "SR 3")
    assert table.money(owner) == (before + 45,)
    table.privates().pass_on(until=lambda: str(table.game.state.round) == "SR 4")
    assert table.money(owner) == (before + 45,)


@pytest.mark.clause("1883-3.1.2")
def test_a_private_company_cannot_be_sold_in_a_stock_round() -> None:
    table = Table().privates(FRV="Ada").stock_round("Ada")
    for certificates in ((10,), (20,), (100,)):
        table.may_not(SellShares("FRV", certificates), "1883-3.1.2")
    table.may_not(BuyPrivate("FRV", 40), "1883-5.1.1", by="Ada")  # nor does one player buy it from another
    assert not table.game.is_started("FRV")


# 3.2 TCB


@pytest.mark.clause("1883-3.2.1", "1883-R66")
def test_tcb_can_do_nothing() -> None:
    """The abilities are those of the table in the third appendix; there is no fourth."""
    with_it = Table().privates(TCB="SV").phase("2").start("SV", "Ada", cash=100).operate("SV")
    without = Table().privates().phase("2").start("SV", "Ada", cash=100).operate("SV")
    assert set(with_it.game.decision) == set(without.game.decision)
    assert with_it.game.decision.interjections == ()
    with_it.may_not(UsePrivate("TCB"), "1883-3.2.1")
    with_it.privates(TCB="Ada").stock_round("Ada").may_not(UsePrivate("TCB"), "1883-3.2.1")
    assert with_it.game.decision.interjections == ()


# 3.2 FRV

LINK = LayTile("34", "58", 3)


@pytest.mark.clause("1883-3.2.2", "1883-R13")
def test_the_tile_of_frv_comes_besides_the_other_one_and_is_free() -> None:
    table = quiet(Table().privates(FRV="SAFRE").start("SAFRE", "Ada", cash=0).trains("SAFRE", "2"))
    table.operate("SAFRE", of=2).do(LINK)
    assert table.money("SAFRE") == (0,)
    assert table.step == "track"
    table.do(LayTile("35", "4", 0))
    assert table.step != "track"
    assert set(table.game.layout.tiles) >= {"34", "35"}
    assert table.game.state.privates == {"FRV": "SAFRE"}
    table.pass_on(until=lambda: str(table.game.state.round) == "OR 2.2")
    assert table.money("SAFRE") == (10,)


@pytest.mark.clause("1883-3.2.2", "1883-R13")
def test_the_tile_of_frv_may_come_second_too_but_only_that_tile() -> None:
    table = Table().privates(FRV="SAFRE").start("SAFRE", "Ada", cash=100).operate("SAFRE")
    table.do(LayTile("35", "4", 0))
    assert table.step == "track"
    table.may_not(LayTile("34", "4", 0), "1883-6.4.1")
    table.may_not(LayTile("36", "4", 0), "1883-6.4.1")
    table.do(LINK)
    assert table.money("SAFRE") == (100,)
    assert table.step != "track"


@pytest.mark.clause("1883-3.2.2", "1883-R13")
def test_who_does_not_own_frv_pays_and_has_no_second_tile() -> None:
    for owner in ("Ada", "SV"):
        table = Table().privates(FRV=owner).start("SAFRE", "Ada", cash=0).start("SV", "Bruno").operate("SAFRE")
        table.may_not(LINK, "1883-6.3.3")
        table.cash(SAFRE=20).do(LINK)
        assert table.money("SAFRE") == (0,)
        assert table.step != "track"


@pytest.mark.clause("1883-R13")
def test_the_tile_of_frv_needs_a_way_there() -> None:
    table = Table().privates(FRV="FBV").start("FBV", "Ada", cash=0).operate("FBV")
    table.may_not(LINK, "1883-6.4.3")


@pytest.mark.clause("1883-R13")
def test_the_tile_of_frv_is_laid_once() -> None:
    """Where air raids have taken it away again, a second one is an ordinary tile."""
    table = Table().privates(FRV="SAFRE").start("SAFRE", "Ada", cash=0).operate("SAFRE")
    table.do(LINK)
    table.game.take_tile("34")
    table.operate("SAFRE").may_not(LINK, "1883-6.3.3")


@pytest.mark.clause("1883-3.2.3")
@pytest.mark.parametrize("owner", ["Bruno", "FMV"])
def test_a_missing_link_is_laid_by_itself_at_the_closing(owner: str) -> None:
    table = quiet(Table().privates(FRV=owner).phase("4").start("FMV", "Bruno"))
    first_5_train(table)
    assert table.game.layout.tiles["34"] == ("58", 3)
    assert table.game.state.supply["58"] == 8
    assert table.money("Bruno", "FMV", "FBV") == (400, 0, 0)


@pytest.mark.clause("1883-3.2.3")
def test_without_a_tile_58_there_is_no_link() -> None:
    table = quiet(Table().privates(FRV="Bruno").phase("4"))
    table.game.state.supply = {**table.game.state.supply, "58": 0}
    table.start("FBV", "Ada", cash=420).sold_out("4").operate("FBV", "trains")
    table.game.apply(BuyTrain("5", "bank", 420))
    assert "34" not in table.game.layout.tiles
    assert table.game.state.privates == {}


@pytest.mark.clause("1883-R13")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("58 3", ("58", 3)),  # joined already
        ("4 0", ("142", 0)),  # the green tile that keeps north-south and adds Sassuolo
        ("58 1", ("144", 1)),
        ("3 0", ("3", 0)),  # no green tile keeps this track and joins both
        ("141 0", ("147", 3)),  # brown is in use now
    ],
)
def test_a_tile_without_the_link_is_upgraded_if_one_fits(before: str, after: tuple[str, int]) -> None:
    table = quiet(Table().privates(FRV="Bruno").phase("4").lay(f"34 {before}"))
    first_5_train(table)
    assert table.game.layout.tiles["34"] == after
    assert table.game.find(LinkChoice) is None


@pytest.mark.clause("1883-R13")
def test_the_upgrade_for_the_link_needs_a_colour_in_use() -> None:
    """A merger closes the private companies in phase 4: green is in use, brown is not."""
    for before, after in (("141 0", ("141", 0)), ("4 0", ("142", 0))):
        table = modena_vignola("4").privates(FRV="Bruno").lay(f"34 {before}").operate("FMMSF", "merge")
        table.do(Merge())
        assert table.game.layout.tiles["34"] == after


@pytest.mark.clause("1883-R78")
def test_an_frv_closed_with_its_corporation_leaves_no_link() -> None:
    table = quiet(Table().privates(FRV="FMV", TCB="Bruno").phase("4").start("FMV", "Bruno").operate("FMV"))
    close(table.game, "FMV")
    assert table.game.state.privates == {"TCB": "Bruno"}
    first_5_train(table)
    assert "34" not in table.game.layout.tiles


@pytest.mark.clause("1883-R78")
def test_a_link_taken_away_by_air_raids_is_laid_again_at_the_closing() -> None:
    table = quiet(Table().privates(FRV="SAFRE").phase("4").start("SAFRE", "Bruno").trains("CCFR", "3").operate("SAFRE"))
    table.do(LINK)
    table.game.take_tile("34")
    first_5_train(table)
    assert table.game.layout.tiles["34"] == ("58", 3)


@pytest.mark.clause("1883-R13")
def test_of_several_tiles_the_owner_of_frv_would_choose() -> None:
    """On these sheets never more than one fits, so the question is put here by hand."""
    table = Table().privates(FRV="Bruno").phase("5").lay("34 4 0")
    table.game.push(LinkChoice("Bruno"))
    table.go_on()
    assert table.decider == "Bruno"
    table.may_not(LayTile("34", "141", 0), "1883-R13")
    table.may_not(LayTile("31", "RE2", 0), "1883-R13")
    table.do(LayTile("34", "142", 0))
    assert table.game.layout.tiles["34"] == ("142", 0)


# 3.2 CNP

SWAP = UsePrivate("CNP")


def sv_at_85() -> Table:
    """SV at par 85 with four shares in the Initial Offers; Bruno owns CNP."""
    table = Table().privates(CNP="Bruno").start("SV", "Ada", at=85, stock={"Ada": 2, "Carla": 2}, cash=50)
    return table.stock_round("Ada")


@pytest.mark.clause("1883-3.2.4", "1883-R10")
def test_cnp_is_swapped_for_a_share_of_sv() -> None:
    table = sv_at_85()
    (bank,) = table.money("bank")
    assert table.game.decision.player == "Ada"  # it is not even his turn
    table.do(SWAP)
    assert table.holding("SV", "Bruno") == [10]
    assert table.holding("SV", "offer") == [10, 10, 10]
    assert table.money("SV", "Bruno", "bank") == (135, 400, bank - 85)
    assert table.price("SV") == 85
    assert table.game.state.privates == {}
    assert table.own.anchors == {"SV": 1}
    table.may_not(SWAP, "1883-3.2.4")


@pytest.mark.clause("1883-R10")
def test_the_initial_offers_come_before_the_pool() -> None:
    table = Table().privates(CNP="Bruno").start("SV", "Ada", at=85, stock={"pool": 2}).stock_round("Ada")
    table.do(SWAP)
    assert (table.pool("SV"), table.game.percent("SV", "offer"), table.money("SV")) == (20, 50, (85,))


@pytest.mark.clause("1883-R10")
def test_the_swap_is_no_turn_and_no_purchase() -> None:
    table = sv_at_85()
    table.do(Pass())
    assert table.decider == "Bruno"
    table.do(SWAP)
    assert (table.decider, table.game.state.priority) == ("Bruno", "Ada")
    table.do(BuyShare("SV", "offer"))
    assert table.holding("SV", "Bruno") == [10, 10]


@pytest.mark.clause("1883-R10", "1883-3.2.4")
def test_the_swap_is_for_the_owner_alone() -> None:
    table = sv_at_85()
    table.may_not(SWAP, "1883-3.2.4", by="Carla")
    table.game.apply(SWAP, by="Bruno")
    assert table.holding("SV", "Bruno") == [10]


@pytest.mark.clause("1883-R10", "1883-3.2.4")
def test_the_swap_is_possible_between_any_two_actions() -> None:
    auction = Table()
    auction.do(BuyPrivate("TCB", 20), BuyPrivate("FRV", 40), BuyPrivate("CNP", 60))  # by Carla; Dora is next
    auction.do(SWAP)
    assert (auction.holding("SV", "Carla"), auction.decider, auction.step) == ([10], "Dora", "auction")
    turn = sv_at_85().operate("SV", "trains")
    turn.do(SWAP)
    assert (turn.holding("SV", "Bruno"), turn.decider, turn.step) == ([10], "Ada", "trains")
    offer = sv_at_85().privates(CNP="Bruno", TCB="Carla").phase("2").cash(SV=100).operate("SV")
    offer.do(BuyPrivate("TCB", 20), SWAP)
    assert offer.decider == "Carla"
    offer.do(Accept())
    assert offer.game.state.privates == {"TCB": "SV"}


@pytest.mark.clause("1883-R10")
def test_a_swap_before_the_launch_is_paid_for_at_the_launch() -> None:
    table = Table().privates(CNP="Bruno").stock_round("Ada")
    table.do(SWAP)
    assert table.money("SV") == (0,)
    assert table.own.anchors == {"SV": 1}
    table.do(Start("SV", 65))
    assert table.money("Ada", "SV") == (400 - 130, 130 + 65)


@pytest.mark.clause("1883-R10")
def test_the_share_comes_from_the_pool_if_the_initial_offers_are_empty() -> None:
    table = Table().privates(CNP="Bruno").start("SV", "Ada", stock={"Ada": 4, "Carla": 2, "pool": 2}).stock_round()
    table.do(SWAP)
    assert table.pool("SV") == 10
    assert table.money("SV") == (0,)  # not from the Initial Offers: nothing is paid
    table.privates(CNP="Bruno").do(SWAP)
    table.privates(CNP="Bruno").may_not(SWAP, "1883-R10")
    assert table.game.decision.interjections == ()


@pytest.mark.clause("1883-R10")
def test_the_swap_may_not_exceed_sixty_per_cent() -> None:
    table = Table().privates(CNP="Ada").start("SV", "Ada", stock={"Ada": 4}).stock_round()
    table.may_not(SWAP, "1883-5.3.6.1")
    table.start("SV", "Ada", stock={"Ada": 3}, homes=False).may(SWAP)


@pytest.mark.clause("1883-R10", "1883-3.2.4")
def test_who_holds_most_of_sv_by_the_swap_becomes_its_president() -> None:
    table = Table().privates(CNP="Bruno").start("SV", "Ada", stock={"Bruno": 2}).stock_round("Carla")
    table.do(SWAP)
    assert table.game.president("SV") == "Bruno"
    assert (table.holding("SV", "Bruno"), table.holding("SV", "Ada")) == ([20, 10], [10, 10])


@pytest.mark.clause("1883-3.2.5")
@pytest.mark.parametrize("buyer", ["FBV", "SV"])
def test_a_corporation_that_buys_cnp_gets_its_anchor_and_cannot_swap(buyer: str) -> None:
    table = Table().privates(CNP="Ada").phase("2").start(buyer, "Ada", cash=100).operate(buyer)
    table.may_not(PlaceAnchor("94"), "1883-3.2.6")
    table.do(BuyPrivate("CNP", 60))
    assert table.money("Ada", buyer) == (460, 40)
    table.may_not(SWAP, "1883-3.2.5")
    assert table.game.decision.interjections == ()
    table.do(PlaceAnchor("94"))
    assert table.own.ports == (("94", buyer),)
    table.may_not(PlaceAnchor("58"), "1883-3.2.6")  # there is but one


@pytest.mark.clause("1883-3.2.6")
def test_the_anchor_of_cnp_is_placed_once_in_a_port() -> None:
    table = Table().privates().start("SV", "Ada").own_is(anchors={"SV": 1}).operate("SV")
    table.may_not(PlaceAnchor("67"), "1883-A1.1")  # Mirandola has no anchor
    table.may_not(PlaceAnchor("PAR"), "1883-A1.1")
    table.do(PlaceAnchor("37"))
    assert table.money("SV") == (0,)
    assert table.step == "track"  # it takes no step
    table.may_not(PlaceAnchor("58"), "1883-3.2.6")
    table.operate("SV", "trains").may_not(PlaceAnchor("58"), "1883-3.2.6")
    assert table.own.ports == (("37", "SV"),)


@pytest.mark.clause("1883-3.2.6")
def test_only_in_the_turn_of_its_corporation() -> None:
    table = Table().privates().start("SV", "Ada").start("FBV", "Bruno").own_is(anchors={"SV": 1})
    table.operate("FBV").may_not(PlaceAnchor("37"), "1883-3.2.6")
    table.stock_round("Ada").may_not(PlaceAnchor("37"), "1883-5.1.1")


# 3.2 CNP at the closing


def unswapped(stock: dict[str, int], cnp: str = "Bruno", launched: bool = True) -> Table:
    """SV at par 100 and price 90; the first 5 train is bought while CNP is open."""
    table = quiet(Table().privates(CNP=cnp).phase("4").lay("34 58 3").start("FMV", "Carla"))
    if launched:
        table.start("SV", "Ada", at=(3, 8), par=100, stock=stock, cash=7)
    first_5_train(table)
    return table


@pytest.mark.clause("1883-3.2.7", "1883-R11")
@pytest.mark.parametrize("owner", ["Bruno", "FMV"])
def test_an_unswapped_cnp_sends_a_share_of_sv_to_the_pool(owner: str) -> None:
    table = unswapped({"Ada": 3, "pool": 2}, owner)
    assert table.game.percent("SV", "offer") == 20
    assert table.pool("SV") == 30
    assert table.money("SV") == (107,)
    assert table.price("SV") == 90
    assert table.game.state.privates == {}


@pytest.mark.clause("1883-R11")
def test_no_share_goes_where_the_pool_is_full_or_the_offers_are_empty() -> None:
    full = unswapped({"Ada": 1, "pool": 5})
    assert (full.pool("SV"), full.game.percent("SV", "offer"), full.money("SV")) == (50, 20, (7,))
    empty = unswapped({"Ada": 3, "Carla": 4, "pool": 1})
    assert (empty.pool("SV"), empty.money("SV")) == (10, (7,))


@pytest.mark.clause("1883-R11")
def test_no_share_of_a_corporation_that_is_not_launched_or_itself_closes() -> None:
    unlaunched = unswapped({}, launched=False)
    assert unlaunched.game.percent("SV", "offer") == 100
    assert unlaunched.money("SV") == (0,)
    closing = Table().privates(CNP="SV").start("SV", "Ada", stock={"Ada": 1}).operate("SV")
    (bank,) = closing.money("bank")
    close(closing.game, "SV")
    assert closing.game.percent("SV", "offer") == 100
    assert closing.money("bank", "SV") == (bank, 0)


@pytest.mark.clause("1883-R66")
def test_a_closed_corporation_with_cnp_is_treated_by_the_entry_of_cnp() -> None:
    """5.8 refers to 3.4 for it; what is meant is what 3.2 says of CNP."""
    table = Table().privates(CNP="FBV").start("SV", "Ada", at=85, stock={"pool": 1}).start("FBV", "Bruno")
    close(table.operate("FBV").game, "FBV")
    assert (table.pool("SV"), table.money("SV")) == (20, (85,))


@pytest.mark.clause("1883-R12")
def test_the_anchor_of_a_cnp_still_with_a_player_is_lost_at_the_closing() -> None:
    table = unswapped({"Ada": 3})
    assert table.own.anchors.get("SV", 0) == 0
    table.operate("SV").may_not(PlaceAnchor("37"), "1883-3.2.6")


@pytest.mark.clause("1883-R12")
def test_the_anchor_of_a_corporation_stays_with_it() -> None:
    unplaced = unswapped({"Ada": 3}, cnp="FMV").operate("FMV")
    unplaced.do(PlaceAnchor("37"))
    unplaced.may_not(PlaceAnchor("58"), "1883-3.2.6")
    placed = quiet(Table().privates(CNP="FMV").phase("4").start("FMV", "Carla")).operate("FMV")
    placed.do(PlaceAnchor("94"))
    first_5_train(placed)
    assert placed.own.ports == (("94", "FMV"),)
    placed.operate("FMV").may_not(PlaceAnchor("37"), "1883-3.2.6")


# 3.2 TMM and FCV


@pytest.mark.clause("1883-3.2.8")
@pytest.mark.clause("1883-3.2.10")
def test_tmm_and_fcv_bring_a_share_by_purchase_or_by_offer() -> None:
    table = Table()
    table.do(Bid("FCV", 105), BuyPrivate("TCB", 20), BuyPrivate("FRV", 40), BuyPrivate("CNP", 60))
    (bank,) = table.money("bank")
    table.do(Pass(), BuyPrivate("TMM", 80))
    assert table.holding("FMV", "Bruno") == [10]
    assert (table.game.percent("FMV", "offer"), table.game.is_started("FMV")) == (90, False)
    assert table.holding("FBV", "Ada") == [10]
    assert (table.game.percent("FBV", "offer"), table.game.is_started("FBV")) == (90, False)
    assert table.money("Ada", "Bruno", "bank") == (295, 300, bank + 80 + 105)
    assert table.money("FMV", "FBV") == (0, 0)
    assert table.holding("FMV", "offer")[0] == 20  # the presidency stays


@pytest.mark.clause("1883-3.2.9", "1883-R13")
def test_tmm_lays_maranello_besides_the_other_tile_but_not_for_nothing() -> None:
    table = Table().privates(TMM="FMV").start("FMV", "Ada", cash=20).lay("62 5 2").operate("FMV")
    table.do(LayTile("51", "58", 3))
    assert table.money("FMV") == (0,)
    assert table.step == "track"
    table.do(LayTile("63", "9", 0))
    assert table.step != "track"  # no third
    assert table.game.state.privates == {"TMM": "FMV"}
    table.operate("FMV").do(LayTile("53", "9", 0))
    assert table.step != "track"  # once only: in its next turn there is one tile


@pytest.mark.clause("1883-3.2.9", "1883-R13")
def test_maranello_may_come_second_and_needs_money_a_way_and_yellow() -> None:
    table = Table().privates(TMM="FMV").phase("2").start("FMV", "Ada", cash=20).lay("62 5 2").operate("FMV")
    table.do(LayTile("63", "9", 0))
    assert table.step == "track"
    table.may_not(LayTile("65", "9", 0), "1883-6.4.1")
    table.cash(FMV=19).may_not(LayTile("51", "58", 3), "1883-6.3.3")
    table.cash(FMV=20).do(LayTile("51", "58", 3))
    assert table.step != "track"
    far = Table().privates(TMM="SV").start("SV", "Ada", cash=20).operate("SV")
    far.may_not(LayTile("51", "58", 3), "1883-6.4.3")
    green = Table().privates(TMM="FMV").phase("2").start("FMV", "Ada").lay("62 5 2", "51 58 3").operate("FMV")
    green.do(LayTile("51", "144", 1))  # an upgrade is an ordinary tile
    assert "TMM" not in green.own.used_powers
    assert green.step != "track"


@pytest.mark.clause("1883-3.2.9")
def test_while_tmm_is_with_a_player_there_is_one_tile() -> None:
    table = Table().privates(TMM="Ada").start("FMV", "Ada", cash=40).lay("62 5 2").operate("FMV")
    table.do(LayTile("63", "9", 0))
    assert table.step != "track"
    table.may_not(LayTile("51", "58", 3), "1883-6.3.2")


# 3.2 FSF


def at_the_presidency() -> Table:
    """Four companies sold to Ada, Bruno, Carla, Dora, the fifth to Ada; Bruno is asked."""
    table = Table()
    for name, price in (("TCB", 20), ("FRV", 40), ("CNP", 60), ("TMM", 80), ("FCV", 100)):
        table.do(BuyPrivate(name, price))
    table.do(Pass(), Pass())
    return table


@pytest.mark.clause("1883-3.2.11", "1883-3.2.12", "1883-R08")
@pytest.mark.parametrize(("par", "treasury"), [(65, 130), (85, 170), (100, 200)])
def test_the_presidency_of_fsf(par: int, treasury: int) -> None:
    table = at_the_presidency()
    count = table.game.certificate_count("Dora")
    (bank,) = table.money("bank")
    table.do(BuyPrivate("FSF-P", 150))
    assert table.decider == "Dora"
    for wrong in (Start("FSF", 110), Start("FSF", 150), Start("FSF", 70), Start("SV", 65), Pass()):
        table.may_not(wrong, "1883-3.2.12")
    table.may_not(Start("FSF", 65), "1883-3.2.12", by="Ada")
    table.do(Start("FSF", par))
    assert table.money("Dora", "FSF", "bank") == (400 - 80 - 150, treasury, bank + 150 - treasury)
    assert (table.game.president("FSF"), table.holding("FSF", "Dora")) == ("Dora", [20])
    assert "FSF-P" not in table.game.state.privates
    assert table.game.certificate_count("Dora") == count + 1
    assert table.own.anchors == {"FSF": 2}
    assert table.game.cell("FSF") == {65: (3, 3), 85: (3, 7), 100: (3, 9)}[par]
    assert table.game.state.pars["FSF"] == par
    assert set(table.game.state.stations["FSF"]) == {"47.0", "78.0"}


@pytest.mark.clause("1883-R08")
def test_a_higher_offer_for_the_presidency_brings_fsf_no_more() -> None:
    table = Table()
    table.do(Bid("FSF-P", 200))
    for name, price in (("TCB", 20), ("FRV", 40), ("CNP", 60), ("TMM", 80), ("FCV", 100)):
        table.do(BuyPrivate(name, price))
    table.do(Start("FSF", 85))
    assert table.game.president("FSF") == "Ada"
    assert table.money("FSF", "Ada") == (170, 400 - 200 - 80)


def fsf(phase: str = "1", **facts: object) -> Table:
    return Table().privates().phase(phase).start("FSF", "Ada").own_is(anchors={"FSF": 2}, **facts).operate("FSF")


@pytest.mark.clause("1883-3.2.13")
def test_fsf_places_its_first_anchor_in_any_turn_and_no_second_in_phase_1() -> None:
    table = fsf()
    table.may(PlaceAnchor("37"), PlaceAnchor("58"))
    table.do(PlaceAnchor("94"))
    table.may_not(PlaceAnchor("37"), "1883-3.2.14")
    table.operate("FSF", "trains").may_not(PlaceAnchor("37"), "1883-3.2.14")


@pytest.mark.clause("1883-3.2.14")
def test_fsf_places_its_second_anchor_from_the_first_3_train_on_in_another_port() -> None:
    table = fsf().sold_out("2").cash(FSF=180)
    table.do(PlaceAnchor("37"))
    table.operate("FSF", "trains").may_not(PlaceAnchor("58"), "1883-3.2.14")
    table.do(BuyTrain("3", "bank", 180))  # the first
    table.may_not(PlaceAnchor("37"), "1883-A1.1")
    table.do(PlaceAnchor("58"))
    assert table.own.ports == (("37", "FSF"), ("58", "FSF"))
    table.may_not(PlaceAnchor("94"), "1883-3.2.6")


# 3.2 What an anchor is worth. Guastalla (37), Suzzara (47) and San Benedetto Po (58) lie side by side, 20 each; round
# about by Rolo (46, a town) the two ports are 50 worth.

PORTS = ("37 5 4", "58 5 0", "46 58 2", "57 8 1")


def anchored(phase: str, *ports: str, trains: tuple[str, ...] = ("3",)) -> Table:
    table = Table().privates().phase(phase).start("FSF", "Ada").lay(*PORTS).tokens("FSF", "58").trains("FSF", *trains)
    return table.own_is(ports=tuple((port, "FSF") for port in ports)).operate("FSF", "run")


@pytest.mark.clause("1883-3.2.15", "1883-4.0.21")
@pytest.mark.parametrize(
    ("phase", "train", "worth"),
    [("1", "3", 80), ("2", "3", 80), ("3", "3", 80), ("4", "3", 70), ("5", "4", 70), ("6", "4", 70), ("8", "5", 70)],
)
@pytest.mark.parametrize("port", ["37", "58"])
def test_an_anchor_adds_20_and_from_phase_4_on_10(phase: str, train: str, worth: int, port: str) -> None:
    table = anchored(phase, port, trains=(train,))
    table.do(routes((train, "37 47 58")))
    assert revenue(table) == worth
    plain = anchored(phase, trains=(train,))
    plain.do(routes((train, "37 47 58")))
    assert revenue(plain) == 60


@pytest.mark.clause("1883-3.2.15")
def test_an_anchor_in_passing_counts_too_and_for_every_train() -> None:
    passing = anchored("2", "58", trains=("4",))
    passing.do(routes(("4", "47 58 57 46")))
    assert revenue(passing) == 20 + 20 + 10 + 20
    two = anchored("2", "58", trains=("2", "2"))
    two.do(routes(("2", "47 58"), ("2", "58 57 46")))
    assert revenue(two) == 40 + 30 + 2 * 20
    beside = anchored("2", "94", trains=("2",))
    beside.do(routes(("2", "47 58")))
    assert revenue(beside) == 40


@pytest.mark.clause("1883-3.2.16")
@pytest.mark.parametrize(("phase", "train", "worth"), [("2", "3", 90), ("5", "4", 70)])
def test_two_anchors_add_up(phase: str, train: str, worth: int) -> None:
    table = anchored(phase, "37", "58", trains=(train,))
    table.do(routes((train, "37 46 57 58")))
    assert revenue(table) == worth


@pytest.mark.clause("1883-3.2.16")
def test_the_anchor_of_another_corporation_adds_nothing() -> None:
    table = Table().privates().phase("2").start("SV", "Ada").lay(*PORTS).trains("SV", "2")
    table.own_is(ports=(("37", "FSF"),)).operate("SV", "run").do(routes(("2", "37 46")))
    assert revenue(table) == 30
    table.own_is(ports=(("37", "FSF"), ("37", "SV"))).operate("SV", "run").do(routes(("2", "37 46")))
    assert revenue(table) == 50
