"""Counting what happened: by the words of the rules, by how they read, and what happens again."""

import pytest

from ferrovia.bots.simulation import matches, play_match
from ferrovia.bots.summary import totals
from ferrovia.bots.tally import Tally
from ferrovia.engine.flow.events import CorporationClosed, Happening, Passed, PlayerLeft
from ferrovia.engine.flow.title import Title
from ferrovia.titles.registry import all_titles, title


class Small(Title):
    happenings = {
        "closed": Happening(CorporationClosed),
        "RCS closed": Happening(CorporationClosed, {"corporation": "RCS"}),
        "closed once more": Happening(CorporationClosed, again="corporation"),
        "never": Happening(PlayerLeft),
    }

    def __init__(self) -> None:
        pass


def test_happenings_are_told_by_the_kind_and_the_fields_of_events() -> None:
    tally = Tally(Small())
    for corporation in ("RCS", "AFG", "RCS", "RCS"):
        tally.hear([CorporationClosed(corporation), Passed("Ada")])
    assert tally.counts == {"closed": 4, "RCS closed": 3, "closed once more": 2, "never": 0}


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


@pytest.mark.parametrize("name", all_titles())
def test_what_is_counted_is_told_by_the_title(name: str) -> None:
    """A kind that no rule tells, or a field that it does not have, would be counted as 0 for ever."""
    for what, happening in title(name).happenings.items():
        assert happening.kind in title(name).events, what
        assert {*happening.where, *filter(None, [happening.again])} <= set(happening.kind.__struct_fields__), what
        assert not happening.option or happening.option in title(name).options, what
