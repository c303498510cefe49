"""The command that tells the rules: rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import ferrovia
from ferrovia.cli.coverage import marked_clauses
from ferrovia.cli.speaking import console, json_option, print_json, table
from ferrovia.cli.voice import OneSentence, say, voice
from ferrovia.formats.rulebook import VARIANTS, Clause, Rulebook, Ruling, rulebook, rulebooks
from ferrovia.saying.message import Message, term
from ferrovia.saying.reasons import reason
from ferrovia.titles.registry import title

if TYPE_CHECKING:
    from rich.console import Console

COVERAGE = "coverage"
# The sections that have a name and no number.
_UNNUMBERED = {
    "card": term("Reference card"),
    "components": term("Components"),
    "manifest": term("List of the tiles"),
}


@click.command()
@click.argument("name", metavar="TITLE|coverage")
@click.argument("clause", metavar="[CLAUSE]", required=False)
@json_option
@click.option("--tests", type=click.Path(path_type=Path), help="The folder of the tests, for `coverage`.")
def rules(name: str, clause: str | None, as_json: bool, tests: Path | None) -> None:
    """Print the rules of a title in our own words, or one section, clause or ruling of them.

    \b
    ferrovia rules 1849            every clause by section
    ferrovia rules 1849 9.2        a section
    ferrovia rules 1849 9.2.6      a clause in full, with the rulings it names
    ferrovia rules 1849 R12        a ruling
    ferrovia rules coverage        which clauses no test plays

    Coverage counts the marks `@pytest.mark.clause("1849-9.2.6")` in the test files. The test under a mark must
    check something: with an assert, with pytest.raises, or by calling something whose name begins with may,
    refuses, does or check.
    """
    if name == COVERAGE:
        if clause is not None:
            raise click.UsageError(say("`rules coverage` is about all titles and takes no clause"))
        _coverage(tests, as_json)
        return
    try:
        book = rulebook(name, voice().language)
        found = book.find(clause) if clause is not None else None
    except LookupError as error:
        raise OneSentence(reason(error)) from error
    if as_json:
        print_json(book if found is None else found)
    elif found is None:
        _print_book(book)
    else:
        print_entries(console(), book, found)


def _print_book(book: Rulebook) -> None:
    note = title(book.title).note
    if note:
        click.echo(voice().term(note) + "\n")
    out = console()
    for section, clauses in book.sections().items():
        out.print(_heading(section), style="bold")
        for clause in clauses:
            out.print(f"  {clause.id}  {clause.topic}: {clause.rule}")
    out.print(say("Rulings"), style="bold")
    for ruling in book.rulings:
        out.print(f"  {ruling.id}  {ruling.question} {ruling.ruling}")


def _heading(section: str) -> str:
    name = _UNNUMBERED.get(section)
    return voice().term(name) if name else say("Section {section}", section=section)


def print_entries(out: Console, book: Rulebook, found: Iterable[Clause | Ruling]) -> None:
    """Clauses in full with the rulings they name, and rulings with their reasons."""
    for entry in found:
        if isinstance(entry, Ruling):
            _print_ruling(out, entry)
        else:
            _print_clause(out, book, entry)


def _print_clause(out: Console, book: Rulebook, clause: Clause) -> None:
    out.print(f"{clause.id}  {clause.topic}", style="bold")
    out.print(f"  {clause.rule}")
    out.print("  " + say("Check: {check}", check=clause.check))
    for ruling in book.rulings_named(clause):
        _print_ruling(out, ruling)


def _print_ruling(out: Console, ruling: Ruling) -> None:
    out.print(f"{ruling.id}  {ruling.question}", style="bold")
    out.print(f"  {ruling.ruling}")
    out.print("  " + say("Because: {because}", because=ruling.because))


# Coverage


def _coverage(tests: Path | None, as_json: bool) -> None:
    folder = tests if tests is not None else Path(ferrovia.__file__).resolve().parents[2] / "tests"
    if not folder.is_dir():
        raise OneSentence(
            "There are no tests in {folder}: run this in a clone, or name their folder with --tests.",
            folder=str(folder),
        )
    try:
        marked = marked_clauses(folder)
    except (SyntaxError, UnicodeDecodeError, OSError) as error:
        raise OneSentence(
            "The tests in {folder} cannot be read ({reason}).", folder=str(folder), reason=reason(error)
        ) from error
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
                "{title}: tests play {covered} of {clauses} clauses and {rulings_covered} of {rulings} rulings.",
                title=name,
                covered=figures["covered"],
                clauses=figures["clauses"],
                rulings_covered=figures["rulings_covered"],
                rulings=figures["rulings"],
            ),
            style="bold",
        )
        counts = say("clauses"), say("played")
        sections = table(say("section"), *counts, say("missing"), numbers=counts)
        for section, clauses in rulebook(name).sections().items():
            names = [clause.id.removeprefix(f"{name}-") for clause in clauses if clause.id in figures["missing"]]
            sections.add_row(
                voice().term(_UNNUMBERED.get(section, section)),
                str(len(clauses)),
                str(len(clauses) - len(names)),
                ", ".join(names),
            )
        out.print(sections)
        for message in (
            Message("Rulings that no test plays: {ids}.", ids=_without_title(name, figures["rulings_missing"])),
            Message("Missing, and about variants: {ids}.", ids=_without_title(name, figures["missing_variants"])),
            Message("Marks that name no clause: {ids}.", ids=_without_title(name, figures["unknown"])),
        ):
            if message.values["ids"]:
                out.print(say(message))


def _without_title(title: str, ids: list[str]) -> list[str]:
    return [name.removeprefix(f"{title}-") for name in ids]
