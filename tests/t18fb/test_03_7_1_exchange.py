"""Sections 3.7.1 and 3.7.2: value, shares, presidency and assets of a new national company."""

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.flow.actions import Answer, Bankrupt, BuyShare, BuyTrain, Dividend, Pass, SellShares
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb import TITLE, places
from ferrovia.titles.t18fb.bankruptcy import close
from ferrovia.titles.t18fb.events import CompanyJoined
from tests.t18fb.conventions import CANDIDATES, NO, YES, begin, eve_of_ph6, merged, two_merge
from tests.t18fb.table import Table

BOTH = pytest.mark.parametrize("national", ["RM", "RA"])


def shares(table: Table, national: str = "RM") -> dict[str, int]:
    """Who holds how many 10% shares, the president's certificate as two."""
    holders = dict.fromkeys(table.game.holders(national))
    return {holder: table.game.percent(national, holder) // 10 for holder in holders}


# Value


@pytest.mark.clause("18FB-3.7.1.10")
def test_it_starts_at_the_higher_of_the_two_values_under_the_markers_there() -> None:
    table = eve_of_ph6("RM", 140, 120, 90, 80).start("FB", "Ezio", at=90)
    begin(table, NO, NO)
    assert table.cell("RM") == (7, 6)
    assert table.stack((7, 6)) == ["FB", "RM"]


@pytest.mark.clause("18FB-3.7.1.10", "18FB-3.7.2.2")
@BOTH
def test_one_unfloated_company_does_not_matter_for_the_value(national: str) -> None:
    table = begin(eve_of_ph6(national, 140, 120, 90), NO, NO)
    assert table.cell(national) == (7, 6)


@pytest.mark.clause("18FB-R88")
def test_of_equal_values_the_space_of_the_first_in_market_order_counts() -> None:
    table = eve_of_ph6("RM", 140, 120).start("FC", "Carla", at=(6, 6)).start("FSC", "Dora", at=(5, 5))
    assert table.price("FC") == table.price("FSC") == 100
    begin(table, NO, NO)
    assert table.cell("RM") == (6, 6)


@pytest.mark.clause("18FB-3.7.1.11", "18FB-3.7.2.2")
@BOTH
def test_out_of_two_unfloated_it_starts_at_d100(national: str) -> None:
    table = begin(eve_of_ph6(national, 140, 120), NO, NO)  # RA out of SFTF and SFM
    assert table.cell(national) == (6, 6)
    assert table.price(national) == 100


# Shares of players


@pytest.mark.clause("18FB-3.7.1.12", "18FB-3.7.2.2")
@BOTH
def test_two_old_shares_of_either_company_for_a_new_one(national: str) -> None:
    table = merged(two_merge(national, first={"Ada": 1}, second={"Ada": 1}))
    assert shares(table, national)["Ada"] == 2  # 3 of one and 1 of the other
    assert shares(table, national)["Carla"] == 1


@pytest.mark.clause("18FB-3.7.1.13", "18FB-3.7.2.2")
@BOTH
def test_players_exchange_from_who_began_ph6_whoever_has_the_priority(national: str) -> None:
    """Ada and Carla could both take the president's certificate; Bruno's company bought the train, so Carla does."""
    table = two_merge(national, first={"Ada": 2}, second={"Carla": 2})
    table.game.state.priority = "Ada"
    merged(table)
    assert table.own.exchange_order == ("Bruno", "Carla", "Ada")
    assert shares(table, national) == {"Carla": 2, "Ada": 2, national: 6}
    assert table.game.president(national) == "Carla"
    table = two_merge(national, first={"Ada": 2}, second={"Carla": 2}, buyer="Carla", presidents=("Ada", "Carla"))
    assert merged(table).game.president(national) == "Carla"
    table = two_merge(national, first={"Ada": 2}, second={"Carla": 2}, buyer="Ada", presidents=("Ada", "Carla"))
    assert merged(table).game.president(national) == "Ada"


@pytest.mark.clause("18FB-3.7.1.14", "18FB-3.7.1.15", "18FB-R59")
def test_the_first_who_has_four_old_shares_takes_the_presidents_certificate() -> None:
    """Bruno has 3 old shares, Carla 5, Ada 4."""
    table = two_merge(first={"Bruno": 3, "Carla": 1}, second={"Carla": 2, "Ada": 2})
    bruno, carla, ada = table.money("Bruno", "Carla", "Ada")
    merged(table)
    assert table.game.holders("RM")[PRESIDENT] == "Carla"
    assert {name: shares(table)[name] for name in ("Ada", "Bruno", "Carla")} == {"Ada": 2, "Bruno": 1, "Carla": 2}
    assert table.money("Bruno", "Carla", "Ada") == (bruno + 70, carla + 70, ada)  # half of 140 for an odd share


@pytest.mark.clause("18FB-3.7.1.15", "18FB-3.7.2.2")
@BOTH
def test_an_odd_share_of_a_floated_company_is_paid_with_half_the_value(national: str) -> None:
    table = two_merge(national, second={"Bruno": 3})
    bruno, bank = table.money("Bruno", BANK)
    merged(table)
    assert shares(table, national)["Bruno"] == 1
    assert table.money("Bruno", BANK) == (bruno + 70, bank + 650 - 70)


def with_free_share() -> Table:
    """Ada has the share of NN that came with Bayard; NN is not floated. LdA is Bruno's, FC Carla's."""
    table = Table(4).cards(Bayard="Ada").phase("PH5").regionals().sold_out("PH5")
    table.start("FP", "Dora", at=(0, 10), cash=2000).trains("FP", "PH5").own_is(fp_home="N21")
    return table.start("LdA", "Bruno", at=140).start("FC", "Carla", at=90)


@pytest.mark.clause("18FB-3.7.1.16")
def test_an_odd_share_of_an_unfloated_company_is_lost() -> None:
    table = with_free_share()
    ada = table.game.cash("Ada")
    assert table.game.percent("NN", "Ada") == 10
    begin(table, YES, NO, Answer("NN"))
    assert table.game.cash("Ada") == ada
    assert "Ada" not in table.game.holders("RM")
    assert "Ada" not in table.game.holders("NN")


@pytest.mark.clause("18FB-R60")
def test_the_odd_share_is_taken_from_a_floated_company_if_there_is_one() -> None:
    table = with_free_share().start("LdA", "Bruno", at=140, stock={"Ada": 2})
    ada = table.game.cash("Ada")
    begin(table, YES, NO, Answer("NN"))
    assert shares(table)["Ada"] == 1  # 2 of LdA and 1 of NN
    assert table.game.cash("Ada") == ada + 70


@pytest.mark.clause("18FB-R60")
def test_the_shares_of_another_company_are_exchanged_and_its_odd_one_paid_to_its_treasury() -> None:
    table = two_merge(first={"FB": 1}, second={"FB": 1, "FST": 1})
    merged(table.start("FB", "Bruno", cash=10).start("FST", "Bruno", cash=20))
    assert shares(table)["FB"] == 1
    assert "FST" not in table.game.holders("RM")
    assert table.money("FB", "FST") == (10, 20 + 70)


# Treasury, pool and what is left


@pytest.mark.clause("18FB-3.7.1.17", "18FB-3.7.1.18", "18FB-3.7.1.19", "18FB-R60", "18FB-3.7.2.2")
@BOTH
def test_treasury_then_pool_exchange_and_the_rest_is_the_nationals(national: str) -> None:
    """Players 6 + 4 + 3 old shares, 5 in offers, 2 in the pool, to which the odd one of the treasury comes."""
    first, second = CANDIDATES[national][:2]
    table = two_merge(national, first={"Ada": 2, "Bruno": 2, "pool": 1}, second={"Ada": 2, "Bruno": 2, "Carla": 1})
    table.game.hand_over(second, len(table.game.sizes(second)) - 1, POOL)
    offered = sum(table.game.percent(name, OFFER) for name in (first, second))
    assert (offered, table.pool(first) + table.pool(second)) == (50, 20)
    merged(table)
    assert shares(table, national) == {"Ada": 3, "Bruno": 2, "Carla": 1, POOL: 1, national: 3}


@pytest.mark.clause("18FB-3.7.1.17", "18FB-3.7.1.18")
def test_the_odd_share_of_the_treasury_makes_a_pair_with_that_of_the_pool() -> None:
    """14 old shares of players, 5 unsold and 1 in the pool."""
    table = two_merge(first={"Ada": 2, "Bruno": 2, "pool": 1}, second={"Ada": 2, "Bruno": 2, "Carla": 2})
    assert table.game.percent("LdA", OFFER) + table.game.percent("NN", OFFER) == 50
    merged(table)
    assert shares(table) == {"Ada": 3, "Bruno": 2, "Carla": 2, POOL: 1, "RM": 2}


@pytest.mark.clause("18FB-3.7.1.17", "18FB-3.7.1.19", "18FB-R61")
def test_own_shares_and_those_of_one_another_are_treasury_shares() -> None:
    """LdA holds 2 of its own and 1 of NN, 1 of NN is unsold: two new ones; the pool's single old share is lost."""
    table = two_merge(
        first={"LdA": 2, "Ada": 4, "Bruno": 2}, second={"LdA": 1, "Carla": 3, "Bruno": 2, "pool": 1}, prices=(140, 120)
    )
    assert [table.game.percent(name, OFFER) for name in ("LdA", "NN")] == [0, 10]
    rm = table.money("LdA", "NN")
    merged(table)
    assert shares(table) == {"Ada": 3, "Bruno": 2, "Carla": 2, "RM": 3}
    assert table.game.cash("RM") == sum(rm)  # nothing is paid to the treasury


@pytest.mark.clause("18FB-3.7.1.23", "18FB-3.7.2.2")
@BOTH
def test_the_pool_may_come_to_hold_more_than_half(national: str) -> None:
    table = merged(two_merge(national, first={"pool": 6}, second={"pool": 6}))
    assert table.pool(national) == 60


# Presidency


@pytest.mark.clause("18FB-3.7.1.20", "18FB-3.7.1.14", "18FB-3.7.2.2")
@BOTH
def test_who_then_holds_more_becomes_president(national: str) -> None:
    """Bruno has 3 old shares, Carla 5, Ada 6: Carla takes the president's certificate and gives it to Ada."""
    table = two_merge(national, first={"Bruno": 3, "Carla": 1}, second={"Carla": 2, "Ada": 4})
    merged(table)
    assert (table.holding(national, "Ada"), table.holding(national, "Carla")) == ([20, 10], [10, 10])
    assert table.game.president(national) == "Ada"
    assert table.game.holders(national)[PRESIDENT] == "Ada"


@pytest.mark.clause("18FB-R59")
def test_without_a_holder_of_four_the_largest_holder_acts_as_president() -> None:
    """Ada and Carla have two old shares each; the exchange begins with Bruno, so Carla decides."""
    table = merged(two_merge(first={"pool": 3}, second={"pool": 3}))
    assert table.game.holders("RM")[PRESIDENT] == "RM"
    assert {name: shares(table)[name] for name in ("Ada", "Carla", POOL)} == {"Ada": 1, "Carla": 1, POOL: 3}
    assert table.game.president("RM") == "Carla"
    assert "RM" in TITLE.operating.order(table.game)
    table.operate("RM")
    assert table.decider == "Carla"


@pytest.mark.clause("18FB-R59")
@pytest.mark.parametrize("buyer", ["Ada", "Carla"])
def test_the_first_who_holds_two_takes_the_presidents_certificate_for_them(buyer: str) -> None:
    table = merged(two_merge(first={"pool": 3}, second={"pool": 3})).stock_round(buyer)
    before = shares(table)
    table.do(BuyShare("RM", "pool"))
    assert table.holding("RM", buyer) == [20]
    assert table.game.president("RM") == buyer
    assert shares(table) == {**before, buyer: 2, POOL: 2}  # nobody else gains or loses by it


@pytest.mark.clause("18FB-R59", "18FB-R62")
def test_a_national_nobody_owns_waits_for_its_presidents_certificate_to_be_bought() -> None:
    table = begin(eve_of_ph6("RM", 140, 120), NO, NO)
    assert shares(table) == {"RM": 10}
    assert table.game.president("RM") == ""
    assert "RM" not in TITLE.operating.order(table.game)
    table.stock_round("Carla")
    carla = table.game.cash("Carla")
    assert table.says(BuyShare("RM", "treasury")).endswith("for D200")
    table.do(BuyShare("RM", "treasury"))
    assert table.holding("RM", "Carla") == [20]
    assert table.money("Carla", "RM") == (carla - 200, 200)
    assert table.game.president("RM") == "Carla"
    assert "RM" in TITLE.operating.order(table.game)


@pytest.mark.clause("18FB-R90")
def test_the_presidents_certificate_stays_in_the_treasury_at_the_cost_of_the_pool() -> None:
    table = merged(two_merge(first={"pool": 8}, second={"pool": 8}))
    assert shares(table) == {"RM": 2, "Carla": 1, "Ada": 1, POOL: 6}
    assert table.game.holders("RM")[PRESIDENT] == "RM"


# R62: its treasury


def with_treasury() -> Table:
    """RM at 140: Ada 3 shares, Carla 1, the other 6 in RM's treasury; it has operated."""
    table = merged(two_merge(first={"Ada": 2}, second={"Ada": 2}, prices=(140, 120)))
    assert shares(table) == {"Ada": 3, "Carla": 1, "RM": 6}
    return table.own_is(earned=(*table.own.earned, "RM"))


@pytest.mark.clause("18FB-3.7.1.19", "18FB-3.3.4.5", "18FB-R62")
def test_players_buy_what_is_left_over_out_of_its_treasury_at_the_market_value() -> None:
    table = with_treasury()
    table.game.put_on_market("RM", (5, 8))
    table.stock_round("Bruno").may_not(BuyShare("RM", "offer"), "18FB-3.3.4.1")
    table.may_not(BuyShare("FB", "treasury"), "18FB-R24")
    bruno, rm = table.money("Bruno", "RM")
    value = table.price("RM")
    assert value != table.game.state.pars["RM"] == 140
    assert table.says(BuyShare("RM", "treasury")).endswith(f"for D{value}")
    table.do(BuyShare("RM", "treasury"))
    assert table.money("Bruno", "RM") == (bruno - value, rm + value)
    assert shares(table) == {"Ada": 3, "Carla": 1, "Bruno": 1, "RM": 5}
    seen = view_for(table.game)["corporations"]["RM"]
    assert (seen["treasury"], seen["offer"]) == ([10] * 5, [])


@pytest.mark.clause("18FB-3.5.6.6", "18FB-R62")
def test_the_dividend_on_it_is_the_nationals() -> None:
    table = with_treasury().tokens("RM", "Roma").markers(RM=0)
    table.operate("RM", "earnings").go_on()
    revenue = table.turn.revenue
    assert revenue >= 100
    rm = table.game.cash("RM")
    table.do(Dividend("pay"))
    assert table.game.cash("RM") == rm + revenue * 60 // 100


@pytest.mark.clause("18FB-2.2.5.6", "18FB-R62")
@pytest.mark.parametrize("elsewhere", ["RM", "Bruno", POOL])
def test_stock_in_its_treasury_does_not_stop_the_rise(elsewhere: str) -> None:
    table = with_treasury()
    if elsewhere != "RM":
        table.game.hand_over("RM", table.game.holders("RM").index("RM"), elsewhere)
    row, column = table.cell("RM")
    table.stock_round().end_round()
    assert table.cell("RM") == ((row, column) if elsewhere == POOL else (row - 1, column))


@pytest.mark.clause("18FB-3.5.9.5", "18FB-R62")
def test_it_may_sell_it_in_its_financial_step() -> None:
    table = with_treasury().operate("RM", "finance")
    (rm,) = table.money("RM")
    assert [choice for choice in table.game.decision.choices if isinstance(choice, SellShares)] == [
        SellShares("RM", (10,) * count) for count in range(1, 6)
    ]
    table.may_not(SellShares("RM", (10,) * 6), "18FB-R69")
    table.do(SellShares("RM", (10, 10)))
    assert table.money("RM") == (rm + 280,)
    assert shares(table) == {"Ada": 3, "Carla": 1, "RM": 4, POOL: 2}
    assert table.price("RM") == 140
    table.may_not(BuyShare("RM", "pool"), "18FB-3.5.9.6")


@pytest.mark.clause("18FB-3.5.9.4", "18FB-R62")
def test_other_companies_buy_nothing_out_of_a_treasury() -> None:
    table = with_treasury().start("FB", "Bruno", cash=900).trains("FB", "PH6").operate("FB", "finance")
    table.may_not(BuyShare("RM", "treasury"), "18FB-3.5.9.4")
    table.may_not(BuyShare("RM", "offer"), "18FB-3.5.9.4")


@pytest.mark.clause("18FB-3.5.10.2", "18FB-R62")
def test_in_an_emergency_it_is_sold_first() -> None:
    """RM has no train and 300; of its own stock it sells at half price before Ada adds a ducat."""
    table = with_treasury().trains("RM").cash(RM=300, Ada=900).operate("RM", "trains")
    table.may_not(BuyTrain("PH6", BANK, 650), "18FB-3.5.10.2")
    table.may_not(Bankrupt(), "18FB-3.5.11.1")
    table.do(SellShares("RM", (10,) * 5))
    assert (table.money("RM", "Ada"), table.price("RM")) == ((650, 900), 140)
    table.do(BuyTrain("PH6", BANK, 650))
    assert table.money("RM", "Ada") == (0, 900)


@pytest.mark.clause("18FB-2.2.3.3", "18FB-R62")
def test_in_light_blue_all_of_it_goes_to_the_pool() -> None:
    table = with_treasury().tokens("RM", "Roma")
    table.game.put_on_market("RM", (12, 9))
    table.operate("RM", "trains").do(Pass())
    assert shares(table) == {"Ada": 3, "Carla": 1, POOL: 6}


@pytest.mark.clause("18FB-2.3.6", "18FB-R90")
def test_a_presidents_certificate_in_its_treasury_is_not_sold() -> None:
    table = merged(two_merge(first={"pool": 1}, second={"pool": 1}))
    table.own_is(earned=(*table.own.earned, "RM"))
    assert shares(table) == {"Carla": 1, "Ada": 1, POOL: 1, "RM": 7}
    table.operate("RM", "finance")
    table.may_not(SellShares("RM", (20,)), "18FB-2.3.1")
    table.do(SellShares("RM", (10,) * 4))
    assert table.holding("RM", "RM") == [20, 10]
    table.trains("RM").cash(RM=0, Carla=0).operate("RM", "trains")
    table.do(SellShares("RM", (10,)))
    assert (table.holding("RM", "RM"), table.pool("RM")) == ([20], 60)
    assert set(table.game.decision.choices) == {Bankrupt()}  # the pool is full, and Carla presides on one share


# Assets


@pytest.mark.clause("18FB-3.7.1.21", "18FB-3.7.2.2")
@BOTH
def test_it_receives_all_trains_and_money(national: str) -> None:
    first, second = CANDIDATES[national][:2]
    table = merged(two_merge(national).cash(**{first: 210, second: 90}))
    assert table.money(national, first, second) == (300, 0, 0)
    assert sorted(table.game.trains(national)) == ["PH4", "PH5"]
    assert table.game.trains(first) == table.game.trains(second) == ()
    assert national not in table.own.leases
    assert table.game.corporation(national).tokens == 18


@pytest.mark.clause("18FB-3.7.1.22", "18FB-3.7.2.2")
@BOTH
def test_the_merged_companies_leave_the_game(national: str) -> None:
    table = merged(two_merge(national))
    for name in CANDIDATES[national][:2]:
        assert not table.game.is_started(name)
        assert set(table.game.holders(name)) == {OUT}
        assert name not in TITLE.operating.order(table.game)
        assert table.game.state.stations[name] == ()
        table.stock_round().may_not(BuyShare(name, "offer"), "18FB-3.3.4.4")


@pytest.mark.clause("18FB-3.7.1.24", "18FB-3.7.2.2")
def test_its_tokens_replace_theirs() -> None:
    table = two_merge().tokens("LdA", "I36").tokens("NN", "F25")
    merged(table)
    assert set(table.game.state.stations["RM"]) == {"F31.0", "I36.0", "NC8.0", "F25.0"}
    assert table.game.state.tokens["RM"] == 14
    table = two_merge("RA").tokens("LTF", "L39").tokens("FS", "P13")
    merged(table)
    assert set(table.game.state.stations["RA"]) == {"K46.0", "L39.0", "N21.0", "P13.0"}


@pytest.mark.clause("18FB-R61", "18FB-3.7.1.24")
def test_where_both_stood_one_token_stays_and_the_other_slot_opens() -> None:
    table = two_merge().lay("K38 14 0").tokens("LdA", "K38").tokens("NN", "K38")
    assert not places.has_room(table.game, "FB", StopId("K38.0"))
    merged(table)
    assert table.game.state.stations["RM"].count("K38.0") == 1
    assert places.has_room(table.game, "FB", StopId("K38.0"))
    table = merged(two_merge().tokens("LdA", "F37").tokens("NN", "G40"))  # two hexes of Rome
    assert [stop for stop in table.game.state.stations["RM"] if stop in ("F37.0", "G40.0")] == ["F37.0"]


@pytest.mark.clause("18FB-R61")
@pytest.mark.parametrize(("kept", "dropped"), [("NC8.0", "NC10.0"), ("NC10.0", "NC8.0")])
def test_of_two_halves_of_napoli_the_president_chooses_one(kept: str, dropped: str) -> None:
    table = two_merge(first={"Ada": 2}).tokens("LdA", "NC10.0")
    merged(table)
    assert (table.decider, table.step) == ("Ada", "token")
    table.may_not(Pass(), "18FB-R61")
    table.may_not(Answer("F31.0"), "18FB-R61")
    table.do(Answer(kept))
    assert kept in table.game.state.stations["RM"]
    assert dropped not in table.game.state.stations["RM"]
    assert table.turn.corporation == "FP"


@pytest.mark.clause("18FB-R61")
def test_markers_certificates_of_others_and_the_favour_of_falcon_pass_on() -> None:
    table = two_merge(first={"Ada": 2}).markers(LdA=3, NN=4).own_is(falcon="NN", papal=("NN",))
    table.start("FB", "Bruno", at=100, stock={"LdA": 1, "NN": 1}, cash=300).trains("FB", "PH4")
    merged(table)
    assert table.own.markers["RM"] == 7
    assert table.own.falcon == "RM"
    assert "RM" in table.own.papal
    assert table.game.percent("FB", "RM") == 20
    # The second certificate of the same company is sold in its next financial step.
    table.cash(RM=700).operate("RM", "forced sales").go_on()
    assert (table.step, table.game.percent("FB", "RM")) == ("trains", 20)
    rm = table.game.cash("RM")
    table.do(Pass())
    assert table.game.percent("FB", "RM") == 10
    assert table.money("RM") == (rm + 100,)
    assert table.step == "finance"


@pytest.mark.clause("18FB-R61")
def test_the_home_token_of_an_unfloated_company_is_replaced_too() -> None:
    table = begin(eve_of_ph6("RM", 140, 120, 90), NO, NO)
    assert set(table.game.state.stations["RM"]) == {"F11.0", "F23.0"}  # FC and the unfloated FSC


@pytest.mark.clause("18FB-3.6.2.7", "18FB-3.7.1.24")
def test_a_regional_that_waits_takes_a_slot_that_a_merger_opens() -> None:
    """Taranto is full but for the slots kept for LTF, FS and FST; the first two merge."""
    table = Table(3).phase("PH5").lay("M14 X5 1").tokens("FB", "M14").tokens("LdA", "M14").regionals().sold_out("PH5")
    table.start("FP", "Bruno", at=(0, 10), cash=2000).trains("FP", "PH5").own_is(fp_home="N21")
    table.start("LTF", "Ada", at=140).start("FS", "Carla", at=120)
    assert table.own.waiting == ("FAL",)
    begin(table, YES)
    assert table.own.waiting == ("FAL",)
    table.do(YES)
    assert table.game.state.stations["FAL"] == ("M14.0",)


@pytest.mark.clause("18FB-R61", "18FB-3.6.2.7")
def test_a_regional_that_waits_takes_the_slot_of_the_half_of_napoli_that_is_given_up() -> None:
    table = Table(3).phase("PH5").tokens("LTF", "NC10.2").tokens("FS", "NC8.1").regionals().sold_out("PH5")
    table.start("FP", "Bruno", at=(0, 10), cash=2000).trains("FP", "PH5").own_is(fp_home="N21")
    table.start("LTF", "Ada", at=140, stock={"Ada": 2}).start("FS", "Carla", at=120)
    assert list(table.own.waiting) == ["SEPSA", "SFSM"]
    merged(table).do(Answer("NC8.1"))
    assert table.game.tokens_at(StopId("NC10.2")) == ("SEPSA",)
    assert table.own.waiting == ("SFSM",)


@pytest.mark.clause("18FB-R58", "18FB-R60")
def test_a_closed_company_brings_nothing() -> None:
    """Three candidates are closed, so one of them must make up the two."""
    table = eve_of_ph6("RM", 140, 120, 90, 80)
    for name in ("LdA", "NN", "FC"):
        close(table.game, name)
    begin(table)
    assert shares(table) == {"Dora": 1, "RM": 9}
    assert set(table.game.state.stations["RM"]) == {"F23.0"}  # FSC
    assert table.price("RM") == 80
    joined = [event for event in table.game.events if isinstance(event, CompanyJoined) and event.company == "LdA"]
    assert joined == [CompanyJoined(company="LdA", national="RM", was="closed")]


@pytest.mark.clause("18FB-3.7.1.20")
def test_its_stock_is_sold_once_it_has_operated() -> None:
    table = merged(two_merge(first={"Ada": 4}))
    table.stock_round("Ada").may_not(SellShares("RM", (10,)), "18FB-3.3.1.7")
    table.own_is(earned=(*table.own.earned, "RM")).stock_round("Ada").may(SellShares("RM", (10,)))
