"""What 18FB keeps of its own, and what it tells, has types that hold."""

from __future__ import annotations

import string
from typing import get_type_hints

import msgspec

from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.kinds import union
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.events import EVENTS, RegionalJoined, StateLost
from ferrovia.titles.t18fb.south import Changes, Concession, ConcessionChanges, South
from ferrovia.titles.t18fb.states import CompanyState


def test_whatever_the_south_keeps_can_be_changed_and_has_the_same_type_there() -> None:
    assert get_type_hints(Changes) == get_type_hints(South)
    assert get_type_hints(ConcessionChanges) == get_type_hints(Concession)


def test_a_sentence_names_fields_of_its_event() -> None:
    for kind in EVENTS:
        named = {field for _, field, _, _ in string.Formatter().parse(kind.says) if field}
        if kind.named is Event.named:
            assert named <= set(kind.__struct_fields__), kind


def test_an_event_is_read_as_it_was_written_and_reads_in_words() -> None:
    lost = StateLost(company="NN", state=CompanyState.PROVISIONAL)
    destination = components.company_table("FG")["historical"][0]
    joined = RegionalJoined(name="FG", hex=destination["place"], owner="Ada", amount=30)
    for event in (lost, joined):
        assert msgspec.json.decode(msgspec.json.encode(event), type=union(tuple(EVENTS))) == event
    assert str(lost) == "NN was provisional."
    assert str(joined) == f"FG is connected to {destination['name']}: Ada receives 30."
    assert destination["name"] != destination["place"]
