"""Looking back at a game: what was missed is told to the lira, and what was well done is not."""

from __future__ import annotations

import pytest

from ferrovia.bots.analysis import Analysis, analyse, at_a_look, by_planner, expected_worth
from ferrovia.bots.bot import chosen
from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.planner.player import PlannerBot
from ferrovia.bots.planner.search import Found
from ferrovia.bots.play import bot_game, play_out
from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.formats.save import Move, Record, plain_state, recorded
from ferrovia.formats.sentences import sentence
from tests.t18fb.table import Table as SouthernTable
from tests.t1849.table import Table
from tests.table import routes

TO_PARTINICO = ("B4 7 5", "D4 4 0")
PALERMO = ("RCS", "CTL", "ATA", "SFA", "AFG", "IFT")


def sicily(step: str, *track: str) -> Table:
    """RCS in Palermo with a train and some track, which leads round to Partinico."""
    table = Table(3, PALERMO, runs_as_shown=True).start("RCS").lay(*track).start("ATA", "Bruno")
    return table.trains("RCS", "4H").operate("RCS", step)


def after(table: Table, *actions: Action) -> Analysis:
    """What is found in a game that goes on from a position with some actions."""
    game = table.game
    record = Record.of(game, [game.hash()])
    for action in actions:
        by = game.player_of(action)
        events = game.apply(action)
        state = plain_state(game)
        record = record.with_move(Move.of(action, by, events, record.state, state), state)
    return analyse(record)


def test_a_run_that_pays_less_than_the_best_is_told_with_the_difference() -> None:
    table = sicily("run", *TO_PARTINICO)
    found = after(table, routes(("4H", "C5 B4 D4")))
    assert [(each.kind, each.number, each.by, each.corporation) for each in found.missed] == [("run", 1, "Ada", "RCS")]
    (missed,) = found.missed
    assert missed.revenue == 70 - table.turn.revenue > 0
    assert str(missed.better).startswith("Run for 70: 4H A5-C5-B4-D4")


def test_the_best_run_is_no_news() -> None:
    assert after(sicily("run", *TO_PARTINICO), routes(("4H", "A5 C5 B4 D4"))).missed == []


def test_track_that_would_have_paid_is_told_to_who_passes() -> None:
    found = after(sicily("track", "D4 4 0"), Pass())
    (missed,) = found.missed
    assert (missed.kind, missed.by, missed.revenue) == ("track", "Ada", 70)
    assert str(missed.better) == "Lay yellow tile 7, turned by 5, on B4"


def test_a_tile_that_is_missed_again_and_again_is_told_once() -> None:
    everybody_passes = [Pass()] * 15  # through two rounds of RCS and ATA, and up to the third
    found = after(sicily("track", "D4 4 0"), *everybody_passes)
    (missed,) = found.missed
    assert (missed.corporation, missed.revenue, str(missed.better)[-5:]) == ("RCS", 70, "on B4")
    assert (str(missed.first), str(missed.last)) == ("OR 2.1", "OR 4.1")
    assert len([costly for costly in found.costly if str(costly.better) == str(missed.better)]) == 1
    assert str(missed.message).endswith("could earn 70 more; that was missed from OR 2.1 to OR 4.1.")


def test_a_decision_that_costs_much_is_told_with_what_would_have_been_better() -> None:
    table = sicily("track", "D4 4 0")
    thought = KeenBot(Chance("a player")).think(table.game)
    better = str(sentence(table.game, thought.action))
    (costly,) = after(table, Pass()).costly
    assert (costly.number, costly.by, costly.corporation, str(costly.done)) == (1, "Ada", "RCS", "Pass")
    assert (str(costly.better), str(costly.why)) == (better, str(thought.why))
    assert costly.cost > 10


def test_a_planner_looks_again_at_what_seems_costly() -> None:
    table = sicily("track", "D4 4 0")
    game = table.game
    record = Record.of(game, [game.hash()])
    events, state = game.apply(Pass()), plain_state(game)
    record = record.with_move(Move.of(Pass(), "Ada", events, record.state, state), state)
    (costly,) = analyse(record, by_planner(200)).costly
    assert costly.cost > 10
    assert "B4" in str(costly.better)
    assert str(costly.why) == "Track on B4 would earn RCS 70 more each round."
    assert analyse(record, lambda game, done: None).costly == []


def test_who_does_what_is_best_is_told_nothing() -> None:
    table = sicily("track", "D4 4 0")
    best = KeenBot(Chance("a player")).choose(table.game)
    found = after(table, best)
    assert (found.missed, found.costly) == ([], [])


def test_every_round_of_a_whole_game_is_told_and_its_end_is_as_counted() -> None:
    game, bots = bot_game("1849", ["sensible"] * 3, "looked back at")
    play_out(game, bots)
    record = recorded(game)
    heard: list[int] = []
    found = analyse(record, most=3, told=heard.append)
    assert heard == list(range(1, len(record.actions) + 1))
    last = found.standings[-1]
    assert last.number == len(record.actions)
    counted = {player: game.title.calendar.worth(game, player) for player in last.worth}
    assert last.worth == last.expected == counted
    assert len({each.round for each in found.standings}) == len(found.standings) > 5
    assert len(found.costly) == 3
    assert [each.cost for each in found.costly] == sorted((each.cost for each in found.costly), reverse=True)


@pytest.mark.parametrize("name", ["1883", "18FB"])
def test_any_title_can_be_looked_back_at(name: str) -> None:
    game, bots = bot_game(name, ["sensible"] * 3, "looked back at")
    for _ in range(150):
        game.apply(chosen(game, bots))
    found = analyse(recorded(game))
    assert found.standings[-1].number == 150
    assert found.costly
    told = [str(each.message) for each in found.costly] + [str(each.message) for each in found.missed]
    assert all(text.endswith(".") and "{" not in text for text in told)


def test_once_the_bank_is_broken_nobody_is_promised_more_than_the_rounds_that_are_left() -> None:
    table = sicily("run", *TO_PARTINICO)
    table.game.state.round = Round("operating", 5, 2, 2)
    before = expected_worth(table.game, "Ada")
    table.game.state.bank_broken = "operating"
    assert expected_worth(table.game, "Ada") < before
    table.game.state.round = Round("operating", 5, 1, 2)
    assert expected_worth(table.game, "Ada") > table.game.title.calendar.worth(table.game, "Ada")


def test_stock_that_pays_promises_more_than_stock_without_trains() -> None:
    table, idle = sicily("run", *TO_PARTINICO), sicily("run", *TO_PARTINICO)
    idle.trains("RCS")
    assert expected_worth(table.game, "Ada") > expected_worth(idle.game, "Ada")


@pytest.mark.parametrize(("phase", "is_searched"), [("PH4", False), ("PH5", True)])
def test_where_nothing_can_be_foreseen_a_decision_is_judged_as_keen_would(
    phase: str, is_searched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[Game] = []

    def compared(planner: PlannerBot, game: Game, done: Action) -> Found:
        searched.append(game)
        return {}

    monkeypatch.setattr(PlannerBot, "compared", compared)
    game = SouthernTable().phase(phase).start("FSC", "Ada", cash=400).cash(Ada=900).stock_round("Ada").game
    opinion = by_planner()(game, Pass())
    assert bool(searched) is is_searched
    if not is_searched:
        assert opinion is not None
        assert opinion == at_a_look(game, Pass())
        assert opinion.better == KeenBot(Chance("any")).choose(game)
