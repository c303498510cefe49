"""The command that plays in the terminal: play."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click
from rich.console import Console

from ferrovia.bots.bot import Bot
from ferrovia.bots.play import bot_for, seat_names
from ferrovia.bots.registry import bot_names, check_bot
from ferrovia.cli.games import StartsGames, begun, force_option, option_option, seed_option
from ferrovia.cli.speaking import at_work_on, console, refuse_to_overwrite, table, taken_up, told_in_a_sentence
from ferrovia.cli.terminal import Terminal
from ferrovia.cli.voice import OneSentence, say
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record
from ferrovia.formats.sentences import money
from ferrovia.formats.view import standings
from ferrovia.sitting.storage import FileStorage, MemoryStorage
from ferrovia.titles.registry import all_titles

YOU = "you"
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option(
    "--seats",
    required=True,
    metavar="you,random,random",
    help=f"Who plays: {YOU}, or a computer player ({', '.join(bot_names())}), in any mix.",
)
@click.option("--name", "own_names", multiple=True, metavar="NAME", help="Your name; again for others who are `you`.")
@seed_option
@option_option
@click.option("-o", "--output", "out", metavar="G.json", type=click.Path(path_type=Path), help="Keep the game there.")
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

    Where nobody at the table is you, the computer players play to the end. In the place of TITLE you may name
    a game file: the game goes on from there, and is kept there.
    """
    kinds = _kinds(seats)
    if name not in all_titles() and Path(name).is_file():
        if own_names or seed is not None or options or out is not None:
            raise click.UsageError("A game that goes on keeps its names, its seed, its options and its file.")
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
    try:
        for kind in kinds:
            if kind != YOU:
                check_bot(kind)
    except LookupError as error:
        raise OneSentence("{rstrip}; '{YOU}' is you.", rstrip=str(error).rstrip("."), YOU=YOU) from error
    return kinds


def _names(kinds: tuple[str, ...], own_names: tuple[str, ...]) -> tuple[str, ...]:
    """Computer players are called what they are, people as they wish."""
    people = kinds.count(YOU)
    if len(own_names) > people:
        raise click.UsageError(f"There are more names than seats that are {YOU!r}.")
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
            "{path} has {players} players ({players_2}), so --seats needs as many.",
            path=path,
            players=len(players),
            players_2=players,
        )
    return Terminal(sitting, _bots(sitting.game, kinds), console(), file)


def _bots(game: Game, kinds: tuple[str, ...]) -> dict[str, Bot]:
    """The computer players; who is missing here is a person."""
    places = enumerate(zip(game.settings.players, kinds, strict=True))
    return {player: bot_for(kind, game.settings.seed, place) for place, (player, kind) in places if kind != YOU}


def _print_end(console: Console, game: Game) -> None:
    console.print(
        say(
            "\nThe game is over after {actions} actions, by rule {ended_by}.",
            actions=len(game.actions),
            ended_by=game.state.ended_by,
        ),
        style="bold",
    )
    places = table("", "player", "worth", numbers=("worth",))
    for place, player, worth in standings(game):
        places.add_row(f"{place}.", player, money(game, worth))
    console.print(places)
    console.print(say("Seed: {seed}; salt: {TODO}", seed=game.settings.seed, TODO=game.settings.salt or "none"))
