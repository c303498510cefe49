"""How this Ferrovia came to the machine: where it keeps games and secrets, and what brings a library that it lacks."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from shutil import which

FOLDER = "FERROVIA_VAR"  # names another folder
DATABASE, SECRET = "table.sqlite3", "secret"


def clone() -> Path | None:
    """The clone that we run from, if we do; None for an installed package."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "ferrovia").is_file() and (root / "pyproject.toml").is_file() else None


def data_folder() -> Path:
    """Where games and secrets are kept: where we are told, in a clone in `var`, else where this platform keeps data."""
    if told := os.environ.get(FOLDER):
        return Path(told).resolve()
    if root := clone():
        return root / "var"
    from platformdirs import user_data_path

    return user_data_path("ferrovia", appauthor=False)


def shown(path: Path) -> str:
    """A path as somebody would type it here."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) and path != here else path)


def left_behind() -> Path | None:
    """Games in a folder `var` that earlier releases kept below whatever folder they were started from."""
    old = Path("var").resolve()
    if os.environ.get(FOLDER) or old == data_folder().resolve():
        return None
    return old if (old / DATABASE).is_file() or next(old.glob("games/*.json"), None) else None


def program() -> str:
    """What people type to start us, so that a line of ours can be pasted."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        root = clone()
        if root is None:
            return shlex.join([sys.executable, "-m", "ferrovia"])
        return "./ferrovia" if root == Path.cwd() else shlex.quote(str(root / "ferrovia"))
    if called.name == "ferrovia" and which("ferrovia") is None:
        return shlex.quote(str(called))
    return "ferrovia"


def lacks(libraries: Iterable[str]) -> list[str]:
    """Which of some libraries are not installed."""
    return [name for name in libraries if find_spec(name) is None]


def bringing(extra: str = "") -> str:
    """The command that installs what is missing, of those that whoever installed us has."""
    wanted = f"ferrovia[{extra}]" if extra else "ferrovia"
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").is_file():
        return shlex.join(["pipx", "runpip", "ferrovia", "install", wanted])
    if find_spec("pip") is None:  # as uv makes them
        return shlex.join(["uv", "pip", "install", "--python", shown(Path(sys.executable)), wanted])
    if (found := which("pip")) and Path(found).parent == Path(sys.executable).parent:
        return shlex.join(["pip", "install", wanted])
    return shlex.join([shown(Path(sys.executable)), "-m", "pip", "install", wanted])
