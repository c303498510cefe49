"""Chance that somebody else decides: a game that stops at every die and card and waits to be told what comes up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title


class Undecided(Exception):
    """A number is needed that nobody has told: one below the limit, each as likely as the others."""

    def __init__(self, limit: int, draws: int) -> None:
        super().__init__(f"A number below {limit} must be told.")
        self.limit = limit
        self.draws = draws  # how many were drawn before it


class DictatedChance(Chance):
    """Gives the numbers that were told, one after the other."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Iterator[int], draws: int) -> None:
        super().__init__("", draws)
        self._numbers = numbers

    def below(self, limit: int) -> int:
        number = next(self._numbers, None)
        if number is None:
            raise Undecided(limit, self.draws)
        self.draws += 1
        return number


class DealtGame(Game):
    """A game whose chance is told. Whatever needs a number that was not told raises `Undecided` and changes nothing."""

    __slots__ = ("_told",)

    _told: Iterator[int] | None  # None: drawn from the seed, as on a fork for a player

    def __init__(self, title: Title, settings: Settings, numbers: Sequence[int] = ()) -> None:
        self._told = iter(numbers)
        super().__init__(title, settings)

    def chance_after(self, draws: int) -> Chance:
        told = getattr(self, "_told", iter(()))  # a restored game was told nothing yet
        return super().chance_after(draws) if told is None else DictatedChance(told, draws)

    def told(self, numbers: Sequence[int]) -> DealtGame:
        """A fork that knows what will come up next; its own forks take from the same numbers."""
        twin = self.fork()
        twin._told = iter(numbers)
        return twin

    def fork(self) -> DealtGame:
        twin = super().fork()
        assert isinstance(twin, DealtGame)
        twin._told = getattr(self, "_told", iter(()))
        return twin

    def fork_for(self, viewer: str | None) -> Game:
        twin = super().fork_for(viewer)
        assert isinstance(twin, DealtGame)
        twin._told = None
        return twin
