"""How the site writes each kind of action: what is written otherwise is told before anything is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ferrovia.saying.message import Message
from ferrovia.titles.eighteenxx import ImportTrouble
from ferrovia.titles.t1849.eighteenxx.reading import Move

_SHARE_PRICE = re.compile(r"[0-9]{1,9}(,.*)?")

Check = Callable[[Any], bool]


def _anything(value: Any) -> bool:
    """What goes to our rules as it is, which refuse what they cannot use."""
    return True


def _number(value: Any) -> bool:
    return type(value) is int


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_text, value))


def _share_price(value: Any) -> bool:
    return isinstance(value, str) and _SHARE_PRICE.fullmatch(value) is not None


def _routes(value: Any) -> bool:
    return isinstance(value, list) and all(map(_route, value))


def _route(value: Any) -> bool:
    if not isinstance(value, dict) or not _text(value.get("train")) or not _texts(value.get("hexes")):
        return False
    chains = value.get("connections")
    return isinstance(chains, list) and all(map(_texts, chains)) and _number(value.get("revenue", 0))


_FIELDS: dict[str, dict[str, Check]] = {
    "bid": {"company": _anything, "price": _anything},
    "par": {"corporation": _text, "share_price": _share_price},
    "buy_shares": {"shares": _texts},
    "sell_shares": {"shares": _texts, "percent": _number},
    "lay_tile": {"hex": _text, "tile": _text, "rotation": _anything},
    "place_token": {"city": _text},
    "run_routes": {"routes": _routes},
    "dividend": {"kind": _text},
    "buy_token": {"city": _text, "slot": _anything, "price": _anything},
    "buy_train": {"train": _text, "price": _anything},
    "discard_train": {"train": _text},
    "buy_company": {"company": _anything, "price": _anything},
    "assign": {"target": _anything},
    "choose": {"choice": _text},
}


def check_shape(number: int, action: Move) -> None:
    """Raise `ImportTrouble` where an action lacks a field, or holds something of another kind in it."""
    fields = {"entity": _anything, **_FIELDS.get(action["type"], {})}
    for name, is_right in fields.items():
        if name not in action:
            raise _misshapen(number, action, Message("{name} is missing or unknown.", name=name))
        if not is_right(action[name]):
            raise _misshapen(number, action, Message("a value is of another kind."))


def _misshapen(number: int, action: Move, why: Message) -> ImportTrouble:
    text = "Action {number} ({kind}) is not written as the site writes it: {why}"
    return ImportTrouble(text, number=number, kind=action["type"][:40], why=why)
