"""docs/promises.md: each promise names the tests that hold it; and the promises that have no better place."""

from __future__ import annotations

import ast
import hashlib
import random
import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest

from ferrovia.engine.flow.chance import Chance, commitment
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import COMMON_EVENTS
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import Record, open_game, save
from ferrovia.formats.view import view_for
from ferrovia.titles.registry import all_titles
from tests.neighbours import KINDS, kind_of
from tests.titles import TITLES
from tests.walks import new_game, pick, walk

ROOT = Path(__file__).parent.parent
each_title = pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
LONG = 600  # a random game that takes more actions is ended

# Kinds of actions and their fields as they stand in save files that people keep. Nothing is ever taken out of this
# table; what a release adds to the program is added here.
RELEASED = {
    "accept": "",
    "acquire": "company",
    "answer": "choice",
    "bankrupt": "",
    "bid": "private price",
    "build_line": "route card",
    "buy_concession": "concession corporation",
    "buy_e_token": "",
    "buy_private": "private price",
    "buy_share": "corporation source",
    "buy_support": "",
    "buy_token": "hex seller price",
    "buy_train": "train source price",
    "choose_home": "hex",
    "decline": "",
    "discard_train": "train",
    "dividend": "choice",
    "exchange": "certificates",
    "issue_bond": "",
    "issue_shares": "count",
    "lay_tile": "hex tile rotation",
    "leave_game": "",
    "merge": "",
    "offer_private": "private to price",
    "pass": "",
    "place_anchor": "hex",
    "place_coach": "hex",
    "place_token": "hex city",
    "put_up": "lot",
    "redeem_share": "",
    "repay_bond": "",
    "run_trains": "routes",
    "sell_shares": "corporation certificates",
    "start": "corporation price",
    "take_concession": "corporation price at_half",
    "take_loan": "",
    "use_private": "private hex",
}


# The document


def promises() -> dict[str, str]:
    """Each promise by its name."""
    text = (ROOT / "docs" / "promises.md").read_text("utf-8")
    found = re.split(r"^- \*\*(.+?)\.\*\*", text, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


@cache
def names_in(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_promise_names_tests_that_exist() -> None:
    assert len(promises()) > 5
    for name, text in promises().items():
        tests = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", text)
        assert tests, name
        for path, function in tests:
            assert (ROOT / path).is_file(), f"{name}: there is no {path}."
            assert not function or function in names_in(ROOT / path), f"{name}: {path} has no {function}."


# All or nothing


@each_title
def test_an_action_that_fails_in_the_middle_changes_nothing(title: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(title, 5, title.player_counts[0])
    action = pick(game.decision, random.Random(5))
    before, decision, events = game.hash(), game.decision, game.events

    def fail(frame: object, game: Game, action: object) -> None:
        game.state.cash = dict.fromkeys(game.state.cash, 0)
        game.break_bank()
        game.pop()
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patched:
        patched.setattr(type(game.top), "play", fail)
        with pytest.raises(RuntimeError, match="in the middle"):
            game.apply(action)
    assert (game.hash(), game.decision, game.events, game.actions) == (before, decision, events, [])
    game.apply(action)
    assert game.hash() != before


# Fair


def test_numbers_come_from_the_seed_and_how_many_were_drawn() -> None:
    """As anybody can work out with a seed that was shown: the hash of the seed, a stroke and the number of the draw."""
    chance = Chance("a seed")
    for draw in range(50):
        digest = hashlib.sha256(f"a seed/{draw}".encode()).digest()
        assert chance.die(10) == 1 + int.from_bytes(digest, "big") % 10
    again = Chance("a seed", draws=49)
    assert (again.die(10), again.draws) == (1 + int.from_bytes(digest, "big") % 10, chance.draws)
    rolls = [Chance("another", draws).die(6) for draws in range(6000)]
    assert all(900 < rolls.count(side) < 1100 for side in range(1, 7))
    deck = list(range(30))
    assert sorted(Chance("a third").shuffled(deck)) == deck != Chance("a third").shuffled(deck)


@each_title
def test_the_hash_of_the_seed_is_published_from_the_start_and_the_seed_at_the_end(title: Title) -> None:
    seed = "the secret of this game"
    names = ("Ada", "Bruno", "Carla")[: max(title.player_counts[0], 2)]
    game = Game(title, Settings(title.name, names, seed))
    published = hashlib.sha256(f"ferrovia seed {seed}".encode()).hexdigest()
    for now in walk(game, random.Random(1), most=LONG):
        if now.state.number % 25 == 0:
            view = view_for(now)
            assert (view["commitment"], view["seed"]) == (published, None)
            assert seed not in str(view)
            assert seed not in str(view_for(now, names[0]))
    if not game.over:
        game.end("end", "enough")
    view = view_for(game)
    assert (view["commitment"], view["seed"]) == (published, seed)


def test_a_short_seed_cannot_be_guessed_from_what_is_published() -> None:
    title, salt = TITLES[0], "0123456789abcdef0123456789abcdef"
    game = Game(title, Settings(title.name, ("Ada", "Bruno", "Carla"), "7", salt=salt))
    plain = Game(title, Settings(title.name, ("Ada", "Bruno", "Carla"), "7"))
    published = hashlib.sha256(f"ferrovia salt 32 {salt} seed 7".encode()).hexdigest()
    assert game.commitment == published != plain.commitment == commitment("7")
    assert game.hash() == plain.hash()  # nothing is drawn from it
    for now in walk(game, random.Random(1)):
        if now.state.number % 25 == 0:
            view = view_for(now, "Ada")
            assert (view["commitment"], view["seed"], view["salt"]) == (published, None, None)
            assert salt not in str(view)
    view = view_for(game)
    assert (view["commitment"], view["seed"], view["salt"]) == (published, "7", salt)


def test_a_commitment_is_to_one_seed_and_one_salt() -> None:
    """However they are cut: nobody can say afterwards that it was meant for others."""
    pairs = [("1 seed 2", "a"), ("2", "a seed 1"), ("2", "a 1"), ("1 2", "a"), ("salt 1 a seed 2", ""), ("2", "1 a")]
    assert len({commitment(seed, salt) for seed, salt in pairs}) == len(pairs)


# Old games live


def test_names_of_actions_and_their_fields_are_kept() -> None:
    now = {kind_of(kind): {field.name: field for field in msgspec.structs.fields(kind)} for kind in KINDS}
    for kind, names in RELEASED.items():
        assert names.split() == list(now[kind])[: len(names.split())], kind
        later = [field for name, field in now[kind].items() if name not in names.split()]
        assert all(field.required is False for field in later), f"{kind}: what is added needs a default."
    assert set(now) == set(RELEASED), "New kinds of actions belong in the table."


def test_names_of_events_and_their_fields_are_kept() -> None:
    """Files hold them: what is in the table stays, what is new comes into it."""
    released = tomllib.loads(Path(__file__).with_name("released_events.toml").read_text("utf-8"))
    now = {"every title": COMMON_EVENTS} | {
        name: [kind for kind in title.events if kind not in COMMON_EVENTS] for name, title in all_titles().items()
    }
    for owner, kinds in now.items():
        known = {str(kind.__struct_config__.tag): kind for kind in kinds}
        assert set(known) == set(released[owner]), owner
        for tag, names in released[owner].items():
            fields = msgspec.structs.fields(known[tag])
            assert [field.name for field in fields][: len(names.split())] == names.split(), tag
            later = fields[len(names.split()) :]
            assert not any(field.required for field in later), f"{tag}: what is added needs a default."
    assert set(now) == set(released)


@pytest.mark.usefixtures("plain_is_registered")
@each_title
def test_a_running_game_goes_on_from_its_state_and_is_never_replayed(
    title: Title, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever later rules would say to its set-up or its actions."""
    game, chance = new_game(title, 3, title.player_counts[0]), random.Random(3)
    hashes = [now.hash() for now in walk(game, chance, most=120)]
    path = tmp_path / "game.json"
    save(path, Record.of(game, [*hashes, game.hash()]))

    def changed_rules(*arguments: object, **options: object) -> None:
        raise AssertionError("The game was played again.")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "apply", changed_rules)
        patched.setattr(type(title.setup), "set_up", changed_rules)
        _, again = open_game(path)
        assert again.hash() == game.hash()
        assert again.decision == game.decision
    action = pick(game.decision, chance)
    again.apply(action)
    game.apply(action)
    assert again.hash() == game.hash()
