"""Under the ledger of 1883: concessions with clocks, prizes and penalties, support and its price, the co-operative."""

from __future__ import annotations

from html import unescape

import pytest

from ferrovia.table.models import Table
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883.emilia import emilia
from ferrovia.titles.t1883.table.region import RegionParts
from tests.components.states import moment
from tests.web.rendering import Shown

pytestmark = pytest.mark.django_db

GAME = "1883-four"


def scene_at(number: int, language: str = "en") -> Scene:
    now = moment(GAME, number)
    return Scene(Table(title="1883", key=GAME, number=number), now, (), language, "light")


def parts_at(number: int) -> RegionParts:
    scene = scene_at(number)
    inset = scene.face.affairs(scene)
    assert inset is not None
    assert isinstance(inset.parts, RegionParts)
    return inset.parts


def test_the_clock_of_a_concession_goes_on_with_every_operating_round_until_it_fails() -> None:
    """FSF bought concession 6 (Casalecchio to Prato, five rounds) with move 36; it failed with move 223."""
    seen: list[tuple[int, bool]] = []
    for number in range(36, 224):
        found = [each for each in parts_at(number).concessions.owned if each.it.name == "6"]
        if not found:
            break
        (six,) = found
        assert (six.it.owner, six.it.cost, six.it.penalty, six.it.due) == ("FSF", 20, 40, 5)
        shown = (six.rounds, six.is_on)
        if not seen or seen[-1] != shown:
            seen.append(shown)
        assert len(six.clock) == 5
    assert number == 223
    assert seen == [
        (5, False),
        (5, True),
        (4, False),
        (4, True),
        (3, False),
        (3, True),
        (2, False),
        (2, True),
        (1, True),
    ]


def test_prizes_go_by_the_phase() -> None:
    early, late = parts_at(40), parts_at(500)
    assert {each.name: each.bonus for each in early.concessions.free}["5"] == 350
    assert {each.name: each.bonus for each in late.concessions.free}["5"] == 400
    assert {each.name: (each.cost, each.due) for each in early.concessions.free}["2"] == (20, 4)


def test_support_and_the_price_of_one_more() -> None:
    hands = parts_at(40).hands
    assert {hand.cards: hand.price for hand in hands} == {1: 10, 2: 20, 3: 30}
    assert {hand.player: hand.cards for hand in hands} == emilia(moment(GAME, 40).game).support


def test_the_co_operative_tells_who_leads_it_who_has_looted_it_and_when_it_is_over() -> None:
    before, after = parts_at(117).cooperative, parts_at(118).cooperative
    assert (before.leader, before.looters) == ("sensible 2", ())
    assert (after.looters, after.ran) == (("sensible 2",), 70)
    assert parts_at(300).cooperative.looters == ("sensible 1", "sensible 2", "random 3")
    assert parts_at(430).cooperative.state == "capitalist"


def test_it_is_written_in_both_languages() -> None:
    page = unescape(Shown(scene_at(118)).ledger())
    assert all(
        words in page
        for words in (
            "else pays L.\N{NO-BREAK SPACE}40",
            "rounds left",
            "looted by sensible 2",
            "next L.\N{NO-BREAK SPACE}10",
        )
    )
    italian = unescape(Shown(scene_at(118, "it")).ledger())
    assert all(words in italian for words in ("altrimenti paga L.\N{NO-BREAK SPACE}40", "saccheggiata da sensible 2"))
