"""The search: lines of play that begin with each candidate, compared by how the player stands at their end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.maps import try_out
from ferrovia.bots.planner.budget import Budget, Spent
from ferrovia.bots.planner.candidates import candidates
from ferrovia.bots.planner.lines import (
    Goal,
    Policy,
    Reach,
    around,
    as_keen,
    brisk,
    end_of_set,
    end_of_turn,
    follow,
    next_round,
    redrawn,
)
from ferrovia.bots.planner.notebook import Notebook
from ferrovia.bots.planner.worth import standing
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game

IN_TURN = 4  # choices that are tried in each position of a turn
KEPT = 3  # positions of a turn from which it goes on
HASTE = 0.1  # of two ways to the same end the shorter is better
IN_ROUND = 5  # choices of which each is followed beyond the turn
CHOICES = 4  # the budget should do for lines from so many
MOST_LINES = 8  # from each

Found = dict[Action, float]  # how the player stands in the end, by the action that lines begin with


class Seeker(NamedTuple):
    """Who searches, and with what."""

    player: str
    keen: KeenBot  # whose choices are compared with others
    chance: Chance  # from which lines are drawn
    budget: Budget
    notes: Notebook
    rounds: float  # operating rounds to come

    def at_end(self, game: Game) -> float:
        """How the player stands at the end of a line."""
        self.budget.spend(len(game.state.market))
        return standing(game, self.player, self.rounds)


# Within a turn


class _Line(NamedTuple):
    """A line to the end of the turn: where its next choice is, what it does from there, and how the player stands."""

    game: Game
    first: Action | None  # what it began with
    rest: Sequence[Action]
    money: float


def over_turn(seeker: Seeker, game: Game, usual: Action) -> Found:
    """A beam over the rest of an operating turn: along the best lines each choice is tried, then all play as keen."""
    is_over = end_of_turn(game)
    found: Found = {}
    try:
        lines = _branches(seeker, is_over, _Line(game, None, (usual,), 0), found)
        while lines:
            best = sorted(lines, key=lambda line: -line.money)[:KEPT]
            lines = [other for line in best for other in _branches(seeker, is_over, line, found)]
    except Spent:
        pass
    return found


def _branches(seeker: Seeker, is_over: Goal, line: _Line, found: Found) -> list[_Line]:
    """A line and the others that part from it at its next choice."""
    at, rest = _next_choice(seeker.player, is_over, line)
    if not rest:
        return []
    seeker.budget.weigh(at.decision)
    branches = []
    for action in seeker.notes.candidates(at, IN_TURN, rest[0]):
        seeker.budget.spend()
        after = at.fork()
        try_out(after, action)
        first = line.first or action
        if line.first is not None and action == rest[0]:
            branches.append(_Line(after, first, rest[1:], line.money))
            continue
        end = seeker.notes.end(after, as_keen(seeker.keen, seeker.budget), is_over, seeker.budget)
        money = seeker.at_end(end) - HASTE * (len(end.actions) - len(at.actions))
        branches.append(_Line(after, first, end.actions[len(after.actions) :], money))
        found[first] = max(found.get(first, money), money)
    return branches


def _next_choice(player: str, is_over: Goal, line: _Line) -> tuple[Game, Sequence[Action]]:
    """Where a line comes to something to choose for a player, and what it does from there; nothing at its end."""
    at = line.game.fork()
    for number, action in enumerate(line.rest):
        if is_over(at):
            break
        decision = at.decision
        has_choice = len(decision.choices) + len(decision.ranges) > 1 and not decision.lists_runs
        if decision.player == player and has_choice:
            return at, line.rest[number:]
        try_out(at, action)
    return at, ()


# Beyond the turn


def into_future(seeker: Seeker, game: Game, usual: Action) -> Found:
    """Each candidate followed as far as the budget reaches, again and again with other cards and whims for all alike.

    After each time only the better half goes on, and what keen would do.
    """
    found: Found = {}
    try:
        reach = _reach(seeker, game, usual, found)
        sums = dict.fromkeys(candidates(game, IN_ROUND, usual), 0.0)
        for number in range(1, MOST_LINES + 1):
            for action in sums:
                if number == 1 and action == usual:  # already followed
                    sums[action] = found[action]
                    continue
                sums[action] += seeker.at_end(reach(*_begun(seeker, game, action, number)))
                if number == 1:
                    found[action] = sums[action]
            found = {action: total / number for action, total in sums.items()}
            better = sorted(sums, key=lambda action: -sums[action])[: max(2, (len(sums) + 1) // 2)]
            sums = {action: sums[action] for action in dict.fromkeys((usual, *better))}
    except Spent:
        pass
    return found


def _begun(seeker: Seeker, game: Game, action: Action, number: int) -> tuple[Game, Policy]:
    """A line that begins with an action, and how it goes on; lines of the same number have the same cards and whims."""
    after = redrawn(game, seeker.player, number)
    seeker.budget.spend()
    try_out(after, action)
    return after, brisk(KeenBot(seeker.chance.apart(f"line {number}")), seeker.budget)


def _reach(seeker: Seeker, game: Game, usual: Action, found: Found) -> Reach:
    """How far lines are followed: until the player is asked again, or to the last round of the set that a part of the
    budget reaches.

    It is seen by following what keen would do, and notes how the player stands there.
    """
    left = seeker.budget.left
    enough = left - left // CHOICES
    is_far = end_of_set(game)
    reach: Reach = partial(around, player=seeker.player)
    at, policy = _begun(seeker, game, usual, 1)
    end = reach(at, policy)
    while not end.over and not is_far(end):
        farther = next_round(end)
        at = follow(end.fork(), policy, _either(farther, lambda _: seeker.budget.left < enough))
        if seeker.budget.left < enough:
            break
        reach, end = partial(follow, is_there=farther), at
    found[usual] = seeker.at_end(end)
    return reach


def _either(one: Goal, other: Goal) -> Goal:
    return lambda game: one(game) or other(game)
