"""Texts in Python source: each way to say something is found, and so is what nobody could translate."""

from __future__ import annotations

import textwrap

import pytest

from languages.code import MADE_UP, UNSAID, Help, Slip, constants, in_module


def found(source: str, elsewhere: str = "", is_command: bool = False) -> list[str]:
    """The texts of a source; a slip fails."""
    known = constants([textwrap.dedent(elsewhere)])
    texts = list(in_module(textwrap.dedent(source), known, is_command))
    assert not [text for text in texts if isinstance(text, Slip)]
    return [str(text) for text in texts]


def slips(source: str, is_command: bool = False) -> list[str]:
    return [text.why for text in in_module(textwrap.dedent(source), {}, is_command) if isinstance(text, Slip)]


@pytest.mark.parametrize(
    "call",
    [
        "Message('Pass')",
        "Refusal('turn', 'Pass')",
        "say('Pass')",
        "tell('Pass')",
        "voice.say('Pass')",
        "context['say']('Pass')",
        "term('Pass')",
        "raise OneSentence('Pass')",
        "raise Failed('Pass')",
        "raise Skipped('Pass')",
        "raise FileTrouble('Pass')",
        "Message(text := 'Pass')",
        "Message('Pa' 'ss')",
    ],
)
def test_a_text_is_found_in_every_call_that_says_one(call: str) -> None:
    assert found(call) == ["Pass"]


@pytest.mark.parametrize(
    "call",
    [
        "print('Pass')",
        "Message()",
        "Refusal('turn')",
        "messages('Pass')",
        "say(3)",
        "say(text)",
        "say('')",
        "say(f(x))",
    ],
)
def test_nothing_is_found_where_nothing_of_ours_is_said(call: str) -> None:
    assert found(call) == []


@pytest.mark.parametrize(
    "source",
    [
        # where it stands
        "def outer():\n    def inner():\n        say('Pass')\n",
        "class Game:\n    def play(self):\n        say('Pass')\n",
        "class Game:\n    name = term('Pass')\n",
        "@marked(term('Pass'))\ndef play(): pass\n",
        "def play(words=term('Pass')): pass\n",
        "WORDS = {1: term('Pass')}\n",
        "async def play():\n    say('Pass')\n",
        "said = lambda game: say('Pass')\n",
        "[say('Pass') for each in games]\n",
        "match x:\n    case 1:\n        say('Pass')\n",
        # under a name
        "def play():\n    text = 'Pass'\n    say(text)\n",
        "def play():\n    text: str = 'Pass'\n    say(text)\n",
        "def play():\n    text, number = 'Pass', 3\n    say(text)\n",
        "def play():\n    text = 'Pass'\n    def inner():\n        say(text)\n",
        "TEXT = 'Pass'\ndef play():\n    say(TEXT)\n",
        "TEXTS = {1: 'Pass'}\ndef play():\n    say(TEXTS[1])\n",
        "TEXTS = {1: 'Pass'}\ndef play():\n    say(TEXTS.get(1))\n",
        "TEXTS = ('Pass',)\ndef play():\n    say(TEXTS[0])\n",
        "FIRST = SECOND = 'Pass'\ndef play():\n    say(SECOND)\n",
        "FIRST = 'Pass'\nSECOND = FIRST\ndef play():\n    say(SECOND)\n",
        "class Words:\n    TEXT = 'Pass'\n    def play(self):\n        say(self.TEXT)\n",
        "for text in ('Pass',):\n    say(text)\n",
        "for text, number in (('Pass', 1),):\n    say(text)\n",
        # events
        "class Passed(Event):\n    says = 'Pass'\n",
        "class Passed(Event):\n    def sentence(self):\n        return 'Pass'\n",
        "class Passed(Event):\n    def sentence(self):\n        text = 'Pass'\n        return text\n",
        # help
        "@click.option('--x', help='Pass')\ndef play(): pass\n",
        "HELP = 'Pass'\n@click.option('--x', help=HELP)\ndef play(): pass\n",
        "@click.command()\ndef play():\n    'Pass'\n",
    ],
)
def test_a_text_is_found_wherever_it_stands(source: str) -> None:
    assert set(found(source)) == {"Pass"}


def test_a_text_under_a_name_of_another_module() -> None:
    elsewhere = "TEXT = 'Pass'\nclass Words:\n    OTHER = 'Run'\nlower = 'Sell'\n"
    assert found("say(TEXT); say(words.TEXT); say(Words.OTHER); say(lower)", elsewhere) == ["Pass", "Pass", "Run"]


def test_every_text_of_a_conditional_is_found() -> None:
    assert found("say('Pass' if x else 'Run' if y else 'Sell')") == ["Pass", "Run", "Sell"]
    assert found("say(words or 'Pass')") == ["Pass"]
    source = "def play():\n    text = 'Pass'\n    if x:\n        text = 'Run'\n    say(text)\n"
    assert found(source) == ["Pass", "Run"]


def test_a_parameter_hides_a_name_outside() -> None:
    assert found("text = 'Pass'\ndef play(text):\n    say(text)\n") == []
    assert found("text = 'Pass'\ndef play():\n    for text in texts:\n        say(text)\n") == []


def test_a_name_that_stands_for_itself_ends() -> None:
    assert found("def play():\n    text = 'Pass'\n    text = text\n    say(text)\n") == ["Pass"]


@pytest.mark.parametrize(
    "source",
    [
        "say(f'{x} passes')",
        "say(x + ' passes')",
        "say('%s passes' % x)",
        "say('{} passes'.format(x))",
        "say('It passes'.replace('It', x))",
        "say(' '.join(words))",
        "say(x.kind.upper())",
        "say('Pass' if x else f'{x} passes')",
        "def play():\n    text = f'{x} passes'\n    say(text)\n",
        "def play():\n    text = 'Pass'\n    text += ' and run'\n    say(text)\n",
        "TEXT = 'Pass' + x\ndef play():\n    say(TEXT)\n",
        "class Passed(Event):\n    says = f'{x} passes'\n",
        "@click.option('--x', help=f'{x} passes')\ndef play(): pass\n",
    ],
)
def test_a_text_that_is_made_up_is_a_slip(source: str) -> None:
    assert slips(source) == [MADE_UP]


def test_a_slip_tells_the_line() -> None:
    assert list(in_module("x = 1\n\nsay(f'{x} passes')\n")) == [Slip(3, MADE_UP)]


def test_a_field_without_a_value_is_a_slip() -> None:
    assert slips("say('{who} passes {what}', what=1)") == ["{who} has no value"]
    assert slips("Refusal('turn', '{who} passes')") == ["{who} has no value"]
    assert slips("say('{who} passes', **values)") == []
    assert slips("term('{who} passes')") == []
    assert slips("def play():\n    text = '{who} passes'\n    say(text, what=1)\n") == ["{who} has no value"]


@pytest.mark.parametrize(
    "source",
    [
        "click.echo('It passes')",
        "click.echo(f'{x} passes')",
        "click.echo('It ' + x)",
        "raise click.UsageError('Pass')",
        "out.print('Pass')",
        "table('player', say('cash'))",
        "formatter.section(f'Options of {x}')",
    ],
)
def test_what_a_command_shows_without_saying_it_is_a_slip(source: str) -> None:
    assert slips(source, is_command=True) == [UNSAID]
    assert slips(source) == []


@pytest.mark.parametrize("source", ["click.echo(f'  {x}: {say(y)}')", "click.echo(say('Pass'))", "out.print()"])
def test_a_layout_has_no_words(source: str) -> None:
    assert slips(source, is_command=True) == []


def test_help_is_said_as_it_stands() -> None:
    source = """
        @click.command()
        @click.option("--x", help="In {braces}.")
        def play():
            \"\"\"Play.

            \\b
            ferrovia act '{"do": "pass"}'
            \"\"\"
        """
    texts = list(in_module(textwrap.dedent(source)))
    assert texts == ['Play.\n\n\b\nferrovia act \'{"do": "pass"}\'', "In {braces}."]
    assert all(isinstance(text, Help) for text in texts)
