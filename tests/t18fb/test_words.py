"""The choices of 18FB in words, with the prices that only its rules know; and the goals of a company."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    Decline,
    Dividend,
    LayTile,
    SellShares,
)
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.events import TileLaid
from ferrovia.titles.t18fb.actions import Acquire, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.concessions import regular_deposit
from ferrovia.titles.t18fb.judgement import JUDGEMENT
from tests.t18fb.table import Table, line

TO_SAPRI = "F23 F21 E20 E18 F17"


def says(table: Table, action: Action) -> str:
    table.may(action)
    return table.says(action)


def test_lots_are_named_in_full() -> None:
    table = Table().political_round()
    assert says(table, PutUp("Riseis")) == "Put Riseis (Panfilo De Riseis) up for auction"
    table.do(PutUp("Bayard"))
    bids = table.says(table.game.decision.ranges[0])
    assert bids.startswith("Bid D175")
    assert bids.endswith(" for Bayard")
    assert says(table, Bid("Bayard", 200)) == "Bid D200 for Bayard"


def test_a_concession_tells_its_deposit_and_how_the_company_starts() -> None:
    table = Table().cards(Valadous="Ada", Riseis="Ada").cash(Ada=900)
    deposit = "Take the concession of LdA for a deposit of"
    assert says(table, TakeConcession("LdA", 90)) == f"{deposit} D80 and start it at D90 a share, D260 in all"
    with_riseis = (
        "Use Riseis to take the concession of LdA for a deposit of D40 and start it at D60 a share, D160 in all"
    )
    assert says(table, TakeConcession("LdA", 60, at_half=True)) == with_riseis


def test_a_withdrawn_concession_starts_nothing() -> None:
    table = Table().start("FB", "Ada", concession="").cash(Ada=500).stock_round("Ada", turn=3)
    assert says(table, TakeConcession("FB")) == "Take the concession of FB for a deposit of D150"


def test_a_line_tells_its_end_its_cost_and_its_markers() -> None:
    table = Table().start("FSC", "Ada", cash=200).rails(TO_SAPRI).operate("FSC", "token")
    assert says(table, line(TO_SAPRI)) == "Build a line to Sapri for D120, 2 markers: F23-F21-E20-E18-F17"
    assert table.says(line("F23 F21")) == "Build the line F23-F21"


def test_cards_are_offered_by_name() -> None:
    table = Table().cards(Falcon="Ada").cash(Bruno=70)
    offers = [other.choice for other in table.game.decision.interjections if isinstance(other.choice, Range)]
    offer = next(offer for offer in offers if isinstance(offer.action, OfferPrivate) and offer.action.to == "Bruno")
    assert table.says(offer) == "Offer Bruno Falcon (Giuseppe Falcon De Cimer) for D0 to D70"
    assert says(table, OfferPrivate("Falcon", "Bruno", 60)).endswith("for D60")


def test_regionals_in_the_pool_and_for_acquirers_tell_their_price() -> None:
    table = Table().phase("PH5").regionals().cash(Ada=300).stock_round("Ada")
    assert says(table, BuyPrivate("FA", 100)) == "Buy FA (Ferrovia Alifana) for D100"
    table = Table().phase("PH6").regionals(FA="Bruno").start("LdA", "Ada", cash=500).trains("LdA", "PH4")
    table.operate("LdA")
    assert says(table, Acquire("FA")) == "Acquire FA (Ferrovia Alifana) for D100"


def test_an_emergency_sale_tells_who_sells_and_that_it_is_half_price() -> None:
    table = Table().phase("PH3").start("FB", "Ada", at=(4, 6)).line_done("FB").cash(Ada=0)
    table.start("LdA", "Ada", at=(7, 6), stock={"FB": 1, "Ada": 2, "Bruno": 2}).operate("FB", "trains")
    assert says(table, SellShares("LdA", (10,))) == "Sell the company's 10% of LdA at half price for D45"
    table.do(SellShares("LdA", (10,)))
    assert says(table, SellShares("LdA", (10, 10))) == "Sell 20% of LdA at half price for D90"
    assert table.says(Bankrupt()) == "Go bankrupt: the train cannot be paid"


@pytest.mark.clause("18FB-3.5.6.3")
def test_dividends_tell_what_a_share_gets_and_what_is_kept() -> None:
    table = Table().start("FB").line_done("FB").trains("FB", "PH1").operate("FB", "dividend").turn_is(revenue=90)
    assert says(table, Dividend("half")) == "Pay D50 to the shareholders, D5 a share, and keep D40"


@pytest.mark.clause("18FB-3.6.3.6")
def test_the_second_tile_of_a_regional_tells_its_price() -> None:
    table = Table().phase("PH5").regionals(30, FA="Ada").operate("FA")
    assert " for D" not in says(table, LayTile("F31", "57", 1))
    table.do(LayTile("F31", "57", 1))
    assert says(table, LayTile("G32", "4", 1)).endswith(" for D30")
    assert TileLaid(corporation="FA", tile="4", hex="G32", cost=30) in table.do(LayTile("G32", "4", 1))


@pytest.mark.clause("18FB-3.3.3.2", "18FB-3.3.3.3", "18FB-R82")
def test_a_withdrawn_concession_tells_the_deposit_that_is_lost_and_the_one_that_is_due() -> None:
    table = Table().phase("PH2").cards(Riseis="Bruno")
    table.start("LTF", "Ada", stock={"Ada": 1, "Bruno": 4, "pool": 1}, deposit=100)
    table.cash(Bruno=500).stock_round("Bruno")
    told = [str(event) for event in table.do(BuyShare("LTF", "pool"))]
    assert "The bank keeps the deposit of 100 for LTF." in told
    due = regular_deposit(table.game, "LTF")
    assert due > 0
    take = "Take the concession of LTF for a deposit of"
    assert says(table, Answer("take")) == f"{take} D{due}"
    at_half = f"Use Riseis to take the concession of LTF for a deposit of D{due // 2}"
    assert says(table, Answer("take at half")) == at_half
    assert says(table, Answer("leave")) == "Leave the concession of LTF"


@pytest.mark.clause("18FB-3.3.6.3")
def test_who_is_offered_a_card_is_told_the_price() -> None:
    table = Table().cards(Falcon="Ada").cash(Bruno=70)
    table.do(OfferPrivate("Falcon", "Bruno", 60))
    assert says(table, Accept()) == "Accept Falcon (Giuseppe Falcon De Cimer) from Ada for D60"
    assert says(table, Decline()) == "Decline Falcon (Giuseppe Falcon De Cimer) from Ada for D60"


@pytest.mark.parametrize(
    ("reached", "goals"),
    [((), {"F17"}), (("F17",), {"F11"}), (("F17", "F11"), {"H11", "NC8", "NC10"})],
)
def test_the_goals_of_a_company_are_what_its_concession_asks_for_and_then_its_other_destinations(
    reached: tuple[str, ...], goals: set[str]
) -> None:
    table = Table().start("FSC", "Ada").tokens("FSC", *reached)
    assert table.title.seen.goals(table.game, "FSC") == goals


def test_a_regional_has_no_goals() -> None:
    table = Table().phase("PH5").regionals(FA="Ada")
    assert table.title.seen.goals(table.game, "FA") == set()


def test_lines_that_are_there_already_are_told_before_a_regional_is_bought() -> None:
    """3.6.3.12: they pay as soon as the token stands, and a bid can count on it."""
    joined = ("F31 6 0", "NC12 4 0")
    sale, cost = "lines already joined bring its owner 40", "bids begin at 100"
    table = Table().phase("PH5").lay(*joined).rails("L27 L29").regional_round()
    assert terms(table, PutUp("FA")) == f"{cost}; {sale}"
    table.do(PutUp("FA"))
    assert terms(table, Bid("FA", 100)) == sale
    assert JUDGEMENT.private_worth(table.game, "Ada", "FA") == 100 + 30 + 40
    bare = Table().phase("PH5").regional_round()
    assert terms(bare, PutUp("FA")) == cost
    assert JUDGEMENT.private_worth(bare.game, "Ada", "FA") == 100 + 30
    pool = Table().phase("PH5").lay(*joined).rails("L27 L29").regionals().stock_round()
    assert terms(pool, BuyPrivate("FA", 100)) == sale
    pool.do(BuyPrivate("FA", 100))
    assert JUDGEMENT.private_worth(pool.game, "Ada", "FA") == 100 + 30


def terms(table: Table, action: Action) -> str:
    found = table.game.title.seen.terms(table.game, action)
    assert found is not None
    return str(found)
