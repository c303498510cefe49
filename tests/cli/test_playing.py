"""play: a game in the terminal, with scripted answers."""

from pathlib import Path
from typing import Any

import pytest

from ferrovia.bots import play as bots_play
from ferrovia.cli.prompt import Ask, Asked
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.formats.files import FileTrouble, write_whole
from ferrovia.formats.save import Record, load, open_game
from ferrovia.sitting import storage
from ferrovia.titles.registry import all_titles
from tests.cli.command import check_trouble, ferrovia

YOU = ("play", "1849", "--seats", "you,random,random", "--seed", "4", "--no-file")
KEPT = YOU[:-1]


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_bots_among_themselves_play_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    answer = ferrovia("play", "1849", "--seats", "random,random,random", "--seed", "5", "-o", path)
    assert answer.exit_code == 0
    assert "The game is over after" in answer.stdout
    assert "1." in answer.stdout
    assert "The seed was: 5" in answer.stdout
    _, game = open_game(path)
    assert game.over
    assert ferrovia("verify", path).exit_code == 0
    assert game.actions == bots_play.play_out(*bots_play.bot_game("1849", ["random"] * 3, "5")).actions


def test_the_end_of_the_input_is_a_goodbye() -> None:
    answer = ferrovia(*YOU, typed="")
    assert answer.exit_code == 0
    assert "You are Ada." in answer.stdout
    assert "Goodbye. This game was not saved." in answer.stdout
    assert answer.stderr == ""


def test_a_game_gets_a_file_of_its_own_from_the_first_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERROVIA_VAR", str(tmp_path))
    nothing = ferrovia(*KEPT, "--seed", "1849", typed="")  # you begin
    assert "Goodbye. Nothing was played." in nothing.stdout
    assert list((tmp_path / "games").iterdir()) == []
    page = ferrovia(*KEPT, typed=typed("pass")).stdout
    path = next((tmp_path / "games").iterdir())
    assert f"The game is kept in {path}." in page
    assert f"Goodbye. Continue with: ferrovia play {path}\n" in page
    assert len(load(path).actions) > 1
    assert load(path).seats == ("you", "random", "random")


@pytest.mark.parametrize("title", all_titles())
def test_a_title_alone_is_a_game_against_two_keen_players(title: str) -> None:
    page = ferrovia("play", title, "--no-file", "--seed", "1849", typed="").stdout
    assert "You are Ada." in page
    assert "keen 2" in page
    assert "keen 3" in page


def test_the_file_knows_who_plays(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    ferrovia(*KEPT, "-o", path, typed=typed("pass"))
    assert "You are Ada." in ferrovia("play", path, typed=typed("quit")).stdout
    assert "You are Ada and random 2." in ferrovia("play", path, "--seats", "you,you,random", typed="").stdout
    assert load(path).seats == ("you", "you", "random")
    copy = tmp_path / "copy.json"
    ferrovia("play", path, typed=typed(f"save {copy}", "quit"))
    assert load(copy).seats == ("you", "you", "random")
    assert ferrovia("verify", copy).exit_code == 0
    new = tmp_path / "new.json"
    ferrovia("new", "1849", "--players", "A,B,C", "-o", new)
    check_trouble(ferrovia("play", new), 2, "does not say who plays", "A, B and C", "--seats")


def test_a_folder_that_takes_no_games_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "var").write_text("a file")
    monkeypatch.setenv("FERROVIA_VAR", str(tmp_path / "var"))
    check_trouble(ferrovia(*KEPT, typed=""), 2, "cannot be kept in", "--no-file")


def test_help_lists_search_and_prices(tmp_path: Path) -> None:
    answer = ferrovia(
        *KEPT, "--name", "Zoe", "-o", tmp_path / "game.json",
        typed=typed("?", "bid", "nonsense", "99", "60", "0", "6", "7", "155", "quit"),
    )  # fmt: skip
    page = answer.stdout
    assert "Type the number or letter of a choice" in page
    assert "No choice contains 'nonsense'" in page
    assert page.count("Choices are numbered from 1 to 6.") == 2
    assert "Choices are numbered from 1 to 6; `3 60` names the price of one." in page
    assert "Which price, from L. 155 to L. 500?" in page
    assert "'7' is not a possible price." in page
    assert "Zoe bids L. 155 on RSA." in page
    assert "Goodbye. Continue with: ferrovia play" in page
    _, game = open_game(tmp_path / "game.json")
    assert any(getattr(action, "price", 0) == 155 for action in game.actions)


def test_a_price_at_once_and_a_price_thought_better_of() -> None:
    page = ferrovia(*YOU, typed=typed("6", "", "1 5", "6 5", "200", "6 160")).stdout
    assert "No price, no deal." in page
    assert "This choice has no price to name." in page
    assert "'5' is not a possible price." in page
    assert "Ada bids L. 200 on RSA." in page


@pytest.mark.parametrize("instead", ["quit", "pass", "?", "{", "sce", "9" * 5000])
def test_who_is_asked_for_a_price_may_think_of_something_else(instead: str) -> None:
    page = ferrovia(*YOU, typed=typed("6", instead, "", "quit")).stdout
    said = {"quit": "Goodbye.", "pass": "Ada passes.", "?": "Type the number", "{": "not an action", "sce": "SCE ("}
    assert said.get(instead, "is not a possible price.") in page.partition("Which price")[2]


def test_a_q_too_many_does_not_end_the_game() -> None:
    page = ferrovia(*YOU, typed=typed("q", "pass")).stdout
    assert "Type `quit` to leave the game." in page
    assert "Ada passes." in page


def test_the_whole_text_of_a_choice_takes_it() -> None:
    assert "Ada passes." in ferrovia(*YOU, typed=typed("pass")).stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("buy sce for 20", "Ada buys SCE for L. 20."),
        ("Bid L. 155 on RSA", "Ada bids L. 155 on RSA."),
        ("Buy SCE for L. 19", "SCE is offered at L. 20, not at L. 19. [1849-8.0.3]"),
    ],
)
def test_a_move_as_games_in_words_have_it_takes_it_or_tells_why_not(line: str, told: str) -> None:
    assert told in ferrovia(*YOU, typed=typed(line)).stdout


def test_words_of_the_other_language_are_found_and_taken_by_enter() -> None:
    page = ferrovia(*YOU, typed=typed("compra la SCE per 20", "")).stdout
    found = page.partition("Ada> ")[2]
    assert found.startswith("Buy SCE (Società Corriere Etnee) for L. 20\nEnter takes it.\nAda> ")
    assert "Ada buys SCE for L. 20." in found


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why buy SCE for 19", "SCE is offered at L. 20, not at L. 19. [1849-8.0.3]"),
        ("why Bid L. 3 on RSA", "[1849-8.0.6]"),
        ("perché compra la SCE per 20", "That is allowed."),
        ("why 1", "That is allowed."),
        ('why {"do":"pass"}', "That is allowed."),
        ("why fly to the moon", "'fly to the moon' is no move"),
        ("why", "such as `why buy RSA for 100`."),
    ],
)
def test_why_takes_the_words_that_act_takes_and_changes_nothing(line: str, told: str) -> None:
    page = ferrovia(*YOU, typed=typed(line)).stdout.partition("Ada> ")[2]
    assert told in page
    assert "Ada b" not in page


def test_who_plays_for_one_alone_leaves_at_the_turn_of_another(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    ferrovia("play", "1849", "--seats", "you,you,random", "--seed", "1849", "-o", path, typed=typed("pass", "pass"))
    ahead = len(load(path).actions)
    page = ferrovia("play", path, "--as", "Ada", "--after", ahead, typed=typed("pass", "pass", "pass", "pass")).stdout
    assert "You are Ada. Type ? for help." in page
    assert "Now Bruno decides, and this terminal plays for Ada alone." in page
    assert page.rstrip().endswith(f"play {path} --as Ada")
    record = load(path)
    assert {record.past_of(number).by for number in range(ahead + 1, len(record.actions) + 1)} <= {"Ada", "random 3"}
    undone = ferrovia("play", path, "--as", "Bruno", typed=typed("undo")).stdout
    assert "You have made no choice yet to go back to." in undone
    before = path.read_bytes()
    check_trouble(ferrovia("play", path, "--as", "Zoe"), 1, "Nobody plays Zoe", "only Ada and Bruno")
    check_trouble(ferrovia("play", path, "--as", "random 3"), 1, "Nobody plays random 3")
    stale = ferrovia("play", path, "--after", "1")
    check_trouble(stale, 1, "This was meant to follow action 1, but the game is at action")
    check_trouble(ferrovia("play", path, "--as", "Ada", "--seats", "keen,keen,keen"), 1, "nor anybody else")
    check_trouble(ferrovia(*YOU, "--as", "Ada"), 2, "Only a game that is continued takes --as")
    check_trouble(ferrovia(*YOU, "--after", "0"), 2, "Only a game that is continued takes --as")
    assert path.read_bytes() == before


def test_actions_as_json_and_why_not() -> None:
    page = ferrovia(
        *YOU,
        typed=typed(
            '{"do":"bid","private":"RSA","price":3}', "{oops", 'why {"do":"pass"}', "show", "all", '{"do":"pass"}'
        ),
    ).stdout
    assert "[1849-8.0.6]" in page
    assert "This is not an action" in page
    assert "That is allowed." in page
    assert "Commitment to the seed" in page
    assert "Ada passes." in page


def test_undo_goes_back_to_your_last_choice() -> None:
    page = ferrovia(*YOU, typed=typed("undo", "pass", "undo", "1")).stdout
    assert "You have made no choice yet to go back to." in page
    assert "Back to your last choice." in page
    assert "Ada buys SCE for L. 20." in page


def test_undo_goes_back_over_what_was_played_before_the_game_was_left(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    ferrovia(*KEPT, "-o", path, typed=typed("pass", "quit"))
    own = [number for number in range(1, len(load(path).actions) + 1) if load(path).past_of(number).by == "Ada"]
    page = ferrovia("play", path, "--seats", "you,random,random", typed=typed("undo", "undo", "quit")).stdout
    assert page.count("Back to your last choice.") == len(own) == 1
    assert "You have made no choice yet to go back to." in page
    assert len(load(path).actions) == own[0] - 1
    assert ferrovia("verify", path).exit_code == 0


def test_what_somebody_else_did_to_the_file_is_shown_and_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.json"
    asked = Ask.next

    def meanwhile(self: Ask, prompt: str) -> Asked:
        """Another terminal acts in the same file before the choice is made."""
        if path.read_bytes() == left[0]:
            assert ferrovia("act", path, '{"do":"pass"}').exit_code == 0
            left.append(path.read_bytes())
        return asked(self, prompt)

    ferrovia(*KEPT, "-o", path, typed=typed("pass", "quit"))
    left = [path.read_bytes()]
    before = len(load(path).actions)
    monkeypatch.setattr(Ask, "next", meanwhile)
    answer = ferrovia("play", path, typed=typed("pass"))
    assert answer.exit_code == 0, answer.stderr
    told = f"Somebody else has gone on with this game: it stands at action {before + 1} now."
    assert told in answer.stdout
    assert f"after {before + 1} action" in answer.stdout.partition(told)[2] or len(load(path).actions) > before + 1
    assert load(path).hashes[: before + 2] == open_game_of(left[1], tmp_path).hashes
    assert ferrovia("verify", path).exit_code == 0


def open_game_of(data: bytes, folder: Path) -> Record:
    (folder / "then.json").write_bytes(data)
    return load(folder / "then.json")


def full_disk(times: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The disk is full for so many writes, after the one that begins the game."""
    writes: list[int] = []

    def write(path: Path, data: bytes) -> None:
        writes.append(len(data))
        if 1 < len(writes) <= 1 + times:
            raise FileTrouble("{path} cannot be written: {reason:term}.", path=str(path), reason="the disk is full")
        write_whole(path, data)

    monkeypatch.setattr(storage, "write_whole", write)
    return writes


def test_a_failed_save_is_told_and_tried_again_and_no_move_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.json"
    full_disk(1, monkeypatch)
    answer = ferrovia(*KEPT, "-o", path, typed=typed("pass"))
    assert answer.exit_code == 0
    assert answer.stdout.count("cannot be written: the disk is full.") == 1
    assert "Nothing is lost yet" in answer.stdout
    assert f"The game is saved again in {path}." in answer.stdout
    assert "refused" not in answer.stdout
    record = load(path)
    assert "Ada" in {record.past_of(number).by for number in range(1, len(record.actions) + 1)}
    assert ferrovia("verify", path).exit_code == 0


def test_who_leaves_with_a_full_disk_is_warned_and_can_save_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "evening.json", tmp_path / "other.json"
    full_disk(4, monkeypatch)
    page = ferrovia(*KEPT, "-o", path, typed=typed("pass", "quit", f"save {other}", "quit")).stdout
    assert "or `quit` again to lose what is new." in page
    assert f"The game is kept in {other} from now on." in page
    assert page.rstrip().endswith(f"Goodbye. Continue with: ferrovia play {other}")
    assert len(load(other).actions) > 1
    assert load(path).actions == []


def test_who_insists_leaves_with_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk(99, monkeypatch)
    answer = ferrovia(*KEPT, "-o", tmp_path / "evening.json", typed=typed("pass", "quit", "quit"))
    assert answer.exit_code == 0
    assert "Continue with" not in answer.stdout


def test_undo_stops_at_a_revealed_die(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Game.apply

    def with_a_die(self: Game, *action: Any, **who_and_when: Any) -> list[Event]:
        events = plain(self, *action, **who_and_when)
        self.state.draws += 1
        return events

    monkeypatch.setattr(Game, "apply", with_a_die)
    page = ferrovia(*YOU, typed=typed("pass", "undo")).stdout
    assert "A die or a card has been revealed" in page


def test_saving_under_a_name_and_going_on_later(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    page = ferrovia(
        *YOU, typed=typed("save", f"save {tmp_path / 'no' / 'x.json'}", f"save {path}", "pass", "quit")
    ).stdout
    assert "The game has no file yet" in page
    assert "cannot be written: no such file" in page
    assert f"The game is kept in {path} from now on." in page
    kept = len(load(path).actions)
    assert kept > 1
    later = ferrovia("play", path, "--seats", "you,random,random", typed=typed("pass"))
    assert later.exit_code == 0
    assert len(load(path).actions) > kept
    other = ferrovia(*YOU, typed=typed(f"save {path}"))
    assert "already exists: choose another name." in other.stdout
    assert ferrovia("verify", path).exit_code == 0


def test_a_long_game_by_the_first_choice(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    answer = ferrovia(
        "play",
        "1849",
        "--seats",
        "you,you,random",
        "--seed",
        "2",
        "-o",
        path,
        typed=typed(*["1", "100", "68", "a", ""] * 300),
    )
    assert answer.exit_code == 0
    assert "You are Ada and Bruno." in answer.stdout
    _, game = open_game(path)
    assert game.over or len(game.actions) > 300, len(game.actions)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["1849", "--seats", "you,deep"],
            "There is no player 'deep': each seat is you or a computer player (random, sensible, keen or planner)",
        ),
        (["1849", "--seats", ""], "There is no player ''"),
        (["1849", "--seats", "you,random"], "[1849-1.1.1]"),
        (["1848", "--seats", "you,random,random"], "There is no title 1848"),
        (["1848"], "There is neither a title nor a file 1848"),
        (["gone.json", "--seats", "you,random,random"], "There is neither a title nor a file gone.json"),
        (["1849", "--seats", "you,random,random", "--option", "fun"], "no option fun"),
        (["1849", "--seats", "random,random,random", "--name", "Ada"], "more names than seats"),
        (["1849", "--seats", "you,you,you", "--name", "Ada", "--name", "Ada"], "Two players are called Ada"),
    ],
)
def test_tables_that_cannot_be_set(arguments: list[str], words: str) -> None:
    check_trouble(ferrovia("play", *arguments), 2, words)


def test_a_game_that_goes_on_keeps_its_settings(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ferrovia("new", "1849", "--players", "A,B,C", "-o", path)
    before = path.read_bytes()
    check_trouble(ferrovia("play", path, "--seats", "you,random"), 2, "has 3 players (A, B, C)")
    check_trouble(ferrovia("play", path, "--seats", "you,random,random", "--seed", "3"), 2, "keeps its names, its seed")
    path.write_text("{}")
    check_trouble(ferrovia("play", path, "--seats", "you,random,random"), 2, "is not a game file")
    assert path.read_bytes() == b"{}" != before


def test_an_old_file_is_not_played_over(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine")
    check_trouble(ferrovia(*KEPT, "-o", path), 2, "already exists")
    check_trouble(ferrovia(*YOU, "-o", path), 2, "in a file or in none")
    assert path.read_text() == "mine"


@pytest.mark.parametrize(("word", "language"), [("hint", "en"), ("consiglio", "it")])
def test_a_hint_names_a_choice_of_the_list_and_says_why(word: str, language: str) -> None:
    answer = ferrovia(*YOU, "--language", language, typed=typed("all", word, "quit"))
    assert answer.exit_code == 0
    listed, _, said = answer.stdout.partition("I would choose: " if language == "en" else "Sceglierei: ")
    choice, _, why = said.partition("\n")[0].partition(". ")
    assert choice.split(" ")[0] in listed
    assert why.endswith(".")
