"""What a game was worth to its players: several ways to measure it, all of which add up to nothing."""

from __future__ import annotations

from collections.abc import Callable

from ferrovia.engine.flow.game import Game
from ferrovia.formats.view import winners
from ferrovia.saying.troubles import UnknownTrouble


def _share(game: Game) -> list[float]:
    """The part of all worth that each player has, less an even part; a player who has left the game has nothing."""
    players = game.settings.players
    worth = [0 if player in game.state.gone else max(0, game.title.calendar.worth(game, player)) for player in players]
    total = sum(worth)
    return [each / total - 1 / len(players) if total else 0.0 for each in worth]


def _win(game: Game) -> list[float]:
    """One for the winner, shared where several are worth the same, less an even part."""
    best = winners(game)
    return [(player in best) / len(best) - 1 / len(game.settings.players) for player in game.settings.players]


Returns = Callable[[Game], list[float]]

# How the end of a game is measured, by name; "gain" is told while the game goes on and adds up to "share".
RETURNS: dict[str, Returns] = {"share": _share, "win": _win, "gain": _share}
GAIN = "gain"


def returns_of(name: str) -> Returns:
    """A way to measure; raises `UnknownTrouble` for one we do not have."""
    if name not in RETURNS:
        raise UnknownTrouble("There is no reward {name}; we have {names:and}.", name=name, names=list(RETURNS))
    return RETURNS[name]


def standing(name: str, game: Game) -> list[float]:
    """What the players have so far: nothing before the end, unless gains are told as they come."""
    if game.over or name == GAIN:
        return returns_of(name)(game)
    return [0.0] * len(game.settings.players)
