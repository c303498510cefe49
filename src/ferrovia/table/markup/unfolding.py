"""Templates are written in many lines and sent in one: indentation is for people, and leaves no space on the page.

The rule is that of JSX. A line break and the spaces around it are nothing beside a tag, a block or a value, one space
between words, and one space between the attributes of a tag. A space that is meant stands within a line; where the line
must end there it is written as `{{ " " }}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

_BREAK = re.compile(r"[ \t]*\n\s*")
_PIECE = re.compile(r"[ \t]*\n\s*|<(?=[a-zA-Z/!])|>|[\"']|.", re.S)


class Unfolding(Extension):
    """Takes the line breaks out of templates when they are compiled."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        unfold = Unfolder()
        for token in stream:
            if token.type != "data":
                yield token
            elif text := unfold(token.value):
                yield Token(token.lineno, "data", text)


class Unfolder:
    """Goes through the text of one template, which comes in pieces, and knows whether it is within a tag."""

    def __init__(self) -> None:
        self._in_tag = False
        self._quote = ""

    def __call__(self, text: str) -> str:
        return "".join(self._unfolded(text))

    def _unfolded(self, text: str) -> Iterator[str]:
        before = ""
        for found in _PIECE.finditer(text):
            piece = found[0]
            if "\n" in piece:
                after = text[found.end() : found.end() + 1]
                is_between_words = before not in ("", ">") and after not in ("", "<")
                piece = " " if self._in_tag or is_between_words else ""
            else:
                self._note(piece)
            before = piece or before
            yield piece

    def _note(self, piece: str) -> None:
        if self._quote:
            self._quote = "" if piece == self._quote else self._quote
        elif not self._in_tag:
            self._in_tag = piece == "<"
        elif piece == ">":
            self._in_tag = False
        elif piece in ("'", '"'):
            self._quote = piece
