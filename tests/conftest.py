"""What all tests share: the option ``--soak``, without which long runs are left out; a registry of every title."""

import os
import tempfile

import pytest

from ferrovia.titles import registry

# What the table writes besides its database, which the tests have of their own.
os.environ["FERROVIA_VAR"] = tempfile.mkdtemp(prefix="ferrovia-")


@pytest.fixture
def every_title_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the plain title too, so that its files can be read."""
    monkeypatch.setitem(registry.TITLES, "Plain", "tests.plain.title")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long tests marked `soak`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    leave_out = pytest.mark.skip(reason="a long run: only with --soak")
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(leave_out)
