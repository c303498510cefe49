"""Output that cannot be written: one sentence on standard error, and what was done stays done."""

import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.formats.save import load
from tests.cli.command import ferrovia

FULL = Path("/dev/full")
ASCII = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LANG": "C", "PATH": "/usr/bin:/bin"}


def run(*arguments: object, out: int | None = None, **surroundings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ferrovia", *map(str, arguments)]
    return subprocess.run(
        command, stdout=out, stderr=subprocess.PIPE, text=True, check=False, env=surroundings or None, timeout=300
    )


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    ferrovia("new", "1849", "--players", "A,B,C", "--seed", "1", "-o", path)
    return path


def check_sentence(answer: subprocess.CompletedProcess[str], words: str) -> None:
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert words in answer.stderr
    for blame in ("Traceback", "refused", "cannot be continued"):
        assert blame not in answer.stderr


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk here")
def test_a_full_disk_is_told_and_the_action_stands(game: Path) -> None:
    with FULL.open("w") as full:
        check_sentence(run("show", game, out=full.fileno()), "The output cannot be written: the disk is full.")
        answer = run("act", game, '{"do":"pass"}', out=full.fileno())
    check_sentence(answer, "The action was taken and is in the file, but the output cannot be written")
    assert len(load(game).actions) == 1


def test_a_closed_pipe_is_told(game: Path) -> None:
    command = [sys.executable, "-m", "ferrovia", "rules", "1849"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        answer = subprocess.CompletedProcess(command, 0, "", process.stderr.read())
        answer.returncode = process.wait()
    check_sentence(answer, "The output cannot be written: it was closed.")


def test_a_terminal_that_knows_only_plain_letters_gets_plain_letters(game: Path) -> None:
    answer = run("choices", game, "--language", "it", out=subprocess.PIPE, **ASCII)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Societa Corriere Etnee" in answer.stdout
    assert answer.stdout.isascii()
