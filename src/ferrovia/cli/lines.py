"""What a person types, line by line: with editing and history on a terminal, and also while others play."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress

MOST = 4096  # bytes of a line that is typed while others play; a terminal gives no more at once


class Lines:
    """Standard input, read by one person at a time."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_terminal:
            with suppress(ImportError):
                import readline  # editing and history come with it

                readline.set_auto_history(True)

    def read(self, prompt: str) -> str | None:
        """The next line; None where there is none any more, or somebody presses Ctrl-C."""
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            return None

    def typed_meanwhile(self, seconds: float) -> str | None:
        """A line that is typed while nobody was asked, within so many seconds; only people at a terminal do that."""
        if not self.is_terminal:
            return None
        found, _, _ = select.select([sys.stdin], [], [], seconds)
        return os.read(sys.stdin.fileno(), MOST).decode(errors="replace").strip() if found else None
