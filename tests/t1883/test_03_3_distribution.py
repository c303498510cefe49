"""Section 3.3: the private companies are offered, bid on and fought over."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyShare, Pass, Start
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.events import PrivateAwarded, PrivateBought, TurnBegins
from ferrovia.titles.t1883.actions import BuySupport
from tests.t1883.table import Table

FOUR_PASSES = (Pass(),) * 4


def free(table: Table, *players: str) -> tuple[int, ...]:
    """What players have that is not set aside for offers."""
    auction = table.game.find(Auction)
    assert auction is not None
    return tuple(auction.free_cash(table.game, player) for player in players)


def sold(table: Table) -> dict[str, str]:
    return {private: owner for private, owner in table.game.state.privates.items() if owner != "bank"}


def on_offer(table: Table) -> str | None:
    auction = table.game.find(Auction)
    assert auction is not None
    return auction.offered(table.game)


# Turns


@pytest.mark.clause("1883-3.0.1")
def test_no_share_is_sold_while_a_private_company_is_unsold() -> None:
    table = Table()
    table.do(*(BuyPrivate(name, price) for name, price in zip(("TCB", "FRV", "CNP"), (20, 40, 60), strict=True)))
    table.do(BuyPrivate("TMM", 80), BuyPrivate("FCV", 100))
    for action in (Start("SV", 65), BuyShare("SV", "offer"), BuyShare("CCFR", "offer"), BuySupport()):
        table.may_not(action, "1883-3.0.1")
    table.do(*FOUR_PASSES)
    assert table.step == "auction"
    table.may_not(Start("SV", 65), "1883-3.0.1")
    table.do(BuyPrivate("FSF-P", 150), Start("FSF", 65))
    assert (table.step, str(table.game.state.round)) == ("stock", "SR 1")


@pytest.mark.clause("1883-3.3.1")
def test_the_priority_holder_is_asked_first_then_the_others_clockwise() -> None:
    table = Table(players=3)
    table.game.state.priority = "Bruno"
    table.game.change(Auction("Bruno", table.game.top.rules, opener="Bruno"))  # type: ignore[attr-defined]
    table.go_on().may_not(Pass(), "1883-3.3.1", by="Ada")
    turns = []
    for action in (Bid("FRV", 45), Pass(), Bid("CNP", 65)):
        turns.append(table.decider)
        table.do(action)
    assert [*turns, table.decider] == ["Bruno", "Carla", "Ada", "Bruno"]
    assert all(owner == "bank" for owner in table.game.state.privates.values())
    assert {span.action.private for span in table.game.decision.ranges} == {"FRV", "CNP", "TMM", "FCV", "FSF-P"}  # type: ignore[attr-defined]


@pytest.mark.clause("1883-3.3.1.1")
def test_pass_buy_the_cheapest_or_make_an_offer_on_a_dearer_one() -> None:
    table = Table()
    table.may_not(Bid("TCB", 25), "1883-3.3.1.1")
    table.may_not(BuyPrivate("FRV", 40), "1883-3.3.1.1")
    table.may_not(BuyPrivate("TCB", 15), "1883-3.3.1.1", "at 20")
    table.may(BuyPrivate("TCB", 20), Bid("FRV", 45), Pass())
    table.do(Bid("FRV", 45))
    assert table.decider == "Bruno"  # exactly one of them
    table.do(BuyPrivate("TCB", 20))
    table.may_not(Bid("TCB", 25), "1883-3.3.1.1")  # sold
    table.may_not(Bid("FRV", 50), "1883-3.3.1.1")  # sold by its one offer
    table.may_not(Start("FSF", 65), "1883-3.0.1")


@pytest.mark.clause("1883-3.3.1.2")
def test_a_first_offer_is_five_or_a_multiple_of_five_above_the_value() -> None:
    table = Table()
    for price in (60, 62, 64, 67):
        table.may_not(Bid("CNP", price), "1883-3.3.1.2")
    table.may(Bid("CNP", 65), Bid("CNP", 75))


@pytest.mark.clause("1883-3.3.1.3")
def test_a_later_offer_is_five_or_a_multiple_of_five_above_the_highest() -> None:
    table = Table()
    table.do(Bid("CNP", 65))
    for price in (60, 65, 68, 72):
        table.may_not(Bid("CNP", price), "1883-3.3.1.3")
    table.may(Bid("CNP", 70), Bid("CNP", 80))


@pytest.mark.clause("1883-R03", "1883-3.3.1.3")
def test_an_own_offer_is_raised_and_only_the_new_sum_is_set_aside() -> None:
    table = Table()
    table.do(Bid("CNP", 65), Pass(), Pass(), Pass())
    table.may_not(Bid("CNP", 65), "1883-3.3.1.3")
    table.do(Bid("CNP", 70))
    assert free(table, "Ada") == (330,)
    table.do(BuyPrivate("TCB", 20), BuyPrivate("FRV", 40))
    assert sold(table)["CNP"] == "Ada"  # one offer: no contest with herself
    assert table.money("Ada") == (330,)


@pytest.mark.clause("1883-3.3.1.4")
def test_money_offered_pays_for_nothing_else() -> None:
    table = Table()
    table.do(Bid("FCV", 105), Pass(), Pass(), Pass(), Bid("TMM", 85), Pass(), Pass(), Pass())
    assert free(table, "Ada") == (210,)
    assert table.money("Ada") == (400,)
    table.may_not(Bid("FSF-P", 215), "1883-3.3.1.4")
    table.may(Bid("FSF-P", 210))
    table.cash(Ada=205).may_not(BuyPrivate("TCB", 20), "1883-3.3.1.4")  # only 15 are free
    table.cash(Ada=210).may(BuyPrivate("TCB", 20))


@pytest.mark.clause("1883-3.3.1.5")
def test_after_every_action_the_left_neighbour_is_next_and_a_purchase_moves_the_start() -> None:
    table = Table()
    table.do(Pass(), Bid("FRV", 45), Pass())
    assert (table.decider, table.game.state.priority) == ("Dora", "Ada")
    table.do(BuyPrivate("TCB", 20))
    assert (table.decider, table.game.state.priority) == ("Ada", "Ada")
    table.do(Pass(), BuyPrivate("CNP", 60))
    assert (table.decider, table.game.state.priority) == ("Carla", "Carla")


@pytest.mark.clause("1883-3.3.1.6")
def test_with_no_offer_on_the_cheapest_the_player_in_turn_just_acts() -> None:
    table = Table()
    table.do(BuyPrivate("TCB", 20))
    assert (on_offer(table), table.decider) == ("FRV", "Bruno")
    table.do(BuyPrivate("FRV", 40))
    assert table.money("Bruno") == (360,)


@pytest.mark.clause("1883-3.3.1.7")
def test_a_single_offer_gets_the_cheapest_and_the_next_is_looked_at_at_once() -> None:
    table = Table()
    table.do(Pass(), Bid("FRV", 45), Bid("CNP", 65), BuyPrivate("TCB", 20))
    assert sold(table) == {"TCB": "Dora", "FRV": "Bruno", "CNP": "Carla"}
    assert table.money("Bruno", "Carla") == (355, 335)
    assert (on_offer(table), table.decider) == ("TMM", "Ada")


def contest_for_cnp() -> Table:
    """Ada has offered 65 for CNP, Carla 70; Bruno and Dora nothing."""
    table = Table()
    table.do(Bid("CNP", 65), Pass(), Bid("CNP", 70), BuyPrivate("TCB", 20), BuyPrivate("FRV", 40))
    return table


@pytest.mark.clause("1883-3.3.1.8")
def test_two_offers_are_fought_out_between_their_bidders_from_the_lowest() -> None:
    table = contest_for_cnp()
    assert (table.step, table.decider) == ("contest", "Ada")
    table.may_not(Bid("CNP", 70), "1883-3.3.1.8")
    table.may_not(Bid("CNP", 77), "1883-3.3.1.8")
    table.may_not(Bid("TMM", 85), "1883-3.3.1.8")
    table.may_not(BuyPrivate("TMM", 80), "1883-3.3.1.8")
    table.may_not(Bid("CNP", 75), "1883-3.3.1.8", by="Bruno")
    table.may(Bid("CNP", 75), Bid("CNP", 85), Pass())
    table.do(Bid("CNP", 75))
    assert table.decider == "Carla"
    table.do(Pass())
    assert sold(table)["CNP"] == "Ada"
    assert table.money("Ada", "Carla") == (400 - 40 - 75, 400)  # she had bought FRV for 40


@pytest.mark.clause("1883-R04")
def test_three_bidders_go_round_in_the_order_of_their_offers_and_who_drops_out_stays_out() -> None:
    table = Table()
    table.do(Bid("CNP", 65), Bid("CNP", 70), Bid("CNP", 75), BuyPrivate("TCB", 20), BuyPrivate("FRV", 40))
    turns = []
    for action in (Bid("CNP", 80), Bid("CNP", 85), Pass(), Bid("CNP", 90), Bid("CNP", 95), Pass()):
        turns.append(table.decider)
        table.do(action)
    assert turns == ["Ada", "Bruno", "Carla", "Ada", "Bruno", "Ada"]
    assert sold(table)["CNP"] == "Bruno"
    assert table.money("Bruno") == (305,)


@pytest.mark.clause("1883-R04", "1883-3.3.1.4")
def test_a_bidder_may_use_what_lies_on_this_company_but_not_on_another() -> None:
    table = Table()
    table.do(Bid("CNP", 65), Bid("CNP", 70), Pass(), Pass(), Bid("FSF-P", 200), BuyPrivate("TCB", 20), Pass(), Pass())
    table.do(BuyPrivate("FRV", 40))  # Ada has 360, of which 200 lie on FSF-P and 65 on CNP
    assert (table.step, table.decider) == ("contest", "Ada")
    table.may_not(Bid("CNP", 165), "1883-3.3.1.4")
    table.may(Bid("CNP", 160))


@pytest.mark.clause("1883-3.3.1.9")
def test_who_drops_out_gets_all_the_money_back() -> None:
    table = contest_for_cnp()
    table.do(Bid("CNP", 75), Bid("CNP", 80))
    before = free(table, "Ada")[0]
    table.do(Pass())
    assert free(table, "Ada") == (before + 75,)
    assert table.money("Ada") == free(table, "Ada")


@pytest.mark.clause("1883-3.3.1.10")
def test_companies_won_by_offers_do_not_move_the_turn() -> None:
    table = Table()
    table.do(Pass(), Bid("FRV", 45), Bid("CNP", 65), BuyPrivate("TCB", 20))
    assert {"FRV", "CNP"} <= set(sold(table))
    assert (table.decider, table.game.state.priority) == ("Ada", "Ada")


@pytest.mark.clause("1883-3.3.1.11")
def test_with_the_last_company_the_first_stock_round_begins_left_of_its_buyer() -> None:
    table = Table()
    for name, price in (("TCB", 20), ("FRV", 40), ("CNP", 60), ("TMM", 80), ("FCV", 100)):
        table.do(BuyPrivate(name, price))
    table.do(Pass(), Pass(), BuyPrivate("FSF-P", 150), Start("FSF", 100))
    assert (str(table.game.state.round), table.decider, table.game.state.priority) == ("SR 1", "Ada", "Ada")


@pytest.mark.clause("1883-R09")
def test_a_last_company_won_by_an_offer_leaves_the_priority_with_who_was_due() -> None:
    table = Table()
    table.do(Bid("FSF-P", 155), Bid("FCV", 105), BuyPrivate("TCB", 20), BuyPrivate("FRV", 40), BuyPrivate("CNP", 60))
    assert table.decider == "Bruno"
    table.do(BuyPrivate("TMM", 80))  # FCV goes to Bruno, FSF to Ada; Carla was due
    table.do(Start("FSF", 65))
    assert sold(table) == {"TCB": "Carla", "FRV": "Dora", "CNP": "Ada", "TMM": "Bruno", "FCV": "Bruno"}
    assert (table.step, table.decider, table.game.state.priority) == ("stock", "Carla", "Carla")


# The rulebook's first example, step by step: Ada, Bruno, Carla and Dora are its A, B, C and D.


@pytest.fixture
def first() -> Table:
    return Table()


STEPS = [
    (Bid("CNP", 65),),
    (Bid("FRV", 45), Bid("CNP", 70)),
    (BuyPrivate("TCB", 20),),
    (Bid("CNP", 75), Bid("CNP", 80), Pass()),
    (Bid("FCV", 105),),
    (BuyPrivate("TMM", 80),),
    (Pass(), BuyPrivate("FSF-P", 150), Start("FSF", 100)),
]


def play_to(table: Table, step: int) -> None:
    for actions in STEPS[:step]:
        table.do(*actions)


@pytest.mark.clause("1883-3.3.1.12")
def test_first_example_ada_offers_65_for_cnp(first: Table) -> None:
    assert first.game.state.priority == "Ada"
    assert first.money(*first.players) == (400, 400, 400, 400)
    play_to(first, 1)
    assert free(first, "Ada") == (335,)
    assert first.decider == "Bruno"
    first.may(BuyPrivate("TCB", 20))


@pytest.mark.clause("1883-3.3.1.13")
def test_first_example_bruno_offers_45_for_frv_and_carla_70_for_cnp(first: Table) -> None:
    play_to(first, 1)
    first.do(Bid("FRV", 45))
    first.may_not(Bid("CNP", 65), "1883-3.3.1.3")
    first.do(Bid("CNP", 70))
    assert free(first, "Bruno", "Carla") == (355, 330)
    assert first.decider == "Dora"


@pytest.mark.clause("1883-3.3.1.14")
@pytest.mark.clause("1883-3.3.1.15")
def test_first_example_dora_buys_tcb_and_frv_goes_to_bruno(first: Table) -> None:
    play_to(first, 2)
    assert on_offer(first) == "TCB"
    (bank,) = first.money("bank")
    events = first.do(BuyPrivate("TCB", 20))
    assert first.money("Dora") == (380,)
    assert first.money("Bruno", "bank") == (355, bank + 20 + 45)
    assert sold(first) == {"TCB": "Dora", "FRV": "Bruno"}
    assert first.game.state.priority == "Ada"
    assert events == [PrivateBought("Dora", "TCB", 20), PrivateAwarded("Bruno", "FRV", 45)]
    assert (first.step, on_offer(first)) == ("contest", "CNP")  # looked at before Ada's turn


@pytest.mark.clause("1883-3.3.1.16")
def test_first_example_carla_wins_cnp_for_80(first: Table) -> None:
    (bank,) = first.money("bank")
    play_to(first, 3)
    assert first.decider == "Ada"
    first.do(Bid("CNP", 75))
    assert first.decider == "Carla"
    first.do(Bid("CNP", 80), Pass())
    assert first.money("Carla") == (320,)
    assert sold(first)["CNP"] == "Carla"
    assert free(first, "Ada") == (400,)
    assert first.money("bank") == (bank + 145,)


@pytest.mark.clause("1883-3.3.1.17")
def test_first_example_tmm_is_put_to_ada_who_offers_105_for_fcv(first: Table) -> None:
    play_to(first, 4)
    assert (first.decider, on_offer(first)) == ("Ada", "TMM")
    first.may(BuyPrivate("TMM", 80))
    play_to_next = STEPS[4]
    first.do(*play_to_next)
    assert free(first, "Ada") == (295,)
    assert first.decider == "Bruno"


@pytest.mark.clause("1883-3.3.1.18")
def test_first_example_bruno_buys_tmm_and_fcv_goes_to_ada(first: Table) -> None:
    play_to(first, 6)
    assert first.money("Ada", "Bruno") == (295, 275)
    assert (first.holding("FMV", "Bruno"), first.holding("FBV", "Ada")) == ([10], [10])
    assert (first.decider, first.game.state.priority, on_offer(first)) == ("Carla", "Carla", "FSF-P")


@pytest.mark.clause("1883-3.3.1.19", "1883-3.3.1.20")
def test_first_example_dora_buys_the_presidency_of_fsf_and_ada_begins(first: Table) -> None:
    play_to(first, 6)
    first.may(BuyPrivate("FSF-P", 150))
    first.do(Pass())
    assert first.decider == "Dora"
    first.do(BuyPrivate("FSF-P", 150), Start("FSF", 100))
    assert first.money("Dora", "FSF") == (230, 200)
    assert first.money("Ada", "Bruno", "Carla", "Dora") == (295, 275, 320, 230)
    assert sum(first.money(*first.players)) == 1120
    assert 1600 - 1120 == 20 + 45 + 80 + 80 + 105 + 150
    assert first.money("bank") == (9400 + 480 - 200,)
    assert (str(first.game.state.round), first.decider, first.game.state.priority) == ("SR 1", "Ada", "Ada")


# Nobody buys


@pytest.mark.clause("1883-3.3.2.1", "1883-R05")
def test_when_all_pass_the_private_companies_pay_and_nothing_else_happens() -> None:
    table = Table()
    table.do(Pass(), Pass(), BuyPrivate("TCB", 20))
    before = table.game.snapshot()
    events = table.do(*FOUR_PASSES)
    assert table.money("Carla") == (385,)
    after = table.game.snapshot()
    assert {key for key in before if before[key] != after[key]} <= {"cash", "agenda", "number"}
    assert before["own"] == after["own"]  # no event, no counter, no lead that rotates
    assert not table.own.first_round_over
    assert not any(isinstance(event, TurnBegins) for event in events)


@pytest.mark.clause("1883-R05")
def test_the_first_operating_round_after_it_has_still_no_event() -> None:
    table = Table()
    table.do(*FOUR_PASSES, *FOUR_PASSES)
    for name, price in (("TCB", 10), ("FRV", 40), ("CNP", 60), ("TMM", 80), ("FCV", 100), ("FSF-P", 150)):
        table.do(BuyPrivate(name, price))
    table.do(Start("FSF", 65))
    table.pass_on(until=lambda: str(table.game.state.round) == "OR 1.1")
    assert len(table.own.deck) == 12


@pytest.mark.clause("1883-3.3.2.2")
def test_it_resumes_with_the_start_of_play_and_offers_stand() -> None:
    """Dora has the start of play and makes an offer; then everybody passes, she too: she is asked first again."""
    table = Table()
    table.do(Bid("TMM", 85), Pass(), BuyPrivate("TCB", 20))
    assert (table.decider, table.game.state.priority) == ("Dora", "Dora")
    table.do(Bid("FCV", 105), Pass(), Pass(), Pass(), Pass())
    assert (table.decider, table.game.state.priority) == ("Dora", "Dora")
    assert free(table, "Ada", "Dora") == (315, 295)
    table.may_not(Bid("TMM", 85), "1883-3.3.1.3")


@pytest.mark.clause("1883-3.3.2.3", "1883-R06")
def test_tcb_falls_by_five_each_time_and_nothing_else_does() -> None:
    table = Table()
    for price in (20, 15, 10, 5):
        table.may(BuyPrivate("TCB", price))
        table.may_not(BuyPrivate("TCB", price + 5), "1883-3.3.1.1")
        table.may_not(Bid("FRV", 40), "1883-3.3.1.2")
        table.may(Bid("FRV", 45))
        if price > 5:
            table.do(*FOUR_PASSES)
    table.do(BuyPrivate("TCB", 5))
    assert table.money("Ada") == (395,)
    table.may(BuyPrivate("FRV", 40))  # not 25: the fall was TCB's


@pytest.mark.clause("1883-3.3.2.4", "1883-R07")
def test_after_the_fourth_circle_the_start_of_play_takes_tcb_for_nothing() -> None:
    table = Table()
    table.do(*FOUR_PASSES, *FOUR_PASSES, *FOUR_PASSES)
    assert sold(table) == {}
    table.do(*FOUR_PASSES)
    assert sold(table) == {"TCB": "Ada"}
    assert table.money("Ada") == (400,)
    assert (table.decider, table.game.state.priority) == ("Bruno", "Bruno")
    table.phase("2").start("SV", "Bruno", cash=100).operate("SV")
    table.may(BuyPrivate("TCB", 40))  # its face value stays 20
    table.may_not(BuyPrivate("TCB", 41), "1883-3.4.2")


@pytest.mark.clause("1883-3.3.2.4", "1883-R07")
def test_an_offer_before_the_passes_does_not_move_who_must_take_tcb() -> None:
    table = Table()
    table.do(*FOUR_PASSES, *FOUR_PASSES, *FOUR_PASSES, Bid("FCV", 105), *FOUR_PASSES)
    assert sold(table) == {"TCB": "Ada"}
    assert table.decider == "Bruno"


# The second example


@pytest.mark.clause("1883-3.3.2.5", "1883-3.3.2.6", "1883-3.3.2.7", "1883-A2.3", "1883-R06")
def test_second_example() -> None:
    table = Table()
    table.do(Bid("TMM", 85), Bid("FCV", 105), BuyPrivate("TCB", 20))
    assert free(table, "Ada", "Bruno", "Carla", "Dora") == (315, 295, 380, 400)
    assert (table.decider, table.game.state.priority) == ("Dora", "Dora")
    table.may(BuyPrivate("FRV", 40))
    turns = []
    for _ in range(4):
        turns.append(table.decider)
        table.do(Pass())
    assert turns == ["Dora", "Ada", "Bruno", "Carla"]
    assert table.money("Carla") == (385,)
    assert table.decider == "Dora"
    table.may_not(BuyPrivate("FRV", 35), "1883-3.3.1.1")
    table.may(BuyPrivate("FRV", 40))
    assert free(table, "Ada", "Bruno") == (315, 295)
    assert sold(table) == {"TCB": "Carla"}
