"""Records: a request twice is one move, of two at once the second hears of it, and the past is read late."""

from __future__ import annotations

import re

import msgspec
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ferrovia.formats.save import earlier
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import Overtaken
from ferrovia.table.models import MoveRow, Person, Table
from ferrovia.table.moves import play, take_back
from ferrovia.table.storage import MoveRequest, TableStorage
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice, seated
from tests.web.positions import laid_out, played, until

pytestmark = pytest.mark.django_db


def _number(table: Table) -> int:
    return Table.objects.values_list("number", flat=True).get(pk=table.pk)


def test_the_same_request_twice_is_one_move_with_one_answer() -> None:
    table = laid_out(played("1849", moves=30))
    client = seated(table)
    form = {"action": choice(table), "after": "30", "key": "once"}
    answers = [client.post(f"/t/{table.key}/act", form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert _number(table) == 31
    assert MoveRow.objects.filter(table=table, key="once").count() == 1


def test_the_same_request_is_one_move_where_it_does_not_say_what_it_follows() -> None:
    table = laid_out(played("18FB", moves=0))
    action = choice(table)
    by = TABLES.now(table).game.decision.player
    play(TABLES, table, action, by, None, MoveRequest(key="once"))
    play(TABLES, table, action, by, None, MoveRequest(key="once"))
    assert _number(table) == 1


def test_a_key_stands_for_its_own_action_only() -> None:
    table = laid_out(played("1849", moves=30))
    decision = TABLES.now(table).game.decision
    first, second = (msgspec.json.encode(each) for each in decision.choices[:2])
    play(TABLES, table, first, decision.player, 30, MoveRequest(key="key"))
    with pytest.raises(Overtaken):
        play(TABLES, table, second, decision.player, 30, MoveRequest(key="key"))
    assert _number(table) == 31


def test_of_two_moves_at_once_the_second_gets_the_new_position() -> None:
    table = laid_out(played("1849", moves=30))
    client = seated(table)
    action = choice(table)
    client.post(f"/t/{table.key}/act", {"action": action, "after": "30", "key": "a"})
    answer = client.post(f"/t/{table.key}/act", {"action": action, "after": "30", "key": "b"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Somebody was faster" in page
    assert re.search(r'id="live"[^>]* data-number="31"', page)
    assert _number(table) == 31


def test_a_game_that_another_process_went_on_with_is_read_again() -> None:
    table = laid_out(played("1849", moves=30))
    here = TABLES.sitting(table)
    elsewhere = TableStorage(table.pk)
    _, game = elsewhere.load()
    Sitting(elsewhere).act(game.decision.choices[0])
    assert here.number == 30
    assert TABLES.sitting(Table.objects.get(pk=table.pk)).number == 31
    assert TABLES.sitting(table).number == 31  # although the caller knows an older table


def test_a_sitting_is_not_read_again_for_a_caller_who_knows_an_older_table() -> None:
    table = laid_out(played("1849", moves=30))
    sitting = TABLES.sitting(table)
    play(TABLES, table, choice(table), sitting.game.decision.player, 30)
    assert TABLES.sitting(table) is sitting


def test_a_table_is_read_without_its_past(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for moves in (20, 120):
        table = laid_out(played("1849", moves=moves))
        with django_assert_num_queries(2) as asked:
            record, _ = TableStorage(table.pk).load()
        assert not any("past" in query["sql"] for query in asked.captured_queries)
        with django_assert_num_queries(1):  # the end of it at once
            assert [record.events_of(number) for number in range(moves, moves - 20, -1)]


def test_the_past_leads_back_everywhere() -> None:
    whole = played("1849", moves=150)
    table = laid_out(whole)
    record, _ = TableStorage(table.pk).load()
    assert record.past.lines == whole.past.lines
    for number in (149, 100, 63, 1, 0):
        assert earlier(record, number).state == earlier(whole, number).state


def test_a_number_that_is_played_again_after_an_undo_tells_what_is_so_now() -> None:
    record = until("1849", "stock", after=20, where=lambda game: game.top.decider(game) == "Ada")  # the host's turn
    table, number = laid_out(record), len(record.actions)
    decision = TABLES.now(table).game.decision
    first, second = (msgspec.json.encode(each) for each in decision.choices[:2])
    play(TABLES, table, first, decision.player, number)
    before = TABLES.now(table)
    take_back(TABLES, table.pk, decision.player)
    play(TABLES, table, second, decision.player, number)
    now = TABLES.now(table)
    assert now.events_since(number) != before.events_since(number)
    again, _ = TableStorage(table.pk).load()
    assert now.record.events_of(number + 1) == again.events_of(number + 1)
    assert now.at(number).state == before.at(number).state


def test_a_player_takes_back_their_move_with_those_of_the_computers_since() -> None:
    table = laid_out(played("1849", moves=0))
    game = TABLES.now(table).game
    person = game.decision.player
    seated(table)
    table.seats.exclude(player=person).update(bot="sensible")
    play(TABLES, table, choice(table), person, 0)
    while (now := TABLES.now(table).game).decision.player != person and now.state.number < 9:
        play(TABLES, table, choice(table), now.decision.player, now.state.number)
    assert _number(table) > 1
    take_back(TABLES, table.pk, person)
    assert _number(table) == 0
    assert TABLES.now(table).game.state == game.state


def test_an_undo_that_is_sent_twice_takes_back_one_move() -> None:
    table = laid_out(played("1849", moves=29))
    person = TABLES.now(table).game.decision.player
    client = seated(table)
    play(TABLES, table, choice(table), person, 29)
    answers = [client.post(f"/t/{table.key}/undo", {"after": "30"}).status_code for _ in range(2)]
    assert answers == [302, 409]
    assert _number(table) == 29


def test_a_bystander_takes_nothing_back() -> None:
    table = laid_out(played("1849", moves=30))
    assert Client().post(f"/t/{table.key}/undo").status_code == 409
    assert _number(table) == 30


@pytest.mark.parametrize(
    "form",
    [
        {"action": "{", "price": "5"},
        {"action": "[" * 5000, "price": "5"},
        {"action": "\ud800".encode("utf-8", "surrogatepass")},
        {"action": '{"do":"nothing"}', "after": "9" * 6000},
        {},
    ],
)
def test_what_is_no_action_changes_nothing(form: dict[str, str]) -> None:
    table = laid_out(played("1849", moves=30))
    assert seated(table).post(f"/t/{table.key}/act", {"after": "30", **form}).status_code == 400
    assert _number(table) == 30


def test_the_answer_to_a_plain_form_after_a_refusal_shows_the_whole_page() -> None:
    table = laid_out(played("1849", moves=30))
    stranger = Client()
    answer = stranger.post(f"/t/{table.key}/act", {"action": choice(table), "after": "30"})
    assert answer.status_code == 409
    assert b"<!doctype html>" in answer.content.lower()
    assert Person.objects.count() == 1


def test_a_table_from_before_a_rule_of_offers_goes_on_without_it() -> None:
    table = laid_out(played("1849", moves=30))
    assert table.settings is not None
    kept = msgspec.json.decode(bytes(table.settings))
    assert kept.pop("least_raise") > 0
    Table.objects.filter(pk=table.pk).update(settings=msgspec.json.encode(kept))
    record, game = TableStorage(table.pk).load()
    assert record.settings.least_raise == game.settings.least_raise == 0
