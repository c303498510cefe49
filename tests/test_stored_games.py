"""Stored games: whole games kept as files, which must come out the same, state by state, as when they were played.

A change of behaviour shows here. If it is meant, the files are played anew in the same commit:
`ferrovia play TITLE --seats sensible,... --seed NAME -o tests/games/NAME.json --force`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ferrovia.formats.save import load
from ferrovia.formats.verification import verify
from ferrovia.titles.registry import all_titles

GAMES = sorted((Path(__file__).parent / "games").glob("*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_stored_game_comes_out_as_it_was_played(path: Path) -> None:
    record = load(path)
    report = verify(record)
    assert report.faults == []
    assert report.replayed == len(record.actions) > 100


def test_every_title_has_a_stored_game() -> None:
    assert {path.stem.partition("-")[0] for path in GAMES} == set(all_titles())
