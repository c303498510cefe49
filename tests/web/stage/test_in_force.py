"""The strip above the stage: the event of the round, whom it hits and spares, until when, and its marks on the map."""

from __future__ import annotations

from html import unescape

import pytest

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import LayTile
from ferrovia.formats.save import Record
from ferrovia.sitting.moment import Moment
from ferrovia.table.models import Table
from ferrovia.table.page.in_force import InForce
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import emilia, keep
from ferrovia.titles.t1883.revenue import after_events
from tests.components.states import moment
from tests.web.rendering import Shown, macro

pytestmark = pytest.mark.django_db

GAME = "1883-two"


def scene_in(now: Moment, language: str = "en") -> Scene:
    title = now.game.settings.title
    return Scene(Table(title=title, key=GAME, number=now.number), now, (), language, "light")


def cards_at(number: int) -> tuple[InForce, ...]:
    return scene_in(moment(GAME, number)).in_force


def written(scene: Scene) -> str:
    page = Page(scene)
    return unescape(str(macro("parts/in_force", "in_force")(scene.say, page.edition, page.in_force)))


def test_a_strike_tells_whom_it_hits_whom_support_spares_and_who_is_still_asked() -> None:
    (asked,) = cards_at(77)
    assert (asked.name, asked.short, asked.until) == ("Railroad strike", "Runs count half", "to the end of OR 2.1")
    assert (asked.hit, asked.spared, asked.asked) == ((), ("FMMSF", "FSF"), ("SAFRE", "SV"))
    (settled,) = cards_at(79)
    assert (settled.hit, settled.spared, settled.asked) == (("SAFRE", "SV"), ("FMMSF", "FSF"), ())
    assert cards_at(116) == ()


def test_in_every_position_those_hit_are_those_whose_runs_suffer() -> None:
    struck = 0
    for number in range(70, 700):
        now = moment(GAME, number)
        own, cards = emilia(now.game), scene_in(now).in_force
        signs = {name: card.sign for card in cards for name in card.hit}
        assert signs == {name: {"half": "½", "zero": "0"}[effect] for name, effect in own.effects.items()}, number
        for name, sign in signs.items():
            if "trains_on_time" not in own.in_force:
                assert after_events(now.game, name, 130) == {"½": 60, "0": 0}[sign]
            struck += 1
        assert not any(name in card.hit for card in cards for name in card.spared)
    assert struck > 100


def test_two_cards_at_once_are_told_of_with_the_weightier_first() -> None:
    strike, breaker = cards_at(170)
    assert (strike.name, breaker.name) == ("Railroad strike", "Strike breaker!")
    assert breaker.until == "to the end of OR 3.2"
    assert cards_at(130)[0].until == "to the end of the next operating round"
    assert "and 1 more" in written(scene_in(moment(GAME, 170)))


def test_a_strike_is_on_plates_and_tokens() -> None:
    now = moment(GAME, 79)
    page = Page(scene_in(now))
    assert {row.name: row.signs for row in page.ledger.rows if row.signs} == {"SAFRE": ("½",), "SV": ("½",)}
    tokens = {hex_of(stop) for name in ("SAFRE", "SV") for stop in now.game.state.stations[name]}
    assert [mark.sign for mark in page.force_marks] == ["½"] * len(tokens)
    assert Shown(scene_in(now)).marks().count('class="force-sign"') == len(tokens) > 0
    assert Shown(scene_in(now)).spreadsheet().count('class="force-badge"') == 2


def test_bombs_that_are_left_and_boxes_that_are_worth_more() -> None:
    (raids,) = cards_at(446)
    assert (raids.name, raids.until, raids.signs) == ("Air raids", "3 bombs left", (("36", "×"),))
    (boom,) = cards_at(600)
    assert boom.signs == (("MAN", "+30"), ("VER", "+20"))


def test_a_hot_autumn_lasts_to_the_next_stock_round() -> None:
    (autumn,) = cards_at(689)
    assert (autumn.name, autumn.until, autumn.sign) == ("Hot autumn", "to the next stock round", "0")
    assert autumn.spared == ("FBV", "FMMSF")
    (merged,) = cards_at(695)  # FMMSF is no more
    assert ("SEFTA" in merged.hit, merged.spared) == (True, ("FBV",))


def test_a_flood_closes_the_hexes_on_which_no_tile_may_be_laid() -> None:
    game = moment(GAME, 79).game.fork()
    keep(game, in_force=("flooding",), effects={})
    scene = scene_in(Moment(game, Record.of(game, [""] * (len(game.actions) + 1))))
    (flood,) = scene.in_force
    printed = {str(table["id"]) for table in components.sheet("map")["hex"] if table.get("flood")}
    assert set(flood.closed) == printed
    assert len(printed) > 5
    laid = {choice.hex for choice in game.decision if isinstance(choice, LayTile)}
    assert not laid & printed
    assert Shown(scene).marks().count('class="closed"') == len(printed)


def test_the_strip_is_written_in_both_languages_and_is_empty_where_nothing_is_in_force() -> None:
    now = moment(GAME, 79)
    english, italian = written(scene_in(now)), written(scene_in(now, "it"))
    assert all(words in english for words in ("Railroad strike", "Runs count half", "Hit", "spared by support"))
    assert all(words in italian for words in ("Sciopero", "Le corse valgono metà", "Colpite", "fino alla fine del GO"))
    assert "<details" not in written(scene_in(moment(GAME, 116)))
    assert "<details" not in written(scene_in(moment("1849-five", 35)))


def test_where_the_past_is_not_stored_a_strike_is_told_from_the_position() -> None:
    game = moment(GAME, 79).game
    (strike,) = scene_in(Moment(game, Record.of(game, [""] * (len(game.actions) + 1)))).in_force
    assert (strike.name, strike.hit, strike.spared) == ("Strike", ("SAFRE", "SV"), ())
