"""A step is named in one place: no module tells steps apart by a word that it writes out itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import ferrovia

SOURCE = Path(ferrovia.__file__).parent
ASKED = {"step", "step_id"}  # of a frame, a turn or a decision


def _is_step(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Attribute(attr=name) | ast.Name(id=name):
            return name in ASKED
    return False


def _is_written_out(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(_is_written_out, node.elts))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def _patterns(pattern: ast.pattern) -> Iterator[ast.expr]:
    for each in ast.walk(pattern):
        if isinstance(each, ast.MatchValue):
            yield each.value


def written_out(source: str) -> list[int]:
    """The lines in which a step is compared with a string."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare():
                sides = (node.left, *node.comparators)
                if any(map(_is_step, sides)) and any(map(_is_written_out, sides)):
                    found.append(node.lineno)
            case ast.Match(subject=subject) if _is_step(subject):
                values = (value for case in node.cases for value in _patterns(case.pattern))
                found += [value.lineno for value in values if _is_written_out(value)]
    return found


def test_a_step_that_is_written_out_is_found() -> None:
    assert written_out('if game.top.step(game) == "stock":\n    pass') == [1]
    assert written_out('if decision.step in ("track", "token"):\n    pass') == [1]
    assert written_out('match step:\n    case "run" | "dividend":\n        pass') == [2, 2]
    assert written_out("if turn.step_id(game) == TrackStep.id or span.step == 1:\n    pass") == []


def test_no_module_writes_a_step_out() -> None:
    modules = sorted(SOURCE.rglob("*.py"))
    assert len(modules) > 500
    found = [f"{path.relative_to(SOURCE)}:{line}" for path in modules for line in written_out(path.read_text("utf-8"))]
    assert found == []
