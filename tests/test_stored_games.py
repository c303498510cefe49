"""Stored games: whole games kept as files, which must come out the same, state by state, as when they were played.

A change of behaviour shows here. If it is meant, the files are played anew in the same commit:
`ferrovia play TITLE --seats sensible,... --seed NAME -o tests/games/NAME.json --force`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.save import load, replay
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


def test_a_game_keeps_the_rule_of_offers_it_began_with() -> None:
    """Offers were once raised by 1: a game of that time is played again by its own rule, where today's refuses it."""
    record = load(Path(__file__).parent / "games" / "1849-five.json")
    assert replay(record).hash() == record.hashes[-1]
    today = msgspec.structs.replace(record.settings, least_raise=Settings("1849", (), "").least_raise)
    with pytest.raises(Refusal, match="offer at least"):
        replay(msgspec.structs.replace(record, settings=today))
