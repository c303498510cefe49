"""What a player of 18FB knows beyond its rules."""

import pytest

from ferrovia.bots.keen.player import KeenBot
from ferrovia.engine.flow.actions import Accept, Action, BuyPrivate, BuyTrain, Decline, LayTile, Pass, Start
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.judgement import JUDGEMENT
from ferrovia.titles.t18fb.political import CardOffer
from ferrovia.titles.t18fb.regionals import nominal_value
from ferrovia.titles.t18fb.states import CompanyState, state_of
from tests.t18fb.table import Table


def chosen(game: Game) -> Action:
    return KeenBot(Chance("any")).choose(game)


def test_a_company_that_builds_earns_its_interest_and_runs_no_trains() -> None:
    table = Table().start("FSC", cash=400)
    assert state_of(table.game, "FSC") is CompanyState.BUILDING
    assert not JUDGEMENT.runs_trains(table.game, "FSC")
    band = components.concession_table("FSC")["band"]
    assert 0 < JUDGEMENT.expected(table.game, "FSC") <= 10 * components.sheet("game")["interest_bands"][band]
    table.operate("FSC", "trains")
    assert any(isinstance(choice, BuyTrain) for choice in table.game.decision.choices)
    assert not isinstance(chosen(table.game), BuyTrain)


def test_a_company_that_builds_comes_nearer_to_its_destination_with_every_tile() -> None:
    table = Table().start("FSC", cash=400).operate("FSC", "track")
    (plan,) = JUDGEMENT.lines(table.game, "FSC")
    left = plan.line.tiles
    for _ in range(2):
        action = chosen(table.game)
        assert isinstance(action, LayTile)
        table.game.apply(action)
        lines = JUDGEMENT.lines(table.game, "FSC")
        assert not lines or lines[0].line.tiles < left
        left = lines[0].line.tiles if lines else 0


def test_every_tile_of_its_line_and_every_destination_make_a_company_worth_more() -> None:
    table = Table().start("FSC", "Ada", cash=400).operate("FSC", "track")
    before, opening = JUDGEMENT.prospect(table.game, "FSC"), JUDGEMENT.opening(table.game, "FSC")
    table.game.apply(chosen(table.game))
    nearer = JUDGEMENT.prospect(table.game, "FSC")
    assert before < nearer
    assert JUDGEMENT.opening(table.game, "FSC") < opening
    provisional = JUDGEMENT.prospect(table.line_done("FSC", final=False).game, "FSC")
    definitive = JUDGEMENT.prospect(Table().start("FSC").line_done("FSC").game, "FSC")
    assert nearer < provisional < definitive == 0


def test_a_deposit_is_on_the_way_back_and_a_regional_company_is_worth_something() -> None:
    table = Table().start("FSC", "Ada", cash=400)
    assert JUDGEMENT.claims(table.game, "Ada") == 0
    table.concession("FSC", "Ada", deposit=100)
    assert 0 < JUDGEMENT.claims(table.game, "Ada") < 100
    assert JUDGEMENT.claims(table.game, "Bruno") == 0
    united = Table().phase("PH5").regionals(SEPSA="Bruno")
    assert JUDGEMENT.claims(united.game, "Bruno") >= nominal_value("SEPSA")
    assert JUDGEMENT.claims(united.game, "Ada") == 0


def test_what_lies_in_the_offer_will_help_to_pay_for_a_train() -> None:
    table = Table().start("FSC", "Ada", cash=0)
    alone = JUDGEMENT.to_raise(table.game, "FSC")
    assert 0 < alone < 10 * table.game.state.pars["FSC"]
    sold = Table().start("FSC", "Ada", stock={"Bruno": 2}, cash=0)
    assert JUDGEMENT.to_raise(sold.game, "FSC") < alone
    assert JUDGEMENT.to_raise(table.game, "NN") == 0


def founding(table: Table, company: str, price: int) -> float:
    verdict = JUDGEMENT.worth(table.game, "Ada", "", Start(company, price))
    assert verdict is not None
    return verdict.money


def test_a_company_of_full_capital_is_founded_by_who_can_pay_for_six_shares() -> None:
    """3.6.9: ten times 60 pays for a PH5 train; SFM is liked best, for it chooses its home."""
    table = Table().phase("PH5").cash(Ada=400).stock_round("Ada")
    assert founding(table, "SFM", 60) > founding(table, "FS", 60) > 0
    assert founding(table, "SFM", 70) < 0  # six shares for 420
    assert founding(table.cash(Ada=1000), "SFM", 60) > founding(table, "SFM", 100) > 0  # money that it does not need
    assert founding(Table().phase("PH6").cash(Ada=400).stock_round("Ada"), "FS", 60) < 0  # too little for a PH6
    assert founding(table.cash(bank=100), "SFM", 60) < 0  # the game is nearly over


def test_the_founder_buys_what_the_company_needs_to_float() -> None:
    table = Table().phase("PH5").cash(Ada=400).stock_round("Ada")
    table.do(Start("SFM", 60))
    while "SFM" not in table.game.state.floated:
        action = chosen(table.game)
        assert table.decider != "Ada" or not isinstance(action, Pass)
        table.game.apply(action)
    assert table.game.cash("SFM") == 600


def test_regional_companies_are_left_to_others_by_who_means_to_found_a_company() -> None:
    """The cheapest regional costs 100, and 60% of a company 360."""
    table = Table().phase("PH5")
    least = components.sheet("game")["floating"]["percent"] * 60 // 10
    assert JUDGEMENT.reserve(table.game, "FA") == least
    span = Range(BuyPrivate("FA", 100), 100, 1000)
    for cash, is_wanted in ((100 + least, True), (99 + least, False)):
        known = JUDGEMENT.priced(table.cash(Ada=cash).game, "Ada", "", span)
        assert known is not None
        assert (known[1].money > 0) is is_wanted


@pytest.mark.parametrize(("price", "answer"), [(600, Decline()), (20, Accept())])
def test_a_card_has_a_ceiling(price: int, answer: Action) -> None:
    table = Table().cards(Melisurgo="Bruno")
    table.game.push(CardOffer("Melisurgo", "Bruno", "Ada", price))
    assert chosen(table.game) == answer
