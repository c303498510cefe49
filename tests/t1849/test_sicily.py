"""What only 1849 keeps and tells: its own state changes by named and typed affairs, its events have kinds."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_type_hints

import msgspec

import ferrovia.titles.t1849 as package
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.kinds import union
from ferrovia.titles.t1849 import TITLE, events
from ferrovia.titles.t1849.sicily import Affairs, Sicily

LISTS = ("events", "happenings")  # modules that name kinds and tell nothing


def test_what_may_be_changed_is_what_is_kept() -> None:
    assert get_type_hints(Affairs) == get_type_hints(Sicily)


def test_every_kind_of_event_is_listed_and_told() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    assert kinds <= set(TITLE.events)
    rules = [path for path in Path(str(package.__file__)).parent.glob("*.py") if path.stem not in LISTS]
    trees = [ast.parse(path.read_text()) for path in rules]
    named = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert {kind.__name__ for kind in kinds} <= named
    counted = {happening.kind for happening in TITLE.happenings.values() if not isinstance(happening, str)}
    assert counted <= set(TITLE.events)


def test_events_are_read_as_they_were_written() -> None:
    for kind in TITLE.events:
        types = get_type_hints(kind)
        fields = {name: 7 if types[name] is int else "train" for name in kind.__struct_fields__}
        event = kind(**fields)
        assert msgspec.json.decode(msgspec.json.encode(event), type=union(tuple(TITLE.events))) == event
        assert "{" not in str(event)
