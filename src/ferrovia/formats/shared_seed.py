"""A seed that nobody chose alone: the hash of the server's own number and one of every seat's, each committed to first.

What is hashed is a list of texts as netstrings, each as UTF-8 behind its length in bytes, so that no two lists are
alike: `3:abc,2:de,`. The first text says what the hash is for. docs/chance.md tells who can know what, and when.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from typing import Literal

import msgspec

from ferrovia.engine.flow.definitions import Settings
from ferrovia.saying.message import Message

LONGEST_NUMBER = 100  # signs of what a player types
NONCE_BYTES = 16

# opened: committed to by its hash and told at the start. told: typed, and told before the start. drawn: by the server,
# in the place of the player. none: of a computer player.
Source = Literal["opened", "told", "drawn", "none"]


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat adds to the seed."""

    player: str
    source: Source
    number: str = ""
    nonce: str = ""  # keeps a short number from being guessed by its commitment
    commitment: str = ""

    def __repr__(self) -> str:
        """A trace or a log that prints one must not print the number."""
        return f"<Contribution of {self.player}>"


class SharedSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a seed was made of, in the order of the players in the settings."""

    number: str  # the server's own
    nonce: str
    commitment: str
    contributions: tuple[Contribution, ...]
    called_off: int = 0  # starts that were called off after numbers had been opened, or might have been

    def __repr__(self) -> str:
        """A trace or a log that prints one must not print what the seed was made of."""
        return f"<SharedSeed of {len(self.contributions)} seats>"

    @property
    def seed(self) -> str:
        texts = [text for each in self.contributions for text in (each.player, each.number, each.nonce)]
        return _hash("ferrovia seed of all", self.number, self.nonce, *texts)

    @property
    def is_shared(self) -> bool:
        """Whether anybody but the server had a hand in it."""
        return any(each.source in ("opened", "told") for each in self.contributions)


def number_commitment(number: str, nonce: str) -> str:
    """What is published of a number before it is told."""
    return _hash("ferrovia number", number, nonce)


def drawn_number() -> tuple[str, str]:
    """A number that nobody guesses, with its nonce."""
    return secrets.token_hex(16), secrets.token_hex(NONCE_BYTES)


def is_number(number: str, nonce: str) -> bool:
    """Whether these can be a number and a nonce at all."""
    return (
        0 < len(number) <= LONGEST_NUMBER and number.isprintable() and len(nonce) == 2 * NONCE_BYTES and _is_hex(nonce)
    )


def is_commitment(text: str) -> bool:
    return len(text) == 64 and _is_hex(text)


def faults(shared: SharedSeed, settings: Settings) -> Iterator[Message]:
    """Everything in which the numbers, what was committed to and the seed do not fit together."""
    if number_commitment(shared.number, shared.nonce) != shared.commitment:
        yield Message("The server's number is not the one that it committed to before the start.")
    for each in shared.contributions:
        if each.source != "none" and number_commitment(each.number, each.nonce) != each.commitment:
            text = "The number of {player} is not the one that was committed to before the start."
            yield Message(text, player=each.player)
    told = tuple(each.player for each in shared.contributions)
    for player in settings.players:
        if player not in told:
            yield Message("The number of {player} is missing.", player=player)
    if told != settings.players and set(settings.players) <= set(told):
        yield Message("The numbers are not those of the players, one of each and in their order.")
    if shared.seed != settings.seed:
        yield Message("The seed is not the hash of the server's number and those of all seats.")


def _hash(*texts: str) -> str:
    netstrings = (b"%d:%b," % (len(text), text) for text in (each.encode() for each in texts))
    return hashlib.sha256(b"".join(netstrings)).hexdigest()


def _is_hex(text: str) -> bool:
    return all(sign in "0123456789abcdef" for sign in text)
