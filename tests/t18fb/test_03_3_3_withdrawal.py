"""Section 3.3.3: a concession is withdrawn from whoever is outvoted by 20%; how it is acquired again."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Answer, BuyShare, Pass, SellShares
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.events import DepositLowered
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table

TAKE, LEAVE = Answer("take"), Answer("leave")


def outvoted(table: Table, company: str, cash: int, deposit: int = 0, final: bool | None = None) -> Table:
    """Ada is concessionaire with 30%; Bruno buys his fifth share and has `cash` left."""
    table.start(company, "Ada", stock={"Ada": 1, "Bruno": 4, "pool": 1}, deposit=deposit)
    if final is not None:
        table.line_done(company, final=final)
    table.cash(Ada=0, Bruno=100 + cash).stock_round("Bruno").do(BuyShare(company, "pool"))
    return table


@pytest.mark.clause("18FB-3.3.3.1")
def test_nothing_is_withdrawn_while_the_concessionaire_is_10_per_cent_behind() -> None:
    table = Table().phase("PH2").start("LTF", "Ada", stock={"Ada": 1, "Bruno": 3, "pool": 1}, deposit=100)
    table.stock_round("Bruno").do(BuyShare("LTF", "pool"))
    assert table.game.percent("LTF", "Bruno") == 40
    assert (table.game.president("LTF"), table.own.concessions["LTF"].owner, table.deposit("LTF")) == (
        "Ada",
        "Ada",
        100,
    )
    assert table.state("LTF") is CompanyState.BUILDING


@pytest.mark.clause("18FB-3.3.3.1")
def test_at_20_per_cent_more_presidency_and_concession_are_lost_and_the_company_is_frozen() -> None:
    table = outvoted(Table().phase("PH2"), "LTF", cash=0, deposit=100)
    assert (table.game.president("LTF"), table.own.concessions["LTF"].owner) == ("Bruno", "")
    assert (table.holding("LTF", "Ada"), table.holding("LTF", "Bruno")) == ([10, 10, 10], [20, 10, 10, 10])
    assert table.state("LTF") is CompanyState.FROZEN


@pytest.mark.clause("18FB-3.3.3.1", "18FB-3.3.5.4")
def test_a_concessionaire_who_sells_out_is_followed_by_the_next_in_order() -> None:
    table = Table().phase("PH2").start("LTF", "Bruno", stock={"Bruno": 1, "Ada": 3, "Carla": 3}, deposit=100)
    table.cash(Carla=0).stock_round("Bruno").do(SellShares("LTF", (10, 10)))
    assert (table.game.president("LTF"), table.own.concessions["LTF"].owner) == ("Carla", "")


@pytest.mark.clause("18FB-3.3.3.2")
@pytest.mark.parametrize(("deposit", "final"), [(200, None), (100, False)], ids=["building", "provisional"])
def test_the_deposit_still_on_it_is_lost_to_the_bank(deposit: int, final: bool | None) -> None:
    table = Table().phase("PH2")
    bank = 12_000 - deposit - sum(table.money(*table.players)[2:])
    table = outvoted(table, "FSC", cash=0, deposit=deposit, final=final)
    assert table.money("Ada", "Bruno", "deposits", "bank") == (0, 0, 0, bank + deposit)
    assert table.deposit("FSC") == 0


@pytest.mark.clause("18FB-3.3.3.3")
def test_the_new_president_may_pay_the_regular_deposit_at_once() -> None:
    table = outvoted(Table().phase("PH2"), "LdA", cash=150, deposit=80)
    assert (table.step, table.decider) == ("rescue", "Bruno")
    table.may(TAKE, LEAVE)
    table.may_not(Pass(), "18FB-3.3.3.3")
    table.may_not(TAKE, "18FB-1.1.2", by="Ada")
    table.do(TAKE)
    assert (table.own.concessions["LdA"].owner, table.deposit("LdA"), table.money("Bruno")) == ("Bruno", 150, (0,))
    assert table.state("LdA") is CompanyState.BUILDING


@pytest.mark.clause("18FB-3.3.3.3")
def test_the_new_president_is_asked_at_once_even_in_the_turn_of_another_company() -> None:
    """Ada sells FB stock to pay for LTF's train; Bruno takes FB over and its concession with it."""
    table = Table().phase("PH2").start("LTF", "Ada", at=120).line_done("LTF")
    table.start("FB", "Ada", at=100, stock={"Ada": 1, "Bruno": 4}, deposit=150).cash(Ada=0, Bruno=150)
    table.operate("LTF", "trains").do(SellShares("FB", (10, 10)))
    assert (table.step, table.decider, table.game.president("FB")) == ("rescue", "Bruno", "Bruno")
    table.do(TAKE)
    assert (table.own.concessions["FB"].owner, table.deposit("FB")) == ("Bruno", 150)
    assert (table.step, table.decider, table.money("Ada")) == ("trains", "Ada", (100,))


@pytest.mark.clause("18FB-3.3.3.3")
def test_one_ducat_short_it_stays_in_the_bank_pool() -> None:
    table = outvoted(Table().phase("PH2"), "LdA", cash=149)
    assert table.step == "stock"
    assert (table.own.concessions["LdA"].owner, table.money("Bruno")) == ("", (149,))
    assert table.state("LdA") is CompanyState.FROZEN


@pytest.mark.clause("18FB-3.3.3.3")
def test_the_new_president_may_decline() -> None:
    table = outvoted(Table().phase("PH2"), "LdA", cash=150)
    table.do(LEAVE)
    assert (table.state("LdA"), table.own.concessions["LdA"].owner, table.money("Bruno")) == (
        CompanyState.FROZEN,
        "",
        (150,),
    )
    assert table.decider == "Carla"


@pytest.mark.clause("18FB-3.3.3.4")
def test_later_the_concession_is_the_action_of_a_turn() -> None:
    table = Table().phase("PH2").start("FB", "Bruno", stock={"Bruno": 2, "Ada": 2}, concession="").cash(Bruno=200)
    table.stock_round("Bruno", turn=3).do(TakeConcession("FB"))
    assert (table.state("FB"), table.own.concessions["FB"].owner, table.deposit("FB")) == (
        CompanyState.BUILDING,
        "Bruno",
        150,
    )
    assert (table.money("Bruno"), table.decider) == ((50,), "Carla")
    table.stock_round("Ada").may_not(TakeConcession("FB"), "18FB-3.3.2.1")  # it is Bruno's now


@pytest.mark.clause("18FB-3.3.3.4")
def test_in_the_stock_round_of_its_withdrawal_nobody_takes_it_as_an_action() -> None:
    table = outvoted(Table().phase("PH2"), "LTF", cash=500)
    table.do(LEAVE)
    table.pass_on(lambda: table.decider == "Bruno")
    table.may_not(TakeConcession("LTF"), "18FB-3.3.3.4")
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.game.state.round.turn == 3)
    table.pass_on(lambda: table.decider == "Bruno")
    table.do(TakeConcession("LTF"))
    assert table.own.concessions["LTF"].owner == "Bruno"


@pytest.mark.clause("18FB-3.3.3.4")
def test_a_rescue_that_waits_for_the_next_stock_round_keeps_the_game_alive() -> None:
    """LTF stands still without a train, the pool is full, and nobody can pay for anything but its concession."""
    table = Table(players=3).phase("PH3").privates().start("LTF", "Ada", stock={"Bruno": 2, "pool": 3})
    table.cash(Ada=0, Bruno=50, Carla=0).stock_round("Ada").do(SellShares("LTF", (10, 10)), LEAVE)
    table.cash(Ada=0).pass_on(lambda: str(table.game.state.round) == "SR 3")
    assert not table.game.over
    table.pass_on(lambda: table.decider == "Bruno")
    table.may(TakeConcession("LTF"))


@pytest.mark.clause("18FB-3.3.3.4", "18FB-R21")
def test_the_former_concessionaire_may_take_it_back_and_presides_again() -> None:
    table = outvoted(Table().phase("PH2"), "LTF", cash=0, deposit=100)
    table.cash(Ada=300).stock_round("Ada", turn=3).may_not(TakeConcession("LTF"), "18FB-R21")  # 30 against 50
    table.do(BuyShare("LTF", "offer"))
    table.stock_round("Ada", turn=3).do(TakeConcession("LTF"))
    assert (table.game.president("LTF"), table.own.concessions["LTF"].owner) == ("Ada", "Ada")
    assert (table.holding("LTF", "Ada"), table.holding("LTF", "Bruno")) == ([20, 10, 10], [10, 10, 10, 10, 10])
    assert (table.state("LTF"), table.money("Ada")) == (CompanyState.BUILDING, (100,))


@pytest.mark.clause("18FB-3.3.3.4")
def test_no_par_value_is_set_a_second_time() -> None:
    table = Table().phase("PH2").start("FB", "Bruno", concession="").stock_round("Bruno")
    table.may_not(TakeConcession("FB", 80), "18FB-3.3.3.4")


@pytest.mark.clause("18FB-3.3.3.5")
@pytest.mark.parametrize(
    ("phase", "final", "due"),
    [
        ("PH2", None, 200),
        ("PH2", False, 200),
        ("PH2", True, 0),
        ("PH3", None, 100),
        ("PH3", False, 100),
        ("PH3", True, 0),
        ("PH4", False, 0),
    ],
)
def test_the_deposit_by_phase_unless_the_company_was_definitive(phase: str, final: bool | None, due: int) -> None:
    table = Table().phase(phase).start("FSC", "Bruno", concession="")
    if final is not None:
        table.line_done("FSC", final=final)
    table.cash(Bruno=max(due - 1, 0)).stock_round("Bruno")
    if due:
        table.may_not(TakeConcession("FSC"), "18FB-3.3.3.5")
    table.cash(Bruno=due).do(TakeConcession("FSC"))
    assert (table.money("Bruno"), table.deposit("FSC")) == ((0,), due)


@pytest.mark.clause("18FB-3.3.3.5", "18FB-3.3.3.3")
def test_a_definitive_company_is_rescued_at_once_for_nothing() -> None:
    table = outvoted(Table().phase("PH2"), "FSC", cash=0, final=True)
    assert table.step == "rescue"
    table.do(TAKE)
    assert (table.state("FSC"), table.money("Bruno"), table.deposit("FSC")) == (CompanyState.DEFINITIVE, (0,), 0)


@pytest.mark.clause("18FB-R21")
def test_who_may_acquire_a_withdrawn_concession() -> None:
    """President Bruno 40%: Ada with 30% may, Carla with 20% and Dora with 10% may not."""
    table = (
        Table().phase("PH2").start("LTF", "Bruno", stock={"Bruno": 2, "Ada": 3, "Carla": 2, "Dora": 1}, concession="")
    )
    for player, may in (("Ada", True), ("Bruno", True), ("Carla", False), ("Dora", False)):
        table.stock_round(player)
        if may:
            table.may(TakeConcession("LTF"))
        else:
            table.may_not(TakeConcession("LTF"), "18FB-R21")
    table.stock_round("Ada").do(TakeConcession("LTF"))
    assert (table.game.president("LTF"), table.own.concessions["LTF"].owner) == ("Ada", "Ada")
    assert (table.holding("LTF", "Ada"), table.holding("LTF", "Bruno")) == ([20, 10], [10, 10, 10, 10])


@pytest.mark.clause("18FB-R21")
def test_one_share_is_too_little_even_where_nobody_is_20_per_cent_ahead() -> None:
    table = Table().phase("PH2").start("LTF", "Bruno", stock={"Ada": 1}, concession="").stock_round("Ada")
    table.may_not(TakeConcession("LTF"), "18FB-R21")
    table.start("FB", "Bruno", stock={"Ada": 2}, concession="").stock_round("Ada").may(TakeConcession("FB"))


@pytest.mark.clause("18FB-R84")
def test_of_the_cards_only_riseis_lowers_the_deposit_of_a_later_acquisition() -> None:
    table = Table().phase("PH2").cards(Bayard="Bruno", Riseis="Bruno").start("NN", "Bruno", concession="")
    table.cash(Bruno=99).stock_round("Bruno").may_not(TakeConcession("NN"), "18FB-3.3.3.5")
    table.do(TakeConcession("NN", at_half=True))
    assert (table.money("Bruno"), table.deposit("NN")) == ((49,), 50)
    assert not any(isinstance(event, DepositLowered) for event in table.game.events)
    # A concession that nobody has had yet is cheaper with Bayard as ever.
    first = Table().phase("PH2").cards(Bayard="Bruno", Riseis="Bruno").cash(Bruno=145).stock_round("Bruno")
    first.do(TakeConcession("NN", 60, at_half=True))
    assert (first.money("Bruno"), first.deposit("NN")) == ((0,), 25)
