"""Commands that make and change a game file: new, act, undo."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from ferrovia.cli.speaking import Failed, at_work_on, game_argument, refuse_to_overwrite, taken_up, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.save import Record, check_settings, save
from ferrovia.sitting.storage import FileStorage
from ferrovia.titles.registry import all_titles, title

seed_option = click.option("--seed", metavar="N", help="Makes the game repeatable; otherwise it is drawn.")
option_option = click.option("--option", "options", metavar="NAME", multiple=True, help="A variant; again for others.")
out_option = click.option("-o", "--output", "out", metavar="G.json", type=click.Path(path_type=Path), required=True)
force_option = click.option("--force", is_flag=True, help="Write over a file that is already there.")


class StartsGames(click.Command):
    """A command that starts games: its help names the variants of every title."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        for name, cards in all_titles().items():
            with formatter.section(f"What --option may be for {name}"):
                if cards.options:
                    formatter.write_dl(list(cards.options.items()))
                else:
                    formatter.write_text(f"nothing: {name} has no variants")


def drawn_seed() -> str:
    return secrets.token_hex(16)


def begun(name: str, players: tuple[str, ...], seed: str | None, options: tuple[str, ...]) -> Game:
    """A new game; what is wrong with its settings is told in a sentence."""
    settings = Settings(
        title=name,
        players=players,
        seed=drawn_seed() if seed is None else seed,
        options=tuple(dict.fromkeys(options)),
        salt=drawn_seed(),
    )
    try:
        check_settings(settings)
    except ValueError as error:
        sentence = str(error)
        raise OneSentence(sentence[:1].upper() + sentence[1:]) from error
    with told_in_a_sentence():
        return Game(title(name), settings)


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option("--players", metavar="A,B,C", required=True, help="The names of the players.")
@seed_option
@option_option
@out_option
@force_option
def new(name: str, players: str, seed: str | None, options: tuple[str, ...], out: Path, force: bool) -> None:
    """Start a game in a new file.

    Seats and corporations are drawn from the seed. The seed stays secret until the game is over; its hash is
    told at once, so that anyone can see afterwards that nothing was changed.
    """
    names = tuple(player.strip() for player in players.split(","))
    game = begun(name, names, seed, options)
    refuse_to_overwrite(out, force)
    with told_in_a_sentence():
        save(out, Record.of(game, [game.hash()]))
    click.echo(
        say(
            "{full_name}: {seats}, in this order. The game is in {out}.",
            full_name=game.title.full_name,
            seats=game.state.seats,
            out=out,
        )
    )
    click.echo(say("Commitment to the seed: {commitment}", commitment=game.commitment))
    if game.title.note:
        click.echo(game.title.note)


@click.command()
@game_argument
@click.argument("action", metavar="ACTION")
@click.option("--by", metavar="NAME", help="Refuse it unless this player is to decide.")
@click.option("--after", metavar="N", type=int, help="Refuse it unless so many actions have been taken.")
def act(game_file: Path, action: str, by: str | None, after: int | None) -> None:
    """Take one action, written as `ferrovia choices --json` writes it.

    What the rules do not allow is refused with the reason and the rule, and the file stays as it was.

    \b
    ferrovia act evening.json '{"do":"pass"}'
    """
    file = FileStorage(game_file)
    with told_in_a_sentence(), file.alone():
        sitting = taken_up(file)
        try:
            meant = read_action(sitting.title, action)
        except (ValueError, RecursionError) as error:
            raise OneSentence(str(error).replace("`", "")) from error
        try:
            with at_work_on(game_file):
                events = sitting.act(meant, by, after)
        except Refusal as refusal:
            raise Failed(str(refusal)) from refusal
    for event in events:
        click.echo(str(event))
    click.echo(what_next(sitting.game))


@click.command()
@game_argument
def undo(game_file: Path) -> None:
    """Take back the last action, but never past a die or a card that was revealed."""
    file = FileStorage(game_file)
    with told_in_a_sentence(), file.alone():
        sitting = taken_up(file)
        try:
            with at_work_on(game_file):
                left = sitting.undo()
        except Refusal as refusal:
            raise Failed(refusal.sentence) from refusal
    click.echo(say("Action {TODO} is taken back.", TODO=left + 1))


def what_next(game: Game) -> str:
    """Who is to decide now, in a sentence."""
    if game.over:
        return f"The game is over: {game.state.over}."
    top = game.top
    corporation = top.corporation_of(game)
    whom = f" for {corporation}" if corporation else ""
    return f"{top.decider(game)} decides{whom}: {top.step(game)}."
