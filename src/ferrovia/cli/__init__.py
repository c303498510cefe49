"""The ``ferrovia`` command: what players, hosts and scripts type.

A command's module is imported when the command is called, so that none waits for the others' libraries.
"""

from __future__ import annotations

from gettext import gettext
from importlib import import_module
from typing import Any, NoReturn

import click

from ferrovia import __version__
from ferrovia.cli.output import told_where_possible, write_plainly
from ferrovia.cli.voice import OneSentence, in_our_language, speak, voice
from ferrovia.saying.message import term

# Where each command is written, and what `ferrovia --help` says of it.
COMMANDS = {
    "serve": ("serving:serve", term("Start the table, to play in the browser.")),
    "worker": ("serving:worker", term("Think for servers on other machines that share a PostgreSQL.")),
    "backup": ("hosting:backup", term("Write all that the table keeps into one file, while it is open.")),
    "restore": ("hosting:restore", term("Bring a backup, or another database, into this one.")),
    "reseal": ("hosting:reseal", term("Encrypt the seeds of all games under the newest key.")),
    "admin": ("admin:admin", term("Do what a host does: people, tables, announcements, sign-up.")),
    "new": ("games:new", term("Start a game in a new file.")),
    "show": ("show:show", term("Show the whole table, now or at an earlier point.")),
    "choices": ("show:choices", term("Tell who decides, and everything they may do.")),
    "act": ("games:act", term("Take one action.")),
    "undo": ("games:undo", term("Take back the last action.")),
    "play": ("playing:play", term("Play in the terminal, against the computer if you like.")),
    "export": ("exporting:export", term("Write a copy without anything hidden, to be mailed.")),
    "import": ("importing:import_game", term("Turn a game exported from 18xx.games into a game file.")),
    "verify": ("checking:verify", term("Replay a game, or all that are kept, and check every step.")),
    "best-runs": ("running:best_runs", term("Work out the best runs of a corporation.")),
    "analyse": ("analysing:analyse_game", term("Look back at a game: what could have been done better.")),
    "simulate": ("simulating:simulate", term("Let computer players play many games.")),
    "balance": ("balancing:balance", term("Judge how well a title is balanced, by games of computer players.")),
    "draw": ("drawing:draw", term("Draw a title or a game, or a booklet to print.")),
    "rules": ("rules:rules", term("Tell the rules in our own words, and which of them are tested.")),
    "bench": ("bench:bench", term("Measure speed and memory on this machine.")),
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"ferrovia.cli.{module}"), name)
        return in_our_language(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(gettext("Commands")):
            formatter.write_dl([(name, voice().term(help_text)) for name, (_, help_text) in COMMANDS.items()])

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        write_plainly()
        speak(args)
        try:
            with told_where_possible():
                return click.Group.make_context(in_our_language(self), info_name, args, parent, **extra)
        except click.UsageError as error:
            _shorten(error)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with told_where_possible():
                return super().invoke(ctx)
        except click.UsageError as error:
            _shorten(error)
        except (click.ClickException, click.exceptions.Exit, click.Abort, EOFError):
            raise
        except Exception as error:
            from ferrovia.cli.speaking import Bug  # only then: it asks for the engine

            raise Bug(error) from error


def _shorten(error: click.UsageError) -> NoReturn:
    """Wrong usage in one sentence."""
    wrong = error.format_message().rstrip(".")
    if error.ctx is None:
        raise OneSentence("{wrong}.", wrong=wrong) from error
    raise OneSentence("{wrong} (see {command} --help).", wrong=wrong, command=error.ctx.command_path) from error


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ferrovia", help=term("Show the version and exit."))
@click.pass_context
def main(ctx: click.Context) -> None:
    """Italian 18xx railway games, each played whole, by its rulebook.

    Without a command it starts the table.
    """
    if ctx.invoked_subcommand is None and isinstance(ctx.command, click.Group):
        serve = ctx.command.get_command(ctx, "serve")
        assert serve is not None
        with serve.make_context("serve", [], parent=ctx) as table:
            serve.invoke(table)
