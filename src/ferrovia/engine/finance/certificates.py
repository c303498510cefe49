"""Certificates and presidencies: who holds what of a corporation, and what can change hands for what.

A corporation's certificates are numbered in the order of their stack, the president's certificate first.
`sizes` are their per cents, `holders` who has each of them: a player, the corporation itself (its treasury),
another corporation, or the bank pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

POOL = "pool"
OFFER = "offer"  # stock that a corporation has not yet sold, where it does not own that itself
PRESIDENT = 0  # the number of the president's certificate

Sizes = tuple[int, ...]
Holders = tuple[str, ...]


def percent(sizes: Sizes, holders: Holders, holder: str) -> int:
    """How much of the corporation somebody holds.

    >>> percent((20, 10, 10), ("Ada", "Ada", "pool"), "Ada")
    30
    """
    return sum([size for size, owner in zip(sizes, holders, strict=True) if owner == holder])


def held(holders: Holders, holder: str) -> list[int]:
    """The numbers of the certificates somebody holds, in stack order."""
    return [number for number, owner in enumerate(holders) if owner == holder]


def ordinary(holders: Holders, holder: str) -> list[int]:
    """What somebody holds besides the president's certificate."""
    return [number for number, owner in enumerate(holders) if owner == holder and number != PRESIDENT]


def top(holders: Holders, place: str) -> int | None:
    """The certificate that is next to leave a place; those lower in the stack wait their turn."""
    stack = ordinary(holders, place)
    return stack[0] if stack else None


def pick(sizes: Sizes, numbers: Sequence[int], wanted: Sequence[int]) -> tuple[int, ...] | None:
    """Certificates among `numbers` of exactly the wanted sizes, or None."""
    left = list(numbers)
    picked = []
    for size in wanted:
        number = next((number for number in left if sizes[number] == size), None)
        if number is None:
            return None
        left.remove(number)
        picked.append(number)
    return tuple(picked)


def exchanges(sizes: Sizes, holders: Holders, successor: str) -> list[Sizes]:
    """What a new president could give for the president's certificate: sizes that add up to it, whole."""
    numbers = ordinary(holders, successor)
    price = sizes[PRESIDENT]
    found: dict[Sizes, None] = {}
    for count in range(1, len(numbers) + 1):
        for combination in combinations(numbers, count):
            offered = tuple(sorted((sizes[number] for number in combination), reverse=True))
            if sum(offered) == price:
                found[offered] = None
    return list(found)


def contains(available: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether certificates of the available sizes include ones of the wanted sizes."""
    left = list(available)
    for size in wanted:
        if size not in left:
            return False
        left.remove(size)
    return True


def successor(
    sizes: Sizes, holders: Holders, president: str, to_the_left: Sequence[str], keeps: int, margin: int = 1
) -> str | None:
    """Who becomes president if the president keeps only `keeps` per cent: the largest holder of `margin` more.

    `to_the_left` are the other players in order from the president's left, which settles ties.
    """
    best, largest = None, keeps + margin - 1
    for player in to_the_left:
        share = percent(sizes, holders, player)
        if share > largest:
            best, largest = player, share
    return best
