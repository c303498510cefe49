"""Sales by shares: each sum once, and which certificates is asked where, and only where, it makes a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from ferrovia.engine.flow.actions import SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.controls.sales import Listed, by_percent
from ferrovia.table.page.controls.stock import stock
from ferrovia.table.page.scene import Scene
from tests.web.positions import LATE, stored_walk
from tests.web.turn.crawling import rendered, scene_at

pytestmark = pytest.mark.django_db

GAMES = ("1849-three", "1849-five", "18FB-three", "1883-two")


def late_stock(name: str) -> Iterator[Scene]:
    walk = stored_walk(name)
    for number in [each for each in range(walk.length) if walk.step(each) == "stock"][-LATE:]:
        yield scene_at(walk.game(number))


def listed(scene: Scene) -> dict[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for number, choice in enumerate(scene.choices):
        if isinstance(choice, SellShares):
            found.setdefault(choice.corporation, []).append((number, choice))
    return found


def end(scene: Scene, number: int) -> tuple[object, ...]:
    """Who holds how many certificates of which size, who leads, and what everybody has, after a sale by itself."""
    fork: Game = scene.game.fork()
    choice = scene.choices[number]
    assert isinstance(choice, SellShares)
    fork.top.play(fork, choice)
    name = choice.corporation
    held = Counter(zip(fork.holders(name), fork.sizes(name), strict=True))
    return fork.president(name), frozenset(held.items()), fork.state.market, fork.cash(scene.decider)


@pytest.mark.parametrize("name", GAMES)
def test_each_sum_is_offered_once_and_every_end_can_be_had(name: str) -> None:
    seen = asked = 0
    for scene in late_stock(name):
        for sets in listed(scene).values():
            sales = by_percent(scene, sets, -1)
            sums = [sale.percent for sale in sales]
            assert sums == sorted(set(sums))
            assert {number for sale in sales for number in sale.numbers} == {number for number, _ in sets}
            for sale in sales:
                ends = [end(scene, way.number) for way in sale.ways]
                assert len(set(ends)) == len(ends)  # asked only where it matters
                assert {end(scene, number) for number in sale.numbers} == set(ends)  # and nothing is lost
                seen, asked = seen + 1, asked + sale.asks
    assert seen
    assert asked or name != "1849-three"  # where there are certificates of 20% besides the president's


def test_the_first_set_frees_most_certificates_and_keeps_the_presidency() -> None:
    for scene in late_stock("1849-three"):
        for corporation, sets in listed(scene).items():
            leads = scene.game.president(corporation) == scene.decider
            for sale in by_percent(scene, sets, -1):
                keeps = [end(scene, way.number)[0] == scene.decider for way in sale.ways]
                if leads and any(keeps):
                    assert keeps[0]


def test_the_footer_asks_and_a_ring_says_so_before() -> None:
    for scene in islice(late_stock("1849-three"), 3):
        control = stock(scene)
        assert control is not None
        page = rendered(scene, "desk")
        rings = sum(button.asks for row in control.parts.rows for button in row.sells)
        assert page.count('class="ring"></i></a>') == rings
        assert 'class="papers"' not in page  # nothing is chosen yet
        for row in control.parts.rows:
            for button in row.sells:
                chosen = scene_at(scene.game, pick={"c": str(button.number)})
                told = rendered(chosen, "desk")
                assert ('class="papers"' in told) == button.asks
                assert told.count('class="paper"') == (len(_ways(chosen)) if button.asks else 0)


def _ways(scene: Scene) -> tuple[object, ...]:
    control = stock(scene)
    assert control is not None
    assert control.chosen is not None
    return control.chosen.ways
