"""All components in all states, photographed at two widths by day and by night: nothing sticks out, nothing is empty.

Whoever changes how something looks has the pictures kept and compared: FERROVIA_PICTURES=FOLDER keeps them where there
are none yet, and fails where one differs from the one that is there.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import PATIENCE
from tests.components.states import STATES

FOLDER = os.environ.get("FERROVIA_PICTURES")
WIDTHS = (1440, 390)
THEMES = ("light", "dark")
# Of each specimen: its name, its height, and by how many pixels something in it is wider than it.
MEASURES = """(page) => [...page.querySelectorAll(".specimen")].map((each) => [
  each.id, each.getBoundingClientRect().height, each.scrollWidth - each.clientWidth])"""
HIDDEN_ON_WIDE_PAGES = ("parts-on-a-phone",)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of components, served by a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    surroundings = {**os.environ, "FERROVIA_VAR": str(tmp_path_factory.mktemp("components"))}
    command = [sys.executable, "-m", "tests.components", str(port)]
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


def visited(browser: Browser, address: str, theme: str) -> Page:
    context = browser.new_context(viewport={"width": WIDTHS[0], "height": 900})
    context.set_default_timeout(PATIENCE * 5)
    context.add_cookies([{"name": "theme", "value": theme, "url": address}])
    page = context.new_page()
    page.goto(address)
    assert page.locator("html").get_attribute("data-theme") == theme
    return page


def test_every_state_shows_and_nothing_sticks_out(browser: Browser, address: str) -> None:
    pictures = {}
    for theme in THEMES:
        page = visited(browser, address, theme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            measures = page.locator("body > main").evaluate(MEASURES)
            assert [name for name, _, _ in measures] == [state.id for state in STATES]
            hidden = HIDDEN_ON_WIDE_PAGES if width > 699 else ()
            assert [name for name, height, _ in measures if height < 60 and name not in hidden] == []
            assert [name for name, _, beyond in measures if beyond > 0] == []
            assert page.locator("html").evaluate("page => page.scrollWidth") <= width
            pictures[width, theme] = page.screenshot(full_page=bool(FOLDER))  # otherwise what is seen first
            kept(f"components-{width}-{theme}.png", pictures[width, theme])
        page.context.close()
    assert all(pictures[width, "light"] != pictures[width, "dark"] for width in WIDTHS)


def kept(name: str, picture: bytes) -> None:
    """Keep a picture, or compare it with the one that was kept."""
    if not FOLDER:
        return
    path = Path(FOLDER) / name
    if path.exists():
        assert path.read_bytes() == picture, f"{name} looks otherwise than before"
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
