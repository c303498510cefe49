"""Calling the command as users do, inside this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from ferrovia.cli import main
from ferrovia.formats.save import save
from tests.formats.records import recorded_walk


def ferrovia(*arguments: object, typed: str | None = None, lang: str = "C") -> Result:
    """The command with these arguments; `typed` is what somebody types into it, `lang` the language of their place."""
    spoken = {"LANG": lang, "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
    words = [str(argument) for argument in arguments]
    return CliRunner(env=spoken).invoke(main, words, input=typed, catch_exceptions=False)


def asked(*arguments: object) -> Any:
    """The one JSON document that a command prints, when all goes well."""
    answer = ferrovia(*arguments, "--json")
    assert answer.exit_code == 0, answer.stderr
    assert answer.stderr == ""
    return json.loads(answer.stdout)


def check_trouble(answer: Result, code: int, *words: str) -> None:
    """One sentence on standard error with these words, and nothing else anywhere."""
    assert answer.exit_code == code, answer.output
    assert answer.stdout == ""
    assert answer.stderr.endswith("\n")
    assert len(answer.stderr.splitlines()) == 1, answer.stderr
    assert "Traceback" not in answer.stderr
    for word in words:
        assert word in answer.stderr, answer.stderr


def saved_walk(path: Path, seed: int = 3, most: int = 40) -> Path:
    """A file with a random game."""
    save(path, recorded_walk(seed, most)[0])
    return path
