"""Ask anything: every kind of thing answers with a card, to whoever looks, now and in the past."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.frame import Procedure
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.table.page.asking.asked import asked_card
from ferrovia.table.page.asking.card import AskCard
from ferrovia.table.page.glossary import WORDS
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883.components import sheet
from tests.web.positions import laid_out, played, scene_of, until
from tests.web.rendering import Shown

pytestmark = pytest.mark.django_db


def track() -> Scene:
    return scene_of(laid_out(until("1849", "track", after=60)))


def asked(scene: Scene, thing: str, **more: str) -> AskCard:
    card = asked_card(scene_of(scene.table, *scene.players, language=scene.language, pick={"ask": thing, **more}))
    assert card is not None
    return card


def refusals(card: AskCard) -> list[str]:
    return [verdict.why.text for verdict in card.verdicts if verdict.why is not None]


def test_a_hex_that_is_not_lit_says_what_it_is_and_why_nothing_is_laid_there() -> None:
    scene = track()
    lit = {choice.hex for choice in scene.game.decision.choices if isinstance(choice, LayTile)}
    assert "E11" not in lit
    card = asked(scene, "hex:E11")
    assert card.heading == "Bronte (E11)"
    assert any("mountain" in fact.value and "track costs L.\N{NO-BREAK SPACE}160" in fact.value for fact in card.facts)
    lays, others = card.verdicts
    assert lays.why is not None
    assert not lays.is_possible
    assert lays.why.clause.startswith("1849-")
    assert [link.text for link in others.links][:2] == ["3", "4"]


def test_a_tile_that_may_not_be_laid_says_what_would_make_it_legal() -> None:
    scene = track()
    card = asked(scene, "tile:3:E11")
    assert card.heading == "Tile 3 on Bronte (E11)"
    assert "<" in card.picture
    assert len(refusals(card)) == 1
    train = asked(scene, "train:8H")
    (why,) = [verdict.why for verdict in train.verdicts]
    assert why is not None
    assert "later in this turn" in why.way


def test_what_can_be_done_is_a_link_for_whoever_must_choose_and_words_for_others() -> None:
    scene = track()
    lay = next(choice for choice in scene.game.decision.choices if isinstance(choice, LayTile))
    mine = asked(scene, f"hex:{lay.hex}").verdicts[0]
    assert mine.is_possible
    assert f"hex={lay.hex}" in mine.links[0].pick
    assert "ask=" not in mine.links[0].pick
    card = asked_card(scene_of(scene.table, "", pick={"ask": f"hex:{lay.hex}"}))
    assert card is not None
    assert card.verdicts[0].is_possible
    assert not card.verdicts[0].links
    assert card.verdicts[0].text


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_that_is_there_answers(name: str, language: str) -> None:
    scene = scene_of(laid_out(played(name, moves=150)), language=language)
    box, steps = scene.title.box, scene.title.operating.steps
    things = [
        *(f"hex:{each}" for each in [*box.board.hexes][::9]),
        *(f"tile:{each}" for each in [*box.board.tiles][::9]),
        *(f"corporation:{each}" for each in scene.game.state.certificates),
        *(f"train:{each}" for each in box.trains),
        *(f"private:{each}" for each in box.privates),
        *(f"step:{each.id}" for each in steps),
        *(f"word:{each}" for each in WORDS),
    ]
    for thing in things:
        card = asked(scene, thing)
        assert card.kind, thing
        assert card.facts or card.told, thing
        assert card.spoken


@pytest.mark.parametrize("thing", ["hex:ZZ", "hex", "tile:57:ZZ", "nothing:at all", "<b>", "train:" + "x" * 500])
def test_what_is_not_there_is_said_so(thing: str) -> None:
    card = asked(track(), thing)
    assert card.heading.startswith("Nothing here is called")
    assert not card.verdicts


def test_asking_keeps_what_is_picked_and_a_choice_answers() -> None:
    scene = track()
    picked = scene_of(scene.table, pick={"hex": "M13", "ask": "word:rust"})
    assert "hex=M13" in picked.picked(ask="word:run")
    assert "hex=M13" in picked.picked(ask="")
    assert "ask=" not in picked.picked(only=True, hex="J12")
    assert "ask=" not in picked.picked(tile="8")
    assert "ask=word%3Arust" in picked.picked(tab="phases")


def test_the_card_takes_the_place_of_the_footer() -> None:
    scene = track()
    before = Shown(scene).desk()
    shown = Shown(scene_of(scene.table, pick={"ask": "step:token"})).desk()
    assert shown.count('class="foot') == before.count('class="foot') == 1
    assert 'id="ask"' in shown
    assert 'id="ask-close"' in shown
    assert 'id="act"' not in shown


def test_strangers_ask_now_and_in_the_past_and_no_script_is_needed(client: Client) -> None:
    scene = track()
    key = scene.table.key
    page = client.get(f"/t/{key}").content.decode()
    link = re.search(r'<a class="asks" href="(\?ask=hex:E11)"', page)
    assert link is not None
    for address in (f"/t/{key}", f"/t/{key}/at/30"):
        answer = client.get(f"{address}{link[1]}").content.decode()
        assert "Bronte (E11)</h2>" in answer
        assert 'class="asked-ring"' in answer
    assert 'data-ask="train:8H"' in page
    assert 'data-ask="corporation:AFG"' in page
    assert 'data-ask="step:token"' in page


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_every_step_says_what_it_is_for(name: str) -> None:
    scene = scene_of(laid_out(played(name, moves=150)))
    operating = scene.title.operating
    steps = {step.id for step in (*operating.steps, *operating.other_steps)}
    frames = [frame for frame in scene.title.frames if not issubclass(frame, Procedure | OperatingTurn)]
    steps |= {str(frame.__struct_config__.tag) for frame in frames if hasattr(frame, "label")}
    for step in sorted(steps):
        assert asked(scene, f"step:{step}").told, step
    unknown = {*scene.face.step_words} - steps - {"lot", "bidding"}
    assert not unknown, "a sentence for a step that there is not"


def test_where_there_are_floods_the_hex_says_what_they_bar() -> None:
    """1883-11.1.2: no tile; tokens and anchors may be placed."""
    scene = scene_of(laid_out(played("1883", moves=150)))
    told = asked(scene, f"hex:{sheet('map')['flood_hexes'][0]}").told
    assert "F: no tile is laid or upgraded here while Flooding is in force." in told
