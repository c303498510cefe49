"""A clone is all that anybody needs: nothing in the project names or reads what lies outside it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.recorded import recorded_export

ROOT = Path(__file__).resolve().parents[1]
PICTURES = (".woff2", ".png", ".svg", ".gz", ".zip")  # and whatever else is no text of ours

# What reads files of the project: the recorded game and its figures, stored games and maps, and bench.
PART = (
    "tests/test_clone.py::test_nothing_in_the_project_names_a_path_outside_it",
    "tests/test_launcher.py",
    "tests/test_stored_games.py",
    "tests/formats/test_eighteenxx.py",
    "tests/formats/test_eighteenxx_files.py::test_stocks_sold_in_an_emergency_keep_their_order",
    "tests/cli/test_checking.py",
    "tests/cli/test_bench.py::test_the_recorded_game_comes_with_the_program",
    "tests/engine/board/test_best_runs.py::TestTheRecordedGame",
    "tests/drawing/test_stored_maps.py",
)

# Folders that are somebody's own, and steps up the tree.
OF_SOMEBODY = re.compile(
    r"(?<![\w.<>-])/(?:home|root|Users|work|workspace|tmp|mnt|srv|data)/\w|(?<![\w.<>-])/opt/(?!ferrovia\b)\w"
)
UPWARDS = re.compile(r"(?<![\w./])(?:\.\./)+")
PARENTS = re.compile(r"(\w+)\.__file__\)|Path\(__file__\)")
NUMBER = re.compile(r"parents\[(\d+)\]")
NAMING = {
    ".md": re.compile(r"`([\w./-]+\.(?:py|md|toml|jsonl|txt))`"),
    ".toml": re.compile(r"^#.*?([\w./-]+\.(?:md|txt))\b", re.MULTILINE),
}
LINK = re.compile(r"\]\(([^)#:]+)\)")


def git(*arguments: str, folder: Path = ROOT) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def needs_git() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: it has no .git")


def files_of_the_project() -> Iterator[Path]:
    """The text files that a clone has, or would have after the next commit."""
    listed = git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in sorted(filter(None, listed)):
        path = ROOT / name
        if path.is_file() and path.suffix not in PICTURES and path != Path(__file__):
            yield path


def paths_outside(name: str, text: str) -> list[str]:
    """Where a file of the project, by its name from the root, names a path outside: one sentence for each."""
    depth = name.count("/")  # folders between the file and the root
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if OF_SOMEBODY.search(line):
            found.append(f"{name}:{number} names a folder of somebody's machine")
        # A link starts at its document, and so does what sheets, tsc and compose name; of code nobody can see it.
        up = depth if name.endswith((".md", ".css", "tsconfig.json", "compose.yaml")) else 0
        if any(len(match.group()) // 3 > up for match in UPWARDS.finditer(line)):
            found.append(f"{name}:{number} leads out of the project")
        # `Path(__file__)` is this file, `Path(ferrovia.__file__)` is src/ferrovia/__init__.py.
        start = PARENTS.search(line)
        most = 2 if start and start.group(1) else depth
        if any(int(match.group(1)) > most for match in NUMBER.finditer(line)):
            found.append(f"{name}:{number} climbs out of the project")
    return found


@pytest.mark.parametrize(
    ("name", "line", "outside"),
    [
        ("src/ferrovia/cli/bench.py", 'Path(ferrovia.__file__).resolve().parents[3] / "x"', True),
        ("src/ferrovia/cli/rules.py", 'Path(ferrovia.__file__).resolve().parents[2] / "tests"', False),
        ("tests/cli/test_checking.py", 'Path(__file__).resolve().parents[3] / "x"', True),
        ("tests/cli/test_drawing.py", 'Path(__file__).parents[1] / "games"', False),
        ("tests/engine/board/networks.py", 'TRACE = REPOSITORY / "../x/27939.trace.jsonl"', True),
        ("docs/drawing.md", "see [the game](../README.md)", False),
        ("docs/drawing.md", "see [the game](../../x/README.md)", True),
        ("README.md", "see [the notes](../notes.md)", True),
        ("src/styles/fonts.css", "src: url(../fonts/sans.woff2);", False),
        ("src/styles/fonts.css", "src: url(../../../fonts/sans.woff2);", True),
        ("README.md", "it is in /home/ada/games", True),
        ("README.md", "1/home/2, a sale/opt/out, and so on ... / tmp", False),
        (".ci/run", 'cd "$(dirname "$0")/.."', False),
    ],
)
def test_a_path_outside_is_known_when_seen(name: str, line: str, outside: bool) -> None:
    assert bool(paths_outside(name, line)) == outside


def test_nothing_in_the_project_names_a_path_outside_it() -> None:
    needs_git()
    files = list(files_of_the_project())
    assert len(files) > 300
    named = [fault for path in files for fault in paths_outside(str(path.relative_to(ROOT)), path.read_text("utf-8"))]
    assert named == []


def test_files_that_documents_name_are_in_the_project() -> None:
    """Named in code signs or as a link in a document, or as a document in a component sheet."""
    needs_git()
    files = list(files_of_the_project())
    names = {f"/{path.relative_to(ROOT).as_posix()}" for path in files}
    missing = []
    for path in files:
        text = path.read_text("utf-8") if path.suffix in NAMING else ""
        named = [match.group(1) for match in NAMING.get(path.suffix, NAMING[".md"]).finditer(text)]
        missing += [f"{path.name}: {name}" for name in named if not any(known.endswith(f"/{name}") for known in names)]
        for link in LINK.findall(text) if path.suffix == ".md" else ():
            if not (path.parent / link).exists():
                missing.append(f"{path.name}: {link}")
    assert missing == []


def test_the_recorded_game_tells_of_nobody() -> None:
    export = recorded_export()
    assert set(export) == {"title", "players", "settings", "status", "game_end_reason", "result", "actions"}
    assert export["players"] == [{"name": name} for name in ("Ada", "Bruno", "Carla")]
    assert set(export["settings"]) == {"seed", "optional_rules"}
    kept = {name for move in export["actions"] for name in move}
    assert not kept & {"user", "created_at", "message"}
    assert all(move["type"] != "message" for move in export["actions"])
    acting = {move["entity"] for move in export["actions"] if move["entity_type"] == "player"}
    assert acting == {"Ada", "Bruno", "Carla"}


# In a clone of its own


def cloned(folder: Path) -> Path:
    """A clone in an empty folder, with what was changed here since the last commit."""
    clone = folder / "alone" / "ferrovia"
    git("clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone))
    for name in filter(None, git("ls-files", "-z", "--modified", "--others", "--exclude-standard").split("\0")):
        here, there = ROOT / name, clone / name
        if here.is_file():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(here, there)
        else:
            there.unlink(missing_ok=True)
    return clone


def run_alone(clone: Path, temporary: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Tests run in a clone, with the libraries of this Python and nothing else of this machine."""
    temporary.mkdir()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST", "COV", "FERROVIA", "DJANGO"))
    }
    own = {"PYTHONPATH": str(clone / "src"), "TMPDIR": str(temporary), "HOME": str(temporary)}
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "tests.alone", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=clone, env=kept | own, capture_output=True, text=True)


def test_a_clone_with_nothing_beside_it_is_enough(tmp_path: Path) -> None:
    needs_git()
    answer = run_alone(cloned(tmp_path), tmp_path / "temporary", *PART)
    assert answer.returncode == 0, answer.stdout[-4000:] + answer.stderr[-2000:]
    assert not list(tmp_path.joinpath("alone").glob("[!f]*"))


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("Path(__file__).parents[2].joinpath('beside.txt').read_text()", "OUTSIDE"),
        ("list(Path(__file__).parents[2].iterdir())", "OUTSIDE"),
        ("Path(__file__).parents[2].joinpath('none').is_file() or pytest.skip('there is none')", "LEFT OUT"),
        ("Path(__file__).read_text(), (tmp_path / 'mine').write_text('x')", ""),
    ],
)
def test_what_reaches_outside_fails_there(tmp_path: Path, test: str, told: str) -> None:
    clone = tmp_path / "alone" / "ferrovia"
    (clone / "tests").mkdir(parents=True)
    shutil.copy2(ROOT / "tests" / "alone.py", clone / "tests")
    (clone.parent / "beside.txt").write_text("a neighbour")
    (clone / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    body = f"import pytest\nfrom pathlib import Path\n\ndef test_it(tmp_path):\n    {test}\n"
    (clone / "tests" / "test_it.py").write_text(body)
    answer = run_alone(clone, tmp_path / "temporary", "tests/test_it.py")
    assert (answer.returncode == 0) == (not told), answer.stdout + answer.stderr
    assert told in answer.stdout
