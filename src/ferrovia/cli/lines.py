"""What a person types, line by line: with editing and history on a terminal, and also while others play."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from pathlib import Path

from ferrovia.cli.interrupts import awaiting_a_line

MOST = 4096  # bytes of a line that is typed while others play; a terminal gives no more at once
REMEMBERED = 500  # lines that are remembered from game to game
_LONGEST = 1_000_000  # bytes of a file that we take for ours


class Lines:
    """Standard input, read by one person at a time. A history that cannot be read or written is done without."""

    def __init__(self, history: Path | None = None) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._history = history if self.is_terminal else None
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a sign that is no letter is no reason to stop
        if self.is_terminal:
            with suppress(ImportError):
                import readline  # editing and history come with it

                readline.set_auto_history(True)
                self._recall()

    def read(self, prompt: str) -> str | None:
        """The next line; None where there is none any more, or somebody presses Ctrl-C."""
        try:
            with awaiting_a_line():
                line = input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            return None
        self._remember(line)
        return line

    def typed_meanwhile(self, seconds: float) -> str | None:
        """A line that is typed while nobody was asked, within so many seconds; only people at a terminal do that."""
        if not self.is_terminal:
            return None
        found, _, _ = select.select([sys.stdin], [], [], seconds)
        return os.read(sys.stdin.fileno(), MOST).decode(errors="replace").strip() if found else None

    def _recall(self) -> None:
        """What was typed in earlier games."""
        import readline

        readline.set_history_length(REMEMBERED)
        with suppress(OSError):
            if self._history is not None and self._history.is_file() and self._history.stat().st_size <= _LONGEST:
                readline.read_history_file(self._history)

    def _remember(self, line: str) -> None:
        """A line at a time: whatever ends the program, and whoever plays beside it, what was typed is there."""
        if self._history is None or not line:
            return
        with suppress(ImportError, OSError, AttributeError):
            import readline

            self._history.parent.mkdir(parents=True, exist_ok=True)
            if not self._history.exists():
                self._history.touch(mode=0o600)
            if self._history.is_file() and self._history.stat().st_size <= _LONGEST:
                readline.append_history_file(1, self._history)
