"""Games that go on from the one on the table, by a choice or by passing, with no more than the viewer can know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from ferrovia.engine.flow.actions import Accept, Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.formats.consequences import at_once as played_at_once
from ferrovia.table.page.scene import Scene

WITNESSES = 6  # games with other cards and dice, where chance has a say in what follows
MOST_MOVES = 40  # of a turn that is passed through, or of a round that everybody passes


class Outcome(NamedTuple):
    """What a game has come to."""

    near: Game  # before another round begins: what that brings follows from no choice
    then: Game  # where somebody must choose again
    told: tuple[Event, ...] = ()  # what has happened on the way there


Way = Callable[[Game], Outcome | None]  # plays a fork on; None where it is not allowed


def outcome(scene: Scene, way: Way) -> Outcome | None:
    """What a way leads to, as far as the viewer can know it."""
    return way(scene.game.fork_for(scene.viewer))


def outcomes_elsewhere(scene: Scene, way: Way) -> Iterator[Outcome]:
    """The same with cards and dice as a bystander might think them."""
    for number in range(WITNESSES):
        fork = scene.game.fork_for(None)
        fork.settings = msgspec.structs.replace(fork.settings, seed=f"{fork.settings.seed}, again {number}")
        scene.title.seen.redraw(fork, None)
        found = way(fork)
        if found is not None:
            yield found


def after(scene: Scene, action: Action) -> Game | None:
    """The game after an action, as far as the viewer can know it; None where it is not allowed."""
    found = outcome(scene, by_choice(action, scene.viewer))
    return found.then if found is not None else None


def at_once(scene: Scene, action: Action) -> Game | None:
    """The game after an action of the decision alone: nothing goes on by itself after it."""
    return played_at_once(scene.game.fork_for(scene.viewer), action)


# Ways to go on


def by_choice(action: Action, by: str | None) -> Way:
    """The action itself."""
    return lambda game: _played(game, action, by)


def by_agreement(action: Action, by: str | None) -> Way:
    """An offer, and that it is accepted."""

    def way(game: Game) -> Outcome | None:
        found = _played(game, action, by)
        if found is None or found.then.over or not isinstance(found.then.top, Offer):
            return found
        return _played(found.then, Accept(), found.then.top.decider(found.then)) or found

    return way


def by_passing(game: Game) -> Outcome | None:
    """Passing, and in an operating turn to the end of it, or to where it is not for a pass to decide."""
    turn = game.top
    found = _played(game, Pass(), None)
    if not isinstance(turn, OperatingTurn):
        return found
    return _passed_on(found, turn.corporation)


def other_ways(game: Game) -> list[Way]:
    """Not passing in a step of an operating turn: one way for each thing that can be done in it first."""
    turn = game.top
    if not isinstance(turn, OperatingTurn):
        return []
    return [_doing(choice.at(choice.low) if isinstance(choice, Range) else choice) for choice in _listed(game, turn)]


def _listed(game: Game, turn: OperatingTurn) -> list[Choice]:
    return list(turn.step_of(game).choices(game, turn))


def _doing(action: Action) -> Way:
    """This, then whatever comes first as often as something can be done in the same step, then passing."""

    def way(game: Game) -> Outcome | None:
        turn = game.top
        assert isinstance(turn, OperatingTurn)
        step, doing, found = turn.step_of(game), action, None
        for _ in range(MOST_MOVES):
            made = _played(game, doing, None)
            if made is None:
                break
            found = made._replace(told=(found.told if found else ()) + made.told)
            following = _first_of(made.then, step, turn.corporation) if made.near is made.then else None
            if following is None:
                break
            game, doing = made.then, following
        return _passed_on(found, turn.corporation)

    return way


def _first_of(game: Game, step: TurnStep, corporation: str) -> Action | None:
    """The first thing that can be done in this step, if the turn still stands there."""
    turn = game.top if not game.over else None
    if not isinstance(turn, OperatingTurn) or turn.corporation != corporation or turn.step_of(game) is not step:
        return None
    choice = next(iter(step.choices(game, turn)), None)
    return choice.at(choice.low) if isinstance(choice, Range) else choice


def _passed_on(found: Outcome | None, corporation: str) -> Outcome | None:
    for _ in range(MOST_MOVES):
        if found is None or found.near is not found.then or not _may_pass_on(found.then, corporation):
            return found
        made = _played(found.then, Pass(), None)
        if made is None:
            return found
        found = made._replace(told=found.told + made.told)
    return found


def _may_pass_on(game: Game, corporation: str) -> bool:
    """Whether nothing but a pass stands between here and what comes by itself: a run is no matter of passing."""
    turn = game.top if not game.over else None
    if not isinstance(turn, OperatingTurn) or turn.corporation != corporation:
        return False
    step = turn.step_of(game)
    return not isinstance(step, RunStep) and step.pass_refusal(game, turn) is None


def when_all_pass(found: Outcome) -> Game | None:
    """The end of a stock round in which nobody does anything more; None where somebody must."""
    if found.near is found.then:
        game = found.then.fork()
        found = Outcome(game, game)
    for _ in range(MOST_MOVES):
        if found.near is not found.then:
            return found.near
        if found.then.over or not isinstance(found.then.top, StockRound):
            return None
        made = _played(found.then, Pass(), None)
        if made is None:
            return None
        found = made
    return None


def _played(game: Game, action: Action, by: str | None) -> Outcome | None:
    """A game after an action, and how it stood when the round was last the same."""
    began = game.state.round
    kept: list[State] = []

    def watch(now: Game) -> None:
        if now.state.round == began:
            kept[:] = [now.state.copy()]

    game.watcher = watch
    try:
        game.apply(action, by=by)
    except Refusal:
        return None
    finally:
        game.watcher = None
    if game.state.round == began or not kept:
        return Outcome(game, game, tuple(game.events))
    return Outcome(game.standing_at(kept[0]), game, tuple(game.events))
