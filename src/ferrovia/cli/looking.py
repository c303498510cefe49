"""Commands that look at a game: show, choices."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ferrovia.cli.games import what_next
from ferrovia.cli.position import print_position
from ferrovia.cli.speaking import (
    at_work_on,
    console,
    game_argument,
    json_option,
    opened,
    print_json,
    told_in_a_sentence,
)
from ferrovia.cli.voice import OneSentence, say
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.public import PublicGame, read_public
from ferrovia.formats.view import choices_view, view_for
from ferrovia.sitting.sitting import Sitting


@click.command()
@game_argument
@click.option("--at", metavar="N", type=int, help="As it was after N actions; 0 is the set-up.")
@json_option
def show(game_file: Path, at: int | None, as_json: bool) -> None:
    """Show the whole table: money, stock, corporations, trains, the map.

    What is shown is public; the seed only once the game is over.
    """
    with told_in_a_sentence():
        copy = read_public(game_file)
    if copy is not None:
        _show_copy(game_file, copy, at, as_json)
        return
    sitting = opened(game_file)
    with at_work_on(game_file):
        game = sitting.game if at is None else as_it_was(game_file, sitting, at)
        view = view_for(game)
        if as_json:
            print_json(view)
        else:
            print_position(console(), game, view)


def _show_copy(path: Path, copy: PublicGame, at: int | None, as_json: bool) -> None:
    """The one position that a public copy holds."""
    if at is not None and at != len(copy.actions):
        raise OneSentence("{path} is a public copy of a game: it holds its last position only.", path=path)
    with at_work_on(path):
        if as_json:
            print_json(copy.view)
            return
        click.echo(
            say(
                "{path} is a public copy of a game: what is hidden is not in it, so nobody can go on with it.",
                path=path,
            )
        )
        print_position(console(), copy, copy.view)


def as_it_was(path: Path, sitting: Sitting, number: int) -> Game:
    """The game in a file after a number of its actions."""
    if not 0 <= number <= sitting.number:
        raise OneSentence(
            "{path} has {number} actions, so there is no state after {number_2}.",
            path=path,
            number=sitting.number,
            number_2=number,
        )
    try:
        return sitting.at(number)
    except Refusal as refusal:
        raise OneSentence("{path}: {sentence}", path=path, sentence=refusal.sentence) from refusal
    except FileTrouble as trouble:
        raise OneSentence("{path}: {trouble}", path=path, trouble=trouble) from trouble


@click.command()
@game_argument
@json_option
def choices(game_file: Path, as_json: bool) -> None:
    """Tell who must decide, and list every legal action, ready for `ferrovia act`.

    Where a price is to be named, the least and the most are given; any price between them is legal.
    """
    game = opened(game_file).game
    with at_work_on(game_file):
        view = choices_view(game)
    if as_json:
        print_json(view)
        return
    click.echo(what_next(game))
    for warning in view["warnings"]:
        click.echo(say("Beware: {warning}", warning=warning))
    entries = [*view["choices"], *view["ranges"]]
    width = max((len(entry["text"]) for entry in entries), default=0)
    for entry in entries:
        click.echo(
            say("  {text:TODO}  {decode}", text=entry["text"], decode=msgspec.json.encode(entry["action"]).decode())
        )
    for entry in view["interjections"]:
        click.echo(
            say(
                "At any moment, {player}: {text}  {decode}",
                player=entry["player"],
                text=entry["text"],
                decode=msgspec.json.encode(entry["action"]).decode(),
            )
        )
