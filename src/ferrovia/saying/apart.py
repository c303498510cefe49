"""Words that are read from right to left, kept apart from the sentence around them, which would turn round."""

from __future__ import annotations

import unicodedata

_LEFTWARDS = frozenset({"R", "AL", "AN"})
_BEGIN, _END = "\u2068", "\u2069"  # what is between them is read in its own direction


def apart(text: str) -> str:
    """A text as it is, or between signs that keep it apart; nobody sees them.

    >>> apart("Ada")
    'Ada'
    >>> apart("\u05d0\u05d3\u05d4") == "\u2068\u05d0\u05d3\u05d4\u2069"
    True
    """
    if text.isascii() or text.startswith(_BEGIN):
        return text
    if any(unicodedata.bidirectional(sign) in _LEFTWARDS for sign in text):
        return f"{_BEGIN}{text}{_END}"
    return text
