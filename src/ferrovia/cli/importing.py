"""The command that brings in games played elsewhere: import."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ferrovia.cli.games import force_option
from ferrovia.cli.reasons import reason
from ferrovia.cli.speaking import Failed, cited, refuse_to_overwrite, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say, tell
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.eighteenxx import read_export
from ferrovia.formats.eighteenxx.reading import MOST_BYTES
from ferrovia.formats.files import read_whole, write_whole
from ferrovia.formats.save import recorded, written


@click.command("import")
@click.argument("export", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "out", metavar="G.json", type=click.Path(path_type=Path), help="The game file to write."
)
@click.option(
    "--trace",
    metavar="T.jsonl",
    type=click.Path(path_type=Path),
    help="Also write every action with what it brought about, a line of JSON each.",
)
@force_option
def import_game(export: Path, out: Path | None, trace: Path | None, force: bool) -> None:
    """Turn a game of 1849 exported from 18xx.games into a game file.

    Every action is played by our rules; runs below the best possible stay as they were. What our rules do not allow is
    told, and the game up to there is kept.
    """
    if out is None and trace is None:
        raise click.UsageError(say("Say where to write: -o G.json, --trace T.jsonl, or both."))
    if trace is not None and trace.resolve() in {path.resolve() for path in (export, out) if path is not None}:
        raise click.UsageError(say("The trace needs a file of its own."))
    if out is not None:
        refuse_to_overwrite(out, force)
    with told_in_a_sentence():
        data = read_whole(export)
    if len(data) > MOST_BYTES:
        text = "{path} cannot be imported: it has {size} bytes, and an export of 18xx.games has at most {most}."
        raise OneSentence(text, path=str(export), size=len(data), most=MOST_BYTES)
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OneSentence(
            "{path} cannot be imported: it is no export of 18xx.games, or it is damaged.", path=str(export)
        ) from error
    try:
        imported = read_export(plain, traced=trace is not None)
        files = [(out, written(recorded(imported.game)))] if out is not None else []
    except Refusal as refusal:
        raise OneSentence("{path} cannot be imported: {why}", path=str(export), why=cited(refusal)) from refusal
    except (ValueError, RecursionError) as error:
        raise OneSentence("{path} cannot be imported: {why}", path=str(export), why=reason(error)) from error
    if trace is not None:
        lines = b"".join(msgspec.json.encode(line) + b"\n" for line in imported.trace)
        files.append((trace, lines))
    with told_in_a_sentence():
        for path, content in files:
            write_whole(path, content)
    tell(
        "{actions} {actions:action|actions} imported into {files:and}.",
        actions=len(imported.game.actions),
        files=[str(path) for path, _ in files],
    )
    if imported.departure is not None:
        raise Failed("The rest of {path} is not in it. {why}", path=str(export), why=imported.departure)
