"""A game at the terminal: people and computer players take their turns until the game is over or left."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from ferrovia.bots.bot import Bot, chosen
from ferrovia.bots.hints import hint, told
from ferrovia.bots.play import MOST_ACTIONS
from ferrovia.cli.asking import Ask, Asked
from ferrovia.cli.position import print_corporations, print_heading, print_players, print_position
from ferrovia.cli.voice import say, voice
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.view import view_for
from ferrovia.saying.message import Message, term
from ferrovia.sitting.law import ONE_TERMINAL
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage

HELP = term("""
Type the number of a choice. If it has a price to name you are asked for it; `3 45` names it at once.
Type part of a text (a hex, a tile, a corporation) to see only the choices that contain it.

  Enter    the only choice, if there is just one; otherwise the list again
  pass     pass, where you may
  all      the whole list
  show     the whole table: supplies, tiles, trains
  hint     what a computer player would choose, and why
  why ...  why an action is not allowed; write it as `ferrovia choices` does
  undo     back to your last choice
  save     write the game to its file; `save FILE` keeps it in another one
  quit     leave; a game that has a file can be continued later
""")


class Terminal:
    """One game at one terminal. It is written to its file when a person is to choose, and at the end."""

    def __init__(
        self, sitting: Sitting, bots: dict[str, Bot], console: Console, file: FileStorage | None = None
    ) -> None:
        self.sitting = sitting
        self.bots = bots
        self.console = console
        self.file = file
        self._left = False
        self._round = self.game.state.round

    @property
    def game(self) -> Game:
        return self.sitting.game

    def play(self) -> None:
        """Go on until the game is over or everybody has left."""
        people = [player for player in self.game.settings.players if player not in self.bots]
        if people:
            self.console.print(say("You are {people:and}. Type ? for help.", people=people))
            if self.game.title.note:
                self.console.print(voice().term(self.game.title.note))
        while not self.game.over and not self._left:
            player = self.game.top.decider(self.game)
            if player not in self.bots:
                self._ask(player)
            elif self.sitting.number >= MOST_ACTIONS:
                self.console.print(
                    say("This game does not end: it stops after {actions} actions.", actions=MOST_ACTIONS)
                )
                return
            else:
                self._apply(player, chosen(self.game, self.bots))
        self._keep()
        if self.file is not None:
            self.console.print(say("The game is in {path}.", path=str(self.file.path)))

    def _apply(self, player: str, action: Action) -> None:
        done = self._done(player)
        told = [say(event) for event in self.sitting.act(action)] or [say(done)]
        self.console.print(f"{self.sitting.number:4}  {' '.join(told)}")
        state = self.game.state
        if state.round != self._round:
            self._round = state.round
            self.console.print(say("{round}, phase {phase}", round=state.round, phase=state.phase), style="bold")

    def _done(self, player: str) -> Message:
        """What is told of an action that changes nothing but whose turn it is."""
        game, step = self.game, self.game.top.step(self.game)
        corporation = game.top.corporation_of(game)
        if corporation:
            return Message("{corporation} is done: {step:term}.", corporation=corporation, step=step)
        return Message("{player} is done: {step:term}.", player=player, step=step)

    def _keep(self) -> None:
        if self.file is not None:
            self.file.settle()

    # A person's turn

    def _ask(self, player: str) -> None:
        self._keep()
        self._print_position()
        ask = Ask(self.game, self.console)
        ask.print_choices()
        while True:
            asked = ask.next(player)
            if asked.action is not None:
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
                print_position(self.console, self.game, view_for(self.game, language=voice().language))
            case "hint":
                self.console.print(say(told(self.game, hint(self.game))))
            case "all":
                ask.print_choices(everything=True)
            case "help":
                self.console.print(voice().term(HELP))
        return False

    def _undo(self) -> bool:
        choice = self._last_choice()
        if not choice:
            self.console.print(say("You have made no choice yet to go back to."))
            return False
        try:
            self.sitting.undo(to=choice - 1)
        except Refusal as refusal:
            if refusal.rule == "undo.chance":
                self.console.print(say("A die or a card has been revealed since your last choice, so it stands."))
            else:
                self.console.print(say(refusal))
            return False
        self.console.print(say("Back to your last choice."))
        return True

    def _last_choice(self) -> int:
        """The number of the last action that a person took; 0 where there is none, or nobody knows."""
        record = self.sitting.record
        nobody = {"", *self.bots}
        return next((n for n in range(self.sitting.number, 0, -1) if record.past_of(n).by not in nobody), 0)

    def _save(self, name: str) -> None:
        here = None if self.file is None else self.file.path
        path = Path(name) if name else here
        if path is None:
            self.console.print(say("The game has no file yet: type `save` with a name for it."))
            return
        if path != here and path.exists():
            self.console.print(say("{path} already exists: choose another name.", path=str(path)))
            return
        try:
            if path == here:
                self._keep()
            else:
                self._move_to(path)
        except FileTrouble as trouble:
            self.console.print(say(trouble))
            return
        self.console.print(say("The game is kept in {path} from now on.", path=str(path)))

    def _move_to(self, path: Path) -> None:
        """From now on the game is kept in another file; the old one, if any, stays as it is."""
        file = FileStorage(path, put_off=True)
        file.begin(self.sitting.record)
        self.sitting, self.file = Sitting(file, ONE_TERMINAL), file

    def _quit(self) -> None:
        self._left = True
        self.console.print()
        if self.file is None:
            self.console.print(say("Goodbye. This game was not saved."))
        else:
            self.console.print(
                say("Goodbye. Continue with: ferrovia play {path} --seats ...", path=str(self.file.path))
            )

    def _print_position(self) -> None:
        view = view_for(self.game, language=voice().language)
        self.console.print()
        print_heading(self.console, self.game, view)
        print_players(self.console, view)
        print_corporations(self.console, view)
        for warning in self.game.title.seen.warnings(self.game, self.game.top.decider(self.game)):
            self.console.print(say("Beware: {warning}", warning=warning), style="bold")
        self.console.print()
