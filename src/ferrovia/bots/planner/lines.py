"""How a line of play is followed: an action that is tried, and then all play as keen would."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.maps import try_out
from ferrovia.bots.planner.budget import Budget
from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.track import TrackStep

MOST_ACTIONS = 300  # after so many a line is left: others may haggle for long
BEFORE_ALL = 0  # the turn of what is played before the first stock round

Goal = Callable[[Game], bool]
Policy = Callable[[Game], Action]
Reach = Callable[[Game, Policy], Game]  # how far a line is followed


def redrawn(game: Game, player: str, number: int) -> Game:
    """A fork in which all that a player cannot know was drawn once more."""
    twin = game.fork()
    twin.settings = msgspec.structs.replace(game.settings, seed=f"{game.settings.seed}, line {number}")
    twin.title.seen.redraw(twin, player)
    return twin


def follow(game: Game, policy: Policy, is_there: Goal) -> Game:
    """Let everybody play on by a policy until the game has come where we look at it, or is over."""
    for _ in range(MOST_ACTIONS):
        if game.over or is_there(game):
            break
        try_out(game, policy(game))
    return game


def around(game: Game, policy: Policy, player: str) -> Game:
    """Let everybody play on until a player is asked again after others were, or the round is over."""
    is_over = next_round(game)
    others_were = False
    for _ in range(MOST_ACTIONS):
        if game.over or is_over(game) or (others_were and game.decision.player == player):
            break
        others_were = others_were or game.decision.player != player
        try_out(game, policy(game))
    return game


def as_keen(keen: KeenBot, budget: Budget) -> Policy:
    """As keen plays: what there is to weigh counts against the budget."""

    def chosen(game: Game) -> Action:
        budget.weigh(game.decision)
        return keen.choose(game)

    return chosen


def brisk(keen: KeenBot, budget: Budget) -> Policy:
    """As keen plays, but those that earn already build no more, which saves most of the time."""
    otherwise = as_keen(keen, budget)

    def chosen(game: Game) -> Action:
        turn = game.top
        if isinstance(turn, OperatingTurn) and game.state.earnings.get(turn.corporation):
            step = turn.step_of(game)
            if step.id == TrackStep.id and step.pass_refusal(game, turn) is None:
                budget.spend()
                return Pass()
        return otherwise(game)

    return chosen


def end_of_set(start: Game) -> Goal:
    """The set of rounds is over; at an auction before the first of them, that one."""
    last = max(start.state.round.turn, BEFORE_ALL + 1)
    return lambda game: game.state.round.turn > last


def next_round(start: Game) -> Goal:
    """Another round has begun."""
    now = start.state.round.turn, start.state.round.number
    return lambda game: (game.state.round.turn, game.state.round.number) > now


def end_of_turn(start: Game) -> Goal:
    """The turn of the corporation that operates is over."""
    turn = start.find(OperatingTurn)
    assert turn is not None

    def is_over(game: Game) -> bool:
        now = game.find(OperatingTurn)
        return now is None or now.corporation != turn.corporation or game.state.round != start.state.round

    return is_over
