"""The command on a terminal of its own: what people see, key by key."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

_CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")
_PATIENCE = 120  # seconds for what takes one, on a machine that has much else to do


class PseudoTerminal:
    """A program between whose keyboard and screen sits a test."""

    def __init__(self, *arguments: object, var: Path, columns: int = 80, rows: int = 24, **surroundings: str) -> None:
        here, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        known = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        words = [str(argument) for argument in arguments]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ferrovia", *words],
            stdin=there,
            stdout=there,
            stderr=there,
            env={**known, "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "", "FERROVIA_VAR": str(var), **surroundings},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # its Ctrl-C is for this program
        )
        os.close(there)
        self._screen = here
        self.raw = ""

    @property
    def page(self) -> str:
        """Everything so far, without what only colours it."""
        return _CODES.sub("", self.raw).replace("\r", "")

    def press(self, keys: str) -> None:
        self.press_bytes(keys.encode())

    def press_bytes(self, keys: bytes) -> None:
        os.write(self._screen, keys)

    def wait_for(self, words: str, after: int = 0, lines: int = 0) -> str:
        """Read on until these words are on the page, so many letters and lines down; what is there then."""
        until = time.monotonic() + _PATIENCE
        while words not in "\n".join(self.page[after:].split("\n")[lines:]):
            assert time.monotonic() < until, f"no {words!r} in: {self.page[-2000:]}"
            assert self.read(0.2) or self.process.poll() is None, f"it ended without {words!r}: {self.page[-2000:]}"
        return self.page[after:]

    def interrupt(self, words: str) -> str:
        """Press Ctrl-C, and again as people do: Python's input holds one that comes between prompt and waiting."""
        until = time.monotonic() + _PATIENCE
        while words not in self.page and time.monotonic() < until:
            self.press("\x03")
            pressed = time.monotonic()
            while words not in self.page and time.monotonic() < pressed + 3 and self.process.poll() is None:
                self.read(0.2)
        return self.wait_for(words)

    def say(self, line: str, answer: str = "Ada> ") -> str:
        """Type a line, and what follows it up to an answer."""
        before = len(self.page)
        self.press(f"{line}\n")
        return self.wait_for(answer, before, lines=1)

    def read(self, seconds: float) -> bool:
        """What is on the screen by then; False where nothing came."""
        found, _, _ = select.select([self._screen], [], [], seconds)
        if not found:
            return False
        try:
            data = os.read(self._screen, 65536)
        except OSError:  # the program has ended
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def end(self) -> int:
        """What is left to read, and the exit code."""
        until = time.monotonic() + _PATIENCE
        while self.process.poll() is None and time.monotonic() < until:
            self.read(0.1)
        while self.read(0.05):
            pass
        return self.process.wait(timeout=1)

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self._screen)
