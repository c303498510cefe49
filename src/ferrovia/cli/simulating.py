"""The command that lets computer players play: simulate."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
import msgspec

from ferrovia.bots.registry import check_bot
from ferrovia.bots.simulation import Match, Result, matches, set_ups, totals
from ferrovia.bots.simulation import simulate as run
from ferrovia.cli.games import StartsGames, begun, drawn_seed, option_option, seed_option
from ferrovia.cli.numbers import number
from ferrovia.cli.reasons import reason
from ferrovia.cli.speaking import Failed, console, json_option, print_json, table, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say, tell, voice
from ferrovia.titles.registry import title

if TYPE_CHECKING:
    from rich.table import Table


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), metavar="N", default=100, show_default=True, help="How many games."
)
@click.option("--players", type=int, metavar="P", help="Players in each game; otherwise all numbers in turn.")
@click.option(
    "--bot",
    "bots",
    default="random",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="The computer players, in turn: random or sensible.",
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

    The same seed gives the same games, however many processes share the work. A game that stops with an error
    is listed with the command that plays it again, and the exit code is 1.
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
        tell(
            "Game {index} stopped after {actions} {actions:action|actions}: {error}",
            index=result.index,
            actions=result.actions,
            error=result.error,
        )
        click.echo("  " + say("Play it again: {command}", command=result.command))
    if failed:
        first = failed[0]
        raise Failed(
            "{failed} of {games} {games:game|games} stopped; the first is number {index} with seed {seed}: {error}",
            failed=len(failed),
            games=len(results),
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
        raise OneSentence(reason(error)) from error
    size = players if players is not None else _some_size(name, options)
    begun(name, tuple(f"player {place}" for place in range(size)), seed, options)  # tells what cannot be played
    with told_in_a_sentence():
        return matches(name, games, seed, kinds, players, options)


def _some_size(name: str, options: tuple[str, ...]) -> int:
    """A number of players that goes with the options, if there is one."""
    try:
        return next((size for size, _ in set_ups(name, options)), title(name).player_counts[0])
    except LookupError as error:
        raise OneSentence(reason(error)) from error


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
    yield from track(results, description=say("Playing"), total=len(plan), console=bar, transient=True)


def _print_totals(name: str, summary: dict[str, Any]) -> None:
    out = console()
    out.print(
        say(
            "{games} {games:game|games} of {title} in {seconds} s ({pace} per second), {failed} stopped.",
            games=summary["games"],
            title=name,
            seconds=number(summary["seconds"], ".1f"),
            pace=number(summary["games_per_second"] or 0),
            failed=summary["failed"],
        )
    )
    if "actions" not in summary:
        return
    actions, times = summary["actions_per_game"], summary["seconds_per_game"]
    out.print(
        say(
            "Actions per game: {actions} at the median, {least} to {most}. Rounds: {rounds} at the median. "
            "Time: {seconds} s at the median, {worst} s at worst.",
            actions=number(actions["median"], "g"),
            least=actions["least"],
            most=actions["most"],
            rounds=number(summary["rounds_per_game"]["median"], "g"),
            seconds=number(times["median"], ".3f"),
            worst=number(times["worst"], ".3f"),
        )
    )
    happenings = {voice().term(happening): often for happening, often in summary["happenings"].items()}
    for part in (
        _by_bot(summary["by_bot"], title(name).currency),
        _counts(say("ended by"), say("games"), summary["by_end_clause"]),
        _counts(say("last phase"), say("games"), summary["by_last_phase"]),
        _counts(say("what happened"), say("times"), happenings),
    ):
        out.print()
        out.print(part)
    never = [happening for happening, often in happenings.items() if not often]
    if never:
        out.print()
        out.print(say("Never: {never}.", never=never))


def _by_bot(bots: dict[str, Any], currency: str) -> Table:
    numbers = say("seats"), say("wins"), say("average worth")
    made = table(say("player"), *numbers, numbers=numbers)
    for kind, figures in bots.items():
        worth = currency.format(round(figures["mean_score"]))
        made.add_row(kind, str(figures["seats"]), str(figures["wins"]), worth)
    return made


def _counts(what: str, how_many: str, counts: dict[str, int]) -> Table:
    made = table(what, how_many, numbers=(how_many,))
    for each, often in counts.items():
        if often:
            made.add_row(each, str(often))
    return made
