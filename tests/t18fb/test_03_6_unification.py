"""Section 3.6: PH5, Italian Unification: Garibaldi, the end of cards and concessions, full capital."""

import pytest

from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.actions import BuyPrivate, BuyShare, BuyTrain, Pass, SellShares, Start
from ferrovia.engine.flow.events import PhaseBegins, PrivateClosed, TrainBought
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.events import DepositLost, Earned, GaribaldiDecided, InterestLost, InterestPaid
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

FIRST_PH5 = BuyTrain("PH5", BANK, 520)


def on_the_eve(players: int = 4) -> Table:
    """PH4, no PH4 train is left: the next company to buy a train begins PH5. NN is Dora's and rich."""
    table = Table(players).phase("PH4").sold_out("PH4")
    table.start("NN", "Dora", at=(1, 10), cash=2000, stock={"pool": 1})
    return table.line_done("NN").trains("NN", "PH4")


def unify(table: Table) -> Table:
    """NN buys the first PH5 train."""
    table.operate("NN", "trains", turn=4).do(FIRST_PH5)
    return table


# The trigger


@pytest.mark.clause("18FB-3.6.1", "18FB-R49")
def test_all_of_ph5_happens_in_the_buyers_turn_before_it_goes_on() -> None:
    table = on_the_eve().cards(Melisurgo="Ada")
    table.start("LTF", "Ada", deposit=50, stock={"Bruno": 3}).line_done("LTF", final=False).trains("LTF", "PH2", "PH3")
    table.start("LdA", "Bruno").start("FC", "Carla", concession="")
    assert [table.state(name) for name in ("LTF", "LdA", "FC")] == [
        CompanyState.PROVISIONAL,
        CompanyState.BUILDING,
        CompanyState.FROZEN,
    ]
    unify(table)
    assert table.game.state.phase == "PH5"
    assert table.game.trains("LTF") == ("PH3",)  # PH2 trains are scrapped
    assert table.game.president("LTF") == "Bruno"
    assert table.game.state.privates == {}
    assert table.own.concessions == {}
    assert {table.state(name) for name in ("NN", "LTF", "LdA", "FC")} == {CompanyState.DEFINITIVE}
    assert (table.turn.corporation, table.step) == ("NN", "trains")
    table.do(Pass())
    assert (table.turn.corporation, table.step) == ("NN", "finance")


@pytest.mark.clause("18FB-R49")
def test_the_events_come_in_their_order_and_the_turn_goes_on_under_the_new_president() -> None:
    table = on_the_eve().cards(Melisurgo="Ada").start("LTF", "Ada", deposit=50, stock={"Bruno": 3})
    table.start("FB", "Carla", at=130, stock={"Bruno": 3})
    table.game.state.certificates = {
        **table.game.state.certificates,
        "NN": ("Dora", "pool", *("Bruno",) * 3, *table.game.holders("NN")[5:]),
    }
    unify(table)
    told = list(table.game.events)
    order = [
        TrainBought(buyer="NN", train="PH5", source=BANK, price=520),
        PhaseBegins("PH5"),
        GaribaldiDecided(heir="Bruno", company="NN"),  # company by company in operating order
        GaribaldiDecided(heir="Bruno", company="FB"),
        GaribaldiDecided(heir="Bruno", company="LTF"),
        PrivateClosed("Melisurgo"),
        DepositLost(amount=50, company="LTF"),
    ]
    places = [told.index(event) for event in order]
    assert places == sorted(places), told
    assert (table.turn.corporation, table.decider) == ("NN", "Bruno")


@pytest.mark.clause("18FB-R49")
def test_the_second_ph5_train_repeats_nothing() -> None:
    table = unify(on_the_eve())
    table.own_is(regional_round="done").do(FIRST_PH5)
    assert table.own.regional_round == "done"


# Garibaldi's authority


def heir(table: Table, company: str = "FB") -> str:
    unify(table)
    return table.game.president(company)


@pytest.mark.clause("18FB-3.6.2")
def test_the_presidents_certificate_goes_to_the_largest_shareholder_even_against_the_concessionaire() -> None:
    table = on_the_eve().start("FB", "Ada", stock={"Bruno": 3})
    assert heir(table) == "Bruno"
    assert (table.holding("FB", "Bruno"), table.holding("FB", "Ada")) == ([20, 10], [10, 10])
    assert heir(on_the_eve().start("FB", "Ada", stock={"Ada": 2, "Bruno": 3})) == "Ada"


@pytest.mark.clause("18FB-3.6.2")
def test_of_two_who_hold_more_the_larger_one_gets_it() -> None:
    assert heir(on_the_eve().start("FB", "Ada", stock={"Bruno": 3, "Carla": 4})) == "Carla"


@pytest.mark.clause("18FB-3.6.3", "18FB-R50")
def test_among_equals_who_does_not_own_the_concession_is_preferred() -> None:
    assert heir(on_the_eve().start("FB", "Ada", stock={"Ada": 1, "Bruno": 3})) == "Bruno"
    # Even if that player owns more concessions than the concessionaire
    table = on_the_eve().start("FB", "Ada", stock={"Ada": 1, "Bruno": 3})
    table.start("LTF", "Bruno").start("FS", "Bruno")
    assert heir(table) == "Bruno"


@pytest.mark.clause("18FB-3.6.4", "18FB-R50")
def test_then_who_owns_fewer_concessions() -> None:
    table = on_the_eve().start("FB", "Ada", stock={"Bruno": 3, "Carla": 3})
    table.start("LTF", "Bruno").start("FS", "Bruno").start("FC", "Carla")
    assert heir(table) == "Carla"


@pytest.mark.clause("18FB-3.6.5", "18FB-R50")
def test_then_who_is_next_in_order_after_the_old_president() -> None:
    table = on_the_eve().start("FB", "Ada", stock={"Carla": 3, "Dora": 3}).start("LTF", "Carla")
    assert heir(table) == "Carla"  # Dora's one concession is that of NN
    table = on_the_eve().start("FB", "Carla", stock={"Ada": 3, "Dora": 3}).start("LTF", "Ada")
    assert heir(table) == "Dora"


@pytest.mark.clause("18FB-R50")
def test_the_president_of_a_frozen_company_owns_no_concession_of_it() -> None:
    """So the first word of the tie does not hit him; with more concessions than his equal he still loses."""
    table = on_the_eve().start("FB", "Ada", stock={"Ada": 1, "Bruno": 3}, concession="").start("LTF", "Bruno")
    assert heir(table) == "Ada"
    table = on_the_eve().start("FB", "Ada", stock={"Ada": 1, "Bruno": 3}, concession="").start("LTF", "Ada")
    assert heir(table) == "Bruno"
    table = on_the_eve().start("FB", "Ada", stock={"Ada": 1, "Bruno": 3}, concession="")
    assert heir(table) == "Bruno"  # equal in all: the next in order, and that is never the old president


# Cards and concessions


@pytest.mark.clause("18FB-3.6.6")
def test_all_political_cards_are_discarded_without_payment() -> None:
    table = on_the_eve().cards(Melisurgo="Ada", Falcon="Bruno").own_is(falcon="NN")
    before = table.money("Ada", "Bruno")
    unify(table)
    assert table.game.state.privates == {}  # those of the bank pool too
    assert table.money("Ada", "Bruno") == before
    table.own_is(regional_round="done").do(Pass(), Pass())
    assert str(table.game.state.round) == "OR 4.2"
    assert table.money("Ada", "Bruno") == before  # no income
    table.stock_round().may_not(BuyPrivate("Melisurgo", 50), "18FB-3.3.6.1")


@pytest.mark.clause("18FB-3.6.6")
def test_the_share_beside_an_unsold_card_joins_the_offer() -> None:
    table = on_the_eve().start("FB", "Ada")
    assert table.game.percent("FB", OFFER) == 70
    unify(table)
    assert table.game.percent("FB", OFFER) == 80


@pytest.mark.clause("18FB-3.6.7")
def test_all_concessions_are_discarded_and_their_deposits_go_to_the_bank() -> None:
    table = on_the_eve().start("LTF", "Ada", deposit=50).line_done("LTF", final=False)
    ada, bank = table.money("Ada", BANK)
    unify(table)
    assert table.money("Ada", BANK, "deposits") == (ada, bank + 520 + 50, 0)
    table.stock_round().may_not(TakeConcession("FP", 100), "18FB-3.6.7")


@pytest.mark.clause("18FB-3.6.8")
def test_a_company_in_building_state_is_definitive_at_once() -> None:
    table = on_the_eve().start("LdA", "Ada", at=60, cash=600, earned=False).own_is(markers={"LdA": 3})
    unify(table).do(Pass(), Pass())
    assert (table.turn.corporation, table.step) == ("LdA", "track")
    events = table.do(Pass())
    assert Earned("LdA", 0) in events  # an earnings step, with no train
    assert not any(isinstance(event, InterestPaid | InterestLost) for event in events)
    assert table.price("LdA") == 50
    assert table.step == "trains"
    table.may_not(Pass(), "18FB-3.5.8.5")
    table.do(FIRST_PH5)
    table.may(Pass())


@pytest.mark.clause("18FB-3.6.12")
def test_the_regional_round_waits_for_the_end_of_the_operating_round() -> None:
    table = Table().phase("PH4").sold_out("PH4")
    for name, price in (("FC", 130), ("NN", 120), ("FB", 110), ("LTF", 100), ("FS", 90)):
        table.start(name, "Dora", at=price, cash=600).line_done(name)
    table.trains("FC", "PH4").trains("NN", "PH4").operate("NN", "trains", turn=4).do(FIRST_PH5)
    operated = []
    for _ in range(40):
        if table.game.state.round.kind != "operating":
            break
        operated += [table.turn.corporation] if table.turn.corporation not in operated else []
        table.do(Pass() if Pass() in table.game.decision.choices else table.game.decision.choices[0])
    assert operated == ["NN", "FB", "LTF", "FS"]
    assert table.game.state.round.kind == "regional"
    table.pass_on(lambda: table.game.state.round.kind != "regional")
    assert str(table.game.state.round) == "OR 4.2"


# Full capital at 60%


def in_ph5(players: int = 4) -> Table:
    return Table(players).phase("PH5").regionals()


@pytest.mark.clause("18FB-3.6.9", "18FB-3.6.10", "18FB-3.6.11", "18FB-R51")
def test_a_company_started_now_floats_with_its_sixth_share() -> None:
    table = in_ph5().start("FC", "Ada", stock={"Bruno": 2, "Carla": 1}, earned=False)
    table.unfloated().stock_round("Dora").cash(Dora=300)
    assert table.state("FC") is CompanyState.UNFLOATED
    assert "FC" not in table.game.title.operating.order(table.game)  # 50% are sold
    bank = table.game.cash(BANK)
    table.do(BuyShare("FC", "offer"))
    assert "FC" in table.game.title.operating.order(table.game)
    assert table.money("FC", BANK) == (1000, bank + 100 - 1000)
    assert (table.game.percent("FC", OFFER), table.pool("FC")) == (0, 40)
    table.game.put_on_market("FC", (5, 6))
    table.stock_round("Ada")
    ada, bank = table.money("Ada", BANK)
    table.may_not(BuyShare("FC", "offer"), "18FB-3.3.4.1")
    table.do(BuyShare("FC", "pool"))  # the next share costs the market value, paid to the bank
    assert table.money("Ada", BANK, "FC") == (ada - 110, bank + 110, 1000)


@pytest.mark.clause("18FB-3.6.9", "18FB-R51")
def test_a_started_company_waits_for_its_float() -> None:
    table = in_ph5().stock_round()
    ada, bank = table.money("Ada", BANK)
    table.do(Start("FC", 100))
    assert table.money("Ada", BANK, "FC") == (ada - 200, bank + 200, 0)  # the par money goes to the bank
    assert table.state("FC") is CompanyState.UNFLOATED
    table.do(Pass(), BuyShare("FC", "offer"), Pass(), Pass(), Pass())
    assert table.money(BANK, "FC") == (bank + 300, 0)
    table.may_not(SellShares("FC", (10,)), "18FB-3.3.1.7")
    table.stock_round("Bruno").may_not(SellShares("FC", (10,)), "18FB-3.3.1.7")
    table.end_round()
    assert table.game.title.operating.order(table.game) == []


@pytest.mark.clause("18FB-R51")
def test_free_shares_count_and_the_excess_of_a_card_is_there_already() -> None:
    """Ada's Bayard brought a share of NN and D25 of excess; with her six the company floats."""
    table = Table().cards(Bayard="Ada").phase("PH5").regionals().cash(NN=25, Bruno=750, Carla=750).stock_round("Bruno")
    table.do(Start("NN", 100), Pass())
    for player in ("Carla", "Dora", "Ada"):
        table.stock_round(player)
        assert "NN" not in table.game.state.floated
        table.do(BuyShare("NN", "offer"))
    assert table.game.state.floated == {"NN": "PH5"}
    assert table.game.cash("NN") == 1025
    assert table.pool("NN") == 40


@pytest.mark.clause("18FB-R51")
def test_it_is_definitive_from_its_float_with_four_tile_steps_and_its_bonus() -> None:
    table = in_ph5().start("FC", "Ada", stock={"Ada": 4}, cash=1000, earned=False, at=100).trains("FC", "PH5")
    table.lay("F11 57 1", "E10 58 3", "E8 4 0", "E6 9 0").operate("FC")
    assert table.state("FC") is CompanyState.DEFINITIVE
    laid = 0
    while table.step == "track":
        tile = next(choice for choice in table.game.decision.choices if choice != Pass())
        table.do(tile)
        laid += 1
    assert laid == 4


@pytest.mark.clause("18FB-R51")
def test_a_company_floated_before_keeps_its_offer_and_is_paid_share_by_share() -> None:
    table = on_the_eve().start("FC", "Ada", cash=0, stock={"Ada": 3})
    unify(table).stock_round("Bruno")
    bruno = table.game.cash("Bruno")
    table.do(BuyShare("FC", "offer"))
    assert table.game.percent("FC", OFFER) == 40  # 60% are sold, and the rest stays
    assert table.money("Bruno", "FC") == (bruno - 100, 100)


@pytest.mark.clause("18FB-R51")
def test_a_company_started_now_keeps_its_reserved_slots_and_its_bonuses() -> None:
    table = in_ph5().start("NN", "Ada", stock={"Ada": 4}, cash=1000, earned=False).trains("NN", "PH5")
    table.lay("NC6 4 0", "NC4 58 3", "ND3 6 2").tokens("FB", "ND3").operate("NN", "token")
    assert table.cell("NN") == (6, 6)
    table.do(line("NC8 NC6 NC4 ND3"))  # the one open slot is FB's
    assert table.cell("NN") == (5, 6)
