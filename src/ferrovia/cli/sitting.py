"""A sitting at the terminal: people and computer players take their turns until the game is over or left."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console

from ferrovia.bots.bot import Bot, chosen
from ferrovia.bots.play import MOST_ACTIONS
from ferrovia.cli.asking import Ask, Asked
from ferrovia.cli.position import print_corporations, print_heading, print_players, print_position
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.save import Record, save
from ferrovia.formats.view import view_for

HELP = """
Type the number of a choice. Where a price is to be named, you are asked for it; `3 45` names it at once.
Type part of a text (a hex, a tile, a corporation) to see only the choices that have it.

  Enter    the only choice, if there is just one; otherwise the list again
  all      the whole list
  show     the whole table: supplies, tiles, trains
  why ...  why an action, written as JSON, is not allowed
  undo     back to your last choice
  save     write the game to its file, or: save FILE
  quit     leave the table; a game with a file can be gone on with later
"""


class _Past(msgspec.Struct):
    """Where somebody chose: what `undo` goes back to."""

    game: Game
    hashes: int


class Sitting:
    """One game at one terminal."""

    def __init__(self, game: Game, hashes: list[str], bots: dict[str, Bot], console: Console, out: Path | None) -> None:
        self.game = game
        self.hashes = list(hashes)
        self.bots = bots
        self.console = console
        self.out = out
        self._past: list[_Past] = []
        self._left = False
        self._round = str(game.state.round)

    def play(self) -> None:
        """Go on until the game is over or everybody has left."""
        self._keep()
        people = [player for player in self.game.settings.players if player not in self.bots]
        if people:
            self.console.print(f"You are {' and '.join(people)}. Type ? for help.")
            if self.game.title.note:
                self.console.print(self.game.title.note)
        while not self.game.over and not self._left:
            player = self.game.top.decider(self.game)
            if player not in self.bots:
                self._ask(player)
            elif len(self.game.actions) >= MOST_ACTIONS:
                self.console.print(f"The game does not end: it is left after {MOST_ACTIONS} actions.")
                return
            else:
                self._apply(player, chosen(self.game, self.bots))
        self._keep()
        if self.out is not None:
            self.console.print(f"The game is in {self.out}.")

    def _apply(self, player: str, action: Action) -> None:
        game = self.game
        step = " ".join(word for word in (game.top.corporation_of(game), game.top.step(game)) if word)
        told = [str(event) for event in game.apply(action)]
        self.hashes.append(game.hash())
        self.console.print(f"{len(game.actions):4}  {' '.join(told) or f'{player} goes on ({step}).'}")
        if str(game.state.round) != self._round:
            self._round = str(game.state.round)
            self.console.print(f"{self._round}, phase {game.state.phase}", style="bold")

    def _keep(self) -> None:
        if self.out is not None:
            save(self.out, Record.of(self.game, self.hashes))

    # A person's turn

    def _ask(self, player: str) -> None:
        self._keep()
        self._print_position()
        ask = Ask(self.game, self.console)
        ask.print_choices()
        while True:
            asked = ask.next(player)
            if asked.action is not None:
                self._past.append(_Past(self.game.fork(), len(self.hashes)))
                self._apply(player, asked.action)
                return
            if self._obey(asked, ask):
                return

    def _obey(self, asked: Asked, ask: Ask) -> bool:
        """Do what is no choice; True when the decision at hand is left."""
        match asked.word:
            case "undo":
                return self._undo()
            case "quit":
                self._quit()
                return True
            case "save":
                self._save(asked.rest)
            case "show":
                print_position(self.console, self.game, view_for(self.game))
            case "all":
                ask.print_choices(everything=True)
            case "help":
                self.console.print(HELP)
        return False

    def _undo(self) -> bool:
        if not self._past:
            self.console.print("There is no choice of yours to go back to.")
            return False
        before = self._past[-1]
        if before.game.state.draws < self.game.state.draws:
            self.console.print("A die or a card was revealed since your last choice: it stands.")
            return False
        self._past.pop()
        self.game = before.game
        del self.hashes[before.hashes :]
        self.console.print("Back to your last choice.")
        return True

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.out
        if path is None:
            self.console.print("The game has no file yet: type `save` and a name for it.")
        elif name and path != self.out and path.exists():
            self.console.print(f"{path} is already there; choose another name.")
        else:
            try:
                save(path, Record.of(self.game, self.hashes))
            except FileTrouble as trouble:
                self.console.print(str(trouble))
                return
            self.out = path
            self.console.print(f"The game is kept in {path} from now on.")

    def _quit(self) -> None:
        self._left = True
        farewell = f"Go on with: ferrovia play {self.out} --seats ..." if self.out else "This game was not kept."
        self.console.print(f"\nGoodbye. {farewell}")

    def _print_position(self) -> None:
        view = view_for(self.game)
        self.console.print()
        print_heading(self.console, self.game, view)
        print_players(self.console, view)
        print_corporations(self.console, self.game, view)
        for warning in self.game.title.seen.warnings(self.game, self.game.top.decider(self.game)):
            self.console.print(f"Beware: {warning}", style="bold")
        self.console.print()
