"""Parts of a page that are sent to one who shows it already: those that are otherwise, each by a name."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import blake2b

from markupsafe import Markup, escape

LONGEST = 1000  # letters in which a page may say what it shows


class SentParts:
    """What a page shows, by the places of its parts; asked for by `update.html`, part by part.

    A part that holds the token of a form is named anew with every answer, and so is always sent.
    """

    def __init__(self, shown: str = "") -> None:
        """`shown` are the names of an earlier answer, as `names` gave them; nothing is known without them."""
        pairs = (each.partition(".") for each in shown[:LONGEST].split())
        self._shown = {place: name for place, _, name in pairs}
        self._now: dict[str, str] = {}

    def send(self, place: str, part: Markup) -> Markup:
        """A part for its place; nothing where the page shows just this."""
        self._now[place] = name = urlsafe_b64encode(blake2b(part.encode(), digest_size=6).digest()).decode()
        if self._shown.get(place) == name:
            return Markup()
        return Markup(f'<hx-partial hx-target="#{escape(place)}" hx-swap="outerMorph">{escape(part)}</hx-partial>')

    @property
    def names(self) -> str:
        """What the page shows once it has put all of it in place."""
        return " ".join(f"{place}.{name}" for place, name in self._now.items())
