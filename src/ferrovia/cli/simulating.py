"""The command that lets computer players play: simulate."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any

import click
import msgspec

from ferrovia.bots.registry import check_bot
from ferrovia.bots.simulation import Match, Result, matches, set_ups, totals
from ferrovia.bots.simulation import simulate as run
from ferrovia.cli.games import StartsGames, begun, drawn_seed, option_option, seed_option
from ferrovia.cli.speaking import Failed, console, json_option, print_json, table, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say
from ferrovia.titles.registry import title


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many.")
@click.option("--players", type=int, metavar="P", help="How many at each table; otherwise all sizes in turn.")
@click.option(
    "--bot", "bots", default="random", show_default=True, metavar="NAME[,NAME...]", help="Who plays, in turn."
)
@seed_option
@option_option
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="J", help="Processes at once; otherwise one per core.")
@json_option
def simulate(
    name: str,
    games: int,
    players: int | None,
    bots: str,
    seed: str | None,
    options: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let computer players play many games, and sum up the results.

    With the same seed the same games are played, however many processes share the work. A game that breaks
    off with an error is reported with the command that plays it again, and the exit code is 1.
    """
    plan = _plan(name, games, players, bots, drawn_seed() if seed is None else seed, tuple(dict.fromkeys(options)))
    begin = perf_counter()
    results = list(_watched(plan, jobs or _cores(), quiet=as_json))
    summary = totals(results, perf_counter() - begin)
    if as_json:
        print_json({"title": name, "games": msgspec.to_builtins(results), "totals": summary})
    else:
        _print_totals(name, summary)
    failed = [result for result in results if result.error]
    for result in failed if not as_json else ():
        click.echo(
            say(
                "Game {index} broke off after {actions} {actions:action|actions}: {error}",
                index=result.index,
                actions=result.actions,
                error=result.error,
            )
        )
        click.echo(say("  Again: {command}", command=result.command))
    if failed:
        first = failed[0]
        raise Failed(
            "{failed} of {results} {results:game|games} broke off; the first is number {index} with seed {seed}: {error}",
            failed=len(failed),
            results=len(results),
            index=first.index,
            seed=first.seed,
            error=first.error,
        )


def _plan(name: str, games: int, players: int | None, bots: str, seed: str, options: tuple[str, ...]) -> list[Match]:
    kinds = tuple(kind.strip() for kind in bots.split(","))
    try:
        for kind in kinds:
            check_bot(kind)
    except LookupError as error:
        raise OneSentence(str(error)) from error
    size = players if players is not None else _some_size(name, options)
    begun(name, tuple(f"player {place}" for place in range(size)), seed, options)  # tells what cannot be played
    with told_in_a_sentence():
        return matches(name, games, seed, kinds, players, options)


def _some_size(name: str, options: tuple[str, ...]) -> int:
    """A number of players that goes with the options, if there is one."""
    try:
        return next((size for size, _ in set_ups(name, options)), title(name).player_counts[0])
    except LookupError as error:
        raise OneSentence(str(error)) from error


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _watched(plan: list[Match], jobs: int, quiet: bool) -> Iterator[Result]:
    """The results, with a progress bar for whoever looks on at a terminal."""
    results: Iterable[Result] = run(plan, jobs)
    if quiet or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    bar = Console(stderr=True)
    yield from track(results, description="Playing", total=len(plan), console=bar, transient=True)


def _print_totals(name: str, summary: dict[str, Any]) -> None:
    out = console()
    out.print(
        say(
            "{games} {games:game|games} of {name} in {seconds:.1f} s ({games_per_second} a second), {failed} broke off.",
            games=summary["games"],
            name=name,
            seconds=summary["seconds"],
            games_per_second=summary["games_per_second"],
            failed=summary["failed"],
        )
    )
    if "actions" not in summary:
        return
    actions, times = summary["actions_per_game"], summary["seconds_per_game"]
    out.print(
        say(
            "Actions in a game: median {median:g}, from {least} to {most}; rounds: median {median_2:g}; time: median {median_3:.3f} s, worst {worst:.3f} s.",
            median=actions["median"],
            least=actions["least"],
            most=actions["most"],
            median_2=summary["rounds_per_game"]["median"],
            median_3=times["median"],
            worst=times["worst"],
        )
    )
    by_bot = table("bot", "seats", "wins", "mean worth", numbers=("seats", "wins", "mean worth"))
    for kind, figures in summary["by_bot"].items():
        by_bot.add_row(kind, str(figures["seats"]), str(figures["wins"]), f"{figures['mean_score']:.0f}")
    ends = table("ended by", "games", numbers=("games",))
    for clause, ended in summary["by_end_clause"].items():
        ends.add_row(clause, str(ended))
    phases = table("last phase", "games", numbers=("games",))
    for phase, reached in summary["by_last_phase"].items():
        phases.add_row(phase, str(reached))
    happened = table("what happened", "times", numbers=("times",))
    for happening, often in summary["happenings"].items():
        if often:
            happened.add_row(happening, str(often))
    for part in (by_bot, ends, phases, happened):
        out.print()
        out.print(part)
    never = [happening for happening, often in summary["happenings"].items() if not often]
    if never:
        out.print(say("\nNever: {never}.", never=never))
