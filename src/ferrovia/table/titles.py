"""What pages say of all titles at once: which is shown to newcomers, who made them, how their maps look."""

from __future__ import annotations

from functools import lru_cache

from ferrovia.drawing.terrain import has_coast
from ferrovia.saying.message import Message
from ferrovia.titles.registry import TITLES, all_titles, title


def first_title() -> str:
    """The one that newcomers are offered: the first of the registry."""
    return next(iter(TITLES))


def inland_titles() -> frozenset[str]:
    """Those whose map has no coast: their small pictures lie on paper, not in the sea."""
    return _inland(tuple(TITLES))


@lru_cache(maxsize=16)
def _inland(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for name in names if not has_coast(title(name).box.board))


def credits_of_titles() -> Message:
    """Whose games they are."""
    made_by = [
        Message("{title} by {designer}", title=name, designer=title.designer) for name, title in all_titles().items()
    ]
    return Message("{credits}. The games are theirs.", credits=made_by)
