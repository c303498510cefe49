"""The command that tells the rules: rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import ferrovia
from ferrovia.cli.coverage import marked_clauses
from ferrovia.cli.speaking import console, json_option, print_json, table
from ferrovia.cli.voice import OneSentence, say, voice
from ferrovia.formats.rulebook import VARIANTS, Clause, Rulebook, Ruling, rulebook, rulebooks
from ferrovia.titles.registry import title

COVERAGE = "coverage"
# The headings of a printed rulebook; unnumbered sections by their names.
_WORDS = {
    "en": {"section": "Section", "rulings": "Rulings", "check": "Check", "because": "Because"},
    "it": {
        "section": "Sezione", "rulings": "Delibere", "check": "Prova", "because": "Perché", "components": "Componenti",
        "manifest": "Elenco delle tessere", "card": "Scheda di riferimento",
    },
}  # fmt: skip


@click.command()
@click.argument("name", metavar="TITLE|coverage")
@click.argument("clause", metavar="[CLAUSE]", required=False)
@json_option
@click.option("--tests", type=click.Path(path_type=Path), help="With `coverage`: the folder of the tests.")
def rules(name: str, clause: str | None, as_json: bool, tests: Path | None) -> None:
    """The rules of a title in our own words, or one clause, ruling or section of them.

    \b
    ferrovia rules 1849            every clause by section
    ferrovia rules 1849 9.2        a section
    ferrovia rules 1849 9.2.6      a clause in full, with the rulings it names
    ferrovia rules 1849 R12        a ruling
    ferrovia rules 1849 9.2 --language it
    ferrovia rules coverage        which clauses no test plays

    Coverage counts the marks `@pytest.mark.clause("1849-9.2.6")` in the test files. The test under a mark must
    check something: an assert, pytest.raises, or a call of something named may..., refuses..., does... or
    check....
    """
    if name == COVERAGE:
        if clause is not None:
            raise click.UsageError("`rules coverage` is about all titles and takes no clause.")
        _coverage(tests, as_json)
        return
    try:
        spoken = voice().language
        book = rulebook(name, spoken)
        found = book.find(clause) if clause is not None else None
    except LookupError as error:
        raise OneSentence(str(error)) from error
    if as_json:
        print_json(book if found is None else found)
    elif found is None:
        _print_book(book, _WORDS[spoken])
    else:
        for entry in found:
            if isinstance(entry, Ruling):
                _print_ruling(entry, _WORDS[spoken])
            else:
                _print_clause(book, entry, _WORDS[spoken])


def _print_book(book: Rulebook, words: dict[str, str]) -> None:
    note = title(book.title).note
    if note:
        click.echo(say("{note}\n", note=note))
    out = console()
    for section, clauses in book.sections().items():
        heading = f"{words['section']} {section}" if section[0].isdigit() else words.get(section, section.capitalize())
        out.print(heading, style="bold")
        for clause in clauses:
            out.print(say("  {id}  {topic}: {rule}", id=clause.id, topic=clause.topic, rule=clause.rule))
    out.print(words["rulings"], style="bold")
    for ruling in book.rulings:
        out.print(say("  {id}  {question} {ruling}", id=ruling.id, question=ruling.question, ruling=ruling.ruling))


def _print_clause(book: Rulebook, clause: Clause, words: dict[str, str]) -> None:
    out = console()
    out.print(say("{id}  {topic}", id=clause.id, topic=clause.topic), style="bold")
    out.print(say("  {rule}", rule=clause.rule))
    out.print(say("  {check}: {check_2}", check=words["check"], check_2=clause.check))
    for ruling in book.rulings_named(clause):
        _print_ruling(ruling, words)


def _print_ruling(ruling: Ruling, words: dict[str, str]) -> None:
    out = console()
    out.print(say("{id}  {question}", id=ruling.id, question=ruling.question), style="bold")
    out.print(say("  {ruling}", ruling=ruling.ruling))
    out.print(say("  {because}: {because_2}", because=words["because"], because_2=ruling.because))


# Coverage


def _coverage(tests: Path | None, as_json: bool) -> None:
    folder = tests if tests is not None else Path(ferrovia.__file__).resolve().parents[2] / "tests"
    if not folder.is_dir():
        raise OneSentence(
            "There are no tests in {folder}: run this in a clone, or name their folder with --tests.", folder=folder
        )
    try:
        marked = marked_clauses(folder)
    except (SyntaxError, UnicodeDecodeError, OSError) as error:
        raise OneSentence("The tests in {folder} cannot be read: {error}.", folder=folder, error=error) from error
    report = {title: covered(book, marked) for title, book in rulebooks().items()}
    if as_json:
        print_json(report)
    else:
        _print_coverage(report)


def covered(book: Rulebook, marked: dict[str, list[str]]) -> dict[str, Any]:
    """Which clauses of a title are marked. `missing_variants` are those of `missing` about optional rules."""
    missing = [clause for clause in book.clauses if clause.id not in marked]
    unruled = [ruling.id for ruling in book.rulings if ruling.id not in marked]
    known = {entry.id for entry in book.entries}
    return {
        "clauses": len(book.clauses),
        "covered": len(book.clauses) - len(missing),
        "missing": [clause.id for clause in missing],
        "missing_variants": [clause.id for clause in missing if VARIANTS in clause.needs],
        "rulings": len(book.rulings),
        "rulings_covered": len(book.rulings) - len(unruled),
        "rulings_missing": unruled,
        "sections": {
            section: {"clauses": len(clauses), "covered": sum(clause.id in marked for clause in clauses)}
            for section, clauses in book.sections().items()
        },
        "unknown": sorted(mark for mark in marked if mark.startswith(f"{book.title}-") and mark not in known),
    }


def _print_coverage(report: dict[str, Any]) -> None:
    out = console()
    for name, figures in report.items():
        out.print(
            say(
                "{name}: {covered} of {clauses} clauses are played by tests, {rulings_covered} of {rulings} rulings.",
                name=name,
                covered=figures["covered"],
                clauses=figures["clauses"],
                rulings_covered=figures["rulings_covered"],
                rulings=figures["rulings"],
            ),
            style="bold",
        )
        sections = table("section", "clauses", "covered", "missing", numbers=("clauses", "covered"))
        for section, clauses in rulebook(name).sections().items():
            names = [clause.id.removeprefix(f"{name}-") for clause in clauses if clause.id in figures["missing"]]
            sections.add_row(section, str(len(clauses)), str(len(clauses) - len(names)), ", ".join(names))
        out.print(sections)
        _print_ids(name, "Rulings that no test plays", figures["rulings_missing"])
        _print_ids(name, "Missing and about variants", figures["missing_variants"])
        _print_ids(name, "Marks that name no clause", figures["unknown"])


def _print_ids(title: str, what: str, ids: list[str]) -> None:
    if ids:
        console().print(say("{what}: {ids}.", what=what, ids=list(name.removeprefix(f"{title}-") for name in ids)))
