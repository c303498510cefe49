"""Links that pick something: an address of its own for every half-made choice."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup, escape

from ferrovia.table.page.scene import Scene


def asks(here: str, *thing: str) -> Markup:
    """The attributes of a link that asks about something, the same for everybody: asking.js adds what is picked.

    `{{ asks(here, "train", "4H") }}`; `here` is `link.here`.
    """
    name = ":".join(thing)
    return Markup(f'class="asks" href="{escape(here)}?ask={escape(quote(name, safe=":"))}" data-ask="{escape(name)}"')


@dataclass(frozen=True)
class Link:
    """Writes the attributes of a link on the page of a scene: `<a {{ link(hex="H6") }}>`.

    Links are many, and most pages stand at the address of their scene: the query is enough. Where something was
    refused, the page may be the answer to a form, at an address that only takes forms: then the address is `whole`,
    and live.js is told that there is a quicker way.
    """

    scene: Scene
    is_whole: bool = False

    def __call__(self, **changes: object) -> Markup:
        """To the same page with something else picked; an empty value takes a pick away."""
        return self.to(self.scene.picked(only=False, **changes))

    @property
    def here(self) -> str:
        """What stands before a query that is the same for everybody."""
        return self.scene.address if self.is_whole else ""

    def to(self, query: str) -> Markup:
        """To a query that was worked out before."""
        if self.is_whole or not query:
            return Markup(f'href="{escape(self.scene.address)}{escape(query)}" data-pick')
        return Markup(f'href="{escape(query)}"')
