"""The map as text: all of it in the language of its reader."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client

from ferrovia.engine.flow.actions import LayTile
from ferrovia.formats.hexes import leads
from ferrovia.saying.message import Message
from ferrovia.table.cookies import guest_cookie
from ferrovia.table.page.atlas import atlas, told_in_words
from ferrovia.table.page.controls.typed_choice import TypedParts, typed_choice
from ferrovia.table.page.in_force import force_marks
from ferrovia.table.page.lots import lots
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import in_words
from tests.web.positions import laid_out, played, scene_of, stored_until, until

ENGLISH = re.compile(r"\b(city|town|port|offboard|blank|blue|red|grey|yellow|green|brown|darkgreen)\b")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_no_word_of_the_map_stays_english_in_italian(name: str) -> None:
    told = [
        words
        for place in atlas(scene_of(laid_out(played(name, moves=60)), language="it"))
        for words in (place.lies, *place.stops, *place.notes)
    ]
    assert any("città" in words for words in told)
    assert not [words for words in told if ENGLISH.search(words)]


@pytest.mark.django_db
def test_a_tile_says_where_its_track_leads_by_names() -> None:
    scene = scene_of(laid_out(until("1849", "track", after=60)))
    lay = next(choice for choice in scene.choices if isinstance(choice, LayTile))
    told = dict(told_in_words(scene).choices)[scene.choices.index(lay) + 1]
    assert ("towards" in told) or ("between" in told)
    face = scene.title.box.board.tiles[lay.tile].faces[lay.rotation]
    beside = [scene.title.box.board.neighbours[lay.hex][edge] for edge in face.edges]
    assert all(scene.place(across[0]) in told for across in beside if across is not None)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "number"), [("1849-three", 56), ("1883-two", 49), ("18FB-three", 63)])
def test_a_tile_that_lies_the_same_turned_by_half_is_told_once(name: str, number: int) -> None:
    table = laid_out(stored_until(name, number))
    told = told_in_words(scene_of(table)).choices
    assert len({words for _, words in told}) == len(told) < max(number for number, _ in told)
    place, words = next(each for each in told if "tile" in each[1])
    assert words in [match.text for match in typed(scene_of(table, pick={"words": str(place)})).matches]
    twice = Counter(in_words(scene_of(table), choice) for choice in scene_of(table).choices).most_common(1)[0][0]
    found = typed(scene_of(table, pick={"words": twice}))
    assert (found.count, [match.text for match in found.matches if match.is_chosen]) == (1, [twice])


def typed(scene: Scene) -> TypedParts:
    control = typed_choice(scene)
    assert control is not None
    return control.parts


@pytest.mark.django_db
def test_places_are_called_in_sentences_as_on_the_map() -> None:
    scene = scene_of(laid_out(played("1883", moves=60)), language="it")
    assert scene.place("BOL") == "Bologna/Firenze (BOL)"
    assert scene.say(Message("{hex:place}", hex="BOL")) == "Bologna/Firenze (BOL)"
    board = scene.title.box.board
    hex_id, edge = next(
        (each, edge)
        for each, beside in board.neighbours.items()
        for edge, across in enumerate(beside)
        if across is not None and across[0] == "BOL"
    )
    face = next(face for face in board.tiles["9"].faces if edge in face.edges)
    assert "Bologna/Firenze" in " ".join(scene.say(way) for way in leads(scene.game, hex_id, face))


@pytest.mark.django_db
def test_what_the_reader_can_spend_is_told(client: Client) -> None:
    scene = scene_of(laid_out(until("1849", "stock")))
    client.cookies["guest"] = guest_cookie(scene.table.host)
    page = unescape(client.get(f"/t/{scene.table.key}/text").content.decode())
    told = page.partition('id="purse"')[2].partition("</p>")[0]
    assert scene.say("{cash:money}", cash=scene.game.state.cash[scene.game.settings.players[0]]) in told


@pytest.mark.django_db
def test_terrain_ports_floods_and_lines_of_the_state_stand_in_the_list() -> None:
    places = {place.hex: " ".join(place.notes) for place in atlas(scene_of(laid_out(played("1883", moves=60))))}
    assert "hill" in " ".join(places.values())
    assert "Port: anchors" in places["37"]
    assert "while Flooding is in force" in places["18"]
    assert "The line of the State" in places["55"]
    assert "T: red lines lead from here to" in places["55"]


@pytest.mark.django_db
def test_the_page_names_the_event_in_force_and_the_menu_leads_to_it(client: Client) -> None:
    table = laid_out(played("1883", moves=200))
    (event,) = scene_of(table).in_force[:1]
    assert event.name in unescape(client.get(f"/t/{table.key}/text").content.decode())
    assert f'<li><a href="/t/{table.key}/text">' in client.get(f"/t/{table.key}").content.decode()


@pytest.mark.django_db
def test_the_bonus_of_a_port_stands_on_the_map_in_the_ledger_and_on_the_card() -> None:
    scene = scene_of(laid_out(until("1849", "track", after=60)))
    own = {**scene.view["own"], "port_owner": "ATA", "port": "L14"}
    scene.__dict__["view"] = {**scene.view, "own": own}
    assert [mark.sign for mark in force_marks(scene)] == ["+20"]
    assert [scene.say(note) for note in scene.face.notes(own, "ATA")] == ["port +20"]
    assert "ATA earns L.\N{NO-BREAK SPACE}20 more in Port of Augusta (L14)." in [*scene.face.told_of_hex(scene, "L14")]
    assert [*scene.face.told_of_corporation(scene, "ATA")] == [*scene.face.told_of_hex(scene, "L14")]


@pytest.mark.django_db
def test_the_lot_that_brings_a_presidency_says_of_which_corporation() -> None:
    scene = scene_of(laid_out(played("1849")))
    shown = lots(scene)
    assert shown is not None
    line = scene.view["own"]["line"][0]
    assert f"First in line: {line}." in next(lot.power for lot in shown.cards if lot.id == "RSA")
