"""What is told to make an act legal does so: over stored games of every title, remedy by remedy, on forks."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.history import AtPrice, FromPhase, Turned
from ferrovia.engine.flow.remedies.holdings import FewerCertificates, FewerTrains, LessStock, Money
from ferrovia.engine.flow.remedies.moments import InStep
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.engine.flow.remedies.search import why_not
from tests.engine.remedies.asked import GAMES, positions, refused

EVERY = 17  # moves from one position that is asked about to the next


def _after(case: Case, remedies: tuple[Remedy, ...]) -> Refusal | None:
    for remedy in remedies:
        case = remedy.supposed(case)
    return case.refusal()


@pytest.mark.parametrize("name", GAMES)
def test_a_way_does_what_it_says_and_nothing_of_it_is_idle(name: str) -> None:
    told: Counter[bool] = Counter()
    tried: Counter[type[Remedy]] = Counter()
    for game, action, by, refusal in refused(name, EVERY):
        way, case = refusal.way, Case(game, action, by)
        if way is None:
            continue
        told[way.suffices] += 1
        left = _after(case, way.remedies)
        if not way.suffices:
            first = _after(case, way.remedies[:1])
            assert first is None or first.text != refusal.text, (action, str(refusal), str(way.message))
            assert way.then is None or (left is not None and left.text == way.then.text)
            continue
        assert left is None, (action, str(refusal), str(way.message))
        if len(way.remedies) == 1:
            tried[type(way.remedies[0])] += 1
            _check_by_hand(game, action, by, refusal, way.remedies[0])
            continue
        for idle in way.remedies:
            others = tuple(remedy for remedy in way.remedies if remedy is not idle)
            assert _after(case, others) is not None, (action, str(refusal), str(way.message))
    assert told[True] > 10
    assert told[False] > 5
    assert tried[Money] + tried[AtPrice] > 3
    assert tried[Turned] > 0


def _check_by_hand(game: Game, action: Action, by: str, refusal: Refusal, remedy: Remedy) -> None:
    """A single remedy made true once more, here, so that what is supposed does not only agree with itself."""
    match remedy:
        case Money(purse=purse, amount=amount):
            assert _with_cash(game, action, by, purse, amount) is None
            less = _with_cash(game, action, by, purse, amount - 1)
            assert less is not None
            assert less.text == refusal.text
        case FromPhase(phase=phase):
            phases = list(game.title.box.phases)
            assert _in_phase(game, action, by, phase) is None
            for earlier in phases[phases.index(game.state.phase) : phases.index(phase)]:
                assert _in_phase(game, action, by, earlier) is not None
        case AtPrice(price=price, low=low, high=high):
            assert low <= price <= high
            assert game.why_not(replace(action, price=price), by=by) is None
            assert game.why_not(replace(action, price=low), by=by) is None
        case Turned(rotations=rotations):
            fitting = [turn for turn in range(6) if game.why_not(replace(action, rotation=turn), by=by) is None]
            assert list(rotations) == fitting
        case FewerTrains(corporation=corporation, count=count):
            limit = game.phase.train_limit
            assert limit is not None
            assert game.trains_in_limit(corporation) - count == limit - 1
        case FewerCertificates(player=player, count=count):
            limit = game.title.stock.certificate_limit(game)
            assert game.certificate_count(player) - count in (limit - 1, limit)
        case LessStock(holder=holder, corporation=corporation, percent=percent):
            assert 0 < percent <= game.percent(corporation, holder)


def test_asking_changes_nothing() -> None:
    before = ""
    for game, _, _, _ in refused("1883-two", 60):
        now = game.hash()
        assert now == Game.restore(game.title, game.settings, game.snapshot(), game.actions).hash()
        if before.startswith(f"{len(game.actions)} "):
            assert before == f"{len(game.actions)} {now} {len(game.events)}"
        before = f"{len(game.actions)} {now} {len(game.events)}"


def _with_cash(game: Game, action: Action, by: str, purse: str, amount: int) -> Refusal | None:
    fork = game.fork()
    fork.state.cash = {**fork.state.cash, purse: fork.state.cash[purse] + amount}
    fork._decision = None
    return fork.why_not(action, by=by)


def _in_phase(game: Game, action: Action, by: str, phase: str) -> Refusal | None:
    fork = game.fork()
    fork.state.phase = phase
    fork._decision = None
    return fork.why_not(action, by=by)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_turn_does_later_is_told_to_come_in_that_step(name: str) -> None:
    """Asked at the first step of each turn about all that the turn goes on to do, and followed to where it is done."""
    waiting: dict[Action, InStep] = {}
    seen, turn = 0, ""
    for game, actions in positions(name):
        top = game.top
        number = len(game.actions)
        if not isinstance(top, OperatingTurn):
            continue
        if f"{top.corporation} {game.state.round}" != turn:
            turn, waiting = f"{top.corporation} {game.state.round}", {}
            for action in actions[number + 1 : number + 4]:
                refusal = why_not(game, action)
                way = refusal.way if refusal is not None and refusal.word == "turn" else None
                later = [remedy for remedy in way.remedies if isinstance(remedy, InStep)] if way else []
                if later and later[0].is_later:
                    waiting[action] = later[0]
        found = waiting.pop(actions[number], None)
        if found is not None:
            seen += 1
            assert found.corporation == top.corporation
            assert found.step == top.step_id(game)
            assert found.at == top.at
    assert seen > 5
