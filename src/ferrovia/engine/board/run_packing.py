"""The best routes of several trains together: one for each, no hexside twice."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from ferrovia.engine.board.run_search import Found, OutOfTime

IDLE = Found(0, 0, -1, None, None)


def pack(
    lists: Sequence[Sequence[Found]], trains: Sequence[int], least: int, until: float | None = None
) -> list[Found] | None:
    """The best choice of one route for each train, worth at least `least` together; None if there is none.

    `trains` names for each train the list of its kind; equal trains stand next to each other. The lists are
    sorted, best first.
    """
    best: list[Found] | None = None
    chosen: list[Found] = []
    steps = 0

    def place(number: int, value: int, open_lists: list[Sequence[Found]]) -> None:
        nonlocal best, least, steps
        if number == len(trains):
            best, least = list(chosen), value + 1
            return
        kind = trains[number]
        later = trains[number + 1 :]
        candidates = open_lists[kind]
        for start, route in enumerate(candidates):
            steps += 1
            if until is not None and not steps & 63 and perf_counter() > until:
                raise OutOfTime
            # Equal trains: the next of them takes a route further down the list.
            if value + route.value * (1 + later.count(kind)) + most(later, kind, open_lists) < least:
                return
            sides = route.sides
            rest = list(open_lists)
            for other in set(later):
                row = candidates[start:] if other == kind else open_lists[other]
                rest[other] = [found for found in row if not found.sides & sides]
            if all(rest[other] for other in later):
                if value + route.value + sum(rest[other][0].value for other in later) >= least:
                    chosen.append(route)
                    place(number + 1, value + route.value, rest)
                    chosen.pop()

    def most(later: Sequence[int], kind: int, open_lists: list[Sequence[Found]]) -> int:
        return sum(open_lists[other][0].value for other in later if other != kind)

    if all(lists[kind] for kind in trains):
        place(0, 0, list(lists))
    return best
