"""What a player of 18FB knows beyond its rules."""

import pytest

from ferrovia.bots.keen.player import KeenBot
from ferrovia.engine.flow.actions import Accept, Action, BuyTrain, Decline, LayTile
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.judgement import JUDGEMENT
from ferrovia.titles.t18fb.political import CardOffer
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


@pytest.mark.parametrize(("price", "answer"), [(600, Decline()), (20, Accept())])
def test_a_card_has_a_ceiling(price: int, answer: Action) -> None:
    table = Table().cards(Melisurgo="Bruno")
    table.game.push(CardOffer("Melisurgo", "Bruno", "Ada", price))
    assert chosen(table.game) == answer
