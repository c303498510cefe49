"""What may be said next: the words that lead on to a legal choice, and the action that a whole sentence means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ferrovia.agents.lexicon import PRICE_DIGITS, Lexicon, Words
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range

_TENS = tuple(int(f"1{'0' * zeros}") for zeros in range(PRICE_DIGITS + 1))


class Sentence(msgspec.Struct, frozen=True):
    """A choice as it is spelled; of one with a price to name, all before the price."""

    words: Words
    choice: Choice

    def following(self, lexicon: Lexicon, said: Words) -> list[int]:
        """The words that may follow what was said, which begins this sentence."""
        if len(said) < len(self.words):
            return [self.words[len(said)]]
        if not isinstance(self.choice, Range):
            return []
        begun = self._digits(lexicon, said)
        return [lexicon.digit(digit) for digit in range(10) if _leads_on(self.choice, (*begun, digit))]

    def begins_with(self, lexicon: Lexicon, said: Words) -> bool:
        """Whether what was said can be the beginning of this sentence."""
        known = min(len(said), len(self.words))
        if said[:known] != self.words[:known]:
            return False
        return len(said) <= len(self.words) or (
            isinstance(self.choice, Range) and _leads_on(self.choice, self._digits(lexicon, said))
        )

    def meant(self, lexicon: Lexicon, said: Words) -> Action | None:
        """The action, once all of it was said."""
        if isinstance(self.choice, Range):
            digits = self._digits(lexicon, said)
            return self.choice.at(_number(digits)) if len(digits) == PRICE_DIGITS else None
        return self.choice if len(said) == len(self.words) else None

    def _digits(self, lexicon: Lexicon, said: Words) -> tuple[int, ...]:
        return tuple(digit for word in said[len(self.words) :] if (digit := lexicon.digit_of(word)) is not None)


def sentences(lexicon: Lexicon, choices: Iterable[Choice], seats: Sequence[str]) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(lexicon.head(choice.action, seats), choice)
        if isinstance(choice, Range)
        else Sentence(lexicon.spelled(choice, seats), choice)
        for choice in choices
    )


def _number(digits: Sequence[int]) -> int:
    return sum(digit * tens for digit, tens in zip(reversed(digits), _TENS, strict=False))


def _leads_on(span: Range, digits: Sequence[int]) -> bool:
    """Whether some price of a range begins with these digits."""
    unknown = _TENS[PRICE_DIGITS - len(digits)]
    lowest = _number(digits) * unknown
    first = max(lowest, span.low)
    first += -(first - span.low) % span.step
    return first <= min(lowest + unknown - 1, span.high)
