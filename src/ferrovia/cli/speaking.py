"""How commands speak: sentences for trouble, one JSON document for scripts, tables for people."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click
import msgspec

from ferrovia.cli.voice import OneSentence, speak_of
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.citing import cited as cited
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.save import comes_to_its_state, load
from ferrovia.saying.message import Message, term
from ferrovia.saying.reasons import reason
from ferrovia.sitting.law import ANYBODY, Law
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage, Storage

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_MAY_BREAK = "\N{ZERO WIDTH SPACE}"
_AMOUNT = re.compile(r"(\bL\.) (\d)")
# Wide enough for every table of ours: in a pipe nothing is wrapped or cut.
PIPE_WIDTH = 300

_FAULT = term(
    "This is a fault of the program ({kind}), neither yours nor a file's: please report it and the lines above."
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document, for scripts.")
game_argument = click.argument("game_file", metavar="G.json", type=click.Path(path_type=Path))


class Failed(OneSentence):
    """A check that fails, or an action that is refused."""

    exit_code = 1


class Bug(OneSentence):
    """A fault of the program: where it happened, and a sentence that says whose fault it is."""

    exit_code = 70  # what sysexits.h keeps for it

    def __init__(self, error: Exception) -> None:
        super().__init__(_FAULT, kind=type(error).__name__)
        self.error = error

    def show(self, file: Any = None) -> None:
        click.echo("".join(traceback.format_exception(self.error)), err=True, file=file)
        super().show(file)


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """What users or their files did wrong becomes a sentence and exit code 2."""
    try:
        yield
    except FileTrouble as error:
        raise OneSentence(error) from error
    except Refusal as refusal:
        raise OneSentence(cited(refusal)) from refusal


def opened(path: Path) -> Sitting:
    """The game in a file, ready to go on."""
    return taken_up(FileStorage(path))


def taken_up(storage: Storage, law: Law = ANYBODY) -> Sitting:
    """The game wherever it is kept; usually whoever is at this terminal may take back."""
    with told_in_a_sentence():
        sitting = Sitting(storage, law)
    speak_of(sitting.title)
    return sitting


@contextmanager
def at_work_on(path: Path) -> Iterator[None]:
    """A state that fits its title by every name and sum, and that its rules still cannot work with."""
    try:
        yield
    except (Refusal, click.ClickException, FileTrouble):
        raise
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, NotImplementedError) as error:
        if _is_played(path):
            raise  # a fault of ours
        kind, why = type(error).__name__, reason(error)
        raise OneSentence(
            "The game in {path} cannot be continued ({why}); ferrovia verify {path} may tell what is wrong with it.",
            path=str(path),
            why=why if isinstance(why, Message) else f"{kind}: {why}" if why else kind,
        ) from error


def _is_played(path: Path) -> bool:
    """Whether the state in a file is the one that its actions lead to, by the rules as they are now."""
    try:
        return comes_to_its_state(load(path))
    except FileTrouble:
        return False  # a public copy holds what it holds


def what_next(game: Game) -> Message:
    """Who decides now, and what."""
    if game.over:
        return whose_turn(game.state.over)
    top = game.top
    return whose_turn("", top.decider(game), top.called(game), top.corporation_of(game))


def whose_turn(over: str, player: str = "", step: str = "", corporation: str = "") -> Message:
    if over:
        return Message("The game is over: {why:term}.", why=over)
    if corporation:
        return Message(
            "{player} decides for {corporation}: {step:term}.", player=player, corporation=corporation, step=step
        )
    return Message("{player} decides: {step:term}.", player=player, step=step)


def refuse_to_overwrite(path: Path, force: bool) -> None:
    """An empty file may be written over: that is how scripts reserve a name."""
    if not force and path.exists() and not (path.is_file() and path.stat().st_size == 0):
        raise OneSentence("{path} already exists: choose another name, or overwrite it with --force.", path=str(path))


def print_json(data: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=1).decode())


def console() -> Console:
    """Standard output: colours and boxes on a terminal only. Names are never read as markup."""
    from rich.console import Console  # only here and below: most commands print plain lines

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            raise  # it is told as every other output that cannot be written

        def print(self, *objects: Any, **how: Any) -> None:
            """Sentences are broken between words of ours, not within an amount."""
            if self.is_terminal and len(objects) == 1 and isinstance(objects[0], str) and not how.get("soft_wrap"):
                lines = [objects[0]] if len(objects[0]) <= self.width else objects[0].split("\n")
                objects = (
                    "\n".join(
                        part
                        for line in lines
                        for part in (broken(line, self.width) if len(line) > self.width else [line])
                    ),
                )
            super().print(*objects, **how)

    terminal = sys.stdout.isatty()
    return OurConsole(
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
        is_number = column in numbers
        made.add_column(column, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    return made


def hanging(out: Console, head: str, text: str, style: str = "") -> None:
    """A line with a head, in a style; on a terminal the rest of it stands under its own beginning."""
    from rich.text import Text

    if not out.is_terminal:
        out.print(f"{head}{text}")
        return
    for number, line in enumerate(broken(text, out.width - len(head))):
        out.print(Text.assemble((" " * len(head) if number else head, style), line))


def broken(text: str, width: int) -> list[str]:
    """A line of words in lines of a width; an amount is never taken apart, a route only between its hexes.

    >>> broken("A corporation pays L. 15", 22)
    ['A corporation pays', 'L. 15']
    """
    room = max(20, width)
    whole = _AMOUNT.sub("\\1\N{NO-BREAK SPACE}\\2", text)
    words = [word.replace("-", f"-{_MAY_BREAK} ") if len(word) > room else word for word in whole.split(" ")]
    lines = wrap(" ".join(words), room, break_on_hyphens=False, replace_whitespace=False)
    return [_as_written(line) for line in lines] or [""]


def _as_written(line: str) -> str:
    return line.replace(f"{_MAY_BREAK} ", "").replace(_MAY_BREAK, "").replace("\N{NO-BREAK SPACE}", " ")
