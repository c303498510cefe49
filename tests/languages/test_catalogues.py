"""Catalogues: what the check finds, how files follow the source, and what gettext reads in the end."""

from __future__ import annotations

from gettext import GNUTranslations
from pathlib import Path

import pytest

from ferrovia.saying import italian
from ferrovia.saying.catalogue import compiled
from ferrovia.saying.voice import Voice
from languages.__main__ import main
from languages.catalogues import Unreadable, compile_all, entries, files, key, languages, read, update
from languages.check import _articles, faults
from languages.extraction import UNCLEAR, Text, Texts
from tests.languages.ours import our_texts


def said(*found: Text) -> Texts:
    return {text.key: text for text in found}


PASS = Text("{player} passes.", room="engine", places=["engine.py"])
COLOUR = Text("Lay a {colour:term} tile for {cost:money}", room="engine", places=["engine.py"])
RCS = Text("RCS", "article", room="engine", places=["companies.toml"])
EXTRA = Text(
    "Extra argument ({args})", many="Extra arguments ({args})", room="engine", places=["click"], is_filled=False
)
RIGHT = {
    PASS.text: 'msgid "{player} passes."\nmsgstr "{player:Il} passa."\n',
    COLOUR.text: 'msgid "Lay a {colour:term} tile for {cost:money}"\n'
    'msgstr "Per {cost:money} posa una tessera {colour:term}"\n',
    RCS.text: 'msgctxt "article"\nmsgid "RCS"\nmsgstr "la"\n',
    EXTRA.text: 'msgid "Extra argument ({args})"\nmsgid_plural "Extra arguments ({args})"\n'
    'msgstr[0] "Argomento di troppo ({args})"\nmsgstr[1] "Argomenti di troppo"\n',
}
ALL = said(PASS, COLOUR, RCS, EXTRA)


def project(root: Path, **rooms: str) -> Path:
    """A project with these files of Italian."""
    folder = root / "languages/it"
    folder.mkdir(parents=True, exist_ok=True)
    for room, content in rooms.items():
        (folder / f"{room}.po").write_text(content, "utf-8")
    return root


def wrong(root: Path, found: Texts = ALL, **rooms: str) -> list[str]:
    return list(faults("it", found, project(root, **rooms)))


# The check


def test_a_whole_catalogue_has_no_faults(tmp_path: Path) -> None:
    assert wrong(tmp_path, engine="\n".join(RIGHT.values())) == []


@pytest.mark.parametrize(
    ("text", "entry", "fault"),
    [
        (PASS, 'msgid "{player} passes."\nmsgstr ""\n', "is not translated"),
        (PASS, '#, fuzzy\nmsgid "{player} passes."\nmsgstr "{player} passa."\n', "is not translated"),
        (PASS, 'msgid "{player} passes."\nmsgstr "{who} passa."\n', "has other fields than the English"),
        (PASS, 'msgid "{player} passes."\nmsgstr "Passa."\n', "has other fields than the English"),
        (PASS, 'msgid "{player} passes."\nmsgstr "{player:term} passa."\n', "has other fields than the English"),
        (PASS, 'msgid "{player} passes."\nmsgstr "{player passa."\n', "has other fields than the English"),
        (PASS, 'msgid "{player} passes."\nmsgstr "{player:dle} passa."\n', "has a form {player:dle} that nobody"),
        (PASS, 'msgid "{player} passes."\nmsgstr "{player:a|b|c} passa."\n', "has a form {player:a|b|c} that nobody"),
        (
            COLOUR,
            'msgid "Lay a {colour:term} tile for {cost:money}"\nmsgstr "Posa una tessera {colour} per {cost:money}"\n',
            "has other fields than the English",
        ),
        (
            COLOUR,
            'msgid "Lay a {colour:term} tile for {cost:money}"\nmsgstr "Posa una tessera {colour:term} per {cost}"\n',
            "has other fields than the English",
        ),
        (RCS, 'msgctxt "article"\nmsgid "RCS"\nmsgstr "le"\n', "has 'le', which is no article"),
        (EXTRA, 'msgid "Extra argument ({args})"\nmsgstr "Argomento di troppo"\n', "is not translated"),
        (
            EXTRA,
            'msgid "Extra argument ({args})"\nmsgid_plural "Extra arguments ({args})"\n'
            'msgstr[0] "Argomento di troppo"\nmsgstr[1] ""\n',
            "is not translated",
        ),
        (
            EXTRA,
            'msgid "Extra argument ({args})"\nmsgid_plural "Extra arguments ({args})"\n'
            'msgstr[0] "Argomento di troppo"\nmsgstr[1] "Argomenti di troppo ({those})"\n',
            "has other fields than the English",
        ),
    ],
)
def test_a_wrong_entry_is_a_fault(tmp_path: Path, text: Text, entry: str, fault: str) -> None:
    rest = [right for name, right in RIGHT.items() if name != text.text]
    found = wrong(tmp_path, engine="\n".join([*rest, entry]))
    assert found
    assert all(line.startswith("it/engine: '") and text.text in line for line in found)
    assert fault in found[0]


@pytest.mark.parametrize("article", ["il", "lo", "la", "l'", "l'o", "-"])
def test_articles_are_those_that_the_grammar_knows(tmp_path: Path, article: str) -> None:
    assert wrong(tmp_path, said(RCS), engine=f'msgctxt "article"\nmsgid "RCS"\nmsgstr "{article}"\n') == []
    assert _articles("it") == {each or "-" for each in italian.ARTICLES}


def test_a_missing_text_an_unused_one_one_in_two_files_and_one_in_the_wrong_file_are_faults(tmp_path: Path) -> None:
    assert wrong(tmp_path / "a", said(PASS), engine="") == ["it: '{player} passes.' of engine is missing"]
    assert wrong(tmp_path / "b", said(), engine=RIGHT[RCS.text]) == ["it/engine: nothing uses 'RCS' (article)"]
    assert wrong(tmp_path / "c", said(PASS), formats=RIGHT[PASS.text]) == [
        "it/formats: '{player} passes.' belongs to engine"
    ]
    assert "it/formats: '{player} passes.' stands in engine too" in wrong(
        tmp_path / "d", said(PASS), engine=RIGHT[PASS.text], formats=RIGHT[PASS.text]
    )


def test_a_slip_of_the_source_is_a_fault(tmp_path: Path) -> None:
    slip = Text("src/ferrovia/cli/games.py:3: the text is not a literal", UNCLEAR)
    assert wrong(tmp_path, said(slip), engine="") == [slip.text]


@pytest.mark.parametrize("text", ["{n:4} shares", "{TODO} shares", "{n.size} shares", "{n shares", "{n:TODO}"])
def test_a_wrong_field_in_the_english_is_a_fault(tmp_path: Path, text: str) -> None:
    found = Text(text, room="engine", places=["engine.py"])
    catalogue = f'msgid "{text}"\nmsgstr "{text}"\n'
    assert any(
        line.startswith(f"engine.py: {text!r} has a ") for line in wrong(tmp_path, said(found), engine=catalogue)
    )
    standing = Text(text, room="engine", places=["engine.py"], is_filled=False)
    assert wrong(tmp_path, said(standing), engine=catalogue) == []


def test_a_block_of_help_must_stay_a_block(tmp_path: Path) -> None:
    text = Text("Play.\n\n\b\nplay it", room="engine", places=["engine.py"], is_filled=False)
    entry = 'msgid "Play.\\n\\n\b\\nplay it"\nmsgstr "Gioca.\\n\\n{}gioca"\n'
    assert wrong(tmp_path, said(text), engine=entry.format("\b\\n")) == []
    assert "other blocks" in wrong(tmp_path, said(text), engine=entry.format(""))[0]


def test_our_own_catalogues_have_no_faults() -> None:
    found = our_texts()
    assert languages() == ["it"]
    for language in languages():
        assert sorted(faults(language, found)) == []


# Updating


def translations(root: Path, room: str) -> dict[tuple[str, str], object]:
    return {key(entry): entry.string for entry in entries(read(files("it", root)[room], "it"))}


def test_an_update_keeps_what_is_known_drops_what_is_unused_and_adds_what_is_new(tmp_path: Path) -> None:
    root = project(tmp_path, engine="# a hint\n" + RIGHT[PASS.text] + '\nmsgid "Old"\nmsgstr "Vecchio"\n', cli="")
    new = Text("{n} new", room="cli", places=["src/ferrovia/cli/games.py"])
    update("it", said(PASS, new, Text("games.py:3: why", UNCLEAR)), root)
    assert translations(root, "engine") == {("", PASS.text): "{player:Il} passa."}
    assert translations(root, "cli") == {("", "{n} new"): ""}
    assert "# a hint\n" in files("it", root)["engine"].read_text("utf-8")
    assert "#: src/ferrovia/cli/games.py\n" in files("it", root)["cli"].read_text("utf-8")
    before = {room: path.read_bytes() for room, path in files("it", root).items()}
    update("it", said(PASS, new), root)
    assert {room: path.read_bytes() for room, path in files("it", root).items()} == before


def test_a_translation_moves_with_its_text_to_another_file_and_a_guess_stays_one(tmp_path: Path) -> None:
    guess = "#, fuzzy\n" + RIGHT[RCS.text]
    unfinished = 'msgid "{player} passes."\nmsgstr ""\n'
    root = project(tmp_path, cli=RIGHT[PASS.text] + "\n" + guess, formats=unfinished)
    update("it", said(PASS, RCS), root)
    assert translations(root, "cli") == translations(root, "formats") == {}
    assert translations(root, "engine") == {("", PASS.text): "{player:Il} passa.", ("article", "RCS"): "la"}
    assert list(faults("it", said(PASS, RCS), root)) == ["it/engine: 'RCS' (article) is not translated"]


def test_a_text_that_counts_now_is_translated_anew(tmp_path: Path) -> None:
    root = project(tmp_path, engine='msgid "Extra argument ({args})"\nmsgstr "Argomento di troppo ({args})"\n')
    update("it", said(EXTRA), root)
    assert translations(root, "engine") == {("", EXTRA.text): ("", "")}


# Compiling


def test_what_is_compiled_is_what_gettext_reads_and_a_voice_says(tmp_path: Path) -> None:
    nobody = 'msgctxt "article"\nmsgid "Ada"\nmsgstr "-"\n'
    guess = '#, fuzzy\nmsgid "Run"\nmsgstr "Corri"\n'
    half = 'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "uno"\nmsgstr[1] ""\n'
    root = project(tmp_path, engine="\n".join(RIGHT.values()), cli="\n".join([nobody, guess, half]))
    compile_all(root)
    path = compiled("it", root / "src/ferrovia/saying/compiled")
    assert [each.name for each in path.parent.iterdir()] == ["ferrovia.mo"]
    with path.open("rb") as file:
        words = GNUTranslations(file)
    assert words.gettext("Run") == "Run"
    assert words.ngettext("one", "many", 3) == "many"
    assert words.ngettext("Extra argument ({args})", "Extra arguments ({args})", 2) == "Argomenti di troppo"
    say = Voice("it", words, currency="L. {}")
    assert say("{player} passes.", player="RCS") == "La RCS passa."
    assert say("{player} passes.", player="Ada") == "Ada passa."
    assert say(COLOUR.text, colour="yellow", cost=40) == "Per L. 40 posa una tessera yellow"


def test_a_file_that_cannot_be_read_is_told_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = project(tmp_path, engine='msgid "Pass\n')
    with pytest.raises(Unreadable, match=r"engine\.po cannot be read"):
        compile_all(root)
    monkeypatch.setattr("languages.__main__.compile_all", lambda: compile_all(root))
    assert main(["compile"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_program_is_told_how_to_be_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate"]) == 1
    assert capsys.readouterr().err == "python -m languages check|update|compile\n"
