"""A game between computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ferrovia.bots.bot import Bot, chosen
from ferrovia.bots.registry import bot
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import title

# An auction in which random players had set all their money aside has dragged on for twelve thousand actions.
MOST_ACTIONS = 100_000


class Endless(RuntimeError):
    """A game that does not come to its end."""


def seat_names(kinds: Sequence[str]) -> tuple[str, ...]:
    """Names for players who are known by what they are.

    >>> seat_names(["random", "random"])
    ('random 1', 'random 2')
    """
    return tuple(f"{kind} {number}" for number, kind in enumerate(kinds, 1))


def bot_for(kind: str, game_seed: str, place: int) -> Bot:
    """The computer player at a place of the list of players: the same game seed makes the same player.

    It draws from the game's seed, and cannot tell it.
    """
    return bot(kind, Chance(game_seed).apart(f"player {place}"))


def bots_for(kinds: Sequence[str], settings: Settings) -> dict[str, Bot]:
    return {
        player: bot_for(kind, settings.seed, place)
        for place, (player, kind) in enumerate(zip(settings.players, kinds, strict=True))
    }


def play_out(
    game: Game,
    bots: Mapping[str, Bot],
    told: Callable[[Game, list[Event]], None] = lambda game, events: None,
    choose: Callable[[Game, Mapping[str, Bot]], Action] = chosen,
) -> Game:
    """Play a game to its end; `told` hears what every action did, `choose` asks the player whose turn it is."""
    while not game.over:
        if len(game.actions) >= MOST_ACTIONS:
            raise Endless(f"The game is not over after {MOST_ACTIONS} actions.")
        told(game, game.apply(choose(game, bots)))
    return game


def bot_game(name: str, kinds: Sequence[str], seed: str, options: Sequence[str] = ()) -> tuple[Game, dict[str, Bot]]:
    """A new game between computer players, and these; raises `Refusal` where the title has no such game."""
    settings = Settings(title=name, players=seat_names(kinds), seed=seed, options=tuple(options))
    return Game(title(name), settings), bots_for(kinds, settings)
