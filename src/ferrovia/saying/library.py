"""What the library that reads JSON and structs complains of, in our own words."""

from __future__ import annotations

import re
from collections.abc import Callable

from ferrovia.saying.message import Message

# What a value is by the library's name for it.
_KINDS = {
    "int": Message("a whole number"),
    "float": Message("a number"),
    "str": Message("a text"),
    "bool": Message("true or false"),
    "array": Message("a list"),
    "object": Message("a group of fields"),
    "null": Message("nothing"),
}


def in_our_words(error: Exception) -> Message:
    """Why something cannot be read, as a clause to follow a colon: no capital, no full stop."""
    if isinstance(error, UnicodeError):
        return Message("it is not written in UTF-8")
    if isinstance(error, RecursionError):
        return Message("it is nested too deeply")
    complaint, _, place = str(error).partition(" - at ")
    where = _where(place)
    for pattern, words in _COMPLAINTS:
        found = re.fullmatch(pattern, complaint)
        if found:
            return words(where, *found.groups())
    return _not_understood(where)


def _where(place: str) -> str:
    """The field in question: ``price`` or ``actions[3].price``; nothing where it is the whole."""
    found = re.search(r"\$([^`]*)`", place)
    return found[1].removeprefix(".") if found else ""


def _not_understood(where: str) -> Message:
    return Message("{where} cannot be understood", where=where) if where else Message("it cannot be understood")


def _truncated(where: str) -> Message:
    return Message("it ends too early")


def _malformed(where: str, byte: str) -> Message:
    return Message("it cannot be read near byte {byte}", byte=int(byte) + 1)  # people count from one


def _missing(where: str, field: str) -> Message:
    text = "the field {field} is missing in {where}" if where else "the field {field} is missing"
    return Message(text, field=field, where=where)


def _unknown(where: str, field: str) -> Message:
    text = "the field {field} does not belong in {where}" if where else "the field {field} does not belong there"
    return Message(text, field=field, where=where)


def _value(where: str, value: str) -> Message:
    text = "{where} cannot be '{value}'" if where else "it cannot be '{value}'"
    return Message(text, where=where, value=value.strip("'"))


def _length(where: str, length: str) -> Message:
    text = (
        "{where} must have {length} {length:entry|entries}" if where else "it must have {length} {length:entry|entries}"
    )
    return Message(text, where=where, length=int(length))


def _kind(where: str, expected: str) -> Message:
    kinds = [_KINDS[name] for name in expected.split(" | ") if name in _KINDS]
    if not kinds:
        return _not_understood(where)
    text = "{where} must be {kinds:or}" if where else "it must be {kinds:or}"
    return Message(text, where=where, kinds=kinds)


_COMPLAINTS: tuple[tuple[str, Callable[..., Message]], ...] = (
    (r"Input data was truncated", _truncated),
    (r"JSON is malformed: .* \(byte (\d+)\)", _malformed),
    (r"Object missing required field `(.*)`", _missing),
    (r"Object contains unknown field `(.*)`", _unknown),
    (r"Invalid (?:enum )?value (.*)", _value),
    (r"Expected `array` of length (\d+)(?:, got \d+)?", _length),
    (r"Expected `([^`]*)`.*", _kind),
)
