"""Names that are read from right to left: wherever one stands, the words and figures around it stay where they are."""

from __future__ import annotations

import json
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Move, Record, load, plain_state
from ferrovia.formats.save import read as read_record
from ferrovia.saying.apart import apart
from ferrovia.saying.voice import Voice
from ferrovia.table.models import Person, Remark, Table
from ferrovia.titles.registry import title_of
from tests.web.past.people import browser_of, client_of, seated
from tests.web.people.visitors import browser, lobby

GAMES = Path(__file__).parents[2] / "games"
AMAL, SARA = "أمل", "שרה"
READ_ALOUD = ("aria-label", "title", "alt", "placeholder", "aria-description", "data-done", "aria-valuetext", "content")


@lru_cache(maxsize=8)
def renamed(stored: str, moves: int) -> Record:
    """A stored game in which two players have other names, after so many moves."""
    text = (GAMES / f"{stored}.json").read_text()
    for old, new in (("sensible 1", AMAL), ("sensible 2", SARA)):
        text = text.replace(json.dumps(old), json.dumps(new))
    given = read_record(text.encode(), stored)
    game = Game(title_of(given.settings), given.settings)
    record = Record.of(game, [game.hash()])
    for action in given.actions[:moves]:
        by = game.player_of(action)
        events, state = game.apply(action), plain_state(game)
        record = record.with_move(Move.of(action, by, events, record.state, state), state)
    return record


class Loose(HTMLParser):
    """Finds names that are not kept apart from what stands around them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.count = 0
        self._apart = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._apart += tag == "bdi"
        for name, value in attrs:
            if name in READ_ALOUD and value not in (AMAL, SARA):
                self._look(f"{tag} {name}", value or "")

    def handle_endtag(self, tag: str) -> None:
        self._apart -= tag == "bdi"

    def handle_data(self, data: str) -> None:
        if not self._apart:
            self._look("text", data)
        else:
            self.count += (AMAL in data) + (SARA in data)

    def _look(self, where: str, text: str) -> None:
        for name in (AMAL, SARA):
            self.count += text.count(name)
            if name in text.replace(apart(name), ""):
                self.found.append(f"{where}: {text.strip()[:200]}")


def loose(page: str) -> tuple[list[str], int]:
    parser = Loose()
    parser.feed(page)
    return parser.found, parser.count


ENDS = ("", "/seats", "/text", "/since?from=0", "/try", "/at/40", "?tab=market", "?tab=charters", "?talk=chat")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stored", "moves"),
    [("1849-three", 12), ("1849-three", 200), ("1883-two", 300), ("18FB-three", 8), ("18FB-three", 300)],
)
def test_at_a_table_names_turn_nothing_round(stored: str, moves: int) -> None:
    table = seated(renamed(stored, moves))
    for seat in table.seats.exclude(person=None):
        Remark.objects.create(table=table, person=seat.person, name=seat.player, text=f"{AMAL} 7", number=3)
    for client, language in ((client_of(table, AMAL), "en"), (browser(), "it")):
        client.cookies["language"] = language
        pages = {end: loose(client.get(f"/t/{table.key}{end}").content.decode()) for end in ENDS}
        assert {end: found for end, (found, _) in pages.items() if found} == {}
        assert sum(count for _, count in pages.values()) > 50


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
def test_at_the_end_names_turn_nothing_round(language: str) -> None:
    table = seated(renamed("1849-three", 10_000))
    assert table.over
    client = client_of(table, AMAL)
    client.cookies["language"] = language
    for end in ("", "/seats", f"/at/{table.number}", "/text"):
        assert loose(client.get(f"/t/{table.key}{end}").content.decode())[0] == [], end


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
def test_before_a_game_names_turn_nothing_round(language: str) -> None:
    person, other = Person.objects.create(name=AMAL), Person.objects.create(name=SARA)
    table = lobby(person, visibility="public")
    seat = table.seats.filter(person=None)[0]
    seat.person, seat.player, seat.kind = other, SARA, "person"
    seat.save()
    running = seated(renamed("1849-three", 30))
    running.seats.filter(player=AMAL).update(person=person)
    Table.objects.filter(pk=running.pk).update(decider=SARA)
    for client in (browser_of(person), browser_of(other), browser()):
        client.cookies["language"] = language
        for where in ("/", f"/t/{table.key}", "/settings"):
            found, count = loose(client.get(where).content.decode())
            assert found == [], where
            assert count or where == "/settings"


def test_a_loose_name_is_found() -> None:
    assert loose(f"<p>{AMAL} wins 7</p>")[0]
    assert loose(f'<p aria-label="{AMAL} wins 7"></p>')[0]
    assert not loose(f"<p><bdi>{AMAL}</bdi> wins 7, {apart(SARA)} 3</p>")[0]


def test_a_sentence_keeps_such_a_name_apart_and_leaves_others_alone() -> None:
    for language in ("en", "it"):
        say = Voice(language)
        assert f"\u2068{AMAL}\u2069" in say("{player} still has time.", player=AMAL)
        assert f"\u2068{AMAL}\u2069" in say("{players:and}", players=[AMAL, "Ada"])
        for name in ("Ada", "Łucja", "Наталья", "王芳"):
            assert "\u2068" not in say("{player} still has time.", player=name)


def test_the_stored_games_are_as_they_were() -> None:
    assert load(GAMES / "1849-three.json").settings.players[0] == "sensible 1"
