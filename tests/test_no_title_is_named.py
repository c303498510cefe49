"""No room but `titles` names a title: what one says, shows or knows is in its folder; the registry is the one list."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.titles.registry import TITLES, all_titles

SOURCE = Path(__file__).parents[1] / "src" / "ferrovia"
# Docstrings and comments are left out: examples for people have names.
WRITTEN = {".html", ".jinja", ".css", ".js", ".toml"}


def _names() -> dict[str, re.Pattern[str]]:
    """What belongs to each title: its name and folder, its designer, and the ids of its companies."""
    found = {}
    for name, title in all_titles().items():
        folder = TITLES[name].rpartition(".")[2]
        ids = {*title.box.corporations, *title.box.privates}
        words = [re.escape(each) for each in (name, folder, title.designer)]
        quoted = [f"[\"']{re.escape(each)}[\"']" for each in ids]
        found[name] = re.compile("|".join([rf"(?<![\w.#])(?:{'|'.join(words)})(?![\w])", *quoted]))
    return found


def _texts(path: Path) -> Iterator[str]:
    """What a file says or does: of Python all names and strings but docstrings, of others everything."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield text
        return
    tree = ast.parse(text)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(value)) if id(node) not in told:
                yield f'"{value}"'
            case ast.ImportFrom(module=str(module)):
                yield from (f"{module}.{alias.name}".replace(".", " ") for alias in node.names)
            case ast.Import():
                yield from (alias.name.replace(".", " ") for alias in node.names)
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def _naming() -> dict[str, set[str]]:
    """Every file outside `titles` that names a title, and what it says."""
    found: dict[str, set[str]] = {}
    patterns = _names()
    for path in sorted(SOURCE.rglob("*")):
        where = path.relative_to(SOURCE).as_posix()
        if where.startswith("titles/") or (path.suffix != ".py" and path.suffix not in WRITTEN):
            continue
        for text in _texts(path):
            for pattern in patterns.values():
                found.setdefault(where, set()).update(pattern.findall(text))
    return {where: names for where, names in found.items() if names}


@pytest.fixture(scope="module")
def naming() -> dict[str, set[str]]:
    return _naming()


def test_no_room_but_titles_names_a_title(naming: dict[str, set[str]]) -> None:
    assert naming == {}


def test_a_name_would_be_found(tmp_path: Path) -> None:
    said = tmp_path / "room.py"
    said.write_text('"""Of 1849."""\nLATE = {"1849": 280}\n', "utf-8")
    assert any(pattern.search(text) for text in _texts(said) for pattern in _names().values())
    said.write_text('"""Of 1849."""\nLATE = 280\n', "utf-8")
    assert not any(pattern.search(text) for text in _texts(said) for pattern in _names().values())
