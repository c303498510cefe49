"""Texts in Python source: plain literals where they are said, or under a name that is said.

A text that is put together when the program runs cannot be translated, nor one that never reaches a voice: these
come out as slips.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import NamedTuple

# Which argument of a call is a text, by the name of what is called.
CALLS = {
    "Message": 0,
    "Refusal": 1,
    "say": 0,
    "tell": 0,
    "term": 0,
    "OneSentence": 0,
    "Failed": 0,
    "Skipped": 0,
}
TROUBLE = "Trouble"  # ... and of every exception that is called one
HELPFUL = ("option", "version_option", "command", "group")  # what has a `help`
# Methods that make a new text out of one.
MAKING = frozenset({"format", "format_map", "join", "replace", "capitalize", "lower", "upper", "title"})
# What shows a text as it is, in the command's own modules.
MUTE = frozenset({"echo", "secho", "print", "UsageError", "BadParameter", "table", "section", "write_text", "add_row"})

Function = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
Names = dict[str, list[ast.expr]]  # what is assigned to a name, all of it


class Slip(NamedTuple):
    """Where something is said that no catalogue can help with, and why."""

    line: int
    why: str


class Help(str):
    """A text that is said as it stands: braces in it are braces."""


MADE_UP = "the text is not a literal, so nobody can translate it"
UNSAID = "the text is shown without being said"


def constants(sources: Iterable[str]) -> Names:
    """What stands under a NAME of a module or of a class, wherever it is, to be found from other modules."""
    found: Names = {}
    for source in sources:
        for name, values in _assigned(ast.parse(source)).items():
            if name.isupper():
                found.setdefault(name, []).extend(values)
    return found


def in_module(source: str, elsewhere: Names | None = None, is_command: bool = False) -> Iterator[str | Slip]:
    """The texts of a module; `elsewhere` are the constants of others."""
    yield from _in_scope(ast.parse(source), [elsewhere or {}], is_command)


def _in_scope(scope: ast.AST, around: list[Names], is_command: bool) -> Iterator[str | Slip]:
    """What a module or a function says, and the functions in it; names are looked for from the inside out."""
    known = [_assigned(scope), *around]
    for node in _own_nodes(scope):
        match node:
            case ast.Call():
                yield from _of_call(node, known)
                if is_command and _name(node.func) in MUTE and any(_has_words(each) for each in node.args):
                    yield Slip(node.lineno, UNSAID)
            case ast.ClassDef():
                yield from _of_events(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                yield from _in_scope(node, known, is_command)
    if isinstance(scope, ast.FunctionDef) and any(_is_command(each) for each in scope.decorator_list):
        help_text = ast.get_docstring(scope)
        if help_text:
            yield Help(help_text)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a module or a function, not what stands in a function inside it: that one itself only.

    A function's decorators and defaults belong to where it stands.
    """
    waiting: list[ast.AST] = _body(scope)
    while waiting:
        node = waiting.pop(0)
        yield node
        if isinstance(node, Function):
            waiting += [*getattr(node, "decorator_list", []), node.args]
        else:
            waiting += ast.iter_child_nodes(node)


def _body(scope: ast.AST) -> list[ast.AST]:
    if isinstance(scope, ast.Lambda):
        return [scope.body]
    return list(scope.body) if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module) else []


def _assigned(scope: ast.AST) -> Names:
    """Every name that gets something here; a parameter gets what nobody can see."""
    found: Names = {}
    if isinstance(scope, Function):
        arguments = scope.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            found[argument.arg] = []
    for node in _own_nodes(scope):
        match node:
            case ast.Assign():
                for target in node.targets:
                    _bind(found, target, node.value)
            case ast.AnnAssign() | ast.NamedExpr() if node.value is not None:
                _bind(found, node.target, node.value)
            case ast.AugAssign():
                _bind(found, node.target, ast.BinOp(node.target, node.op, node.value))
            case ast.For() | ast.comprehension():
                each = node.iter.elts if isinstance(node.iter, ast.Tuple | ast.List) else [node.iter]
                for value in each:
                    _bind(found, node.target, value if each != [node.iter] else None)
    return found


def _bind(found: Names, target: ast.expr, value: ast.expr | None) -> None:
    match target, value:
        case ast.Name(id=name), None:
            found.setdefault(name, [])
        case ast.Name(id=name), ast.expr():
            found.setdefault(name, []).append(value)
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            for inner, part in zip(targets, values, strict=True):
                _bind(found, inner, part)
        case ast.Tuple(elts=targets), _:
            for inner in targets:
                _bind(found, inner, None)


def _of_events(node: ast.ClassDef) -> Iterator[str | Slip]:
    for inner in node.body:
        if isinstance(inner, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "says" for to in inner.targets):
            yield from _or_slip(_texts(inner.value, []), inner.lineno)
        if isinstance(inner, ast.FunctionDef) and inner.name == "sentence":
            for part in ast.walk(inner):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield from _or_slip(_texts(part.value, [_assigned(inner)]), part.lineno)


def _or_slip(found: Iterable[str | None], line: int) -> Iterator[str | Slip]:
    return (Slip(line, MADE_UP) if text is None else text for text in found)


def _of_call(call: ast.Call, known: list[Names]) -> Iterator[str | Slip]:
    called = _name(call.func)
    if called in HELPFUL:
        for keyword in call.keywords:
            if keyword.arg == "help":
                for text in _or_slip(_texts(keyword.value, known), call.lineno):
                    yield text if isinstance(text, Slip) else Help(text)
        return
    at = 0 if called.endswith(TROUBLE) else CALLS.get(called)
    if at is None or len(call.args) <= at:
        return
    found = list(_or_slip(_texts(call.args[at], known), call.lineno))
    yield from found
    # Of several texts under one name nobody can see here which is meant.
    if called != "term" and (len(found) == 1 or not isinstance(call.args[at], ast.Name)):
        given = [keyword.arg for keyword in call.keywords]
        for name in sorted(
            {name for text in found for name in _fields(text) if name not in given and None not in given}
        ):
            yield Slip(call.lineno, f"{{{name}}} has no value")


def _fields(text: str | Slip) -> Iterator[str]:
    try:
        for _, name, _, _ in Formatter().parse(text) if isinstance(text, str) else ():
            if name is not None:
                yield name
    except ValueError:
        return  # the check of the catalogues tells


def _texts(node: ast.expr, known: list[Names], seen: frozenset[str] = frozenset()) -> Iterator[str | None]:
    """The texts that an expression may come to; None is one that is made up."""
    match node:
        case ast.Constant(value=str() as text):
            if text:
                yield text
        case ast.JoinedStr() | ast.BinOp(op=ast.Add() | ast.Mod()):
            yield None
        case ast.IfExp():
            yield from _texts(node.body, known, seen)
            yield from _texts(node.orelse, known, seen)
        case ast.BoolOp():
            for value in node.values:
                yield from _texts(value, known, seen)
        case ast.NamedExpr():
            yield from _texts(node.value, known, seen)
        case ast.Call(func=ast.Attribute(attr=method)) if method in MAKING:
            yield None
        case ast.Call(func=ast.Attribute(attr="get", value=table)):
            for value in [*_inside(table, known), *node.args[1:]]:
                yield from _texts(value, known, seen)
        case ast.Subscript():
            for value in _inside(node.value, known):
                yield from _texts(value, known, seen)
        case ast.Name() | ast.Attribute():
            name = _name(node)
            if name not in seen:
                for value in _named(node, known):
                    yield from _texts(value, known, seen | {name})


def _named(node: ast.expr, known: list[Names]) -> list[ast.expr]:
    """What a name stands for; of an attribute that may be a constant of another module or a class."""
    name = _name(node)
    if isinstance(node, ast.Attribute) and not name.isupper():
        return []
    return next((names[name] for names in known if name in names), [])


def _inside(table: ast.expr, known: list[Names]) -> Iterator[ast.expr]:
    """What a table holds, if it is written down under a name."""
    for written in _named(table, known) if isinstance(table, ast.Name | ast.Attribute) else [table]:
        match written:
            case ast.Dict():
                yield from written.values
            case ast.List() | ast.Tuple():
                yield from written.elts


def _has_words(node: ast.expr) -> bool:
    """Whether something that is shown has words of its own, outside of its fields."""
    match node:
        case ast.Constant(value=str() as text):
            return re.search(r"[^\W\d_]{2}", text) is not None
        case ast.JoinedStr():
            return any(_has_words(part) for part in node.values if isinstance(part, ast.Constant))
        case ast.BinOp():
            return _has_words(node.left) or _has_words(node.right)
        case ast.IfExp():
            return _has_words(node.body) or _has_words(node.orelse)
    return False


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    if isinstance(function, ast.Subscript) and isinstance(function.slice, ast.Constant):
        return str(function.slice.value)  # context["say"]
    return function.id if isinstance(function, ast.Name) else ""


def _is_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _name(decorator.func) in ("command", "group")
