"""What all tests share: the option ``--soak``, deadlines, signals as usual, and a registry of every title."""

import asyncio
import os
import signal
import tempfile
from collections.abc import Iterator

import pytest

from ferrovia.titles import registry

# What the table writes besides its database, which the tests have of their own.
os.environ["FERROVIA_VAR"] = tempfile.mkdtemp(prefix="ferrovia-")

LONG = 6 * 60 * 60  # seconds, the deadline of a long run; that of all others is in pyproject.toml

# Who starts the check by a script in the background has it ignore Ctrl-C, and all that the tests start would ignore it
# too. A handler, even one that does nothing, is not handed on: what they start hears what is usual.
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)


@pytest.fixture(autouse=True)
def signals_stay_as_they_are() -> Iterator[None]:
    """Whoever leaves Ctrl-C ignored would have all ignore it that later tests start."""
    before = signal.getsignal(signal.SIGINT)
    yield
    after = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)
    assert after is before


RESTING = pytest.StashKey[asyncio.AbstractEventLoop]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """A browser of earlier tests in this process keeps its loop, which rests; others must be able to run theirs.

    It is put aside before any fixture: the database of a process is set up with the first test that asks for it.
    """
    resting = asyncio._get_running_loop()
    if resting is not None and item.path.parent.name != "browser":
        item.stash[RESTING] = resting
        asyncio._set_running_loop(None)
    try:
        return (yield)
    except BaseException:  # left out, or it failed
        _put_back(item)
        raise


@pytest.fixture(autouse=True)
def the_loop_of_a_browser_rests_meanwhile(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    _put_back(request.node)


def _put_back(item: pytest.Item) -> None:
    if RESTING in item.stash:
        asyncio._set_running_loop(item.stash[RESTING])


@pytest.fixture
def plain_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain title is one of ours: one line in the registry, and its folder."""
    monkeypatch.setitem(registry.TITLES, "Plain", "tests.plain")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long tests marked `soak`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        for item in items:
            if item.get_closest_marker("soak"):
                item.add_marker(pytest.mark.timeout(LONG))
        return
    leave_out = pytest.mark.skip(reason="a long run: only with --soak")
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(leave_out)
