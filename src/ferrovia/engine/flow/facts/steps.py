"""A step: what is done in it, and when it comes."""

from __future__ import annotations

from typing import Literal

import msgspec

from ferrovia.engine.flow.frame import Procedure
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn

When = Literal["now", "later", "over", "elsewhere"]


class StepFacts(msgspec.Struct, frozen=True):
    """A step of an operating turn, or what else is decided by itself."""

    step: str  # id
    label: str
    when: When  # later or over in this very turn; elsewhere: in another turn or round
    place: int  # in the turn, from 1 on; 0 where it is no step of the turn
    of: int  # steps that the turn has
    corporation: str  # whose turn that is
    deeds: tuple[str, ...]  # what players do in it, as verbs
    choices: int  # how many there are now


def step_facts(game: Game, step_id: str) -> StepFacts:
    """What there is to know of a step by its id; of one that a turn has twice, the next.

    Raises `LookupError` for a step that the title does not have.
    """
    turn = None if game.over else game.find(OperatingTurn)
    steps = game.title.operating.steps_of(game, turn.corporation) if turn else ()
    places = [place for place, step in enumerate(steps) if step.id == step_id]
    if turn and places:
        place = next((place for place in places if place >= turn.at), places[-1])
        is_now = place == turn.at and game.top is turn
        when: When = "now" if is_now else "over" if place < turn.at else "later"
        deeds = tuple(kind.deed for kind in steps[place].actions)
        count = len([*game.decision]) if is_now else 0
        return StepFacts(step_id, steps[place].label, when, place + 1, len(steps), turn.corporation, deeds, count)
    if not game.over and game.top.step_id(game) == step_id:
        choices = [*game.decision]
        deeds = tuple(dict.fromkeys(getattr(choice, "action", choice).deed for choice in choices))
        return StepFacts(
            step_id, game.top.called(game), "now", 0, 0, game.top.corporation_of(game), deeds, len(choices)
        )
    for step in (*game.title.operating.steps, *game.title.operating.other_steps):
        if step.id == step_id:
            return StepFacts(step_id, step.label, "elsewhere", 0, 0, "", tuple(kind.deed for kind in step.actions), 0)
    for frame in game.title.frames:
        if str(frame.__struct_config__.tag) == step_id and not issubclass(frame, Procedure | OperatingTurn):
            return StepFacts(step_id, getattr(frame, "label", ""), "elsewhere", 0, 0, "", (), 0)
    raise LookupError(f"{game.title.name} has no step '{step_id}'.")
