"""The command that measures: bench."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ferrovia.cli.command_measures import act
from ferrovia.cli.drawing_measures import draw
from ferrovia.cli.measures import Figures, Skipped, choices, fork, playout, replay
from ferrovia.cli.memory_measures import memory
from ferrovia.cli.page_measures import page
from ferrovia.cli.run_measures import best_runs
from ferrovia.cli.speaking import json_option, print_json
from ferrovia.cli.voice import OneSentence, say

# A game that was played elsewhere; recorded/README.md tells where.
RECORDED = Path(__file__).parent / "recorded" / "1849.json"

BENCHMARKS: dict[str, Callable[..., Figures]] = {
    "replay": replay,
    "choices": choices,
    "fork": fork,
    "playout": playout,
    "act": act,
    "best-runs": best_runs,
    "draw": draw,
    "memory": memory,
    "page": page,
}
LONG = frozenset({"memory", "page"})  # measured when it is asked for by name, or quickly
QUICK: dict[str, dict[str, int]] = {
    "replay": {"runs": 2},
    "choices": {"games": 1},
    "fork": {"times": 200},
    "playout": {"games": 4},
    "act": {"times": 2},
    "best-runs": {"positions": 10, "dense": 4},
    "draw": {"games": 2},
    "memory": {"few": 1, "many": 3},
    "page": {"tables": 6, "times": 5},
}


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--fixture", type=click.Path(path_type=Path), default=RECORDED, help="Another recorded game.")
@click.option("--quick", is_flag=True, help="Fewer games and positions.")
@json_option
def bench(names: tuple[str, ...], fixture: Path, quick: bool, as_json: bool) -> None:
    """Measure how fast the program is on this machine, and how much memory it takes.

    \b
    replay     a recorded game played again: actions a second
    choices    listing every legal choice, at every decision of random games
    fork       copying a game
    playout    random games of three players from start to end
    act        the command that takes one action, from its start to its end: processor time
    best-runs  the best runs: in the recorded game, late in simulated games of every title, on boards full of track
    draw       the board at the end of random games, as SVG
    memory     the process after 30 and after 300 games of each title; takes a quarter of an hour and more,
               so it must be named (or --quick: after 1 and 3)
    page       the table in the browser: late pages, moves, live updates and idle tables beside a trivial view;
               takes some minutes, so it must be named (or --quick: fewer tables)

    Cold means that nothing was worked out before: the first time in a fresh process, or on a position just
    loaded. Warm means that what depends on the printed board alone is known, and nothing about the tiles laid.
    """
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        raise OneSentence(
            "There is no benchmark {unknown}; we have {BENCHMARKS}.", unknown=unknown[0], BENCHMARKS=BENCHMARKS
        )
    report: dict[str, Any] = {}
    for name in dict.fromkeys(names or (name for name in BENCHMARKS if quick or name not in LONG)):
        measure = BENCHMARKS[name]
        try:
            report[name] = measure(fixture, **(QUICK[name] if quick else {}))
        except Skipped as reason:
            report[name] = {"skipped": str(reason)}
        if not as_json:
            _print_figures(name, (measure.__doc__ or "").strip(), report[name])
    if as_json:
        print_json({"python": platform.python_version(), "machine": platform.machine(), "benchmarks": report})


def _print_figures(name: str, what: str, figures: dict[str, Any]) -> None:
    click.echo(say("{name}: {splitlines}", name=name, splitlines=what.splitlines()[0]))
    for key, value in figures.items():
        if isinstance(value, dict) and any(isinstance(part, dict) for part in value.values()):
            for inner, figure in value.items():
                click.echo(
                    say("  {key}, {replace}: {shown}", key=key, replace=inner.replace("_", " "), shown=_shown(figure))
                )
        else:
            click.echo(say("  {replace}: {shown}", replace=key.replace("_", " "), shown=_shown(value)))


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{part} {_shown(figure)}" for part, figure in value.items())
    return f"{value:,}" if isinstance(value, int | float) else str(value)
