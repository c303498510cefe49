"""Parts of pages that were written once: whoever is shown the same, after the next move too, is given the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from markupsafe import Markup

from ferrovia.engine.board.memory import Memory

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
