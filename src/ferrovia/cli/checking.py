"""The command that checks a game: verify."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ferrovia.cli.speaking import Failed, at_work_on, game_argument, json_option, print_json, told_in_a_sentence
from ferrovia.cli.voice import say, tell
from ferrovia.formats import verification
from ferrovia.formats.save import load


@click.command()
@game_argument
@json_option
def verify(game_file: Path, as_json: bool) -> None:
    """Replay a game from the start and check that every step, every coin and every draw was right.

    Every stored hash is compared with the state at its place, the stored state with the one that the game leads
    to, and the seed with its commitment. After every action all money, certificates, trains, tiles and tokens
    are counted.
    """
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
