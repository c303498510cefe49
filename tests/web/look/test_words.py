"""Words that people read: no tag or inner name of the program is among them, in either language."""

from __future__ import annotations

import html
import re

import pytest

from ferrovia.engine.flow.actions import LayTile
from ferrovia.formats.prompts import prompt
from ferrovia.table.page.atlas import atlas
from ferrovia.table.page.tray import tray
from ferrovia.table.waiting_for import read_prompt, stored_prompt
from ferrovia.titles.registry import title
from tests.walks import every_option, half_sensible_walk, new_game
from tests.web.positions import laid_out, played, scene_of
from tests.web.turn.crawling import decisions, rendered, scene_at

pytestmark = pytest.mark.django_db
TITLES = ["1849", "1883", "18FB"]
_INNER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_SPOKEN = re.compile(r'(?:aria-label|title|alt|placeholder)="([^"]*)"')
_BETWEEN = re.compile(r">([^<>]+)<")


@pytest.mark.parametrize("name", TITLES)
def test_the_map_as_text_has_words_for_all_that_lies_there(name: str) -> None:
    table = laid_out(played(name, 3, 120))
    said = {language: atlas(scene_of(table, language=language)) for language in ("en", "it")}
    for english, italian in zip(said["en"], said["it"], strict=True):
        for words in (english.lies, *english.stops):
            assert not any(word in words for word in ("blank", "offboard", "darkgreen", "red", "blue"))
        assert english.lies != italian.lies
        assert all(one != other for one, other in zip(english.stops, italian.stops, strict=True))


@pytest.mark.parametrize("name", TITLES)
def test_chips_of_the_tray_have_names(name: str) -> None:
    known = title(name)
    tags = {kind.__struct_config__.tag for kind in known.actions}
    for game in decisions(name, 1, 3, 300):
        for player in game.players:
            for chip in tray(scene_at(game, player)).chips:
                assert chip.name
                assert chip.name not in tags
                assert chip.name.replace(" ", "_") not in tags


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_part_of_the_page_shows_an_inner_name(name: str, language: str) -> None:
    seen = 0
    for game in decisions(name, 3, 3, 400):
        scene = scene_at(game, language=language)
        page = rendered(scene, "banner", "desk", "tray", "log", "bar", "charters")
        shown = [html.unescape(text) for text in (*_SPOKEN.findall(page), *_BETWEEN.findall(page))]
        assert not [text for text in shown if _INNER.search(text)]
        seen += len(shown)
    assert seen > 1000


def test_what_a_table_waits_for_is_kept_as_it_is_asked() -> None:
    for name in TITLES:
        game = new_game(title(name), 2, 3, every_option(title(name), 3))
        seen = set()
        for position, _ in half_sensible_walk(game, 2):
            step = position.top.step(position)
            if len(position.actions) > 300:
                break
            if step in seen:
                continue
            seen.add(step)
            kept = read_prompt(stored_prompt(position)).question
            assert kept is not None
            for language in ("en", "it"):
                say = position.title.voice(language)
                assert say(kept) == say(prompt(position))


def test_tiles_without_end_are_not_counted() -> None:
    for game in decisions("1849", 2, 3, 300):
        lays = [choice for choice in game.decision.choices if isinstance(choice, LayTile)]
        if not lays:
            continue
        game.state.supply = {**game.state.supply, lays[0].tile: -1}
        page = rendered(scene_at(game, pick={"hex": lays[0].hex}), "desk")
        assert "-1 left" not in page
        assert f"Tile {lays[0].tile}, without end" in page
        return
    pytest.fail("no track was laid")


@pytest.mark.parametrize(
    ("owners", "english", "italian"),
    [(["AFG"], "AFG loses it", "li perde"), (["AFG", "RCS"], "AFG and RCS lose it", "li perdono")],
)
def test_one_owner_loses_a_train_and_several_lose_it(owners: list[str], english: str, italian: str) -> None:
    text = "The {train} leaves the game: {owners:and} {n:loses|lose} it."
    for language, words in (("en", english), ("it", italian)):
        assert words in title("1849").voice(language)(text, train="4H", owners=owners, n=len(owners))
