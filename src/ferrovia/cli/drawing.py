"""Pictures as files: draw."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from ferrovia.cli.running import check_corporation
from ferrovia.cli.show import as_it_was
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
@click.option(
    "-o",
    "--output",
    "out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    required=True,
    help="The picture to write: .svg, .png or .pdf.",
)
@click.option(
    "--theme", type=click.Choice(list(THEMES)), default="light", show_default=True, help="The colours of the picture."
)
@click.option("--at", metavar="N", type=int, help="Draw the game as it was after N actions.")
@click.option("--runs", metavar="CORP", default="", help="Show the best runs of a corporation on the board.")
@click.option("--numbers", "numbered", is_flag=True, help="Show on the board which tile lies where.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The paper of a .pdf.")
@click.option("--scale", metavar="X", type=click.FloatRange(0.05, 20), help="Dots per pixel of a .png, usually 2.")
def draw(
    what: str,
    source: str,
    out: Path,
    theme: str,
    at: int | None,
    runs: str,
    numbered: bool,
    paper: str,
    scale: float | None,
) -> None:
    """Draw a title as it is set up, or a game as it stands.

    WHAT is board, tiles, market, charters, cards, trains, charts or all. The name of FILE decides the format:
    .svg, .png or .pdf. All of a title as .pdf is a booklet to print, cut out and play with.

    \b
    ferrovia draw board 1849 -o sicily.svg
    ferrovia draw board evening.json --runs RCS --theme dark -o table.png
    ferrovia draw all 1883 --language it -o scatola.pdf
    """
    form = _format(out)
    title, game, record = _found(source, at)
    if what == "charts" and game is None:
        raise OneSentence("Charts show how a game went; a title alone has none.")
    if runs:
        _check_runs(what, runs, game)
    if numbered and (what not in ("board", "all") or game is None):
        raise OneSentence("--numbers needs the board of a game, or all of it.")
    subject = Subject(edition_of(title, voice().language), THEMES[theme], game, runs, numbered, record)
    with at_work_on(Path(source)) if game else nullcontext():
        data = _made(what, subject, form, PAPERS[paper], scale)
    with told_in_a_sentence():
        write_whole(out, data)


def _format(out: Path) -> str:
    try:
        return format_of(out)
    except ExportTrouble as error:
        raise OneSentence(error) from error


def _found(source: str, at: int | None) -> tuple[Title, Game | None, Record | None]:
    """The title by its name, or the game in a file and how it came there."""
    titles = all_titles()
    if source in titles:
        if at is not None:
            raise OneSentence("{source} is a title: --at needs a game.", source=source)
        return titles[source], None, None
    path = Path(source)
    if not path.suffix and not path.exists():
        raise OneSentence(
            "There is neither a title nor a file {source}; the titles are {titles:and}.",
            source=source,
            titles=list(titles),
        )
    sitting = opened(path)
    game = sitting.game if at is None else as_it_was(path, sitting, at)
    return game.title, game, sitting.record if at is None else earlier(sitting.record, at)


def _check_runs(what: str, corporation: str, game: Game | None) -> None:
    if what not in ("board", "all") or game is None:
        raise OneSentence("--runs needs the board of a game, or all of it.")
    check_corporation(game, corporation)


def _made(what: str, subject: Subject, form: str, paper: Paper, scale: float | None) -> bytes:
    try:
        match form:
            case "pdf":
                return pdf(pages(what, subject, paper), subject.label)
            case "png":
                return png(drawn(what, subject), scale)
        return standalone(drawn(what, subject))
    except (ExportTrouble, HistoryTrouble) as error:
        raise OneSentence(error) from error
