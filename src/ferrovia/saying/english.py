"""The grammar of English: plurals, and an article that hears the next sound."""

from __future__ import annotations

import re

FORMS = frozenset({"a", "A"})

# Letters whose names begin with a vowel: an R6H, an E train. Trains and tokens are spelled out.
_VOWEL_NAMES = frozenset("AEFHILMNORSX")
_VOWEL_NUMBER = re.compile(r"8|1[18](?!\d)")  # eight, eighty, eleven, eighteen


def plural(number: int) -> int:
    """Which of the forms `one|many` a number takes."""
    return 0 if number == 1 else 1


def numeral(number: int, spec: str) -> str:
    return noun(str(number), spec, "")


def noun(name: str, spec: str, article: str) -> str:
    """`a` and `A`: the article before a train."""
    if spec not in FORMS:
        raise ValueError(f"English has no form {spec!r}.")
    vowel = _VOWEL_NUMBER.match(name) or name[:1] in _VOWEL_NAMES
    return f"{spec}{'n' if vowel else ''} {name}"


def joined(word: str, last: str) -> str:
    return f"{word} {last}"
