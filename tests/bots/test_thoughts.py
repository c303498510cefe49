"""What computer players say about what they do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.bots.keen.outlook import Outlook
from ferrovia.bots.keen.stock import purchase as share
from ferrovia.bots.keen.trains import purchase as train
from ferrovia.bots.play import bot_game
from ferrovia.bots.random_bot import RandomBot
from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.actions import BuyShare, BuyTrain
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import load
from ferrovia.saying.message import Message
from ferrovia.titles.purse import buys_trains
from ferrovia.titles.registry import judgement, title, title_of
from ferrovia.titles.t1883.actions import PlaceCoach
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


def _reasons(stem: str) -> Iterator[tuple[Game, Message]]:
    """What speaks for stock, trains and coaches in a stored game, chosen or not."""
    record = load(Path(__file__).parents[1] / "games" / f"{stem}.json")
    game = Game(title_of(record.settings), record.settings)
    for move in record.actions:
        decision = game.decision
        outlook = Outlook(game, decision.player, decision.for_corporation)
        for action in decision.choices:
            match action:
                case BuyShare():
                    yield game, share(outlook, action).why
                case BuyTrain():
                    yield game, train(outlook, action).why
                case PlaceCoach():
                    verdict = judgement(game.title).worth(game, decision.player, decision.for_corporation, action)
                    assert verdict is not None
                    yield game, verdict.why
        game.apply(move)


@pytest.mark.parametrize("stem", ["1883-two", "1883-four", "1849-three"])
def test_reasons_are_true(stem: str) -> None:
    """Nobody needs a train who buys none, no train helps that goes sooner, and nothing is no gain."""
    told = set()
    for game, why in _reasons(stem):
        told.add(why.text)
        names = why.values
        match why.text:
            case "{corporation} needs the money for its train.":
                assert buys_trains(game, names["corporation"])
            case "{corporation} needs {train:a} before its {old} is gone.":
                gone = [phase.eliminates for phase in game.title.box.phases.values()]
                assert not any(names["train"] in trains for trains in gone[: _phase_of(gone, names["old"]) + 1])
            case text if "{gain:money}" in text and "should bring" not in text:
                assert names["gain"] > 0
    assert len(told) > 3


def _phase_of(gone: list[tuple[str, ...]], train: str) -> int:
    return next(at for at, trains in enumerate(gone) if train in trains)
