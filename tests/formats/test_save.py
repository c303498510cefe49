"""The save file: what goes in comes out, and what is damaged is told with its place."""

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.engine.flow.actions import Bid
from ferrovia.engine.flow.chance import commitment
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import as_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.differences import Difference, difference
from ferrovia.formats.differences import changed as changed_by
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.past import Past
from ferrovia.formats.save import (
    FORMAT,
    VERSION,
    WITH_NUMBERS,
    Move,
    Record,
    earlier,
    fingerprint,
    load,
    open_game,
    recorded,
    replay,
    resume,
    save,
    written,
)
from ferrovia.sitting.law import Law
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import MemoryStorage
from ferrovia.titles.registry import title
from ferrovia.titles.t1883.actions import BuySupport
from tests.formats.records import recorded_walk, records_of, saved_as_version_1
from tests.walks import new_game, pick, walk

Change = Callable[[dict[str, Any]], None]  # to what stands in a file

unhurried = settings(max_examples=15, deadline=None)


@pytest.fixture(scope="module")
def walked() -> tuple[Record, Game]:
    return recorded_walk(seed=3, most=60)


@pytest.fixture
def file(walked: tuple[Record, Game], tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save(path, walked[0])
    return path


# What goes in comes out


@unhurried
@given(seed=st.integers(0, 2**32), most=st.integers(0, 250), players=st.integers(3, 5))
def test_a_saved_game_goes_on_as_if_it_had_never_been_away(
    tmp_path_factory: pytest.TempPathFactory, seed: int, most: int, players: int
) -> None:
    record, game = recorded_walk(seed, most, players)
    path = tmp_path_factory.mktemp("games") / "game.json"
    save(path, record)
    again, loaded = open_game(path)
    assert written(again) == written(record)
    assert loaded.snapshot() == game.snapshot()
    assert loaded.hash() == game.hash() == record.hashes[-1]
    assert loaded.decision == game.decision
    assert loaded.actions == game.actions
    if not game.over:
        action = pick(game.decision, random.Random(seed))
        game.apply(action)
        loaded.apply(action)
        assert loaded.hash() == game.hash()


@unhurried
@given(seed=st.integers(0, 2**32), until=st.integers(0, 40))
def test_a_replay_passes_every_stored_hash(seed: int, until: int) -> None:
    record, _ = recorded_walk(seed, 40)
    until = min(until, len(record.actions))
    assert replay(record, until).hash() == record.hashes[until]
    assert replay(record).hash() == record.hashes[-1]


def test_the_order_of_keys_is_kept(file: Path, walked: tuple[Record, Game]) -> None:
    """An owner's private companies stand in the order they came, and that order is the dict's."""
    _, loaded = open_game(file)
    assert list(loaded.state.privates) == list(walked[1].state.privates)
    assert list(loaded.state.cash) == list(walked[1].state.cash)


def test_the_file_is_json_with_an_action_to_a_line(file: Path, walked: tuple[Record, Game]) -> None:
    data = json.loads(file.read_text("utf-8"))
    assert (data["format"], data["version"]) == (FORMAT, VERSION)
    assert data["commitment"] == commitment(data["settings"]["seed"])
    lines = file.read_text("utf-8").splitlines()
    for action in walked[0].actions:
        assert f"  {msgspec.json.encode(action).decode()}" in [line.rstrip(",") for line in lines]


def test_fingerprints_and_hashes_agree(walked: tuple[Record, Game]) -> None:
    record, game = walked
    assert fingerprint(record.state) == game.hash()


def test_a_field_that_a_later_release_adds_does_not_stop_a_running_game(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stored state is compared with its hash as it is stored, not as this release would write it."""
    monkeypatch.setattr(Game, "hash", lambda game: "another way to hash")
    _, game = open_game(file)
    assert len(game.actions) == 60


def test_a_game_without_hashes_is_played_again_for_them(walked: tuple[Record, Game]) -> None:
    record, game = walked
    assert written(recorded(game)) == written(record)


def test_two_games_in_one_process_do_not_touch_each_other(tmp_path: Path) -> None:
    """Step by step in turn, they come to what each comes to alone."""
    alone = [recorded_walk(seed, 80)[0].hashes for seed in (11, 12)]
    games = [Game(title("1849"), Settings("1849", ("Ada", "Bruno", "Carla"), str(seed))) for seed in (11, 12)]
    chances = [random.Random(seed) for seed in (11, 12)]
    together = [[game.hash()] for game in games]
    for _ in range(80):
        for game, chance, hashes in zip(games, chances, together, strict=True):
            if not game.over:
                game.apply(pick(game.decision, chance))
                hashes.append(game.hash())
    assert together == alone


# Going back


def test_the_way_back_is_stored_and_leads_through_every_state(walked: tuple[Record, Game]) -> None:
    """Each earlier record, to the byte, is the one of the game that was played so far and no further."""
    record, _ = walked
    for number, before in enumerate(records_of(record)):
        assert written(earlier(record, number)) == written(before)
        assert resume(before).hash() == before.hashes[-1]


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_the_way_back_asks_no_rule_of_any_title(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = title(name)
    game = new_game(cards, 5, cards.player_counts[0])
    for _ in walk(game, random.Random(5), most=200):
        pass
    played = records_of(recorded(game))
    save(tmp_path / "game.json", played[-1])
    record = load(tmp_path / "game.json")

    def changed_rules(*arguments: object, **options: object) -> NoReturn:
        raise AssertionError("The game was played again.")

    monkeypatch.setattr(Game, "apply", changed_rules)
    monkeypatch.setattr(type(cards.setup), "set_up", changed_rules)
    for number in range(0, 200, 7):
        assert written(earlier(record, number)) == written(played[number])


def test_undo_never_goes_back_past_a_revealed_die_or_card(
    walked: tuple[Record, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record keeps how many were drawn, and a sitting over it knows."""
    sitting = Sitting(MemoryStorage(walked[0]), Law(undo="any"))
    plain = Game.apply

    def with_a_die(self: Game, *action: Any, **who_and_when: Any) -> list[Event]:
        events = plain(self, *action, **who_and_when)
        self.state.draws += 1
        return events

    monkeypatch.setattr(Game, "apply", with_a_die)
    sitting.act(pick(sitting.game.decision, random.Random(1)))
    record = sitting.record
    with pytest.raises(Refusal) as refused:
        sitting.undo()
    assert refused.value.sentence == "A die or a card was revealed, so the action cannot be taken back."
    assert refused.value.rule == "undo.chance"
    assert sitting.record is record


def test_the_order_of_keys_is_kept_on_the_way_back() -> None:
    """The last to buy SCE has it last; taken back, it stands where it stood."""
    here = {"a": {"x": 1, "y": 2}, "n": 2, "over": "so"}
    for there in (
        {"a": {"y": 2, "x": 1}, "n": 2, "over": "so"},
        {"a": {"z": 0, "x": 1}, "n": 1},
        {"n": 2, "a": {}, "over": "so"},
        {"a": 5, "n": {"a": {"deep": {"er": 1}}}},
        here,
    ):
        made = msgspec.json.decode(msgspec.json.encode(difference(here, there)), type=Difference)
        assert msgspec.json.encode(changed_by(here, made)) == msgspec.json.encode(there)
    assert difference(here, here) == Difference()
    deep, turned = {"own": {"a": {"x": 1, "y": 2}}}, {"own": {"a": {"y": 2, "x": 1}}}
    assert msgspec.json.encode(changed_by(deep, difference(deep, turned))) == msgspec.json.encode(turned)


def test_a_loaded_game_has_its_log(file: Path) -> None:
    record = load(file)
    game = Game(title("1849"), record.settings)
    for number, action in enumerate(record.actions, 1):
        player = game.player_of(action)
        assert game.apply(action) == record.events_of(number)
        assert record.past_of(number).by == player


# Files of version 1


def test_a_file_of_version_1_goes_on_and_is_written_anew(walked: tuple[Record, Game], tmp_path: Path) -> None:
    record, game = walked
    old = load(saved_as_version_1(tmp_path / "old.json", record))
    assert (old.version, old.past.lines) == (VERSION, ())
    assert (old.actions, old.hashes, old.state) == (record.actions, record.hashes, record.state)
    assert old.events_of(3) is None
    assert old.past_of(3) == Past(3)
    assert resume(old).hash() == game.hash()
    save(tmp_path / "new.json", old)
    assert written(load(tmp_path / "new.json")) == written(old)
    assert json.loads((tmp_path / "new.json").read_bytes())["past"] == []


def test_a_file_of_version_1_goes_back_by_playing_again(walked: tuple[Record, Game], tmp_path: Path) -> None:
    record, _ = walked
    old = load(saved_as_version_1(tmp_path / "old.json", record))
    for number in (0, 31, 59):
        before = earlier(old, number)
        assert (before.actions, before.hashes) == (record.actions[:number], record.hashes[: number + 1])
        assert before.state == earlier(record, number).state


def test_an_old_position_that_does_not_come_out_again_is_told(walked: tuple[Record, Game], tmp_path: Path) -> None:
    old = load(saved_as_version_1(tmp_path / "old.json", walked[0]))
    old.hashes[31] = "0" * 16
    with pytest.raises(Refusal, match="Played again, the game does not come to the position it had after"):
        earlier(old, 31)
    old.actions[3] = Bid("RSA", 1)
    with pytest.raises(Refusal, match="The game cannot be played again: "):
        earlier(old, 20)


def test_an_old_game_that_went_on_has_a_past_from_there(walked: tuple[Record, Game], tmp_path: Path) -> None:
    """The last five actions were taken after the file had been read."""
    record, _ = walked
    old = load(saved_as_version_1(tmp_path / "old.json", earlier(record, 55)))
    for number in range(56, 61):
        state = record.state if number == 60 else earlier(record, number).state
        old = old.with_move(
            Move(record.actions[number - 1], record.hashes[number], record.past.lines[number - 1]), state
        )
    save(tmp_path / "game.json", old)
    again = load(tmp_path / "game.json")
    assert (again.events_of(56), again.events_of(55)) == (record.events_of(56), None)
    for number in (58, 55, 54, 0):
        assert earlier(again, number).state == earlier(record, number).state


# A past that is damaged


def past_changed(file: Path, number: int, change: Change) -> Record:
    data = json.loads(file.read_text("utf-8"))
    change(data["past"][number - 1])
    file.write_text(json.dumps(data), "utf-8")
    return load(file)


BACK: dict[str, Change] = {
    "the file": lambda past: past["back"]["put"].update(number=0),
    "of another state": lambda past: past.update(back={"drop": ["nothing"]}),
    "of no state": lambda past: past.update(back={"within": {"phase": {"put": {"a": 1}}}}),
    "no difference": lambda past: past.update(back=5),
    "of another action": lambda past: past.update(number=7),
    "more than it should": lambda past: past.update(why="so"),
}


@pytest.mark.parametrize("name", BACK)
def test_a_damaged_way_back_is_told_in_one_sentence(file: Path, name: str) -> None:
    record = past_changed(file, 40, BACK[name])
    assert earlier(record, 40).hashes == record.hashes[:41]  # so far nothing is wrong
    with pytest.raises(
        FileTrouble, match=r"^What is stored (of action 40 cannot be used: .*|does not lead back to .*)\.$"
    ):
        earlier(record, 39)


EVENTS = {
    "an unknown kind": [{"event": "flight"}],
    "a field too many": [{"event": "did_not_run", "corporation": "AFG", "why": 1}],
    "a field too few": [{"event": "did_not_run"}],
    "no list": {"event": "did_not_run", "corporation": "AFG"},
    "no event": ["Ada passes."],
}


@pytest.mark.parametrize("name", EVENTS)
def test_what_is_no_event_is_told_in_one_sentence(file: Path, name: str) -> None:
    record = past_changed(file, 40, lambda past: past.update(events=EVENTS[name]))
    with pytest.raises(FileTrouble, match=r"^The stored events of action 40 cannot be used: [^`]*\.$"):
        record.events_of(40)
    assert record.events_of(41) is not None


@pytest.mark.parametrize("missing", [-1, 10])
def test_a_line_of_the_past_that_is_missing_is_told(file: Path, missing: int) -> None:
    """Without the last the file is refused; without another, whoever wants to go back beyond it."""
    data = json.loads(file.read_text("utf-8"))
    del data["past"][missing]
    file.write_text(json.dumps(data), "utf-8")
    if missing == -1:
        with pytest.raises(
            FileTrouble, match="is damaged: What is stored of action 60 cannot be used: it belongs to action 59"
        ):
            load(file)
        return
    record = load(file)
    assert earlier(record, 11).hashes == record.hashes[:12]
    with pytest.raises(FileTrouble, match="What is stored of action 11 cannot be used: it belongs to action 10"):
        earlier(record, 10)


def test_a_file_that_another_program_has_laid_out_anew_is_the_same_record(
    file: Path, walked: tuple[Record, Game]
) -> None:
    for indent in (None, 1, 4):
        file.write_text(json.dumps(json.loads(written(walked[0])), indent=indent), "utf-8")
        assert written(load(file)) == written(walked[0])


def test_a_file_of_another_titles_actions_is_refused(file: Path) -> None:
    """1883 knows this action, and 1849 does not."""
    foreign = msgspec.to_builtins(BuySupport())
    assert as_action(title("1883"), foreign) == BuySupport()
    changed(file, lambda data: put(data, foreign, "actions", 3))
    with pytest.raises(FileTrouble, match=r"is damaged: actions\[3\].*'buy_support'"):
        load(file)


# What is damaged

LIBRARY = re.compile(r"`|JSON|expected|object|array|truncated|\bstr\b|\bint\b|Error", re.IGNORECASE)  # not our words


def changed(path: Path, change: Change) -> Path:
    """The file with a change to its JSON; the last hash is made to fit, as a stranger could do."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    if isinstance(data.get("state"), dict) and data.get("hashes"):
        data["hashes"][-1] = fingerprint(data["state"])
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it ends in the middle, after 0 bytes"),
        (b"\x00\x00", "cannot be read near byte 1"),
        (b"hello", "cannot be read near byte 1"),
        (b"[]", "must be a group of fields"),
        (b"{}", "does not say that it is one"),
        (b'{"format": 5}', "format must be a text"),
        (b'{"format": "18xx"}', "does not say that it is one"),
        (b'{"format": "ferrovia game", "version": NaN}', "cannot be read near byte"),
        (b'{"format": "ferrovia game", "version": "1"}', "version must be a whole number"),
        (b'{"format": "ferrovia game", "version": 1}', "the field settings is missing"),
        (b'{"format": "ferrovia game", "version": 0}', "damaged"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" * 100_000, "must be a group of fields"),
        (b'{"format": "\xff\xfe"}', "utf-8"),
        (b"\x89PNG\r\n\x1a\n", "cannot be read near byte 1"),
    ],
)
def test_a_foreign_file_is_told_in_one_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(FileTrouble) as trouble:
        open_game(path)
    sentence = str(trouble.value)
    assert sentence.startswith(str(path))
    assert words.lower() in sentence.lower()
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert not LIBRARY.search(sentence.removeprefix(str(path)))


def test_a_newer_format_is_refused_before_anything_else_is_read(file: Path) -> None:
    changed(file, lambda data: data.update(version=WITH_NUMBERS + 1, something="new"))
    with pytest.raises(FileTrouble, match=r"was written by a newer Ferrovia: its format has version 4"):
        load(file)


def cut(data: Any, *place: str | int) -> None:
    for key in place[:-1]:
        data = data[key]
    del data[place[-1]]


def put(data: Any, value: object, *place: str | int) -> None:
    for key in place[:-1]:
        data = data[key]
    data[place[-1]] = value


DAMAGES: dict[str, tuple[Change, str]] = {
    "no seed": (lambda data: cut(data, "settings", "seed"), "seed"),
    "no actions": (lambda data: cut(data, "actions"), "actions"),
    "actions are no list": (lambda data: put(data, {"do": "pass"}, "actions"), "actions must be a list"),
    "an action is no action": (lambda data: put(data, {"do": "fly"}, "actions", 3), "actions[3]"),
    "an action lacks a field": (lambda data: put(data, {"do": "bid"}, "actions", 3), "actions[3]"),
    "an action has a field too many": (lambda data: put(data, {"do": "pass", "x": 1}, "actions", 3), "actions[3]"),
    "a hash is a number": (lambda data: put(data, 5, "hashes", 2), "hashes[2]"),
    "a hash is missing": (lambda data: cut(data, "hashes", 4), "60 actions need 61 hashes, and there are 60"),
    "an action is missing": (lambda data: cut(data, "actions", 4), "59 actions need 60 hashes, and there are 61"),
    "an unknown field": (lambda data: put(data, 1, "surprise"), "surprise"),
    "an unknown title": (lambda data: put(data, "1848", "settings", "title"), "There is no title 1848"),
    "two players of one name": (lambda data: put(data, ["Ada", "Ada", "Bruno"], "settings", "players"), "called Ada"),
    "a player without a name": (
        lambda data: put(data, ["Ada", "", "Bruno"], "settings", "players"),
        "cannot be called",
    ),
    "a name with a line break": (lambda data: put(data, ["A\nB", "C", "D"], "settings", "players"), "cannot be called"),
    "other players": (lambda data: put(data, ["X", "Y", "Z"], "settings", "players"), "exactly one seat"),
    "an empty seed": (lambda data: put(data, "", "settings", "seed"), "A seed has"),
    "an unknown option": (lambda data: put(data, ["fun"], "settings", "options"), "no option 'fun'"),
    "the state is a list": (lambda data: put(data, [], "state"), "state must be a group of fields"),
    "the state is empty": (lambda data: put(data, {}, "state"), "seats"),
    "money from nowhere": (lambda data: put(data, 9999, "state", "cash", "Ada"), "The money adds up to"),
    "money in words": (lambda data: put(data, "much", "state", "cash", "Ada"), "cash[...] must be a whole number"),
    "an unknown phase": (lambda data: put(data, "5", "state", "phase"), "There is no phase '5'"),
    "a tile on no hex": (lambda data: put(data, ["7", 0], "state", "layout", "Z99"), "There is no hex 'Z99'"),
    "no such tile": (lambda data: put(data, ["x", 0], "state", "layout", "B8"), "There is no"),
    "a tile turned too far": (lambda data: put(data, ["7", 6], "state", "layout", "D4"), "turned by 6"),
    "a layout of numbers": (lambda data: put(data, 5, "state", "layout"), "does not fit"),
    "an unknown frame": (lambda data: put(data, {"frame": "fly"}, "state", "agenda", -1), "fly"),
    "no agenda": (lambda data: put(data, [], "state", "agenda"), "Nothing is left to do"),
    "off the market": (lambda data: put(data, [["AFG", 99, 0]], "state", "market"), "does not fit"),
    "another number": (lambda data: put(data, 3, "state", "number"), "after 3 actions, and there are 60"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_told_in_one_sentence_with_its_place(file: Path, name: str) -> None:
    damage, words = DAMAGES[name]
    changed(file, damage)
    with pytest.raises(FileTrouble) as trouble:
        open_game(file)
    sentence = str(trouble.value)
    assert sentence.startswith(f"{file} is damaged: ")
    assert words in sentence
    assert "\n" not in sentence
    assert not LIBRARY.search(sentence.removeprefix(str(file)))


def test_a_state_that_its_hash_does_not_stand_for_is_refused(file: Path) -> None:
    data = json.loads(file.read_text("utf-8"))
    data["state"]["cash"]["Ada"] += 10
    data["state"]["cash"]["bank"] -= 10  # nothing is lost: only the hash tells
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(FileTrouble, match=r"The stored state does not match its hash\.$"):
        open_game(file)


def test_every_truncation_is_noticed(walked: tuple[Record, Game], tmp_path: Path) -> None:
    whole = written(walked[0])
    path = tmp_path / "game.json"
    for size in range(0, len(whole) - 2, 97):
        path.write_bytes(whole[:size])
        with pytest.raises(FileTrouble, match=r"it ends in the middle|not a game file"):
            open_game(path)


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 10**9), value=st.integers(0, 255))
def test_no_wrong_byte_leads_to_more_than_a_sentence(
    walked: tuple[Record, Game], tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    whole = bytearray(written(walked[0]))
    whole[place % len(whole)] = value
    path = tmp_path_factory.mktemp("games") / "game.json"
    path.write_bytes(whole)
    with suppress(FileTrouble):
        record, game = open_game(path)
        assert len(record.actions) == len(game.actions)
        earlier(record, 0)
        for number in range(1, 61):
            record.events_of(number)


def test_a_record_is_not_shared_with_its_game(walked: tuple[Record, Game]) -> None:
    _, game = walked
    game = game.fork()
    record = Record.of(game, [])
    game.apply(pick(game.decision, random.Random(1)))
    assert len(record.actions) == len(game.actions) - 1
