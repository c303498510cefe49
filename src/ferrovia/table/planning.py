"""A plan: the moves of one's own that were found in a sandbox, to be played one by one when the turn comes.

Nothing is played by itself. Each step is put before its owner when it is their turn, and held against the position of
that moment; what the others were thought to do is remembered, so that the owner sees where it came otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.sitting.moment import Moment
from ferrovia.table.models import Person, Table
from ferrovia.table.private_data import PLAN, drop, keep, stored
from ferrovia.table.sandbox import Sandbox
from ferrovia.table.stored_messages import StoredMessage


class Planned(msgspec.Struct, frozen=True):
    """One move of the sandbox: of one's own, to be played, or of another, which is only expected."""

    by: str
    corporation: str
    action: msgspec.Raw
    words: StoredMessage
    is_own: bool


class Plan(msgspec.Struct):
    """Moves in the order in which they were tried, from a number of moves of the table on."""

    number: int
    moves: list[Planned]


class Progress(msgspec.Struct, frozen=True):
    """How far a plan has come."""

    done: int  # moves of one's own that were played
    next: int | None  # the place of the next one in the plan; None where all are played
    surprise: int | None  # the place of the first move of another that came otherwise, before the next one


def plan_of(table: Table, person: Person | None) -> Plan | None:
    return stored(table, person, PLAN, Plan)


def keep_plan(table: Table, person: Person, plan: Plan) -> None:
    if any(move.is_own for move in plan.moves):
        keep(table, person, PLAN, plan)
    else:
        drop(table, person, PLAN)


def drop_plan(table: Table, person: Person | None) -> None:
    drop(table, person, PLAN)


def planned(sandbox: Sandbox, players: Sequence[str], number: int) -> Plan:
    """The moves of a sandbox as a plan; what the others were tried with after one's own last move is left out."""
    moves = [Planned(each.by, each.corporation, each.action, each.words, each.by in players) for each in sandbox.moves]
    while moves and not moves[-1].is_own:
        moves.pop()
    return Plan(number, moves)


def without_step(plan: Plan, place: int) -> Plan:
    """Without one of its moves."""
    return Plan(plan.number, [move for at, move in enumerate(plan.moves) if at != place])


def progress(plan: Plan, now: Moment, players: Sequence[str]) -> Progress:
    """How far the table has come along a plan: one's own moves that were played, in their order."""
    actual = [
        (now.record.past_of(number).by, now.record.actions[number - 1])
        for number in range(plan.number + 1, now.number + 1)
    ]
    mine = [action for by, action in actual if by in players]
    steps = [place for place, move in enumerate(plan.moves) if move.is_own]
    done = 0
    for action in mine:
        if done < len(steps) and action == action_of(plan.moves[steps[done]], now):
            done += 1
    following = steps[done] if done < len(steps) else None
    return Progress(done, following, _surprise(plan, actual, players, following, now))


def _surprise(
    plan: Plan, actual: Sequence[tuple[str, Action]], players: Sequence[str], until: int | None, now: Moment
) -> int | None:
    """The first move of another before the next step that did not come, or came otherwise."""
    others = [(by, action) for by, action in actual if by not in players]
    expected = [(place, move) for place, move in enumerate(plan.moves[:until]) if not move.is_own]
    for at, (place, move) in enumerate(expected):
        if at >= len(others) or others[at] != (move.by, action_of(move, now)):
            return place
    return None


def action_of(move: Planned, now: Moment) -> Action:
    return read_action(now.game.title, bytes(move.action))


def objection(move: Planned, now: Moment) -> Refusal | None:
    """Why a step cannot be played now; None where it can."""
    return now.game.why_not(action_of(move, now), by=move.by)
