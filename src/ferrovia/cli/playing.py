"""The command that plays in the terminal: play."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from shlex import quote

import click
import msgspec
from rich.console import Console

from ferrovia.bots.bot import Bot
from ferrovia.bots.play import bot_for, seat_names
from ferrovia.bots.registry import bot_names, is_bot
from ferrovia.cli.games import (
    MEANT_FOR_EARLIER,
    StartsGames,
    after_option,
    begun,
    force_option,
    option_option,
    seed_option,
)
from ferrovia.cli.position import print_seed
from ferrovia.cli.speaking import Failed, at_work_on, console, refuse_to_overwrite, table, taken_up, told_in_a_sentence
from ferrovia.cli.terminal import Terminal
from ferrovia.cli.voice import OneSentence, money, say, tell
from ferrovia.engine.flow.game import Game
from ferrovia.formats.files import why_not
from ferrovia.formats.save import Record
from ferrovia.formats.view import standings
from ferrovia.installed import data_folder, left_behind, program, shown
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage, MemoryStorage
from ferrovia.titles.registry import all_titles

YOU = "you"
USUAL = "you,keen,keen"
_CALLED_YOU = frozenset({YOU, "tu"})
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option(
    "--seats",
    metavar=USUAL,
    help="Who plays: you, or a computer player (random, sensible, keen, planner), in any mix; you against two keen ones"
    " unless you say so. A file remembers it.",
)
@click.option(
    "--name", "own_names", multiple=True, metavar="NAME", help="Your name; repeat it where several seats are you."
)
@seed_option
@option_option
@click.option(
    "-o",
    "--output",
    "out",
    metavar="G.json",
    type=click.Path(path_type=Path),
    help="Keep the game in this file; otherwise it gets one of its own.",
)
@click.option("--no-file", is_flag=True, help="Keep the game nowhere.")
@force_option
@click.option(
    "--as",
    "by",
    metavar="PLAYER",
    help="Play for this player alone in a game that is continued; leave at others' turns.",
)
@after_option
def play(
    name: str,
    seats: str | None,
    own_names: tuple[str, ...],
    seed: str | None,
    options: tuple[str, ...],
    out: Path | None,
    no_file: bool,
    force: bool,
    by: str | None,
    after: int | None,
) -> None:
    """Play a game in the terminal.

    If no seat is you, the computer players play to the end. Every game is kept in a file from its first move.
    Instead of TITLE you may name such a file: that game is continued, and kept there.
    """
    if out is not None and no_file:
        raise click.UsageError(say("A game is kept in a file or in none, not both."))
    own: Path | None = None
    if name not in all_titles() and Path(name).is_file():
        if own_names or seed is not None or options or out is not None or no_file:
            raise click.UsageError(
                say("A game that is continued keeps its names, its seed, its variants and its file.")
            )
        terminal = _gone_on(Path(name), seats, by, after)
    else:
        if name not in all_titles() and (Path(name).suffix or seats is None):
            raise OneSentence(
                "There is neither a title nor a file {source}; the titles are {titles:and}.",
                source=name,
                titles=list(all_titles()),
            )
        if by is not None or after is not None:
            raise click.UsageError(say("Only a game that is continued takes --as and --after."))
        kinds = _kinds((USUAL if seats is None else seats).split(","))
        if out is not None:
            refuse_to_overwrite(out, force)
        game = begun(name, _names(kinds, own_names), seed, options)
        own = None if no_file or out is not None else _own_file(game)
        if own is not None:
            _tell_of_old_ones()
        terminal = _begun(game, kinds, out or own)
    file = terminal.file
    with told_in_a_sentence(), at_work_on(file.path) if file is not None else nullcontext():
        terminal.play()
    if terminal.game.over:
        _print_end(terminal.console, terminal.game)
    elif file is not None and own is not None and not terminal.sitting.number:
        _leave_nothing(own)


def _own_file(game: Game) -> Path:
    """A file that no other game has, in the folder where the table keeps its own things too."""
    folder = Path(shown(data_folder() / "games"))
    moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            path = folder / f"{game.title.name}-{moment}{f'-{number}' if number > 1 else ''}.json"
            with suppress(FileExistsError):
                path.touch(exist_ok=False)
                return path
    except OSError as error:
        raise OneSentence(
            "The game cannot be kept in {folder}: {reason:term}; name a file with -o, or use --no-file.",
            folder=str(folder),
            reason=why_not(error),
        ) from error
    raise AssertionError("numbers do not end")


def _tell_of_old_ones() -> None:
    """Games that an earlier release kept elsewhere are not lost, only not beside the new one."""
    old = left_behind()
    if old is not None and (newest := max(old.glob("games/*.json"), default=None)):
        command = f"{program()} play {quote(shown(newest))}"
        tell(
            "Games of an earlier release are in {old}; this goes on with the last: {command}",
            old=shown(newest.parent),
            command=command,
        )


def _leave_nothing(path: Path) -> None:
    """The file of a game in which nothing was played is no use to anybody."""
    with suppress(OSError):
        path.unlink()


def _kinds(seats: Iterable[str]) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in seats)
    for kind in kinds:
        if kind not in _CALLED_YOU and not is_bot(kind):
            raise OneSentence(
                "There is no player '{kind}': each seat is you or a computer player ({bots:or}).",
                kind=kind,
                bots=bot_names(),
            )
    return tuple(YOU if kind in _CALLED_YOU else kind for kind in kinds)


def _names(kinds: tuple[str, ...], own_names: tuple[str, ...]) -> tuple[str, ...]:
    """Computer players are called what they are, people as they wish."""
    people = kinds.count(YOU)
    if len(own_names) > people:
        raise click.UsageError(say("There are more names than seats that are you."))
    free = iter((*own_names, *(name for name in NAMES if name not in own_names)))
    return tuple(next(free, name) if kind == YOU else name for kind, name in zip(kinds, seat_names(kinds), strict=True))


def _begun(game: Game, kinds: tuple[str, ...], path: Path | None) -> Terminal:
    record = msgspec.structs.replace(Record.of(game, [game.hash()]), seats=kinds)
    if path is None:
        return Terminal(taken_up(MemoryStorage(record)), _bots(game, kinds), console(), program=program())
    file = FileStorage(path, put_off=True)
    with told_in_a_sentence():
        file.begin(record)
    return _seated(file, taken_up(file), kinds)


def _gone_on(path: Path, seats: str | None, by: str | None, after: int | None) -> Terminal:
    file = FileStorage(path, put_off=True)
    sitting = taken_up(file)
    players = sitting.game.settings.players
    if after is not None and after != sitting.number:
        raise Failed(MEANT_FOR_EARLIER, after=after, now=sitting.number)
    if seats is None and not sitting.record.seats:
        raise OneSentence(
            "{path} does not say who plays: name a seat for each of {players:and} with --seats, such as you,keen,keen.",
            path=str(path),
            players=players,
        )
    kinds = _kinds(seats.split(",") if seats is not None else sitting.record.seats)
    if len(kinds) != len(players):
        raise OneSentence(
            "{path} has {count} players ({players}), so --seats must name as many.",
            path=str(path),
            count=len(players),
            players=players,
        )
    people = [player for player, kind in zip(players, kinds, strict=True) if kind == YOU]
    if by is not None and by not in people:
        text = "Nobody plays {player} at a terminal in {path}, only {people:and}."
        if not people:
            text = "Nobody plays {player} at a terminal in {path}, nor anybody else."
        raise Failed(text, player=by, path=str(path), people=people)
    if kinds != sitting.record.seats:
        with told_in_a_sentence():
            file.seat(kinds)
        sitting = taken_up(file)
    return _seated(file, sitting, kinds, by or "")


def _seated(file: FileStorage, sitting: Sitting, kinds: tuple[str, ...], only: str = "") -> Terminal:
    bots, history = _bots(sitting.game, kinds), data_folder() / "history"
    return Terminal(sitting, bots, console(), file, file.path.parent, program(), history=history, only=only)


def _bots(game: Game, kinds: tuple[str, ...]) -> dict[str, Bot]:
    """The computer players; whoever is missing here is a person."""
    places = enumerate(zip(game.settings.players, kinds, strict=True))
    return {player: bot_for(kind, game.settings.seed, place) for place, (player, kind) in places if kind != YOU}


def _print_end(console: Console, game: Game) -> None:
    console.print()
    console.print(
        say(
            "The game is over after {actions} {actions:action|actions}, by rule {clause}.",
            actions=len(game.actions),
            clause=game.state.ended_by,
        ),
        style="bold",
    )
    worths = say("Worth")
    places = table("", say("Player"), worths, numbers=(worths,))
    for place, player, worth in standings(game):
        places.add_row(f"{place}.", player, money(worth))
    console.print(places)
    print_seed(console, game.settings.seed, game.settings.salt)
