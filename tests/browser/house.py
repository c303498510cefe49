"""A house to play in: a table served by a process of its own, positions on it, and browsers for its guests."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect
from playwright.sync_api import Error as BrowserError

# The one without a window takes two thirds of the processor time of the others.
CHROMIUM = (
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
)
NONE = "The browser tests need Chromium: apt-get install chromium (or: .venv/bin/playwright install chromium)."
PATIENCE = 60_000  # milliseconds for whatever a page waits for, on a machine that has much else to do
PACE = "0.05"  # seconds between two moves of computer players
# Counts the answers that a page has put in place.
COUNT = """document.addEventListener("htmx:finally:request", () => {
  const page = document.documentElement;
  page.dataset.settled = String(Number(page.dataset.settled || 0) + 1);
});"""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
GONE = ("Failed to load resource", "Failed to fetch", "ERR_")
START = 300.0  # seconds for a server to come up
expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class Laid:
    """A table: where it is, who must choose after how many moves, how its players are known, and what they may do."""

    path: str
    decider: str
    number: int
    sessions: dict[str, str]
    lay: list[str]  # a hex and a tile that may be laid on it
    interjection: list[str]  # who may do what although it is not their turn

    @property
    def other(self) -> str:
        """Somebody who waits."""
        return next(name for name in self.sessions if name != self.decider)


class House:
    """The server and its database."""

    def __init__(self, var: Path, **surroundings: str) -> None:
        self.var = var
        self._own = surroundings  # what its processes are told besides
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._server: subprocess.Popen[str] | None = None
        self._laying: subprocess.Popen[str] | None = None
        self._contexts: list[BrowserContext] = []  # closed when all leave
        self._tabs: list[tuple[str, Page]] = []  # in use, each with what was wanted of its browser
        self._idle: dict[str, list[Page]] = {}
        self.faults: list[str] = []  # what went wrong on pages that were visited

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        assert self._server is None or self._server.returncode is not None
        command = ["-m", "ferrovia", "serve", "--no-open", "--port", str(self.port), "--database", str(self.var)]
        self._server = self._started(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + START
        while not self._answers():
            if self._server.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError("The server did not come up.")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.address}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """As if the power went."""
        assert self._server is not None
        self._server.kill()
        self._server.communicate()

    def close(self) -> None:
        for process in (self._server, self._laying):
            if process is not None:
                process.terminate()
                process.communicate()

    def _started(self, arguments: list[str], **pipes: Any) -> subprocess.Popen[str]:
        surroundings = {**os.environ, "FERROVIA_VAR": str(self.var), "FERROVIA_PACE": PACE, **self._own}
        return subprocess.Popen([sys.executable, *arguments], env=surroundings, text=True, **pipes)

    def lay(self, title: str, **wanted: Any) -> Laid:
        """A table at a position: after `moves`, at a `step` after them, or `interrupted`; any `seed`.

        Whoever must choose is `alone` among computers, or `together` with the others at one screen.
        """
        return Laid(**self._beside({"title": title, **wanted}))

    def lay_stored(self, game: str, step: str) -> Laid:
        """A table at that decision of a stored game which has the most choices of a step."""
        return self.lay(game.partition("-")[0], stored=game, step=step)

    def met(self, laid: Laid, player: str) -> set[str]:
        """The kinds of decision that a player has met at a table."""
        return set(self._beside({"met": {"key": laid.path.rsplit("/", 1)[-1], "player": player}}))

    def _beside(self, asked: dict[str, Any]) -> Any:
        """What the process beside this one answers."""
        if self._laying is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            self._laying = self._started(["-m", "tests.browser.laying"], **pipes)
        assert self._laying.stdin is not None
        assert self._laying.stdout is not None
        self._laying.stdin.write(json.dumps(asked) + "\n")
        self._laying.stdin.flush()
        return json.loads(self._laying.stdout.readline())

    def visit(
        self, browser: Browser, laid: Laid, player: str = "", query: str = "", *, apart: bool = False, **wanted: Any
    ) -> Page:
        """A page in which a player sits, or a bystander, with cookies of its own.

        Styles, scripts and fonts are read once: tabs are used again. Whoever changes what a browser can do has one
        `apart`, which nobody uses afterwards.
        """
        page = self._tab(browser, {"viewport": {"width": 1280, "height": 800}, **wanted}, apart)
        if player:
            page.context.add_cookies([{"name": "guest", "value": laid.sessions[player], "url": self.address}])
        page.goto(f"{self.address}{laid.path}{query}")
        return page

    def _tab(self, browser: Browser, wanted: dict[str, Any], apart: bool) -> Page:
        kind = json.dumps(wanted, sort_keys=True)
        idle = [] if apart else self._idle.setdefault(kind, [])
        page = idle.pop() if idle else self._new_tab(browser, wanted)
        if apart:
            self._contexts.append(page.context)
        else:
            self._tabs.append((kind, page))
        return page

    def _new_tab(self, browser: Browser, wanted: dict[str, Any]) -> Page:
        made = browser.new_context(**wanted)
        made.set_default_timeout(PATIENCE)
        made.add_init_script(COUNT)
        page = made.new_page()
        self._listen(page)
        return page

    def _listen(self, page: Page) -> None:
        """Whatever goes wrong on a page is heard, and told when all leave."""
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", lambda line: self._hear(page, line))
        page.on("response", lambda answer: self._see(answer))

    def _hear(self, page: Page, line: ConsoleMessage) -> None:
        # A server that is gone, and answers that are no success, are told by their own tests.
        if line.type == "error" and not any(words in line.text for words in GONE):
            self.faults.append(f"{page.url}: {line.text}")

    def _see(self, answer: Response) -> None:
        if answer.status >= 500:
            self.faults.append(f"{answer.status} from {answer.request.method} {answer.url}")

    def all_leave(self) -> None:
        while self._tabs:
            self._leave(*self._tabs.pop())
        while self._contexts:
            self._contexts.pop().close()
        faults, self.faults = self.faults, []
        assert not faults, faults

    def _leave(self, kind: str, page: Page) -> None:
        """A tab as if it were new, for whoever comes next; one that cannot be used again is closed."""
        wanted = json.loads(kind)
        try:
            for other in page.context.pages:
                if other is not page:
                    other.close()
            # A bare page of the same server: with any other, even an empty one, a new process would begin for the next.
            page.goto(f"{self.address}/healthz")
            if wanted.get("java_script_enabled", True):
                page.evaluate(FORGET)
            page.mouse.move(0, 0)
            page.set_viewport_size(wanted["viewport"])
            page.context.clear_cookies()
            self._idle[kind].append(page)
        except BrowserError:
            page.context.close()


@contextmanager
def settles(page: Page) -> Iterator[None]:
    """What is done within asks the server for something; afterwards its answer is in place."""
    before = page.locator("html").get_attribute("data-settled")
    yield
    page.locator(f"html[data-settled]:not([data-settled='{before}'])").wait_for()
