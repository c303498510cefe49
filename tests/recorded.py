"""The recorded game of 1849, and what the site where it was played made of every action."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ferrovia.bench.play import RECORDED

TRACE = Path(__file__).parent / "data" / "1849.trace.jsonl"
GONE = "-"  # the names that a line no longer has


def recorded_export() -> dict[str, Any]:
    """The game in the export format of the site, for whoever asks to change."""
    export: dict[str, Any] = msgspec.json.decode(RECORDED.read_bytes())
    return export


@cache
def site_trace() -> list[dict[str, Any]]:
    """A line before the first action and one after each, put together from what each of them changed."""
    lines: list[dict[str, Any]] = []
    for changes in map(msgspec.json.decode, TRACE.read_bytes().splitlines()):
        lines.append(changed(lines[-1], changes) if lines else changes)
    return lines


def changed(before: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    after = {name: value for name, value in before.items() if name not in changes.get(GONE, ())}
    for name, value in changes.items():
        if name != GONE:
            was = after.get(name)
            after[name] = changed(was, value) if isinstance(was, dict) and isinstance(value, dict) else value
    return after
