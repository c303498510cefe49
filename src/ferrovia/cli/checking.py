"""The command that checks a game: verify."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ferrovia.cli.speaking import Failed, at_work_on, game_argument, json_option, print_json, told_in_a_sentence
from ferrovia.cli.voice import say
from ferrovia.formats import verification
from ferrovia.formats.save import load


@click.command()
@game_argument
@json_option
def verify(game_file: Path, as_json: bool) -> None:
    """Play a game again from the start and check that every step, every lira and every draw was right.

    Compared are: each stored hash with the state at its place, the stored state with the one the game comes
    to, the seed with the commitment to it; and after every action all money, certificates, trains, tiles and
    tokens are counted.
    """
    with told_in_a_sentence():
        record = load(game_file)
    with at_work_on(game_file):
        found = verification.verify(record)
    if as_json:
        print_json({"file": str(game_file), "ok": found.ok, **msgspec.to_builtins(found)})
    elif found.ok:
        click.echo(
            say(
                "{game_file} is right: {actions} actions played again, {hashes} states as stored, nothing lost, and the seed is the one committed to.",
                game_file=game_file,
                actions=found.actions,
                hashes=found.hashes,
            )
        )
    else:
        for fault in found.faults:
            click.echo(fault)
    if not found.ok:
        raise Failed(
            "{game_file} does not verify: {faults} faults, the first: {faults_2}",
            game_file=game_file,
            faults=len(found.faults),
            faults_2=found.faults[0],
        )
