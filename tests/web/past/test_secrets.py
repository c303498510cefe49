"""Nothing secret is in what is kept for somebody or sent to them: seed, salt, decks, others' sheets."""

from __future__ import annotations

import re
import zlib

import msgspec
import pytest
from django.test import Client

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.positions import states_back
from ferrovia.formats.save import Record, fingerprint, plain_state, resume
from ferrovia.formats.view import view_for
from ferrovia.table.models import PrivateData, Table
from ferrovia.table.orders import Orders, keep_orders, possible
from ferrovia.table.planning import keep_plan, planned
from ferrovia.table.sandbox import new_sandbox, with_move
from ferrovia.table.tables import TABLES
from tests.web.past.people import browser_of, client_of, person_of, seated
from tests.web.positions import played

TITLES = ["1849", "1883", "18FB"]
SEED, SALT = "a-seed-that-nobody-guesses", "a-grain-of-salt"
PATHS = ("", "/now", "/at/{half}", "/at/{half}/now", "/since?from={half}", "/try", "/try/now", "/text", "/game.json")


def secret(record: Record) -> Record:
    return msgspec.structs.replace(record, settings=msgspec.structs.replace(record.settings, salt=SALT))


def received(client: Client, table: Table) -> dict[str, str]:
    """Everything that somebody gets when they look at all there is."""
    found = {}
    for path in PATHS:
        response = client.get(f"/t/{table.key}" + path.format(half=table.number // 2), follow=True)
        assert response.status_code == 200, path
        found[path] = str(dict(response.headers)) + response.content.decode()
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("moves", [0, 150])
def test_seed_and_salt_are_in_nothing_that_is_sent_or_kept(name: str, moves: int) -> None:
    table = seated(secret(played(name, 3, moves, SEED)))
    for client in (*(client_of(table, player) for player in ("Ada", "Bruno", "Carla")), Client()):
        for path, text in received(client, table).items():
            assert SEED not in text, path
            assert SALT not in text, path
    kept = [zlib.decompress(bytes(sheet.content)).decode() for sheet in PrivateData.objects.all()]
    assert len(kept) == 3  # a sandbox for everybody at the table; of a stranger nothing is kept
    assert not any(SEED in text or SALT in text for text in kept)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_the_hash_of_a_real_state_is_not_sent(name: str) -> None:
    """Anybody who tries every order of a deck could find it by its hash."""
    record = secret(played(name, 3, 45, SEED))
    table = seated(record)
    for text in received(client_of(table, "Ada"), table).values():
        assert not any(state_hash in text for state_hash in record.hashes)
    for sheet in PrivateData.objects.all():
        text = zlib.decompress(bytes(sheet.content)).decode()
        assert not any(state_hash in text for state_hash in record.hashes) or not _hides(resume(record))


def _hides(game: Game) -> bool:
    """Whether anything is hidden from Ada now."""
    return game.fork_for("Ada").hash() != game.hash()


def same_to(record: Record, viewer: str) -> Record:
    """A game that a viewer cannot tell from this one, with everything hidden drawn anew."""
    game = resume(record)
    twin = game.fork()
    old = record.settings
    twin.settings = Settings(old.title, old.players, "another seed", old.options, {}, old.runs_as_shown)
    twin.title.seen.redraw(twin, viewer)
    state = plain_state(twin)
    back = states_back(msgspec.structs.replace(record, state=state))
    return msgspec.structs.replace(record, state=state, hashes=[fingerprint(each) for each in reversed(back)])


def without_chance(text: str) -> str:
    """Without what differs from one answer to the next anyway."""
    text = re.sub(r"<time .*?</time>", "", text, flags=re.DOTALL)
    text = re.sub(r'(data-log="\d+\.)[0-9a-f]{12}"', r"\1", text)
    text = re.sub(r'data-parts="[^"]*"', "", text)  # names of the parts that are compared themselves
    text = re.sub(r'((?:csrfmiddlewaretoken|key)" value=")[^"]*', r"\1", text)
    return re.sub(r'("seals":\[)[^]]*', r"\1", text)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("moves", [20, 150])
@pytest.mark.usefixtures("server_clock")
def test_what_is_sent_depends_on_nothing_that_is_hidden(name: str, moves: int) -> None:
    record = played(name, 3, moves, SEED)
    twin = same_to(record, "Ada")
    assert view_for(resume(record), "Ada") == view_for(resume(twin), "Ada")
    answers = []
    for each in (record, twin):
        table = seated(each)
        client = browser_of(person_of(table, "Ada"))
        found = {}
        for path in ("", "/now", "/try", "/game.json"):
            text = client.get(f"/t/{table.key}{path}").content.decode()
            found[path] = re.sub(r'id":"[0-9a-f]{8}|id&#34;:&#34;[0-9a-f]{8}', "", without_chance(text)).replace(
                table.key, "KEY"
            )
        sheet = PrivateData.objects.get(table=table, kind="sandbox")
        found["sandbox"] = zlib.decompress(bytes(sheet.content)).decode()
        answers.append(found)
    assert answers[0] == answers[1]


@pytest.mark.django_db
def test_there_is_something_to_hide() -> None:
    """Otherwise the test above would hold of anything."""
    record = played("1883", 3, 20, SEED)
    assert same_to(record, "Ada").state != record.state


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_sheets_of_others_are_not_sent(name: str) -> None:
    table = seated(played(name, 3, 60))
    ada = person_of(table, "Ada")
    game = TABLES.now(table).game
    orders = [msgspec.structs.replace(each, id=f"order-{place}") for place, each in enumerate(possible(game, "Ada"))]
    keep_orders(table, ada, Orders(orders))
    sandbox = new_sandbox(game, "Ada")
    for _ in range(3):
        now = sandbox.moment().game
        choice = next(iter(now.decision.choices))
        sandbox = with_move(sandbox, choice)
    plan = planned(sandbox, ["Ada", "Bruno", "Carla"], table.number)
    keep_plan(table, ada, plan)
    mine = received(client_of(table, "Ada"), table)
    assert "order-0" in mine[""]
    assert 'class="planpart"' in mine[""]
    for client in (client_of(table, "Bruno"), Client()):
        for path, text in received(client, table).items():
            assert "order-0" not in text, path
            assert 'class="planpart"' not in text, path


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_orders_can_be_listed_at_every_position(name: str) -> None:
    game = Game(resume(played(name, 3, 0)).title, played(name, 3, 0).settings)
    record = played(name, 3, 200)
    for action in record.actions:
        for player in game.state.seats:
            possible(game, player)
        game.apply(action)
