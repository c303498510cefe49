"""Reading what a title writes: its actions and its events, told apart by their kinds."""

from __future__ import annotations

from typing import Any

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.kinds import reader, union
from ferrovia.engine.flow.title import Title
from ferrovia.saying.library import in_our_words
from ferrovia.saying.message import Message, Trouble

# What decoding raises: for what is no JSON or no action, no UTF-8, and too many brackets within brackets.
_UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)


class ActionTrouble(Trouble, ValueError):
    """Why a text is not an action."""


def read_action(title: Title, text: str | bytes) -> Action:
    """An action of a title from its JSON; raises `ActionTrouble`, a `ValueError`, with what is wrong."""
    try:
        action: Action = reader(union(tuple(title.actions))).decode(text)
    except _UNREADABLE as error:
        raise _trouble(_stranger(title, text) or in_our_words(error)) from error
    return action


class _Kind(msgspec.Struct):
    do: str


def _trouble(why: Message) -> ActionTrouble:
    return ActionTrouble("This is not an action: {why}.", why=why)


def _stranger(title: Title, text: str | bytes) -> Message | None:
    """What is wrong with an action whose kind the title does not have; nothing where that is not what is wrong."""
    try:
        kind = reader(_Kind).decode(text).do
    except _UNREADABLE:
        return None
    known = {str(each.__struct_config__.tag) for each in title.actions}
    return None if kind in known else Message("{title} has none called {kind}", title=title.name, kind=kind)


def as_action(title: Title, value: Any) -> Action:
    """An action of a title from plain data as a save file holds it."""
    try:
        action: Action = msgspec.convert(value, union(tuple(title.actions)))
    except msgspec.ValidationError as error:
        raise _trouble(in_our_words(error)) from error
    return action


def read_events(title: Title, text: str | bytes | msgspec.Raw) -> list[Event]:
    """Events of a title in a row from their JSON; raises msgspec's error with the place of what is wrong."""
    kinds: Any = list[union(tuple(title.events))]  # type: ignore[misc]
    events: list[Event] = reader(kinds).decode(text)
    return events
