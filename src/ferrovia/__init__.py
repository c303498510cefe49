"""Italian 18xx railway games, each played whole, by its rulebook.

What a program may import is named here and shown with examples in docs/programs.md; everything else may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrovia.engine.flow import actions
    from ferrovia.engine.flow.game import Game
    from ferrovia.engine.flow.reading import read_action
    from ferrovia.engine.flow.refusal import Refusal
    from ferrovia.engine.flow.remedies.search import why_not
    from ferrovia.formats.files import FileTrouble
    from ferrovia.programs import best_runs, draw, load, new, open_file, read, said, save, title, title_names
    from ferrovia.saying.catalogue import LanguageTrouble
    from ferrovia.sitting.law import Law
    from ferrovia.sitting.sitting import Sitting

__version__ = "0.1.0"

__all__ = [
    "FileTrouble",
    "Game",
    "LanguageTrouble",
    "Law",
    "Refusal",
    "Sitting",
    "actions",
    "best_runs",
    "draw",
    "load",
    "new",
    "open_file",
    "read",
    "read_action",
    "said",
    "save",
    "title",
    "title_names",
    "why_not",
]

# Each is imported when it is first asked for: a program that loads a game does not wait for pictures.
_WHERE = {
    "FileTrouble": "ferrovia.formats.files",
    "Game": "ferrovia.engine.flow.game",
    "LanguageTrouble": "ferrovia.saying.catalogue",
    "Law": "ferrovia.sitting.law",
    "Refusal": "ferrovia.engine.flow.refusal",
    "Sitting": "ferrovia.sitting.sitting",
    "read_action": "ferrovia.engine.flow.reading",
    "why_not": "ferrovia.engine.flow.remedies.search",
} | dict.fromkeys(
    ("best_runs", "draw", "load", "new", "open_file", "read", "said", "save", "title", "title_names"),
    "ferrovia.programs",
)


def __getattr__(name: str) -> Any:
    if name == "actions":
        return import_module("ferrovia.engine.flow.actions")
    if name not in _WHERE:
        raise AttributeError(f"ferrovia has no {name}.")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
