"""How commands speak: sentences for trouble, one JSON document for scripts, tables for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from ferrovia.cli.voice import OneSentence
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.sitting.law import ONE_TERMINAL
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage, Storage

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# Wide enough for every table of ours: in a pipe nothing is wrapped or cut.
PIPE_WIDTH = 300

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
game_argument = click.argument("game_file", metavar="G.json", type=click.Path(path_type=Path))


class Failed(OneSentence):
    """A check that fails, or an action that is refused."""

    exit_code = 1


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """What users or their files did wrong becomes a sentence and exit code 2."""
    try:
        yield
    except (FileTrouble, Refusal) as error:
        raise OneSentence(error) from error


def opened(path: Path) -> Sitting:
    """The game in a file, ready to go on."""
    return taken_up(FileStorage(path))


def taken_up(storage: Storage) -> Sitting:
    """The game wherever it is kept; whoever is at this terminal may take back."""
    with told_in_a_sentence():
        return Sitting(storage, ONE_TERMINAL)


@contextmanager
def at_work_on(path: Path) -> Iterator[None]:
    """A state that fits its title by every name and sum, and that its rules still cannot work with."""
    try:
        yield
    except (Refusal, click.ClickException, FileTrouble):
        raise
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, NotImplementedError) as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise OneSentence(
            "The game in {path} cannot go on ({what}); ferrovia verify {path} may tell what is wrong with it.",
            path=path,
            what=what,
        ) from error


def refuse_to_overwrite(path: Path, force: bool) -> None:
    """An empty file may be written over: that is how scripts reserve a name."""
    if not force and path.exists() and not (path.is_file() and path.stat().st_size == 0):
        raise OneSentence("{path} is already there; choose another name, or write over it with --force.", path=path)


def print_json(data: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=1).decode())


def console() -> Console:
    """Standard output: colours and boxes on a terminal only. Names are never read as markup."""
    from rich.console import Console  # only here and below: most commands print plain lines

    terminal = sys.stdout.isatty()
    return Console(
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=not terminal,
        width=None if terminal else PIPE_WIDTH,
        force_terminal=None if terminal else False,
        color_system="auto" if terminal else None,
    )


def table(*columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """A plain table; the columns in `numbers` are set to the right."""
    from rich.table import Table

    made = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left", no_wrap=column in numbers)
    return made


def count(number: int, thing: str) -> str:
    """A number of things: 1 action, 2 actions."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
