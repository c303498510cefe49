"""What a title does not answer shows when it is loaded, not in the third hour of play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ferrovia.engine.flow.facets.calendar import CalendarRules
from ferrovia.engine.flow.facets.interjections import InterjectionRules
from ferrovia.engine.flow.facets.operating import Power
from ferrovia.engine.flow.facets.stock import Extra
from ferrovia.engine.flow.title import FACETS, Title
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.title import Sicilian
from tests.titles import TITLES


def test_a_facet_that_is_missing_is_named() -> None:
    class Bare(Title):
        name = "Bare"
        actions = Sicilian.actions
        frames = Sicilian.frames

    with pytest.raises(LookupError, match=r"^Bare does not answer for setup, corporations, .*audit\.$"):
        Bare(components.BOX)


def test_an_event_of_a_phase_that_nobody_knows_is_named() -> None:
    class Calm(Sicilian):
        calendar = CalendarRules()  # type: ignore[assignment]

    with pytest.raises(LookupError, match=r"^1849 does not know what happens at messina_earthquake\.$"):
        Calm()


@pytest.mark.parametrize("kind", [Extra, Power, InterjectionRules])
def test_what_a_title_adds_to_a_turn_is_whole(kind: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="abstract"):
        kind()


@pytest.mark.parametrize("title", TITLES, ids=lambda title: str(title.name))
def test_every_facet_is_there_and_what_the_sheet_names_is_known(title: Title) -> None:
    assert all(getattr(title, facet) is not None for facet in FACETS)
    on_sheet = {event for phase in title.box.phases.values() for event in phase.events}
    assert on_sheet <= set(title.calendar.phase_events)
