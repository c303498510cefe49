"""Which clauses tests play: the marks `@pytest.mark.clause("1849-9.2.6")` of the test files, read without running them.

A mark counts for the test it stands on: on the function, on its class, as `pytestmark` of the class or the
module, or on a `pytest.param(..., marks=...)` of its parameters, also where those are kept under a name of the
module. It counts only if the test checks something: an `assert` of more than a constant, `pytest.raises`, or a
call of something whose name begins with may, refuses, does or check. A test that is skipped or expected to fail
plays nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

CHECKING = ("may", "refuses", "does", "check")
NOT_PLAYED = frozenset({"skip", "xfail"})


def marked_clauses(tests: Path) -> dict[str, list[str]]:
    """Every id on a mark that counts, with the tests that carry it."""
    found: dict[str, list[str]] = {}
    for path in sorted({*tests.rglob("test_*.py"), *tests.rglob("*_test.py")}):
        for clause, test in marks_in(path.read_text("utf-8")):
            found.setdefault(clause, []).append(f"{path.relative_to(tests)}::{test}")
    return found


def marks_in(source: str) -> Iterator[tuple[str, str]]:
    """The (id, test) pairs of one test file; raises `SyntaxError`."""
    module = ast.parse(source)
    yield from _Reader(module).marks(module.body, [], "")


class _Reader:
    """Reads one module: what its names stand for, and what its tests carry."""

    def __init__(self, module: ast.Module) -> None:
        self._named = dict(_assignments(module.body))

    def marks(self, body: list[ast.stmt], around: list[ast.expr], prefix: str) -> Iterator[tuple[str, str]]:
        """`around` are the marks of the module and of the classes that a body stands in."""
        around = [*around, *(value for name, value in _assignments(body) if name == "pytestmark")]
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                yield from self.marks(node.body, [*around, *node.decorator_list], f"{prefix}{node.name}::")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                carried = [*around, *node.decorator_list]
                if _checks_something(node) and not self._is_left_out(carried):
                    for clause in dict.fromkeys(self._clauses(carried)):
                        yield clause, f"{prefix}{node.name}"

    def _clauses(self, carried: Iterable[ast.expr]) -> Iterator[str]:
        for node in self._all_nodes(carried):
            if isinstance(node, ast.Call) and self._mark_of(node.func) == "clause":
                for argument in node.args:
                    yield from self._texts(argument)

    def _is_left_out(self, carried: Iterable[ast.expr]) -> bool:
        """Marks on single parameters are not looked at: the others are played."""
        for node in carried:
            for mark in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
                function = mark.func if isinstance(mark, ast.Call) else mark
                if self._mark_of(function) in NOT_PLAYED:
                    return True
        return False

    def _mark_of(self, node: ast.expr) -> str:
        """The name of a mark: `clause` for `pytest.mark.clause`, also under another name."""
        if isinstance(node, ast.Name) and node.id in self._named:
            node = self._named[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
            if owner == "mark":
                return node.attr
        return ""

    def _texts(self, node: ast.expr) -> Iterator[str]:
        """The ids written at a place: a text, or a list of texts under a name."""
        for part in self._all_nodes([node]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value

    def _all_nodes(self, roots: Iterable[ast.expr]) -> Iterator[ast.AST]:
        """Everything inside some expressions, and inside what the names in them stand for."""
        seen: set[str] = set()
        waiting: list[ast.AST] = list(roots)
        while waiting:
            root = waiting.pop(0)
            for node in ast.walk(root):
                yield node
                if isinstance(node, ast.Name) and node.id in self._named and node.id not in seen:
                    seen.add(node.id)
                    waiting.append(self._named[node.id])


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def _checks_something(test: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    for node in (inner for statement in test.body for inner in ast.walk(statement)):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if isinstance(node, ast.Call):
            name = _name(node.func)
            if name == "raises" or name.startswith(CHECKING):
                return True
    return False


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
