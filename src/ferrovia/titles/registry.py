"""The titles by name; each is imported when it is asked for, so that no game waits for the others' rules."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.parts import IncompleteTitle
from ferrovia.engine.flow.title import Title
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.titles.eighteenxx import Bridge
from ferrovia.titles.judgement import Judgement

# The titles, in the order in which they are shown, and the package of each: its folder is all that a title brings.
TITLES = {
    "1849": "ferrovia.titles.t1849",
    "1883": "ferrovia.titles.t1883",
    "18FB": "ferrovia.titles.t18fb",
}


def title(name: str, revision: int = 0) -> Title:
    """A title by its name, with the newest data or those of a revision; raises `UnknownTrouble` where there is none."""
    if name not in TITLES:
        raise UnknownTrouble("There is no title {name}; we have {names:and}.", name=name, names=list(TITLES))
    newest = _newest(name, TITLES[name])
    if revision in (0, newest.revision):
        return newest
    if not 1 <= revision <= newest.revision:
        text = "There is no revision {revision} of the data of {title}; the newest that we have is {newest}."
        raise UnknownTrouble(text, revision=revision, title=name, newest=newest.revision)
    return _as_it_was(newest, revision)


@lru_cache(maxsize=16)
def _newest(name: str, package: str) -> Title:
    folder(name)
    found: Title | None = getattr(import_module(package), "TITLE", None)
    if found is None:
        raise IncompleteTitle(name, f"gives no TITLE in the package {package}")
    if found.name != name:
        raise IncompleteTitle(name, f"is called {found.name} in the package {package}")
    return found


def folder(name: str) -> Path:
    """Where the files of a title lie; its rules are not loaded for that."""
    found = find_spec(TITLES[name])
    if found is None or not found.submodule_search_locations:
        raise IncompleteTitle(name, f"has no package {TITLES[name]}")
    return Path(found.submodule_search_locations[0])


def title_of(settings: Settings) -> Title:
    """The title of a game, with the data that the game began with; raises `UnknownTrouble` for what we do not have."""
    return title(settings.title, settings.revision)


@lru_cache(maxsize=16)
def _as_it_was(newest: Title, revision: int) -> Title:
    return type(newest)(newest.box.of_revision(revision))


def all_titles() -> dict[str, Title]:
    return {name: title(name) for name in TITLES}


def bridged() -> list[str]:
    """The titles whose games come from 18xx.games and go there."""
    return [name for name in TITLES if (folder(name) / "eighteenxx").is_dir()]


def bridge(name: str) -> Bridge:
    """The bridge of one of these titles."""
    found: Bridge = import_module(f"{TITLES[name]}.eighteenxx").BRIDGE
    return found


def judgement(title: Title) -> Judgement:
    """What an experienced player of a title knows: what is usual, where the title has no `judgement` of its own."""
    return _judgement(title.box.package)


@lru_cache(maxsize=16)
def _judgement(package: str) -> Judgement:
    module = f"{package}.judgement"
    if find_spec(module) is None:
        return Judgement()
    found: Judgement | None = getattr(import_module(module), "JUDGEMENT", None)
    if found is None:
        raise IncompleteTitle(package, f"gives no JUDGEMENT in {module}")
    return found
