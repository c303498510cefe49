"""export --format text and import: a game goes out in words and comes in again, whatever its file is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from ferrovia.bench.play import RECORDED
from ferrovia.formats.save import load
from tests.cli.command import asked, check_trouble, ferrovia, saved_walk
from tests.formats.test_notation import TEXT


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved_walk(tmp_path / "game.json", most=120)


def test_a_game_goes_out_in_words_and_comes_in_again(game: Path, tmp_path: Path) -> None:
    text, again = tmp_path / "game.txt", tmp_path / "again.json"
    answer = ferrovia("export", game, "--format", "text", "-o", text)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout.startswith(f"The game in words, 120 moves, is in {text}.\nBeware: the seed is in it")
    answer = ferrovia("import", text, "-o", again)
    assert (answer.exit_code, answer.stdout) == (0, f"120 actions imported into {again}.\n"), answer.stderr
    assert load(again).hashes == load(game).hashes
    assert asked("verify", again)["ok"]
    check_trouble(ferrovia("export", game, "--format", "text", "-o", text), 2, "already exists")
    check_trouble(ferrovia("export", game, "--format", "text", "-o", game), 2, "needs a file of its own")


def test_a_public_text_has_no_seed(game: Path, tmp_path: Path) -> None:
    text, again = tmp_path / "game.txt", tmp_path / "again.json"
    answer = ferrovia("export", game, "--format", "text", "--public", "-o", text)
    assert answer.exit_code == 0
    assert "Beware: the seed" not in answer.stdout
    assert "\nSeed:" not in text.read_text("utf-8")
    assert ferrovia("import", text, "-o", again).exit_code == 0
    assert load(again).hashes == load(game).hashes
    assert load(again).settings.seed != load(game).settings.seed
    assert len(load(again).settings.salt) == 32


def test_where_a_public_text_of_1883_is_left_is_told(tmp_path: Path) -> None:
    text, again = tmp_path / "game.txt", tmp_path / "again.json"
    stored = Path(__file__).parents[1] / "games" / "1883-two.json"
    assert ferrovia("export", stored, "--format", "text", "--public", "-o", text).exit_code == 0
    answer = ferrovia("import", text, "-o", again)
    assert answer.exit_code == 0
    count = len(load(again).actions)
    assert answer.stdout == (
        f"{count} actions imported into {again}.\nIn move {count + 1} a die or a card decides, which this text does not"
        " tell: the game goes on from before it.\n"
    )


def test_what_a_file_is_shows_by_what_it_holds(game: Path, tmp_path: Path) -> None:
    text, site, copy = tmp_path / "words.json", tmp_path / "site.txt", tmp_path / "copy.txt"
    text.write_text(TEXT, "utf-8")
    site.write_bytes(RECORDED.read_bytes())
    assert ferrovia("export", game, "--public", "-o", copy).exit_code == 0
    assert ferrovia("import", text, "-o", tmp_path / "1").stdout.startswith("15 actions imported")
    assert ferrovia("import", site, "-o", tmp_path / "2").stdout.startswith("369 actions imported")
    assert ferrovia("import", game, "-o", tmp_path / "3").stdout.startswith("120 actions imported")
    assert (tmp_path / "3").read_bytes() == game.read_bytes()
    check_trouble(
        ferrovia("import", copy, "-o", tmp_path / "4"), 2, "is a public copy, which lacks the seed", str(copy)
    )
    assert not (tmp_path / "4").exists()


def test_what_is_wrong_is_told_in_a_sentence_and_nothing_is_written(tmp_path: Path) -> None:
    text, out = tmp_path / "words.txt", tmp_path / "game.json"
    text.write_text(TEXT.replace("Bid L. 155", "Bid L. 150"), "utf-8")
    told = "Line 17, move 4: A bid on RSA must be at least L. 155; L. 150 is too little. [1849-8.0.6]"
    check_trouble(ferrovia("import", text, "-o", out), 2, f"{text} cannot be imported: {told}")
    check_trouble(ferrovia("import", text, "-o", out, lang="it_IT.UTF-8"), 2, "Riga 17, mossa 4: ")
    text.write_text(TEXT, "utf-8")
    check_trouble(
        ferrovia("import", text, "-o", out, "--trace", tmp_path / "trace"), 2, "Only of an export of 18xx.games"
    )
    text.write_bytes(b"#" * (50 * 2**20))
    check_trouble(ferrovia("import", text, "-o", out), 2, "It has 50 MB, and no game in words has more than 4.")
    text.write_bytes(b'{"format": "ferrovia game", "version": 2, "settings": []}')
    check_trouble(ferrovia("import", text, "-o", out), 2, str(text), "is damaged")
    text.write_bytes(b'{"format": {"a": [1]}}')
    check_trouble(ferrovia("import", text, "-o", out), 2, "not an export of a game of 1849")
    assert [path.name for path in tmp_path.iterdir()] == ["words.txt"]


def test_a_game_that_is_over_has_no_secret(tmp_path: Path) -> None:
    stored = Path(__file__).parents[1] / "games" / "1849-five.json"
    answer = ferrovia("export", stored, "--format", "text", "-o", tmp_path / "game.txt")
    assert answer.stdout == f"The game in words, 262 moves, is in {tmp_path / 'game.txt'}.\n"


def test_an_action_may_be_written_in_words(tmp_path: Path) -> None:
    text, game = tmp_path / "words.txt", tmp_path / "game.json"
    text.write_text(TEXT, "utf-8")
    assert ferrovia("import", text, "-o", game).exit_code == 0
    before = game.read_bytes()
    check_trouble(
        ferrovia("act", game, "Lay tile 644 on H8"), 2, "fits 'Lay tile 644, turned by 0, on", "and 4 other moves"
    )
    check_trouble(ferrovia("act", game, "Pay the shareholders"), 1, "[1849-10.0.3]")
    check_trouble(ferrovia("act", game, "Pass", "--by", "Bruno"), 1, "It is for Ada to choose now, not for Bruno.")
    check_trouble(ferrovia("act", game, "Nonsense", "--after", "7"), 1, "meant to follow action 7")
    assert game.read_bytes() == before
    assert ferrovia("act", game, "lay tile 644, turned by 1, on Caltanissetta", "--by", "Ada").exit_code == 0
    assert len(load(game).actions) == 16
