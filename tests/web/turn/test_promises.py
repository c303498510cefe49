"""What the controls promise is what happens when it is played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia.engine.flow.actions import BuyTrain, Dividend, RunTrains, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.events import (
    DividendReceived,
    EarningsKept,
    Event,
    PhaseBegins,
    PriceMoved,
    Ran,
    StockSold,
    TurnBegins,
)
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.controls.dividend import dividend
from ferrovia.table.page.controls.running import RunningParts, running
from ferrovia.table.page.controls.tokens import tokens
from ferrovia.table.page.controls.trains import trains
from ferrovia.table.page.named import action_of
from ferrovia.titles.registry import title
from ferrovia.titles.t18fb.table.lines import LinesParts, lines
from tests.walks import half_sensible_walk, new_game
from tests.web.turn.crawling import scene_at

pytestmark = pytest.mark.django_db

GAMES = [("1849", 1, 3), ("1883", 2, 2), ("18FB", 4, 3)]
FAR = 300


def positions(name: str, seed: int, players: int, kind: type, few: int = 8) -> Iterator[Game]:
    """Positions in which an action of a kind may be done."""
    game, count = new_game(title(name), seed, players, ()), 0
    for position, _ in half_sensible_walk(game, seed):
        if len(position.actions) > FAR or count >= few:
            return
        actions = [choice.action if isinstance(choice, Range) else choice for choice in position.decision]
        if any(isinstance(action, kind) for action in actions):
            count += 1
            yield position


def soon(events: list[Event]) -> Iterator[Event]:
    """What is told before anybody else has a turn."""
    for event in events:
        if isinstance(event, TurnBegins):
            return
        yield event


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_a_dividend_brings_what_its_card_says(name: str, seed: int, players: int) -> None:
    looked_at = 0
    for game in positions(name, seed, players, Dividend):
        control = dividend(scene_at(game))
        assert control is not None
        answers = control.parts.answers
        assert [answer.choice for answer in answers] == [
            choice.choice for choice in game.decision if isinstance(choice, Dividend)
        ]
        corporation = game.top.corporation_of(game)
        for answer in answers:
            then = game.fork()
            events = list(soon(then.apply(Dividend(answer.choice))))  # type: ignore[arg-type]
            paid: dict[str, int] = {}
            for event in events:
                if isinstance(event, DividendReceived):
                    paid[event.holder] = paid.get(event.holder, 0) + event.amount
                elif isinstance(event, EarningsKept):
                    paid[event.corporation] = paid.get(event.corporation, 0) + event.revenue
            promised = {purse: gain for purse, gain in answer.gains.items() if gain > 0}
            if answer.price is None:  # what it kept went to the bank with the rest of its treasury
                assert not then.is_started(corporation)
                continue
            if answer.choice != "loot":
                assert promised == {purse: amount for purse, amount in paid.items() if amount}
            moved = [event for event in events if isinstance(event, PriceMoved) and event.corporation == corporation]
            assert answer.price == (moved[0].after if moved else game.price(corporation))
            looked_at += 1
    assert looked_at >= 6


@pytest.mark.parametrize(("name", "seed", "players"), GAMES[:2])
def test_a_run_earns_what_its_timetables_add_up_to(name: str, seed: int, players: int) -> None:
    looked_at = 0
    for game in positions(name, seed, players, RunTrains):
        control = running(scene_at(game))
        assert control is not None
        assert isinstance(control.parts, RunningParts)
        shown = control.parts.shown
        assert shown is not None
        for table in shown.tables:
            assert table.total == sum(call.value for call in table.calls) + table.rest
        assert control.chosen is not None
        then = game.fork()
        (ran,) = [event for event in soon(then.apply(control.chosen.action)) if isinstance(event, Ran)]
        if not any(table.odds for table in shown.tables):
            assert ran.revenue == shown.total
            assert control.parts.effects or shown.total == sum(table.total for table in shown.tables)
        looked_at += 1
    assert looked_at >= 4


def test_a_train_left_at_home_does_not_run() -> None:
    for game in positions("1883", 2, 2, RunTrains, few=40):
        scene = scene_at(game)
        control = running(scene)
        assert control is not None
        assert isinstance(control.parts, RunningParts)
        if not control.parts.leave:
            continue
        train, pick, is_home = control.parts.leave[-1]
        assert not is_home
        other = running(scene_at(game, pick={"without": pick}))
        assert other is not None
        assert other.chosen is not None
        action = other.chosen.action
        assert isinstance(action, RunTrains)
        whole = control.chosen.action if control.chosen else None
        assert isinstance(whole, RunTrains)
        assert len(action.routes) == len(whole.routes) - 1
        assert whole.routes[-1].train == train
        assert game.why_not(action) is None
        return
    pytest.fail("no corporation had two trains")


@pytest.mark.parametrize(("name", "seed", "players"), GAMES)
def test_a_train_begins_the_phase_its_card_says(name: str, seed: int, players: int) -> None:
    looked_at = 0
    for game in positions(name, seed, players, BuyTrain, few=60):
        control = trains(scene_at(game))
        assert control is not None
        cards = control.parts.cards
        choices = list(game.decision)
        for card in cards:
            if card.number is None:
                assert card.refused is not None
                assert game.why_not(BuyTrain(card.train, card.source, card.price)) is not None
                continue
            action = choices[card.number]
            assert isinstance(action, BuyTrain)
            assert (action.train, action.source, action.price) == (card.train, card.source, card.price)
            then = game.fork()
            begun = [event.phase for event in then.apply(action) if isinstance(event, PhaseBegins)]
            assert begun == ([card.phase] if card.phase else [])
            for train, owners in card.rusts:
                assert not any(train in then.trains(owner) for owner in owners)
            looked_at += 1
    assert looked_at >= 3


@pytest.mark.parametrize(("name", "seed", "players"), [("1849", 1, 3), ("18FB", 1, 3)])
def test_an_emergency_sale_brings_what_its_row_says(name: str, seed: int, players: int) -> None:
    game = new_game(title(name), seed, players, ())
    looked_at = 0
    for position, _ in half_sensible_walk(game, seed):
        if len(position.actions) > 500 or looked_at > 12:
            break
        if position.top.step(position) != "trains" or not any(
            isinstance(choice, SellShares) for choice in position.decision
        ):
            continue
        control = trains(scene_at(position))
        assert control is not None
        need = control.parts.need
        assert need is not None
        assert need.treasury + need.cash + need.missing == need.price
        sales = control.parts.sales
        choices = list(position.decision)
        for sale in sales:
            for count in sale.counts:
                action = choices[count.number]
                assert isinstance(action, SellShares)
                then = position.fork()
                events = then.apply(action)
                sold = [event for event in events if isinstance(event, StockSold)]
                if sold:
                    assert sold[0].amount == count.brings
                if then.is_started(sale.corporation) and count.then is not None and not sold[1:]:
                    moves = [e for e in events if isinstance(e, PriceMoved) and e.corporation == sale.corporation]
                    assert count.then == (moves[0].after if moves else sale.price)
                looked_at += 1
    assert looked_at > 0


def test_tokens_and_lines_cost_what_stands_beside_them() -> None:
    looked_at = 0
    for name, seed, players in GAMES:
        game = new_game(title(name), seed, players, ())
        for position, _ in half_sensible_walk(game, seed):
            if len(position.actions) > FAR:
                break
            scene = scene_at(position)
            corporation = position.top.corporation_of(position)
            choices = list(position.decision)
            if position.top.step(position) != "token" or not corporation:
                continue
            placing = tokens(scene)
            for place in placing.parts.places if placing is not None else ():
                if place.cost and not place.high:
                    action = action_of(choices[place.number])
                    then = position.fork()
                    before = position.cash(corporation)
                    then.top.play(then, action)
                    cost = before - then.cash(corporation)
                    assert place.cost == (scene.say("{cost:money}", cost=cost) if cost else scene.say("free"))
                    looked_at += 1
            building = lines(scene)
            parts = building.parts if building is not None else None
            cities = parts.cities if isinstance(parts, LinesParts) else []
            for way in (way for city in cities for way in city.ways):
                then = position.fork()
                then.top.play(then, action_of(choices[way.number]))
                assert position.cash(corporation) - then.cash(corporation) == way.cost
                looked_at += 1
    assert looked_at >= 10
