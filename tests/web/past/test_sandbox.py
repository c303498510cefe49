"""The sandbox: private, for all seats, with legal moves only; and the plans kept from it."""

from __future__ import annotations

import re
from html import unescape
from itertools import takewhile

import msgspec
import pytest
from django.test import Client

from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.actions import Action, LayTile, Pass, PlaceToken
from ferrovia.table.models import PrivateData, Table
from ferrovia.table.moves import play
from ferrovia.table.page.page import Page
from ferrovia.table.page.plan import PlanPart
from ferrovia.table.page.reasons import Why
from ferrovia.table.sandbox import sandbox_of
from ferrovia.table.tables import TABLES
from tests.web.past.people import browser_of, client_of, decider, person_of, seated
from tests.web.positions import played, until


def sent(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def try_on(client: Client, table: Table, player: str, moves: int) -> list[tuple[str, Action]]:
    """Let sensible players go on in a sandbox through the page; who made which move."""
    made = []
    for _ in range(moves):
        sandbox = sandbox_of(table, person_of(table, player))
        assert sandbox is not None
        game = sandbox.moment().game
        bots = bots_for(["sensible"] * len(game.settings.players), game.settings)
        action, by = chosen(game, bots), game.top.decider(game)
        response = client.post(f"/t/{table.key}/try/act", {"action": sent(action), "after": str(game.state.number)})
        assert response.status_code == 302
        made.append((by, action))
    return made


@pytest.mark.django_db
def test_what_is_tried_on_the_map_has_a_tag() -> None:
    table = seated(until("1849", "track", after=100))
    player = decider(table)
    client = client_of(table, player)
    page: Page = client.get(f"/t/{table.key}/try").context["page"]
    assert not page.tried
    moves = try_on(client, table, player, 10)
    laid = {action.hex for _, action in moves if isinstance(action, LayTile | PlaceToken)}
    assert laid
    answer = client.get(f"/t/{table.key}/try")
    page = answer.context["page"]
    assert {mark.hex for mark in page.tried} == laid
    assert answer.content.decode().count("newtag tried") == len(laid)
    assert "newtag tried" not in client.get(f"/t/{table.key}").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_moves_are_tried_and_taken_back_and_the_table_does_not_change(name: str) -> None:
    table = seated(played(name, 3, 60))
    player = decider(table)
    client = client_of(table, player)
    assert client.get(f"/t/{table.key}/try").status_code == 200
    before = TABLES.now(table).game.hash()
    try_on(client, table, player, 8)
    html = client.get(f"/t/{table.key}/try").content.decode()
    if passes := re.search(r'href="(\?[^"]*pass=1[^"]*)"', html):  # it costs something: shown first
        html += client.get(f"/t/{table.key}/try{unescape(passes[1])}").content.decode()
    assert f'action="/t/{table.key}/try/act"' in html
    assert f'"/t/{table.key}/act"' not in html
    sandbox = sandbox_of(table, person_of(table, player))
    assert sandbox is not None
    assert (sandbox.base, len(sandbox.moves)) == (60, 8)
    for _ in range(8):
        client.post(f"/t/{table.key}/try/undo")
    sandbox = sandbox_of(table, person_of(table, player))
    assert sandbox is not None
    assert sandbox.moment().game.hash() == sandbox.start_hash
    table.refresh_from_db()
    assert table.number == 60
    assert TABLES.now(table).game.hash() == before


@pytest.mark.django_db
def test_an_illegal_move_is_refused_there_too() -> None:
    table = seated(until("1849", "dividend"))
    player = decider(table)
    client = client_of(table, player)
    client.get(f"/t/{table.key}/try")
    response = client.post(f"/t/{table.key}/try/act", {"action": sent(Pass()), "after": str(table.number)})
    assert response.status_code == 409
    nonsense = {"action": "nonsense", "after": str(table.number)}
    assert client.post(f"/t/{table.key}/try/act", nonsense).status_code == 400
    sandbox = sandbox_of(table, person_of(table, player))
    assert sandbox is not None
    assert not sandbox.moves


@pytest.mark.django_db
def test_it_opens_from_a_past_move() -> None:
    table = seated(played("1849", 3, 60))
    client = client_of(table, "Ada")
    assert client.post(f"/t/{table.key}/try", {"at": "25"}).headers["Location"] == f"/t/{table.key}/try"
    page: Page = client.get(f"/t/{table.key}/try").context["page"]
    assert page.scene.number == 25
    assert page.scene.is_mine  # all seats are yours
    assert client.post(f"/t/{table.key}/try", {"at": "61"}).status_code == 302
    assert client.get(f"/t/{table.key}/try").context["page"].scene.number == 25


@pytest.mark.django_db
def test_nobody_else_sees_it() -> None:
    table = seated(played("1849", 3, 60))
    player = decider(table)
    client = client_of(table, player)
    client.get(f"/t/{table.key}/try")
    try_on(client, table, player, 3)
    other = next(seat.player for seat in table.seats.all() if seat.player != player)
    assert sandbox_of(table, person_of(table, other)) is None
    page: Page = client_of(table, other).get(f"/t/{table.key}/try").context["page"]
    assert page.scene.number == 60


@pytest.mark.django_db
def test_a_plan_is_played_step_by_step() -> None:
    table = seated(until("1849", "track", after=40))
    player = decider(table)
    client = client_of(table, player)
    client.get(f"/t/{table.key}/try")
    made = try_on(client, table, player, 3)
    own = [action for by, action in made if by == player]
    assert own
    client.post(f"/t/{table.key}/plan", {"do": "keep"})
    for action in own:
        response = client.get(f"/t/{table.key}")
        plan: PlanPart = response.context["own"].plan
        assert plan.is_turn
        assert not plan.trouble
        picked: Page = client.get(f"/t/{table.key}{plan.address}").context["page"]
        assert picked.desk.control is not None
        assert picked.desk.control.chosen is not None
        assert picked.desk.control.chosen.action == action
        play(TABLES, table, sent(action), player, None)
        if decider(table) != player:
            break


@pytest.mark.django_db
def test_a_step_that_is_no_longer_legal_says_why() -> None:
    table = seated(until("1849", "track", after=40))
    player = decider(table)
    client = client_of(table, player)
    client.get(f"/t/{table.key}/try")
    (_, first), *_ = try_on(client, table, player, 1)
    assert not isinstance(first, Pass)
    client.post(f"/t/{table.key}/plan", {"do": "keep"})
    play(
        TABLES, table, sent(Pass()), player, None
    )  # the owner does something else: the track is no longer theirs to lay
    while decider(table) != player:
        game = TABLES.now(table).game
        bots = bots_for(["sensible"] * 3, game.settings)
        play(TABLES, table, sent(chosen(game, bots)), game.top.decider(game), None)
    plan: PlanPart = client.get(f"/t/{table.key}").context["own"].plan
    refusal = TABLES.now(table).game.why_not(first, by=player)
    assert refusal is not None
    assert plan.trouble == Why(refusal.sentence, refusal.rule)
    assert not plan.address
    html = client.get(f"/t/{table.key}").content.decode()
    assert "cannot be played" in html


@pytest.mark.django_db
def test_a_plan_says_what_came_otherwise_and_can_be_dropped() -> None:
    table = seated(until("1849", "stock", after=10))
    player = decider(table)
    client = client_of(table, player)
    client.get(f"/t/{table.key}/try")
    person = person_of(table, player)
    while True:
        made = try_on(client, table, player, 1)
        sandbox = sandbox_of(table, person)
        assert sandbox is not None
        if made[0][0] == player and any(each.by != player for each in sandbox.moves):
            break
    client.post(f"/t/{table.key}/plan", {"do": "keep"})
    turn = list(takewhile(lambda each: each.by == player, sandbox.moves))
    assert turn
    for each in turn:
        play(TABLES, table, bytes(each.action), player, None)
    while decider(table) != player:
        play(TABLES, table, sent(Pass()), decider(table), None)
    plan: PlanPart = client.get(f"/t/{table.key}").context["own"].plan
    expected = [each for each in sandbox.moves[:-1] if each.by != player]
    assert bool(plan.surprise) == any(bytes(each.action) != b'{"do":"pass"}' for each in expected)
    client.post(f"/t/{table.key}/plan", {"do": "drop"})
    assert client.get(f"/t/{table.key}").context["own"].plan is None


@pytest.mark.django_db
def test_a_bystander_tries_with_open_cards_only_and_keeps_no_plan() -> None:
    table = seated(played("18FB", 3, 60))
    client = Client(headers={"accept-language": "en"})
    page: Page = client.get(f"/t/{table.key}/try").context["page"]
    assert page.scene.mode == "sandbox"
    client.post(f"/t/{table.key}/plan", {"do": "keep"})
    assert not PrivateData.objects.filter(kind="plan").exists()
    assert browser_of(person_of(table, "Ada")).get(f"/t/{table.key}").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_the_others_can_be_guessed_up_to_the_next_turn(name: str) -> None:
    table = seated(until(name, "stock", after=20))
    player = decider(table)
    client = client_of(table, player)
    client.get(f"/t/{table.key}/try")
    try_on(client, table, player, 2)
    for _ in range(20):
        client.post(f"/t/{table.key}/try/guess")
        sandbox = sandbox_of(table, person_of(table, player))
        assert sandbox is not None
        game = sandbox.moment().game
        if game.top.decider(game) == player:
            break
    assert sandbox is not None
    assert game.top.decider(game) == player
    table.refresh_from_db()
    assert table.number == sandbox.base
