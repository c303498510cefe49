"""A choice that is pointed at, with its sentence and what follows from it; and why another is refused."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.sentences import sentence
from ferrovia.table.page.buttons import button_for
from ferrovia.table.page.control import Chosen, Effect
from ferrovia.table.page.effects import after, effects, effects_of, ghosts_of
from ferrovia.table.page.routes import hushed
from ferrovia.table.page.scene import Scene

CHOICE, PRICE, WHY = "c", "price", "why"  # picks: a choice by its number, a price for it, a refused action


@dataclass(frozen=True)
class Why:
    """Why something is refused, with the clause that says so."""

    text: str
    clause: str


def numbered(scene: Scene) -> list[Choice]:
    """Every choice but passing; their places are what an address picks them by."""
    decision = scene.decision
    return [choice for choice in decision if not isinstance(choice, Pass)] if decision is not None else []


def number_picked(scene: Scene, count: int) -> int:
    """The number of the choice that is picked; -1 for none."""
    picked = scene.pick.get(CHOICE, "")
    return int(picked) if picked.isdecimal() and len(picked) < 6 and int(picked) < count else -1


def passing(scene: Scene, button: str = "") -> Chosen | None:
    """Passing, where it is allowed."""
    decision = scene.decision
    if decision is None or not any(isinstance(choice, Pass) for choice in decision.choices):
        return None
    text = scene.say(sentence(scene.game, Pass()))
    return Chosen(Pass(), text, button or text)


def chosen(
    scene: Scene, choice: Choice, price: int | None = None, button: str = "", more: tuple[Effect, ...] = ()
) -> Chosen:
    """A choice with its sentence and what follows from it; a price is the one that is picked, or the lowest."""
    action, span = choice, None
    if isinstance(choice, Range):
        action, span = choice.at(price_picked(scene, choice) if price is None else price), choice
    assert isinstance(action, Action)
    text = scene.say(sentence(scene.game, action))
    then = after(scene, action)
    return Chosen(
        action,
        text,
        button or button_for(scene, action, text),
        (*more, *(effects_of(scene, action, then) if then is not None else ())),
        span,
        ghosts_of(scene.game, then) if then is not None else (),
    )


def effects_in_short(scene: Scene, choice: Choice) -> str:
    """What follows from a choice, in a line of a list."""
    action = choice.at(choice.low) if isinstance(choice, Range) else choice
    told = []
    for effect in effects(scene, action):
        if effect.what == scene.say("Next"):
            continue
        if effect.before:
            told.append(
                scene.say("{what} {before} to {after}", what=effect.what, before=effect.before, after=effect.after)
            )
        else:
            told.append(scene.say("{what} {after}", what=effect.what, after=effect.after))
    return scene.say("{told:;}", told=told)


def price_picked(scene: Scene, span: Range) -> int:
    """The price that is picked, brought to the nearest lower one that is allowed."""
    picked = scene.pick.get(PRICE, "")
    price = int(picked) if picked.isdecimal() and len(picked) < 10 else span.low
    price = min(max(price, span.low), span.high)
    return price - (price - span.low) % span.step


# Why not?


def ask_why(scene: Scene, action: Action) -> str:
    """The query of the address that asks why an action is refused."""
    return scene.picked(why=msgspec.json.encode(action).decode(), c="", price="")


def why(scene: Scene, action: Action) -> Why | None:
    """Why this action is refused, if that is what the address asks."""
    return asked_why(scene) if scene.pick.get(WHY) == msgspec.json.encode(action).decode() else None


def asked_why(scene: Scene) -> Why | None:
    """Why the action that the address asks about is refused."""
    text = scene.pick.get(WHY, "")
    if not text:
        return None
    try:
        refusal = scene.game.why_not(read_action(scene.title, text), by=scene.viewer)
    except (Refusal, ValueError, RecursionError):
        return None
    if refusal is None:
        return None
    refusal = hushed(scene.law, refusal)
    return Why(scene.say(refusal), refusal.rule)
