"""What comes by npm (`requirements/node`): prettier for the form of styles and scripts, tsc for the types of scripts.

`python -m tests.node` checks both, `python -m tests.node format` puts their form right. Without Node nothing is
checked: the whole check says so at its end. Nothing of Ferrovia itself needs Node.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "requirements" / "node"
STATIC = "src/ferrovia/table/static/table"
FILES = (f"{STATIC}/*.js", f"{STATIC}/styles/*.css")
STAMP = TOOLS / "node_modules" / "installed.stamp"


class Trouble(Exception):
    """Why the tools cannot be had, in one sentence."""


def main(arguments: list[str]) -> int:
    if not has_node():
        print("Styles and scripts are checked by tools of Node, and there is none here.")  # noqa: T201
        return 0
    try:
        bring()
    except Trouble as trouble:
        print(trouble)  # noqa: T201
        return 2
    codes = [subprocess.run(command, cwd=ROOT).returncode for command in commands(writes="format" in arguments)]
    return int(any(codes))


def has_node() -> bool:
    return all(map(shutil.which, ("node", "npm")))


def bring() -> None:
    """Install what the lock says, unless that was done."""
    lock = (TOOLS / "package-lock.json").read_text()
    if STAMP.exists() and STAMP.read_text() == lock:
        return
    done = subprocess.run(["npm", "ci", "--ignore-scripts"], cwd=TOOLS, capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("npm error")]
        raise Trouble(f"The tools of Node could not be installed: {lines[-1] if lines else 'npm ci failed'}")
    STAMP.write_text(lock)


def commands(writes: bool) -> list[list[str]]:
    """What is run: the form first, then the types unless the form is only put right."""
    programs = TOOLS / "node_modules" / ".bin"
    how = ["--write"] if writes else ["--check"]
    form = [str(programs / "prettier"), "--log-level", "warn", "--config", str(TOOLS / "package.json"), *how, *FILES]
    return [form] if writes else [form, [str(programs / "tsc"), "--project", str(TOOLS)]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
