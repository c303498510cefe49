"""The search: lines of play that begin with each candidate, compared by how the player stands at their end."""

from __future__ import annotations

from typing import NamedTuple

from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.planner.budget import Budget, Spent
from ferrovia.bots.planner.candidates import candidates
from ferrovia.bots.planner.lines import Goal, brisk, end_of_set, end_of_turn, follow, next_round, redrawn
from ferrovia.bots.planner.worth import standing
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game

IN_TURN = 4  # choices that are tried in each position of a turn
KEPT = 3  # positions of a turn from which it goes on
IN_ROUND = 5  # choices of which each is followed beyond the turn
LINES = 2  # the budget should do for so many of each
MOST_LINES = 8

Found = dict[Action, float]  # how the player stands in the end, by the action that lines begin with


class Seeker(NamedTuple):
    """Who searches, and with what."""

    player: str
    keen: KeenBot  # whose choices are compared with others
    chance: Chance  # from which lines are drawn
    budget: Budget
    rounds: float  # operating rounds to come


class _Reached(NamedTuple):
    """A position within a turn, the first action on the way to it, and how the player stands after the turn."""

    game: Game
    first: Action
    money: float


def over_turn(seeker: Seeker, game: Game) -> Found:
    """A beam over the rest of an operating turn: of the best positions each choice is tried, the rest is keen's."""
    is_over = end_of_turn(game)
    found: Found = {}
    try:
        kept = _tried(seeker, is_over, game, None, found)
        while kept:
            best = sorted(kept, key=lambda reached: -reached.money)[:KEPT]
            kept = [after for reached in best for after in _tried(seeker, is_over, reached.game, reached, found)]
    except Spent:
        pass
    return found


def _tried(seeker: Seeker, is_over: Goal, game: Game, reached: _Reached | None, found: Found) -> list[_Reached]:
    """Each choice at the player's next decision of the turn, and how the turn ends after it."""
    at = follow(
        game.fork(), seeker.keen.choose, seeker.budget, lambda game: is_over(game) or _has_choice(seeker.player, game)
    )
    if at.over or is_over(at):
        return []
    tried, usual = [], seeker.keen.choose(at)
    for action in candidates(at, IN_TURN, usual):
        seeker.budget.spend()
        after = at.fork()
        after.apply(action)
        first = reached.first if reached is not None else action
        if reached is not None and action == usual:
            money = reached.money  # the line went on so
        else:
            end = follow(after.fork(), seeker.keen.choose, seeker.budget, is_over)
            seeker.budget.spend()
            money = standing(end, seeker.player, seeker.rounds)
        tried.append(_Reached(after, first, money))
        found[first] = max(found.get(first, money), money)
    return tried


def _has_choice(player: str, game: Game) -> bool:
    decision = game.decision
    return decision.player == player and len(decision.choices) + len(decision.ranges) > 1 and not decision.lists_runs


def into_future(seeker: Seeker, game: Game) -> Found:
    """Each candidate followed as far as the budget reaches, again and again with other cards and whims for all alike.

    After each time only the better half goes on, and what keen would do.
    """
    usual, budget = seeker.keen.choose(game), seeker.budget
    sums = dict.fromkeys(candidates(game, IN_ROUND, usual), 0.0)
    for_each = budget.left // (LINES * len(sums))
    found: Found = {}
    try:
        goal = _goal(seeker, game, for_each)
        for number in range(1, MOST_LINES + 1):
            start = redrawn(game, seeker.player, number)
            policy = brisk(KeenBot(seeker.chance.apart(f"line {number}")))
            for action in sums:
                budget.spend()
                after = start.fork()
                after.apply(action)
                end = follow(after, policy, budget, goal)
                sums[action] += standing(end, seeker.player, seeker.rounds)
                if number == 1:
                    found[action] = sums[action]
            found = {action: total / number for action, total in sums.items()}
            better = sorted(sums, key=lambda action: -sums[action])[: max(2, (len(sums) + 1) // 2)]
            sums = {action: sums[action] for action in dict.fromkeys((usual, *better))}
    except Spent:
        pass
    return found


def _goal(seeker: Seeker, game: Game, for_each: int) -> Goal:
    """The beginning of the last round of the set that a line reaches within so many steps, or else of the next."""
    at, policy, is_far = game.fork(), brisk(seeker.keen), end_of_set(game)
    goal = next_round(game)
    follow(at, policy, seeker.budget, goal)
    while not at.over and not is_far(at) and at.state.number - game.state.number < for_each:
        farther = next_round(at)
        follow(at, policy, seeker.budget, farther)
        if at.state.number - game.state.number <= for_each:
            goal = farther
    return goal
