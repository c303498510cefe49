"""Taking back by the law of the table."""

from __future__ import annotations

import pytest
from django.test import Client

from ferrovia.table.models import Person, Seat, Table, TakenBack, UndoRequest
from ferrovia.table.moves import play
from ferrovia.table.page.log import Line, log
from ferrovia.table.storage import MoveRequest
from ferrovia.table.tables import TABLES
from tests.web.people.visitors import browser, first_action, game, guest, text
from tests.web.positions import scene_of

Trio = dict[str, tuple[Person, Client]]


def three(**law: str) -> tuple[Table, Trio]:
    trio = {name: guest(name) for name in ("Ada", "Bruno", "Carla")}
    return game(*(person for person, _ in trio.values()), law=law), trio


def move(table: Table) -> str:
    """Whoever must choose passes; who it was."""
    table.refresh_from_db()
    player = table.decider
    play(TABLES, table, first_action(table), player, None)
    table.refresh_from_db()
    return player


def undo(client: Client, table: Table) -> int:
    table.refresh_from_db()
    status = client.post(f"/t/{table.key}/undo", {"after": str(table.number)}).status_code
    table.refresh_from_db()
    return status


def answer(client: Client, table: Table, word: str) -> int:
    status = client.post(f"/t/{table.key}/undo/answer", {"answer": word}).status_code
    table.refresh_from_db()
    return status


@pytest.mark.django_db
def test_ones_own_move_is_taken_back_until_another_has_moved() -> None:
    table, trio = three(undo="own")
    mover = move(table)
    other = next(name for name in trio if name != mover)
    assert undo(trio[other][1], table) == 409
    assert table.number == 1
    assert undo(trio[mover][1], table) == 302
    assert (table.number, table.decider) == (0, mover)
    move(table)
    move(table)
    assert undo(trio[mover][1], table) == 409
    assert table.number == 2


@pytest.mark.django_db
def test_moves_of_computer_players_go_with_ones_own() -> None:
    ada, client = guest("Ada")
    table = game(ada, bots=2, law={"undo": "own"})
    while move(table) != "Ada":
        pass
    before = table.number - 1
    move(table)  # a computer player
    assert undo(client, table) == 302
    assert table.number == before


@pytest.mark.django_db
def test_never_is_never() -> None:
    table, trio = three(undo="none")
    mover = move(table)
    assert undo(trio[mover][1], table) == 409
    assert table.number == 1


@pytest.mark.django_db
def test_the_host_takes_back_whatever_was_done_and_nobody_else_does() -> None:
    table, trio = three(undo="host")
    move(table)
    move(table)
    assert undo(trio["Bruno"][1], table) == 409
    assert undo(trio["Ada"][1], table) == 302
    assert undo(trio["Ada"][1], table) == 302
    assert table.number == 0
    assert undo(trio["Ada"][1], table) == 409  # nothing is left


@pytest.mark.django_db
def test_by_request_all_others_must_agree() -> None:
    table, trio = three(undo="consent")
    mover = move(table)
    first, second = (name for name in trio if name != mover)
    assert undo(trio[mover][1], table) == 302
    assert table.number == 1  # asked, not done
    assert f"{mover} asks to take back a move" in text(trio[first][1].get(f"/t/{table.key}"))
    assert "You asked to take your move back" in text(trio[mover][1].get(f"/t/{table.key}"))
    assert answer(trio[mover][1], table, "yes") == 409  # not for the one who asks
    assert answer(browser(), table, "yes") == 409
    assert answer(trio[first][1], table, "yes") == 302
    assert answer(trio[first][1], table, "yes") == 409  # once is enough
    assert table.number == 1
    assert answer(trio[second][1], table, "yes") == 302
    assert (table.number, table.decider) == (0, mover)
    assert not UndoRequest.objects.exists()


@pytest.mark.django_db
def test_one_who_declines_is_enough() -> None:
    table, trio = three(undo="consent")
    mover = move(table)
    first, second = (name for name in trio if name != mover)
    undo(trio[mover][1], table)
    assert answer(trio[first][1], table, "no") == 302
    assert answer(trio[second][1], table, "yes") == 409
    assert table.number == 1
    assert f"{first} does not agree" in text(trio[mover][1].get(f"/t/{table.key}"))


@pytest.mark.django_db
def test_a_request_is_void_once_somebody_has_moved() -> None:
    table, trio = three(undo="consent")
    mover = move(table)
    first = next(name for name in trio if name != mover)
    undo(trio[mover][1], table)
    move(table)
    assert answer(trio[first][1], table, "yes") == 409
    assert table.number == 2
    assert "asks to take back" not in text(trio[first][1].get(f"/t/{table.key}"))


@pytest.mark.django_db
def test_by_request_one_goes_back_past_others_and_may_think_better_of_it() -> None:
    table, trio = three(undo="consent")
    mover = move(table)
    move(table)
    undo(trio[mover][1], table)
    request = UndoRequest.objects.get()
    assert (request.number, request.to) == (2, 0)
    assert answer(trio[mover][1], table, "no") == 302
    assert not UndoRequest.objects.exists()


@pytest.mark.django_db
def test_against_computer_players_nobody_is_asked() -> None:
    ada, client = guest("Ada")
    table = game(ada, bots=2, law={"undo": "consent"})
    while move(table) != "Ada":
        pass
    before = table.number - 1
    assert undo(client, table) == 302
    assert table.number == before


@pytest.mark.django_db
@pytest.mark.parametrize("law", ["own", "consent", "host", "none"])
def test_a_bystander_takes_nothing_back(law: str) -> None:
    table, _ = three(undo=law)
    move(table)
    assert undo(browser(), table) == 409
    assert undo(guest("Elsa")[1], table) == 409
    assert table.number == 1


def told(table: Table) -> list[Line]:
    """The lines of the log, the newest first."""
    table.refresh_from_db()
    return [line for chapter in log(scene_of(table)).chapters for line in chapter.lines]


@pytest.mark.django_db
def test_what_was_taken_back_stands_struck_in_the_log_with_who_agreed() -> None:
    table, trio = three(undo="consent")
    move(table)
    mover = move(table)
    words = [part.text for part in told(table)[0].parts]
    assert undo(trio[mover][1], table) == 302
    others = [name for name in trio if name != mover]
    for name in others:
        assert answer(trio[name][1], table, "yes") == 302
    struck = told(table)[0]
    assert struck.is_struck
    assert [part.text for part in struck.parts] == words
    assert all(name in struck.note for name in (mover, *others))
    assert "<s>" in text(trio[mover][1].get(f"/t/{table.key}"))
    again = move(table)
    assert again == mover
    assert [line.is_struck for line in told(table)] == [False, True, False]  # between what was before and what came
    assert undo(trio[mover][1], table) == 302


@pytest.mark.django_db
def test_what_had_been_taken_back_among_moves_that_go_goes_with_them() -> None:
    table, trio = three(undo="host")
    host = next(name for name, (person, _) in trio.items() if person.pk == table.host_id)
    move(table)
    move(table)
    assert undo(trio[host][1], table) == 302
    assert undo(trio[host][1], table) == 302
    assert [row.number for row in TakenBack.objects.filter(table=table)] == [0]


@pytest.mark.django_db
def test_the_log_says_when_a_move_was_made_and_that_a_computer_made_it_for_somebody() -> None:
    table, _ = three(undo="own")
    player = table.decider or move(table)
    table.refresh_from_db()
    player = table.decider
    Seat.objects.filter(table=table, player=player).update(bot="sensible")
    play(TABLES, table, first_action(table), player, None, MoveRequest(bot=(player, "sensible")))
    newest = told(table)[0]
    assert newest.note == f"The computer moved for {player}."
    assert newest.at is not None
    move(table)
    assert not told(table)[0].note
