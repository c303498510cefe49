"""Set-up: everything in its place before the first decision."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.state import State


class SetupRules(ABC):
    """What lies where when the game begins."""

    @abstractmethod
    def set_up(self, settings: Settings, chance: Chance) -> State:
        """The state before the first decision."""
