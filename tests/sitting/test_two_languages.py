"""Two viewers of one game read it in two languages, and the game knows nothing of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record, written
from ferrovia.formats.view_types import View
from ferrovia.sitting.law import ANYBODY
from ferrovia.sitting.moment import Moment
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import MemoryStorage
from ferrovia.titles.registry import all_titles, title
from tests.italian import italian
from tests.walks import new_game, pick

MOVES = 60
WORDS = {"full_title", "note", "over", "text"}  # ... and the name of the round: all else in a view is facts


@pytest.fixture(autouse=True, scope="module")
def catalogue() -> None:
    italian()


def sat_down(game: Game) -> Sitting:
    return Sitting(MemoryStorage(Record.of(game, [game.hash()])), ANYBODY)


def read(moment: Moment, viewer: str, language: str) -> dict[str, Any]:
    """All that a table puts before one viewer."""
    say = moment.game.title.voice(language)
    events = [event for told in moment.events_since(0, viewer) for event in told.events or ()]
    return {
        "view": moment.view(viewer, language),
        "choices": moment.choices(viewer, language),
        "log": [say(event) for event in events],
    }


def facts(value: Any) -> Any:
    """What was put before a viewer without its words."""
    if isinstance(value, dict):
        return {key: facts(each) for key, each in value.items() if key not in WORDS}
    return [facts(each) for each in value] if isinstance(value, list) else value


def facts_of(page: dict[str, View]) -> Any:
    view = {**page["view"], "round": {**page["view"]["round"], "name": ""}}
    return facts({"view": view, "choices": {**page["choices"], "warnings": []}, "lines": len(page["log"])})


@pytest.mark.parametrize("name", all_titles())
def test_two_viewers_read_one_moment_in_two_languages(name: str) -> None:
    game = new_game(title(name), 3, title(name).player_counts[0])
    read_by_two, read_by_nobody = sat_down(game.fork()), sat_down(game.fork())
    chance, others_chance = random.Random(3), random.Random(3)
    differ: set[str] = set()
    for number in range(MOVES):
        moment = read_by_two.now
        before = written(moment.record)
        viewer = moment.game.decision.player
        if number % 10 == 0:
            english, in_italian = read(moment, viewer, "en"), read(moment, viewer, "it")
            assert facts_of(english) == facts_of(in_italian)
            assert read(moment, viewer, "en") == english  # whoever reads later hears nothing of the other's language
            assert written(moment.record) == before
            assert moment.game.hash() == moment.record.hashes[-1]
            differ |= {part for part in english if english[part] != in_italian[part]}
        read_by_two.act(pick(moment.game.decision, chance), viewer)
        read_by_nobody.act(pick(read_by_nobody.game.decision, others_chance))
    assert differ == {"view", "choices", "log"}
    assert written(read_by_two.record) == written(read_by_nobody.record)


def test_a_player_reads_only_what_they_may_do_themselves() -> None:
    sitting = sat_down(new_game(title("1849"), 3, 3))
    decider, *others = sitting.game.decision.player, *sitting.game.state.seats
    assert len(sitting.choices(decider)["choices"]) == len(sitting.game.decision.choices)
    for other in set(others) - {decider}:
        page = sitting.choices(other, "it")
        assert (page["player"], page["choices"], page["ranges"]) == (decider, [], [])
