"""What every storage must do: keep moves whole or not at all, and let the faster of two writers win."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from ferrovia.formats.files import FileTrouble
from ferrovia.formats.save import Record, load, resume, written
from ferrovia.sitting.storage import FileStorage, MemoryStorage, Overtaken, Standing, Storage
from tests.formats.records import recorded_walk, records_of
from tests.sitting.moves import led_to
from tests.sitting.rows import RowStorage

Pair = tuple[Storage, Storage]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return records_of(recorded_walk(5, 12)[0])


def storages(kind: str, folder: Path, record: Record) -> Pair:
    """Two writers to one place."""
    if kind == "memory":
        memory = MemoryStorage(record)
        return memory, memory
    if kind == "rows":
        RowStorage(str(folder / "games.db"), "evening").begin(record)
        return RowStorage(str(folder / "games.db"), "evening"), RowStorage(str(folder / "games.db"), "evening")
    FileStorage(folder / "game.json").begin(record)
    pair = FileStorage(folder / "game.json"), FileStorage(folder / "game.json")
    for storage in pair:
        storage.load()
    return pair


@pytest.fixture(params=["memory", "file", "rows"])
def pair(request: pytest.FixtureRequest, tmp_path: Path, records: list[Record]) -> Pair:
    """Two writers to a game that stands after ten actions."""
    return storages(request.param, tmp_path, records[10])


def kept(storage: Storage) -> bytes:
    return written(storage.load()[0])


def test_what_is_stored_is_loaded(pair: Pair, records: list[Record]) -> None:
    storage, _ = pair
    record, game = storage.load()
    assert written(record) == written(records[10])
    assert game.hash() == records[10].hashes[-1]


def test_moves_are_appended_and_cut(pair: Pair, records: list[Record]) -> None:
    storage, other = pair
    for number in (11, 12):
        storage.append(*led_to(records[number]), Standing.of(records[number - 1]))
        assert kept(other) == written(records[number])
    storage.cut(9, records[9].state, resume(records[9]), Standing.of(records[12]))
    assert kept(other) == written(records[9])
    assert other.load()[1].hash() == resume(records[9]).hash()


def test_the_second_of_two_writers_is_told_and_changes_nothing(pair: Pair, records: list[Record]) -> None:
    first, second = pair
    first.append(*led_to(records[11]), Standing.of(records[10]))
    for _ in range(2):  # and again as long as it has not looked
        with pytest.raises(Overtaken, match="Somebody was faster") as told:
            second.append(*led_to(records[11]), Standing.of(records[10]))
        assert told.value.rule == "stale"
    with pytest.raises(Overtaken):
        second.cut(9, records[9].state, resume(records[9]), Standing.of(records[10]))
    assert kept(first) == written(records[11])
    second.load()
    second.append(*led_to(records[12]), Standing.of(records[11]))
    assert kept(first) == written(records[12])


def test_who_took_back_and_played_another_was_faster_too(pair: Pair, records: list[Record]) -> None:
    """The number is the same again, but the game is another."""
    first, second = pair
    other = Standing(10, "0" * 16)
    with pytest.raises(Overtaken):
        first.append(*led_to(records[11]), other)
    with pytest.raises(Overtaken):
        second.cut(9, records[9].state, resume(records[9]), other)
    assert kept(first) == written(records[10])


def test_of_many_writers_at_once_one_wins(pair: Pair, records: list[Record]) -> None:
    storage, _ = pair

    def tried(_: int) -> bool:
        with suppress(Overtaken):
            storage.append(*led_to(records[11]), Standing.of(records[10]))
            return True
        return False

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(tried, range(8))) == 1
    assert kept(storage) == written(records[11])


# Files


@pytest.fixture
def file(tmp_path: Path, records: list[Record]) -> FileStorage:
    storage = FileStorage(tmp_path / "game.json")
    storage.begin(records[10])
    return storage


def appended(storage: Storage, records: list[Record], number: int = 11) -> None:
    storage.append(*led_to(records[number]), Standing.of(records[number - 1]))


def test_a_file_that_was_changed_by_hand_is_not_written_over(file: FileStorage, records: list[Record]) -> None:
    file.path.write_bytes(file.path.read_bytes().replace(b'"Ada"', b'"Eva"'))
    before = file.path.read_bytes()
    with pytest.raises(Overtaken):
        appended(file, records)
    assert file.path.read_bytes() == before


def test_a_file_that_is_gone_is_written_again(file: FileStorage, records: list[Record]) -> None:
    file.path.unlink()
    appended(file, records)
    assert written(load(file.path)) == written(records[11])


def test_a_write_that_fails_stores_nothing(
    file: FileStorage, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FileTrouble, match="the disk is full"):
            appended(file, records)
    assert written(load(file.path)) == written(records[10])
    appended(file, records)  # and it can be tried again
    assert written(load(file.path)) == written(records[11])


def test_what_is_put_off_is_written_when_it_is_settled(tmp_path: Path, records: list[Record]) -> None:
    storage = FileStorage(tmp_path / "game.json", put_off=True)
    storage.begin(records[9])
    appended(storage, records, 10)
    appended(storage, records, 11)
    assert written(load(storage.path)) == written(records[9])
    storage.settle()
    assert written(load(storage.path)) == written(records[11])
    appended(storage, records, 12)
    FileStorage(storage.path).begin(records[3])
    with pytest.raises(Overtaken):
        storage.settle()
    assert written(load(storage.path)) == written(records[3])


def test_alone_others_wait(tmp_path: Path, records: list[Record]) -> None:
    """Each reads and goes on from what it read: no move gets lost."""
    path = tmp_path / "game.json"
    FileStorage(path).begin(records[0])

    def go_on(_: int) -> None:
        storage = FileStorage(path)
        with storage.alone():
            appended(storage, records, len(storage.load()[0].actions) + 1)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(go_on, range(12)))
    assert written(load(path)) == written(records[12])
