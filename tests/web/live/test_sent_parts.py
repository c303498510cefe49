"""What a page is sent after a move: the parts that are otherwise than it shows them, and no others."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from markupsafe import Markup

from ferrovia.table.markup.sent_parts import LONGEST, SentParts
from ferrovia.table.models import Table
from ferrovia.table.moves import changed, play
from ferrovia.table.tables import TABLES
from tests.web.live.players import choice
from tests.web.past.people import client_of, seated
from tests.web.positions import until

PART = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="outerMorph">(.*?)</hx-partial>', re.S)
SHOWN = re.compile(r'data-parts="([^"]+)"')
ALWAYS = {"bar", "live"}  # the move before, and the token of a form
# What is drawn anew for every answer: tokens and names of forms, names of logs.
DRAWN = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-(?:log|parts)="[^"]*"')


def test_a_part_is_sent_once() -> None:
    first = SentParts()
    assert 'hx-target="#nav"' in first.send("nav", Markup("<nav>&amp;</nav>"))
    assert "<p>old</p>" in first.send("dock", Markup("<p>old</p>"))
    again = SentParts(first.names)
    assert again.send("nav", Markup("<nav>&amp;</nav>")) == ""
    assert "<p>new</p>" in again.send("dock", Markup("<p>new</p>"))
    assert SentParts(again.names).send("dock", Markup("<p>old</p>"))  # it is known what is shown, not what ever was
    assert SentParts(again.names).send("nav", Markup("<nav>&amp;</nav>")) == ""


@pytest.mark.parametrize(
    "shown", ["", " ", ".", "nav", "nav.", ".x", "nav.nav nav", "\0", "x" * (LONGEST + 1), "nav.é"]
)
def test_whoever_does_not_know_what_they_show_is_sent_all(shown: str) -> None:
    assert "<p>a</p>" in SentParts(shown).send("nav", Markup("<p>a</p>"))


def test_what_a_page_shows_fits_what_it_may_say() -> None:
    parts = SentParts()
    for number in range(20):
        parts.send(f"market-stage-{number}", Markup("a part"))
    assert len(parts.names) < LONGEST


def asked(client: Client, table: Table, shown: str = "") -> str:
    response = client.get(f"/t/{table.key}/now", headers={"HX-Request": "true", "Ferrovia-Parts": shown})
    assert response.status_code == 200
    text: str = response.content.decode()
    return text


def parts_in(answer: str) -> dict[str, str]:
    return {place: DRAWN.sub("", part) for place, part in PART.findall(answer)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "step", "after"), [("1849", "track", 250), ("1883", "stock", 300), ("18FB", "stock", 60)]
)
@pytest.mark.usefixtures("server_clock")  # between two looks no minute passes
def test_a_page_that_puts_in_place_what_it_is_sent_shows_what_all_of_it_would(name: str, step: str, after: int) -> None:
    """Over moves of everybody: what was left out is what the page shows, for players and for one who watches."""
    table = seated(until(name, step, after=after))
    players = TABLES.now(table).game.settings.players
    clients = {player: client_of(table, player) for player in players} | {"": Client(headers={"accept-language": "en"})}
    pages: dict[str, dict[str, str]] = {player: {} for player in clients}
    names = dict.fromkeys(clients, "")
    left_out = 0
    for _ in range(8):
        for player, client in clients.items():
            answer, whole = asked(client, table, names[player]), asked(client, table)
            sent, every = parts_in(answer), parts_in(whole)
            assert ALWAYS <= sent.keys() <= every.keys()
            left_out += len(every) - len(sent)
            pages[player] |= sent
            assert pages[player] == every
            [names[player]] = SHOWN.findall(answer)
        table.refresh_from_db()
        game = TABLES.now(table).game
        play(TABLES, table, choice(table), game.top.decider(game), game.state.number)
    assert left_out > 8 * len(clients)


@pytest.mark.django_db
def test_talk_is_sent_without_the_map() -> None:
    table = seated(until("1849", "track", after=250))
    client = client_of(table, "Ada")
    [names] = SHOWN.findall(asked(client, table))
    changed(TABLES, table)
    assert parts_in(asked(client, table, names)).keys().isdisjoint({"marks", "lens", "ledger", "nav", "market-stage"})


@pytest.mark.django_db
def test_a_whole_page_says_nothing_of_its_parts() -> None:
    table = seated(until("1849", "track", after=250))
    assert not SHOWN.search(client_of(table, "Ada").get(f"/t/{table.key}").content.decode())
