"""The command that writes a game for others to look at: export."""

from __future__ import annotations

from pathlib import Path

import click

from ferrovia.cli.eighteenxx import write_for_18xx
from ferrovia.cli.games import force_option, out_option
from ferrovia.cli.speaking import at_work_on, game_argument, opened, refuse_to_overwrite, told_in_a_sentence
from ferrovia.cli.voice import say, tell
from ferrovia.formats.public import public_copy, write_public


@click.command()
@game_argument
@click.option("--public", is_flag=True, help="Leave out the seed and everything that is hidden.")
@click.option("--format", "form", type=click.Choice(["18xx"]), help="Write a game of 1849 for 18xx.games.")
@out_option
@force_option
def export(game_file: Path, public: bool, form: str | None, out: Path, force: bool) -> None:
    """Write a copy of a game to be mailed: neither the seed nor the cards to come are in it.

    `ferrovia show` shows it. Nobody can continue it, because what is hidden is not in it.

    With --format 18xx, write a game of 1849 as 18xx.games would export it.
    """
    if public == (form is not None):
        text = "Say what to export: --public writes a copy for everybody to see, --format 18xx one for 18xx.games."
        raise click.UsageError(say(text))
    if out.resolve() == game_file.resolve():
        raise click.UsageError(say("The copy needs a file of its own."))
    sitting = opened(game_file)
    record, game = sitting.record, sitting.game
    refuse_to_overwrite(out, force)
    if form is not None:
        write_for_18xx(game, game_file, out)
        return
    with told_in_a_sentence(), at_work_on(game_file):
        write_public(out, public_copy(record, game))
    tell(
        "A public copy after {actions} {actions:action|actions} is in {path}.",
        actions=len(record.actions),
        path=str(out),
    )
    if not record.settings.salt and not game.over:
        tell("Beware: the commitment of this game is not salted, so a short seed could be guessed from it.")
