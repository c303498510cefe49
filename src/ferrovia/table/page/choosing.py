"""The choice that is pointed at: its number in the address, its price, its sentence and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.stock import StockRound
from ferrovia.table.page.buttons import button_for
from ferrovia.table.page.control import Chosen, Effect
from ferrovia.table.page.effects import forecast, ordered
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import in_words

CHOICE, PRICE = "c", "price"  # in an address: the number of a choice, which is its place in `scene.choices`; its price


def number_named(scene: Scene, name: str) -> int:
    """The number that the address gives by this name; -1 for none."""
    named = scene.pick.get(name, "")
    return int(named) if named.isdecimal() and len(named) < 10 else -1


def number_picked(scene: Scene) -> int:
    """The number of the choice that is picked; -1 for none."""
    number = number_named(scene, CHOICE)
    return number if number < len(scene.choices) else -1


def picked(scene: Scene) -> Choice | None:
    """The choice that is picked."""
    number = number_picked(scene)
    return scene.choices[number] if number >= 0 else None


def price_picked(scene: Scene, span: Range) -> int:
    """The price that is picked, brought to the nearest lower one that is allowed."""
    return within(span, number_named(scene, PRICE))


def within(span: Range, price: int) -> int:
    """A price, brought to the nearest lower one that is allowed."""
    price = min(max(price, span.low), span.high)
    return price - (price - span.low) % span.step


def chosen(
    scene: Scene,
    choice: Choice,
    button: str = "",
    text: str = "",
    price: int | None = None,
    more: tuple[Effect, ...] = (),
) -> Chosen:
    """A choice with its sentence and what follows from it; a price is the one that is picked, or the lowest."""
    action, span, named = choice, None, 0
    if isinstance(choice, Range):
        named = price_picked(scene, choice) if price is None else price
        action, span = choice.at(named), choice
    assert isinstance(action, Action)
    said = text or said_of(scene, action)
    found = forecast(scene, action)
    return Chosen(
        action,
        said,
        button or button_for(scene, action, said),
        ordered((*more, *found.effects)),
        span,
        named,
        found.ghosts,
        found.later,
    )


def said_of(scene: Scene, action: Action) -> str:
    """An action in words; passing is called by what is not done: 'No track'."""
    top, say = scene.game.top, scene.say
    if isinstance(action, Pass) and isinstance(top, OperatingTurn) and not top.emergency:
        step = top.step_of(scene.game)
        if step.leaving:
            return say.term(step.leaving)
    if isinstance(action, Pass) and isinstance(top, StockRound) and top.acted:
        return say("End the turn")
    return in_words(scene, action)


def with_effects(made: Chosen, *effects: Effect) -> Chosen:
    """More lines of what follows; a line about the same thing is told once."""
    known = {effect.what for effect in made.effects}
    return replace(made, effects=ordered((*made.effects, *(each for each in effects if each.what not in known))))


def turn_powers(scene: Scene) -> list[Choice]:
    """What may be done at any moment of the viewer's turn: the tray has it, so a control need not."""
    turn = scene.game.top if not scene.game.over else None
    if not scene.is_mine or not isinstance(turn, OperatingTurn):
        return []
    return list(turn.powers(scene.game))
