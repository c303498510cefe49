"""While servers of two releases run side by side, each is asked for files by the names of the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client, override_settings

from ferrovia.table.static_files import STAMP, pack

SCRIPT = "table/live.{}.js"
OLD, OLDER = SCRIPT.format("0" * 12), SCRIPT.format("1" * 12)


@pytest.fixture
def packed(tmp_path: Path) -> Iterator[Path]:
    """Files that were packed after those of two earlier releases."""
    with override_settings(STATIC_ROOT=tmp_path):
        (tmp_path / "table").mkdir()
        for name in (OLD, OLDER):
            (tmp_path / name).write_text("// as it was")
        os.utime(tmp_path / OLDER, (0, 0))
        pack()
        yield tmp_path


def test_names_of_the_release_before_are_kept_for_a_while(packed: Path) -> None:
    assert (packed / OLD).exists()
    assert not (packed / OLDER).exists()
    answer = Client().get(f"/static/{OLD}")
    assert b"".join(answer) == b"// as it was"


def test_what_is_packed_under_another_name_is_found_and_not_kept_by_the_browser(packed: Path) -> None:
    answer = Client().get(f"/static/{OLDER}")
    assert (answer.status_code, answer["Cache-Control"]) == (302, "no-store")
    (present,) = (path for path in (packed / "table").glob("live.*.js") if path.name != Path(OLD).name)
    assert answer["Location"] == f"/static/table/{present.name}"
    assert b"".join(Client().get(answer["Location"]))


@pytest.mark.parametrize("name", ["table/nothing.000000000000.js", "table/live.000.js", "..%2fsecret.000000000000.js"])
def test_what_is_nowhere_is_not_found(packed: Path, name: str) -> None:
    assert Client().get(f"/static/{name}").status_code == 404


def test_packing_again_changes_nothing_that_is_served(packed: Path) -> None:
    before = {path: path.read_bytes() for path in packed.rglob("*") if path.is_file() and path.name != STAMP}
    (packed / STAMP).unlink()
    pack()
    assert {path: path.read_bytes() for path in before} == before
