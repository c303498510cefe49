"""Migration: stored states of earlier releases in the form of this one, made when they are read."""

from __future__ import annotations

from typing import Any

# What titles once kept of their own and the engine keeps for all of them.
_MOVED = ("pars", "floated")


def migrated(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A stored state as this release writes it; the very one that was given where it already is.

    A corporation that has left the market has no par any more, which titles used to keep.
    """
    own = snapshot.get("own")
    if not isinstance(own, dict) or not any(field in own for field in _MOVED):
        return snapshot
    moved = {field: own[field] for field in _MOVED if field in own}
    if isinstance(moved.get("pars"), dict):
        priced = [marker[0] for marker in snapshot.get("market", ()) if marker]
        moved["pars"] = {name: par for name, par in moved["pars"].items() if name in priced}
    kept = {field: value for field, value in own.items() if field not in _MOVED}
    return {**snapshot, "own": kept, **{field: value for field, value in moved.items() if value}}
