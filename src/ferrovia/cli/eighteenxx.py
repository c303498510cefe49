"""Writing a game for 18xx.games: the file, and why there is none."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ferrovia.cli.speaking import Failed, at_work_on, told_in_a_sentence
from ferrovia.cli.voice import tell
from ferrovia.engine.flow.game import Game
from ferrovia.formats.eighteenxx import as_export
from ferrovia.formats.files import write_whole
from ferrovia.titles.eighteenxx import ExportTrouble


def write_for_18xx(game: Game, game_file: Path, out: Path) -> None:
    """Write the file, or say at which action the site's rules part from ours."""
    with at_work_on(game_file):
        try:
            export = as_export(game)
        except ExportTrouble as trouble:
            text = "{path} cannot be written for 18xx.games. {why}"
            raise Failed(text, path=str(game_file), why=trouble) from trouble
    with told_in_a_sentence():
        write_whole(out, msgspec.json.encode(export))
    tell(
        "{actions} {actions:action|actions} for 18xx.games {actions:is|are} in {path}.",
        actions=len(export["actions"]),
        path=str(out),
    )
