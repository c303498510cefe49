"""What the planner does against others where that pays: blocks with a token, rusts their trains, leaves them a doomed
company. Each time keen does something else, and so does a planner to whom it is all the same how others fare.
"""

from __future__ import annotations

import pytest

from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.planner import candidates, search, worth
from ferrovia.bots.planner.player import PlannerBot
from ferrovia.engine.flow.actions import Action, BuyTrain, Pass, PlaceToken
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from tests.bots.test_planner import doomed_company
from tests.t1849.table import Table

# From Terranova by Girgenti, the home of SFA, and Caltanissetta to Catania, the home of IFT.
ACROSS = ("L8 9 2", "K7 4 2", "J6 644 4", "I7 74 1", "H8 657 1", "G9 58 5", "H10 9 2")
BY_THE_COAST = ("IFT", "SFA", "AFG", "CTL", "ATA", "RCS")


def keen(game: Game) -> Action:
    return KeenBot(Chance("any")).choose(game)


def planner(game: Game) -> Action:
    return PlannerBot(Chance("any"), 100).choose(game)


@pytest.fixture
def without_envy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "LEADER", 0.0)


def two_spaces() -> Game:
    """SFA may take a space in Terranova, or the one in Caltanissetta through which the trains of IFT run."""
    table = Table(3, BY_THE_COAST).phase("8").lay(*ACROSS).start("SFA", "Ada", at=100, cash=100)
    table.start("IFT", "Bruno", at=100, stock={"Bruno": [10, 10]}, cash=100).start("AFG", "Carla", at=68, home="C1")
    table.trains("SFA", "8H").trains("IFT", "8H").cash(Ada=300, Bruno=300, Carla=300)
    return table.operate("SFA", "token").game


def revenue_of(game: Game, corporation: str, after: Action) -> int:
    fork = game.fork()
    fork.apply(after)
    return fork.title.runs.best(fork, corporation).revenue


def test_a_token_goes_where_it_blocks_another() -> None:
    game = two_spaces()
    beside, across = PlaceToken("M9"), PlaceToken("H8")
    assert revenue_of(game, "SFA", beside) == revenue_of(game, "SFA", across)
    assert revenue_of(game, "IFT", beside) > revenue_of(game, "IFT", across)
    assert keen(game) == beside
    assert planner(game) == across


@pytest.mark.usefixtures("without_envy")
def test_who_envies_nobody_blocks_nobody() -> None:
    assert planner(two_spaces()) == PlaceToken("M9")


def the_first_8h() -> Game:
    """CTL has a train that stays and money for the 8H with which the 4H fall, of which IFT has two and no money."""
    table = Table(3, BY_THE_COAST).phase("6").sold_out("6H").lay(*ACROSS)
    table.start("CTL", "Ada", at=100, cash=900).trains("CTL", "8H")
    table.start("IFT", "Bruno", at=100, stock={"Bruno": [10, 10, 20]}, cash=0).trains("IFT", "4H", "4H")
    return table.cash(Ada=300, Bruno=300, Carla=300).operate("CTL", "trains").game


def test_a_train_that_is_of_little_use_is_bought_to_rust_those_of_another() -> None:
    game = the_first_8h()
    rusting = BuyTrain("8H", BANK, 350)
    assert keen(game) == Pass()
    assert planner(game) == rusting
    game.apply(rusting)
    assert (game.state.phase, game.trains("IFT")) == ("8", ())


@pytest.mark.usefixtures("without_envy")
def test_who_envies_nobody_rusts_no_trains() -> None:
    assert planner(the_first_8h()) == Pass()


@pytest.fixture
def one_of_keens(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a round only the best of keen's choices is looked at, besides what the planner looks for itself."""
    monkeypatch.setattr(search, "IN_ROUND", 1)


def president_after(game: Game, action: Action) -> str:
    game.apply(action)
    return game.president("RCS")


@pytest.mark.usefixtures("one_of_keens")
def test_a_doomed_company_goes_to_who_has_as_much_of_it() -> None:
    game = doomed_company().game
    assert president_after(game.fork(), keen(game)) == "Ada"
    assert president_after(game.fork(), planner(game)) == "Bruno"


@pytest.mark.usefixtures("one_of_keens")
def test_a_company_is_left_only_by_who_looks_for_a_new_president(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "new_president", lambda game, action: None)
    game = doomed_company().game
    assert president_after(game.fork(), planner(game)) == "Ada"
