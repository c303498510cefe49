"""18FB at the table: the sheet of a company, its line on the map, its tile steps, and how far trains come."""

from __future__ import annotations

from html import unescape

import pytest

from ferrovia.engine.flow.actions import BuyPrivate, LayTile
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.stock import StockRound
from ferrovia.formats.save import Record
from ferrovia.table.models import Table
from ferrovia.table.page.controls.stock import stock
from ferrovia.table.page.page import Page
from ferrovia.table.page.routes import best_shown
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.acquisitions import price
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.dividends import shareholders_half
from ferrovia.titles.t18fb.earnings import earnings
from ferrovia.titles.t18fb.south import keep, south
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t18fb.table.charters import charter_parts
from ferrovia.titles.t18fb.table.sheets import sheet
from ferrovia.titles.t18fb.table.tile_steps import StepParts
from tests.components.states import moment
from tests.t18fb.table import Table as SouthernTable
from tests.web.positions import laid_out, scene_of
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


# Charters: what a company is told by when somebody asks about it


FROZEN = 160  # FB, withdrawn in stock round 2 while it was provisional


def asked(number: int, company: str, language: str = "en") -> str:
    desk = unescape(Shown(scene_at(number, {"ask": f"corporation:{company}"}, language)).desk())
    return desk[desk.index('id="ask"') :]


@pytest.mark.clause("18FB-3.3.3.5", "18FB-3.4.13", "18FB-3.4.20", "18FB-3.4.21")
def test_a_frozen_company_says_what_froze_it_and_what_thaws_it() -> None:
    scene = scene_at(FROZEN)
    it = sheet(scene, "FB")
    assert it.is_frozen
    assert it.frozen[0].startswith("Its concession lies in the bank pool: it was withdrawn in stock round 2")
    assert it.frozen[2] == (
        "It is provisional again once somebody takes the concession in a stock round, for a deposit of D150."
    )
    assert it.frozen[-1] == "Phase PH5 makes it definitive in any case."
    assert all(words in asked(FROZEN, "FB") for words in it.frozen)
    assert not sheet(scene, "NN").frozen
    italian = asked(FROZEN, "FB", "it")
    assert all(words in italian for words in ("per una cauzione di D150", "La fase PH5 la rende comunque definitiva"))


def test_what_is_said_to_thaw_a_company_does() -> None:
    """The next time the concession is on offer, its taker pays what the sheet said, for the state that it said."""
    for number in range(FROZEN, 400):
        game = moment(GAME, number).game
        take = TakeConcession("FB", 0)
        if isinstance(game.top, StockRound) and take in game.decision.choices:
            break
    else:
        raise AssertionError
    it = sheet(scene_at(number), "FB")
    then = game.fork()
    payer = game.decision.player
    then.apply(take)
    assert game.cash(payer) - then.cash(payer) == it.deposit == 150
    assert state_of(then, "FB") is CompanyState.PROVISIONAL


def test_in_the_round_of_its_withdrawal_nobody_but_the_new_president_takes_a_concession() -> None:
    scene = scene_at(FROZEN - 4)
    assert isinstance(scene.game.top, StockRound)
    assert "from the next stock round on" in sheet(scene, "FB").frozen[2]


def with_regionals() -> Scene:
    """A stock round in PH6 in which Ada owns FAS and FG lies in the pool."""
    position = SouthernTable(3).phase("PH6").start("FB", "Carla", at=90).line_done("FB").trains("FB", "PH6")
    position.regionals(cash=40, FAS="Ada", FG="pool").trains("FAS", "PH6R").markers(FAS=3).stock_round("Ada")
    game = position.game
    return scene_of(laid_out(Record.of(game, [game.hash()])))


@pytest.mark.clause("18FB-3.6.3.12", "18FB-3.6.3.13", "18FB-3.6.3.17", "18FB-3.7.3.2")
def test_a_regional_tells_home_payments_what_it_would_earn_and_what_it_costs() -> None:
    scene = with_regionals()
    it = charter_parts(scene, "FAS")
    assert [(stop.name, stop.refund, stop.words) for stop in it.stops] == [
        ("L'Aquila (J41)", 0, "home"),
        ("Castel di Sangro (J37)", 60, "once joined, on a brown tile"),
        ("Lanciano & Ortona (L37)", 80, "once joined"),
    ]
    earned = earnings(scene.game, "FAS").total
    paid = shareholders_half(earned)
    (would,) = [term for term in it.terms if term.name == "Would earn now"]
    assert earned > 0
    assert would.value == f"D{earned}"
    assert would.note == f"D{paid} to its owner, D{earned - paid} to its treasury"
    assert f"may acquire it for D{price(scene.game, 'FAS')}, paid to its owner" in " ".join(it.told)
    keep(scene.game, bonuses=(("FAS", "L37"),), waiting=("FAS",))
    home, _, paid_for = charter_parts(scene, "FAS").stops
    assert (home.words, paid_for.is_reached, paid_for.words) == ("home, its token waits for a free slot", True, "paid")


def test_a_regional_that_is_bought_in_a_stock_round_shows_its_places() -> None:
    scene = with_regionals()
    place = next(
        place
        for place, each in enumerate(scene.choices)
        if isinstance(each, Range) and isinstance(each.action, BuyPrivate) and each.action.private == "FG"
    )
    picked = scene_of(scene.table, pick={"c": str(place)})
    assert [(mark.hex, mark.tag) for mark in Page(picked).marks.hexes] == [
        ("L27", "home"),
        ("L29", "D60"),
        ("M26", "D40"),
        ("N29", "D60"),
    ]
    desk = unescape(Shown(picked).desk())
    assert all(words in desk for words in ("Ferrovia del Gargano", "from D130", "D60 to its owner"))
    italian = unescape(Shown(scene_of(scene.table, language="it", pick={"c": str(place)})).desk())
    assert "quando è collegata, su una tessera marrone" in italian
    assert 'data-ask="corporation:FAS"' in Shown(scene).charters()


def test_a_national_tells_how_it_is_made_and_then_of_what() -> None:
    assert "Formed from 2 of LdA, NN, FC and FSC." in asked(FROZEN, "RM")
    before = {term.name: term.value for term in charter_parts(scene_at(FROZEN), "RM").terms}
    assert before["Forms"] == "in phase PH6"
    after = {term.name: term.value for term in charter_parts(scene_at(700), "RM").terms}
    merged = [name for name in ("LdA", "NN", "FC", "FSC") if name in south(scene_at(700).game).gone]
    assert len(merged) == 2
    assert after == {"Formed of": " and ".join(merged)}
    assert "closed" in asked(700, merged[0])


def test_charters_have_the_sheet_folded() -> None:
    early = unescape(Shown(scene_at(FROZEN, {"tab": "charters"})).charters())
    assert early.count("<details") == len(Page(scene_at(FROZEN)).charters)
    assert "Foggia (L27) or Campobasso (J33)" in early


def test_who_cannot_start_now_does_not_count_those_whom_nobody_ever_starts() -> None:
    control = stock(scene_at(first_concession()))
    assert control is not None
    listed = {row.corporation for row in (*control.parts.rows, *control.parts.later)}
    assert "SFM" in listed  # which starts later
    assert not listed & {*components.regionals(), *components.nationals()}


# How far trains come


def test_how_far_trains_come_stands_in_the_ledger_the_run_and_the_best_runs() -> None:
    scene = next(
        scene
        for scene in (scene_at(number) for number in range(300, 600))
        if scene.game.find(OperatingTurn) is not None
        and len(set(scene.game.trains(scene.game.top.corporation_of(scene.game)))) > 1
        and best_shown(scene, scene.game.top.corporation_of(scene.game)) is not None
    )
    company = scene.game.top.corporation_of(scene.game)
    trains = scene.game.trains(company)
    room = [sum(components.train_table(train)[what] for train in trains) for what in ("cities", "towns")]
    row = next(row for row in Page(scene).ledger.rows if row.name == company)
    assert [train.reach for train in row.trains] == [components.train_table(train)["capacity"] for train in trains]
    shown = best_shown(scene, company)
    assert shown is not None
    assert shown.tables[0].train == ", ".join(scene.face.train_label(train) for train in trains)
    assert shown.tables[0].limit == room[0]
    assert f"<small>{row.trains[0].reach}</small>" in Shown(scene).spreadsheet()
