"""The command that brings in games from elsewhere: import."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from ferrovia.cli.games import drawn_seed, force_option
from ferrovia.cli.speaking import Failed, cited, refuse_to_overwrite, told_in_a_sentence
from ferrovia.cli.voice import OneSentence, say, speak_of, tell
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.doors import Door, door_of
from ferrovia.formats.eighteenxx import MOST_BYTES, read_export
from ferrovia.formats.files import check_depth, read_whole, write_whole
from ferrovia.formats.heading import NotationTrouble
from ferrovia.formats.notation import read_notation
from ferrovia.formats.save import Record, read, ready, recorded, written
from ferrovia.saying.message import Message, Trouble
from ferrovia.saying.reasons import reason


class Brought(msgspec.Struct):
    """A game that was brought in, with what its players should know of it."""

    record: Record
    trace: Iterable[Any] | None = None  # every action with what it brought about, where that can be told
    news: tuple[Message, ...] = ()
    departure: Message | None = None  # where the site's game parts from our rules, and why


@click.command("import")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "out", metavar="G.json", type=click.Path(path_type=Path), help="The game file to write."
)
@click.option(
    "--trace",
    metavar="T.jsonl",
    type=click.Path(path_type=Path),
    help="Also write every action with what it brought about, a line of JSON each (18xx.games only).",
)
@force_option
def import_game(source: Path, out: Path | None, trace: Path | None, force: bool) -> None:
    """Turn a game in words, or one exported from 18xx.games, into a game file.

    What FILE is shows by what it holds, whatever its name. Every action is played by our rules; runs of 18xx.games
    below the best possible stay as they were. What the site did and our rules do not allow is told, and the game up to
    there is kept.
    """
    if out is None and trace is None:
        raise click.UsageError(say("Say where to write: -o G.json, --trace T.jsonl, or both."))
    if trace is not None and trace.resolve() in {path.resolve() for path in (source, out) if path is not None}:
        raise click.UsageError(say("The trace needs a file of its own."))
    if out is not None:
        refuse_to_overwrite(out, force)
    with told_in_a_sentence():
        data = read_whole(source)
    try:
        brought = _BY_DOOR[door_of(data)](data, source, trace is not None)
    except Refusal as refusal:
        raise OneSentence("{path} cannot be imported: {why}", path=str(source), why=cited(refusal)) from refusal
    except (Trouble, UnicodeError, RecursionError) as error:
        raise OneSentence("{path} cannot be imported: {why}", path=str(source), why=reason(error)) from error
    files = [(out, written(brought.record))] if out is not None else []
    if trace is not None:
        if brought.trace is None:
            raise OneSentence("Only of an export of 18xx.games can a trace be written.")
        files.append((trace, b"".join(msgspec.json.encode(line) + b"\n" for line in brought.trace)))
    with told_in_a_sentence():
        for path, content in files:
            write_whole(path, content)
    tell(
        "{actions} {actions:action|actions} imported into {files:and}.",
        actions=len(brought.record.actions),
        files=[str(path) for path, _ in files],
    )
    for news in brought.news:
        tell(news)
    if brought.departure is not None:
        raise Failed("The rest of {path} is not in it. {why}", path=str(source), why=brought.departure)


def _from_site(data: bytes, source: Path, traced: bool) -> Brought:
    if len(data) > MOST_BYTES:
        text = "{path} cannot be imported: it has {size} bytes, and an export of 18xx.games has at most {most}."
        raise OneSentence(text, path=str(source), size=len(data), most=MOST_BYTES)
    try:
        plain = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = "{path} cannot be imported: it is neither a game in words nor one of 18xx.games, or it is damaged."
        raise OneSentence(text, path=str(source)) from error
    with told_in_a_sentence():
        check_depth(data, source)
    imported = read_export(plain, traced=traced)
    return Brought(recorded(imported.game), imported.trace, departure=imported.departure)


def _from_words(data: bytes, source: Path, traced: bool) -> Brought:
    try:
        found = read_notation(data, seed=drawn_seed(), salt=drawn_seed())
    except NotationTrouble as trouble:
        if trouble.title is not None:
            speak_of(trouble.title)
        raise
    if not found.left_at:
        return Brought(found.record)
    text = "In move {move} a die or a card decides, which this text does not tell: the game goes on from before it."
    return Brought(found.record, news=(Message(text, move=found.left_at),))


def _from_game(data: bytes, source: Path, traced: bool) -> Brought:
    with told_in_a_sentence():
        record, _ = ready(read(data, source), source)
    return Brought(record)


def _from_public(data: bytes, source: Path, traced: bool) -> Brought:
    text = "{path} is a public copy, which lacks the seed: nobody can go on with it, but ferrovia show {path} shows it."
    raise OneSentence(text, path=str(source))


_BY_DOOR: dict[Door, Callable[[bytes, Path, bool], Brought]] = {
    Door.SITE: _from_site,
    Door.NOTATION: _from_words,
    Door.GAME: _from_game,
    Door.PUBLIC: _from_public,
}
