"""A computer player that looks wherever it can finds neither the seed nor the game itself."""

import gc
from types import BuiltinFunctionType, FunctionType, ModuleType

import msgspec
import pytest

from ferrovia.bots import registry
from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bot_for, bot_game
from ferrovia.bots.random_bot import RandomBot
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import all_titles

SEED, SALT = "the-secret-seed-of-this-game", "the-salt-on-its-tail"
EVERY = 60  # decisions between two looks
LOOKS = 20  # at most, in a game that is long
# Code is the same for all games: what can be reached through it is not what a player was given.
CODE = (type, ModuleType, FunctionType, BuiltinFunctionType)


def reached(start: object) -> dict[int, object]:
    """Everything that can be reached from an object."""
    known: dict[int, object] = {}
    ahead = [start]
    while ahead:
        thing = ahead.pop()
        if id(thing) not in known and not isinstance(thing, CODE):
            known[id(thing)] = thing
            ahead += gc.get_referents(thing)
    return known


def secrets_in(start: object) -> list[str]:
    texts = (text for text in reached(start).values() if isinstance(text, str | bytes))
    written = [text if isinstance(text, str) else text.decode("latin-1") for text in texts]
    return [text for text in written if SEED in text or SALT in text]


class Spy:
    """Plays at random, and looks around wherever it was told something."""

    real: Game
    looks = 0

    def __init__(self, chance: Chance) -> None:
        assert secrets_in(chance) == []
        self._bot = RandomBot(chance)

    def choose(self, game: Game) -> Action:
        if game.state.number % EVERY == 0:
            Spy.looks += 1
            found = reached(game)
            assert not {id(Spy.real), id(Spy.real.state), id(Spy.real.settings)} & set(found)
            assert secrets_in(game) == []
            assert secrets_in(self) == []
        return self._bot.choose(game)


@pytest.mark.parametrize("name", all_titles())
def test_nothing_a_bot_is_given_leads_to_the_seed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._BOTS, "spy", Spy)
    game, _ = bot_game(name, ["random"] * 3, SEED)
    settings = msgspec.structs.replace(game.settings, salt=SALT)
    game = Game(game.title, settings)
    monkeypatch.setattr(Spy, "real", game, raising=False)
    monkeypatch.setattr(Spy, "looks", 0)
    assert secrets_in(game)  # so it would be found
    spies = {player: bot_for("spy", SEED, place) for place, player in enumerate(settings.players)}
    while not game.over and Spy.looks < LOOKS:
        game.apply(chosen(game, spies))
    assert Spy.looks > 1


def test_a_bot_draws_from_the_seed_all_the_same() -> None:
    """So the same seed plays the same game."""
    chance = Chance(SEED).apart("player 2").apart(57)
    assert [chance.below(1000) for _ in range(5)] == [Chance(f"{SEED}/player 2/57", n).below(1000) for n in range(5)]
