"""A plan on the page: its steps, which of them comes next, and whether it can still be played."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.models import Person
from ferrovia.table.page.actors import Actor, actor
from ferrovia.table.page.control import Effect
from ferrovia.table.page.controls.typed_choice import DO
from ferrovia.table.page.effects import money_effect
from ferrovia.table.page.reasons import Why, reason
from ferrovia.table.page.scene import Scene
from ferrovia.table.planning import Plan, Planned, objection, progress
from ferrovia.table.sandbox import Sandbox


@dataclass(frozen=True)
class PlanLine:
    """One move of a plan or a sandbox."""

    place: int
    step: int  # which of one's own moves it is; 0 for one of another
    actor: Actor
    text: str
    state: str = ""  # done, next


@dataclass(frozen=True)
class PlanPart:
    """What the owner is shown of a plan."""

    lines: list[PlanLine]
    left: int
    is_turn: bool  # whether the next step could be played now
    address: str = ""  # that puts the next step into the decision panel
    text: str = ""  # what the next step is
    trouble: Why | None = None  # why it cannot be played any more
    surprise: str = ""  # what came otherwise than it was tried


def plan_part(scene: Scene, person: Person | None, plan: Plan | None) -> PlanPart | None:
    if plan is None or scene.now.game.over:
        return None
    players = _players(scene, person)
    now = scene.now
    found = progress(plan, now, players)
    lines = _lines(scene, plan.moves, found.done, found.next)
    if found.next is None:
        return PlanPart(lines, 0, False)
    step = plan.moves[found.next]
    is_turn = now.game.top.decider(now.game) == step.by
    refusal = objection(step, now) if is_turn else None
    surprise = plan.moves[found.surprise] if found.surprise is not None else None
    return PlanPart(
        lines,
        sum(line.step > 0 and line.state != "done" for line in lines),
        is_turn,
        _address(scene, step) if is_turn and refusal is None else "",
        _text(scene, step),
        reason(scene, refusal) if refusal is not None else None,
        scene.say("It came otherwise: {player} was to play '{move}'.", player=surprise.by, move=_text(scene, surprise))
        if surprise is not None
        else "",
    )


def _players(scene: Scene, person: Person | None) -> tuple[str, ...]:
    if scene.mode != "sandbox":
        return scene.players
    return tuple(scene.table.seats.filter(person=person).values_list("player", flat=True)) if person else ()


def _address(scene: Scene, step: Planned) -> str:
    return scene.picked(only=True, **{DO: bytes(step.action).decode()})


def _text(scene: Scene, move: Planned) -> str:
    return scene.say(move.words)


def _lines(scene: Scene, moves: list[Planned], done: int, following: int | None) -> list[PlanLine]:
    found, step = [], 0
    for place, move in enumerate(moves):
        step += move.is_own
        state = "next" if place == following else "done" if move.is_own and step <= done else ""
        shown = actor(scene, move.corporation or move.by)
        found.append(PlanLine(place, step if move.is_own else 0, shown, _text(scene, move), state))
    return found


@dataclass(frozen=True)
class SandboxPart:
    """What is shown of a sandbox besides its position."""

    base: int
    tried: int
    lines: list[PlanLine]
    own: int  # how many of the moves tried are the owner's
    changes: list[Effect]
    is_others: bool  # whether another than the owner is to choose


def sandbox_part(scene: Scene, sandbox: Sandbox, players: tuple[str, ...]) -> SandboxPart:
    """The moves tried, those of the owner's counted, and what they would come to."""
    moves = [Planned(each.by, each.corporation, each.action, each.words, each.by in players) for each in sandbox.moves]
    lines = _lines(scene, moves, 0, None)
    return SandboxPart(
        sandbox.base,
        len(moves),
        lines,
        sum(line.step > 0 for line in lines),
        _changes(scene, sandbox, players),
        bool(players) and bool(scene.decider) and scene.decider not in players,
    )


def _changes(scene: Scene, sandbox: Sandbox, players: tuple[str, ...]) -> list[Effect]:
    """Before the first move tried and after the last, for the owner and for the corporations they moved for."""
    now = scene.game
    before = scene.moment.at(sandbox.base)
    names = [each.corporation for each in sandbox.moves if each.by in players and each.corporation]
    moved = [name for name in dict.fromkeys(names) if name in before.state.cash and name in now.state.cash]
    found = [
        money_effect(scene, scene.say("Treasury of {corporation}", corporation=name), before.cash(name), now.cash(name))
        for name in moved
        if before.cash(name) != now.cash(name)
    ]
    for player in players:
        worth = [game.title.calendar.worth(game, player) for game in (before, now)]
        found.append(money_effect(scene, scene.say("Worth of {player}", player=player), *worth))
    return found[:3]
