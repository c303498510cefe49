"""export: a copy that may be mailed tells nothing hidden, can be looked at, and cannot be gone on with."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.public import public_copy, seal
from ferrovia.formats.save import Record, load, save
from ferrovia.formats.view import view_for
from ferrovia.titles.registry import title
from tests.cli.command import asked, check_trouble, ferrovia
from tests.walks import walk

SEED, SALT = "the-secret-seed-of-this-game", "0123456789abcdef0123456789abcdef"


def recorded(most: int, salt: str = SALT) -> tuple[Record, Game]:
    """A game of 1883 with its record."""
    game = Game(title("1883"), Settings("1883", ("Ada", "Bruno", "Carla"), SEED, salt=salt))
    hashes = [now.hash() for now in walk(game, random.Random(4), most)]
    return Record.of(game, [*hashes, game.hash()]), game


@pytest.fixture(scope="module")
def early() -> tuple[Record, Game]:
    return recorded(60)


@pytest.fixture
def files(early: tuple[Record, Game], tmp_path: Path) -> tuple[Path, Path]:
    """A game and its public copy."""
    whole, copy = tmp_path / "game.json", tmp_path / "copy.json"
    save(whole, early[0])
    answer = ferrovia("export", whole, "--public", "-o", copy)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout == f"A public copy after 60 actions is in {copy}.\n"
    return whole, copy


def test_seed_salt_and_deck_are_not_in_it(files: tuple[Path, Path], early: tuple[Record, Game]) -> None:
    text, (record, game) = files[1].read_text(), early
    assert SEED not in text
    assert SALT not in text
    assert not any(state_hash in text for state_hash in record.hashes)  # who tries every deck would find the right one
    own = game.state.own
    assert len(own.deck) == 12  # no card has been drawn, so none is known
    assert not [card for card in own.deck if f'"{card}"' in text and card not in own.__struct_fields__]


def test_it_does_not_depend_on_the_deck(early: tuple[Record, Game]) -> None:
    record, game = early
    other = game.fork()
    other.state.own = msgspec.structs.replace(game.state.own, deck=game.state.own.deck[::-1])
    assert public_copy(record, other) == public_copy(record, game)


def test_all_that_everybody_knows_is_in_it(files: tuple[Path, Path], early: tuple[Record, Game]) -> None:
    data, (record, game) = json.loads(files[1].read_text()), early
    assert data["format"] == "ferrovia public game"
    assert data["settings"] == {
        "title": "1883",
        "players": ["Ada", "Bruno", "Carla"],
        "options": [],
        "runs_as_shown": False,
        "revision": 2,
    }
    assert data["commitment"] == game.commitment
    assert data["actions"] == json.loads(msgspec.json.encode(record.actions))
    assert data["view"] == json.loads(json.dumps(view_for(game)))


def test_once_the_seed_is_shown_the_copy_can_be_compared_with_the_game() -> None:
    record, game = recorded(20_000)
    assert game.over
    copy = public_copy(record, game)
    shown = Settings("1883", copy.settings.players, copy.view["seed"], salt=copy.view["salt"])
    assert copy.seals == [seal(shown, state_hash) for state_hash in record.hashes]
    assert seal(shown, record.hashes[0]) != seal(msgspec.structs.replace(shown, salt=""), record.hashes[0])


def test_it_is_shown(files: tuple[Path, Path]) -> None:
    whole, copy = files
    assert asked("show", copy) == asked("show", whole)
    answer = ferrovia("show", copy)
    said, _, table = answer.stdout.partition("\n")
    assert said == f"{copy} is a public copy of a game: what is hidden is not in it, so nobody can continue it."
    assert table == ferrovia("show", whole).stdout
    check_trouble(ferrovia("show", copy, "--at", 3), 2, "holds the last position only")
    assert ferrovia("show", copy, "--at", 60).exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["act", "COPY", '{"do":"pass"}'],
        ["undo", "COPY"],
        ["choices", "COPY"],
        ["verify", "COPY"],
        ["play", "COPY", "--seats", "random,random,random"],
        ["export", "COPY", "--public", "-o", "OTHER"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_nobody_can_go_on_with_it(files: tuple[Path, Path], arguments: list[str], tmp_path: Path) -> None:
    copy, other = files[1], tmp_path / "other.json"
    before = copy.read_bytes()
    paths = {"COPY": copy, "OTHER": other}
    answer = ferrovia(*(paths.get(word, word) for word in arguments))
    check_trouble(
        answer, 2, f"{copy} is a public copy of a game: what is hidden is not in it, so it can only be looked at."
    )
    assert copy.read_bytes() == before
    assert not other.exists()


def test_what_cannot_be_written_is_told_and_nothing_is_lost(files: tuple[Path, Path]) -> None:
    whole, copy = files
    before = whole.read_bytes(), copy.read_bytes()
    check_trouble(ferrovia("export", whole, "-o", copy), 2, "Say what to export: --public")
    check_trouble(ferrovia("export", whole, "--public", "-o", copy), 2, "already exists")
    check_trouble(ferrovia("export", whole, "--public", "-o", whole, "--force"), 2, "needs a file of its own")
    assert (whole.read_bytes(), copy.read_bytes()) == before
    assert ferrovia("export", whole, "--public", "-o", copy, "--force").exit_code == 0


def test_a_game_without_a_salt_is_warned_of(tmp_path: Path) -> None:
    record, _ = recorded(3, salt="")
    save(tmp_path / "old.json", record)
    answer = ferrovia("export", tmp_path / "old.json", "--public", "-o", tmp_path / "copy.json")
    assert answer.exit_code == 0
    assert "is not salted, so a short seed could be guessed" in answer.stdout
    assert load(tmp_path / "old.json").settings.salt == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.__setitem__("version", 2), "was written by a newer Ferrovia"),
        (lambda data: data["settings"].__setitem__("title", "1848"), "is damaged: There is no title 1848"),
        (lambda data: data.__setitem__("seed", SEED), "is damaged: the field seed does not belong"),
        (lambda data: data.pop("actions"), "is damaged: the field actions is missing"),
        (lambda data: data["view"].pop("players"), "KeyError"),
    ],
)
def test_a_copy_that_makes_no_sense_is_told_in_a_sentence(
    files: tuple[Path, Path], change: Callable[[dict[str, Any]], object], words: str
) -> None:
    copy = files[1]
    data = json.loads(copy.read_text())
    change(data)
    copy.write_text(json.dumps(data))
    answer = ferrovia("show", copy)
    assert answer.exit_code == 2
    assert len(answer.stderr.splitlines()) == 1
    assert words in answer.stderr
