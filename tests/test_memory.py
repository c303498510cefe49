"""Whatever outlives a game is bounded: a process that plays for days is no larger than one that played an evening."""

from __future__ import annotations

import ast
import ctypes
import gc
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ferrovia
from ferrovia.bench import memory
from ferrovia.bench.memory import after_games, memories
from ferrovia.drawing.board import board as draw_board
from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.position import position
from ferrovia.engine.board import layout as layouts
from ferrovia.engine.board.memory import Memory
from ferrovia.engine.board.reach import reach
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.titles.registry import all_titles
from tests.titles import TITLES
from tests.walks import new_game, pick

SOURCES = sorted(Path(ferrovia.__file__).parent.rglob("*.py"))
EVERY_TITLE = pytest.mark.parametrize("title", TITLES, ids=lambda title: str(title.name))


def walked(title: Title, seed: int, most: int = 120) -> Iterator[Game]:
    """A random game, at every action."""
    game, chance = new_game(title, seed, title.player_counts[0], ()), random.Random(seed)
    while not game.over and len(game.actions) < most:
        yield game
        game.apply(pick(game.decision, chance))
    yield game


# The memory


def test_a_full_memory_forgets_its_older_half() -> None:
    memory: Memory[int, str] = Memory(10)
    for number in range(1000):
        memory[number] = str(number)
        assert len(memory) <= 10
        assert memory[number] == str(number)
    assert list(memory) == sorted(memory)
    memory[999] = "another"
    assert (len(memory), memory[999]) == (10, "another")


def test_a_memory_of_one() -> None:
    memory: Memory[str, int] = Memory(1)
    memory["a"] = 1
    memory["b"] = 2
    assert memory == {"b": 2}


def test_what_was_worked_out_is_recalled() -> None:
    memory: Memory[str, bool] = Memory(2)
    asked: list[str] = []

    def ask(question: str) -> bool:
        def work_out() -> bool:
            asked.append(question)
            return question == "yes"

        return memory.recall(question, work_out)

    assert [ask("no"), ask("no"), ask("yes"), ask("no")] == [False, False, True, False]
    assert asked == ["no", "yes"]
    assert ask("third") is False
    assert (ask("no"), asked) == (False, ["no", "yes", "third", "no"])


# What is kept for the whole process


def unbounded(source: str) -> list[str]:
    """Functions of a module that remember their answers without end."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        asks = function.args
        has_questions = bool(asks.args or asks.posonlyargs or asks.kwonlyargs or asks.vararg or asks.kwarg)
        for decorator in function.decorator_list:
            words = ast.unparse(decorator)
            if words.split("(")[0].rpartition(".")[2] == "cache" and has_questions:
                found.append(function.name)
            if "lru_cache" in words and not (isinstance(decorator, ast.Call) and _bound(decorator) > 0):
                found.append(function.name)
    return found


def _bound(call: ast.Call) -> int:
    for keyword in call.keywords:
        if keyword.arg == "maxsize" and isinstance(keyword.value, ast.Constant):
            return keyword.value.value if isinstance(keyword.value.value, int) else 0
    return 0


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("@cache\ndef f(x): ...", ["f"]),
        ("@functools.cache\ndef f(*x): ...", ["f"]),
        ("@lru_cache(maxsize=None)\ndef f(x): ...", ["f"]),
        ("@lru_cache\ndef f(x): ...", ["f"]),
        ("@lru_cache(maxsize=8)\ndef f(x): ...", []),
        ("@cache\ndef f(): ...", []),
    ],
)
def test_a_function_without_bound_is_found(source: str, names: list[str]) -> None:
    assert unbounded(source) == names


def test_every_function_that_remembers_has_a_bound() -> None:
    found = [f"{path.name}: {name}" for path in SOURCES for name in unbounded(path.read_text("utf-8"))]
    assert len(SOURCES) > 150
    assert found == []


def sizes() -> dict[str, int]:
    """How much lies in every collection that a module or a title has by name, but for memories with a bound."""
    found = {}
    owners: list[tuple[str, dict[str, Any]]] = [
        (name, vars(module)) for name, module in sys.modules.items() if name.split(".")[0] == "ferrovia"
    ]
    owners += [(f"title {title.name}", vars(title)) for title in TITLES]
    owners += [(f"board {title.name}", vars(title.box.board)) for title in TITLES]
    for owner, names in owners:
        for name, value in names.items():
            if isinstance(value, dict | list | set) and not isinstance(value, Memory) and not name.startswith("__"):
                found[f"{owner}.{name}"] = len(value)
    return found


def played_and_drawn(title: Title, seed: int) -> None:
    *_, game = walked(title, seed)
    for theme in THEMES.values():
        draw_board(edition_of(game.title), position(game), palette=theme)


@EVERY_TITLE
def test_games_and_pictures_leave_only_what_has_a_bound(title: Title) -> None:
    played_and_drawn(title, 1)
    before = sizes()
    played_and_drawn(title, 2)
    played_and_drawn(title, 3)
    after = sizes()
    assert {name: size for name, size in after.items() if size > before.get(name, 0)} == {}
    kept = list(memories())
    assert len(kept) > 20
    assert [each for each in kept if not 0 <= each.held <= each.most] == []


@EVERY_TITLE
def test_what_is_forgotten_is_worked_out_again(title: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for two answers each, boards and layouts tell the same as ever."""
    told = [(game.hash(), list(game.decision)) for game in walked(title, 4, 60)]
    title.box.board.memory.clear()
    monkeypatch.setattr(title.box.board.memory, "most", 2)
    monkeypatch.setattr(layouts, "ANSWERS", 2)
    for game, (expected, choices) in zip(walked(title, 4, 60), told, strict=True):
        assert game.hash() == expected
        assert list(game.decision) == choices
        assert len(title.box.board.memory) <= 2
        assert len(game.layout.memory) <= 2


def test_questions_about_one_layout_do_not_pile_up() -> None:
    """Somebody asks about ever other stations at the same layout, as a page may that shows what could be."""
    layout = new_game(all_titles()["1849"], 1, 3, ()).layout
    stops = list(layout.board.stops)
    for number in range(2 * layouts.ANSWERS):
        reach(layout, [stops[number % len(stops)]], frozenset(stops[: number // len(stops)]))
        assert len(layout.memory) <= layouts.ANSWERS
    assert layout.memory.most == layouts.ANSWERS


def test_a_layout_is_freed_when_no_game_stands_on_it() -> None:
    """Without Python looking for circles: what is kept about a layout does not hold it."""
    gc.collect()
    gc.disable()
    try:
        before = _layouts()
        *games, game = walked(all_titles()["1849"], 5)
        assert len(game.layout.tiles) > 5
        assert _layouts() > before
        del games, game
        assert _layouts() == before
    finally:
        gc.enable()


def _layouts() -> int:
    return sum(type(each) is layouts.Layout for each in gc.get_objects())


# What is kept about a position


def test_what_was_worked_out_about_a_position_is_forgotten_when_anything_in_it_is_replaced() -> None:
    game = new_game(all_titles()["1849"], 1, 3, ())
    asked: list[int] = []

    def answer() -> int:
        asked.append(1)
        return len(asked)

    assert [game.remembered("how many", answer) for _ in range(3)] == [1, 1, 1]
    game.state = game.state.copy()
    game.state.number += 1
    assert game.remembered("how many", answer) == 1
    assert game.remembered("how many others", answer) == 2
    for name in game.state.__struct_fields__:
        if name != "number":
            before = len(asked)
            setattr(game.state, name, object())
            assert game.remembered("how many", answer) == before + 1, name
    assert game.fork().remembered("how many", answer) == len(asked)
    for number in range(1000):
        game.remembered(number, answer)
    assert len(game._answers[1]) <= game._answers[1].most


# bench memory


def test_the_process_is_looked_at_after_few_and_after_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "PLAYERS", ("random",) * 3)
    figures = after_games("1849", 1, 3)
    assert list(figures) == ["after 1 games", "after 3 games", "growth"]
    first, last = figures["after 1 games"], figures["after 3 games"]
    assert set(first) == set(last) == set(figures["growth"])
    assert last["thousand_blocks"] > 50
    assert figures["growth"]["answers_kept"] == last["answers_kept"] - first["answers_kept"]


def test_where_the_system_tells_nothing_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> str:
        raise OSError("not here")

    monkeypatch.setattr(Path, "read_text", nothing)
    monkeypatch.setattr(ctypes, "CDLL", nothing)
    assert set(memory._look()) == {"thousand_blocks", "answers_kept"}
