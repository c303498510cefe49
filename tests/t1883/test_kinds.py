"""What 1883 keeps and tells of its own: kinds with typed fields."""

from __future__ import annotations

import random
from typing import get_type_hints

import msgspec
import pytest

from ferrovia.engine.flow.events import Event, Happening
from ferrovia.engine.flow.kinds import union
from ferrovia.titles.t1883 import TITLE, components
from ferrovia.titles.t1883.emilia import Changes, Emilia
from ferrovia.titles.t1883.events import CardRevealed, StockReceived
from tests.walks import new_game, walk


@pytest.mark.parametrize("seed", range(2))
def test_all_that_is_told_can_be_stored_and_read_again(seed: int) -> None:
    kinds = union(tuple(TITLE.events))
    heard: set[type[Event]] = set()
    for game in walk(new_game(TITLE, seed, 3), random.Random(seed)):
        for event in game.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=kinds) == event
            heard.add(type(event))
    assert heard <= set(TITLE.events)
    assert len(heard) > 30


def test_fields_hold_ids_and_sentences_name_them() -> None:
    assert str(StockReceived(holder="pool", percent=20, corporation="SEFTA")) == "The bank pool receives 20% of SEFTA."
    assert str(CardRevealed(card="flooding")).startswith("Event: Flooding. No tile")
    assert str(CardRevealed(card="strike_breaker")).startswith("Event: Strike breaker! Stays")


def test_every_event_card_is_counted_by_its_name() -> None:
    counted = {
        name: happening.where["card"] for name, happening in TITLE.happenings.items() if name.startswith("event: ")
    }
    assert counted == {f"event: {card['name']}": card["key"] for card in components.sheet("game")["event"]}


def test_what_is_counted_is_told_by_a_kind_of_this_game() -> None:
    for happening in TITLE.happenings.values():
        assert isinstance(happening, Happening)
        assert happening.kind in TITLE.events
        assert {*happening.where, *filter(None, [happening.again])} <= set(happening.kind.__struct_fields__)


def test_every_field_of_the_regions_affairs_can_be_changed_by_its_type() -> None:
    assert get_type_hints(Changes) == get_type_hints(Emilia)
