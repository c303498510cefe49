"""Commands that look at a game: show, choices."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ferrovia.cli.position import print_position
from ferrovia.cli.speaking import (
    at_work_on,
    cited,
    console,
    game_argument,
    json_option,
    opened,
    print_json,
    told_in_a_sentence,
    what_next,
)
from ferrovia.cli.voice import OneSentence, say, speak_of, tell, voice
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import Round
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.public import PublicGame, read_public
from ferrovia.formats.view import choices_view, view_for
from ferrovia.formats.view_types import ChoiceView, View
from ferrovia.sitting.sitting import Sitting


@click.command()
@game_argument
@click.option("--at", metavar="N", type=int, help="As it was after N actions; 0 is the set-up.")
@json_option
def show(game_file: Path, at: int | None, as_json: bool) -> None:
    """Show the whole table: money, stock, corporations, trains, the map.

    Only what everybody may know is shown; the seed follows once the game is over.
    """
    with told_in_a_sentence():
        copy = read_public(game_file)
    if copy is not None:
        _show_copy(game_file, copy, at, as_json)
        return
    sitting = opened(game_file)
    with at_work_on(game_file):
        game = sitting.game if at is None else as_it_was(game_file, sitting, at)
        view = view_for(game, language=voice().language)
        if as_json:
            print_json(view)
        else:
            print_position(console(), game, view)


def _show_copy(path: Path, copy: PublicGame, at: int | None, as_json: bool) -> None:
    """The one position that a public copy holds."""
    if at is not None and at != len(copy.actions):
        raise OneSentence("{path} is a public copy of a game: it holds the last position only.", path=str(path))
    speak_of(copy.title)
    with at_work_on(path):
        if as_json:
            print_json(_in_our_language(copy))
            return
        tell(
            "{path} is a public copy of a game: what is hidden is not in it, so nobody can continue it.", path=str(path)
        )
        print_position(console(), copy, copy.shown)


def _in_our_language(copy: PublicGame) -> View:
    """A copy is written in English, and it is read here: its few words that are no facts are said again."""
    place = copy.shown["round"]
    return {
        **copy.shown,
        "full_title": voice().term(copy.title.full_name),
        "note": voice().term(copy.title.note),
        "over": voice().term(copy.shown["over"]),
        "round": {**place, "name": say(msgspec.convert(place, Round))},
    }


def as_it_was(path: Path, sitting: Sitting, number: int) -> Game:
    """The game in a file after a number of its actions."""
    if not 0 <= number <= sitting.number:
        raise OneSentence(
            "{path} has {actions} {actions:action|actions}, so there is no position after {number}.",
            path=str(path),
            actions=sitting.number,
            number=number,
        )
    try:
        return sitting.at(number)
    except Refusal as refusal:
        raise OneSentence("{path}: {why}", path=str(path), why=cited(refusal)) from refusal
    except FileTrouble as trouble:
        raise OneSentence("{path}: {why}", path=str(path), why=trouble) from trouble


@click.command()
@game_argument
@json_option
def choices(game_file: Path, as_json: bool) -> None:
    """Tell who decides, and list every legal action as `ferrovia act` takes it.

    Where a price is to be named, the lowest and the highest are given; any price between them is legal.
    """
    game = opened(game_file).game
    with at_work_on(game_file):
        view = choices_view(game, voice().language)
    if as_json:
        print_json(view)
        return
    tell(what_next(game))
    for warning in view["warnings"]:
        tell("Beware: {warning}", warning=warning)
    entries = [*view["choices"], *view["ranges"]]
    width = max((len(entry["text"]) for entry in entries), default=0)
    for entry in entries:
        click.echo(f"  {entry['text']:{width}}  {_written(entry)}")
    for entry in view["interjections"]:
        told = say("At any moment, {player}: {choice}", player=entry["player"], choice=entry["text"])
        click.echo(f"{told}  {_written(entry)}")


def _written(entry: ChoiceView) -> str:
    """The action as `ferrovia act` reads it."""
    return msgspec.json.encode(entry["action"]).decode()
