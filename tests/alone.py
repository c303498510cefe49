"""A pytest plugin (`-p tests.alone`) for a clone that must manage alone: what is read outside it is a failure.

Notes every file and folder that this process opens. What lies in the clone, in the folder for temporary files,
in Python or in the system is fine; anything else, and any test left out that is not a long run, fails the session.
Looking whether a file is there is not noted: so the clone must stand in an empty folder, where nothing is.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
SYSTEM = ("/dev", "/proc", "/sys", "/etc", "/usr", "/lib", "/lib64", "/bin", "/System", "/Library")
OPENING = frozenset({"open", "os.listdir", "os.scandir", "os.chdir"})

_allowed = tuple(
    os.path.realpath(path) + os.sep for path in (ROOT, tempfile.gettempdir(), sys.prefix, sys.base_prefix, *SYSTEM)
)
_reached: dict[str, None] = {}
_left_out: dict[str, None] = {}


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event in OPENING and isinstance(arguments[0], str | bytes | os.PathLike):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if not (path + os.sep).startswith(_allowed):
            _reached[path] = None


def pytest_configure() -> None:
    sys.addaudithook(_watch)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and "--soak" not in str(report.longrepr):
        _left_out[report.nodeid] = None


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _reached or _left_out:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for path in _reached:
        terminalreporter.write_line(f"OUTSIDE {path}")
    for test in _left_out:
        terminalreporter.write_line(f"LEFT OUT {test}")
