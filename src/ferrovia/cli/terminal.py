"""A game at the terminal: people and computer players take their turns until the game is over or left."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from ferrovia.bots.bot import Bot, chosen
from ferrovia.bots.play import MOST_ACTIONS
from ferrovia.cli.auto_pass import TrainOffer, is_spared, standing, train_offer, train_offers
from ferrovia.cli.cells import started
from ferrovia.cli.game_file import Kept
from ferrovia.cli.in_game_queries import look
from ferrovia.cli.interrupts import listening
from ferrovia.cli.lines import Lines
from ferrovia.cli.menu import mattering
from ferrovia.cli.paging import paged
from ferrovia.cli.position import print_company, print_table, print_trains
from ferrovia.cli.prompt import Ask, Asked
from ferrovia.cli.shortfall import lacking
from ferrovia.cli.speaking import cited, hanging
from ferrovia.cli.voice import say, voice
from ferrovia.engine.flow.actions import Action, BuyTrain, Pass
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.prompts import prompt
from ferrovia.formats.view import view_for
from ferrovia.formats.view_types import View
from ferrovia.saying.message import Message
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage

# Lines of a screen that tables leave to what is asked and the first choices.
ROOM_TO_CHOOSE = 8
FEWEST_LEFT_OUT = 3  # corporations that are worth a line which names them instead

# So many moves of others do not stay on a small screen.
MANY_MOVES = 5

# While computer players move, whoever may step in has so many seconds before each move to press Enter.
HESITATION = 0.2


class Terminal:
    """One game at one terminal. It is written to its file when a person has chosen or is to choose, and at the end."""

    def __init__(
        self,
        sitting: Sitting,
        bots: dict[str, Bot],
        console: Console,
        file: FileStorage | None = None,
        folder: Path = Path(),
        program: str = "ferrovia",
        *,
        history: Path | None = None,
        only: str = "",
    ) -> None:
        self.kept = Kept(sitting, file, console)
        self.bots = bots
        self.console = console
        self.folder = folder  # for pictures
        self.lines = Lines(history)
        self._program = program
        self._only = only  # for whom alone this terminal plays
        self._left = False
        self._turn: tuple[object, str] = (None, "")  # the turn in which people have been asked:
        self._shown: list[Choice] = []  # what could be done at any moment of it, as far as they saw it
        self._seen: set[TrainOffer] = set()  # trains of others for which they could have made an offer
        self._table: tuple[object, ...] = ()  # the turn for which the whole table was printed, and of which sitting
        self._back_at = -1  # the number at which somebody wants to be asked, whatever is left to choose
        self._warned = False  # of what they would lose who leave now

    @property
    def sitting(self) -> Sitting:
        return self.kept.sitting

    @property
    def file(self) -> FileStorage | None:
        return self.kept.file

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def people(self) -> list[str]:
        """Who is at this terminal."""
        names = [player for player in self.game.settings.players if player not in self.bots]
        return [name for name in names if name == self._only] if self._only else names

    def play(self) -> None:
        """Go on until the game is over or everybody has left."""
        if self.people:
            self.console.print(voice().term(self.game.title.full_name), style="bold")
            self.console.print(say("You are {people:and}. Type ? for help.", people=self.people))
            if self.file is not None:
                self.console.print(say("The game is kept in {path}.", path=str(self.file.path)), soft_wrap=True)
            if self.game.title.note:
                self.console.print(voice().term(self.game.title.note))
        with listening():
            try:
                while not self.game.over and not self._left:
                    if not self._moved_on():
                        return
            except KeyboardInterrupt:
                self._quit()
            finally:
                self.kept.keep()
        if self.file is not None and self.game.over and not self.kept.unsaved:
            self.console.print(say("The game is in {path}.", path=str(self.file.path)))

    def _moved_on(self) -> bool:
        """One decision; False where the game must be broken off."""
        player = self.game.top.decider(self.game)
        if player not in self.bots and player not in self.people:
            return self._leave_to(player)
        if player not in self.bots:
            if self.sitting.number != self._back_at and is_spared(self.game, self._shown_in_turn(), self._seen):
                self._spare(player)
            else:
                self._ask(player)
            return True
        if self.sitting.number >= MOST_ACTIONS:
            self.console.print(say("This game does not end: it stops after {actions} actions.", actions=MOST_ACTIONS))
            return False
        action = chosen(self.game, self.bots)
        line = self.lines.typed_meanwhile(self._hesitation())
        if line is not None:
            self._step_in(line)
        else:
            self._apply(player, action)
        return True

    def _apply(self, player: str, action: Action) -> None:
        done = self._done(player)
        told = [say(event) for event in self.sitting.act(action, player)]
        if not told and player not in self.bots:
            told = [say(done)]
        if told:
            hanging(self.console, f"{self.sitting.number:4}  ", " ".join(told), "dim")

    def _done(self, player: str) -> Message:
        """What is told of an action that changes nothing but whose turn it is."""
        game, step = self.game, self.game.top.called(self.game)
        corporation = game.top.corporation_of(game)
        if corporation:
            return Message("{corporation} passes: {step:term}.", corporation=corporation, step=step)
        return Message("{player} passes: {step:term}.", player=player, step=step)

    # A person's turn

    def _shown_in_turn(self) -> Sequence[Choice]:
        turn = (self.game.state.round, self.game.top.corporation_of(self.game))
        return self._shown if turn == self._turn else ()

    def _listed_before(self) -> Iterator[Choice]:
        """What need not be listed again: what was in this turn, and offers for trains that were in the game."""
        yield from self._shown_in_turn()
        yield from (choice for choice in self.game.decision if train_offer(self.game, choice) in self._seen)

    def _note_shown(self) -> None:
        turn = (self.game.state.round, self.game.top.corporation_of(self.game))
        if turn != self._turn:
            self._turn, self._shown = turn, []
        self._shown += standing(self.game)
        self._shown += [other.choice for other in self.game.decision.interjections if other.player in self.people]
        self._seen.update(train_offers(self.game))

    def _spare(self, player: str) -> None:
        self._apply(player, Pass())
        told = say("Only offers were left there; `undo` goes back to make one.")
        self.console.print(f"      {told}", style="dim")

    def _ask(self, player: str) -> None:
        if not self.kept.keep() and not self.kept.unsaved:
            return
        before = () if self.sitting.number == self._back_at else tuple(self._listed_before())
        self._note_shown()
        self._print_position()
        ask = Ask(self.game, self.console, self.lines, self.people, before=before)
        ask.print_choices()
        while True:
            asked = ask.next(f"{player}> ")
            if asked.word != "quit" and self.kept.is_taken_over():
                return
            if asked.action is not None:
                if self._take(asked):
                    return
            elif self._obey(asked, ask):
                return

    def _take(self, asked: Asked) -> bool:
        """Do what a person has chosen; False where it is refused, which a choice of the list never is."""
        assert asked.action is not None
        player = asked.by or self.game.player_of(asked.action)
        try:
            self._apply(player, asked.action)
        except Refusal as refusal:
            self.console.print(say(cited(refusal)))
            return False
        self._back_at = -1
        self.kept.keep()
        return True

    def _hesitation(self) -> float:
        """How long a computer player waits for those who may step in."""
        may = any(other.player in self.people for other in self.game.decision.interjections)
        return HESITATION if may else 0

    def _step_in(self, line: str) -> None:
        """Computer players wait while somebody does what may be done at any moment, or looks around.

        What was typed before its list was seen is never taken for a choice.
        """
        ask = Ask(self.game, self.console, self.lines, self.people, in_turn=False)
        asked = ask.command(line)
        if asked is None:
            if line:
                self.console.print(say("It was not your turn yet: '{line}' was not taken.", line=line))
            if not ask.entries:
                return
            self.console.print(say("You may do this at any moment; Enter goes on:"))
            ask.print_choices()
        while True:
            asked = asked or ask.next(f"{self.people[0]}... ")
            if asked.word == "on":
                return
            if asked.action is not None:
                if self._take(asked):
                    return
            elif self._obey(asked, ask):
                return
            asked = None

    def _obey(self, asked: Asked, ask: Ask) -> bool:
        """Do what is no choice; True when the decision at hand is left."""
        match asked.word:
            case "undo":
                return self._undo()
            case "quit":
                return self._quit()
            case "save":
                self.kept.save(asked.rest)
            case _:
                instead = paged(
                    self.console, self.lines, lambda: look(self.console, self.sitting, asked, ask, self.folder)
                )
                ask.hear(instead)
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
        self._back_at, self._table = self.sitting.number, ()
        self.console.print(say("Back to your last choice."))
        return True

    def _last_choice(self) -> int:
        """The number of the last action that a person here took; 0 where there is none, or a person elsewhere did."""
        record = self.sitting.record
        nobody = {"", *self.bots}
        last = next((n for n in range(self.sitting.number, 0, -1) if record.past_of(n).by not in nobody), 0)
        return last if last and record.past_of(last).by in self.people else 0

    def _quit(self) -> bool:
        """Leave; one who would lose something by it is told first, and leaves when they say it again."""
        self.console.print()
        if self.file is None:
            self.console.print(say("Goodbye. This game was not saved."))
        elif not self.kept.keep() and self.kept.unsaved and not self._warned:
            self._warned = True
            self.console.print(say("Type `save FILE` to keep the game elsewhere, or `quit` again to lose what is new."))
            return False
        elif not self.sitting.number:
            self.console.print(say("Goodbye. Nothing was played."))
        elif not self.kept.unsaved:
            alone = ["--as", self._only] if self._only else []
            command = shlex.join([*shlex.split(self._program), "play", str(self.file.path), *alone])
            self.console.print(say("Goodbye. Continue with: {command}", command=command), soft_wrap=True)
        self._left = True
        return True

    def _leave_to(self, player: str) -> bool:
        """Somebody decides who is not at this terminal."""
        text = "Now {player} decides, and this terminal plays for {only} alone."
        self.console.print(say(text, player=player, only=self._only))
        return not self._quit()

    def _in_view(self, view: View) -> Collection[str] | None:
        """The corporations whose rows a screen has room for: all, or else those that matter to whoever chooses."""
        if not self.console.is_terminal:
            return None
        with self.console.capture() as whole:
            print_table(self.console, self.game, view)
        if whole.get().count("\n") <= self.console.height - ROOM_TO_CHOOSE:
            return None
        only = mattering(self.game)
        return only if len(set(started(view)) - only) >= FEWEST_LEFT_OUT else None

    def _tell_of_moves(self) -> None:
        """Many moves of others are out of sight above the tables: how to read them again."""
        last = self._last_choice()
        moves = self.sitting.number - last
        if last and moves >= MANY_MOVES and self.console.is_terminal:
            text = "{moves} moves since your last choice: type `log {moves}` to read them again."
            self.console.print(say(text, moves=moves), style="dim")

    def _print_position(self) -> None:
        """How things stand, and under it what is asked: the end of it is what stays on a small screen."""
        view = view_for(self.game, language=voice().language)
        player, corporation = self.game.top.decider(self.game), self.game.top.corporation_of(self.game)
        table = (id(self.sitting), self.game.state.round, player, corporation)
        if corporation and table == self._table:
            print_company(self.console, self.game, view)
        else:
            self.console.print()
            print_table(self.console, self.game, view, only=self._in_view(view))
            self._tell_of_moves()
        self._table = table
        if any(isinstance(getattr(choice, "action", choice), BuyTrain) for choice in self.game.decision):
            self.console.print()
            print_trains(self.console, view)
        for lack in lacking(self.game):
            self.console.print(say(lack), style="bold")
        for warning in self.game.title.seen.warnings(self.game, player):
            self.console.print(say("Beware: {warning}", warning=warning), style="bold")
        self.console.print()
        text = "{player}: {asked}" if corporation else "{player}, with {cash:money}: {asked}"
        told = say(text, player=player, cash=self.game.cash(player), asked=prompt(self.game))
        self.console.print(told, style="bold")
