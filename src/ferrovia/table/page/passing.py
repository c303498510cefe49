"""Passing: what is lost by it, if anything, and what would come anyhow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.events import Event, OperatingRoundBegins, Passed, PriceMoved, StockRoundBegins, TurnBegins
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.formats.sentences import sentence
from ferrovia.table.page.choosing import said_of
from ferrovia.table.page.control import Chosen, Control, Effect, Ghost, Part
from ferrovia.table.page.effects import (
    PriceAnswer,
    at_the_end,
    certain,
    following,
    ghosts_of,
    if_passed,
    ordered,
    price_changes,
    told_apart,
)
from ferrovia.table.page.forks import Outcome, other_ways, outcome
from ferrovia.table.page.scene import PASS, Scene

_MOST_TOLD = 2  # sentences
_MOST_TRIED = 16  # other things to do, where passing brings a loss: all of them are tried
_SOME = 6  # of them, where there are more


def passing(scene: Scene) -> Chosen | None:
    """Passing, where it is allowed; in an operating turn with what it costs, elsewhere once it is pointed at."""
    if scene.decision is None or Pass() not in scene.decision.choices:
        return None
    made = Chosen(Pass(), scene.say(sentence(scene.game, Pass())), said_of(scene, Pass()))
    is_turn = isinstance(scene.game.top, OperatingTurn)
    if not scene.is_mine or not (is_turn or scene.pick.get(PASS)):
        return made
    found = scene.game.remembered(("passing", scene.viewer, scene.language), lambda: _passing(scene))
    if found is None:
        return made
    return replace(
        made,
        effects=found.effects,
        ghosts=found.ghosts,
        later=found.later,
        told=found.told,
        cost=found.cost,
        weight=found.weight,
    )


def pointed_at(scene: Scene, control: Control[object]) -> Control[object]:
    """The control with passing in its footer, where the address says so."""
    if not scene.pick.get(PASS) or control.passing is None:
        return control
    return replace(control, chosen=control.passing)


@dataclass(frozen=True)
class _Passing:
    """What passing brings."""

    effects: tuple[Effect, ...]
    ghosts: tuple[Ghost, ...]
    later: tuple[Ghost, ...]
    told: tuple[str, ...]
    cost: str
    weight: Literal["", "nothing", "some", "much"]


def _passing(scene: Scene) -> _Passing | None:
    passed = if_passed(scene)
    made, lines, answers = passed.made, passed.lines, list[PriceAnswer]()
    if made is None:
        return None
    if isinstance(scene.game.top, StockRound):
        # What prices do at the end of a round they do whoever passes last.
        moved = {*price_changes(scene, Pass(), made.near)}
        lines = tuple(replace(line, part=Part.ROUND_END) if line in moved else line for line in lines)
        answers = [*at_the_end(scene, made, made)]
        lines += tuple(answer.line for answer in answers)
    losses = [line for line in lines if _is_loss(scene, line)]
    other, is_sure = _something_else(scene, losses) if losses else ((), True)
    lines = told_apart(lines, other)
    lost = [line for line in lines if line.part is Part.CHOICE and line in losses]
    known = {line.what for line in lines}
    instead = [replace(line, part=Part.INSTEAD) for line in other if line.change > 0 and line.what not in known]
    weight, cost = _cost(scene, made, lost) if lost or is_sure else ("", "")
    own = {line.what for line in lines if line.part is Part.CHOICE}
    ghosts = tuple(
        ghost
        for ghost in ghosts_of(scene.game, made.near)
        if scene.say("Price of {corporation}", corporation=ghost.corporation) in own
    )
    told = tuple(scene.say(event) for event in _telling(made.told))[:_MOST_TOLD] if lost else ()
    found = ordered((*lines, *(instead if lost else ()), *following(scene, made)))
    later = tuple(token for answer in answers for token in answer.tokens)
    return _Passing(found, ghosts, later, told, cost, weight)


def _something_else(scene: Scene, losses: list[Effect]) -> tuple[tuple[Effect, ...], bool]:
    """What would come if the step were not passed: by the first thing that avoids a loss, or else by any of them.

    And whether all that can be done was looked at.
    """
    ways = other_ways(scene.game.fork_for(scene.viewer))
    are_all = len(ways) <= _MOST_TRIED
    found: tuple[Effect, ...] = ()
    for way in ways if are_all else ways[:: -(-len(ways) // _SOME)]:
        made = outcome(scene, way)
        if made is None:
            continue
        found = certain(scene, Pass(), way, made)
        if not set(losses) <= set(found):
            return found, True
    return found, are_all


def _is_loss(scene: Scene, line: Effect) -> bool:
    return line.change < 0 or (not line.before and line.after == scene.say("closes"))


def _cost(scene: Scene, made: Outcome, lost: list[Effect]) -> tuple[Literal["", "nothing", "some", "much"], str]:
    """How heavy a loss is, and in a few words what it is; prices weigh more than money."""
    say, turn = scene.say, scene.game.top
    prices = {*price_changes(scene, Pass(), made.near)}
    falls = [line for line in lost if line in prices or not line.change]
    if lost:
        first = (falls or lost)[0]
        text = "{what} {before} to {after}" if first.before else "{what} {after}"
        return "much" if falls else "some", say(text, what=first.what, before=first.before, after=first.after)
    if not isinstance(turn, OperatingTurn):
        return "", ""
    if isinstance(turn.step_of(scene.game), TrainStep):
        trains = scene.game.trains(turn.corporation)
        return "nothing", say("keeps {trains}", trains=list(trains)) if trains else say("stays without a train")
    return "nothing", say("nothing is lost")


def _telling(events: tuple[Event, ...]) -> Iterator[Event]:
    """What happens on the way, but for what the lines tell, up to where something else begins."""
    for event in events:
        if isinstance(event, TurnBegins | OperatingRoundBegins | StockRoundBegins):
            return
        if not isinstance(event, Passed | PriceMoved):
            yield event
