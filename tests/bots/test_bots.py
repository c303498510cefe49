"""Computer players choose what is legal, the same at the same position."""

from collections import Counter

import pytest

from ferrovia.bots import play
from ferrovia.bots.play import Endless, bot_game, play_out
from ferrovia.bots.random_bot import RandomBot
from ferrovia.bots.registry import bot, bot_names
from ferrovia.engine.flow.actions import Bid
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.registry import title
from tests.walks import new_game


def test_a_game_between_bots_ends() -> None:
    game = play_out(*bot_game("1849", ["random"] * 3, "a seed"))
    assert game.over
    assert game.settings.players == ("random 1", "random 2", "random 3")


def test_the_same_seed_plays_the_same_game() -> None:
    first, second, other = (play_out(*bot_game("1849", ["random"] * 4, seed)) for seed in ("a", "a", "b"))
    assert first.actions == second.actions
    assert first.hash() == second.hash()
    assert other.actions != first.actions


def test_a_bot_asked_again_answers_the_same() -> None:
    game, bots = bot_game("1849", ["random"] * 3, "a seed")
    for _ in range(50):
        chooser = bots[game.decision.player]
        action = chooser.choose(game)
        assert chooser.choose(game.fork()) == action
        assert game.why_not(action) is None
        game.apply(action)


def test_the_random_bot_takes_every_choice_alike_and_every_price() -> None:
    game = new_game(title("1849"), 1, 3, ())  # buy, pass, or bid on one of four: six choices
    taken: Counter[tuple[str, str]] = Counter()
    prices = set()
    for seed in range(3000):
        action = RandomBot(Chance(str(seed))).choose(game)
        taken[type(action).__name__, getattr(action, "private", "")] += 1
        if isinstance(action, Bid):
            prices.add(action.price)
            assert 50 <= action.price <= 500
    assert len(taken) == 6
    assert all(400 < count < 600 for count in taken.values())
    assert min(prices) < 60
    assert max(prices) > 490


def test_unknown_bots_and_games_are_told() -> None:
    assert "random" in bot_names()
    with pytest.raises(LookupError, match=r"There is no computer player 'deep'; we have random"):
        bot("deep", Chance("seed"))
    with pytest.raises(Refusal, match="players"):
        bot_game("1849", ["random"] * 2, "seed")


def test_a_game_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_ACTIONS", 5)
    with pytest.raises(Endless, match="after 5 actions"):
        play_out(*bot_game("1849", ["random"] * 3, "a seed"))
