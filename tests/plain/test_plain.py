"""The proof that a fourth title is a short list of differences: a whole 18xx, and how little it took."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from ferrovia.bots.play import bots_for, play_out
from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.palette import LIGHT
from ferrovia.drawing.pictures import PIECES, Subject, drawn
from ferrovia.engine.flow import events as told
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.kinds import union
from ferrovia.engine.flow.title import Title
from ferrovia.engine.flow.usual import UsualTitle
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.save import open_game, recorded, save
from ferrovia.formats.verification import verify
from ferrovia.formats.view import choices_view, view_for
from ferrovia.saying.catalogue import LANGUAGES
from ferrovia.titles import registry
from tests.plain.title import TITLE
from tests.walks import half_sensible_walk, new_game, walk

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
MOST_DATA, MOST_CODE = 300, 150

# What must come about in a few games, if the plain title is played as an 18xx is.
USUAL = {
    told.BankBroken,
    told.WentBankrupt,
    told.CorporationClosed,
    told.DealMade,
    told.DividendReceived,
    told.Floated,
    told.HomeTaken,
    told.PhaseBegins,
    told.PlayerLeft,
    told.PresidentAdded,
    told.PresidentChanged,
    told.PriceMoved,
    told.PrivateClosed,
    told.PrivateRevenue,
    told.Started,
    told.StockPooled,
    told.TokenPlaced,
    told.TrainGivenUp,
    told.TrainsEliminated,
    told.TrainToPool,
}


@cache
def _late() -> Game:
    """A game at its end, mostly played sensibly."""
    game = new_game(TITLE, 3, 3)
    for _ in half_sensible_walk(game, 3):
        pass
    return game


# How little it took


def test_its_sheets_and_its_code_are_short() -> None:
    data = sum(len(path.read_text().splitlines()) for path in HERE.glob("components/*"))
    code = sum(len(path.read_text().splitlines()) for path in HERE.glob("*.py") if not path.name.startswith("test_"))
    assert 0 < data <= MOST_DATA
    assert 0 < code <= MOST_CODE


def test_nothing_in_the_program_is_made_for_it() -> None:
    names = (f'"{TITLE.name}"', f"{TITLE.name}-", "tests.plain", *TITLE.box.privates, *TITLE.box.corporations)
    found = [
        (path.name, name)
        for path in (SOURCE / "ferrovia").rglob("*.py")
        for name in names
        if (name if not name.isalpha() else f'"{name}"') in path.read_text()
    ]
    assert found == []
    assert TITLE.name not in registry.all_titles()


def test_its_shares_are_not_those_of_the_three() -> None:
    assert {card.share for card in TITLE.box.corporations.values()} == {20}


# Whole games


@pytest.mark.parametrize("players", TITLE.player_counts)
@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_computer_players_play_it_to_the_end(kind: str, players: int) -> None:
    game = new_game(TITLE, players, players)

    def hear(now: Game, events: list[Event]) -> None:
        assert faults(now) == []

    play_out(game, bots_for([kind] * players, game.settings), hear)
    assert game.state.ended_by == "Plain-10"
    assert game.state.operated


def test_all_that_is_usual_happens_is_told_and_can_be_stored() -> None:
    told: list[Event] = []
    for seed in range(10, 18):
        game = new_game(TITLE, seed, TITLE.player_counts[seed % 3])
        for now, _ in half_sensible_walk(game, seed):
            told += now.events
        told += game.events
    assert {type(event) for event in told} >= USUAL
    for event in told:
        assert msgspec.json.decode(msgspec.json.encode(event), type=union(tuple(TITLE.events))) == event


class Undecided(UsualTitle):
    """Nothing but a name, a box and clauses: stock lies in the treasuries, which are paid for it."""

    name = "Plain"
    place = "nowhere"
    citations = TITLE.citations


def test_a_title_that_differs_nowhere_is_a_game() -> None:
    game = new_game(Undecided(TITLE.box), 4, 3)
    for now in walk(game, random.Random(4)):
        assert faults(now) == []
    assert game.state.ended_by == "Plain-10"
    assert game.state.floated == {}
    assert game.state.operated


def test_a_title_without_a_facet_is_not_loaded() -> None:
    class Gap(Title):
        name = "Gap"
        place = "nowhere"

    with pytest.raises(LookupError, match=r"does not answer for citations, .*setup, corporations, stock"):
        Gap(TITLE.box)


# Files, views and pictures


@pytest.mark.usefixtures("plain_is_registered")
def test_a_saved_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    game = new_game(TITLE, 5, 3)
    for _ in walk(game, random.Random(5), most=250):
        pass
    assert game.state.floated
    assert game.state.pars
    record = recorded(game)
    save(tmp_path / "plain.json", record)
    stored, again = open_game(tmp_path / "plain.json")
    assert (again.hash(), again.decision) == (game.hash(), game.decision)
    assert stored.actions == game.actions
    assert verify(stored).ok
    for one, other in zip(walk(game, random.Random(6)), walk(again, random.Random(6)), strict=True):
        assert one.hash() == other.hash()


@pytest.mark.usefixtures("plain_is_registered")
@pytest.mark.parametrize("field", ["pars", "floated"])
def test_a_file_with_an_unknown_corporation_is_refused(tmp_path: Path, field: str) -> None:
    game = new_game(TITLE, 5, 3)
    for _ in walk(game, random.Random(5), most=250):
        pass
    spoilt = game.fork()
    spoilt.state.pars = {**game.state.pars, "XX": 70} if field == "pars" else game.state.pars
    spoilt.state.floated = {**game.state.floated, "XX": "2"} if field == "floated" else game.state.floated
    record = recorded(game)
    record.state, record.hashes[-1] = spoilt.snapshot(), spoilt.hash()
    save(tmp_path / "plain.json", record)
    with pytest.raises(FileTrouble, match="XX"):
        open_game(tmp_path / "plain.json")


def test_everybody_sees_pars_and_who_has_floated() -> None:
    chance = random.Random(2)
    started = floated = 0
    for game in walk(new_game(TITLE, 2, 4), chance, most=400):
        if chance.random() < 0.9:
            continue
        for viewer in (None, *game.state.seats):
            corporations = view_for(game, viewer)["corporations"]
            assert {name: entry["par"] for name, entry in corporations.items() if entry["par"]} == game.state.pars
            floated_in = {name: entry["floated_in"] for name, entry in corporations.items() if entry["floated_in"]}
            assert floated_in == game.state.floated
            assert {name for name, entry in corporations.items() if entry["floated"]} == set(floated_in)
        started, floated = started + len(game.state.pars), floated + len(game.state.floated)
        texts = [choice["text"] for choice in choices_view(game)["choices"]]
        assert all(texts)
    assert started > floated > 0


@pytest.mark.usefixtures("plain_is_registered")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", [*PIECES, "all"])
def test_its_pictures_draw_themselves(what: str, language: str) -> None:
    edition, game = edition_of(TITLE, language), _late()
    for subject in (Subject(edition, LIGHT), Subject(edition, LIGHT, game)):
        if what == "charts" and subject.game is None:
            continue
        picture = drawn(what, subject)
        assert len(list(ElementTree.fromstring(picture).iter())) > 50
    shown = drawn("board", Subject(edition, LIGHT, game))
    assert all(card.name in shown for card in TITLE.box.board.hexes.values() if card.name)
