"""The planner: legal, repeatable, within its budget, able to say why; and what it sees that keen does not."""

from collections.abc import Callable
from time import monotonic

import pytest

from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.maps import try_out
from ferrovia.bots.planner import budget as planner_budget
from ferrovia.bots.planner.budget import Budget, BudgetTrouble, Spent
from ferrovia.bots.planner.candidates import candidates, new_president, own_trains
from ferrovia.bots.planner.lines import around, end_of_set, follow, redrawn
from ferrovia.bots.planner.player import PlannerBot, is_misty
from ferrovia.bots.planner.reasons import reason
from ferrovia.bots.planner.search import Found
from ferrovia.bots.play import bot_game
from ferrovia.bots.registry import bot, check_bot
from ferrovia.engine.flow.actions import Action, BuyPrivate, BuyTrain, LayTile, Pass, SellShares
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.registry import title
from ferrovia.titles.t1883.emilia import emilia
from tests.t18fb.table import Table as SouthernTable
from tests.t1849.table import Table
from tests.walks import new_game

TITLES = ["1849", "1883", "18FB"]
LONG = 1_000_000  # steps that nobody would wait for


def planner(steps: int = 40, seconds: float | None = None) -> PlannerBot:
    return PlannerBot(Chance("any"), steps, seconds)


def between_keen_players(name: str, turn: int) -> Game:
    """A game at the beginning of a stock round."""
    game, bots = bot_game(name, ["keen"] * 3, "a seed")
    while game.state.round.turn < turn:
        game.apply(bots[game.decision.player].choose(game))
    return game


@pytest.mark.parametrize("name", TITLES)
def test_every_choice_is_legal_and_the_same_when_asked_again(name: str) -> None:
    game = between_keen_players(name, 2)
    for _ in range(12):
        player = game.decision.player
        action = planner().choose(game.fork_for(player))
        assert planner().choose(game.fork_for(player)) == action
        assert game.why_not(action) is None
        game.apply(action)


def test_who_does_something_else_than_keen_says_what_it_brings_in_both_languages() -> None:
    game, keen = between_keen_players("1849", 3), KeenBot(Chance("any"))
    voices = [game.title.voice(language) for language in ("en", "it")]
    compared = 0
    for _ in range(25):
        thought = planner().think(game.fork_for(game.decision.player))
        sentences = [say(thought.why) for say in voices]
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)
        if thought.action != keen.choose(game):
            compared += "worth L. " in sentences[0] and " more to " in sentences[0]
        game.apply(thought.action)
    assert compared > 0


def test_the_seed_of_the_game_is_not_looked_at() -> None:
    twins = [new_game(title("1883"), 1, 3) for _ in range(2)]
    settings = twins[0].settings
    twins[1].settings = settings.__class__("1883", settings.players, "a seed nobody has seen")
    twins[1].title.seen.redraw(twins[1], None)
    assert emilia(twins[0]).deck != emilia(twins[1]).deck
    player = twins[0].decision.player
    assert len({planner().choose(game.fork_for(player)) for game in twins}) == 1


def test_what_a_planner_found_out_before_changes_no_choice() -> None:
    """It remembers lines of its turn, and chooses as one does who comes new to the table."""
    game, old = between_keen_players("1849", 2), planner(60)
    while game.state.round.kind != "operating":
        game.apply(KeenBot(Chance("any")).choose(game))
    for _ in range(15):
        fork = game.fork_for(game.decision.player)
        chosen = old.choose(fork.fork())
        assert chosen == planner(60).choose(fork.fork())
        game.apply(chosen)


def test_the_same_tiles_are_one_map_for_all_forks() -> None:
    table = Table(3).start("RCS", "Ada", at=100).operate("RCS", "track")
    lays = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    forks = [table.game.fork() for _ in range(3)]
    for fork, lay in zip(forks, (lays[0], lays[0], lays[1]), strict=True):
        try_out(fork, lay)
    assert forks[0].layout is forks[1].layout is not forks[2].layout
    assert forks[0].layout.tiles != forks[2].layout.tiles
    assert table.game.layout.tiles == {}


def test_planners_do_not_wait_for_each_other_without_end() -> None:
    """In an auction in which all pass and the private companies pay, each would rather have another buy."""
    game = new_game(title("1849"), 1, 3)
    while game.state.privates["CNM"] == BANK:
        game.apply(game.decision.choices[0])
    for _ in range(3):
        assert game.state.round.kind == "auction"
        game.apply(Pass())
    assert game.state.round.kind == "auction"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PlannerBot, "compared", lambda *asked: pytest.fail("Nobody waits to see what others do."))
        assert planner().choose(game) == KeenBot(Chance("any")).choose(game) != Pass()


def southern_stock_round(bank: int) -> Game:
    table = SouthernTable().phase("PH6").start("FSC", "Ada", cash=400).cash(Ada=900, bank=bank)
    return table.stock_round("Ada").game


def sicilian_stock_round(bank: int) -> Game:
    table = Table(3).phase("8").start("RCS", "Ada", at=100).trains("RCS", "8H").cash(Ada=500, bank=bank)
    return table.stock_round("Ada", turn=5).game


@pytest.mark.parametrize(
    ("stock_round", "too_little", "enough"), [(sicilian_stock_round, 50, 55), (southern_stock_round, 60, 70)]
)
def test_the_farther_the_end_the_more_something_must_bring_than_what_keen_would_do(
    stock_round: Callable[[int], Game], too_little: int, enough: int
) -> None:
    early, late = stock_round(8000), stock_round(200)
    for game, gain, is_taken in ((early, too_little, False), (early, enough, True), (late, too_little, True)):
        usual = KeenBot(Chance("any")).choose(game)
        other = next(choice for choice in game.decision.choices if choice != usual)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PlannerBot, "compared", lambda *asked, found={usual: 0.0, other: float(gain)}: found)
            assert planner().choose(game) == (other if is_taken else usual)


# The budget


def test_no_more_is_tried_than_the_budget_has_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    game, bots = bot_game("1849", ["keen"] * 3, "a seed")
    tried, apply = [], Game.apply

    def counted(game: Game, action: Action) -> list[Event]:
        tried.append(action)
        return apply(game, action)

    for _ in range(40):
        chosen = bots[game.decision.player].choose(game)
        with monkeypatch.context() as patch:
            patch.setattr(KeenBot, "choose", lambda keen, game: _first(game))
            patch.setattr(Game, "apply", counted)
            for steps in (1, 10, 50):
                tried.clear()
                planner(steps).choose(game.fork())
                assert len(tried) <= steps + 30  # what is looked at to find candidates comes on top
        game.apply(chosen)


def _first(game: Game) -> Action:
    """A choice that takes no trying."""
    return next((choice for choice in game.decision.choices if isinstance(choice, Pass)), game.decision.choices[0])


def test_when_the_time_is_over_keen_is_followed() -> None:
    game = new_game(title("1849"), 1, 3)
    assert planner(LONG, seconds=0.0).choose(game) == KeenBot(Chance("any")).choose(game)


def test_a_budget_ends_by_steps_and_by_time() -> None:
    steps = Budget(2)
    steps.spend()
    steps.spend()
    with pytest.raises(Spent):
        steps.spend()
    with pytest.raises(Spent):
        Budget(LONG, deadline=monotonic() - 1).spend()


def test_no_step_is_begun_that_might_end_after_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(planner_budget, "monotonic", lambda: now[0])
    budget = Budget(LONG, deadline=101.0)
    for seconds in (0.1, 0.3, 0.2):  # after 0.6 another 0.3 would still be in time
        now[0] += seconds
        budget.spend()
    now[0] += 0.15
    with pytest.raises(Spent):
        budget.spend()


@pytest.mark.parametrize("steps", [0, -5])
def test_a_budget_of_nothing_is_refused(steps: int) -> None:
    with pytest.raises(BudgetTrouble, match=f"at least one step to think, not {steps}"):
        planner(steps)


def test_a_budget_is_named_after_the_player() -> None:
    check_bot("planner@200")
    assert isinstance(bot("planner@200", Chance("any")), PlannerBot)
    for nonsense in ("planner@0", "planner@", "planner@-3", "planner@many", "planner@²", "planner@1.5"):
        with pytest.raises(UnknownTrouble, match=f"'{nonsense}' has no budget to think with"):
            bot(nonsense, Chance("any"))
    with pytest.raises(UnknownTrouble, match="no computer player 'keen@200'"):
        check_bot("keen@200")


# Lines


def test_each_line_draws_what_is_hidden_anew() -> None:
    game = new_game(title("1883"), 1, 3)
    decks = [emilia(redrawn(game, "Ada", number)).deck for number in (1, 2, 1)]
    assert decks[0] != decks[1]
    assert decks[0] == decks[2]
    assert sorted(decks[0]) == sorted(emilia(game).deck)


def test_a_line_is_followed_to_the_end_of_the_set() -> None:
    game = between_keen_players("1849", 2)
    end = follow(game.fork(), KeenBot(Chance("any")).choose, end_of_set(game))
    assert (end.state.round.kind, end.state.round.turn) == ("stock", 3)
    assert end.actions[: len(game.actions)] == game.actions


def test_a_short_line_ends_when_the_player_is_asked_again() -> None:
    game = between_keen_players("1849", 2)
    player, asked = game.decision.player, []

    def chosen(game: Game) -> Action:
        asked.append(game.decision.player)
        return KeenBot(Chance("any")).choose(game)

    end = around(game.fork(), chosen, player)
    assert end.decision.player == player
    assert (end.state.round.kind, end.state.round.turn) == ("stock", 2)
    others = asked[asked.index(next(name for name in asked if name != player)) :]
    assert others
    assert player not in others


def test_a_short_line_ends_with_its_round_for_who_is_not_asked_again() -> None:
    game = between_keen_players("1849", 2)
    end = around(game.fork(), lambda game: _first(game), "nobody")
    assert (end.state.round.kind, end.state.round.turn, end.state.round.number) == ("operating", 2, 1)


@pytest.mark.parametrize("name", TITLES)
def test_a_small_budget_is_enough_to_compare_choices_in_a_stock_round(name: str) -> None:
    game = between_keen_players(name, 4)
    keen = KeenBot(Chance("any")).choose(game)
    assert len(planner(150).compared(game, keen)) > 2


@pytest.mark.parametrize(("phase", "is_searched"), [("PH4", False), ("PH5", True)])
def test_before_unification_stock_is_bought_as_keen_would(phase: str, is_searched: bool) -> None:
    game = SouthernTable().phase(phase).start("FSC", "Ada", cash=400).cash(Ada=900).stock_round("Ada").game
    searched = []

    def compared(planner: PlannerBot, game: Game, *asked: object) -> Found:
        searched.append(game)
        return {}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PlannerBot, "compared", compared)
        assert planner().choose(game) == KeenBot(Chance("any")).choose(game)
    assert bool(searched) is is_searched


@pytest.mark.parametrize(("turn", "is_searched"), [(2, False), (3, True)])
def test_in_the_first_stock_rounds_of_1849_stock_is_bought_as_keen_would(turn: int, is_searched: bool) -> None:
    table = Table(3).start("RCS", "Ada", at=100, cash=400).cash(Ada=900)
    assert is_misty(table.stock_round("Ada", turn=turn).game) is not is_searched
    assert not is_misty(table.operate("RCS", "track", turn=turn).game)


def test_before_unification_an_operating_turn_is_searched() -> None:
    game = SouthernTable().phase("PH4").start("FSC", "Ada", cash=400).operate("FSC", "track").game
    assert not is_misty(game)
    assert is_misty(SouthernTable().phase("PH4").start("FSC", "Ada", cash=400).stock_round("Ada").game)


# Companies that change hands


def doomed_company() -> Table:
    """Ada presides over RCS, which has a train that is about to be gone, and neither has money; Bruno has, and as much
    of RCS.
    """
    table = Table(3).phase("8").start("RCS", "Ada", at=100, stock={"Bruno": [20], "Ada": [10]}, cash=0)
    table.trains("RCS", "6H").cash(Ada=20, Bruno=600)
    return table.stock_round("Ada", turn=3)


def test_a_doomed_company_is_left_to_another() -> None:
    game = doomed_company().game
    dump = SellShares("RCS", (20, 10))
    assert new_president(game, dump) == "Bruno"
    assert dump in candidates(game, 1, Pass())
    assert new_president(game, planner(100).choose(game)) == "Bruno"
    why = game.title.voice("en")(reason(game, dump, Pass(), 100))
    assert why == "Selling RCS leaves Bruno with a company that must buy a train."


def test_a_train_goes_to_the_company_of_the_same_president_that_needs_it() -> None:
    table = Table(3).phase("8").start("RCS", "Ada", at=100).start("SFA", "Ada", at=68, cash=90)
    game = table.trains("RCS", "8H", "8H").operate("SFA", "trains").game
    moved = planner(60).choose(game)
    assert isinstance(moved, BuyTrain)
    assert (moved.train, moved.source) == ("8H", "RCS")
    tried = [action for action in candidates(game, 1, Pass()) if isinstance(action, BuyTrain)]
    assert {action.price for action in tried} >= {1, 90}  # for next to nothing, or to move the money too


def test_nobody_is_asked_for_what_is_of_no_use() -> None:
    table = Table(3).phase("6").start("RCS", "Ada", at=100, cash=300).privates(CNM="Bruno").trains("RCS", "6H")
    game = table.operate("RCS", "trains").game
    for_sale = [span.action for span in game.decision.ranges if isinstance(span.action, BuyPrivate)]
    assert [action.private for action in for_sale] == ["CNM"]
    assert not [action for action in candidates(game, 20, Pass()) if isinstance(action, BuyPrivate)]


def test_trains_of_others_are_not_asked_for_at_any_price() -> None:
    table = Table(3).phase("8").start("RCS", "Bruno", at=100).start("SFA", "Ada", at=68, cash=90)
    game = table.trains("RCS", "8H", "8H").operate("SFA", "trains").game
    assert any(isinstance(span.action, BuyTrain) for span in game.decision.ranges)
    assert not [*own_trains(game)]
