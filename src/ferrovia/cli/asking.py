"""Asking a person to choose: a numbered list, words to search it, prices to name."""

from __future__ import annotations

import msgspec
from rich.console import Console

from ferrovia.cli.voice import say
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.searching import search
from ferrovia.formats.sentences import sentence

# How many choices are listed unasked.
PAGE = 24

_WORDS = {
    "?": "help",
    "h": "help",
    "help": "help",
    "all": "all",
    "more": "all",
    "show": "show",
    "undo": "undo",
    "save": "save",
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
}


class Asked(msgspec.Struct):
    """An answer: an action, or a word of command with what followed it."""

    action: Action | None = None
    word: str = ""
    rest: str = ""


class Ask:
    """The choices of one decision, and what a person types about them."""

    def __init__(self, game: Game, console: Console) -> None:
        self.game = game
        self.console = console
        decision = game.decision
        anytime = [other.choice for other in decision.interjections if other.player == decision.player]
        self.choices: list[Choice] = [*decision, *anytime]
        self.texts = [sentence(game, choice) for choice in self.choices]

    def next(self, player: str) -> Asked:
        """Read on until somebody chooses or gives a word of command. The end of the input is a goodbye."""
        while True:
            line = self._read(f"{player}> ")
            if line is None:
                return Asked(word="quit")
            word, _, rest = line.partition(" ")
            if word.lower() in _WORDS and (not rest or word.lower() == "save"):
                return Asked(word=_WORDS[word.lower()], rest=rest.strip())
            action = self._understood(line)
            if action is not None:
                return Asked(action)

    def _read(self, prompt: str) -> str | None:
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            return None

    def _understood(self, line: str) -> Action | None:
        """The action somebody means; None after telling them why there is none."""
        if not line:
            if len(self.choices) == 1:
                return self._at_price(self.choices[0], "")
            self.print_choices()
            return None
        if line.startswith("{"):
            return self._checked(line)
        if line.startswith("why "):
            self._explain(line.removeprefix("why "))
            return None
        number, _, price = line.partition(" ")
        if number.isdecimal():
            if not 1 <= int(number) <= len(self.choices):
                self.console.print(say("There are choices 1 to {choices}.", choices=len(self.choices)))
                return None
            return self._at_price(self.choices[int(number) - 1], price.strip())
        return self._searched(line)

    def _searched(self, line: str) -> Action | None:
        """Words narrow the list down; the whole text of a choice takes it."""
        texts = [say(text) for text in self.texts]
        found = search(texts, line)
        if len(found) == 1 and texts[found[0]].lower() == line.lower():
            return self._at_price(self.choices[found[0]], "")
        if not found:
            self.console.print(say("No choice has '{line}' in it; ? tells what you can type.", line=line))
        for place in found:
            self._print_choice(place)
        return None

    def _at_price(self, choice: Choice, price: str) -> Action | None:
        if not isinstance(choice, Range):
            if price:
                self.console.print(say("This choice has no price to name."))
                return None
            return choice
        if choice.low == choice.high and not price:
            return choice.at(choice.low)
        while True:
            if not price:
                answer = self._read(f"At what price, {choice.low} to {choice.high}? ")
                if not answer:
                    self.console.print(say("No price, no deal."))
                    return None
                price = answer
            action = choice.at(int(price)) if price.isdecimal() and len(price) < 10 else None
            if action is not None and choice.allows(action):
                return action
            steps = f" in steps of {choice.step}" if choice.step > 1 else ""
            self.console.print(
                say(
                    "'{price}' is no price here: {low} to {high}{steps} is.",
                    price=price,
                    low=choice.low,
                    high=choice.high,
                    steps=steps,
                )
            )
            price = ""

    def _checked(self, text: str) -> Action | None:
        """An action typed as JSON."""
        try:
            action = read_action(self.game.title, text)
        except (ValueError, RecursionError) as error:
            self.console.print(str(error))
            return None
        refusal = self.game.why_not(action)
        if refusal is not None:
            self.console.print(str(refusal))
            return None
        return action

    def _explain(self, text: str) -> None:
        if self._checked(text) is not None:
            self.console.print(say("Nothing is wrong with it: it is allowed."))

    def print_choices(self, everything: bool = False) -> None:
        shown = len(self.choices) if everything or len(self.choices) <= PAGE + 3 else PAGE
        for place in range(shown):
            self._print_choice(place)
        if shown < len(self.choices):
            left = len(self.choices) - shown
            self.console.print(say("... and {left} more: `all` lists them, part of a text finds them.", left=left))

    def _print_choice(self, place: int) -> None:
        self.console.print(say("{TODO:4}  {texts}", TODO=place + 1, texts=self.texts[place]))
