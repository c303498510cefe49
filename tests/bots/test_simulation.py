"""Simulations: the same games whoever plays them, all sizes in turn, and errors that can be played again."""

import pytest

from ferrovia.bots import registry
from ferrovia.bots.play import bot_game, play_out
from ferrovia.bots.processes import simulate
from ferrovia.bots.simulation import game_seed, matches, play_match, set_ups
from ferrovia.bots.summary import totals
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from tests.bots.results import without_times


def test_however_many_share_the_work_the_games_are_the_same() -> None:
    plan = matches("1849", 4, "a seed", players=3)
    alone = list(simulate(plan, jobs=1))
    shared = list(simulate(plan, jobs=2))
    assert [result.index for result in alone] == list(range(4))
    assert without_times(alone) == without_times(shared)


def test_all_sizes_take_turns() -> None:
    assert set_ups("1849") == [(3, ()), (4, ()), (4, ("five_corporations",)), (5, ())]
    plan = matches("1849", 8, "s")
    assert [(len(match.bots), match.options) for match in plan[:4]] == set_ups("1849")
    assert [len(match.bots) for match in plan] == [3, 4, 4, 5] * 2
    assert len({match.seed for match in plan}) == 8
    assert {len(match.bots) for match in matches("1849", 4, "s", players=5)} == {5}
    assert {len(match.bots) for match in matches("1849", 4, "s", options=["five_corporations"])} == {4}


def test_bots_take_turns_at_the_places() -> None:
    plan = matches("1849", 3, "s", bots=("a", "b"), players=3)
    assert [match.bots for match in plan] == [("a", "b", "a"), ("b", "a", "b"), ("a", "b", "a")]
    assert len({match.seed for match in plan}) == 3


def test_rotated_players_have_the_same_deal_at_every_place() -> None:
    plan = matches("1849", 7, "s", bots=("a", "b", "b"), players=3, rotate=True)
    assert [match.bots.index("a") for match in plan] == [0, 2, 1, 0, 2, 1, 0]
    assert [plan.index(match) // 3 for match in plan] == [0, 0, 0, 1, 1, 1, 2]
    assert [match.seed for match in plan] == [game_seed("s", number // 3) for number in range(7)]


def test_rotation_keeps_the_sizes_apart() -> None:
    plan = matches("1883", 12, "s", bots=("a", "b"), rotate=True)
    deals: dict[tuple[str, int], list[tuple[str, ...]]] = {}
    for match in plan:
        deals.setdefault((match.seed, len(match.bots)), []).append(match.bots)
    assert len(deals) == 6
    assert all(len(set(bots)) == 2 for bots in deals.values())


def test_options_that_nobody_can_play_with_are_refused() -> None:
    with pytest.raises(Refusal, match="No number of players"):
        matches("1849", 1, "s", options=["five_corporations", "nonsense"])


def test_a_result_tells_how_the_game_went_and_how_to_play_it_again() -> None:
    (match,) = matches("1849", 1, "s", players=4, options=["five_corporations"])
    result = play_match(match)
    assert match.seed == game_seed("s", 0)
    again = play_out(*bot_game("1849", match.bots, match.seed, match.options))
    assert result.actions == len(again.actions)
    assert result.scores == {player: again.title.calendar.worth(again, player) for player in again.settings.players}
    assert (result.end_reason, result.end_clause) == (again.state.over, again.state.ended_by)
    assert max(result.scores.values()) == result.scores[result.winners[0]]
    assert result.rounds > 1
    assert result.command.endswith(
        f"--seats random,random,random,random --seed {match.seed} --option five_corporations"
    )


class Stumbling:
    def __init__(self, seed: str) -> None:
        pass

    def choose(self, game: Game) -> Action:
        if len(game.actions) == 3:
            raise KeyError("lost")
        return game.decision.choices[-1]


def test_a_game_that_breaks_off_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._BOTS, "stumbling", Stumbling)
    plan = [*matches("1849", 1, "s", bots=("stumbling",), players=3), *matches("1849", 1, "s", players=3)]
    broken, whole = simulate(plan)
    assert broken.error == "KeyError: 'lost'"
    assert broken.actions == 3
    assert not whole.error
    summary = totals([broken, whole], 1.0)
    assert (summary["games"], summary["failed"]) == (2, 1)
    assert summary["by_bot"]["random"]["seats"] == 3
    assert totals([broken], 1.0)["failed"] == 1
