"""What all tests share: the ``--soak`` option, without which long runs are left out."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long tests marked `soak`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    leave_out = pytest.mark.skip(reason="a long run: only with --soak")
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(leave_out)
