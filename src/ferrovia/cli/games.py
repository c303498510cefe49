"""Commands that make and change a game file: new, act, undo."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from ferrovia.cli.output import told_where_possible
from ferrovia.cli.speaking import (
    Failed,
    at_work_on,
    cited,
    game_argument,
    refuse_to_overwrite,
    taken_up,
    told_in_a_sentence,
    what_next,
)
from ferrovia.cli.voice import OneSentence, say, speak_of, tell, voice
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.search import why_not
from ferrovia.formats.moves import WordsTrouble, read_move
from ferrovia.formats.named_acts import refused_act
from ferrovia.formats.save import Record, SettingsTrouble, check_settings, save
from ferrovia.formats.shared_seed import (
    LONGEST_NUMBER,
    Contribution,
    SharedSeed,
    Source,
    drawn_number,
    is_number,
    number_commitment,
)
from ferrovia.saying.message import Trouble, term
from ferrovia.saying.reasons import reason
from ferrovia.sitting.law import ANYBODY, OWN
from ferrovia.sitting.storage import FileStorage
from ferrovia.titles.registry import all_titles, title

seed_option = click.option("--seed", metavar="N", help="Makes the game repeatable; otherwise a seed is drawn.")
option_option = click.option(
    "--option", "options", metavar="NAME", multiple=True, help="A variant; repeat it for several."
)
out_option = click.option(
    "-o", "--output", "out", metavar="G.json", type=click.Path(path_type=Path), required=True, help="The file to write."
)
force_option = click.option("--force", is_flag=True, help="Overwrite a file that already exists.")


as_option = click.option("--as", "--by", "by", metavar="PLAYER", help="Refuse it unless this player may do it now.")
after_option = click.option(
    "--after", metavar="N", type=int, help="Refuse it unless exactly N actions have been taken."
)
MEANT_FOR_EARLIER = term("This was meant to follow action {after}, but the game is at action {now}.")
# When all is done, and cannot be told.
_TAKEN = term("The action was taken and is in the file, but the output cannot be written: {reason:term}.")
_TAKEN_BACK = term("The action was taken back, but the output cannot be written: {reason:term}.")


class StartsGames(click.Command):
    """A command that starts games: its help names the variants of every title."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        for name, cards in all_titles().items():
            with formatter.section(say("Variants of {title} (--option)", title=name)):
                if cards.options:
                    formatter.write_dl([(option, voice().term(text)) for option, text in cards.options.items()])
                else:
                    formatter.write_text(say("{title} has none.", title=name))


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
    except SettingsTrouble as error:
        raise OneSentence("{wrong:^}", wrong=reason(error)) from error
    played = title(name)
    speak_of(played)
    with told_in_a_sentence():
        return Game(played, settings)


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option("--players", metavar="A,B,C", required=True, help="The names of the players.")
@seed_option
@option_option
@out_option
@force_option
@click.option("--numbers", is_flag=True, help="Ask every player for a number, and make the seed of them all.")
def new(
    name: str, players: str, seed: str | None, options: tuple[str, ...], out: Path, force: bool, numbers: bool
) -> None:
    """Start a game in a new file.

    The seed decides the seats and whatever is drawn or rolled. It stays secret until the game is over; a
    commitment to it, printed now, proves afterwards that nobody has changed it. With --numbers the program commits to a
    number of its own first, so that no player can foresee the seed, nor the program choose it.
    """
    names = tuple(player.strip() for player in players.split(","))
    if numbers and seed is not None:
        raise click.UsageError(say("A seed is named or made of numbers, not both."))
    begun(name, names, seed, options)  # tells what cannot be played
    refuse_to_overwrite(out, force)
    shared = _asked_for_numbers(names) if numbers else None
    game = begun(name, names, shared.seed if shared else seed, options)
    with told_in_a_sentence():
        save(out, msgspec.structs.replace(Record.of(game, [game.hash()]), shared_seed=shared))
    tell(
        "{title:term}. Seats: {seats}. The game is in {path}.",
        title=game.title.full_name,
        seats=game.state.seats,
        path=str(out),
    )
    tell("Commitment to the seed: {commitment}", commitment=game.commitment)
    if game.title.note:
        click.echo(voice().term(game.title.note))


def _asked_for_numbers(players: Sequence[str]) -> SharedSeed:
    """The program commits to a number, and every player then tells theirs, or has one drawn."""
    own = drawn_number()
    commitment = number_commitment(*own)
    tell("The program has drawn a number. Its commitment: {commitment}", commitment=commitment)
    return SharedSeed(*own, commitment, tuple(_number_of(player) for player in players))


def _number_of(player: str) -> Contribution:
    question = say("{player}, a number or any words (Enter draws one)", player=player)
    while True:
        number, nonce = drawn_number()
        typed = " ".join(click.prompt(question, default="", show_default=False).split())
        source: Source = "told" if typed else "drawn"
        number = typed or number
        if is_number(number, nonce):
            return Contribution(player, source, number, nonce, number_commitment(number, nonce))
        tell("A number of your own has 1 to {most} signs.", most=LONGEST_NUMBER)


@click.command(epilog="""ferrovia act evening.json "Buy SCE for L. 20", or '{"do":"pass"}'""")
@game_argument
@click.argument("action", metavar="ACTION")
@as_option
@after_option
def act(game_file: Path, action: str, by: str | None, after: int | None) -> None:
    """Take one action, in the words of docs/notation.md or as `ferrovia choices --json` writes it.

    What the rules forbid is refused with the reason, the rule and what would make it legal; the file stays as it was.
    """
    file = FileStorage(game_file)
    with told_in_a_sentence(), file.alone():
        sitting = taken_up(file)
        try:
            with at_work_on(game_file):
                events = sitting.act(_meant(sitting.game, action, by, after), by, after)
        except Refusal as refusal:
            raise Failed(cited(refusal)) from refusal
    with told_where_possible(_TAKEN):
        for event in events:
            tell(event)
        tell(what_next(sitting.game))


def _meant(game: Game, text: str, by: str | None, after: int | None) -> Action:
    """The action in a text: as JSON, or in words. What is refused says what would make it legal."""
    is_now = after in (None, game.state.number) and not game.over
    try:
        if text.lstrip()[:1] in ("{", "[", ""):
            action = read_action(game.title, text)
            refusal = why_not(game, action, by) if is_now else None
            if refusal is not None:
                raise refusal
            return action
        return read_move(game, text, by, after)
    except (Refusal, Trouble, UnicodeError, RecursionError) as error:
        named = refused_act(game, text, by) if is_now and isinstance(error, Refusal | WordsTrouble) else None
        if named is not None:
            raise named.refusal from error
        if isinstance(error, Refusal):
            raise
        raise OneSentence("{wrong:^}", wrong=reason(error)) from error


@click.command()
@game_argument
@click.option("--as", "by", metavar="PLAYER", help="Refuse it unless this player took the last action.")
@after_option
def undo(game_file: Path, by: str | None, after: int | None) -> None:
    """Take back the last action, unless it rolled a die or revealed a card."""
    file = FileStorage(game_file)
    with told_in_a_sentence(), file.alone():
        sitting = taken_up(file, OWN if by else ANYBODY)
        if after is not None and after != sitting.number:
            raise Failed(MEANT_FOR_EARLIER, after=after, now=sitting.number)
        try:
            with at_work_on(game_file):
                left = sitting.undo(by)
        except Refusal as refusal:
            raise Failed(refusal) from refusal
    with told_where_possible(_TAKEN_BACK):
        tell("Action {number} has been taken back.", number=left + 1)
