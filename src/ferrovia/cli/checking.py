"""The command that checks a game: verify."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ferrovia.cli.hosting import at_the_database, progress
from ferrovia.cli.serving import database_option
from ferrovia.cli.speaking import Failed, at_work_on, json_option, print_json, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say, tell
from ferrovia.formats import verification
from ferrovia.formats.save import load
from ferrovia.formats.shared_seed import SharedSeed
from ferrovia.saying.message import Message, term

_HOW = {
    "opened": term("committed to, then opened"),
    "told": term("told before the start"),
    "drawn": term("drawn for the player"),
    "none": term("a computer player, adds nothing"),
}


@click.command()
@click.argument("game_file", metavar="[G.json]", type=click.Path(path_type=Path), required=False)
@click.option("--all", "is_all", is_flag=True, help="Every game that the table keeps.")
@database_option
@json_option
def verify(game_file: Path | None, is_all: bool, database: str, as_json: bool) -> None:
    """Replay a game from the start and check that every step, every coin and every draw was right.

    Every stored hash is compared with the state at its place, the stored state with the one that the game leads
    to, and the seed with its commitment and with the numbers that it was made of. After every action all money,
    certificates, trains, tiles and tokens are counted. With --all every game of the table is looked at, also while
    it is open.
    """
    if is_all == bool(game_file):
        raise OneSentence("verify needs either the file of a game or --all.")
    if game_file:
        _verify_file(game_file, as_json)
    else:
        _verify_all(database, as_json)


def _verify_file(game_file: Path, as_json: bool) -> None:
    with told_in_a_sentence():
        record = load(game_file)
    with at_work_on(game_file):
        found = verification.verify(record)
    faults = [fault if isinstance(fault, str) else say(fault) for fault in getattr(found, "messages", found.faults)]
    if as_json:
        print_json({"file": str(game_file), "ok": found.ok, **msgspec.to_builtins(found), "faults": faults})
    elif found.ok:
        tell(
            "{path} is sound: {actions} {actions:action|actions} replayed, {states} {states:state|states} as stored,"
            " nothing lost, and the seed is the one committed to.",
            path=str(game_file),
            actions=found.actions,
            states=found.hashes,
        )
        tell(_provenance(record.shared_seed))
    else:
        for fault in faults:
            click.echo(fault)
    if not found.ok:
        raise Failed(
            "{path} does not verify ({faults} {faults:fault|faults}): {first}",
            path=str(game_file),
            faults=len(faults),
            first=faults[0],
        )


def _provenance(shared: SharedSeed | None) -> Message:
    """Where a seed came from, and what that proves."""
    if shared is None:
        return Message(
            "The seed was drawn in one place: its commitment shows that it was not changed since,"
            " not that nobody chose it."
        )
    text = (
        "The seed is the hash of the number of server or program, with the commitment {commitment}, and of those of"
        " the seats ({seats}). Starts called off before: {called_off}."
    )
    seats = [
        Message("{player}: {how:term}", player=each.player, how=_HOW[each.source]) for each in shared.contributions
    ]
    return Message(text, commitment=shared.commitment, seats=seats, called_off=shared.called_off)


def _verify_all(database: str, as_json: bool) -> None:
    with at_the_database(database):
        from ferrovia.table.stored_games import count_of_games, verified_games

        with progress(say("Games")) as told:
            whole, found = count_of_games(), []
            for each in verified_games():
                found.append(each)
                told(len(found), whole)
    wrong = [each for each in found if each.faults]
    if as_json:
        rows = [{**each._asdict(), "faults": [say(fault) for fault in each.faults]} for each in found]
        print_json({"ok": not wrong, "games": rows})
    else:
        for each in wrong:
            for fault in each.faults:
                click.echo(f"{each.title} {each.key}: {say(fault)}")
    if wrong:
        text = "Of {games} {games:game|games} {wrong} {wrong:does|do} not verify."
        raise Failed(text, games=len(found), wrong=len(wrong))
    if not as_json:
        tell(
            "All is sound: {games} {games:game|games} with {moves} {moves:move|moves} replayed.",
            games=len(found),
            moves=sum(each.moves for each in found),
        )
