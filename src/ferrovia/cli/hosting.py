"""What whoever hosts a table needs besides serving it: backup, restore, reseal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from ferrovia.cli.serving import check_libraries, database_option, use_database
from ferrovia.cli.speaking import refuse_to_overwrite
from ferrovia.cli.voice import OneSentence, say, tell
from ferrovia.installed import DATABASE, SECRET, data_folder, program, shown
from ferrovia.saying.message import Trouble


@click.command()
@click.argument("file", metavar="[FILE]", type=click.Path(path_type=Path), required=False)
@database_option
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def backup(file: Path | None, database: str, force: bool) -> None:
    """Write all that the table keeps into one file, while people play: games, people, and the secret key.

    Without a name the file is called after the day and the hour. It is read again before this says that it is
    there. Keep it where nobody else reads: seeds, and what passwords are checked by, are in it.
    """
    file = file or Path(f"ferrovia-{datetime.now():%Y-%m-%d-%H%M%S}.zip")
    refuse_to_overwrite(file, force)
    with at_the_database(database):
        from ferrovia.table.backup import write_backup

        with progress(say("Backup")) as told:
            contents = write_backup(file, told)
    tell(
        "{file} holds {tables} {tables:table|tables} with {moves} {moves:move|moves}, and was read again.",
        file=shown(file.resolve()),
        tables=contents.rows["table.Table"],
        moves=contents.rows["table.MoveRow"],
    )


@click.command()
@click.argument("source", metavar="FILE|FOLDER|URL")
@database_option
@click.option("--replace", is_flag=True, help="Also where people and games are; a backup of them is written first.")
def restore(source: str, database: str, replace: bool) -> None:
    """Bring all that a backup holds into the table's database: all of it, or, where that fails, nothing.

    In the place of a backup another database may stand, a folder or postgres://...: so games move from SQLite to
    PostgreSQL and back. One of an earlier release is brought up to date.
    """
    with at_the_database(database, is_new=True):
        from ferrovia.table.backup import Secret
        from ferrovia.table.backup import restore as bring_back

        with progress(say("Restore")) as told:
            restored = bring_back(source, replace, told)
    named = f" --database {database}" if database and "://" not in database else ""  # an address may hold a password
    tell(
        "{tables} {tables:table|tables} with {moves} {moves:move|moves} came back; this replays them all: {command}",
        tables=restored.rows["table.Table"],
        moves=restored.rows["table.MoveRow"],
        command=f"{program()} verify --all{named}",
    )
    if restored.kept:
        tell("What was here before is in {file}.", file=shown(restored.kept))
    if restored.secret is Secret.TAKEN_OVER:
        tell("The secret key came along: a server that runs must be started again to know its guests.")
    elif restored.secret is Secret.UNKNOWN:
        tell(
            "Its guests are strangers here: add their key, the file {name} in the backup, to {variable} after a comma.",
            name=SECRET,
            variable="FERROVIA_SECRET",
        )


@click.command()
@database_option
def reseal(database: str) -> None:
    """Encrypt every seed that is kept under the first key in FERROVIA_SEED_KEY.

    So a key is replaced: the new one stands before the old one until this is done. Without a key the seeds are written
    in plain, as far as the keys are still known by which they were encrypted.
    """
    with at_the_database(database):
        from django.conf import settings

        from ferrovia.table.migrating import migrate
        from ferrovia.table.models import Table
        from ferrovia.table.sealing import seal_anew

        migrate()
        whole, number = Table.objects.count(), 0
        with progress(say("Seeds")) as told:
            for number in seal_anew():
                told(number, whole)
        has_key = bool(settings.SEED_KEYS)
    if has_key:
        tell("The seeds of {tables} {tables:table|tables} are encrypted under the newest key.", tables=number)
    else:
        tell("No key is set: the seeds of {tables} {tables:table|tables} are stored in plain.", tables=number)


@contextmanager
def at_the_database(database: str, is_new: bool = False) -> Iterator[None]:
    """The table's database is at hand, made where it may be new; what is wrong with it is told in a sentence."""
    use_database(database, os.environ)
    check_libraries()
    if not is_new and not os.environ.get("FERROVIA_DATABASE") and not (data_folder() / DATABASE).is_file():
        raise OneSentence("No games are kept in {place}.", place=shown(data_folder()))
    from ferrovia.table.serving import set_up, told_of_the_database

    try:
        with told_of_the_database():
            set_up()
            yield
    except Trouble as trouble:
        raise OneSentence(trouble) from trouble


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], object]]:
    """A bar on a terminal; in a pipe nothing."""
    with click.progressbar(length=1, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def told(done: int, whole: int) -> None:
            bar.length = max(whole, 1)
            bar.update(done - bar.pos)

        yield told
