"""Ruin: somebody who cannot raise money by selling stock does what else would save them before they go bankrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ferrovia.engine.flow.actions import Action, Bankrupt
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal

Need = Callable[[Game], Emergency | None]


def choices_in_need(game: Game, player: str, need: Need) -> Iterator[Action]:
    """Sales of stock; where they do not suffice, what makes them suffice; where nothing does, bankruptcy."""
    emergency = need(game)
    for action in emergency.choices(game) if emergency else ():
        if isinstance(action, Bankrupt):
            yield from _rescues(game, player, need) or [action]
        else:
            yield action


def ruin_refusal(game: Game, player: str, need: Need) -> Refusal | None:
    """Why somebody who has nothing to sell does not go bankrupt yet."""
    return game.title.interjections.rescue_refusal(player) if _rescues(game, player, need) else None


def _rescues(game: Game, player: str, need: Need) -> list[Action]:
    """What a player may do at any moment after which they could raise the money."""
    rules = game.title.interjections
    if rules.rescue_refusal(player) is None:
        return []
    own = [each.choice for each in rules.listed(game) if each.player == player]
    return [action for action in own if not isinstance(action, Range) and _saves(game, player, action, need)]


def _saves(game: Game, player: str, action: Action, need: Need) -> bool:
    after = game.fork()
    after.events = []  # what is only tried out is not told
    after.title.interjections.play(after, player, action)
    emergency = need(after)
    return emergency is None or not any(isinstance(choice, Bankrupt) for choice in emergency.choices(after))
