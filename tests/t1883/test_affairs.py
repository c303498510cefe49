"""What lies open of the region's affairs is told in sentences, or stands elsewhere on the page."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.formats.view import view_for
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.affairs import ELSEWHERE
from tests.t1883.table import Table

# What each name of the open state may hold, with what it needs beside it.
HELD: dict[str, dict[str, Any]] = {
    "support": {"support": {"Ada": 2, "Bruno": 0}},
    "concessions": {"concessions": {"2": {"owner": "SV", "counter": 3}}},
    "launched": {"launched": ["SV"]},
    "waiting": {"waiting": ["FBV"]},
    "concession_buyers": {"concession_buyers": ["SV"]},
    "anchors": {"anchors": {"FSF": 1}},
    "ports": {"ports": [["37", "FSF"]]},
    "worn_out": {"worn_out": ["611"]},
    "used_powers": {"used_powers": ["FRV"]},
    "in_force": {"in_force": ["flooding"]},
    "strike_breaker": {"strike_breaker": 2},
    "hot_autumn": {"hot_autumn": True},
    "effects": {"effects": {"SV": "half"}},
    "raids_done": {"raids_done": True},
    "set_aside": {"set_aside": 500},
    "tax_shield_used": {"tax_shield_used": True},
    "ccfr": {"ccfr": "frozen"},
    "ccfr_leader": {"ccfr_leader": "Ada"},
    "ccfr_passed_on": {"ccfr_leader": "Ada", "ccfr_passed_on": True},
    "coaches": {"coaches": ["3", "80"]},
    "merged": {"merged": True},
    "no_merger": {"no_merger": True},
    "must_merge": {"must_merge": True},
    "deck": {"deck": 12},
}


def nothing() -> dict[str, Any]:
    """What a public copy holds when nothing has happened and nothing is left."""
    own: dict[str, Any] = view_for(Table().game)["own"]
    empty = {name: type(value)() for name, value in own.items()}
    return {**empty, "ccfr": "cooperative"}


def told(**facts: Any) -> list[str]:
    return [TITLE.voice("en")(message) for message in TITLE.seen.told({**nothing(), **facts})]


def test_whatever_lies_open_has_a_sentence_or_stands_elsewhere() -> None:
    assert HELD.keys() | ELSEWHERE == nothing().keys() == TITLE.seen.open | {"deck"}
    assert not HELD.keys() & ELSEWHERE


@pytest.mark.parametrize("name", HELD)
def test_what_holds_something_is_told(name: str) -> None:
    without = {fact: value for fact, value in HELD[name].items() if fact != name}
    assert set(told(**HELD[name])) - set(told(**without)), f"{name} is not told."


def test_what_is_empty_is_left_out() -> None:
    assert told() == ["The event deck is empty.", "CCFR is a co-operative."]


def test_a_new_game_tells_its_concessions_and_who_has_support() -> None:
    own = view_for(Table(2).game)["own"]
    lines = [TITLE.voice("en")(message) for message in TITLE.seen.told(own)]
    assert "The event deck has 12 cards left." in lines
    assert "CCFR is a co-operative led by Ada." in lines
    (sale,) = [line for line in lines if line.startswith("Concessions for sale: ")]
    assert sale.count(";") == 7
    assert "1 (Casalecchio - Bazzano - Vignola) for L. 15; 2 (" in sale
