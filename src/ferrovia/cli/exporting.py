"""The command that writes a game for others to look at: export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from ferrovia.cli.eighteenxx import write_for_18xx
from ferrovia.cli.games import force_option, out_option
from ferrovia.cli.speaking import at_work_on, game_argument, opened, refuse_to_overwrite, told_in_a_sentence
from ferrovia.cli.voice import say, tell
from ferrovia.formats.files import write_whole
from ferrovia.formats.notation import written_notation
from ferrovia.formats.public import public_copy, written_copy
from ferrovia.sitting.sitting import Sitting


@click.command()
@game_argument
@click.option("--public", is_flag=True, help="Leave out the seed and everything that is hidden.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["copy", "text", "18xx"]),
    default="copy",
    help="copy: a public copy for ferrovia show. text: the game in words, a line for each move. 18xx: for 18xx.games.",
)
@out_option
@force_option
def export(game_file: Path, public: bool, form: str, out: Path, force: bool) -> None:
    """Write a game for others: a copy to be mailed, or a text that can be read, changed and imported.

    A public copy is shown by `ferrovia show`; nobody can continue it, because what is hidden is not in it. A text is
    the whole game, seed and all; a public one leaves the seed out, and is imported up to where a die or a card decides.
    For 18xx.games a game is written as the site would export it, if the site has its title.
    """
    if form == "copy" and not public:
        text = (
            "Say what to export: --public writes a copy for everybody to see, --format text the game in words,"
            " --format 18xx one for 18xx.games."
        )
        raise click.UsageError(say(text))
    if form == "18xx" and public:
        raise click.UsageError(say("A game for 18xx.games has nothing hidden in it: leave out --public."))
    if out.resolve() == game_file.resolve():
        raise click.UsageError(say("The copy needs a file of its own."))
    sitting = opened(game_file)
    refuse_to_overwrite(out, force)
    if form == "18xx":
        write_for_18xx(sitting.game, game_file, out)
        return
    with told_in_a_sentence(), at_work_on(game_file):
        write_whole(out, _WRITERS[form](sitting, public))
    record, game = sitting.record, sitting.game
    text = "A public copy after {actions} {actions:action|actions} is in {path}."
    if form == "text":
        text = "The game in words, {actions} {actions:move|moves}, is in {path}."
    tell(text, actions=len(record.actions), path=str(out))
    if public and not record.settings.salt and not game.over:
        tell("Beware: the commitment of this game is not salted, so a short seed could be guessed from it.")
    if not public and not game.over:
        tell("Beware: the seed is in it, so its readers can find out what will be drawn; --public leaves it out.")


def _copy(sitting: Sitting, public: bool) -> bytes:
    return written_copy(public_copy(sitting.record, sitting.game))


def _text(sitting: Sitting, public: bool) -> bytes:
    return written_notation(sitting.record, public=public).encode()


_WRITERS: dict[str, Callable[[Sitting, bool], bytes]] = {"copy": _copy, "text": _text}
