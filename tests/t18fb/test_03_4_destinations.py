"""Section 3.4: destinations and the five states of a company, and what may be done in each."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Answer, Bankrupt, BuyShare, BuyTrain, Dividend, LayTile, Pass, SellShares
from ferrovia.titles.t18fb import TITLE, components, earnings, places
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

TO_PESCARA, TO_TERMOLI = "K46 K44 K42 K40 L39", "L39 L37 L35 L33"
TO_FOGGIA = "L39 L37 L35 K34 K32 K30 K28 L27"
TO_LAQUILA = "F31 F33 F35 G36 H37 H39 I40 J41"
ALL_SOLD = {"Ada": 1, "Bruno": 3, "Carla": 4}
ALL_STEPS = (("one", "tile"), ("two", "tile"))  # the tile steps of a company floated in PH1


def tronto(state: CompanyState, stock: Mapping[str, int] | None = None, cash: int = 500) -> Table:
    """LTF of Ada, on D90 [7,6], in a state."""
    table = Table().start(
        "LTF", "Ada", at=90, stock=stock, cash=cash, concession="" if state is CompanyState.FROZEN else None
    )
    if state in (CompanyState.PROVISIONAL, CompanyState.DEFINITIVE):
        table.rails(TO_PESCARA).line_done("LTF", final=state is CompanyState.DEFINITIVE)
    assert table.state("LTF") is state
    return table


def frozen(phase: str = "PH2", company: str = "FB", final: bool | None = None, cash: int = 0) -> Table:
    """A company of Bruno, with its shares all in players' hands, whose concession lies in the bank pool."""
    cards = {"FB": "LAla", "LdA": "Valadous"}
    table = Table().phase(phase).cards(**{cards[company]: "Dora"} if company in cards else {})
    table.start(company, "Bruno", stock={"Bruno": 1, "Ada": 3, "Carla": 4}, cash=cash, concession="")
    if final is not None:
        table.line_done(company, final=final)
    assert table.state(company) is CompanyState.FROZEN
    return table


# The stations


@pytest.mark.clause("18FB-3.4.1")
def test_ten_majors_have_a_home_and_two_destinations_and_three_companies_have_none() -> None:
    table = Table()
    ten = ("NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST")
    for company in ten:
        homes = {hex_of(stop) for stop in table.game.state.stations[company]}
        lines = components.concession_lines(company)
        assert homes == {each.home for each in lines}
        assert all(each.intermediate != each.final for each in lines)
        assert {each.intermediate for each in lines} | {each.final for each in lines} <= set(
            components.destinations(company)
        )
    for company in ("SFM", "RM", "RA"):
        assert table.game.state.stations[company] == ()
        assert (components.concession_lines(company), components.destinations(company)) == ((), ())
    assert {*ten, "SFM", "RM", "RA", *components.regionals()} == set(TITLE.box.corporations)


# Unfloated


@pytest.mark.clause("18FB-3.4.2")
def test_an_unfloated_company_does_not_operate() -> None:
    table = Table().cards(Bayard="Ada").start("LTF", "Ada").stock_round("Ada", turn=1)
    table.end_round()
    assert (table.state("FC"), table.state("NN"), table.state("LTF")) == (
        CompanyState.UNFLOATED,
        CompanyState.UNFLOATED,
        CompanyState.BUILDING,
    )
    assert TITLE.operating.order(table.game) == ["LTF"]
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.game.state.operated == ("LTF",)


# Building


@pytest.mark.clause("18FB-3.4.3")
def test_from_its_start_a_company_is_building() -> None:
    table = Table().stock_round("Ada", turn=1)
    assert table.state("LTF") is CompanyState.UNFLOATED
    table.do(TakeConcession("LTF", 60))
    table.end_round()
    assert (str(table.game.state.round), table.state("LTF")) == ("OR 1.1", CompanyState.BUILDING)


@pytest.mark.clause("18FB-3.4.4", "18FB-3.4.8", "18FB-3.4.12", "18FB-3.4.14")
@pytest.mark.parametrize(
    ("state", "price"),
    [
        (CompanyState.BUILDING, 90),
        (CompanyState.PROVISIONAL, 100),
        (CompanyState.DEFINITIVE, 100),
        (CompanyState.FROZEN, 90),
    ],
)
def test_a_sold_out_company_rises_when_it_is_operational(state: CompanyState, price: int) -> None:
    table = tronto(state, stock=ALL_SOLD).stock_round("Ada")
    table.end_round()
    assert table.price("LTF") == price


@pytest.mark.clause("18FB-3.4.5")
def test_in_building_state_another_historical_destination_brings_nothing() -> None:
    table = Table().phase("PH3").start("LdA", "Ada", at=80, cash=500, floated="PH1").rails(TO_LAQUILA)
    table.operate("LdA", "token").turn_is(laid=ALL_STEPS).do(line(TO_LAQUILA))
    assert "J41" in components.destinations("LdA")
    assert [hex_of(stop) for stop in table.game.state.stations["LdA"]] == ["F31", "J41"]
    assert (table.state("LdA"), table.cell("LdA")) == (CompanyState.BUILDING, (8, 6))


@pytest.mark.clause("18FB-3.4.6")
def test_in_building_state_trains_do_not_run() -> None:
    table = Table().phase("PH3").start("LdA", "Ada", at=80, floated="PH1").trains("LdA", "PH3").tokens("LdA", "J41")
    table.lay("J41 57 0").cash(Ada=0)
    assert earnings.earnings(table.game, "LdA").total > 0  # they could
    table.operate("LdA", "earnings").turn_is(laid=ALL_STEPS).go_on()
    assert table.game.state.earnings == {}
    assert table.money("Ada", "LdA") == (30, 0)  # nothing but secured interest
    assert table.step not in ("earnings", "dividend")


# Provisional


@pytest.mark.clause("18FB-3.4.7")
def test_the_intermediate_destination_makes_it_provisional() -> None:
    table = tronto(CompanyState.BUILDING).rails(TO_PESCARA).operate("LTF", "token")
    table.do(line(TO_PESCARA))
    assert table.state("LTF") is CompanyState.PROVISIONAL


@pytest.mark.clause("18FB-3.4.9", "18FB-3.4.12")
@pytest.mark.parametrize("state", [CompanyState.PROVISIONAL, CompanyState.DEFINITIVE])
def test_in_operation_a_historical_destination_lifts_the_price(state: CompanyState) -> None:
    table = tronto(state).trains("LTF", "PH1").rails(TO_TERMOLI).operate("LTF", "token")
    table.do(line(TO_TERMOLI))
    assert (table.step, table.cell("LTF"), table.price("LTF")) == ("dividend", (6, 6), 100)


@pytest.mark.clause("18FB-3.4.10")
def test_in_provisional_state_trains_earn() -> None:
    table = tronto(CompanyState.PROVISIONAL).trains("LTF", "PH1").operate("LTF", "earnings").go_on()
    assert (table.turn.revenue, table.game.state.earnings) == (50, {"LTF": 50})
    assert table.step == "dividend"


# Definitive


@pytest.mark.clause("18FB-3.4.11")
def test_the_final_destination_after_the_intermediate_one_makes_it_definitive() -> None:
    table = tronto(CompanyState.PROVISIONAL).trains("LTF", "PH1").rails(TO_FOGGIA).operate("LTF", "token")
    table.do(line(TO_FOGGIA))
    assert table.state("LTF") is CompanyState.DEFINITIVE


@pytest.mark.clause("18FB-3.4.11")
def test_the_final_destination_alone_changes_nothing() -> None:
    table = tronto(CompanyState.BUILDING).tokens("LTF", "L27")
    assert table.state("LTF") is CompanyState.BUILDING


@pytest.mark.clause("18FB-3.4.12")
@pytest.mark.parametrize("state", [CompanyState.PROVISIONAL, CompanyState.DEFINITIVE])
def test_a_definitive_company_may_do_all_a_provisional_one_may(state: CompanyState) -> None:
    table = tronto(state, cash=200).start("FB", "Bruno", at=80, stock={"pool": 1}).trains("LTF", "PH1")
    table.operate("LTF", "earnings").go_on()
    assert table.turn.revenue >= 50
    table.do(Dividend("withhold"), BuyTrain("PH1", "bank", 80), Pass())
    assert table.step == "finance"
    table.do(BuyShare("FB", "pool"))
    assert table.game.percent("FB", "LTF") == 10


# Frozen


@pytest.mark.clause("18FB-3.4.13")
@pytest.mark.parametrize("phase", ["PH1", "PH2", "PH3", "PH4"])
def test_a_company_is_frozen_while_its_concession_lies_in_the_bank_pool(phase: str) -> None:
    table = Table().phase(phase).start("LdA", "Ada", stock={"Bruno": 4}).cash(Bruno=700).stock_round("Ada")
    table.do(SellShares("LdA", (10, 10)))
    assert (table.state("LdA"), table.own.concessions["LdA"].owner) == (CompanyState.FROZEN, "")
    table.do(Answer("leave"))
    assert table.state("LdA") is CompanyState.FROZEN
    table.stock_round("Bruno", turn=3).do(TakeConcession("LdA"))
    assert table.state("LdA") is CompanyState.BUILDING
    assert frozen(phase).phase("PH5").state("FB") is CompanyState.DEFINITIVE


NEW_TILE = LayTile("I28", "9", 0)  # beyond the tile on Benevento
TO_CASERTA = "I30 H29 G30"


def tiles_listed(table: Table, colour: str) -> list[LayTile]:
    tiles = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    return [choice for choice in tiles if TITLE.box.board.tiles[choice.tile].face.colour == colour]


@pytest.mark.clause("18FB-3.4.15", "18FB-R37")
def test_a_frozen_company_upgrades_but_lays_no_new_tile_and_no_token() -> None:
    table = frozen(cash=500).lay("I30 5 0").rails(TO_CASERTA).start("LTF", "Ada", at=60).operate("FB")
    table.may_not(NEW_TILE, "18FB-3.4.15")
    laid = set(table.game.layout.tiles)
    assert {choice.hex for choice in tiles_listed(table, "yellow")} <= laid
    green = {choice.hex: choice for choice in tiles_listed(table, "green")}
    assert set(green) == laid
    table.do(green["I30"], green["G30"])
    assert table.turn.corporation == "LTF"  # two steps as usual, and nothing else to do in its turn
    table.operate("FB", "token").may_not(line(TO_CASERTA), "18FB-3.4.15")


@pytest.mark.clause("18FB-R37")
def test_a_frozen_company_may_also_replace_a_yellow_tile_by_another() -> None:
    table = frozen("PH1").lay("I30 5 0").operate("FB")
    listed = tiles_listed(table, "yellow")
    assert {choice.hex for choice in listed} == {"I30"}
    table.do(listed[0])
    assert table.game.layout.tiles["I30"] == (listed[0].tile, listed[0].rotation) != ("5", 0)


@pytest.mark.clause("18FB-R37")
def test_a_company_in_building_state_may_lay_what_a_frozen_one_may_not() -> None:
    table = frozen(cash=500).lay("I30 5 0").rails(TO_CASERTA).concession("FB", "Bruno").operate("FB")
    table.may(NEW_TILE)
    table.operate("FB", "token").may(line(TO_CASERTA))


@pytest.mark.clause("18FB-3.4.16", "18FB-R38")
@pytest.mark.parametrize("final", [None, False, True], ids=["from building", "from provisional", "from definitive"])
def test_a_frozen_company_runs_its_trains_whatever_it_was(final: bool | None) -> None:
    table = frozen(final=final).lay("I30 57 0").trains("FB", "PH2").markers(FB=2)
    expected = earnings.earnings(table.game, "FB").total
    assert expected >= 20 + 2 * 10
    table.operate("FB", "earnings").go_on()
    assert table.game.state.earnings == {"FB": expected}


@pytest.mark.clause("18FB-3.4.17")
def test_a_frozen_company_always_pays_half() -> None:
    table = frozen(cash=0).cash(Ada=0, Bruno=0, Carla=0).operate("FB", "dividend").turn_is(revenue=130)
    table.may(Dividend("half"))
    table.may_not(Dividend("pay"), "18FB-3.4.17")
    table.may_not(Dividend("withhold"), "18FB-3.4.17")
    table.may_not(Pass(), "18FB-3.5.6.1")
    table.go_on()  # there is nothing to choose
    assert table.money("Ada", "Bruno", "Carla", "FB") == (21, 21, 28, 60)


@pytest.mark.clause("18FB-R38")
@pytest.mark.parametrize(("revenue", "cell"), [(0, (6, 5)), (180, (6, 6)), (190, (6, 7)), (200, (6, 7))])
def test_the_price_of_a_frozen_company_moves_by_its_half_dividend(revenue: int, cell: tuple[int, int]) -> None:
    """On D100 [6,6]: nothing earned goes left, half of 190 rounds up to 100 and goes right."""
    table = frozen().operate("FB", "dividend").turn_is(revenue=revenue).go_on()
    assert table.cell("FB") == cell


@pytest.mark.clause("18FB-R38")
def test_a_frozen_company_pays_no_secured_interest() -> None:
    table = frozen().cash(Ada=0, Bruno=0, Carla=0).operate("FB", "earnings").turn_is(laid=ALL_STEPS).go_on()
    assert table.money("Ada", "Bruno", "Carla") == (0, 0, 0)


@pytest.mark.clause("18FB-3.4.18")
@pytest.mark.parametrize("final", [None, True], ids=["from building", "from definitive"])
def test_a_frozen_company_without_a_train_stays_without_one(final: bool | None) -> None:
    table = frozen(cash=800, final=final).start("LTF", "Ada", at=60).operate("FB", "trains")
    table.may_not(BuyTrain("PH2", "bank", 160), "18FB-3.4.18")
    table.may_not(SellShares("FB", (10,)), "18FB-3.5.10.1")
    table.go_on()
    assert (table.turn.corporation, table.game.trains("FB"), table.money("FB")) == ("LTF", (), (800,))


@pytest.mark.clause("18FB-3.4.18", "18FB-R38")
def test_a_frozen_company_trades_no_train_with_another() -> None:
    table = frozen(cash=800).trains("FB", "PH2").start("LTF", "Bruno", at=60, cash=300).trains("LTF", "PH2")
    table.operate("FB", "trains").may_not(BuyTrain("PH2", "LTF", 10), "18FB-3.4.18")
    table.operate("LTF", "trains").may_not(BuyTrain("PH2", "FB", 10), "18FB-R38")
    table.concession("FB", "Bruno").operate("LTF", "trains").may(BuyTrain("PH2", "FB", 10))


@pytest.mark.clause("18FB-3.4.19")
def test_a_frozen_company_trades_no_stock_of_its_own_will() -> None:
    table = frozen(cash=800, final=True).trains("FB", "PH2").start("LTF", "Ada", at=60, stock={"FB": 1, "pool": 1})
    table.start("NN", "Ada", at=60, stock={"pool": 1}).operate("FB", "finance")
    table.may_not(SellShares("LTF", (10,)), "18FB-3.4.19")
    table.may_not(BuyShare("NN", "pool"), "18FB-3.4.19")
    table.operate("FB", "forced sales").go_on()
    assert (table.game.percent("LTF", "FB"), table.money("FB")) == (10, (800,))
    assert table.turn.corporation != "FB"


@pytest.mark.clause("18FB-3.4.19")
def test_what_a_frozen_company_may_not_keep_it_sells() -> None:
    table = frozen(cash=0, final=True).trains("FB", "PH2").start("LTF", "Ada", at=(11, 7), stock={"FB": 1})
    assert table.price("LTF") == 60
    table.operate("FB", "forced sales").go_on()
    assert (table.game.percent("LTF", "FB"), table.pool("LTF"), table.money("FB")) == (0, 10, (60,))


@pytest.mark.clause("18FB-3.4.20")
def test_ph5_releases_a_frozen_company_at_once() -> None:
    """LTF buys the first PH5 train before FB's turn in the same round."""
    table = frozen("PH4", cash=100).start("LTF", "Ada", at=130, cash=600, stock={"Ada": 4}).line_done("LTF")
    table.trains("LTF", "PH4").trains("FB", "PH3").sold_out("PH4").cash(Bruno=800)
    table.operate("LTF", "trains", turn=4).do(BuyTrain("PH5", "bank", 520))
    assert (table.game.state.phase, table.own.concessions) == ("PH5", {})
    assert table.state("FB") is CompanyState.DEFINITIVE
    table.pass_on(lambda: table.turn.corporation == "FB")
    assert (table.game.state.round.turn, table.game.state.round.number) == (4, 1)
    assert table.decider == table.game.president("FB") == "Carla"  # who holds most, by Garibaldi's authority
    table.lay("I30 57 0").operate("FB", "earnings", turn=4).go_on()
    table.may(Dividend("pay"), Dividend("half"), Dividend("withhold"))
    table.trains("FB").operate("FB", "trains", turn=4).may_not(Pass(), "18FB-3.5.8.5")


@pytest.mark.clause("18FB-3.4.20")
def test_at_ph5_the_holder_of_the_presidents_certificate_stays_if_nobody_has_more() -> None:
    table = Table().phase("PH4").start("FB", "Bruno", stock={"Bruno": 2, "Ada": 3}, concession="")
    table.start("LTF", "Ada", at=130, cash=600, stock={"Ada": 4}).line_done("LTF").trains("LTF", "PH4").sold_out("PH4")
    table.operate("LTF", "trains").do(BuyTrain("PH5", "bank", 520))
    assert (table.state("FB"), table.game.president("FB")) == (CompanyState.DEFINITIVE, "Bruno")


@pytest.mark.clause("18FB-3.4.21", "18FB-R38")
@pytest.mark.parametrize(
    ("final", "due", "state"),
    [(None, 200, CompanyState.BUILDING), (False, 200, CompanyState.PROVISIONAL), (True, 0, CompanyState.DEFINITIVE)],
)
def test_with_its_concession_a_company_is_again_what_it_was(final: bool | None, due: int, state: CompanyState) -> None:
    table = frozen("PH2", "FSC", final).cash(Bruno=due).stock_round("Bruno")
    table.do(TakeConcession("FSC"))
    assert (table.state("FSC"), table.money("Bruno")) == (state, (0,))
    table.operate("FSC", "trains")
    if state is not CompanyState.BUILDING:
        table.may_not(Pass(), "18FB-3.5.8.5")  # with all its duties


# Slots of companies that are no more


@pytest.mark.clause("18FB-R16")
def test_the_slots_of_a_closed_company_open_to_all() -> None:
    """Ada cannot pay for LTF's train, and nobody holds two shares of it."""
    table = Table().phase("PH5").start("LTF", "Ada", stock={"Bruno": 1}).start("FSC", "Bruno").cash(Ada=0)
    reserved, home = StopId("L27.0"), StopId("K46.0")
    table.lay("L27 57 0").tokens("FSC", "L27")
    before, in_all = places.open_slots(table.game, reserved), places.all_slots(table.game, reserved)
    assert not places.has_room(table.game, "FC", reserved)
    table.operate("LTF", "trains").do(Bankrupt())
    assert table.own.closed == ("LTF",)
    assert (places.open_slots(table.game, reserved), places.all_slots(table.game, reserved)) == (before + 1, in_all)
    assert places.has_room(table.game, "FC", reserved)
    assert (table.game.tokens_at(home), places.has_room(table.game, "FC", home)) == ((), True)


@pytest.mark.clause("18FB-R16")
@pytest.mark.parametrize(("phase", "slots"), [("PH2", 0), ("PH4", 4)])
def test_the_slot_of_a_closed_company_in_rome_still_waits_for_ph4(phase: str, slots: int) -> None:
    table = Table().phase(phase).start("LdA", "Ada", cash=0).line_done("LdA").cash(Ada=0).operate("LdA", "trains")
    table.do(Bankrupt())
    assert table.own.closed == ("LdA",)
    assert places.open_slots(table.game, components.stops_of("Roma")[0]) == slots


@pytest.mark.clause("18FB-R16", "18FB-3.5.11.10")
def test_a_slot_that_a_closed_company_had_from_the_bourbons_opens_too() -> None:
    """LdA stood in Caserta in place of Bourbon token 5; token 8 still stands there."""
    table = Table().start("LdA", "Ada", cash=0).line_done("LdA").start("FSC", "Bruno").cash(Ada=0).lay("G30 57 0")
    table.tokens("LdA", "G30").own_is(bourbon={**table.own.bourbon, "5": "LdA"}).tokens("FSC", "G30")
    in_all = places.all_slots(table.game, StopId("G30.0"))
    assert not places.has_room(table.game, "FC", StopId("G30.0"))
    table.operate("LdA", "trains").do(Bankrupt())
    assert table.own.closed == ("LdA",)
    assert (places.open_slots(table.game, StopId("G30.0")), places.all_slots(table.game, StopId("G30.0"))) == (
        2,
        in_all,
    )
    assert places.has_room(table.game, "FC", StopId("G30.0"))


@pytest.mark.clause("18FB-R16")
def test_a_national_stands_where_its_companies_stood_and_their_other_slots_open() -> None:
    """RM is formed out of LdA and FC, which was never started but stands on its home."""
    table = Table().phase("PH5").start("LdA", "Ada", at=100, stock={"Ada": 2}).line_done("LdA", final=False)
    table.start("LTF", "Bruno", at=130, cash=700).line_done("LTF").trains("LTF", "PH4").sold_out("PH5")
    reserved_for_lda, home_of_lda, home_of_fc, reserved_for_fc = map(StopId, ("J41.0", "F31.0", "F11.0", "A2.0"))
    slots = {stop: places.open_slots(table.game, stop) for stop in (reserved_for_lda, home_of_lda, reserved_for_fc)}
    table.operate("LTF", "trains").do(BuyTrain("PH6", "bank", 650))
    assert (table.step, table.decider) == ("merger", "Ada")
    table.do(Answer("merge"), Answer("FC"))
    stations = table.game.state.stations
    assert {hex_of(stop) for stop in stations["RM"]} == {"F31", "I36", "F11"}
    assert (stations["LdA"], stations["FC"]) == ((), ())
    for stop, before in slots.items():
        assert places.open_slots(table.game, stop) == before + 1
    assert not places.is_kept_for(table.game, "RM", reserved_for_lda)  # RM inherits tokens, not reservations
    assert places.in_open_slots(table.game, home_of_lda) == ["RM"]
    assert places.has_room(table.game, "LTF", home_of_lda)
    assert "RM" in places.companies_at(table.game, home_of_fc)
