"""The command that looks back at a game: analyse."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferrovia.bots.analysis import MOST, Analysis, Costly, Missed, Standing, by_planner
from ferrovia.bots.analysis import analyse as looked_at
from ferrovia.cli.games import force_option
from ferrovia.cli.speaking import (
    at_work_on,
    console,
    game_argument,
    json_option,
    opened,
    print_json,
    refuse_to_overwrite,
    table,
    told_in_a_sentence,
)
from ferrovia.cli.voice import OneSentence, say, tell
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import write_whole
from ferrovia.formats.save import Record

if TYPE_CHECKING:
    from rich.console import Console


@click.command(name="analyse")
@game_argument
@click.option(
    "--most", type=click.IntRange(1, 1000), metavar="N", default=MOST, show_default=True, help="Decisions to tell."
)
@click.option(
    "--quick",
    is_flag=True,
    help="Take keen's word for what decisions cost; otherwise a planner looks at the dearest of them.",
)
@click.option(
    "-o",
    "--output",
    "out",
    metavar="PAGE.html",
    type=click.Path(path_type=Path),
    help="Write a page with charts and boards.",
)
@force_option
@json_option
def analyse_game(game_file: Path, most: int, quick: bool, out: Path | None, force: bool, as_json: bool) -> None:
    """Tell how a game went, and what could have been done better.

    What every player was worth after each round, and what their stock promised until the end; revenue that was left
    lying by runs and by track; and the decisions that cost most, by the judgement of a computer player.
    """
    sitting = opened(game_file)
    if not sitting.record.actions:
        raise OneSentence("Nothing has happened in {path} yet.", path=str(game_file))
    if out is not None:
        if out.suffix.lower() != ".html":
            raise OneSentence("{name} is to be a page: its name must end in .html.", name=out.name)
        refuse_to_overwrite(out, force)
    with at_work_on(game_file), _watched(len(sitting.record.actions), quiet=as_json) as told:
        found = _analysed(sitting.record, most, quick, told)
    if as_json:
        print_json(report(found))
    else:
        _print(console(), sitting.game, found)
    if out is not None:
        from ferrovia.cli.analysis_page import page

        with told_in_a_sentence():
            write_whole(out, page(sitting.record, found).encode())
        if not as_json:
            tell("The page is in {path}.", path=str(out))


def _analysed(record: Record, most: int, quick: bool, told: Callable[[int], None]) -> Analysis:
    try:
        return looked_at(record, None if quick else by_planner(), most, told)
    except Refusal as refusal:
        raise OneSentence("This game cannot be looked back at: {why}", why=refusal.message) from refusal


@contextmanager
def _watched(actions: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar for whoever looks on at a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda number: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("Looking back"), total=actions)
        yield lambda number: bar.update(task, completed=number)


def report(found: Analysis) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "rounds": [_standing(each) for each in found.standings],
        "missed_revenue": [_missed(each) for each in found.missed],
        "costly_decisions": [_costly(each) for each in found.costly],
    }


def _standing(each: Standing) -> dict[str, Any]:
    return {"round": say(each.round), "action": each.number, "worth": each.worth, "expected": each.expected}


def _missed(each: Missed) -> dict[str, Any]:
    return {
        "action": each.number,
        "round": say(each.round),
        "first": say(each.first),
        "last": say(each.last),
        "player": each.by,
        "corporation": each.corporation,
        "by": each.kind,
        "revenue": each.revenue,
        "done": say(each.done),
        "better": say(each.better),
    }


def _costly(each: Costly) -> dict[str, Any]:
    return {
        "action": each.number,
        "round": say(each.round),
        "player": each.by,
        "corporation": each.corporation,
        "cost": each.cost,
        "done": say(each.done),
        "better": say(each.better),
        "why": say(each.why),
    }


def _print(out: Console, game: Game, found: Analysis) -> None:
    money = game.title.currency
    players = list(found.standings[-1].worth) if found.standings else []
    worths = table(say("after"), *players, numbers=tuple(players))
    for each in found.standings:
        cells = (
            f"{money.format(each.worth[player])} ({each.expected[player]})" if player in each.worth else ""
            for player in players
        )
        worths.add_row(say(each.round), *cells)
    out.print(say("Worth after every round, and what it promised by the end:"), style="bold")
    out.print(worths)
    for heading, kind in (
        (say("Runs that left revenue lying:"), "run"),
        (say("Track after which trains could have earned more in every round:"), "track"),
    ):
        lying = sorted((each for each in found.missed if each.kind == kind), key=lambda each: -each.revenue)
        if lying:
            out.print()
            out.print(heading, style="bold")
            for one in lying[:MOST]:
                out.print(f"{one.number:4}  {say(one)}")
    if found.costly:
        out.print()
        out.print(say("The most costly decisions:"), style="bold")
        for costly in found.costly:
            out.print(f"{costly.number:4}  {say(costly)}")
