"""The command that measures: bench."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import click

from ferrovia.bench.commands import act
from ferrovia.bench.drawing import draw
from ferrovia.bench.figures import Aimed, Figures, Rows, Skipped, named
from ferrovia.bench.ladder import bots
from ferrovia.bench.load import load
from ferrovia.bench.memory import memory
from ferrovia.bench.page import page
from ferrovia.bench.play import RECORDED, choices, fork, playout, replay
from ferrovia.bench.runs import best_runs
from ferrovia.bots.logbook import Logbook
from ferrovia.bots.processes import cores, simulate
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match
from ferrovia.cli.numbers import number
from ferrovia.cli.simulations import check_bots, kept
from ferrovia.cli.speaking import json_option, print_json, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say, voice
from ferrovia.saying.message import Message, term
from ferrovia.saying.reasons import reason
from ferrovia.titles.registry import TITLES, title


def _ladder(fixture: Path, jobs: int | None = None, out: Path | None = None, **wish: Any) -> Rows:
    """The ladder, with a progress bar, and its games kept where somebody wants them."""

    def played(plan: list[Match]) -> list[Result]:
        with told_in_a_sentence(), Logbook(out) if out is not None else nullcontext() as book:
            return kept(plan, lambda left: simulate(left, jobs or cores()), book, quiet=False)

    return bots(fixture, play=played, **wish)


class Benchmark(NamedTuple):
    """What is measured, how, and with how little when it is to be quick."""

    measure: Callable[..., Figures | Rows]
    what: str
    quick: dict[str, Any]
    is_long: bool = False  # measured when it is asked for by name, or quickly
    is_of_players: bool = False  # takes titles, games and kinds of players


BENCHMARKS = {
    "replay": Benchmark(
        replay, term("the recorded game played again: every action is checked and applied"), {"runs": 2}
    ),
    "choices": Benchmark(
        choices,
        term("every legal choice listed, at each decision: in play, and in a game just loaded"),
        {"games": 1},
    ),
    "fork": Benchmark(fork, term("a game copied, and for comparison written out and read back"), {"times": 200}),
    "playout": Benchmark(playout, term("random games of three players from start to end"), {"games": 4}),
    "act": Benchmark(act, term("`ferrovia act` as you type it: the processor time of all of it"), {"times": 2}),
    "best-runs": Benchmark(
        best_runs, term("the best runs, each on a position just loaded"), {"positions": 10, "dense": 4}
    ),
    "draw": Benchmark(
        draw, term("the board at the end of random games, as SVG: drawn for the first time, and again"), {"games": 2}
    ),
    "memory": Benchmark(
        memory,
        term("the memory of a process that plays games of `sensible` players, one after another"),
        {"few": 2, "many": 4},
        is_long=True,
    ),
    "page": Benchmark(
        page,
        term("the table in the browser beside a trivial view of the same server"),
        {"tables": 6, "times": 5},
        is_long=True,
    ),
    "load": Benchmark(
        load,
        term("tables full of players and viewers: how many moves a second are shown in time"),
        {"tables": 12, "seconds": 1.0, "steps": 3, "fewest": 10},
        is_long=True,
    ),
    "bots": Benchmark(
        _ladder,
        term("the ladder of computer players: one against two of the rung below, who change places"),
        {"games": 1, "titles": tuple(TITLES)[:1]},
        is_long=True,
        is_of_players=True,
    ),
}


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--fixture", type=click.Path(path_type=Path), default=RECORDED, help="Another recorded game.")
@click.option("--quick", is_flag=True, help="Measure fewer games and positions.")
@click.option(
    "--title", "titles", metavar="TITLE", multiple=True, help="For bots: only this title; repeat it for several."
)
@click.option("--games", type=click.IntRange(1, 100_000), metavar="N", help="For bots: how many games on each step.")
@click.option("--bot", "rungs", metavar="NAME,NAME...", help="For bots: only these rungs, the lowest first.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="For bots: processes at once.")
@click.option(
    "--out",
    metavar="FILE.jsonl",
    type=click.Path(path_type=Path),
    help="For bots: keep each game as a line of JSON; what is in the file is not played again.",
)
@json_option
def bench(
    names: tuple[str, ...],
    fixture: Path,
    quick: bool,
    titles: tuple[str, ...],
    games: int | None,
    rungs: str | None,
    jobs: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure how fast Ferrovia is on this machine, and how much memory it takes.

    \b
    replay     a recorded game played again: actions per second
    choices    every legal choice listed, at each decision of random games
    fork       a game copied
    playout    random games of three players from start to end
    act        the command that takes one action: processor time
    best-runs  the best runs: in the recorded game, late in simulated games of
               every title, on boards full of track
    draw       the board at the end of random games, as SVG
    memory     the process after 30 and after 300 games of each title; this takes
               a quarter of an hour or more, so name it (or --quick: 2 and 4)
    page       the table in the browser: late pages, moves, live updates, idle
               tables; this takes some minutes, so name it (or --quick)
    load       1,000 tables with 4,000 pages open: moves a second that are shown in
               time, on each database; this takes a quarter of an hour, so name
               it (or --quick)
    bots       the ladder of computer players: how often one of each rung wins
               against two of the rung below, how strong each is, how long it
               thinks; this takes minutes, and hours with players who search, so
               name it (or --quick)

    Cold means that nothing was worked out before: it is the first time in a fresh process, or the position was
    just loaded. Warm means that all that depends on the printed board is known, but nothing about the tiles laid.
    """
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        raise OneSentence(
            "There is no benchmark {unknown}; there are {known:and}.", unknown=unknown[0], known=list(BENCHMARKS)
        )
    wish = _wish(titles, games, rungs, jobs, out)
    chosen = dict.fromkeys(names or (name for name, each in BENCHMARKS.items() if quick or not each.is_long))
    if wish and not any(BENCHMARKS[name].is_of_players for name in chosen):
        raise OneSentence("--title, --games, --bot, --jobs and --out are for `ferrovia bench bots`.")
    report: dict[str, Any] = {}
    for name in chosen:
        benchmark = BENCHMARKS[name]
        size = benchmark.quick if quick else {}
        try:
            figures = benchmark.measure(fixture, **{**size, **(wish if benchmark.is_of_players else {})})
        except Skipped as skipped:
            figures = {"skipped": skipped.message}
        report[name] = _plain(figures)
        if not as_json:
            _print_figures(name, benchmark.what, figures)
    if as_json:
        print_json({"python": platform.python_version(), "machine": platform.machine(), "benchmarks": report})


def _wish(
    titles: tuple[str, ...], games: int | None, rungs: str | None, jobs: int | None, out: Path | None
) -> dict[str, Any]:
    """What somebody wants of the ladder; the rest is as usual."""
    kinds = tuple(kind.strip() for kind in rungs.split(",")) if rungs is not None else ()
    check_bots(kinds)
    if rungs is not None and len(set(kinds)) < 2:
        raise OneSentence("A ladder needs two different computer players.")
    try:
        for name in titles:
            title(name)
    except LookupError as error:
        raise OneSentence(reason(error)) from error
    wishes = {
        "titles": tuple(dict.fromkeys(titles)),
        "games": games,
        "rungs": tuple(dict.fromkeys(kinds)),
        "jobs": jobs,
        "out": out,
    }
    return {what: wished for what, wished in wishes.items() if wished}


def _plain(value: Any) -> Any:
    """Figures for scripts: keys that never change, and sentences said."""
    if isinstance(value, dict):
        return {str(key): _plain(figure) for key, figure in value.items()}
    if isinstance(value, Aimed):
        return value.plain
    return say(value) if isinstance(value, Message) else value


def _print_figures(name: str, what: str, figures: Figures | Rows) -> None:
    click.echo(f"{name}: {voice().term(what)}")
    for key, value in figures.items():
        if isinstance(key, Message):
            for inner, figure in value.items():
                click.echo(f"  {say(key)}, {say(named(inner))}: {_shown(figure)}")
        else:
            click.echo(f"  {say(named(key))}: {_shown(value)}")


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{say(named(part))} {_shown(figure)}" for part, figure in value.items())
    if isinstance(value, Aimed):
        told = "{found} (under {goal}: met)" if value.is_met else "{found} (under {goal}: missed)"
        return say(Message(told, found=number(value.found), goal=number(value.under)))
    return say(value) if isinstance(value, Message) else number(value)
