"""Asking a person to choose: a numbered list, words to search it, prices to name."""

from __future__ import annotations

import msgspec
from rich.console import Console

from ferrovia.cli.reasons import reason
from ferrovia.cli.speaking import cited
from ferrovia.cli.voice import say
from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.searching import search
from ferrovia.formats.sentences import sentence

# How many choices are listed unasked.
PAGE = 24

# Words of command: those of both languages are understood, whichever is spoken.
_WORDS = {
    word: command
    for command, words in {
        "help": ("?", "h", "help", "aiuto"),
        "all": ("all", "more", "tutto", "tutte"),
        "hint": ("hint", "consiglio", "suggerimento"),
        "show": ("show", "mostra"),
        "undo": ("undo", "annulla"),
        "save": ("save", "salva"),
        "quit": ("quit", "exit", "q", "esci"),
    }.items()
    for word in words
}
_WHY = ("why", "perché", "perchè", "perche", "perche'")
_PASS = ("pass", "passa", "passo")


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
        self.texts = [say(sentence(game, choice)) for choice in self.choices]
        self._instead = ""  # what somebody typed who was asked for a price

    def next(self, player: str) -> Asked:
        """Read on until somebody chooses or gives a word of command. The end of the input is a goodbye."""
        while True:
            line, self._instead = self._instead or self._read(f"{player}> "), ""
            if line is None:
                return Asked(word="quit")
            word, _, rest = line.partition(" ")
            command = _WORDS.get(word.lower(), "")
            if command and (not rest or command == "save"):
                return Asked(word=command, rest=rest.strip())
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
        first, _, rest = line.partition(" ")
        if first.lower() in _WHY:
            self._explain(rest)
            return None
        if first.isdecimal():
            if len(first) > 9 or not 1 <= int(first) <= len(self.choices):
                self.console.print(say("Choices are numbered from 1 to {last}.", last=len(self.choices)))
                return None
            return self._at_price(self.choices[int(first) - 1], rest.strip())
        if line.lower() in _PASS and Pass() in self.choices:
            return Pass()
        return self._searched(line)

    def _searched(self, line: str) -> Action | None:
        """Words narrow the list down; the whole text of a choice takes it."""
        texts = [say(text) for text in self.texts]
        found = search(texts, line)
        if len(found) == 1 and texts[found[0]].lower() == line.lower():
            return self._at_price(self.choices[found[0]], "")
        if not found:
            self.console.print(say("No choice contains '{line}'; type ? for help.", line=line))
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
                price = self._read(f"{_prices(choice)} ") or ""
                if not price:
                    self.console.print(say("No price, no deal."))
                    return None
                if not price.isdecimal():
                    self._instead = price
                    return None
            action = choice.at(int(price)) if price.isdecimal() and len(price) < 10 else None
            if action is not None and choice.allows(action):
                return action
            self.console.print(say("'{price}' is not a possible price.", price=price))
            price = ""

    def _checked(self, text: str) -> Action | None:
        """An action typed as JSON."""
        try:
            action = read_action(self.game.title, text)
        except (ValueError, RecursionError) as error:
            self.console.print(say("{wrong:^}", wrong=reason(error)))
            return None
        refusal = self.game.why_not(action)
        if refusal is not None:
            self.console.print(say(cited(refusal)))
            return None
        return action

    def _explain(self, text: str) -> None:
        if not text:
            self.console.print(say("Type `why` and the action, as `ferrovia choices` writes it."))
        elif self._checked(text) is not None:
            self.console.print(say("That is allowed."))

    def print_choices(self, everything: bool = False) -> None:
        shown = len(self.choices) if everything or len(self.choices) <= PAGE + 3 else PAGE
        for place in range(shown):
            self._print_choice(place)
        if shown < len(self.choices):
            left = len(self.choices) - shown
            self.console.print(say("... and {left} more: type `all` to see them, or part of a text.", left=left))

    def _print_choice(self, place: int) -> None:
        self.console.print(f"{place + 1:4}  {self.texts[place]}")


def _prices(choice: Range) -> str:
    """The question for a price."""
    text = "Which price, from {low:money} to {high:money}?"
    if choice.step > 1:
        text = "Which price, from {low:money} to {high:money} in steps of {step:money}?"
    return say(text, low=choice.low, high=choice.high, step=choice.step)
