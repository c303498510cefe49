"""Whole games of all titles, everybody asking every address meanwhile: nothing that is sent holds a secret."""

from __future__ import annotations

import random
import re
from itertools import cycle
from pathlib import Path

import msgspec
import pytest
from django.test import Client

from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record, load
from ferrovia.table.cookies import GUEST
from ferrovia.table.models import Person, Table
from ferrovia.table.moves import play
from ferrovia.table.tables import TABLES
from ferrovia.titles.registry import title_of
from tests.web.past.people import browser_of, person_of, seated
from tests.web.safety.receiving import EXCUSED, Receiver, patterns
from tests.web.safety.secrets_kept import deck_of, dresses, in_order, mark, person_keys, plant, server_secrets

GAMES = Path(__file__).parents[2] / "games"
SALT = "5a17" + "c0ffee" * 4 + "9d3b"
BYSTANDER = "Nessuno"
_HASH = re.compile(r"(?=([0-9a-f]{16}))")


class Evening:
    """A stored game that is played once more at a table, with a client on each seat and one beside it."""

    def __init__(self, stored: str) -> None:
        record = load(GAMES / f"{stored}.json")
        self.actions = record.actions
        self.settings = msgspec.structs.replace(record.settings, salt=SALT)
        game = Game(title_of(self.settings), self.settings)
        self.table = seated(Record.of(game, [game.hash()]))
        people = {player: person_of(self.table, player) for player in self.settings.players}
        people[BYSTANDER] = Person.objects.create(name=BYSTANDER)
        self.people = people
        chance = random.Random(stored)
        self.receivers = {name: Receiver(browser_of(each), self.table, chance) for name, each in people.items()}
        self.receivers["a stranger"] = Receiver(Client(), self.table, chance)
        self.hashes: list[str] = [game.hash()]

    def game(self) -> Game:
        return TABLES.now(self.table).game

    def play(self, action: object) -> None:
        self.table.refresh_from_db()
        game = self.game()
        play(TABLES, self.table, msgspec.json.encode(action), game.player_of(action), self.table.number)  # type: ignore[arg-type]
        self.hashes.append(Table.objects.values_list("hash", flat=True).get(pk=self.table.pk))

    def leaks(self, name: str) -> list[tuple[str, str]]:
        """What one of them is sent now that they should not be, and by which address."""
        self.table.refresh_from_db()
        game = self.game()
        for player, person in self.people.items():
            if player != BYSTANDER:
                plant(self.table, person, player, game)
        hidden = set(server_secrets())
        for player, person in self.people.items():
            kept = {mark(kind, player) for kind in ("notes", "order", "plan", "sandbox")}
            hidden |= {person.key} | (kept if player != name else set())
        hidden |= {each.client.cookies[GUEST].value for each in self.others(name)}
        if not game.over:
            for secret in (self.settings.seed, self.settings.salt):
                hidden |= set(dresses(secret))
        decks = [] if game.over else list(in_order(deck_of(game)))
        hashes = set() if game.over else set(self.hashes)  # who tries every order of a deck could find it by its hash
        found = []
        for where, text in self.receivers[name].all_there_is():
            found += [(where, secret) for secret in hidden if secret in text]
            found += [(where, each) for each in hashes & set(_HASH.findall(text))]
            found += [(where, order.pattern) for order in decks if order.search(text)]
        known = person_keys(self.receivers[name].client)
        found += [
            ("cookie", person.key) for other, person in self.people.items() if other != name and person.key in known
        ]
        return found

    def others(self, name: str) -> list[Receiver]:
        return [each for other, each in self.receivers.items() if other != name and GUEST in each.client.cookies]


def spent(stored: str, every: int, share: float = 1.0) -> Evening:
    """A whole game, at every so many moves of which one of them asks everything, in turn; at its end two do."""
    evening = Evening(stored)
    for receiver in evening.receivers.values():
        receiver.share = share
    turns = cycle(evening.receivers)
    for number, action in enumerate(evening.actions):
        if number % every == 0:
            name = next(turns)
            assert evening.leaks(name) == [], (number, name)
        evening.play(action)
    assert evening.game().over
    for name in (evening.settings.players[0], "a stranger"):
        assert evening.leaks(name) == [], name
    return evening


def asked_for(evening: Evening) -> set[str]:
    """The addresses that had something to say, rather than that there is nothing or that it is not done so."""
    said = {pattern: codes for each in evening.receivers.values() for pattern, codes in each.answered.items()}
    for each in evening.receivers.values():
        for pattern, codes in each.answered.items():
            said[pattern] = said[pattern] | codes
    return {pattern for pattern, codes in said.items() if codes - {404, 405}}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "stored", ["1849-three", *(pytest.param(each, marks=pytest.mark.soak) for each in ("1883-two", "18FB-three"))]
)
def test_over_a_whole_game_nothing_that_is_sent_holds_a_secret(stored: str) -> None:
    evening = spent(stored, every=200)
    left_out = set(patterns()) - asked_for(evening) - set(EXCUSED)
    assert not left_out, "nobody has asked these addresses for anything: see receiving"
    assert set(EXCUSED) <= set(patterns())
    page = evening.receivers[BYSTANDER].client.get(f"/t/{evening.table.key}").content.decode()
    assert evening.settings.seed in page  # now everybody may know


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("stored", ["1849-five", "1883-four", "18FB-six"])
def test_at_every_move_of_a_game_nothing_that_is_sent_holds_a_secret(stored: str) -> None:
    """After every move somebody else asks some of the addresses, so that each is asked some hundred times."""
    spent(stored, every=1, share=0.15)
