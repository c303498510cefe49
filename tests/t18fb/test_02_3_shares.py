"""Section 2.3: shares and certificates, and how much of them anybody may hold."""

from __future__ import annotations

import pytest

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyShare, Pass, SellShares, Start
from ferrovia.formats.view import view_for
from ferrovia.titles.t18fb.actions import PutUp, TakeConcession
from tests.t18fb.table import Table

LIMITS = {3: 26, 4: 20, 5: 16, 6: 13}

# Companies whose singles fill a hand; each also has a president who is not the player
OTHERS = ("FB", "FC", "FS", "LTF", "FST", "SFTF")


def hand_of(count: int, players: int = 4, phase: str = "PH5") -> Table:
    """Ada holds so many singles, five of a company at most, and it is her turn in a stock round."""
    table = Table(players).phase(phase).cash(Ada=1000)
    for company in OTHERS:
        singles = min(count, 5)
        table.start(company, "Bruno", stock={"Ada": singles})
        count -= singles
    table.start("FSC", "Carla", stock={"pool": 2})
    return table.stock_round("Ada")


# Shares, certificates


@pytest.mark.clause("18FB-2.3.1")
def test_the_presidents_certificate_is_two_shares_and_one_certificate() -> None:
    table = Table().start("NN", "Ada", stock={"Ada": 1})
    assert table.holding("NN", "Ada") == [20, 10]
    assert (table.game.percent("NN", "Ada"), table.game.certificate_count("Ada")) == (30, 2)
    assert view_for(table.game)["players"]["Ada"]["certificate_count"] == 2


@pytest.mark.clause("18FB-2.3.1")
def test_it_costs_twice_a_single_share() -> None:
    table = Table().phase("PH4").cash(Ada=500).stock_round("Ada")
    table.do(TakeConcession("LdA", 90))
    assert table.money("Ada", "LdA") == (320, 180)
    table.stock_round("Ada").do(BuyShare("LdA", "offer"))
    assert table.money("Ada", "LdA") == (230, 270)


@pytest.mark.clause("18FB-2.3.1")
def test_presidencies_go_by_shares_not_by_certificates() -> None:
    """In PH5 Bruno's two singles equal Ada's one certificate; the third makes him president."""
    table = Table().phase("PH5").start("FB", "Ada", stock={"Bruno": 2}).cash(Bruno=500).stock_round("Bruno")
    assert table.game.certificate_count("Bruno") > table.game.certificate_count("Ada")
    assert table.game.president("FB") == "Ada"
    table.do(BuyShare("FB", "offer"))
    assert table.game.president("FB") == "Bruno"


# The certificate limit


@pytest.mark.clause("18FB-2.3.2")
@pytest.mark.parametrize(("players", "limit"), LIMITS.items())
def test_as_many_certificates_as_the_number_of_players_allows(players: int, limit: int) -> None:
    hand_of(limit - 1, players).may(BuyShare("FSC", "pool"), BuyShare("FSC", "offer"), Start("FP", 60))
    table = hand_of(limit, players)
    assert table.game.certificate_count("Ada") == limit
    for action in (BuyShare("FSC", "pool"), BuyShare("FSC", "offer"), Start("FP", 60)):
        table.may_not(action, "18FB-2.3.2")


@pytest.mark.clause("18FB-2.3.2")
def test_nor_is_a_company_started_by_a_concession_at_the_limit() -> None:
    hand_of(12, players=6, phase="PH4").may(TakeConcession("NN", 60))
    hand_of(13, players=6, phase="PH4").may_not(TakeConcession("NN", 60), "18FB-2.3.2")


@pytest.mark.clause("18FB-2.3.3")
def test_cards_and_concessions_count_nothing() -> None:
    table = hand_of(12, players=6, phase="PH4").cards(Melisurgo="Ada", Falcon="Ada")
    table.concession("FB", "Ada").concession("FC", "Ada")
    assert table.game.certificate_count("Ada") == 12
    table.may(BuyShare("FSC", "pool"))
    full = hand_of(13, players=6, phase="PH4")
    full.do(BuyPrivate("Riseis", 75))
    assert full.game.certificate_count("Ada") == 13


@pytest.mark.clause("18FB-2.3.3")
def test_the_share_that_comes_with_a_card_counts_like_any_other() -> None:
    table = Table().cards(Bayard="Ada")
    assert table.holding("NN", "Ada") == [10]
    assert table.game.certificate_count("Ada") == 1


# Sixty per cent


@pytest.mark.clause("18FB-2.3.4")
@pytest.mark.parametrize("president", [True, False])
def test_nobody_buys_beyond_sixty_per_cent(president: bool) -> None:
    def holding(percent: int) -> Table:
        singles = percent // 10 - (2 if president else 0)
        table = Table().start("FC", "Ada" if president else "Bruno", stock={"Ada": singles, "pool": 1}, concession="")
        assert table.game.percent("FC", "Ada") == percent
        return table.cash(Ada=900).stock_round("Ada")

    holding(50).may(BuyShare("FC", "pool"), BuyShare("FC", "offer"))
    for source in ("pool", "offer"):
        holding(60).may_not(BuyShare("FC", source), "18FB-2.3.4")


@pytest.mark.clause("18FB-2.3.5")
def test_what_a_company_owns_is_not_its_presidents() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Ada": 4, "pool": 1}).start("NN", "Ada", at=90, cash=300)
    table.operate("NN", "finance").do(BuyShare("FB", "pool"))
    assert (table.game.percent("FB", "Ada"), table.game.percent("FB", "NN")) == (60, 10)
    table.stock_round("Ada").may(Pass())  # nothing must be sold
    table = Table().phase("PH5").start("FB", "Ada", stock={"Ada": 3, "NN": 1}).start("NN", "Ada", at=90).stock_round()
    table.may(BuyShare("FB", "offer"))  # 50% and NN's 10%: she may still buy a share


# The president's certificate


@pytest.mark.clause("18FB-2.3.6")
@pytest.mark.parametrize("certificates", [(10,), (10, 10), (20,)])
def test_the_presidents_certificate_is_not_sold_where_nobody_can_take_it(certificates: tuple[int, ...]) -> None:
    table = Table().phase("PH5").start("FB", "Ada").stock_round("Ada")
    table.may_not(SellShares("FB", certificates), "18FB-3.3.1.2")
    assert not any(isinstance(choice, SellShares) for choice in table.game.decision.choices)


@pytest.mark.clause("18FB-2.3.6")
def test_it_goes_by_exchange_to_the_new_president_and_singles_to_the_pool() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Ada": 1, "Bruno": 2}).stock_round("Ada")
    table.do(SellShares("FB", (10, 10)))
    assert table.game.holders("FB")[PRESIDENT] == "Bruno"
    assert (table.holding("FB", "Bruno"), table.holding("FB", "Ada")) == ([20], [10])
    assert table.holding("FB", "pool") == [10, 10]


@pytest.mark.clause("18FB-2.3.6")
def test_with_shares_besides_it_only_those_are_sold() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Ada": 1}).stock_round("Ada")
    table.may_not(SellShares("FB", (20,)), "18FB-3.3.1.2")
    table.may_not(SellShares("FB", (10, 10)), "18FB-3.3.1.2")
    table.do(SellShares("FB", (10,)))
    assert table.holding("FB", "Ada") == [20]


# R26: over a limit without buying


@pytest.mark.clause("18FB-R26")
def test_who_comes_over_the_limit_by_a_lost_presidency_keeps_the_papers_but_must_sell_and_may_not_buy() -> None:
    """Ada holds thirteen of thirteen; for her certificate of NN she gets two singles."""
    table = hand_of(12, players=6).start("NN", "Ada", stock={"Dora": 2}).cash(Dora=500)
    assert table.game.certificate_count("Ada") == 13
    table.stock_round("Dora").do(BuyShare("NN", "offer"))
    assert (table.game.certificate_count("Ada"), table.holding("NN", "Ada")) == (14, [10, 10])
    table.stock_round("Ada")
    for action in (Pass(), BuyShare("FSC", "pool"), Start("FP", 60)):
        table.may_not(action, "18FB-R26")
    table.do(SellShares("FB", (10,)))
    table.may(Pass())
    table.may_not(BuyShare("FSC", "pool"), "18FB-2.3.2")


@pytest.mark.clause("18FB-R26")
def test_over_the_limit_no_other_action_is_a_way_round_the_sale() -> None:
    table = hand_of(14, players=6, phase="PH4")
    for action in (BuyPrivate("Melisurgo", 50), TakeConcession("NN", 60)):
        table.may_not(action, "18FB-R26")
    table.do(SellShares("FC", (10,)), BuyPrivate("Melisurgo", 50))


@pytest.mark.clause("18FB-R26")
def test_what_cannot_be_sold_need_not_be_but_nothing_is_bought_either() -> None:
    table = hand_of(14, players=6, phase="PH4").own_is(earned=())
    assert not any(isinstance(choice, SellShares) for choice in table.game.decision.choices)
    table.may(Pass(), BuyPrivate("Melisurgo", 50))  # a card is no certificate that counts
    for action in (BuyShare("FSC", "pool"), TakeConcession("NN", 60)):
        table.may_not(action, "18FB-R26")


@pytest.mark.clause("18FB-R26")
def test_over_sixty_per_cent_the_surplus_is_sold_and_no_more() -> None:
    table = Table().phase("PH5").start("FB", "Ada", stock={"Ada": 6}).start("FC", "Bruno", stock={"Ada": 2})
    table.cash(Ada=900).stock_round("Ada")
    assert table.game.percent("FB", "Ada") == 80
    for action in (Pass(), BuyShare("FC", "offer"), Start("FP", 60)):
        table.may_not(action, "18FB-R26", "80%")
    table.do(SellShares("FB", (10,)))  # 70%: the rest in later turns, as a sale may not be split
    table.may(Pass(), SellShares("FC", (10,)))
    table.may_not(BuyShare("FC", "offer"), "18FB-R26", "70%")
    table.stock_round("Ada").may_not(Pass(), "18FB-R26", "70%")
    table.do(SellShares("FB", (10,)))
    table.may(Pass(), BuyShare("FC", "offer"))


@pytest.mark.clause("18FB-R26")
def test_over_sixty_per_cent_of_what_cannot_be_sold_the_papers_are_kept() -> None:
    table = (
        Table().phase("PH5").start("FB", "Ada", stock={"Ada": 5}, earned=False).start("FC", "Bruno", stock={"Ada": 2})
    )
    table.cash(Ada=900).stock_round("Ada")
    table.may(Pass(), SellShares("FC", (10,)))
    table.may_not(BuyShare("FC", "offer"), "18FB-R26", "70%")


@pytest.mark.clause("18FB-R26")
def test_after_an_elimination_the_limit_stays_that_of_those_who_began() -> None:
    table = hand_of(13, players=6).cash(Fosca=0).start("NN", "Fosca")
    table.operate("NN", "trains")
    table.game.title.trains.bankrupt(table.game, "NN", "Fosca")
    assert len(table.game.players) == 5
    table.stock_round("Ada").may_not(BuyShare("FSC", "pool"), "18FB-2.3.2")


@pytest.mark.clause("18FB-2.3.2")
def test_nor_does_anybody_bid_for_a_regional_at_the_limit() -> None:
    """A regional counts (3.6.3.1): with thirteen Ada must put one up, but the bidding passes her by."""
    for count, speaker in ((12, "Ada"), (13, "Bruno")):
        table = hand_of(count, players=6).own_is(regional_round="due").operating_rounds_over()
        assert (table.step, table.decider) == ("lot", "Ada")
        table.do(PutUp("FA"))
        assert table.decider == speaker
        table.may(Bid("FA", 100))
