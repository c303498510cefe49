"""Logbooks: finished games are kept, and only the same simulation goes on from them."""

from pathlib import Path

import msgspec
import pytest

from ferrovia.bots.logbook import Logbook
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, blank, matches
from ferrovia.formats.files import FileTrouble

PLAN = matches("1849", 3, "s", players=3)


def written(path: Path, *results: Result) -> Path:
    with Logbook(path) as book:
        for result in results:
            book.add(result)
    return path


def test_what_is_in_the_book_is_not_played_again(tmp_path: Path) -> None:
    path = written(tmp_path / "games.jsonl", blank(PLAN[2]), blank(PLAN[0]))
    with Logbook(path) as book:
        assert book.series == "s"
        assert book.left(PLAN) == [PLAN[1]]
        book.add(blank(PLAN[1]))
        assert book.left(PLAN) == []
    lines = path.read_bytes().splitlines()
    assert [msgspec.json.decode(line)["index"] for line in lines] == [2, 0, 1]


def test_more_of_the_same_games_go_on(tmp_path: Path) -> None:
    with Logbook(written(tmp_path / "games.jsonl", *map(blank, PLAN))) as book:
        assert [match.index for match in book.left(matches("1849", 5, "s", players=3))] == [3, 4]


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (matches("1849", 3, "other", players=3), "holds other games: its game 0 is `ferrovia play 1849 --seats random"),
        (matches("1849", 3, "s", players=4), "holds other games"),
        (matches("1883", 3, "s", players=3), "holds other games"),
        (matches("1849", 3, "s", ("sensible",), players=3), "holds other games"),
        (matches("1849", 2, "s", players=3), "holds game 2 and only 2 are asked for"),
    ],
)
def test_a_book_of_other_games_is_left_alone(tmp_path: Path, plan: list[Match], words: str) -> None:
    path = written(tmp_path / "games.jsonl", *map(blank, PLAN))
    before = path.read_bytes()
    with Logbook(path) as book, pytest.raises(FileTrouble, match=words):
        book.left(plan)
    assert path.read_bytes() == before


def test_another_release_may_have_other_players(tmp_path: Path) -> None:
    old = blank(PLAN[0])
    old.release = "0.0.1"
    with Logbook(written(tmp_path / "games.jsonl", old)) as book, pytest.raises(FileTrouble, match=r"Ferrovia 0\.0\.1"):
        book.left(PLAN)


def test_a_file_of_something_else_is_told_and_free_again(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear Ada,\n")
    for _ in range(2):
        with pytest.raises(FileTrouble, match=r"Line 1 of .*letter is no game of a simulation"):
            Logbook(path)
    assert path.read_text() == "Dear Ada,\n"
