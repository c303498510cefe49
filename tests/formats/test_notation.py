"""A game in words: what a person may write, what is refused and how that is told, what is not public."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from ferrovia.engine.flow.actions import BuyShare, BuyTrain, ChooseHome, LayTile, Pass, Run, Start
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.forms import COMMON_FORMS, Form
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.title import Title
from ferrovia.formats.grammar import Grammar
from ferrovia.formats.heading import NotationTrouble
from ferrovia.formats.moves import WordsTrouble, read_move, written_move
from ferrovia.formats.notation import LONGEST_LINE, MOST_BYTES, MOST_MOVES, read_notation, written_notation
from ferrovia.formats.save import Record, load, recorded, resume
from ferrovia.formats.sentences import sentence
from ferrovia.titles.registry import all_titles, title
from tests.formats.test_notation_games import check_choices
from tests.titles import TITLES
from tests.walks import new_game, pick, walk

GAMES = Path(__file__).parents[1] / "games"

HEADING = """\
Ferrovia notation 1
Title: 1849
Player: Ada
Player: Bruno
Player: Carla
Corporation: AFG
Corporation: ATA
Corporation: CTL
Corporation: IFT
Corporation: RCS
Corporation: SFA
"""
AUCTION = """
# The auction
1. Ada: Buy SCE for L. 20
2. Bruno: Buy SIGI for L. 45
3. Carla: Buy CNM for L. 75
4. Ada: Bid L. 155 on RSA
5. Bruno: Pass
6. Carla: Buy SMS for L. 110
7. Ada: Start AFG at L. 68 a share
8. Ada (AFG): Make Caltanissetta (H8) the home
"""
STOCK = """
9. Ada: Buy AFG from its treasury
10. Bruno: Pass
11. Carla: Pass
12. Ada: Buy AFG from its treasury
13. Bruno: Pass
14. Carla: Pass
15. Ada: Pass
"""
TEXT = HEADING + AUCTION + STOCK  # the next move, on line 31, is Ada's: AFG lays its first tile


def read(text: str) -> Record:
    return read_notation(text.encode(), seed="a seed", salt="a salt").record


def game_after(text: str) -> Game:
    return resume(read(text))


def trouble(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(NotationTrouble) as caught:
        read_notation(data, seed="a seed", salt="a salt")
    return str(caught.value)


# What a person may write


def test_a_game_that_somebody_wrote_down_without_a_seed_is_read() -> None:
    """Players sit as they are listed, and a seed is drawn for what is still to come."""
    game = game_after(TEXT)
    assert game.state.seats == ("Ada", "Bruno", "Carla")
    assert game.state.own.order[0] == "AFG"
    assert game.settings.seed == "a seed"
    assert game.actions[6:9] == [Start("AFG", 68), ChooseHome("H8"), BuyShare("AFG", "treasury")]
    assert (game.decision.step, game.decision.for_corporation) == ("track", "AFG")


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        "\ufeff" + TEXT,
        "# a remark before all else\n\n" + TEXT,
        HEADING.replace("Ferrovia", "FERROVIA") + (AUCTION + STOCK).lower(),
        TEXT.replace("Ada: ", "").replace("Bruno: ", "").replace("Carla: ", "").replace("Ada (AFG): ", ""),
        TEXT.replace(". ", ") ").replace("L) ", ""),
        TEXT.replace("Ada: Buy", "Ada :  buy").replace("L. ", "L.\u00a0"),
        TEXT.replace("Caltanissetta (H8)", "H8").replace("a share", "a share.  # at the lowest price"),
        TEXT.replace("Caltanissetta (H8)", "CALTANISSETTA").replace("Buy AFG from its treasury", "Buy AFG"),
        TEXT.replace("Buy SCE for L. 20", "Buy SCE (Società Corriere Etnee) for L. 20"),
        TEXT.replace("Buy SCE for L. 20", "Compra la SCE (Società Corriere Etnee) per L. 20"),
        TEXT.replace("Bid L. 155 on RSA", "Offri L. 155 per la RSA").replace("Pass", "passa"),
        "\n".join(f"{line}\n# {line}" if ":" not in line else line for line in TEXT.split("\n")),
    ],
    ids=lambda text: None,
)
def test_it_may_be_written_in_other_ways(text: str) -> None:
    assert read(text).actions == read(TEXT).actions


def test_what_is_read_is_written_in_one_way() -> None:
    text = written_notation(read(TEXT.replace("L. ", "").replace("Caltanissetta (H8)", "H8")), public=True)
    moves = [line for line in text.splitlines() if line[:1].isdigit()]
    assert moves == [line for line in TEXT.splitlines() if line[:1].isdigit()]
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# AUCTION, phase 4",
        "# SR 1, phase 4",
    ]


def test_the_whole_text_of_a_choice_is_understood_in_both_languages() -> None:
    game = game_after(TEXT)
    for language in ("en", "it"):
        say = game.title.voice(language)
        for action in game.decision.choices:
            assert read_move(game, say(sentence(game, action))) == action


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("1849", ("Ada", "Ada (AFG)", "12. Ada: Pass", "# Ada", "ada #2")),
        ("18FB", ("Ada  B", "Ada", "Ada Riseis for D5", "ada", "\u05d0\u05d3\u05d4")),
    ],
)
def test_names_that_look_like_something_else(name: str, names: tuple[str, ...]) -> None:
    game = Game(title(name), Settings(name, names, "7"))
    for now in walk(game, random.Random(3), most=150):
        if now.state.number % 15 == 0:
            check_choices(now, in_capitals=False)  # which cannot tell Ada from ada
    record = recorded(game)
    again = read(written_notation(record))
    assert again.actions == record.actions
    assert again.hashes == record.hashes


@pytest.mark.parametrize("seed", [" with spaces ", '"quoted"', 'a "quote"', "é # x", "0"])
def test_any_seed_and_salt_is_kept(seed: str) -> None:
    settings = Settings("1849", ("Ada", "Bruno", "Carla"), seed, salt="a\nsalt", options=("bonds",), least_raise=0)
    record = recorded(Game(title("1849"), settings))
    assert read(written_notation(record)).settings == record.settings


def test_an_imported_game_keeps_its_arrangement_and_its_runs() -> None:
    arrangement = {"seats": ("Carla", "Ada", "Bruno"), "corporations": ("SFA", "RCS", "IFT", "CTL", "ATA", "AFG")}
    settings = Settings("1849", ("Ada", "Bruno", "Carla"), "7", arrangement=arrangement, runs_as_shown=True)
    record = recorded(Game(title("1849"), settings))
    assert read(written_notation(record)).settings == record.settings


# What is refused


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Lay tile 644 on H8", "'Lay tile 644 on H8' fits 'Lay tile 644, turned by 0, on Caltanissetta (H8)', 'Lay"),
        ("Lay tile 644", "and 4 other moves."),
        ("Lay tile 644, turned by one, on H8", "what comes near is 'Lay tile 644, turned by"),
        ("Lay tile 644, turned by 1, on Palermo (H8)", "what comes near is 'Lay tile 644, turned by 1"),
        ("Lay tile 8, turned by 1, on Palermo (C5)", "C5 already shows track. [1849-10.3.2]"),
        (
            "Pay the shareholders",
            "It is not the moment to decide on a dividend: the step now is 'track'. [1849-10.0.3]",
        ),
        ("What a game!", "'What a game!' is no move that Ada has here, nor like one."),
        ("1", "'1' is no move"),
        ("Give up", "It is not the moment to give up"),
        ("17. Pass", "The line says that it is move 17."),
        ("16. Bruno: Pass", "It is for Ada to choose now, not for Bruno."),
        ("16. Ada (RCS): Pass", "Ada chooses for AFG here, not for RCS."),
        ("16. Dora: Pass", "'Dora: Pass' is no move here; what comes near is 'Pass'."),
        ("x" * 4500, "It has 4500 letters"),
    ],
)
def test_a_line_that_is_no_move_is_told_with_its_place(line: str, words: str) -> None:
    told = trouble(f"{TEXT}\n{line}\n{line}\n")
    assert told.startswith("Line 31, move 16: "), told
    assert words in told
    assert len(told) < 400


def test_two_that_fit_are_both_named() -> None:
    """Of a train that the bank and the pool both sell nobody knows which is meant."""
    game = game_after(TEXT + "Lay tile 644, turned by 1, on H8\n")
    choices = [choice for choice in game.decision.choices if isinstance(choice, BuyTrain)]
    assert choices == [BuyTrain("4H", "bank", 100)]
    assert read_move(game, "Buy 4H") == choices[0]
    game = game_after(TEXT)
    two = [LayTile("H8", "644", rotation) for rotation in (0, 3)]
    decision = msgspec.structs.replace(game.decision, choices=(*two, Pass()))
    game._decision = decision
    first, second = (written_move(game, action) for action in two)
    with pytest.raises(WordsTrouble, match="fits two moves") as caught:
        read_move(game, "Lay 644")
    assert str(caught.value) == f"'Lay 644' fits two moves: '{first}' and '{second}'."


def test_nothing_follows_the_end() -> None:
    text = written_notation(load(GAMES / "1849-five.json"))
    lines = [line for line in text.splitlines() if not line.startswith("Moves:")]
    assert "move 263: The game is over" in trouble("\n".join([*lines, "Pass"]))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is nothing in it."),
        ("# only a remark\n", "There is nothing in it."),
        (TEXT.removeprefix("Ferrovia notation 1\n"), "Line 1: A game in words begins with the line 'Ferrovia notation"),
        (TEXT.replace("notation 1", "notation 2"), "Line 1: It is written in notation 2, and this program reads 1."),
        (TEXT.replace("Player: Carla\n", "Playr: Carla\n"), "Line 5: 'Playr: Carla' is no line of a heading"),
        (TEXT.replace("Player: Carla\n", "Player:\n"), "Line 5: Nothing stands behind 'Player'."),
        (TEXT.replace("Player: Carla\n", "Title: 1883\n"), "Line 5: The heading tells 'Title' twice."),
        (TEXT.replace("Title: 1849\n", ""), "The heading has no line 'Title'."),
        (TEXT.replace("1849", "1830"), "The heading cannot be right: There is no title 1830"),
        (TEXT.replace("1849", "1883"), "The heading cannot be right: In 1883 no order of corporations is drawn."),
        (TEXT.replace("Player: Carla\n", ""), "The heading cannot be right: 1849 is for 3, 4 or 5 players, not 2."),
        (TEXT.replace("Player: Carla\n", "Player: Ada\n"), "The heading cannot be right: Two players are called Ada."),
        (HEADING + "Seat: Ada\nSeat: Dora\nSeat: Carla\n", "Each player must have exactly one seat."),
        (HEADING + "Option: rain\n", "1849 has no option rain."),
        (HEADING + "Revision: 77\n", "There is no revision 77 of the data of 1849"),
        (HEADING + "Moves: many\n", "Line 12: Behind 'Moves' stands 'many', which is no number."),
        (HEADING + "Runs: best\n", "Line 12: Behind 'Runs' can stand only 'as shown'."),
        (HEADING + 'Seed: "a\n', "Line 12: What stands behind 'Seed' is not well quoted."),
        (HEADING + "Seed: 7\nCommitment: 12\n", "The seed in the heading is not the one that its commitment is for."),
        (HEADING + "Moves: 16\n" + AUCTION + STOCK, "It ends after move 15, and its heading speaks of 16"),
        (HEADING + "Seed: 7\nPosition: 12\n", "Its moves do not lead to the position that its heading tells"),
        (TEXT + "Pass\x07", "Line 30: It has a sign that cannot be printed: '\\x07'."),
        (TEXT + "Pass \u202e ssaP", "Line 30: It has a sign that cannot be printed"),
        (TEXT + "#" * (LONGEST_LINE + 1), "Line 30: It has 5001 letters"),
        (TEXT + "Pass\n" * MOST_MOVES, "It has 20015 moves, and no game has more than 20000."),
        (TEXT + "#\n" * MOST_BYTES, "It has 8 MB, and no game in words has more than 4."),
    ],
    ids=lambda text: None,
)  # fmt: skip
def test_what_is_wrong_with_a_text_is_told_with_its_place(text: str, words: str) -> None:
    assert words in trouble(text)


def test_letters_of_another_code_are_told_with_their_line() -> None:
    assert trouble((TEXT + "# Città").encode("latin-1")) == "Line 30: It has letters that are not in UTF-8."


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9, 0.98])
def test_a_text_that_was_cut_off_is_refused(cut: float) -> None:
    text = written_notation(load(GAMES / "1849-five.json"))
    assert trouble(text[: int(len(text) * cut)])


def test_it_is_refused_where_it_was_played_by_other_rules() -> None:
    record = load(GAMES / "1849-five.json")
    other = msgspec.structs.replace(record, settings=msgspec.structs.replace(record.settings, least_raise=10))
    with pytest.raises(Refusal, match="offer at least"):
        written_notation(other)
    with pytest.raises(Refusal, match="comes to another position"):
        written_notation(msgspec.structs.replace(record, hashes=[*record.hashes[:-1], "0" * 16]))


# Words that are promised


def test_the_words_of_moves_are_kept() -> None:
    """People keep games in these words: what is in the table is read as ever, what is new comes into it."""
    released = tomllib.loads((Path(__file__).parents[1] / "released_forms.toml").read_text("utf-8"))
    now = {"every title": COMMON_FORMS} | {name: title.seen.forms for name, title in all_titles().items()}
    assert {owner: [_told(form) for form in forms] for owner, forms in now.items()} == released


def test_the_page_tells_every_form() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    forms = [*COMMON_FORMS, *(form for title in all_titles().values() for form in title.seen.forms)]
    assert [form.text for form in forms if f"\n{_for_people(form.text)}\n" not in page] == []


def test_the_example_of_the_page_is_a_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
    text = page[page.index("Ferrovia notation 1\n") :].partition("```")[0]
    assert written_notation(read(text)) == text


def _told(form: Form) -> str:
    at = f" at {form.at}" if form.at else ""
    fixed = "".join(f", {field} {value!r}" for field, value in form.fixed.items())
    return f"{form.text} ({form.kind.__struct_config__.tag}{at}{fixed})"


def _for_people(text: str) -> str:
    """With the names of fields in capitals: Bid PRICE on PRIVATE."""
    return re.sub(r"\{(\w+):(\w+)\}", lambda field: SHOWN.get(field[2], field[1].upper()), text)


SHOWN = {"runs": "TRAIN HEX-HEX-HEX; TRAIN HEX-HEX", "way": "HEX-HEX-HEX", "percents": "10% + 20%", "stop": "HEX"}
SHOWN |= {"certificates": "2 certificates", "shares": "2 shares", "train": "a TRAIN", "name_of_train": "TRAIN"}


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_every_kind_of_action_has_a_form(title: Title) -> None:
    """And each can be read; a field that no words tell shows when the grammar is made."""
    forms = {form.kind for form in (*title.seen.forms, *COMMON_FORMS)}
    assert set(title.actions) <= forms
    assert Grammar(title, ("Ada", "Bruno")).names.players == ("Ada", "Bruno")


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_every_form_belongs_to_a_frame_or_step_of_the_title(title: Title) -> None:
    frames = {str(frame.__struct_config__.tag) for frame in title.frames}
    steps = {step.id for step in title.operating.steps}
    assert {form.at for form in (*title.seen.forms, *COMMON_FORMS)} <= {"", *frames, *steps}


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.name)
def test_every_form_reads_what_it_writes_and_no_other_form_there_does(title: Title) -> None:
    """Also forms of questions that are seldom asked."""
    grammar = Grammar(title, ("Ada", "Bruno"))
    for pattern in grammar.patterns:
        values = _samples(title, pattern.form)
        action = pattern.form.kind(**{**pattern.fixed, **values})
        line = pattern.written(grammar.names, action)
        assert pattern.read(grammar.names, line) == action
        assert {*grammar._read(("", pattern.form.at), line)} == {action}, line


def _samples(title: Title, form: Form) -> dict[str, object]:
    """A value for each field that a form names."""
    box = title.box
    hex_id, train = list(box.board.hexes)[-1], next(iter(box.trains))
    sorts: dict[str, object] = {
        "money": 95,
        "number": 3,
        "city": 1,
        "certificates": 1,
        "shares": 2,
        "percents": (10, 20),
    }
    sorts |= {"name": list(box.corporations)[-1], "word": "x", "tile": list(box.board.tiles)[-1], "player": "Bruno"}
    sorts |= {"train": train, "name_of_train": train, "place": hex_id, "stop": f"{hex_id}.1", "way": (hex_id, hex_id)}
    sorts |= {"runs": (Run(train, (hex_id, hex_id)), Run(train, ()))}
    return {field: sorts[sort] for field, sort in re.findall(r"\{(\w+):(\w+)\}", form.text)}


# What a public text keeps to itself

SEED, SALT = "the-secret-seed-of-this-game", "0123456789abcdef"


def secret_game(name: str, most: int) -> Record:
    game = Game(title(name), Settings(name, ("Ada", "Bruno", "Carla"), SEED, salt=SALT))
    chance = random.Random(4)
    while len(game.actions) < most:
        game.apply(pick(game.decision, chance))
    return recorded(game)


def test_a_public_text_has_neither_seed_nor_salt_nor_hashes() -> None:
    record = secret_game("1883", 60)
    text = written_notation(record, public=True)
    assert not [word for word in (SEED, SALT, *record.hashes) if word in text]
    assert record.commitment in text
    assert SEED in written_notation(record)


@pytest.mark.parametrize("name", ["1849", "18FB"])
def test_a_public_text_is_read_whole_where_chance_was_needed_only_for_the_set_up(name: str) -> None:
    record = secret_game(name, 80)
    again = read_notation(written_notation(record, public=True).encode(), seed="another", salt="")
    assert again.left_at == 0
    assert again.record.actions == record.actions
    assert again.record.hashes == record.hashes
    assert again.record.settings.seed == "another"


def test_a_public_text_is_read_up_to_where_a_card_decides() -> None:
    record = load(GAMES / "1883-two.json")
    text = written_notation(record, public=True)
    again = read_notation(text.encode(), seed="another", salt="")
    assert 20 < again.left_at == len(again.record.actions) + 1 < 100
    assert again.record.actions == record.actions[: again.left_at - 1]
    lines = text.splitlines()
    remark = lines.index("# A die or a card has decided: without the seed nobody can read on from here.")
    told = next(line for line in lines[remark:] if line[:1].isdigit())
    assert told.startswith(f"{again.left_at + 1}. ")
    assert resume(again.record).decision.choices  # and it goes on


def test_options_come_along() -> None:
    game = new_game(title("1849"), 5, 4, ("five_corporations", "ift_fourth", "bonds"))
    record = recorded(game)
    for public in (False, True):
        again = read(written_notation(record, public=public))
        assert again.settings.options == game.settings.options
        assert again.hashes == record.hashes
