"""The words of a choice: those for all titles know none of them, and every title has words for what only it has."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.title import Title
from ferrovia.formats import sentences
from ferrovia.titles.registry import all_titles
from tests.walks import new_game, walk


def test_words_for_all_titles_know_none_of_them() -> None:
    tree = ast.parse(Path(str(sentences.__file__)).read_text())
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert modules
    assert not any(module.startswith("ferrovia.titles") for module in modules)


@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: str(title.name))
def test_no_choice_is_told_by_its_fields_alone(title: Title) -> None:
    told: set[type[Action]] = set()
    for game in walk(new_game(title, 5, title.player_counts[-1]), random.Random(5), most=400):
        for choice in [*game.decision, *(other.choice for other in game.decision.interjections)]:
            action = choice.action if isinstance(choice, Range) else choice
            if type(action) not in told:
                told.add(type(action))
                assert title.seen.words(game, action) or type(action) in sentences._WORDS, action
    assert len(told) > 10
