"""Names as people type them and look for them: without capitals and accents, figures by their worth."""

from __future__ import annotations

import re
import unicodedata

_FIGURES = re.compile(r"(\d+)")


def plain(text: str) -> str:
    """Without capitals and accents, which are hard to type."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def in_order(name: str) -> tuple[tuple[str, int], ...]:
    """A key to sort names by: (3) comes before (15)."""
    parts = _FIGURES.split(plain(name))
    return tuple((words, int(figures)) for words, figures in zip(parts[::2], [*parts[1::2], "0"], strict=True))
