"""What the banner asks: a question for every step, a line for those who wait, the stations of the turn."""

from __future__ import annotations

import pytest

from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats import prompts as wording
from ferrovia.saying.voice import Voice
from ferrovia.table.page.banner import banner
from ferrovia.titles.registry import all_titles, title
from tests.web.positions import NAMES, laid_out, scene_of, until


def test_every_step_of_a_turn_is_a_station() -> None:
    for each in all_titles().values():
        assert all(step.station for step in (*each.operating.steps, *each.operating.other_steps))


@pytest.mark.parametrize(("name", "options"), [("1849", ()), ("1849", ("bonds",)), ("1883", ()), ("18FB", ())])
def test_every_decision_of_a_whole_game_is_asked_in_words_without_gaps(name: str, options: tuple[str, ...]) -> None:
    settings = Settings(name, NAMES[:3], "2", options, salt="salt")
    game, say = Game(title(name), settings), title(name).voice("en")
    bots, seen = bots_for(["sensible"] * 3, settings), set()
    while not game.over:
        step = game.top.step(game)
        if step not in seen or len(game.actions) % 10 == 0:
            seen.add(step)
            _asked_well(game, say)
        game.apply(chosen(game, bots))
    assert len(seen) > 8


def _asked_well(game: Game, say: Voice) -> None:
    words = say(wording.prompt(game))
    assert words
    assert words != "Your choice"
    assert "  " not in words
    assert not words.startswith((" ", ":"))
    assert " for ?" not in words
    assert not words.endswith((" for", " of", " on"))
    assert "pass" not in words or Pass() in game.decision.choices, words


@pytest.mark.django_db
def test_the_decider_is_asked_and_the_others_are_told() -> None:
    table = laid_out(until("1849", "track", after=250))
    mine = banner(scene_of(table))
    assert mine.question == f"Lay track for {mine.corporation}"
    assert mine.over == "Your turn"
    other = next(name for name in NAMES if name != mine.player)
    theirs = banner(scene_of(table, other))
    assert theirs.question == f"{mine.player} lays track for {mine.corporation}"
    assert theirs.over == f"{mine.player}’s turn"


@pytest.mark.django_db
def test_stations_are_the_steps_of_the_turn_or_the_seats() -> None:
    turn = banner(scene_of(laid_out(until("1849", "track", after=250)))).line
    assert [station.name for station in turn.stations][:4] == ["Track", "Token", "Run", "Dividend"]
    assert [station.state for station in turn.stations].count("here") == 1
    assert turn.told[2] == "Track"
    scene = scene_of(laid_out(until("1883", "stock", after=400)))
    seats = banner(scene).line
    assert len(seats.stations) == 3
    assert seats.stations[scene.game.state.seats.index(scene.decider)].state == "here"


@pytest.mark.django_db
def test_lines_are_built_in_18fb() -> None:
    scene = scene_of(laid_out(until("18FB", "token", 3)))
    assert banner(scene).question == f"Build a line for {scene.game.top.corporation_of(scene.game)}"
    assert "Line" in [station.name for station in banner(scene).line.stations]
