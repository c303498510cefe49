"""The language of the command: one for the whole process, by --language or by that of the place."""

from __future__ import annotations

import gettext
import os
from collections.abc import Sequence
from copy import copy
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ferrovia.saying.catalogue import COMPILED, DOMAIN, LanguageTrouble, language_here
from ferrovia.saying.message import Said
from ferrovia.saying.voice import ENGLISH, Voice

if TYPE_CHECKING:
    from ferrovia.engine.flow.title import Title

OPTION = "--language"

C = TypeVar("C", bound=click.Command)

_spoken = ENGLISH


def voice() -> Voice:
    """How this process speaks."""
    return _spoken


def speak_of(title: Title) -> None:
    """From now on money and places are printed as in this title: a command is about one game."""
    global _spoken
    _spoken = _spoken.with_money(title.currency).with_places(title.box.board.place)


def say(said: str | Said, /, **values: Any) -> str:
    return _spoken(said, **values)


def money(amount: int) -> str:
    """An amount by itself, as in a table."""
    return _spoken.currency.format(amount)


def tell(said: str | Said, /, **values: Any) -> None:
    """Say it on standard output."""
    click.echo(say(said, **values))


class OneSentence(click.ClickException):
    """An error as users see it: a sentence on standard error, and nothing else."""

    exit_code = 2

    def __init__(self, said: str | Said, /, **values: Any) -> None:
        super().__init__(say(said, **values))

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True, file=file)


def speak(arguments: Sequence[str]) -> None:
    """Choose the language, before anything is said. One that we cannot speak is told in a sentence, in English."""
    global _spoken
    try:
        _spoken = Voice(_asked_for(arguments) or language_here(os.environ))
    except LanguageTrouble as trouble:
        _spoken = ENGLISH
        why = str(trouble).removesuffix(".")
        click.echo(ENGLISH("{why}, so everything is said in English.", why=why), err=True)
    # What the library of the command line says by itself it asks of gettext, by the environment.
    os.environ["LANGUAGE"] = _spoken.language
    gettext.bindtextdomain(DOMAIN, str(COMPILED))
    gettext.textdomain(DOMAIN)


def _asked_for(arguments: Sequence[str]) -> str:
    """What stands behind --language, wherever it does; the last one counts."""
    found = ""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    for argument, after in zip(options, [*options, ""][1:], strict=True):
        name, is_joined, language = argument.partition("=")
        if name == OPTION:
            found = language if is_joined else after
    return found


def in_our_language(command: C) -> C:
    """A command whose help is said in our language, and which takes --language like all others."""
    spoken = copy(command)
    spoken.help = _spoken.term(cleandoc(command.help or ""))
    spoken.params = [*(_in_our_language(parameter) for parameter in command.params), language_option()]
    return spoken


def _in_our_language(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    spoken = copy(parameter)
    spoken.help = _spoken.term(parameter.help or "")
    return spoken


def language_option() -> click.Option:
    """Read before all others, by `speak`; it stands among them to be told of, and not to be refused."""
    text = say("Speak English or Italian; otherwise LANG decides.")
    return click.Option([OPTION], metavar="en|it", expose_value=False, help=text)
