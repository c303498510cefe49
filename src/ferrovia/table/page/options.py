"""Choices as a list shows them: the words of each, and what it would bring about at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import (
    Event,
    OperatingRoundBegins,
    Passed,
    StockRoundBegins,
    TurnBegins,
)
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.choosing import number_picked
from ferrovia.table.page.control import Ghost
from ferrovia.table.page.effects import effects
from ferrovia.table.page.forks import after, at_once
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import in_words

_MOST_TOLD = 4
_ENDS = (TurnBegins, OperatingRoundBegins, StockRoundBegins)


@dataclass(frozen=True)
class Option:
    """One choice as a card shows it."""

    number: int
    text: str
    is_chosen: bool
    told: tuple[str, ...] = ()  # what follows, in sentences
    low: int = 0
    high: int = 0


def words(scene: Scene, choice: Choice) -> str:
    return in_words(scene, choice)


def option(scene: Scene, number: int, choice: Choice) -> Option:
    """A choice with all that is told about it."""
    is_chosen = number == number_picked(scene)
    if isinstance(choice, Range):
        return Option(number, words(scene, choice), is_chosen, (), choice.low, choice.high)
    return Option(number, words(scene, choice), is_chosen, told(scene, choice))


# What follows


def shifts(game: Game, then: Game) -> list[Ghost]:
    """The tokens that stand elsewhere on the market."""
    return [
        Ghost(name, game.cell(name), then.cell(name))
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
    said = tuple(scene.say(event) for event in _soon(then.events) if not isinstance(event, scene.face.repeats))
    return said if len(said) <= _MOST_TOLD else (*said[:_MOST_TOLD], "…")


def _soon(events: list[Event]) -> Iterator[Event]:
    for event in events:
        if not isinstance(event, Passed | TurnBegins):  # who is next is told elsewhere
            yield event
        if isinstance(event, _ENDS):
            return


def effects_in_short(scene: Scene, choice: Choice) -> str:
    """What follows from a choice, in a line of a list."""
    action = choice.at(choice.low) if isinstance(choice, Range) else choice
    lines = []
    for effect in effects(scene, action):
        if effect.what == scene.say("Next"):
            continue
        if effect.before:
            lines.append(
                scene.say("{what} {before} to {after}", what=effect.what, before=effect.before, after=effect.after)
            )
        else:
            lines.append(scene.say("{what} {after}", what=effect.what, after=effect.after))
    return scene.say("{told:;}", told=lines)
