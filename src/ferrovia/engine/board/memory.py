"""A memory with a bound: what was worked out once is kept for the next one who asks, but never without end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
Asked = TypeVarTuple("Asked")


class Memory(dict[K, V]):
    """Answers by their questions, at most so many: where there is no more room, the older half is forgotten.

    What is forgotten is worked out again when it is asked for; so the keys must contain all that an answer
    depends on, and nobody may rely on finding one. Only writing looks at the bound: reading is that of a dict.

    >>> squares = Memory[int, int](4)
    >>> [squares.recall(number, pow, number, 2) for number in range(5)]
    [0, 1, 4, 9, 16]
    >>> squares
    {2: 4, 3: 9, 4: 16}
    """

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def recall(self, key: K, work_out: Callable[[*Asked], T], *asked: *Asked) -> T:
        """The answer that was kept under this key, or is worked out now of what is asked; no answer is None."""
        known: Any = self.get(key)
        if known is None:
            known = work_out(*asked)
            self[key] = known
        answer: T = known
        return answer

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self.most and key not in self:
            for old in list(self)[: (self.most + 1) // 2]:  # taken in one step: other threads read and write too
                self.pop(old, None)
        super().__setitem__(key, value)
