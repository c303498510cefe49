"""Where games and secrets are kept, and which command brings what is missing: in a clone, and installed in any way."""

from __future__ import annotations

import sys
from importlib.metadata import packages_distributions, requires
from importlib.util import find_spec
from pathlib import Path

import platformdirs
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ferrovia import installed
from ferrovia.cli import serving
from ferrovia.table.serving import PORT, PORTS
from tests.cli.command import check_trouble, ferrovia

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody has said where games are kept."""
    monkeypatch.delenv(installed.FOLDER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def package(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that was installed, started in an empty folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(nowhere / "home"))
    monkeypatch.setattr(installed, "clone", lambda: None)
    return nowhere


def test_a_clone_keeps_games_in_its_own_folder_wherever_it_is_started(nowhere: Path) -> None:
    assert installed.clone() == ROOT
    assert installed.data_folder() == ROOT / "var"


def test_a_package_keeps_games_where_the_platform_keeps_data(package: Path) -> None:
    assert installed.data_folder() == platformdirs.user_data_path("ferrovia", appauthor=False)
    assert package not in (installed.data_folder(), installed.data_folder().parent)


def test_whoever_names_a_folder_is_heard(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(installed.FOLDER, "mine")
    assert installed.data_folder() == package / "mine"
    assert installed.shown(installed.data_folder()) == "mine"
    monkeypatch.setenv(installed.FOLDER, "")  # which names none
    assert installed.data_folder() == platformdirs.user_data_path("ferrovia", appauthor=False)


@pytest.mark.parametrize("kept", ["table.sqlite3", "games/1849-2026.json"])
def test_games_below_this_folder_are_seen(package: Path, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed.left_behind() is None
    (package / "var" / "games").mkdir(parents=True)
    assert installed.left_behind() is None  # it may be anybody's
    (package / "var" / kept).touch()
    assert installed.left_behind() == package / "var"
    monkeypatch.setenv(installed.FOLDER, "var")
    assert installed.left_behind() is None


# What brings a library


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with pip that we run in, of which no command is on the way."""
    home = tmp_path / "an environment"
    (home / "bin").mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(home))
    monkeypatch.setattr(sys, "executable", str(home / "bin" / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(installed, "find_spec", lambda name: find_spec("json" if name == "pip" else name))
    return home / "bin" / "python"


def test_by_pip(python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed.bringing("printing") == f"'{python}' -m pip install 'ferrovia[printing]'"
    monkeypatch.chdir(python.parent)
    assert installed.bringing() == "python -m pip install ferrovia"
    pip = python.with_name("pip")
    pip.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(python.parent))
    assert installed.bringing("printing") == "pip install 'ferrovia[printing]'"


def test_by_pip_of_this_environment_and_no_other(python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pip").touch(mode=0o755)
    assert installed.bringing().startswith(f"'{python}' -m pip ")


def test_by_pipx(python: Path) -> None:
    (python.parents[1] / "pipx_metadata.json").write_text("{}")
    assert installed.bringing("postgres") == "pipx runpip ferrovia install 'ferrovia[postgres]'"


def test_by_uv(python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda name: None)  # it installs no pip
    assert installed.bringing("printing") == f"uv pip install --python '{python}' 'ferrovia[printing]'"


# The command alone


def test_alone_it_starts_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(
        "ferrovia.table.serving.serve",
        lambda host, port, ready, ports, workers, prepared: started.append((host, port, ports)),
    )
    for words in ((), ("--language", "it"), ("serve",)):
        answer = ferrovia(*words)
        assert (answer.exit_code, answer.output) == (0, "")
    assert started == [("127.0.0.1", PORT, PORTS)] * 3


def test_a_wrong_option_of_the_command_alone_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrovia.table.serving.serve", lambda *told, **more: pytest.fail("started"))
    check_trouble(ferrovia("--fly"), 2, "No such option '--fly'")


def test_libraries_that_are_missing_are_told_before_anything_is_made(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LIBRARIES", ("django", "no_such_library"))
    check_trouble(ferrovia("serve", "--database", tmp_path / "new"), 2, "(no_such_library)", "pip install ferrovia")
    assert not (tmp_path / "new").exists()


def test_every_library_of_the_table_is_asked_for_by_the_package() -> None:
    by_import = packages_distributions()
    asked = {Requirement(need).name for need in requires("ferrovia") or () if "extra ==" not in need}
    for library in serving.LIBRARIES:
        assert {canonicalize_name(name) for name in by_import[library]} & asked, library
