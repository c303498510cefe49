"""Differences of plain data: what turns one state back into the one before it, without any rule of play."""

from __future__ import annotations

from typing import Any

import msgspec

Plain = dict[str, Any]


class Difference(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is otherwise in another dict of plain data; dicts within it have differences of their own."""

    put: Plain = {}
    drop: tuple[str, ...] = ()
    within: dict[str, Difference] = {}
    order: tuple[str, ...] = ()  # of the keys, where it does not come out by itself


def difference(here: Plain, there: Plain) -> Difference:
    """What must be done to `here` to make it `there`, with its keys in the same order.

    >>> made = difference({"cash": {"Ada": 5, "bank": 95}, "number": 2}, {"cash": {"Ada": 5, "bank": 96}, "number": 1})
    >>> made.put, made.within["cash"].put
    ({'number': 1}, {'bank': 96})
    """
    put: Plain = {}
    within: dict[str, Difference] = {}
    for key, value in there.items():
        now = here.get(key)
        if not isinstance(value, dict):
            if key not in here or now != value:
                put[key] = value
        elif not isinstance(now, dict):
            put[key] = value
        elif now != value or msgspec.json.encode(now) != msgspec.json.encode(value):  # equal, in another order
            within[key] = difference(now, value)
    kept = [key for key in here if key in there]
    came = [*kept, *(key for key in put if key not in here)]
    return Difference(
        put=put,
        drop=tuple(key for key in here if key not in there),
        within=within,
        order=() if came == list(there) else tuple(there),
    )


def changed(here: Plain, by: Difference) -> Plain:
    """Plain data with a difference made; raises `LookupError` or `TypeError` where it is not one of these data.

    >>> changed({"a": 1, "b": {"c": 2}}, Difference(drop=("a",), within={"b": Difference(put={"c": 3})}))
    {'b': {'c': 3}}
    """
    there = {**here, **by.put}
    for key in by.drop:
        del there[key]
    for key, inner in by.within.items():
        there[key] = changed(there[key], inner)
    return {key: there[key] for key in by.order} if by.order else there
