"""What is longer than the screen, a screen at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console

from ferrovia.cli.lines import Lines
from ferrovia.cli.voice import say

_ENOUGH = frozenset({"q", "quit", "esci"})


def paged(console: Console, lines: Lines, show: Callable[[], None]) -> str:
    """Show something, waiting for Enter after each screen of it; what else is typed ends it, and is returned.

    The word for leaving only leaves the page. Where nobody sits at a terminal all of it comes at once.
    """
    if not lines.is_terminal:
        show()
        return ""
    with console.capture() as captured:
        show()
    left = captured.get().splitlines()
    room = max(5, console.height - 1)
    while len(left) > room:
        _put(console, left[:room])
        left = left[room:]
        typed = lines.read(say("-- {left} more {left:line|lines}: Enter goes on, q is enough -- ", left=len(left)))
        if typed is None or typed.lower() in _ENOUGH:
            return ""
        if typed:
            return typed
    _put(console, left)
    return ""


def _put(console: Console, lines: Sequence[str]) -> None:
    """Lines that are ready for this screen, colours and all."""
    for line in lines:
        console.file.write(f"{line}\n")
    console.file.flush()
