"""Every legal choice of an operating turn, and of all questions, can be made by the links and forms of the page."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.game import Game
from ferrovia.table.page.controls.dividend import dividend
from ferrovia.table.page.controls.question import question
from ferrovia.table.page.controls.running import running
from ferrovia.table.page.controls.tokens import tokens
from ferrovia.table.page.controls.track import track
from ferrovia.table.page.controls.trains import trains
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.tray import choices
from ferrovia.titles.t18fb.table.lines import lines
from tests.web.positions import laid_out, played, scene_of
from tests.web.turn.crawling import crawled, decisions, offers, scene_at

pytestmark = pytest.mark.django_db

# 1849 with its variants, so that bonds, E tokens and the sale of tokens are among what is asked.
GAMES = [("1849", 1, 3), ("1883", 2, 2), ("1883", 3, 4), ("18FB", 4, 3)]
FAR = 420  # moves
OURS = (tokens, lines, running, dividend, trains, question)


def is_ours(scene: Scene) -> bool:
    return track(scene) is None and any(build(scene) is not None for build in OURS)


def check(game: Game) -> None:
    scene = scene_at(game)
    viewer = scene.decider
    if is_ours(scene):
        found = crawled(game, viewer, "desk", "tray")
        missing = [choice for choice in game.decision if not offers(found, choice)]
        assert not missing, f"at {game.decision.step} after {len(game.actions)} moves"


def check_tray(game: Game) -> None:
    """What may be done at any moment is in the tray of whoever may do it, whoever's turn it is."""
    for player in game.players:
        scene = scene_at(game, player)
        wanted = choices(scene)
        if wanted:
            found = crawled(game, player, "tray")
            assert all(offers(found, choice) for choice in wanted)
    listed = {one.player for one in game.decision.interjections}
    assert all(choices(scene_at(game, player)) for player in listed)


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_every_choice_can_be_made_by_links_and_forms(name: str, seed: int, players: int) -> None:
    for game in decisions(name, seed, players, FAR):
        check(game)


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_what_may_be_done_at_any_moment_is_in_the_tray(name: str, seed: int, players: int) -> None:
    for game in decisions(name, seed, players, FAR // 2):
        check_tray(game)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seed", "players"), [*GAMES, ("1849", 5, 5), ("18FB", 6, 6), ("1883", 7, 3)])
def test_every_choice_of_whole_games_can_be_made(name: str, seed: int, players: int) -> None:
    for game in decisions(name, seed, players, 2000, alike=3):
        check(game)
        check_tray(game)


def test_places_to_choose_from_stand_by_name() -> None:
    """The rules list them by their hex."""
    control = tokens(scene_of(laid_out(played("1883", 3, 62, "2"))))
    assert control is not None
    names = [place.name for place in control.parts.places]
    assert len(names) > 3
    assert names == sorted(names)
    assert [place.number for place in control.parts.places] != [*range(len(names))]
