"""The ``ferrovia`` command: what players, hosts and scripts type.

A command's module is imported when the command is called, so that none waits for the others' libraries.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NoReturn

import click

from ferrovia import __version__

# Where each command is written, and what `ferrovia --help` says of it.
COMMANDS = {
    "new": ("games:new", "Start a game in a new file."),
    "show": ("looking:show", "Show the whole table, now or as it was."),
    "choices": ("looking:choices", "Tell who must decide, and everything they may do."),
    "act": ("games:act", "Take one action."),
    "undo": ("games:undo", "Take back the last action."),
    "play": ("playing:play", "Play in the terminal, against the computer if you like."),
    "export": ("exporting:export", "Write a copy that tells nothing hidden, to be mailed."),
    "import": ("importing:import_game", "Turn a game exported from 18xx.games into a game file."),
    "verify": ("checking:verify", "Play a game again and check every step of it."),
    "best-runs": ("running:best_runs", "Work out the best runs of a corporation."),
    "simulate": ("simulating:simulate", "Let computer players play many games."),
    "draw": ("drawing:draw", "Draw a title or a game, or a booklet to print."),
    "rules": ("rules:rules", "The rules in our own words, and which of them tests play."),
    "bench": ("bench:bench", "Measure how fast the program is on this machine, and its memory."),
}


class OneSentence(click.ClickException):
    """An error as users see it: a sentence on standard error, and nothing else."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True, file=file)


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"ferrovia.cli.{module}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in COMMANDS.items()])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            _shorten(error)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            _shorten(error)


def _shorten(error: click.UsageError) -> NoReturn:
    """Wrong usage in one sentence; `ferrovia` alone still prints its help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        raise error
    see = f" (see {error.ctx.command_path} --help)" if error.ctx is not None else ""
    raise OneSentence(f"{error.format_message().rstrip('.')}{see}.") from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ferrovia")
def main() -> None:
    """Italian 18xx railway games, each played whole, by its rulebook."""
