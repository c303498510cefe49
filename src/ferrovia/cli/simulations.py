"""What the commands share that let computer players play: options, the plan, the playing, and who stops it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TypeVar

import click
import msgspec

from ferrovia.bots import cluster, processes
from ferrovia.bots.logbook import Logbook
from ferrovia.bots.registry import check_bot
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, matches, set_ups
from ferrovia.cli.games import begun, drawn_seed, option_option, seed_option
from ferrovia.cli.speaking import Failed, json_option, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say
from ferrovia.saying.message import Message
from ferrovia.saying.reasons import reason
from ferrovia.titles.registry import title

MOST_GAMES = 1_000_000

out_option = click.option(
    "--out",
    metavar="FILE.jsonl",
    type=click.Path(path_type=Path),
    help="Keep each game as a line of JSON; the games that are in the file are not played again.",
)

Command = TypeVar("Command", bound=Callable[..., object])


class Stopped(OneSentence):
    """Somebody pressed Ctrl-C."""

    exit_code = 130


class Wish(msgspec.Struct, frozen=True):
    """What somebody typed: which games, how, and where they are kept."""

    name: str
    games: int
    bots: str
    players: int | None
    seed: str | None
    options: tuple[str, ...]
    rotate: bool
    jobs: int | None
    cluster: str | None
    out: Path | None


def takes_a_wish(command: Command) -> Command:
    """The options that say how games are played."""
    for option in reversed(
        (
            seed_option,
            option_option,
            click.option(
                "--rotate", is_flag=True, help="Deal every game once for each turn of the players, who change places."
            ),
            click.option(
                "--jobs", type=click.IntRange(1, 1024), metavar="J", help="Processes at once; otherwise one per core."
            ),
            click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster with this scheduler instead."),
            out_option,
            json_option,
        )
    ):
        command = option(command)
    return command


def played(wish: Wish, quiet: bool) -> list[Result]:
    """All the games that were wished for."""
    _plan(wish, drawn_seed() if wish.seed is None else wish.seed)  # whatever is wrong is told before a file is touched
    with told_in_a_sentence(), Logbook(wish.out) if wish.out is not None else nullcontext() as book:
        seed = wish.seed if wish.seed is not None else (book and book.series) or drawn_seed()
        return kept(_plan(wish, seed), lambda left: _playing(wish, left), book, quiet)


def kept(
    plan: Sequence[Match],
    play: Callable[[list[Match]], Generator[Result, None, None]],
    book: Logbook | None,
    quiet: bool,
) -> list[Result]:
    """The games of a plan; those of the book are not played, and whoever stops early finds in one what is over."""
    results = list(book.results) if book else []
    left = book.left(plan) if book else list(plan)
    try:
        with closing(play(left)) as games:
            for result in _watched(games, len(left), quiet):
                if book:
                    book.add(result)
                results.append(result)
    except KeyboardInterrupt as error:
        raise Stopped(_what_is_kept(Message("Stopped"), results, plan, book)) from error
    except cluster.ClusterTrouble as trouble:
        why = trouble.message
        raise OneSentence(_what_is_kept(why, results, plan, book) if results else why) from trouble
    return sorted(results, key=lambda result: result.index)


def _what_is_kept(why: Message, results: list[Result], plan: Sequence[Match], book: Logbook | None) -> Message:
    """Why the games ended early, where those are that were over, and how to go on."""
    if not results:
        return Message("{why}: no game was over.", why=why)
    command = typed_again()
    if book is None:
        path = Path(f"ferrovia-{drawn_seed()[:8]}.jsonl")
        command += f" --out {path}"
        with Logbook(path) as book:
            for result in results:
                book.add(result)
    return Message(
        "{why}: {over} of {games} {games:game|games} are in {path}; to go on: {command}",
        why=say(why).removesuffix("."),
        over=len(book.results),
        games=len(plan),
        path=book.path,
        command=command,
    )


def typed_again() -> str:
    """The command that is being carried out, as it may be typed once more."""
    context = click.get_current_context()
    words = ["ferrovia", str(context.info_name)]
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        values = value if isinstance(value, tuple) else (value,)
        if isinstance(parameter, click.Argument):
            words += map(str, values)
        elif value not in (None, False) and value != parameter.default:
            for each in values:
                words += [parameter.opts[0]] if each is True else [parameter.opts[0], str(each)]
    return shlex.join(words)


def tell_broken_off(results: list[Result]) -> None:
    """End with the first game that stopped with an error, if any did."""
    failed = [result for result in results if result.error]
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


def check_bots(kinds: Iterable[str]) -> None:
    try:
        for kind in kinds:
            check_bot(kind)
    except LookupError as error:
        raise OneSentence(reason(error)) from error


def _plan(wish: Wish, seed: str) -> list[Match]:
    kinds = tuple(kind.strip() for kind in wish.bots.split(","))
    check_bots(kinds)
    options = tuple(dict.fromkeys(wish.options))
    size = wish.players if wish.players is not None else _some_size(wish.name, options)
    begun(wish.name, tuple(f"player {place}" for place in range(size)), seed, options)  # tells what cannot be played
    with told_in_a_sentence():
        return matches(wish.name, wish.games, seed, kinds, wish.players, options, wish.rotate)


def _some_size(name: str, options: tuple[str, ...]) -> int:
    """A number of players that goes with the options, if there is one."""
    try:
        return next((size for size, _ in set_ups(name, options)), title(name).player_counts[0])
    except LookupError as error:
        raise OneSentence(reason(error)) from error


def _playing(wish: Wish, plan: list[Match]) -> Generator[Result, None, None]:
    if wish.cluster is not None:
        return cluster.simulate(plan, wish.cluster)
    return processes.simulate(plan, wish.jobs or processes.cores())


def _watched(results: Iterable[Result], games: int, quiet: bool) -> Iterator[Result]:
    """The results, with a progress bar for whoever looks on at a terminal."""
    if quiet or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    bar = Console(stderr=True)
    yield from track(results, description=say("Playing"), total=games, console=bar, transient=True)
