"""--language and LANG: which language a command speaks, what it does without a catalogue, and its helps in Italian."""

import json
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from ferrovia.bots.registry import bot_names
from ferrovia.cli import COMMANDS, main
from ferrovia.cli.voice import in_our_language
from ferrovia.saying import catalogue as catalogues
from ferrovia.saying import voice as voices
from languages.catalogues import ROOT, compile_all
from tests.cli.command import asked, check_trouble, ferrovia, saved_walk

ITALY = "it_IT.UTF-8"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogues as they are now."""
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(ROOT / "languages", root / "languages")
    compile_all(root)
    return root / "src" / "ferrovia" / "saying" / "compiled"


@pytest.fixture(autouse=True)
def _catalogues(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use(compiled, monkeypatch)
    yield
    ferrovia("--version")  # whoever speaks next in this process does not speak Italian


def use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voices, "catalogue", lambda language: catalogues.catalogue(language, folder))
    monkeypatch.setattr(import_module("ferrovia.cli.voice"), "COMPILED", folder)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved_walk(tmp_path / "game.json", seed=9, most=120)


# Which language


@pytest.mark.parametrize(
    ("arguments", "lang", "is_italian"),
    [
        (["show", "GAME"], "C", False),
        (["show", "GAME"], ITALY, True),
        (["show", "GAME"], "fr_FR.UTF-8", False),
        (["show", "GAME", "--language", "it"], "C", True),
        (["show", "--language", "it", "GAME"], "C", True),
        (["--language", "it", "show", "GAME"], "C", True),
        (["--language=it", "show", "GAME"], "C", True),
        (["show", "GAME", "--language=it"], "fr_FR.UTF-8", True),
        (["show", "GAME", "--language", "en"], ITALY, False),
        (["--language", "it", "show", "GAME", "--language", "en"], "C", False),
    ],
)
def test_the_option_decides_before_the_place(game: Path, arguments: list[str], lang: str, is_italian: bool) -> None:
    answer = ferrovia(*(game if word == "GAME" else word for word in arguments), lang=lang)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert ("Giocatore" in answer.stdout, "Player" in answer.stdout) == (is_italian, not is_italian)


def test_two_languages_show_the_same_facts(game: Path) -> None:
    english, italian = asked("show", game), asked("show", game, "--language", "it")
    for view in (english, italian):
        view.pop("full_title")
        view["round"].pop("name")
    assert english == italian
    chosen = [asked("choices", game, "--language", language)["choices"] for language in ("en", "it")]
    assert [entry["action"] for entry in chosen[0]] == [entry["action"] for entry in chosen[1]]


def test_a_public_copy_is_written_in_no_language_and_read_in_any(game: Path, tmp_path: Path) -> None:
    for lang, name in (("C", "one.json"), (ITALY, "other.json")):
        assert ferrovia("export", game, "--public", "-o", tmp_path / name, lang=lang).exit_code == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()
    shown = [ferrovia("show", path, "--json", lang=ITALY).stdout for path in (game, tmp_path / "one.json")]
    assert json.loads(shown[0]) == json.loads(shown[1])
    whole, copy = (ferrovia("show", path, lang=ITALY).stdout for path in (game, tmp_path / "one.json"))
    assert copy.partition("\n")[2] == whole


def test_trouble_is_told_in_the_language_too(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text("mine")
    new = ("new", "1849", "--players", "A,B,C", "-o", old)
    check_trouble(ferrovia(*new), 2, "already exists")
    check_trouble(ferrovia(*new, lang=ITALY), 2, "esiste già")
    check_trouble(ferrovia("export", old, "-o", old, lang=ITALY), 2, "Indica che cosa esportare", "(vedi ")


# What cannot be spoken


@pytest.mark.parametrize(
    "arguments", [["--language", "fr", "show"], ["--language=fr", "show"], ["show", "--language=fr"]]
)
def test_an_unknown_language_is_one_sentence_and_english(game: Path, arguments: list[str]) -> None:
    answer = ferrovia(*arguments, game, lang=ITALY)
    assert answer.exit_code == 0
    assert "fr" in answer.stderr
    assert answer.stderr.endswith(", so everything is said in English.\n")
    assert len(answer.stderr.splitlines()) == 1
    assert answer.stdout == ferrovia("show", game).stdout


@pytest.mark.parametrize("content", [None, b"", b"\xde\x12\x04\x95", b"no catalogue at all"])
@pytest.mark.parametrize("arguments", [["show"], ["show", "--help"], ["fly"]])
def test_without_a_catalogue_it_is_one_sentence_and_english(
    game: Path, tmp_path: Path, content: bytes | None, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = catalogues.compiled("it", tmp_path)
    if content is not None:
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
    use(tmp_path, monkeypatch)
    words = [*arguments, game] if arguments == ["show"] else arguments
    answer, english = ferrovia(*words, lang=ITALY), ferrovia(*words)
    sentence, _, rest = answer.stderr.partition("\n")
    assert sentence.startswith(f"The catalogue {path} is ")
    assert sentence.endswith(", so everything is said in English.")
    assert (answer.exit_code, answer.stdout, rest) == (english.exit_code, english.stdout, english.stderr)


# In the terminal


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "words",
    [("help", "all", "show", "why", "market", "log", "rules", "info", "draw x", "save", "pass", "undo", "quit"),
     ("aiuto", "tutto", "mostra", "perché", "mercato", "diario", "regole", "info", "disegna x", "salva", "passa",
      "annulla", "esci"),
     ("?", "tutte", "MOSTRA", "perche", "Mercato", "Diario 3", "Regola", "Info", "Disegna x", "Salva", "Passa",
      "Annulla", "Exit")],
)  # fmt: skip
def test_words_of_command_are_understood_in_both_languages(language: str, words: tuple[str, ...]) -> None:
    *before, leave = words
    typed = "\n".join([*before, leave, "1", ""])
    arguments = ("play", "1849", "--seats", "you,random,random", "--seed", "4", "--no-file", "--language", language)
    page = ferrovia(*arguments, typed=typed).stdout
    found = {
        "en": [
            "Type the number",
            "Yellow tiles left",
            "Type `why`",
            "No corporation has been started",
            "Type `rules`",
            "Type `info`",
            "There is no picture 'x'",
            "has no file yet",
            "Back to your",
            "Goodbye.",
        ],
        "it": [
            "Scrivi il numero",
            "Tessere gialle",
            "Scrivi `perché`",
            "Nessuna società è stata fondata",
            "Scrivi `regole`",
            "Scrivi `info`",
            "Non c'è un'immagine 'x'",
            "non ha ancora un file",
            "Si torna",
            "Arrivederci.",
        ],
    }
    assert [words for words in found[language] if page.count(words) != 1] == []
    assert page.rstrip().endswith(("saved.", "salvata."))


def test_a_seat_is_you_in_both_languages() -> None:
    for you in ("you", "tu"):
        page = ferrovia("play", "1849", "--seats", f"{you},random,random", "--no-file", typed="").stdout
        assert "Ada" in page.splitlines()[1]


@pytest.mark.parametrize(("name", "amount"), [("1849", r"\bL\. \d"), ("1883", r"\bL\. \d"), ("18FB", r"\bD\d")])
def test_money_is_printed_as_the_title_prints_it(tmp_path: Path, name: str, amount: str) -> None:
    path = tmp_path / "game.json"
    assert ferrovia("new", name, "--players", "Ada,Bruno,Carla", "--seed", "1", "-o", path).exit_code == 0
    for lang in ("C", ITALY):
        shown = ferrovia("show", path, lang=lang).stdout
        players = [line for line in shown.splitlines() if re.match(r"(Ada|Bruno|Carla)\b.* \d/\d", line)]
        assert [len(re.findall(amount, line)) for line in players] == [2, 2, 2]  # cash and worth


# Helps


def command(name: str) -> click.Command:
    module, _, function = COMMANDS[name][0].partition(":")
    found: click.Command = getattr(import_module(f"ferrovia.cli.{module}"), function)
    return found


def paragraphs(text: str | None) -> list[str]:
    """What is to be read; examples are typed as they stand."""
    parts = [" ".join(part.split()) for part in (text or "").split("\n\n") if "\b" not in part]
    return [part for part in parts if part]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_paragraph_of_a_help_is_italian(name: str) -> None:
    spoken_of = command(name) if name else main
    ferrovia("--version", lang=ITALY)
    italian = in_our_language(spoken_of)
    english = paragraphs(spoken_of.help)
    assert english
    assert len(paragraphs(italian.help)) == len(english)
    assert not set(paragraphs(italian.help)) & set(english)
    for parameter, said in zip(spoken_of.params, italian.params, strict=False):
        if isinstance(parameter, click.Option) and isinstance(said, click.Option):
            assert parameter.help, parameter.name
            assert said.help != parameter.help, parameter.name


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_the_heads_of_a_help_are_italian(name: str) -> None:
    words = [name, "--help"] if name else ["--help"]
    english, italian = ferrovia(*words).stdout, ferrovia(*words, lang=ITALY).stdout
    for head in ("Usage:", "Options:", "Show this message and exit", "Speak English or Italian"):
        assert head in english
        assert head not in italian
    assert "Parla inglese o italiano" in italian
    assert ("Varianti di 1849" in italian) == ("Variants of 1849" in english)


def test_the_list_of_commands_is_italian() -> None:
    english, italian = ferrovia("--help").stdout, ferrovia("--help", lang=ITALY).stdout
    for name, (_, text) in COMMANDS.items():
        assert f"  {name} " in italian
        assert text in " ".join(english.split())
        assert text not in " ".join(italian.split())


def test_the_help_of_play_names_every_computer_player() -> None:
    for lang in ("C", ITALY):
        assert f"({', '.join(bot_names())})" in " ".join(ferrovia("play", "--help", lang=lang).stdout.split())
