"""The command that lets computer players play: simulate."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import click
import msgspec

from ferrovia.bots.summary import totals
from ferrovia.cli.games import StartsGames
from ferrovia.cli.simulations import MOST_GAMES, Wish, played, takes_a_wish, tell_broken_off
from ferrovia.cli.speaking import print_json
from ferrovia.cli.totals import print_totals
from ferrovia.cli.voice import say, tell


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), metavar="N", default=100, show_default=True, help="How many games."
)
@click.option("--players", type=int, metavar="P", help="Players in each game; otherwise all numbers in turn.")
@click.option(
    "--bot",
    "bots",
    default="random",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="The computer players, in turn, who change places from game to game.",
)
@takes_a_wish
def simulate(
    name: str,
    games: int,
    players: int | None,
    bots: str,
    seed: str | None,
    options: tuple[str, ...],
    rotate: bool,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Let computer players play many games, and sum up the results.

    The same seed gives the same games, however many processes or machines share the work. With --out the games are
    kept as they end, and the same command goes on where it was stopped. Every figure is told with the interval in
    which it lies 95 times in 100. A game that stops with an error is listed with the command that plays it again, and
    the exit code is 1.
    """
    begin = perf_counter()
    wish = Wish(name, games, bots, players, seed, options, rotate, jobs, cluster, out)
    results = played(wish, quiet=as_json)
    summary = totals(results, perf_counter() - begin)
    if as_json:
        print_json({"title": name, "games": msgspec.to_builtins(results), "totals": summary})
    else:
        print_totals(name, summary)
        for result in results:
            if result.error:
                tell(
                    "Game {index} stopped after {actions} {actions:action|actions}: {error}",
                    index=result.index,
                    actions=result.actions,
                    error=result.error,
                )
                click.echo("  " + say("Play it again: {command}", command=result.command))
    tell_broken_off(results)
