"""Asking a person to choose: a list, names and words to search it, prices to name.

Choices have numbers, but in the turn of a corporation, and where one could name a hex, they have letters: hexes and
tiles have numbers of their own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, takewhile

import msgspec
from rich.console import Console

from ferrovia.cli.auto_pass import whatever_the_price
from ferrovia.cli.lines import Lines
from ferrovia.cli.menu import Entry, called, letters, narrowed, offered
from ferrovia.cli.speaking import broken, cited, hanging
from ferrovia.cli.voice import say
from ferrovia.engine.flow.actions import Action, LayTile, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.reading import read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.search import why_not
from ferrovia.formats.grammar import grammar_of
from ferrovia.formats.moves import WordsTrouble, read_move
from ferrovia.formats.named_acts import refused_act
from ferrovia.formats.searching import search
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Message, Trouble
from ferrovia.saying.reasons import reason

# How many choices are listed unasked; on a terminal as many as its screen has room for, besides so many other lines.
PAGE = 18
BESIDES = 4
MOST_ROWS = 8  # of hexes with their tiles
_HEAD = 6  # letters before the text of a choice
FEW = 2  # so many that can be made at any moment are listed too

# Words of command: those of both languages are understood, whichever is spoken.
_WORDS = {
    word: command
    for command, words in {
        "help": ("?", "h", "help", "aiuto"),
        "all": ("all", "more", "tutto", "tutte"),
        "hint": ("hint", "consiglio", "suggerimento"),
        "show": ("show", "mostra"),
        "map": ("map", "mappa"),
        "market": ("market", "mercato"),
        "log": ("log", "diario"),
        "info": ("info",),
        "rules": ("rules", "rule", "regole", "regola"),
        "best": ("best", "corse"),
        "draw": ("draw", "disegna"),
        "undo": ("undo", "annulla"),
        "save": ("save", "salva"),
        "quit": ("quit", "exit", "esci"),
        "enough": ("q",),  # which ends a page: pressed once too often it must not end the game
    }.items()
    for word in words
}
_WITH_MORE = frozenset({"map", "log", "info", "rules", "best", "draw", "save"})  # what may follow the word
_WHY = ("why", "perché", "perchè", "perche", "perche'")
_PASS = ("pass", "passa", "passo")


class Asked(msgspec.Struct):
    """An answer: an action and who takes it, or a word of command with what followed it."""

    action: Action | None = None
    by: str = ""
    word: str = ""
    rest: str = ""


class Ask:
    """The choices of one decision, and what a person types about them."""

    def __init__(
        self,
        game: Game,
        console: Console,
        lines: Lines,
        people: Collection[str],
        *,
        in_turn: bool = True,
        before: Iterable[Choice] = (),
    ) -> None:
        self.game = game
        self.console = console
        self.in_turn = in_turn
        self._before = {whatever_the_price(choice) for choice in before}  # what was listed in the same turn comes last
        self.entries = sorted(offered(game, people, in_turn=in_turn), key=self._is_again)
        self._lines = lines
        self._by_letter = isinstance(game.top, OperatingTurn) or any(entry.hex for entry in self.entries)
        self._others = [entry for entry in self.entries if not isinstance(entry.choice, LayTile)]
        self._labels: dict[str, Entry] = {}
        self._focus = ""  # the hex whose tiles are shown
        self._only: Entry | None = None  # what was found, where it is the only one: Enter takes it
        self._instead = ""  # what somebody typed who was asked for something else
        self._label(())

    def next(self, prompt: str) -> Asked:
        """Read on until somebody chooses or gives a word of command. The end of the input is a goodbye."""
        while True:
            line, self._instead = self._instead or self._lines.read(prompt), ""
            if line is None:
                return Asked(word="quit")
            asked = self.answer(line)
            if asked is not None:
                return asked

    def hear(self, line: str) -> None:
        """What was typed elsewhere is the next answer; nothing is none."""
        self._instead = line

    def answer(self, line: str) -> Asked | None:
        """What a line means; None where it has been answered here."""
        if not line and not self.in_turn:
            return Asked(word="on")
        return self.command(line) or self._understood(line)

    def command(self, line: str) -> Asked | None:
        """A word of command, where a line is one."""
        word, _, rest = line.partition(" ")
        command = _WORDS.get(word.lower(), "")
        is_whole = not rest or command in _WITH_MORE
        return Asked(word=command, rest=rest.strip()) if command and is_whole else None

    def _understood(self, line: str) -> Asked | None:
        """The action somebody means; None after telling them why there is none."""
        only, self._only = self._only, None
        if not line:
            if only is None and len(self.entries) == 1:
                only = self.entries[0]
            if only is not None:
                return self._at_price(only, "")
            self.print_choices()
            return None
        if line.startswith("{"):
            action = self._checked(line)
            return Asked(action) if action is not None else None
        first, _, rest = line.partition(" ")
        if first.lower() in _WHY:
            self._explain(rest)
            return None
        entry = self._labels.get(first.lower())
        if entry is not None and (not rest or rest.strip().isdecimal()):
            return self._at_price(entry, rest.strip())
        if not self._by_letter and first.isdecimal():
            if self.entries:
                self._tell_numbers(first)
            return None
        if line.lower() not in _PASS:
            return self._in_words(line) or self._searched(line)
        passing = next((each for each in self.entries if each.is_pass), None)
        if passing is None:
            refusal = self.game.why_not(Pass())
            self.console.print(say(cited(refusal)) if refusal is not None else say("You cannot pass here."))
            return None
        return self._at_price(passing, "")

    def _in_words(self, line: str) -> Asked | None:
        """The move that a line names as games in words do (docs/notation.md), if it may be made."""
        named = [each for each in grammar_of(self.game).read(self.game, line) if self.game.why_not(each) is None]
        return Asked(named[0]) if len(named) == 1 else None

    def _searched(self, line: str) -> Asked | None:
        """Names and words narrow the list down; the whole text of a choice takes it."""
        texts = [entry.text for entry in self.entries]
        same = search(texts, line)
        if len(same) == 1 and texts[same[0]].lower() == line.lower():
            return self._at_price(self.entries[same[0]], "")
        words = line.split()
        here = called(self.entries, words[0])
        if here:
            self._focus, words = here[0].hex, words[1:]
        elif self._focus and any(entry.is_called(words[0]) for entry in called(self.entries, self._focus)):
            here = called(self.entries, self._focus)
        found = narrowed(here or self.entries, words)
        if not found:
            self._tell_why_not(line)
            return None
        self._label(found)
        self._print(found)
        if len(found) == 1:
            self._only = found[0]
            self.console.print(say("Enter takes it."))
        return None

    def _at_price(self, entry: Entry, price: str) -> Asked | None:
        choice = entry.choice
        if not isinstance(choice, Range) and not entry.at:
            if price:
                self.console.print(say("This choice has no price to name."))
                return None
            return Asked(choice, entry.by)
        if isinstance(choice, Range) and choice.low == choice.high and not price:
            return Asked(choice.at(choice.low), entry.by)
        while True:
            if not price:
                price = self._lines.read(f"{_prices(entry)} ") or ""
                if not price:
                    self.console.print(say("No price, no deal."))
                    return None
                if not price.isdecimal():
                    self._instead = price
                    return None
            action = _priced(entry, int(price)) if price.isdecimal() and len(price) < 10 else None
            if action is not None:
                return Asked(action, entry.by)
            self.console.print(say("'{price}' is not a possible price.", price=price))
            price = ""

    def _tell_numbers(self, number: str) -> None:
        """A number that is no choice: it may be the price of one."""
        last = len(self.entries)
        fits = [label for label, entry in self._labels.items() if len(number) < 10 and _priced(entry, int(number))]
        if len(fits) == 1:
            text = "Choices are numbered from 1 to {last}; `{choice} {price}` names the price of one."
            self.console.print(say(text, last=last, choice=fits[0], price=number))
        else:
            self.console.print(say("Choices are numbered from 1 to {last}.", last=last))

    def _tell_why_not(self, line: str) -> None:
        """A line that is in no choice: it may be a move that is not allowed, or one in the other language."""
        if self._tell_refused(line):
            return
        try:
            action = read_move(self.game, line)
        except Refusal as refusal:
            self.console.print(say(cited(refusal)))
        except WordsTrouble:
            if line.isdecimal():
                self.console.print(say("Choices have letters here: a number is a hex or a tile."))
                return
            self.console.print(say("No choice contains '{line}'; type ? for help.", line=line))
        else:
            self._only = Entry(action, say(sentence(self.game, action)), self.game.player_of(action))
            self.console.print(self._only.text)
            self.console.print(say("Enter takes it."))

    def _tell_refused(self, line: str) -> bool:
        """Why an act that a line names is not allowed, if it names one that is not."""
        act = refused_act(self.game, line)
        if act is not None:
            self.console.print(say(cited(act.refusal)))
        return act is not None

    def _checked(self, text: str) -> Action | None:
        """An action typed as JSON, or in words where it is asked about."""
        try:
            action = read_action(self.game.title, text) if text.startswith("{") else read_move(self.game, text)
        except Refusal as not_now:
            self.console.print(say(cited(not_now)))
            return None
        except (Trouble, UnicodeError, RecursionError) as error:
            self.console.print(say("{wrong:^}", wrong=reason(error)))
            return None
        refusal = why_not(self.game, action)
        if refusal is not None:
            self.console.print(say(cited(refusal)))
            return None
        return action

    def _explain(self, text: str) -> None:
        if not text:
            self.console.print(say("Type `why` and what you would like to do, such as `why buy RSA for 100`."))
        elif not text.startswith("{") and self._tell_refused(text):
            return
        elif text.lower() in self._labels or self._checked(text) is not None:
            self.console.print(say("That is allowed."))

    # What is shown

    def print_choices(self, everything: bool = False) -> None:
        """The list: tiles by their hexes, the others one by one, as many as a screen has room for."""
        lays = [entry for entry in self.entries if isinstance(entry.choice, LayTile)]
        if everything:
            self._label(lays)
            self._print([*lays, *self._others])
            return
        self._label(())
        if lays:
            self._print_hexes(lays)
        anytime = [entry for entry in self._others if entry.is_anytime]
        offers = anytime if self.in_turn and len(anytime) > FEW else []
        again = [entry for entry in self._others if self._is_again(entry) and entry not in offers]
        others = [entry for entry in self._others if entry not in offers and entry not in again]
        shown = self._fitting(others)
        left = others[len(shown) :]
        self._print([*shown, *(entry for entry in left if entry.is_pass)])
        if offers:
            text = "... and {left} choices that are yours at any moment: type `all` to see them."
            self.console.print(say(text, left=len(offers)))
        if again:
            text = "... and {left} {left:choice|choices} as before: type `all` to see {left:it|them}."
            self.console.print(say(text, left=len(again)))
        hidden = [entry for entry in left if not entry.is_pass]
        if hidden:
            kinds: dict[type, list[str]] = {}
            for entry in hidden:
                kinds.setdefault(type(getattr(entry.choice, "action", entry.choice)), []).append(entry.text)
            like = [f"{_alike(texts)} ..." for texts in kinds.values()]
            text = "... and {left} more ({like:;}): type `all` to see them, or part of a text."
            self.console.print(say(text, left=len(hidden), like=like))

    def _is_again(self, entry: Entry) -> bool:
        return whatever_the_price(entry.choice) in self._before

    def _fitting(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The first ones, as far as they fit the screen together with a passing that comes after them."""
        if not self.console.is_terminal:
            return entries if len(entries) <= PAGE + 3 else entries[:PAGE]
        notes = {entry.note for entry in entries if entry.note}
        besides = BESIDES + sum(len(broken(note, self.console.width)) for note in notes)
        room = max(PAGE // 2, self.console.height - besides)
        heights = [len(broken(entry.text, self.console.width - _HEAD)) for entry in entries]
        if sum(heights) <= room:
            return entries
        ends = [end for end, used in enumerate(accumulate(heights), 1) if used < room - 1]
        return entries[: max(ends, default=1)]

    def _label(self, found: Iterable[Entry]) -> None:
        """The names by which choices are taken now: those of tiles change with what is shown, the others stay."""
        if self._by_letter:
            others = [entry for entry in found if isinstance(entry.choice, LayTile)]
            named = [*self._others, *others]
            self._labels = {letters(place): entry for place, entry in enumerate(named)}
        else:
            self._labels = {str(place): entry for place, entry in enumerate(self.entries, 1)}

    def _print(self, entries: Sequence[Entry]) -> None:
        names = {id(entry): label for label, entry in self._labels.items()}
        for entry in entries:
            hanging(self.console, f"{names[id(entry)]:>{_HEAD - 2}}  ", entry.text, "bold cyan")
        for note in dict.fromkeys(entry.note for entry in entries if entry.note):
            self.console.print(note)

    def _print_hexes(self, lays: Sequence[Entry]) -> None:
        by_hex: dict[str, dict[str, None]] = {}
        for entry in lays:
            by_hex.setdefault(entry.hex, {})[entry.tile] = None
        self.console.print(say("Track can be laid here. Type a hex to see its tiles and where they lead:"))
        hexes = [f"{hex_id} ({' '.join(tiles)})" for hex_id, tiles in sorted(by_hex.items(), key=_in_order)]
        if self.console.is_terminal:
            from rich.columns import Columns

            few = [text if len(text) < 38 else f"{text[:34]} ...)" for text in hexes]
            across = max(1, self.console.width // (2 + max(map(len, few))))
            if len(few) > across * MOST_ROWS:  # the names alone: the question above them must stay in sight
                few = [hex_id for hex_id, _ in sorted(by_hex.items(), key=_in_order)]
            self.console.print(Columns(few, padding=(0, 2)))
        else:
            self.console.print("  ".join(hexes))


def _alike(texts: Sequence[str]) -> str:
    """The words with which all begin, or of the first as many as tell what it is about.

    >>> _alike(["Buy concession 3 (Bologna)", "Buy concession 4 (Modena)"]), _alike(["Buy support for L. 10", "Pass"])
    ('Buy concession', 'Buy support for')
    """
    words = [text.split() for text in texts]
    same = sum(1 for _ in takewhile(lambda place: len(set(place)) == 1, zip(*words, strict=False)))
    return " ".join(words[0][: same if 1 < same < len(words[0]) else 3])


def _in_order(named: tuple[str, object]) -> list[tuple[int, str]]:
    """Names as people look for them: 3 before 15, B4 before B14."""
    parts = re.findall(r"\d+|\D+", named[0])
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _priced(entry: Entry, price: int) -> Action | None:
    """A choice at a price; None where it is not a possible one."""
    if not isinstance(entry.choice, Range):
        return dict(entry.at).get(price)
    action = entry.choice.at(price)
    return action if entry.choice.allows(action) else None


def _prices(entry: Entry) -> str:
    """The question for a price."""
    choice = entry.choice
    if not isinstance(choice, Range):
        prices = [Message("{amount:money}", amount=price) for price, _ in entry.at]
        return say("Which price: {prices:or}?", prices=prices)
    text = "Which price, from {low:money} to {high:money}?"
    if choice.step > 1:
        text = "Which price, from {low:money} to {high:money} in steps of {step:money}?"
    return say(text, low=choice.low, high=choice.high, step=choice.step)
