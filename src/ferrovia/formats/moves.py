"""Moves in words: the one line in which a move is written, and the move that a written line means.

A line in the words of a form is understood by itself (formats.grammar). Any other is compared with the choices as they
are told, in every language that we speak: it begins like one of them and all its words are in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from ferrovia.engine.flow.actions import Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.formats.grammar import grammar_of
from ferrovia.formats.searching import search
from ferrovia.formats.sentences import sentence
from ferrovia.saying.catalogue import LANGUAGES
from ferrovia.saying.message import Message, Trouble
from ferrovia.saying.names import plain

LONGEST = 4000  # letters of a line; the longest that a game needs has a few hundred
_SHOWN = 100  # letters of a line that are repeated in what is wrong with it
_COMPARED = 400  # choices among which the nearest are looked for
_PRICES = 4  # numbers of a line that may be its price

_WORD = re.compile(r"[^\W_](?:[\w'.+&/-]*\w)?")


class WordsTrouble(Trouble, ValueError):
    """Why a line is no move, or not one alone."""


def written_move(game: Game, action: Action) -> str:
    """A move of this moment in the words that read back as this very action."""
    return grammar_of(game).written(game, action)


def read_move(game: Game, line: str, by: str | None = None, after: int | None = None) -> Action:
    """The legal action that a line means, from this player or from any; `by` and `after` as for `Game.apply`.

    Raises the `Refusal` of what is understood and not allowed, and `WordsTrouble` where nothing is understood, or more
    than one thing.
    """
    if len(line) > LONGEST:
        raise WordsTrouble("It has {count} letters, and no move has more than {most}.", count=len(line), most=LONGEST)
    untimely = game.why_not(Pass(), after=after) if game.over or after not in (None, game.state.number) else None
    if untimely is not None:
        raise untimely
    line = line.strip()
    understood = grammar_of(game).read(game, line)
    refusals = [game.why_not(action, by=by) for action in understood]
    found = [action for action, refusal in zip(understood, refusals, strict=True) if refusal is None]
    if not understood:
        found = [action for action in told_so(game, line) if game.why_not(action, by=by) is None]
    if len(found) == 1:
        return found[0]
    if found:
        raise _of_several(game, line, found)
    raise next(filter(None, refusals), None) or _of_none(game, line, by)


def told_so(game: Game, line: str) -> list[Action]:
    """The choices of this moment that a line tells, in any language; at the prices that it names."""
    words = _words(line)
    if not words or words[0].isdecimal():
        return []
    exact: dict[Action, None] = {}
    within: dict[Action, None] = {}
    offered = list(_priced(_choices(game), line))
    for language in LANGUAGES:
        say = game.title.voice(language)
        for action in offered:
            told = _words(say(sentence(game, action)))
            if told == words:
                exact[action] = None
            elif told[:1] == words[:1] and set(words) <= set(told):
                within[action] = None
    return list(exact or within)


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(text))


def _choices(game: Game) -> list[Choice]:
    decision = game.decision
    return [*decision, *(other.choice for other in decision.interjections)]


def _priced(choices: Sequence[Choice], line: str) -> Iterator[Action]:
    """Choices as whole actions; one with a price to name at each price that stands in the line."""
    numbers = list(dict.fromkeys(int(number) for number in re.findall(r"(?<![\w.])[0-9]{1,9}(?!\w)", line)))[:_PRICES]
    for choice in choices:
        if not isinstance(choice, Range):
            yield choice
            continue
        prices = numbers if choice.low < choice.high else [choice.low]
        yield from (action for action in map(choice.at, prices) if choice.allows(action))


def _shown(line: str) -> str:
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."


def _of_several(game: Game, line: str, found: Sequence[Action]) -> WordsTrouble:
    first, second = (written_move(game, action) for action in found[:2])
    others = len(found) - 2
    text = "'{line}' fits two moves: '{first}' and '{second}'."
    if others:
        text = "'{line}' fits '{first}', '{second}' and {others} {others:other move|other moves}."
    return WordsTrouble(text, line=_shown(line), first=first, second=second, others=others)


def _of_none(game: Game, line: str, by: str | None) -> WordsTrouble:
    choices = _choices(game)[:_COMPARED]
    texts = {
        str(sentence(game, choice)) if isinstance(choice, Range) else written_move(game, choice) for choice in choices
    }
    by_plain = {plain(text): text for text in sorted(texts)}
    known, wanted = list(by_plain), _shown(line)
    holding = [known[place] for place in search(known, wanted)] if wanted else []
    near = holding[:2] or get_close_matches(plain(wanted), known, n=2, cutoff=0.3)
    if not near:
        text = "'{line}' is no move that {player} has here, nor like one."
        return WordsTrouble(text, line=_shown(line), player=by or game.decision.player)
    text = "'{line}' is no move here; what comes near is {near:or}."
    return WordsTrouble(text, line=_shown(line), near=[Message("'{move}'", move=by_plain[name]) for name in near])
