"""Choices by number: what an address picks out of a decision, and what each would bring about at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import (
    Event,
    OperatingRoundBegins,
    Passed,
    StockRoundBegins,
    TurnBegins,
)
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.formats.sentences import sentence
from ferrovia.table.page.choosing import Why, chosen
from ferrovia.table.page.control import Chosen, Effect
from ferrovia.table.page.effects import after, at_once
from ferrovia.table.page.scene import Scene

CHOICE = "c"  # in an address: the number of the choice that is pointed at
PRICE = "price"
_MOST_TOLD = 4
_ENDS = (TurnBegins, OperatingRoundBegins, StockRoundBegins)


@dataclass(frozen=True)
class Option:
    """One choice as a card shows it."""

    number: int
    text: str
    is_chosen: bool
    told: tuple[str, ...] = ()  # what follows, in sentences
    figure: str = ""  # what it costs or brings, beside the text
    low: int = 0
    high: int = 0


class Shift(NamedTuple):
    """A token that a choice moves on the market."""

    corporation: str
    start: Cell
    end: Cell


def numbered(scene: Scene) -> list[tuple[int, Choice]]:
    """The choices of the decision by the numbers with which addresses name them."""
    return list(enumerate(scene.decision)) if scene.decision is not None else []


def number_picked(scene: Scene, name: str = CHOICE) -> int:
    picked = scene.pick.get(name, "")
    return int(picked) if picked.isdecimal() and len(picked) < 6 else -1


def picked(scene: Scene) -> Choice | None:
    number = number_picked(scene)
    return next((choice for place, choice in numbered(scene) if place == number), None)


def price_picked(scene: Scene, span: Range) -> int:
    """The price that is named, held within what is allowed."""
    named = number_picked(scene, PRICE)
    if named < span.low:
        return span.low
    return min(span.high, span.low + (named - span.low) // span.step * span.step)


def pointed_at(scene: Scene, choice: Choice, button: str = "", sentence_: str = "") -> Chosen:
    """A choice for the footer, with a short word for its button."""
    made = chosen(scene, choice, price_picked(scene, choice) if isinstance(choice, Range) else None)
    return replace(made, button=button or made.button, sentence=sentence_ or made.sentence)


def passing(scene: Scene, button: str = "") -> Chosen | None:
    """The way to do nothing, where there is one."""
    found = next((choice for _, choice in numbered(scene) if isinstance(choice, Pass)), None)
    return pointed_at(scene, found, button) if found is not None else None


def with_effects(made: Chosen, *effects: Effect) -> Chosen:
    """More lines of what follows; a line about the same thing is told once."""
    known = {effect.what for effect in made.effects}
    return replace(made, effects=(*made.effects, *(effect for effect in effects if effect.what not in known)))


def turn_powers(scene: Scene) -> list[Choice]:
    """What may be done at any moment of the viewer's turn: the tray has it, so a control need not."""
    turn = scene.game.top if not scene.game.over else None
    if not scene.is_mine or not isinstance(turn, OperatingTurn):
        return []
    return list(turn.powers(scene.game))


def words(scene: Scene, choice: Choice) -> str:
    return scene.say(sentence(scene.game, choice))


def option(scene: Scene, number: int, choice: Choice, figure: str = "") -> Option:
    """A choice with all that is told about it."""
    is_chosen = number == number_picked(scene)
    if isinstance(choice, Range):
        return Option(number, words(scene, choice), is_chosen, (), figure, choice.low, choice.high)
    return Option(number, words(scene, choice), is_chosen, told(scene, choice), figure)


# What follows


def shifts(game: Game, then: Game) -> list[Shift]:
    """The tokens that stand elsewhere on the market."""
    return [
        Shift(name, game.cell(name), then.cell(name))
        for name in game.state.certificates
        if game.is_started(name) and then.is_started(name) and game.cell(name) != then.cell(name)
    ]


def told(scene: Scene, action: Action) -> tuple[str, ...]:
    """What follows in sentences, up to where something else begins; nothing that hangs on dice or cards is told."""
    then, now = after(scene, action), scene.game.state
    if then is not None and (then.state.draws, then.state.round) != (now.draws, now.round):
        then = at_once(scene, action)
        if then is not None and then.state.draws != scene.game.state.draws:
            return ()
    if then is None:
        return ()
    said = tuple(scene.say(event) for event in _soon(then.events))
    return said if len(said) <= _MOST_TOLD else (*said[:_MOST_TOLD], "…")


def _soon(events: list[Event]) -> Iterator[Event]:
    for event in events:
        if not isinstance(event, Passed | TurnBegins):  # who is next is told elsewhere
            yield event
        if isinstance(event, _ENDS):
            return


def why(scene: Scene, action: Action) -> Why | None:
    """Why the viewer may not do something now, or None."""
    refusal = scene.game.why_not(action, by=scene.viewer)
    return Why(scene.say(refusal), refusal.rule) if refusal is not None else None
