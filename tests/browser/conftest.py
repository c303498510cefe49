"""A served table and a browser for the tests that play in one; without Chromium they are left out, and say so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.house import CHROMIUM, NONE, House


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
        found = next((path for path in (*map(Path, CHROMIUM), own) if path.exists()), None)
        if found is None:
            pytest.skip(NONE)
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def _house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture
def house(_house: House) -> Iterator[House]:
    """A house for everybody."""
    yield _house
    _house.all_leave()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house that may burn down."""
    house = House(tmp_path / "house")
    house.open()
    yield house
    try:
        house.all_leave()
    finally:
        house.close()
