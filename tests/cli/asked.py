"""Somebody at a terminal, at positions of stored games, who types what a test says."""

import io
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from rich.console import Console

from ferrovia.bots.bot import Bot
from ferrovia.bots.play import bot_for
from ferrovia.cli.lines import Lines
from ferrovia.cli.prompt import Ask
from ferrovia.cli.terminal import Terminal
from ferrovia.cli.voice import speak_of
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record, load, resume
from ferrovia.sitting.law import ANYBODY
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import MemoryStorage
from ferrovia.titles.registry import title_of

GAMES = Path(__file__).parents[1] / "games"


@lru_cache(maxsize=16)
def stored(name: str) -> Record:
    return load(GAMES / f"{name}.json")


def position(name: str, wanted: Callable[[Game], bool]) -> Game:
    """The first position of a stored game that is as wanted."""
    record = stored(name)
    game = Game(title_of(record.settings), record.settings)
    for action in record.actions:
        if wanted(game):
            speak_of(game.title)
            return game
        game.apply(action)
    raise AssertionError(f"there is none in {name}")


def lays(game: Game) -> list[LayTile]:
    return [choice for choice in game.decision.choices if isinstance(choice, LayTile)]


class Typed(Lines):
    """Lines that a test types."""

    def __init__(self, *lines: str, meanwhile: tuple[str, ...] = ()) -> None:
        self.is_terminal = False
        self._lines = list(lines)
        self._meanwhile = list(meanwhile)

    def read(self, prompt: str) -> str | None:
        return self._lines.pop(0) if self._lines else None

    def typed_meanwhile(self, seconds: float) -> str | None:
        return self._meanwhile.pop(0) if self._meanwhile and seconds else None


def ask(game: Game, *lines: str) -> tuple[Ask, Console, io.StringIO]:
    page = io.StringIO()
    console = Console(file=page, width=80, markup=False, highlight=False)
    return Ask(game, console, Typed(*lines), [game.decision.player]), console, page


def answered(game: Game, *lines: str) -> tuple[object, str]:
    """What is chosen by some lines, and what is said about them."""
    asked, _, page = ask(game, *lines)
    asked.print_choices()
    found = asked.next("> ")
    return found.action or found.word, page.getvalue()


def at_terminal(game: Game, person: str, lines: Typed, height: int = 0) -> tuple[Terminal, io.StringIO]:
    """Somebody at a terminal, of so many lines or as a script has it."""
    page = io.StringIO()
    console = Console(file=page, width=80, markup=False, highlight=False)
    if height:
        console = Console(file=page, width=80, height=height, markup=False, color_system=None, force_terminal=True)
    record = Record.of(game, [game.hash()] * (len(game.actions) + 1))
    bots: dict[str, Bot] = {
        player: bot_for("random", "1", place) for place, player in enumerate(game.settings.players) if player != person
    }
    terminal = Terminal(Sitting(MemoryStorage(record), ANYBODY), bots, console)
    terminal.lines = lines
    assert resume(record).hash() == game.hash()
    return terminal, page


def on_screen(game: Game, height: int, *lines: str) -> str:
    """What a terminal of so many lines shows of a decision."""
    terminal, page = at_terminal(game, game.decision.player, Typed(*lines, "quit"), height)
    terminal.play()
    return page.getvalue()
