"""Only verbs write to the state of a game that has begun; everything else asks them to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import ferrovia

ROOT = Path(ferrovia.__file__).parent
# The verbs themselves, and set-up, before which there is no game.
WRITERS = {"engine/flow/holdings.py", "engine/flow/game.py", "engine/flow/facets/setup.py"}


def writes(source: str) -> Iterator[tuple[str, int]]:
    """Where a field of a state is assigned to: the function it is in, and the line."""

    def inside(node: ast.AST, function: str) -> Iterator[tuple[str, int]]:
        for child in ast.iter_child_nodes(node):
            name = child.name if isinstance(child, ast.FunctionDef) else function
            if isinstance(child, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete):
                for target in _targets(child):
                    if _is_field_of_state(target):
                        yield name, child.lineno
            yield from inside(child, name)

    return inside(ast.parse(source), "")


def _targets(node: ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Delete) -> Iterator[ast.expr]:
    targets = node.targets if isinstance(node, ast.Assign | ast.Delete) else [node.target]
    for target in targets:
        yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def _is_field_of_state(target: ast.expr) -> bool:
    while isinstance(target, ast.Subscript):
        target = target.value
    if not isinstance(target, ast.Attribute):
        return False
    owner = target.value
    return (isinstance(owner, ast.Name) and owner.id == "state") or (
        isinstance(owner, ast.Attribute) and owner.attr == "state"
    )


def test_only_verbs_write_to_the_state() -> None:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        room = path.relative_to(ROOT).as_posix()
        if room in WRITERS or room.endswith("/setup.py"):
            continue
        found += [f"{room}:{line} in {name}" for name, line in writes(path.read_text("utf-8")) if name != "keep"]
    assert found == []


def test_writes_are_found_in_every_form() -> None:
    source = """
def f(game, state):
    game.state.cash = {}
    state.cash["bank"] += 1
    game.state.over, other = "", 1
    del state.trains["x"]
    game.state = state
    own.state_of = 1
"""
    assert list(writes(source)) == [("f", 3), ("f", 4), ("f", 5), ("f", 6)]
