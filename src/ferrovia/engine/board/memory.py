"""A memory with a bound: what was worked out once is kept for the next who asks, but never without end."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(dict[K, V]):
    """Answers by their questions, at most so many: where there is no more room, the older half is forgotten.

    What is forgotten is worked out again when it is asked for; so the keys must contain all that an answer
    depends on, and nobody may rely on finding one. Only writing looks at the bound: reading is that of a dict.

    >>> squares = Memory[int, int](4)
    >>> for number in range(5):
    ...     squares[number] = number * number
    >>> squares
    {2: 4, 3: 9, 4: 16}
    """

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self.most and key not in self:
            for old in list(self)[: (self.most + 1) // 2]:  # taken in one step: other threads read and write too
                self.pop(old, None)
        super().__setitem__(key, value)
