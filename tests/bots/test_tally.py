"""Counting what happened: by the words of the rules, by how they read, and what happens again."""

from pathlib import Path

import pytest

import ferrovia
from ferrovia.bots.simulation import matches, play_match, totals
from ferrovia.bots.tally import Tally
from ferrovia.engine.flow.events import Said
from ferrovia.engine.flow.title import AGAIN, Title
from ferrovia.titles.registry import title


class Small(Title):
    happenings = {
        "closed": "{corporation} closes.",
        "flood": "Event: Flooding.",
        "reopened": AGAIN + "{player} starts {corporation}.",
        "never": "Nothing at all.",
    }

    def __init__(self) -> None:
        pass


def test_happenings_are_told_by_their_texts() -> None:
    tally = Tally(Small())
    tally.hear([Said("{corporation} closes.", {"corporation": "RCS"}), Said("{player} passes.", {"player": "Ada"})])
    tally.hear([Said("Event: {event}.", {"event": name}) for name in ("Flooding", "Drought", "Flooding")])
    for corporation in ("RCS", "AFG", "RCS", "RCS"):
        tally.hear([Said("{player} starts {corporation}.", {"player": "Ada", "corporation": corporation})])
    assert tally.counts == {"closed": 1, "flood": 2, "reopened": 2, "never": 0}


@pytest.mark.parametrize("name", ["1849", "1883"])
def test_a_simulation_counts_what_its_title_finds_worth_counting(name: str) -> None:
    result = play_match(matches(name, 1, "s", ("sensible",))[0])
    assert not result.error
    assert list(result.happenings) == list(title(name).happenings)
    assert result.happenings["bank broken"] <= 1
    assert result.happenings["private sold to a corporation"] > 0
    assert result.phase in title(name).box.phases
    summary = totals([result, result], 1.0)
    assert summary["happenings"] == {happening: 2 * often for happening, often in result.happenings.items()}
    assert summary["by_last_phase"] == {result.phase: 2}


@pytest.mark.parametrize("name", ["1849", "1883"])
def test_the_texts_to_look_for_are_written_in_the_rules(name: str) -> None:
    """A text that no rule tells would be counted as 0 for ever."""

    root = Path(ferrovia.__file__).parent
    rules = "".join(
        path.read_text()
        for folder in ("engine/flow", f"titles/t{name}")
        for path in sorted((root / folder).rglob("*.py"))
        if path.name != "happenings.py"
    )
    for text in (text for text in title(name).happenings.values() if isinstance(text, str)):
        told = "Event: {event}." if text.startswith("Event: ") else text.removeprefix(AGAIN)
        assert f'"{told}"' in rules, told
