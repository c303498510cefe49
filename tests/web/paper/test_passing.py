"""Passing tells what it costs before it is done; and what else is told of loot, nationals and a price that is typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ferrovia.engine.flow.actions import Answer, BuyPrivate, BuyTrain, Dividend, Pass
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.control import Chosen, Effect, Part
from ferrovia.table.page.controls.dividend import dividend
from ferrovia.table.page.controls.question import question
from ferrovia.table.page.effects import forecast
from ferrovia.table.page.passing import passing
from ferrovia.table.page.scene import PASS, Scene
from ferrovia.table.page.tray import choices, tray
from ferrovia.titles.t18fb.events import NationalFormed
from ferrovia.titles.t18fb.nationals import NO, YES, Formation
from ferrovia.titles.t18fb.south import south
from tests.t1849.table import Table as SicilianTable
from tests.t1883.table import Table as EmilianTable
from tests.web.paper.forecasts import GAMES, passed_on, stored
from tests.web.rendering import Shown
from tests.web.turn.crawling import scene_at

pytestmark = pytest.mark.django_db


def _line(lines: tuple[Effect, ...], what: str) -> Effect:
    return next(line for line in lines if line.what == what)


def _whats(lines: tuple[Effect, ...], part: Part) -> set[str]:
    return {line.what for line in lines if line.part is part}


def _passing(scene: Scene) -> Chosen:
    found = passing(scene)
    assert found is not None
    return found


def _first(stem: str, is_wanted: Callable[[Game], bool]) -> Game:
    """The first such position of a stored game."""
    return next(game for game in stored(next(path for path in GAMES if path.stem == stem)) if is_wanted(game))


def _building() -> Game:
    """18FB: a company in building state that has its tile steps before it."""
    return _first(
        "18FB-three", lambda game: game.decision.step == "track" and _passing(scene_at(game)).weight == "much"
    )


# Passing


def test_a_pass_that_lets_the_price_fall_is_shown_before_it_is_done() -> None:
    game = _building()
    found = _passing(scene_at(game))
    name = game.top.corporation_of(game)
    price = _line(found.effects, f"Price of {name}")
    assert int(price.after) == passed_on(game).near.price(name) < game.price(name)
    assert any("no interest" in text for text in found.told)
    assert found.cost == f"Price of {name} {price.before} to {price.after}"


def test_the_first_press_shows_and_the_second_passes_without_a_script_too() -> None:
    game = _building()
    first = Shown(scene_at(game)).desk()
    assert '{"do":"pass"}' not in first.replace("&#34;", '"')
    assert 'data-key="p"' in first
    assert "pass=1" in first
    second = Shown(scene_at(game, pick={PASS: "1"})).desk()
    assert '{"do":"pass"}' in second.replace("&#34;", '"')
    assert "button go ink" in second


def test_a_pass_without_a_loss_is_one_press() -> None:
    table = SicilianTable().phase("6").start("SFA", cash=300).trains("SFA", "8H").operate("SFA", "trains")
    found = _passing(scene_at(table.game))
    assert (found.weight, found.cost) == ("nothing", "keeps 8H")
    assert '{"do":"pass"}' in Shown(scene_at(table.game)).desk().replace("&#34;", '"')


def test_a_price_that_falls_anyhow_is_no_cost_of_passing_or_of_a_tile() -> None:
    """1849: without a train the price falls whatever is laid."""
    table = SicilianTable().phase("6").start("SFA", cash=300).operate("SFA", "track")
    scene = scene_at(table.game)
    found = _passing(scene)
    assert found.weight != "much"
    tile = next(choice for choice in scene.choices if not isinstance(choice, Range | Pass))
    for lines in (found.effects, forecast(scene, tile).effects):
        assert "Price of SFA" in _whats(lines, Part.ANYHOW)
        assert "Price of SFA" not in _whats(lines, Part.CHOICE)


# Trains


def test_a_train_that_rusts_ones_own_is_counted_after_rust_and_by_the_new_limit() -> None:
    """The first 10H: the 6H leaves, and the limit falls from 3 to 2."""
    table = SicilianTable().phase("8").sold_out("4H", "6H", "8H")
    table.start("SFA", cash=600).start("RCS", "Bruno").trains("SFA", "6H").trains("RCS", "6H").operate("SFA", "trains")
    lines = forecast(scene_at(table.game), BuyTrain("10H", "bank", 550)).effects
    trains, number = _line(lines, "Trains of SFA"), _line(lines, "Number, and limit")
    assert (trains.before, trains.after, trains.note) == ("6H", "10H", "6H leaves")
    assert (number.before, number.after) == ("1 of 3", "1 of 2")
    assert "RCS loses its only train" in _whats(lines, Part.OTHERS)


# Loot


def test_loot_loses_the_whole_share_and_the_lead() -> None:
    """1883-8.1.5: the share goes to the pool for half the price to which it falls."""
    table = EmilianTable(4).phase("2").operate("CCFR", "dividend").turn_is(revenue=100)
    scene = scene_at(table.game)
    number = scene.choices.index(Dividend("loot"))
    control = dividend(scene_at(table.game, pick={"c": str(number)}))
    assert control is not None
    assert control.chosen is not None
    loot = next(answer for answer in control.parts.answers if answer.choice == "loot")
    assert loot.worth == -table.price("CCFR")
    lines = control.chosen.effects
    stock = _line(lines, "Your stock of CCFR")
    assert (stock.after, stock.change) == ("0", -table.price("CCFR"))
    then = table.game.fork()
    then.apply(Dividend("loot"))
    share = int(_line(lines, "In it for your share of CCFR").after)
    viewer = scene.viewer or ""
    assert then.cash(viewer) - table.game.cash(viewer) == 100 + share
    assert any(line.after == "you never lead it again" for line in lines)


# The price of a private company


def _private(game: Game) -> Range | None:
    """A private company that the one who must choose may buy, at many prices."""
    spans = [each for each in choices(scene_at(game)) if isinstance(each, Range)]
    return next((each for each in spans if isinstance(each.action, BuyPrivate) and each.high > 40), None)


def test_what_follows_from_a_private_company_follows_the_price_that_is_typed() -> None:
    game = _first("1849-three", lambda game: _private(game) is not None)
    span = _private(game)
    assert span is not None
    assert isinstance(span.action, BuyPrivate)
    name = game.top.corporation_of(game)
    for price in (span.low, 40, span.high):
        opened = tray(scene_at(game, pick={"card": span.action.private, "o": "0", "sum": str(price)})).opened
        assert opened is not None
        assert opened.chosen is not None
        assert opened.chosen.named == price
        assert _line(opened.chosen.effects, f"Treasury of {name}").change == -price


# 18FB: the Unification and the nationals


@pytest.mark.parametrize("own", [YES, NO])
def test_the_first_president_asked_is_told_what_comes_of_every_answer(own: str) -> None:
    game = _first("18FB-three", lambda game: isinstance(game.top, Formation) and not game.top.asked)
    scene = scene_at(game)
    number = scene.choices.index(Answer(own))
    control = question(scene_at(game, pick={"c": str(number)}))
    assert control is not None
    assert control.chosen is not None
    lines = control.chosen.effects
    assert _line(lines, "May be asked next").after
    for words, answer in (("If they agree", YES), ("If they refuse", NO)):
        then = game.fork()
        events = [*then.apply(Answer(own))]
        while isinstance(then.top, Formation) and not any(isinstance(event, NationalFormed) for event in events):
            if then.why_not(Answer(answer)) is not None:
                break
            events += then.apply(Answer(answer))
        formed = next((event for event in events if isinstance(event, NationalFormed)), None)
        told = _line(lines, words).after
        if formed is None:
            assert told == "a president chooses the second company"
        else:
            price = f"D{then.price(formed.national)}"
            assert told == f"{formed.national} of {formed.first} and {formed.second}, at {price}"


def test_the_first_ph5_tells_what_deposits_are_lost() -> None:
    unifying = BuyTrain("PH5", "bank", 520)
    game = _first("18FB-three", lambda game: unifying in game.decision.choices)
    deposits = sum(each.deposit for each in south(game).concessions.values() if each.owner in game.players)
    lines = forecast(scene_at(game), unifying).effects
    lost = [line for line in lines if line.what.endswith(", lost")]
    assert deposits > 0
    assert -sum(line.change for line in lost) == deposits
