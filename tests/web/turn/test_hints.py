"""Hints at the table: for the one who must choose, where the law offers them; they show no more than the law shows."""

from __future__ import annotations

from urllib.parse import parse_qsl

import msgspec
import pytest

from ferrovia.bots.hints import hint
from ferrovia.engine.flow.actions import Action, LayTile, Pass, RunTrains
from ferrovia.table.models import Table
from ferrovia.table.page.hinting import hint_part
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb.actions import BuildLine
from tests.web.people.visitors import browser, game, guest, text
from tests.web.positions import laid_out, played, scene_of, until

pytestmark = pytest.mark.django_db


def seen(table: Table, player: str = "", asks: bool = True, **law: str) -> Scene:
    """The table as a player sees it who has asked for a hint; otherwise as the one who must choose does."""
    table.law = {"hints": "offered", **law}
    table.save()
    return scene_of(table, *filter(None, [player]), pick={"hint": "1"} if asks else {})


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_a_hint_is_a_legal_choice_with_its_reason_and_can_be_put_into_the_panel(name: str) -> None:
    table = laid_out(played(name, 3, 120))
    found = hint_part(seen(table))
    assert found is not None
    assert found.text
    assert found.why.endswith(".")
    quiet = hint_part(seen(table, asks=False))
    assert quiet is not None
    assert not quiet.text


STEPS = {
    "1849": ("auction", "stock", "track", "trains", "run", "dividend"),
    "1883": ("auction", "par", "track", "coaches", "token"),
    "18FB": ("lot", "bidding", "stock", "track", "finance"),
}


@pytest.mark.parametrize(("name", "step"), [(name, step) for name, steps in STEPS.items() for step in steps])
def test_what_a_hint_means_is_picked_in_the_panel_that_asks_and_its_reason_stays(name: str, step: str) -> None:
    table = laid_out(until(name, step, 3))
    scene = seen(table)
    found, meant = hint_part(scene), hint(scene.game).action
    assert found is not None
    pick = dict(parse_qsl(found.address.lstrip("?")))
    page = Page(scene_of(table, pick=pick))
    control = page.desk.control
    assert control is not None
    assert control.chosen is not None
    assert control.chosen.action == meant
    assert control.name != "meant"
    assert control.is_passing == isinstance(meant, Pass)
    assert page.hint == found


@pytest.mark.parametrize("pick", [{"pass": "1"}, {"pass": "1", "c": "0"}])
def test_whoever_points_at_passing_is_asked_for_no_price(pick: dict[str, str]) -> None:
    """A field with a price that cannot be named would keep the browser from sending the pass."""
    table = laid_out(until("18FB", "bidding", 3))
    page = Page(scene_of(table, pick=pick))
    assert page.desk.control is not None
    assert page.desk.control.is_passing
    assert not page.desk.control.has_stepper
    assert not any(row.is_chosen for row in page.desk.control.parts.rows)  # type: ignore[attr-defined]


def test_a_pass_that_is_typed_has_one_button() -> None:
    control = Page(scene_of(laid_out(played("1849", 3, 0)), pick={"words": "pass"})).desk.control
    assert control is not None
    assert control.chosen is not None
    assert control.chosen.action == Pass()
    assert control.is_passing


@pytest.mark.parametrize(
    ("name", "step", "kind", "lines", "hexes"),
    [("1849", "track", LayTile, 0, 1), ("1849", "run", RunTrains, 1, 0), ("18FB", "token", BuildLine, 1, 1)],
)
def test_what_was_put_into_the_panel_is_seen_on_the_map(
    name: str, step: str, kind: type[Action], lines: int, hexes: int
) -> None:
    table = laid_out(until(name, step, 4, after=150 if name == "18FB" else 0))
    choice = next(each for each in scene_of(table).game.decision.choices if isinstance(each, kind))
    page = Page(scene_of(table, pick={"do": msgspec.json.encode(choice).decode()}))
    assert page.desk.control is not None
    assert page.desk.control.chosen is not None
    assert page.desk.control.chosen.action == choice
    assert len(page.drawn.parts) >= lines
    assert bool(page.drawn.parts) == bool(lines)
    assert [mark.is_chosen for mark in page.marks.hexes] == [True] * hexes


def test_nobody_is_given_a_hint_whom_nothing_is_asked_or_whom_the_law_gives_none() -> None:
    table = laid_out(played("1849", 3, 120))
    scene = seen(table)
    other = next(player for player in scene.game.state.seats if player != scene.decider)
    assert hint_part(seen(table, other)) is None
    assert hint_part(seen(table, hints="none")) is None


def test_a_hint_shows_no_run_that_the_law_hides() -> None:
    table = laid_out(until("1849", "run"))
    assert hint_part(seen(table)) is not None
    assert hint_part(seen(table, best_run="told")) is None
    assert hint_part(seen(table, best_run="hidden")) is None


def test_who_plays_alone_against_the_computer_may_ask_at_once() -> None:
    client = browser()
    client.post("/tables/new", {"title": "1849", "way": "computer"})
    table = Table.objects.get()
    assert table.law == {"hints": "offered"}
    friends = browser()
    friends.post("/tables/new", {"title": "1849", "way": "friends"})
    assert Table.objects.exclude(pk=table.pk).get().law == {}


def test_the_page_offers_a_hint_and_tells_it() -> None:
    (ada, own), (bruno, other), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla, law={"hints": "offered"})
    clients = {"Ada": own, "Bruno": other}
    table.refresh_from_db()
    client = clients.get(table.decider) or browser(carla)
    page = text(client.get(f"/t/{table.key}"))
    assert 'data-key="h"' in page
    assert "A computer player would choose:" in text(client.get(f"/t/{table.key}?n=0&hint=1"))
