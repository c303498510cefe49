"""Help of commands that measure, simulate, draw and tell rules: every option explains itself, in both languages."""

import click
import pytest

from ferrovia.cli.balancing import balance
from ferrovia.cli.bench import bench
from ferrovia.cli.drawing import draw
from ferrovia.cli.rules import rules
from ferrovia.cli.running import best_runs
from ferrovia.cli.simulating import simulate
from tests.cli.command import check_trouble, ferrovia

COMMANDS = {
    "balance": balance,
    "bench": bench,
    "draw": draw,
    "rules": rules,
    "best-runs": best_runs,
    "simulate": simulate,
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_explains_itself(name: str) -> None:
    for option in COMMANDS[name].params:
        assert not isinstance(option, click.Option) or option.help, option.name


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_both_languages(name: str) -> None:
    """No line of words is the same; examples, which are commands, may be."""
    english, italian = (ferrovia(name, "--help", "--language", language).stdout for language in ("en", "it"))
    assert english.startswith("Usage: ")
    assert italian.startswith("Uso: ")
    assert "\nOpzioni:\n" in italian
    summary = COMMANDS[name].help or ""
    assert summary.splitlines()[0].split(",")[0] in english
    assert summary.splitlines()[0].split(",")[0] not in italian
    assert ("\b" in summary) == ("\n  ferrovia " in italian or "\n  replay " in italian)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fly"], "Il comando «fly» non esiste"),
        (["simulate"], "Manca l'argomento 'TITLE'"),
        (["draw", "board", "1849"], "Manca l'opzione '-o'"),
        (["simulate", "1849", "--games", "0"], "0 non è compreso in "),
        (["simulate", "1849", "--players", "some"], "«some» non è un numero valido"),
        (["rules", "1849", "9.2", "9.3"], "Argomento di troppo (9.3)"),
        (["rules", "coverage", "9.2"], "riguarda tutti i titoli"),
        (["draw", "hats", "1849", "-o", "x.svg"], "«hats» non è tra "),
        (["simulate", "1849", "--gamez", "1"], "Forse '--games'?"),
    ],
)
def test_the_library_of_the_command_line_speaks_italian(arguments: list[str], words: str) -> None:
    check_trouble(ferrovia(*arguments, lang="it_IT.UTF-8"), 2, words)
