"""English as it is spoken: forms that slip in from other languages stay out of what players read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia import titles
from languages.extraction import UNCLEAR
from tests.languages.ours import our_texts

# 'For who is absent', 'Who leaves cannot win.': who alone does not stand for a person, whoever does.
_AFTER_A_WORD = re.compile(r"\b(?:for|to|of|by|from|with|at|than|after|before|only|but|bankrupt|against) who\b", re.I)
_AS_A_SUBJECT = re.compile(r"(?:^|[.;!?] )who\b[^.:?!]*\.", re.I)


def is_foreign(text: str) -> bool:
    """Whether `who` stands where English says whoever, those who, or names the person."""
    return bool(_AFTER_A_WORD.search(text) or _AS_A_SUBJECT.search(text))


def _clauses() -> Iterator[str]:
    for path in sorted(Path(titles.__file__).parent.glob("*/clauses.toml")):
        for tables in tomllib.loads(path.read_text("utf-8")).values():
            for table in tables if isinstance(tables, list) else ():
                yield from (value for value in table.values() if isinstance(value, str))


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("The space is worth more to who has it.", True),
        ("All play at once; who has not moved is absent.", True),
        ("Who leaves the game cannot win it.", True),
        ("It makes bankrupt who cannot pay.", True),
        ("The space is worth more to whoever has it.", False),
        ("For those who are absent", False),
        ("Who can bid", False),
        ("Who begins the next round: the player with the priority.", False),
        ("In which order do they discard, and who is first?", False),
        ("Nobody can tell who is to decide.", False),
    ],
)
def test_who_is_told_from_whoever(text: str, foreign: bool) -> None:
    assert is_foreign(text) is foreign


def test_nothing_that_players_read_says_who_for_whoever() -> None:
    said = [text.text for text in our_texts().values() if text.context != UNCLEAR]
    told = list(_clauses())
    assert len(said) > 3000
    assert len(told) > 3000
    assert [text for text in (*said, *told) if is_foreign(text)] == []
