"""Links that pick something: an address of its own for every half-made choice."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from urllib.parse import quote

from markupsafe import Markup, escape

from ferrovia.table.page.scene import Scene, query_of


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
    and live.js is told that there is a quicker way. It is known by where it leads from, so parts may be kept by it.
    """

    scene: InitVar[Scene]
    is_whole: bool = False
    _address: str = field(init=False)
    _number: int = field(init=False)
    _pick: tuple[tuple[str, str], ...] = field(init=False)

    def __post_init__(self, scene: Scene) -> None:
        object.__setattr__(self, "_address", scene.address)
        object.__setattr__(self, "_number", scene.number)
        object.__setattr__(self, "_pick", tuple(scene.pick.items()))

    def __call__(self, **changes: object) -> Markup:
        """To the same page with something else picked; an empty value takes a pick away."""
        return self.to(query_of(self._pick, self._number, changes))

    @property
    def here(self) -> str:
        """What stands before a query that is the same for everybody."""
        return self._address if self.is_whole else ""

    def to(self, query: str) -> Markup:
        """To a query that was worked out before."""
        if self.is_whole or not query:
            return Markup(f'href="{escape(self._address)}{escape(query)}" data-pick')
        return Markup(f'href="{escape(query)}"')
