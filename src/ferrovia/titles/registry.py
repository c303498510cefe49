"""The titles by name; each is imported when it is asked for, so that no game waits for the others' rules."""

from __future__ import annotations

from importlib import import_module

from ferrovia.engine.flow.title import Title
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.judgement import Judgement

# Where each title is written.
TITLES = {"1849": "ferrovia.titles.t1849", "1883": "ferrovia.titles.t1883", "18FB": "ferrovia.titles.t18fb"}


def title(name: str) -> Title:
    """A title by its name; raises `UnknownTrouble` for one we do not have."""
    if name not in TITLES:
        raise UnknownTrouble("There is no title {name}; we have {names:and}.", name=name, names=list(TITLES))
    found: Title = import_module(TITLES[name]).TITLE
    return found


def all_titles() -> dict[str, Title]:
    return {name: title(name) for name in TITLES}


def judgement(name: str) -> Judgement:
    """What an experienced player of a title knows."""
    found: Judgement = import_module(f"{TITLES[name]}.judgement").JUDGEMENT
    return found
