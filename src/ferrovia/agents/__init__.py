"""Games for learning programs: an environment of PettingZoo, and states as OpenSpiel has them (docs/agents.md)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.agents.environment import env, raw_env
    from ferrovia.agents.states import load_game

__all__ = ["env", "load_game", "raw_env"]

# The environment needs the extra `agents`, the states need nothing.
_WHERE = {
    "env": "ferrovia.agents.environment",
    "load_game": "ferrovia.agents.states",
    "raw_env": "ferrovia.agents.environment",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"ferrovia.agents has no {name}.")
    return getattr(import_module(_WHERE[name]), name)
