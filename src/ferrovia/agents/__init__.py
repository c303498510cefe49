"""Games for learning programs: an environment of PettingZoo, and states as OpenSpiel has them (docs/agents.md)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ferrovia.saying.message import Trouble

if TYPE_CHECKING:
    from ferrovia.agents.environment import env, raw_env
    from ferrovia.agents.states import load_game


class MissingTrouble(Trouble, ImportError):
    """A library that is not here, in one sentence."""


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
    try:
        return getattr(import_module(_WHERE[name]), name)
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "numpy", "pettingzoo"):
            raise
        raise MissingTrouble("{library} is not installed; the extra 'agents' has it.", library=error.name) from error
