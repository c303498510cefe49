"""What computer players say about what they do."""

from __future__ import annotations

import pytest

from ferrovia.bots.play import bot_game
from ferrovia.bots.random_bot import RandomBot
from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.chance import Chance
from ferrovia.titles.registry import title
from tests.t1849.table import Table
from tests.walks import new_game


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_every_choice_has_its_reason_in_both_languages(name: str) -> None:
    game, bots = bot_game(name, ["sensible"] * 3, "reasons")
    english, italian = title(name).voice("en"), title(name).voice("it")
    told = set()
    while not game.over and game.state.number < 250:
        bot = bots[game.decision.player]
        assert isinstance(bot, SensibleBot)
        fork = game.fork_for(game.decision.player)
        action, why = bot.think(fork)
        assert action == bot.choose(fork)
        sentence = english(why)
        assert sentence.endswith(".")
        assert italian(why) != sentence
        told.add(why.text)
        game.apply(action)
    assert len(told) >= 10


def test_a_reason_names_who_it_is_about() -> None:
    table = Table().start("RCS", cash=300).operate("RCS", "trains")
    thoughts = [SensibleBot(Chance(str(seed))).think(table.game) for seed in range(20)]
    reasons = {str(thought.why) for thought in thoughts if isinstance(thought.action, BuyTrain)}
    assert reasons == {"RCS has no train."}


def test_a_random_player_draws_lots() -> None:
    game, bot = new_game(title("1883"), 1, 3), RandomBot(Chance("any"))
    assert str(bot.think(game).why) == "Drawn by lot."
    assert bot.think(game).action == bot.choose(game)
