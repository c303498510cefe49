"""Tables that are alike: nothing that is shown, sent or made quicker tells whether their hidden cards are alike too."""

from __future__ import annotations

import re
from itertools import count

import pytest
from django.test import Client

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record
from ferrovia.formats.view import view_for
from ferrovia.table.models import Person, Seat, SeatKind, Table
from ferrovia.table.page.log import log
from ferrovia.table.sandbox import keep_sandbox, new_sandbox
from ferrovia.table.storage import begin
from ferrovia.table.tables import TABLES
from ferrovia.titles.registry import title
from tests.web.live.players import choice
from tests.web.people.visitors import browser
from tests.web.positions import laid_out, played, scene_of, until

pytestmark = pytest.mark.django_db
NAMES = ("Ada", "Bruno", "Carla")
PAGES = ("", "/now", "/text", "/seats", "/history", "/history/now", "/at/1", "/since", "/game.json")


def _game(name: str, seed: str, salt: str) -> Game:
    return Game(title(name), Settings(name, NAMES, seed, (), salt=salt))


def _alike(name: str, game: Game) -> str:
    """The seed of another game that everybody sees as this one."""
    return next(seed for seed in map(str, count(2)) if _public(_game(name, seed, "x")) == _public(game))


def _public(game: Game) -> object:
    return {key: value for key, value in view_for(game, None).items() if key != "commitment"}


def _table(game: Game, people: dict[str, Person]) -> Table:
    table = Table(title=game.title.name, host=people["Ada"])
    begin(table, game)
    for place, player in enumerate(game.settings.players):
        Seat.objects.create(table=table, place=place, kind=SeatKind.PERSON, player=player, person=people[player])
    return table


def _words(client: Client, table: Table) -> set[str]:
    """All that stands in the pages of a table, taken apart."""
    found: set[str] = set()
    for page in PAGES:
        response = client.get(f"/t/{table.key}{page}")
        text = re.sub(r"<time .*?</time>", "", response.content.decode(), flags=re.DOTALL)  # a second may have passed
        found |= set(re.findall(r"[\w.-]+", text))
        found |= {f"{name}: {value}" for name, value in response.headers.items() if name != "Content-Length"}
    return found


@pytest.mark.parametrize("name", ["1883", "18FB"])
@pytest.mark.usefixtures("server_clock")
def test_nothing_tells_a_table_with_the_same_hidden_cards_from_one_with_others(name: str) -> None:
    people = {player: Person.objects.create(name=player) for player in NAMES}
    other = _alike(name, _game(name, "1", "one"))
    tables = [_table(_game(name, seed, salt), people) for seed, salt in (("1", "one"), ("1", "two"), (other, "three"))]
    if name == "1883":
        assert tables[0].hash == tables[1].hash != tables[2].hash
    for _ in range(3):
        moves = {choice(table) for table in tables}
        assert len(moves) == 1
        for table in tables:
            game = TABLES.now(table).game
            TABLES.sitting(table).act(game.decision.choices[0])
            table.refresh_from_db()
    for viewer in (None, people["Ada"]):
        client = browser(viewer)
        same, twin, stranger = (_words(client, table) for table in tables)
        assert len(same) > 300
        assert same & twin <= stranger


def test_what_one_table_has_shown_makes_no_log_of_another_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    events_of = Record.events_of

    def counted(self: Record, number: int) -> object:
        read.append(number)
        return events_of(self, number)

    monkeypatch.setattr(Record, "events_of", counted)
    # The longer log begins after as many moves as the other table has when its own ends.
    before, record = played("1883", moves=100), played("1883", moves=150)
    needed = []
    for _ in range(2):
        read.clear()
        log(scene_of(laid_out(record), "Ada", pick={"log": "50"}))
        needed.append(len(read))
        log(scene_of(laid_out(before), "Ada"))
    assert needed[0] == needed[1] > 50


def test_the_name_of_a_board_is_known_at_its_own_table_alone() -> None:
    """Whoever names a board could else learn whether somebody looks at it, as in a sandbox of their own."""
    record = until("1849", "track", after=60)
    here, elsewhere = laid_out(record), laid_out(played("1849", moves=30, seed="2"))
    client = browser(here.host)
    keep_sandbox(here, here.host, new_sandbox(TABLES.now(here).game, "Ada"))
    client.post(f"/t/{here.key}/try/act", {"action": choice(here), "after": str(len(record.actions))})
    tried = re.search(r'data-board="([^"]+)"', client.get(f"/t/{here.key}/try").content.decode())
    shown = re.search(r'data-board="([^"]+)"', client.get(f"/t/{here.key}").content.decode())
    assert tried
    assert shown
    assert tried[1] != shown[1]
    for table, board, is_known in ((here, shown[1], True), (here, tried[1], False), (elsewhere, shown[1], False)):
        sent = browser(table.host).get(f"/t/{table.key}/now", headers={"Ferrovia-Board": board}).content.decode()
        assert ("<svg data-whole>" in sent) != is_known, board
    again = client.get(f"/t/{here.key}/try/now", headers={"Ferrovia-Board": tried[1]}).content.decode()
    assert "<svg data-whole>" not in again
