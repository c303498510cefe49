"""What players must know about an edition is told where they meet it."""

from pathlib import Path

import pytest

from ferrovia.titles.registry import title
from tests.cli.command import ferrovia

NOTE = title("1883").note


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "1883"],
        ["new", "1883", "--players", "Ada,Bruno", "-o", "g.json"],
        ["play", "1883", "--seats", "you,random"],
    ],
)
def test_the_rebuilt_parts_of_1883_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    result = ferrovia(*words, typed="quit\n")
    assert NOTE
    assert NOTE in " ".join(result.output.split())


def test_1849_needs_no_such_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = ferrovia("new", "1849", "--players", "Ada,Bruno,Carla", "-o", "g.json")
    assert result.exit_code == 0
    assert "rebuilt" not in result.output
