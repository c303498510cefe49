"""What the library that reads JSON and structs complains of, in our own words."""

from __future__ import annotations

from ferrovia.saying.message import Message


def in_our_words(error: Exception) -> Message:
    """Why something cannot be read, as a clause to follow a colon: no capital, no full stop."""
    return Message("it cannot be understood")
