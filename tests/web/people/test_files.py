"""Game files: a game that somebody brings becomes a table, what is no game is told, and the seed stays where it is."""

from __future__ import annotations

import json
import multiprocessing
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ferrovia.formats.eighteenxx import read_export
from ferrovia.formats.public import public_copy
from ferrovia.formats.save import read, recorded, resume, written
from ferrovia.table import replay_worker, uploads
from ferrovia.table.bodies import MOST_SENT
from ferrovia.table.cookies import GUEST
from ferrovia.table.models import MoveRow, Person, Seat, Table
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.replay_worker import ReplayResult, played_again
from ferrovia.table.tables import TABLES
from ferrovia.table.views.files import opened
from tests.recorded import recorded_export
from tests.web.past.people import client_of, seated
from tests.web.people.visitors import browser, guest, text
from tests.web.positions import laid_out, played

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture(autouse=True)
def played_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a process of its own, but for those who ask for one."""

    def here(data: bytes) -> ReplayResult:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(played_again(data)), type=ReplayResult)

    if "its_own_process" not in request.node.name:
        monkeypatch.setattr(uploads, "_elsewhere", here)


def brought(client: Client, data: bytes, name: str = "game.json", **headers: str) -> Any:
    BUCKETS.clear()
    return client.post("/tables/open", {"file": SimpleUploadedFile(name, data)}, headers=headers)


def nothing_is_kept() -> bool:
    return not any(kind.objects.exists() for kind in (Table, Seat, MoveRow, Person))


def trouble(response: Any) -> str:
    found = re.search(r'role="alert"[^>]*>([^<]*)<', text(response))
    return found[1] if found else ""


# What is a game


@pytest.mark.django_db
@pytest.mark.parametrize("stored", ["1849-three", "1883-two", "18FB-three"])
def test_a_finished_game_of_the_terminal_opens_at_its_end(stored: str) -> None:
    client = browser()
    data = (GAMES / f"{stored}.json").read_bytes()
    response = brought(client, data)
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.key}"
    assert table.over
    assert not table.is_known  # everybody may know the seed of a game that is over
    page = text(client.get(f"/t/{table.key}"))
    assert "Final ranking" in page
    assert read(data, "").settings.seed in page
    half = table.number // 2
    assert client.get(f"/t/{table.key}/at/{half}").status_code == 200
    assert client.get(f"/t/{table.key}/at/{half + 1}/now").status_code == 200
    assert "Final ranking" in text(browser().get(f"/t/{table.key}"))  # also to those who have the link
    again = client.get(f"/t/{table.key}/game.json").content
    assert read(again, "").hashes == read(data, "").hashes
    assert table.number == len(read(data, "").actions)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_a_game_goes_on_where_it_stood(name: str) -> None:
    client = browser()
    record = played(name, 3, 45)
    response = brought(client, written(record))
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.key}/seats"
    assert (table.number, table.hash, table.over) == (45, record.hashes[-1], False)
    assert TABLES.now(table).game.hash() == resume(record).hash()
    assert TABLES.now(table).record.past.lines == record.past.lines
    assert {seat.person_id for seat in table.seats.all()} == {table.host_id}
    action = msgspec.json.encode(TABLES.now(table).game.decision.choices[0]).decode()
    assert client.post(f"/t/{table.key}/act", {"action": action, "after": "45"}).status_code == 302
    assert Table.objects.get().number == 46


@pytest.mark.django_db
def test_a_game_of_the_site_tells_by_which_readings_it_goes_on() -> None:
    export = recorded_export()
    del export["actions"][30:]
    client = browser()
    response = brought(client, written(recorded(read_export(export, traced=False).game)))
    page = text(client.get(response["Location"]))
    for told in (
        "Runs below the best are taken as they were shown.",
        "As on 18xx.games: while nobody buys SCE, the auction goes on with the next player.",
        "keeps all money, and is not offered the loan.",
    ):
        assert told in page
    italian = text(client.get(response["Location"], headers={"Accept-Language": "it"}))
    assert "Come su 18xx.games: finché nessuno compra la SCE" in italian
    assert "Le corse inferiori alla migliore" in italian
    brought(client, written(played("1849", 3, 20)))
    assert "18xx.games" not in text(client.get(f"/t/{Table.objects.order_by('-pk')[0].key}/seats"))


@pytest.mark.django_db
def test_a_rematch_of_such_a_game_is_one_of_ours() -> None:
    client = browser()
    response = brought(client, written(recorded(read_export(recorded_export(), traced=False).game)))
    assert Table.objects.get().options == ["auction_goes_on", "money_stays", "exchanged_is_kept"]
    client.post(f"{response['Location']}/rematch")
    assert Table.objects.order_by("-pk")[0].options == []


@pytest.mark.django_db
def test_a_fault_of_ours_is_not_told_as_one_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_elsewhere", lambda data: ReplayResult(bug="Traceback: AttributeError"))
    client = browser(raise_request_exception=False)
    response = brought(client, written(played("1849", 3, 20)))
    assert response.status_code == 500
    assert "is damaged" not in text(response)
    assert not Table.objects.exists()


def test_what_goes_wrong_while_a_file_is_played_again_is_told_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> ReplayResult:
        raise AttributeError("no such thing")

    monkeypatch.setattr(replay_worker, "played_again", broken)
    monkeypatch.setattr(replay_worker, "signal", Mock())  # it would ignore Ctrl-C, here in our own process
    ours, theirs = multiprocessing.Pipe()
    ours.send_bytes(b"")
    replay_worker.replay(theirs)
    told = msgspec.msgpack.decode(ours.recv_bytes(), type=ReplayResult)
    assert told.fault is None
    assert "AttributeError: no such thing" in told.bug


@pytest.mark.django_db
def test_a_file_is_played_again_in_its_own_process() -> None:
    client = browser()
    assert brought(client, written(played("1849", 3, 20))).status_code == 302
    bad = bad_files()["refused"][0]
    response = brought(client, bad)
    assert "Action 12 is not allowed" in trouble(response)
    assert Table.objects.count() == 1


@pytest.mark.django_db
def test_seats_of_an_opened_game_are_given_out_by_the_link() -> None:
    client = browser()
    brought(client, written(played("1849", 3, 20)))
    table = Table.objects.get()
    assert "can know the dice and cards to come" in text(client.get(f"/t/{table.key}/seats"))
    seat = table.seats.get(player="Carla")
    assert client.post(f"/t/{table.key}/seats/change", {"do": "open", "seat": str(seat.pk)}).status_code == 302
    friend = browser()
    assert "can know the dice and cards to come" in text(friend.get(f"/t/{table.key}/seats"))
    friend.post(f"/t/{table.key}/join", {"name": "Zeno", "seat": str(seat.pk)})
    seat.refresh_from_db()
    assert seat.person is not None
    assert seat.person_id != table.host_id
    assert (seat.player, seat.bot) == ("Carla", "")


@pytest.mark.django_db
def test_only_the_host_frees_seats_and_never_their_last() -> None:
    table = seated(played("1849", 3, 20))
    seat = table.seats.get(player="Ada")
    assert seat.person is not None
    Table.objects.filter(pk=table.pk).update(host=seat.person)
    for player in ("Ada", "Bruno"):
        response = client_of(table, player).post(f"/t/{table.key}/seats/change", {"do": "open", "seat": str(seat.pk)})
        assert response.status_code == 409
    seat.refresh_from_db()
    assert seat.kind == "person"


# What is none


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    fields = json.loads(written(played("1849", 3, 20)))
    change(fields)
    return json.dumps(fields).encode()


@lru_cache(maxsize=1)
def bad_files() -> dict[str, tuple[bytes, str]]:
    """What might be brought instead of a game, and what is said to it."""
    whole = written(played("1849", 3, 20))
    record = played("1849", 3, 20)
    public = msgspec.json.encode(public_copy(record, resume(record)))

    def renamed(name: str) -> bytes:
        return whole.replace(b'"Ada"', json.dumps(name).encode())

    return {
        "empty": (b"", "is empty"),
        "binary": (bytes(range(256)) * 40, "is not a game file of Ferrovia"),
        "picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 400, "is not a game file of Ferrovia"),
        "text": (b"Dear friends, it was a lovely game.", "is not a game file of Ferrovia"),
        "utf-16": (whole.decode().encode("utf-16"), "is not a game file of Ferrovia"),
        "a list": (b"[1, 2, 3]", "is not a game file of Ferrovia"),
        "a number": (b"7", "is not a game file of Ferrovia"),
        "nested": (b"[" * 500_000, "is not a game file of Ferrovia"),
        "nested state": (
            whole.replace(b'"state": {', b'"state": {"x":' + b"[" * 4000 + b"]" * 4000 + b","),
            "game.json",
        ),
        "deep": (
            whole.replace(b'"state": {', b'"state": {"x":' + b"[" * 200 + b"]" * 200 + b","),
            "nested deeper than any game",
        ),
        "another program's": (
            json.dumps({"id": 7, "title": "1849", "actions": []}).encode(),
            "does not say that it is",
        ),
        "public": (public, "public copy"),
        "cut": (whole[: len(whole) // 2], "ends in the middle"),
        "newer": (changed(lambda f: f.update(version=99)), "newer Ferrovia"),
        "no title": (changed(lambda f: f["settings"].update(title="1830")), "is damaged"),
        "other title": (changed(lambda f: f["settings"].update(title="18FB")), "is damaged"),
        "no option": (changed(lambda f: f["settings"].update(options=["magic"])), "no option"),
        "one player": (changed(lambda f: f["settings"].update(players=["Ada"])), "cannot be set up"),
        "twice": (changed(lambda f: f["settings"].update(players=["Ada", "Ada", "Bruno"])), "Two players"),
        "odd deal": (changed(lambda f: f["settings"].update(arrangement={"seats": ["x"], "corporations": ["?"]})), ""),
        "no hashes": (changed(lambda f: f.update(hashes=[])), "hashes"),
        "unknown field": (changed(lambda f: f.update(virus=1)), "is damaged"),
        "other seed": (changed(lambda f: f["settings"].update(seed="77777")), "is damaged"),
        "refused": (changed(lambda f: f["actions"].__setitem__(11, {"do": "dividend", "choice": "pay"})), "Action 12"),
        "no action": (changed(lambda f: f["actions"].__setitem__(11, {"do": "cheat"})), "is damaged"),
        "wrong hash": (changed(lambda f: f["hashes"].__setitem__(5, "0" * 16)), "After action 5"),
        "large": (whole + b" " * 2_000_000, "is too large"),
        "long": (
            changed(lambda f: f.update(actions=[{"do": "pass"}] * 4001, hashes=[""] * 4002, past=[])),
            "is too long",
        ),
        "turned name": (renamed("Ad\u202ea"), "is damaged"),
        "blank name": (renamed("\u3164"), "no invisible characters"),
        "long name": (renamed("a" * 35), "at most 30 characters"),
        "odd spaces": (renamed("A  da"), "no name as names are written here"),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("kind", bad_files())
def test_what_is_no_game_is_told_in_one_sentence_and_nothing_is_kept(kind: str) -> None:
    data, words = bad_files()[kind]
    client = browser()
    for language in ("en", "it"):
        response = brought(client, data, **{"Accept-Language": language})
        assert response.status_code == 400, kind
        said = trouble(response)
        assert "game.json" in said
        assert len(said) < 400
        if language == "en":
            assert words in said
            english = said
        else:
            assert said != english
        assert 'aria-describedby="file-trouble"' in text(response)
    assert nothing_is_kept()
    assert not {"sessionid", GUEST} & set(client.cookies)


@pytest.mark.django_db
def test_a_refused_move_is_told_with_its_clause() -> None:
    said = trouble(brought(browser(), bad_files()["refused"][0]))
    assert re.search(r"Action 12 is not allowed: .+ \[.+\]", said)


@pytest.mark.django_db
def test_the_name_of_a_file_is_only_text() -> None:
    name = "<b>x</b>\u202e" + "y" * 200 + ".json"
    page = text(brought(browser(), b"", name))
    assert "<b>x" not in page
    assert "\u202e" not in page
    assert "y" * 61 not in page


@pytest.mark.django_db
def test_no_file_at_all() -> None:
    for form in ({}, {"file": "not a file"}):
        response = browser().post("/tables/open", form)
        assert response.status_code == 400
        assert "Choose a file first." in trouble(response)
    assert browser().get("/tables/open")["Location"] == "/"
    assert browser(enforce_csrf_checks=True).post("/tables/open").status_code == 403
    assert nothing_is_kept()


@pytest.mark.django_db
def test_what_is_far_too_large_is_not_even_read() -> None:
    class Unread:
        def read(self, *_: int) -> bytes:
            raise AssertionError("somebody reads it")

        readline = read

    extra: dict[str, Any] = {"wsgi.input": Unread(), "CONTENT_LENGTH": str(MOST_SENT + 1)}
    response = Client().generic("POST", "/tables/open", "", **extra)
    assert response.status_code == 413
    assert "That is too large." in text(response)
    assert "Content-Security-Policy" in response


@pytest.mark.django_db
def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_elsewhere", lambda data: None)
    response = brought(browser(), written(played("1849", 3, 20)))
    assert "takes too long" in trouble(response)
    assert nothing_is_kept()


@pytest.mark.django_db
def test_few_files_are_read_at_once() -> None:
    for _ in range(uploads.AT_ONCE):
        assert uploads._room.acquire(blocking=False)
    try:
        response = brought(browser(), written(played("1849", 3, 20)))
        assert response.status_code == 503
        assert "Try again soon" in trouble(response)
    finally:
        uploads._room.release(uploads.AT_ONCE)
    assert nothing_is_kept()


@pytest.mark.django_db
def test_too_many_files_from_one_person() -> None:
    _, client = guest("Ada")
    codes = [client.post("/tables/open", {}).status_code for _ in range(12)]
    assert codes[0] == 400
    assert codes[-1] == 429


@pytest.mark.django_db
def test_the_form_needs_no_script_and_has_its_label() -> None:
    page = text(browser().get("/"))
    form = re.search(r'<form[^>]*action="/tables/open#file".*?</form>', page, re.S)
    assert form is not None
    assert 'enctype="multipart/form-data"' in form[0]
    assert '<label for="game-file">' in form[0]
    assert 'type="file" name="file"' in form[0]


@pytest.mark.django_db
def test_a_table_from_the_file_of_a_running_game_says_to_everybody_that_its_host_may_know_what_comes() -> None:
    ada, own = guest("Ada")
    record = played("1849", 3, 20)
    table = opened(record, ada)
    own.post(f"/t/{table.key}/seats/change", {"do": "open", "seat": table.seats.get(player="Carla").pk})
    warning = "Ada has had the file of this game and can know the dice and cards to come."
    stranger = browser()
    for address in ("", "/seats"):  # where a free seat is offered, and where it is taken
        assert warning in text(stranger.get(f"/t/{table.key}{address}"))
    stranger.post(f"/t/{table.key}/join", {"name": "Dora"})
    assert warning in text(stranger.get(f"/t/{table.key}/seats"))


# Who may have the file of a table


def file_of(client: Client, table: Table) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get(f"/t/{table.key}/game.json").content)
    return found


@pytest.mark.django_db
def test_the_seed_of_a_running_game_is_only_in_the_file_of_who_plays_all_seats_at_one_screen() -> None:
    ada, own = guest("Ada")
    table = laid_out(played("1849", 3, 20, "a-seed-to-be-found"), ada)
    table.seats.update(person=ada)
    assert "seed" not in str(file_of(browser(), table)["settings"])
    assert not Table.objects.get().is_known
    assert file_of(own, table)["settings"]["seed"] == "a-seed-to-be-found"
    assert Table.objects.get().is_known
    assert "The seed is in it" in text(own.get(f"/t/{table.key}/seats"))


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["bot", "friend", "open", "handed"])
def test_where_anybody_else_plays_nobody_has_the_seed(who: str) -> None:
    (ada, own), (bruno, other) = guest("Ada"), guest("Bruno")
    table = laid_out(played("1849", 3, 20, "a-seed-to-be-found"), ada)
    table.seats.update(person=ada)
    changes: dict[str, dict[str, Any]] = {
        "bot": {"kind": "bot", "bot": "sensible", "person": None},
        "friend": {"person": bruno},
        "open": {"kind": "open", "bot": "sensible", "person": None},
        "handed": {"bot": "sensible"},
    }
    table.seats.filter(player="Carla").update(**changes[who])
    for client in (own, other, browser()):
        data = client.get(f"/t/{table.key}/game.json").content
        assert b"a-seed-to-be-found" not in data
        assert json.loads(data)["format"] == "ferrovia public game"
    assert not Table.objects.get().is_known
    assert "once the game is over" in text(own.get(f"/t/{table.key}/seats"))


@pytest.mark.django_db
def test_who_is_not_the_host_has_no_seed_though_all_seats_are_theirs() -> None:
    (ada, _), (bruno, other) = guest("Ada"), guest("Bruno")
    table = laid_out(played("1849", 3, 20, "a-seed-to-be-found"), ada)
    table.seats.update(person=bruno)
    assert "seed" not in str(file_of(other, table)["settings"])


@pytest.mark.django_db
def test_a_file_taken_home_can_be_brought_again() -> None:
    ada, own = guest("Ada")
    table = laid_out(played("1883", 3, 60), ada)
    table.seats.update(person=ada)
    brought(own, own.get(f"/t/{table.key}/game.json").content)
    again = Table.objects.exclude(pk=table.pk).get()
    assert again.hash == table.hash
