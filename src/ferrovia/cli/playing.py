"""The command that plays in the terminal: play."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click
from rich.console import Console

from ferrovia.bots.bot import Bot
from ferrovia.bots.play import bot_for, seat_names
from ferrovia.bots.registry import bot_names, is_bot
from ferrovia.cli.games import StartsGames, begun, force_option, option_option, seed_option
from ferrovia.cli.position import print_seed
from ferrovia.cli.speaking import at_work_on, console, refuse_to_overwrite, table, taken_up, told_in_a_sentence
from ferrovia.cli.terminal import Terminal
from ferrovia.cli.voice import OneSentence, money, say
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record
from ferrovia.formats.view import standings
from ferrovia.sitting.storage import FileStorage, MemoryStorage
from ferrovia.titles.registry import all_titles

YOU = "you"
_CALLED_YOU = frozenset({YOU, "tu"})
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option(
    "--seats",
    required=True,
    metavar="you,random,random",
    help="Who plays: you, or a computer player (random, sensible, keen, planner), in any mix.",
)
@click.option(
    "--name", "own_names", multiple=True, metavar="NAME", help="Your name; repeat it where several seats are you."
)
@seed_option
@option_option
@click.option(
    "-o", "--output", "out", metavar="G.json", type=click.Path(path_type=Path), help="Keep the game in this file."
)
@force_option
def play(
    name: str,
    seats: str,
    own_names: tuple[str, ...],
    seed: str | None,
    options: tuple[str, ...],
    out: Path | None,
    force: bool,
) -> None:
    """Play a game in the terminal.

    If no seat is you, the computer players play to the end. Instead of TITLE you may name a game file: that
    game is continued, and kept there.
    """
    kinds = _kinds(seats)
    if name not in all_titles() and Path(name).is_file():
        if own_names or seed is not None or options or out is not None:
            raise click.UsageError(
                say("A game that is continued keeps its names, its seed, its variants and its file.")
            )
        terminal = _gone_on(Path(name), kinds)
    else:
        if out is not None:
            refuse_to_overwrite(out, force)
        terminal = _begun(begun(name, _names(kinds, own_names), seed, options), kinds, out)
    file = terminal.file
    with told_in_a_sentence(), at_work_on(file.path) if file is not None else nullcontext():
        terminal.play()
    if terminal.game.over:
        _print_end(terminal.console, terminal.game)


def _kinds(seats: str) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in seats.split(","))
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


def _begun(game: Game, kinds: tuple[str, ...], out: Path | None) -> Terminal:
    record = Record.of(game, [game.hash()])
    if out is None:
        return Terminal(taken_up(MemoryStorage(record)), _bots(game, kinds), console())
    file = FileStorage(out, put_off=True)
    with told_in_a_sentence():
        file.begin(record)
    return Terminal(taken_up(file), _bots(game, kinds), console(), file)


def _gone_on(path: Path, kinds: tuple[str, ...]) -> Terminal:
    file = FileStorage(path, put_off=True)
    sitting = taken_up(file)
    players = sitting.game.settings.players
    if len(kinds) != len(players):
        raise OneSentence(
            "{path} has {count} players ({players}), so --seats must name as many.",
            path=str(path),
            count=len(players),
            players=players,
        )
    return Terminal(sitting, _bots(sitting.game, kinds), console(), file)


def _bots(game: Game, kinds: tuple[str, ...]) -> dict[str, Bot]:
    """The computer players; who is missing here is a person."""
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
