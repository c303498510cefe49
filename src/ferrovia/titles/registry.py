"""The titles by name."""

from __future__ import annotations

from ferrovia.engine.flow.title import Title
from ferrovia.titles import t18fb, t1849, t1883


def title(name: str) -> Title:
    """A title by its name; raises `LookupError` for one we do not have."""
    titles = all_titles()
    if name not in titles:
        raise LookupError(f"There is no title {name}; we have {', '.join(titles)}.")
    return titles[name]


def all_titles() -> dict[str, Title]:
    return {title.name: title for title in (t1849.TITLE, t1883.TITLE, t18fb.TITLE)}
