"""18FB at the table: the sheet of a company, its line on the map, its tile steps, and how far trains come."""

from __future__ import annotations

from html import unescape

import pytest

from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.table.models import Table
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t18fb.table.sheets import StepParts, sheet
from tests.components.states import moment
from tests.web.rendering import Shown

pytestmark = pytest.mark.django_db

GAME = "18FB-six"


def scene_at(number: int, pick: dict[str, str] | None = None, language: str = "en") -> Scene:
    now = moment(GAME, number)
    decider = now.game.top.decider(now.game)
    return Scene(Table(title="18FB", key=GAME, number=number), now, (decider,), language, "light", pick or {})


def first_concession() -> int:
    """The first position in which LTF's concession may be taken."""
    for number in range(80):
        choices = moment(GAME, number).game.decision.choices
        if any(isinstance(choice, TakeConcession) and choice.corporation == "LTF" for choice in choices):
            return number
    raise AssertionError


def test_the_sheet_of_a_concession_says_where_the_line_goes_what_it_costs_and_brings() -> None:
    it = sheet(scene_at(first_concession()), "LTF")
    assert [stop.name for stop in it.homes] == ["Tronto (K46)"]
    assert [(stop.sign, stop.name, stop.refund) for stop in it.middles] == [("1", "Pescara (L39)", 50)]
    assert [(stop.sign, stop.name, stop.refund) for stop in it.ends] == [("2", "Foggia (L27)", 50)]
    assert (it.deposit, it.interest, it.band, it.steps, it.owner) == (100, 15, "C", 2, "")
    assert it.state is CompanyState.UNFLOATED


def test_a_concession_that_is_pointed_at_shows_its_sheet_and_lights_its_line() -> None:
    number = first_concession()
    choices = scene_at(number).choices
    place = next(
        place
        for place, choice in enumerate(choices)
        if isinstance(choice, TakeConcession) and choice.corporation == "LTF"
    )
    scene = scene_at(number, {"c": str(place)})
    assert [(mark.hex, mark.tag) for mark in Page(scene).marks.hexes] == [("K46", "home"), ("L39", "1"), ("L27", "2")]
    desk = unescape(Shown(scene).desk())
    assert all(words in desk for words in ("Foggia (L27)", "D50 back", "D15 a share", "all are needed"))
    italian = unescape(Shown(scene_at(number, {"c": str(place)}, "it")).desk())
    assert all(words in italian for words in ("ritorna D50", "D15 per azione", "destinazione finale"))


def test_every_tile_step_of_a_building_company_is_counted() -> None:
    seen = set()
    for number in range(90, 140):
        game = moment(GAME, number).game
        turn = game.find(OperatingTurn)
        if turn is None or not any(isinstance(choice, LayTile) for choice in game.decision.choices):
            continue
        note = scene_at(number).face.track_note(scene_at(number))
        if turn.corporation not in game.state.floated:
            assert note is None
            continue
        assert note is not None
        assert isinstance(note.parts, StepParts)
        assert note.parts.number == len(turn.laid) + 1
        assert note.parts.is_building == (state_of(game, turn.corporation) is CompanyState.BUILDING)
        seen.add((note.parts.number, note.parts.steps))
    assert seen >= {(1, 2), (2, 2)}


def test_how_far_trains_come_stands_on_the_line_of_trains_among_the_phases_and_on_charters() -> None:
    page = Page(scene_at(700))
    reaches = {"PH1": "2 + 2", "PH2": "3 + 4", "PH3": "4 + 6", "PH4": "5 + 8", "PH5": "6 + 10"}
    assert {car.name: car.reach for car in page.supply.cars if car.name in reaches}.items() <= reaches.items()
    assert all(row.reach == reaches[row.starts_with] for row in page.supply.phases if row.starts_with in reaches)
    trains = [train for card in page.charters for train in card.trains]
    assert trains
    assert all(
        train.partition(" ")[2] == reaches.get(train.partition(" ")[0], train.partition(" ")[2]) != ""
        for train in trains
    )
    plain = Page(Scene(Table(title="1849", key="1849-five", number=35), moment("1849-five", 35), (), "en", "light"))
    assert {car.reach for car in plain.supply.cars} == {""}


def test_the_state_of_a_company_is_in_the_ledger_as_long_as_concessions_matter() -> None:
    for number in range(90, 701, 40):
        scene = scene_at(number)
        own = scene.view["own"]
        for row in Page(scene).ledger.rows:
            if row.name in own["concessions"] and row.name in own["companies"]:
                assert own["companies"][row.name]["state"] in row.notes
