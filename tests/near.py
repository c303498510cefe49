"""The quick lane of the check (`./ferrovia check --near`): what was changed, its words, and the tests of it.

No types and no contracts, which are of the whole project, and no workers, which take longer to start than a few tests
to run. What is named behind goes to pytest; who names no tests gets those of the files that differ from the branch that
this one follows. Before a change is sent the whole check is run.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"table": "web"}  # where the tests of a room are, if not in a folder of its name


class Trouble(Exception):
    """Why there is nothing to check, in one sentence."""


def main(arguments: list[str]) -> int:
    try:
        changed = changed_files(ROOT)
        tests = arguments if names_tests(ROOT, arguments) else [*arguments, *tests_of_all(ROOT, changed)]
    except Trouble as trouble:
        print(trouble, file=sys.stderr)  # noqa: T201
        return 2
    return 0 if all(ran(name, command) for name, command in parts(changed, tests).items()) else 1


def parts(changed: list[str], tests: list[str]) -> dict[str, list[str]]:
    """The parts of the quick lane, in their order."""
    code = [name for name in changed if name.endswith(".py") or name == "ferrovia"]
    lint = {"format": ["ruff", "format", "--check", *code], "lint": ["ruff", "check", *code]} if code else {}
    web = {"styles and scripts": ["tests.node"]} if any(name.endswith((".css", ".js")) for name in changed) else {}
    pages = [name for name in changed if name.endswith(".html")]
    markup = {"templates": ["djlint", "--check", *pages]} if pages else {}
    return {**lint, **markup, **web, "languages": ["languages", "check"], "tests": ["pytest", "-q", *tests]}


def ran(name: str, command: list[str]) -> bool:
    """Whether a part is well; the tests speak, the others only of what is wrong."""
    aloud, started = name == "tests", monotonic()
    if aloud:
        print("tests:", *command[2:], flush=True)  # noqa: T201
    pipe = None if aloud else subprocess.PIPE
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, stdout=pipe, stderr=subprocess.STDOUT if pipe else None, text=True
    )
    how = "failed" if done.returncode else "ok"
    print(f"{done.stdout or '' if done.returncode else ''}{name}: {how} ({monotonic() - started:.1f} s)", flush=True)  # noqa: T201
    return not done.returncode


# What has changed


def changed_files(root: Path) -> list[str]:
    """What differs from the branch that this one follows, or from the last commit where it follows none."""
    named = git(root, "diff", "--name-only", "-z", base_of(root))
    named += git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return [name for name in named.split("\0") if name and (root / name).is_file()]


def base_of(root: Path) -> str:
    try:
        return git(root, "merge-base", "HEAD", "@{upstream}").strip()
    except Trouble:
        return "HEAD"


def git(root: Path, *arguments: str) -> str:
    try:
        return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble("The quick lane looks what has changed by git, and there is none here.") from error


# The tests that belong to it


def names_tests(root: Path, arguments: list[str]) -> bool:
    return any((root / argument.partition("::")[0]).exists() for argument in arguments)


def tests_of_all(root: Path, changed: list[str]) -> list[str]:
    """The tests of these files, each once."""
    if not changed:
        raise Trouble("Nothing has changed here: name tests, such as ./ferrovia check --near tests/t1883.")
    found = {test for name in changed for test in tests_of(root, name)}
    within = sorted(test for test in found if not any(test.startswith(f"{other}/") for other in found))
    if not within:
        raise Trouble("No tests belong to what has changed: name some, such as ./ferrovia check --near tests/t1883.")
    return within


def tests_of(root: Path, name: str) -> list[str]:
    """The tests of a file: itself, those that import it or bear its name, or else all of its room or title."""
    path = Path(name)
    match path.parts:
        case ("tests", *_) if path.name.startswith("test_") and path.suffix == ".py":
            return [name]
        case ("tests", *_):
            return users_of(root, name)
        case ("ferrovia",):
            return ["tests/test_launcher.py"]
        case ("src", "ferrovia", "titles", title, "table", *_):  # its face is seen in the browser
            return [f"tests/{title}", "tests/web/desk", "tests/web/look"]
        case ("src", "ferrovia", "titles", title, _, *_):  # a rule is played by the tests of its title
            return [f"tests/{title}"]
        case ("src", "ferrovia", room, *_):
            folder = root / "tests" / FOLDERS.get(room, room)
            alike = [str(each.relative_to(root)) for each in folder.rglob(f"test_{path.stem}*.py")]
            return [*users_of(root, name), *alike] or [str(folder.relative_to(root))] * folder.is_dir()
    return []


def users_of(root: Path, name: str) -> list[str]:
    """The tests that import a module."""
    parts = [part for part in Path(name).with_suffix("").parts if part not in ("src", "__init__")]
    package, last = ".".join(parts[:-1]), parts[-1]
    naming = re.compile(rf"\b{re.escape(package)}\.{last}\b|from {re.escape(package)} import [^\n]*\b{last}\b")
    tests = sorted((root / "tests").rglob("test_*.py"))
    return [str(test.relative_to(root)) for test in tests if naming.search(test.read_text("utf-8"))]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
