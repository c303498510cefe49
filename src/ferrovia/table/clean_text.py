"""Words of strangers made harmless: nothing in a name or a remark may hide, turn round or pile up other words."""

from __future__ import annotations

import unicodedata

_JOINERS = frozenset("\u200c\u200d")  # letters of some scripts and families of pictures need them
_MOST_MARKS = 3  # accents on one letter; a tower of them covers the lines above


def clean_text(text: str) -> str:
    """The text on one line, without signs that nobody sees and with few accents on a letter.

    >>> harmless("Ada\\u202eonurB\\n\\x07")
    'AdaonurB'
    """
    kept, marks = [], 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind in ("Zl", "Zp", "Zs") or sign in "\t\n\r":
            sign = " "
        elif kind.startswith("C") and sign not in _JOINERS:
            continue
        marks = marks + 1 if kind.startswith("M") else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())
