"""The quick lane of the check: what it takes for changed, and which tests it runs for that."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import near

ROOT = near.ROOT


@pytest.mark.parametrize(
    ("changed", "among", "only"),
    [
        ("src/ferrovia/titles/t1883/merger.py", "tests/t1883", True),
        ("src/ferrovia/titles/t18fb/clauses.it.toml", "tests/t18fb", True),
        ("src/ferrovia/engine/board/best_runs.py", "tests/engine/board/test_best_runs.py", False),
        ("src/ferrovia/cli/in_game_queries.py", "tests/cli", True),
        ("src/ferrovia/table/jinja2/table/table.html", "tests/web", False),
        ("src/ferrovia/titles/t18fb/table/jinja2/t18fb/lines.html", "tests/web/look", False),
        ("src/ferrovia/formats/files.py", "tests/formats/test_files.py", False),
        ("src/ferrovia/installed.py", "tests/test_installed.py", False),
        ("tests/t1849/test_tokens.py", "tests/t1849/test_tokens.py", True),
        ("tests/cli/pseudo.py", "tests/cli/test_keys.py", False),
        ("ferrovia", "tests/test_launcher.py", True),
    ],
)
def test_a_file_has_its_tests(changed: str, among: str, only: bool) -> None:
    found = near.tests_of(ROOT, changed)
    assert among in found
    assert found == [among] or not only
    assert all((ROOT / test).exists() for test in found if "test_tokens" not in test)


def test_files_without_tests_have_none() -> None:
    assert near.tests_of(ROOT, "README.md") == []
    with pytest.raises(near.Trouble, match=r"^No tests belong to what has changed: .*\.$"):
        near.tests_of_all(ROOT, ["README.md"])
    with pytest.raises(near.Trouble, match=r"^Nothing has changed here: .*\.$"):
        near.tests_of_all(ROOT, [])


def test_tests_within_a_folder_that_is_run_are_not_run_twice() -> None:
    changed = ["tests/t1883/test_sefta.py", "src/ferrovia/titles/t1883/merger.py"]
    assert near.tests_of_all(ROOT, changed) == ["tests/t1883"]


def test_tests_that_are_named_are_run_alone() -> None:
    assert near.names_tests(ROOT, ["-k", "sale", "tests/t1883"])
    assert near.names_tests(ROOT, ["tests/test_near.py::test_files_without_tests_have_none"])
    assert not near.names_tests(ROOT, ["-k", "sale"])


def test_only_changed_code_is_formatted_and_linted_and_nothing_starts_workers() -> None:
    parts = near.parts(["README.md", "tests/near.py", "ferrovia"], ["tests/t1849"])
    assert list(parts) == ["format", "lint", "languages", "tests"]
    assert parts["lint"] == ["ruff", "check", "tests/near.py", "ferrovia"]
    assert parts["tests"] == ["pytest", "-q", "tests/t1849"]
    assert list(near.parts(["README.md"], ["tests/t1849"])) == ["languages", "tests"]
    assert list(near.parts(["a.css", "b.js"], ["tests/web"])) == ["styles and scripts", "languages", "tests"]
    page = "src/ferrovia/table/jinja2/table/home.html"
    assert near.parts([page], ["tests/web"])["templates"] == ["djlint", "--check", page]


def test_what_differs_from_the_branch_that_is_followed_has_changed(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def write(*names: str) -> None:
        for name in names:
            (tmp_path / name).write_text(name)

    with pytest.raises(near.Trouble, match="by git, and there is none here"):
        near.changed_files(tmp_path)
    git("init")
    write("old", "gone")
    git("add", ".")
    git("commit", "-m", "one")
    assert near.changed_files(tmp_path) == []
    write("new")
    (tmp_path / "old").write_text("changed")
    (tmp_path / "gone").unlink()
    assert near.changed_files(tmp_path) == ["old", "new"]
    git("checkout", "-b", "mine")
    git("branch", "--set-upstream-to=main")
    git("add", ".")
    git("commit", "-m", "two")
    write("newer")
    assert near.changed_files(tmp_path) == ["new", "old", "newer"]


def test_a_part_that_fails_ends_the_quick_lane(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(near, "changed_files", lambda root: [])
    parts = {"lint": ["timeit", "--no-such-option"], "tests": ["timeit", "-n", "1", "pass"]}
    monkeypatch.setattr(near, "parts", lambda changed, tests: parts)
    assert near.main(["tests/near.py"]) == 1
    said = capfd.readouterr().out
    assert "lint: failed (" in said
    assert "tests" not in said
    del parts["lint"]
    assert near.main(["tests/near.py"]) == 0
    assert "tests: ok (" in capfd.readouterr().out
