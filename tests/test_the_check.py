"""The check is worth its word on anybody's machine: signals as usual, a deadline for every test, no pace assumed."""

from __future__ import annotations

import ast
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
IGNORED = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)


def checked(folder: Path, test: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A test of its own, run in the background of a script, with what all our tests share."""
    (folder / "tests").mkdir(parents=True)
    shutil.copy2(ROOT / "tests" / "conftest.py", folder / "tests")
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\nmarkers = ['soak']\n")
    (folder / "tests" / "test_it.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:django", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, preexec_fn=IGNORED)


HEARS = """
import signal, subprocess, sys

def test_it():
    asked = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True).stdout == b"True\\n"
"""


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_what_a_test_starts_hears_ctrl_c_although_the_check_does_not(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = checked(tmp_path / "here", HEARS, *workers)
    assert done.returncode == 0, done.stdout


HANGS = """
import pytest, threading
from ferrovia.cli.interrupts import listening

def wait_for_ever():
    threading.Event().wait()

def test_hangs():
    with listening():
        wait_for_ever()

def test_after_it():
    pass

@pytest.mark.soak
def test_long():
    threading.Event().wait(4)
"""


def test_a_test_that_hangs_fails_with_its_stack_and_the_others_go_on(tmp_path: Path) -> None:
    done = checked(tmp_path / "here", HANGS, "-o", "timeout=2", "--soak")
    assert "1 failed, 2 passed" in done.stdout, done.stdout
    assert "in wait_for_ever" in done.stdout or "def wait_for_ever" in done.stdout
    assert "Timeout" in done.stdout


def test_every_test_has_a_deadline(request: pytest.FixtureRequest) -> None:
    assert 60 <= float(request.config.getini("timeout")) <= 1200


# In a browser. What polls an expression in the page is stopped by our policy for scripts once the page changes.
POLLING = frozenset(
    {"wait_for_function", "evaluate_handle", "eval_on_selector", "eval_on_selector_all", "add_script_tag"}
)
CALLING = frozenset({"evaluate", "evaluate_all"})


def strings_in_the_page(text: str) -> list[str]:
    """The calls of a test that have a page evaluate text; to call a function on an element, once, is fine."""
    module = ast.parse(text)
    named = {
        target.id: ast.unparse(each.value)
        for each in module.body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    found = []
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            script = ast.unparse(call.args[0]) if call.args else ""
            is_function = "=>" in named.get(script, script)
            if call.func.attr in POLLING or (call.func.attr in CALLING and not is_function):
                found.append(ast.unparse(call))
    return found


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("page.wait_for_function('window.ready')", True),
        ("page.evaluate('document.title')", True),
        ("TITLE = 'document.title'\npage.evaluate(TITLE)", True),
        ("SIZE = 'page => page.scrollWidth'\npage.locator('html').evaluate(SIZE)", False),
        ("page.locator('html').evaluate(f'page => page.{name}')", False),
        ("expect(page.locator('h1')).to_be_visible()", False),
    ],
)
def test_a_string_that_a_page_evaluates_is_known_when_seen(line: str, is_one: bool) -> None:
    assert bool(strings_in_the_page(line)) == is_one


def test_no_test_has_a_page_evaluate_strings() -> None:
    tests = list((ROOT / "tests" / "browser").glob("*.py"))
    assert len(tests) > 8
    assert {path.name: found for path in tests if (found := strings_in_the_page(path.read_text("utf-8")))} == {}
