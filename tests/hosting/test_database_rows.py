"""Rows brought from one database into another: all of them, as they were, or none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from ferrovia.table.backup import opened
from ferrovia.table.database_rows import copy_rows, row_counts
from ferrovia.table.databases import sqlite
from ferrovia.table.migrating import migrate
from ferrovia.table.models import Person


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Two databases of our own, besides the one of the tests."""
    folder = tmp_path_factory.mktemp("two")
    with (
        django_db_blocker.unblock(),
        opened("one", sqlite(folder / "one.sqlite3")),
        opened("two", sqlite(folder / "two.sqlite3")),
    ):
        for alias in ("one", "two"):
            migrate(alias)
        yield


class Stopped(Exception):
    pass


@pytest.mark.usefixtures("two")
def test_what_breaks_off_leaves_what_was_there() -> None:
    Person.objects.using("two").create(name="Carla")
    before = row_counts("two")
    for name in ("Ada", "Bruno"):
        Person.objects.using("one").create(name=name)

    def told(done: int, whole: int) -> None:
        if done == whole:
            raise Stopped

    with pytest.raises(Stopped):
        copy_rows("one", "two", told)
    assert row_counts("two") == before
    assert Person.objects.using("two").get().name == "Carla"


@pytest.mark.usefixtures("two")
def test_times_and_numbers_are_those_of_the_source() -> None:
    for name in ("Ada", "Bruno"):
        Person.objects.using("one").create(name=name)
    told: list[tuple[int, int]] = []
    counts = copy_rows("one", "two", lambda done, whole: told.append((done, whole)))
    assert counts == row_counts("one") == row_counts("two")
    assert list(Person.objects.using("two").values()) == list(Person.objects.using("one").values())
    assert told[-1] == (sum(counts.values()),) * 2
    assert Person.objects.using("two").create(name="Elio").pk > max(person.pk for person in Person.objects.using("one"))
