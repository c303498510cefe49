"""Pictures as files: draw."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from ferrovia.cli.looking import as_it_was
from ferrovia.cli.speaking import at_work_on, opened, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, voice
from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.export import ExportTrouble, format_of, pdf, png, standalone
from ferrovia.drawing.history import HistoryTrouble
from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.pictures import PIECES, Subject, drawn, pages
from ferrovia.drawing.sheets import PAPERS, Paper
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.files import write_whole
from ferrovia.formats.save import Record, earlier
from ferrovia.titles.registry import all_titles


@click.command()
@click.argument("what", metavar="WHAT", type=click.Choice([*PIECES, "all"]))
@click.argument("source", metavar="TITLE|G.json")
@click.option("-o", "--output", "out", metavar="FILE", type=click.Path(path_type=Path), required=True)
@click.option("--theme", type=click.Choice(list(THEMES)), default="light", show_default=True)
@click.option("--at", metavar="N", type=int, help="The game as it was after N actions.")
@click.option("--runs", metavar="CORP", default="", help="Show the best runs of a corporation on the board.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="Of the booklet.")
@click.option("--scale", metavar="X", type=click.FloatRange(0.05, 20), help="Dots of a PNG to a pixel, usually 2.")
def draw(
    what: str,
    source: str,
    out: Path,
    theme: str,
    at: int | None,
    runs: str,
    paper: str,
    scale: float | None,
) -> None:
    """Draw a title as a game of it begins, or a game as it stands.

    WHAT is board, tiles, market, charters, cards, trains, charts or all; the ending of FILE, .svg, .png or .pdf,
    says what is written. All of a title as .pdf is a booklet to print, cut out and play with.

    \b
    ferrovia draw board 1849 -o sicily.svg
    ferrovia draw board evening.json --runs RCS --theme dark -o table.png
    ferrovia draw all 1883 --language it -o scatola.pdf
    """
    form = _format(out)
    title, game, record = _found(source, at)
    if what == "charts" and game is None:
        raise OneSentence("Charts are drawn of a game, from how it went; a title alone has none.")
    if runs:
        _check_runs(what, runs, game)
    subject = Subject(edition_of(title, voice().language), THEMES[theme], game, runs, record)
    with at_work_on(Path(source)) if game else nullcontext():
        data = _made(what, subject, form, PAPERS[paper], scale)
    with told_in_a_sentence():
        write_whole(out, data)


def _format(out: Path) -> str:
    try:
        return format_of(out)
    except ExportTrouble as error:
        raise OneSentence(str(error)) from error


def _found(source: str, at: int | None) -> tuple[Title, Game | None, Record | None]:
    """The title by its name, or the game in a file and how it came there."""
    titles = all_titles()
    if source in titles:
        if at is not None:
            raise OneSentence(
                "{source} is a title; only a game has a position after {at} actions.", source=source, at=at
            )
        return titles[source], None, None
    path = Path(source)
    if not path.suffix and not path.exists():
        raise OneSentence(
            "There is no title {source}, nor a file of that name; we have {titles}.", source=source, titles=titles
        )
    sitting = opened(path)
    game = sitting.game if at is None else as_it_was(path, sitting, at)
    return game.title, game, sitting.record if at is None else earlier(sitting.record, at)


def _check_runs(what: str, corporation: str, game: Game | None) -> None:
    if what not in ("board", "all") or game is None:
        raise OneSentence("Runs are shown on the board of a game.")
    if corporation not in game.state.certificates:
        names = ", ".join(game.state.certificates)
        raise OneSentence(
            "There is no corporation {corporation} in this game of {name}; it has {names}.",
            corporation=corporation,
            name=game.title.name,
            names=names,
        )


def _made(what: str, subject: Subject, form: str, paper: Paper, scale: float | None) -> bytes:
    try:
        match form:
            case "pdf":
                return pdf(pages(what, subject, paper), subject.label)
            case "png":
                return png(drawn(what, subject), scale)
        return standalone(drawn(what, subject))
    except (ExportTrouble, HistoryTrouble) as error:
        raise OneSentence(str(error)) from error
