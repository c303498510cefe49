"""The list of sentences: every decision can be put by it."""

from __future__ import annotations

import pytest

from ferrovia.table.page.desk import desk
from tests.web.positions import laid_out, played, scene_of


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_the_first_decision_of_a_game_is_put(name: str) -> None:
    scene = scene_of(laid_out(played(name)))
    shown = desk(scene)
    assert shown.state == "yours"
    assert shown.control is not None


@pytest.mark.django_db
def test_somebody_else_is_told_who_decides() -> None:
    table = laid_out(played("1849"))
    decider = scene_of(table).decider
    other = next(name for name in ("Ada", "Bruno", "Carla") if name != decider)
    assert desk(scene_of(table, other)).control is None
