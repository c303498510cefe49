"""Chance: dice, shuffles and draws from a secret seed that anyone can check once the game is over.

The stream is SHA-256 over the seed and a counter, so the state keeps only how many numbers were drawn. The
hash of the seed is published when the game starts: the seed cannot be changed later without being noticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """What is published at the start of the game."""
    return hashlib.sha256(f"ferrovia seed {seed}".encode()).hexdigest()


class Chance:
    """Draws numbers from a seed, counting them."""

    def __init__(self, seed: str, draws: int = 0) -> None:
        self._seed = seed
        self.draws = draws

    def below(self, limit: int) -> int:
        """An even number from 0 up to but not including `limit`."""
        span = 1 << 256
        while True:
            digest = hashlib.sha256(f"{self._seed}/{self.draws}".encode()).digest()
            self.draws += 1
            number = int.from_bytes(digest, "big")
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
