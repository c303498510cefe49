"""Chance: dice, shuffles and draws from a secret seed that anyone can check once the game is over.

The stream is SHA-256 over the seed and a counter, so the state keeps only how many numbers were drawn. The
hash of the seed is published when the game starts: the seed cannot be changed later without being noticed. A
short seed could be guessed from its hash, so the hash is taken over a salt too, which is as secret as the seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import factorial
from typing import TypeVar

T = TypeVar("T")

MOST_MIXED = 57  # a single number tells the orders of so many things apart


def commitment(seed: str, salt: str = "") -> str:
    """What is published at the start of the game."""
    # The length keeps the end of a salt from being passed off as the beginning of a seed.
    text = f"ferrovia salt {len(salt)} {salt} seed {seed}" if salt else f"ferrovia seed {seed}"
    return hashlib.sha256(text.encode()).hexdigest()


class Chance:
    """Draws numbers from a seed, counting them. Whoever has one can draw, and cannot tell the seed."""

    __slots__ = ("_stream", "draws")

    def __init__(self, seed: str, draws: int = 0) -> None:
        self._stream = hashlib.sha256(f"{seed}/".encode())
        self.draws = draws

    def apart(self, name: object) -> Chance:
        """Chance for somebody who draws apart, from the start: nothing that is drawn here follows from it."""
        other = Chance.__new__(Chance)
        other._stream = self._stream.copy()
        other._stream.update(f"{name}/".encode())
        other.draws = 0
        return other

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including `limit`, each as likely as the others."""
        span = 1 << 256
        while True:
            drawn = self._stream.copy()
            drawn.update(b"%d" % self.draws)
            self.draws += 1
            number = int.from_bytes(drawn.digest(), "big")
            if number < span - span % limit:  # otherwise the low numbers would come up more often
                return number % limit

    def die(self, sides: int) -> int:
        return 1 + self.below(sides)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def mixed(self, items: Sequence[T]) -> list[T]:
        """A few items in any order by a single number: quicker than to shuffle, for forks made by the thousand."""
        if len(items) > MOST_MIXED:
            return self.shuffled(items)
        left, number = list(items), self.below(factorial(len(items)))
        mixed = []
        for size in range(len(left), 0, -1):
            number, place = divmod(number, size)
            mixed.append(left.pop(place))
        return mixed
