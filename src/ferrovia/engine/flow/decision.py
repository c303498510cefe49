"""Decisions: who must choose, and every legal choice."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.flow.actions import Action, RunTrains


class Range(msgspec.Struct, frozen=True):
    """A choice with a price to name: the action at its lowest price, and how far the price may go."""

    action: Action
    low: int
    high: int
    step: int = 1

    def at(self, price: int) -> Action:
        return msgspec.structs.replace(self.action, price=price)

    def allows(self, action: Action) -> bool:
        price = getattr(action, "price", None)
        if type(price) is not int or type(action) is not type(self.action):
            return False
        inside = self.low <= price <= self.high and (price - self.low) % self.step == 0
        return inside and self.at(price) == action


Choice = Action | Range


class Interjection(msgspec.Struct, frozen=True):
    """What a player may do at any moment, whoever's turn it is."""

    player: str
    choice: Choice

    def allows(self, action: Action) -> bool:
        return self.choice.allows(action) if isinstance(self.choice, Range) else self.choice == action


class Decision(msgspec.Struct, frozen=True):
    """Who must choose what. `for_corporation` is empty where the player chooses for themselves."""

    player: str
    step: str
    for_corporation: str = ""
    choices: tuple[Action, ...] = ()
    ranges: tuple[Range, ...] = ()
    interjections: tuple[Interjection, ...] = ()

    def allows(self, action: Action) -> bool:
        """Whether an action is listed, for whoever may play it; docs/promises.md says where more than that is legal."""
        return (
            action in self.choices
            or any(span.allows(action) for span in self.ranges)
            or any(interjection.allows(action) for interjection in self.interjections)
        )

    @property
    def lists_runs(self) -> bool:
        return any(isinstance(choice, RunTrains) for choice in self.choices)

    def __iter__(self) -> Iterator[Choice]:
        yield from self.choices
        yield from self.ranges
