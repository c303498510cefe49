"""Parts of pages that were written once: whoever is shown the same, after the next move too, is given the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from markupsafe import Markup

from ferrovia.engine.board.memory import Memory
from ferrovia.table.markup.links import Link

if TYPE_CHECKING:
    from ferrovia.saying.voice import Voice
    from ferrovia.table.page.page import Page

_written: Memory[tuple[Hashable, ...], Markup] = Memory(8192)


def once(part: Callable[..., Markup], *given: Hashable) -> Markup:
    """A macro with its arguments: `{{ once(row, say, edition, it) }}` is `{{ row(say, edition, it) }}`.

    A macro that is imported without context sees nothing but its arguments, and all of them are the key.
    """
    key = (part, *given)
    known = _written.get(key)
    if known is None:
        _written[key] = known = part(*given)
    return known


def alike(part: Callable[[Voice, Link, Page], Markup], link: Link, page: Page) -> Markup:
    """A macro for a page that all see alike: `{{ alike(menu, link, page) }}` is `{{ menu(say, link, page) }}`.

    It is not given the viewer's page but that of a bystander, of whom there is one for all who look at a position: what
    only the viewer may see cannot come in, and what was written stays with that page as long as anybody looks.
    """
    seen = page.for_all
    if seen is None:
        return part(page.scene.say, link, page)
    key = (part, link.is_whole)
    known = seen.written.get(key)
    if known is None:
        seen.written[key] = known = part(seen.scene.say, Link(seen.scene, link.is_whole), seen)
    return known
