"""Runs and lines can be traced hex by hex or typed; what the law of a table hides, no part of the page tells."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

import msgspec
import pytest
from django.test import Client

from ferrovia.engine.flow.actions import LayTile, RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.table.law import TableLaw
from ferrovia.table.models import Table
from ferrovia.table.orders import possible
from ferrovia.table.page.control import Control
from ferrovia.table.page.controls.dividend import dividend
from ferrovia.table.page.controls.running import running
from ferrovia.table.page.controls.traced import TracedParts, takings_of
from ferrovia.table.page.controls.track import track
from ferrovia.table.page.desk import desk
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import LONGEST_PICK, Scene
from ferrovia.table.page.tracing import read_trail
from ferrovia.table.sandbox import new_sandbox, with_others_guessed
from ferrovia.table.seating import add_seats, start_table
from ferrovia.table.tables import TABLES
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.lines import Lines
from ferrovia.titles.t18fb.south import phase_number
from ferrovia.titles.t18fb.table.lines import lines
from ferrovia.titles.t18fb.table.traced_line import TracedLineParts
from tests.web.positions import laid_out, scene_of, until
from tests.web.safety.odd import ODD, sound
from tests.web.turn.crawling import rendered, scene_at
from tests.web.turn.test_any_time import seated
from tests.web.turn.test_promises import positions

pytestmark = pytest.mark.django_db


def picks(query: str) -> dict[str, str]:
    found = dict(parse_qsl(query.removeprefix("?")))
    del found["n"]
    return found


def way_of(
    scene: Scene, control: Control[object], name: str, wanted: tuple[str, ...]
) -> tuple[dict[str, str], Control[object]]:
    """Click lit hexes, as long as they are of the wanted way, until it is traced."""
    pick: dict[str, str] = dict(scene.pick)
    whole = "-".join(wanted), "-".join(wanted[::-1])
    build = lines if name == "line" else running
    for _ in wanted:
        steps = [picks(mark.pick) for mark in control.marks.hexes]
        done = pick.get(name, "").strip("-")
        longer = [
            step
            for step in steps
            if len(step.get(name, "")) > len(done) and any(f"-{step[name]}-" in f"-{each}-" for each in whole)
        ]
        assert longer, f"{done} leads nowhere on {whole[0]}"
        pick = max(longer, key=lambda step: len(step[name]))
        made = build(scene_at(scene.game, pick=pick))
        assert made is not None
        control = made
        if pick[name] in whole:
            return pick, control
    raise AssertionError(f"{whole[0]} was not traced")


# Runs


@pytest.mark.parametrize(("name", "seed", "players"), [("1849", 1, 3), ("1883", 2, 2)])
def test_a_run_is_traced_by_clicking_lit_hexes(name: str, seed: int, players: int) -> None:
    looked_at = 0
    for game in positions(name, seed, players, RunTrains, 8):
        best = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
        trains = game.trains(game.top.corporation_of(game))
        left = list(range(1, len(trains) + 1))
        pick: dict[str, str] = {}
        for route in best.routes:
            number = next(each for each in left if trains[each - 1] == route.train)
            left.remove(number)
            scene = scene_at(game, pick={**pick, "tracing": str(number)})
            begun_with = running(scene)
            assert begun_with is not None
            pick, control = way_of(scene, begun_with, f"t{number}", route.hexes)
        assert control.chosen is not None
        action = control.chosen.action
        assert isinstance(action, RunTrains)
        assert game.why_not(action) is None
        assert takings_of(game, action) == takings_of(game, RunTrains(action.routes))
        assert {run.train for run in action.routes} == {run.train for run in best.routes}
        looked_at += 1
    assert looked_at >= 4


def test_a_poorer_run_may_be_traced_where_the_rules_let_one() -> None:
    for game in positions("1883", 2, 2, RunTrains, 30):
        best = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
        corporation = game.top.corporation_of(game)
        for mark in _begun(game, corporation):
            control = running(scene_at(game, pick=picks(mark)))
            assert control is not None
            if control.chosen is not None and control.chosen.action != best:
                then = game.fork()
                then.apply(control.chosen.action)
                return
    pytest.fail("no other run could be traced")


@pytest.mark.parametrize("law", ["offered", "hidden"])
def test_the_run_that_was_shown_is_drawn_while_its_dividend_is_decided(law: str) -> None:
    for game in positions("1883", 2, 2, RunTrains, 30):
        corporation = game.top.corporation_of(game)
        best = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
        for mark in _begun(game, corporation):
            control = running(scene_at(game, pick=picks(mark)))
            if control is None or control.chosen is None or control.chosen.action == best:
                continue
            action = control.chosen.action
            assert isinstance(action, RunTrains)
            then = game.fork()
            then.apply(action)
            scene = scene_at(then)
            scene.table.law = {"best_run": law}
            paying = dividend(scene)
            if paying is None:
                continue
            shown = paying.marks.runs
            assert shown is not None
            assert [route.hexes for route in shown.routes] == [run.hexes for run in action.routes]
            return
    pytest.fail("no other run could be traced")


def _begun(game: Game, corporation: str) -> Iterator[str]:
    """The addresses of two clicks for the first train."""
    control = running(scene_at(game, pick={"tracing": "1"}))
    assert control is not None
    for mark in control.marks.hexes:
        further = running(scene_at(game, pick=picks(mark.pick)))
        assert further is not None
        yield from (each.pick for each in further.marks.hexes)


def test_a_run_that_cannot_be_says_why_with_its_clause() -> None:
    table = laid_out(until("1849", "run", 3, after=150))
    for typed in ("C5-ZZ", "C5", "A5-C5-D4-C3"):
        control = running(scene_of(table, pick={"tracing": "1", "t1": typed}))
        assert control is not None
        assert control.chosen is None
        assert isinstance(control.parts, TracedParts)
        told = [control.parts.now.refused or control.parts.refused]
        assert told[0] is not None
        assert told[0].clause.startswith("1849-")
        assert told[0].clause in rendered(scene_of(table, pick={"tracing": "1", "t1": typed}), "desk")
    poor = running(scene_of(table, pick={"t1": "C5-D4"}))
    assert poor is not None
    assert isinstance(poor.parts, TracedParts)
    assert poor.parts.refused is not None
    assert poor.parts.refused.clause == "1849-10.5.2.3"


def test_a_run_is_typed_by_numbers_or_names() -> None:
    scene = scene_of(laid_out(until("1849", "run", 3, after=150)))
    for typed in ("C5-D6-E7", "c5 d6 e7", "Palermo - D6 - Termini Imerese", "C5, D6, E7"):
        assert read_trail(scene, typed) == ("C5", "D6", "E7")
    control = desk(scene_of(scene.table, pick={"words": "Palermo-D6-E7"})).control
    assert control is not None
    assert isinstance(control.parts, TracedParts)
    assert control.parts.now.written == "C5-D6-E7"


# What is hidden


def secrets(game: Game) -> list[str]:
    """How a page could tell the best run of the corporation that runs now."""
    best = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
    return [
        text
        for run in best.routes
        for text in ("-".join(run.hexes), msgspec.json.encode(run.hexes).decode().replace('"', "&#34;"))
    ]


@pytest.mark.parametrize("law", ["told", "hidden"])
@pytest.mark.parametrize(("name", "seed", "players"), [("1849", 1, 3), ("1883", 2, 2)])
def test_a_run_that_is_not_offered_is_nowhere_on_the_page(law: str, name: str, seed: int, players: int) -> None:
    looked_at = 0
    for game in positions(name, seed, players, RunTrains, 6):
        corporation = game.top.corporation_of(game)
        takings = takings_of(game, next(c for c in game.decision.choices if isinstance(c, RunTrains)))
        for pick in ({}, {"runs": corporation}, {"runs": "-"}, {"words": "run"}, {"tracing": "1"}):
            scene = scene_at(game, pick=pick)
            scene.table.law = {"best_run": law}
            page = rendered(scene, "desk", "tray", "marks")
            assert not [text for text in secrets(game) if text in page]
            assert not Page(scene).drawn.parts
            assert scene.decision is not None
            assert not scene.decision.lists_runs
            revenue = f"brings L.\N{NO-BREAK SPACE}{takings.revenue}."  # type: ignore[union-attr]
            assert (revenue in page) == (law == "told" and "words" not in pick)
            if law == "hidden":
                assert "Best run" not in page
                assert "could run for" not in page
        looked_at += 1
    assert looked_at >= 4


@pytest.mark.parametrize(("name", "seed", "players"), [("1849", 1, 3), ("1883", 2, 2), ("18FB", 4, 3)])
def test_track_tells_no_gain_where_runs_are_hidden(name: str, seed: int, players: int) -> None:
    gains = 0
    for game in positions(name, seed, players, LayTile, 12):
        lay = next(choice for choice in game.decision.choices if isinstance(choice, LayTile))
        for law in ("offered", "hidden"):
            scene = scene_at(game, pick={"hex": lay.hex})
            scene.table.law = {"best_run": law}
            control = track(scene)
            assert control is not None
            known = [card.gain for card in control.parts.cards if card.gain is not None]
            gains += law == "offered" and bool(known)
            assert law == "offered" or not known
            assert law == "offered" or "delta" not in rendered(scene, "desk")
    assert gains


def test_nobody_orders_or_guesses_a_hidden_run() -> None:
    game = next(positions("1849", 1, 3, RunTrains, 1))
    player = game.decision.player
    assert any(order.kind == "run" for order in possible(game, player))
    assert not any(order.kind == "run" for order in possible(game, player, TableLaw(best_run="hidden")))
    sandbox = new_sandbox(game, None)
    assert with_others_guessed(sandbox, ()).moves
    assert not with_others_guessed(sandbox, (), runs=False).moves


def test_a_refused_run_does_not_tell_a_better_one(client: Client) -> None:
    table = laid_out(until("1849", "run", 3, after=150))
    game = TABLES.now(table).game
    seated(client, table, game.decision.player)
    sent = {
        "action": '{"do":"run_trains","routes":[{"train":"4H","hexes":["C5","D4"]}]}',
        "after": str(len(game.actions)),
    }
    best = game.title.runs.best(game, game.top.corporation_of(game))
    revenue, way = str(best.revenue), "-".join(best.routes[0].hexes)
    assert best.revenue > 100
    for law, figures in (("offered", (revenue, way)), ("told", (revenue,)), ("hidden", ())):
        Table.objects.filter(pk=table.pk).update(law={"best_run": law})
        answer = client.post(f"/t/{table.key}/act", sent)
        assert answer.status_code == 409
        trouble = answer.content.decode().partition('class="trouble"')[2].partition("</p>")[0]
        assert "100" in trouble
        assert [figure for figure in (revenue, way) if figure in trouble] == list(figures)


def test_a_best_run_that_is_only_told_is_taken_unseen(client: Client) -> None:
    table = laid_out(until("1849", "run", 3, after=150))
    game = TABLES.now(table).game
    best = game.decision.choices[0]
    seated(client, table, game.decision.player)
    sent = {"action": "best", "after": str(len(game.actions))}
    for law, status in (("offered", 400), ("hidden", 400), ("told", 302)):
        Table.objects.filter(pk=table.pk).update(law={"best_run": law})
        assert client.post(f"/t/{table.key}/act", sent).status_code == status
    assert TABLES.now(Table.objects.get(pk=table.pk)).game.actions[-1] == best


@pytest.mark.parametrize(("law", "as_shown"), [("hidden", True), ("told", False), ("offered", False)])
def test_a_run_counts_as_shown_where_nobody_is_told_a_better_one(law: str, as_shown: bool) -> None:
    other = laid_out(until("1849", "run", 3, after=150))
    table = Table.objects.create(title="1849", host=other.host, law={"best_run": law})
    add_seats(table, 3, other.host)
    assert start_table(table).settings.runs_as_shown == as_shown


# Lines


def test_every_line_that_may_be_built_can_be_traced() -> None:
    looked_at = unlisted = 0
    for game in positions("18FB", 34, 3, BuildLine, 20):
        corporation = game.top.corporation_of(game)
        cards = {choice.card for choice in game.decision.choices if isinstance(choice, BuildLine)}
        starts = game.title.tokens.route_starts(game, corporation)
        for line in Lines(game.layout, starts, phase_number(game)).every():
            if all(game.why_not(BuildLine(line.hexes, card)) for card in cards):
                continue
            scene = scene_at(game, pick={"line": "-"})
            begun_with = lines(scene)
            assert begun_with is not None
            _, control = way_of(scene, begun_with, "line", line.hexes)
            assert control.chosen is not None
            action = control.chosen.action
            assert isinstance(action, BuildLine)
            assert game.why_not(action) is None
            unlisted += action not in game.decision.choices
            looked_at += 1
    assert looked_at >= 12
    assert unlisted


def test_a_line_that_cannot_be_says_why_with_its_clause() -> None:
    table = laid_out(until("18FB", "token", 4, after=150))
    for typed in ("M14-ZZ", "F29-F27", "N15-N17"):
        control = lines(scene_of(table, pick={"line": typed}))
        assert control is not None
        assert control.chosen is None
        assert isinstance(control.parts, TracedLineParts)
        assert control.parts.refused is not None
        assert control.parts.refused.clause.startswith("18FB-")


# Odd addresses

RUNS_AND_LINES = [("1849", "run", 3, 150), ("1883", "run", 3, 200), ("18FB", "token", 4, 150)]


@pytest.mark.parametrize(("name", "step", "players", "after"), RUNS_AND_LINES)
def test_whatever_is_traced_is_read_or_refused(name: str, step: str, players: int, after: int) -> None:
    table = laid_out(until(name, step, players, after=after))
    known = list(TABLES.now(table).game.layout.board.hexes)
    ways = ("-".join(known)[:LONGEST_PICK], "-".join(known[:1] * 90), known[0], f"{known[0]}-{known[0]}")
    names = ("t1", "line", "words", "tracing", "with", "grant", "of")
    for place, typed in enumerate((*ways, *ODD)):
        for name in names[:3] if typed in ways else (names[place % len(names)],):
            pick = {"tracing": "1", "line": "-", "card": "x", name: sound(typed)[:LONGEST_PICK]}
            assert 'id="decision"' in rendered(scene_of(table, pick=pick), "desk", "marks", "tray")
