"""The map as text: all of it in the language of its reader."""

from __future__ import annotations

import re

import pytest

from ferrovia.table.page.atlas import atlas
from tests.web.positions import laid_out, played, scene_of

ENGLISH = re.compile(r"\b(city|town|port|offboard|blank|blue|red|grey|yellow|green|brown|darkgreen)\b")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_no_word_of_the_map_stays_english_in_italian(name: str) -> None:
    told = [
        words
        for place in atlas(scene_of(laid_out(played(name, moves=60)), language="it"))
        for words in (place.lies, *place.stops, *place.notes)
    ]
    assert any("città" in words for words in told)
    assert not [words for words in told if ENGLISH.search(words)]
