"""Phases: what the first train of a new class changes, and the discard of trains over the limit."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Action, DiscardTrain
from ferrovia.engine.flow.events import PhaseBegins, TrainGivenUp, TrainsEliminated
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import OUT
from ferrovia.saying.message import term


def class_sold(game: Game, train: str, corporation: str) -> None:
    """A train of the bank was sold: if it is the first of its class, its phase begins at once."""
    phase = next((phase for phase in game.title.box.phases.values() if phase.starts_with == train), None)
    if phase is None or _order(game, phase.name) <= _order(game, game.state.phase):
        return
    game.enter_phase(phase.name)
    game.tell(PhaseBegins(phase=phase.name))
    _eliminate(game, phase.eliminates)
    for event in phase.events:
        game.title.calendar.phase_event(game, event)
    _demand_discards(game, corporation)


def _eliminate(game: Game, classes: tuple[str, ...]) -> None:
    """Old trains leave the game, wherever they are."""
    owners = tuple(owner for owner in game.state.trains if owner != OUT)
    for train in classes:
        if any(train in game.trains(owner) for owner in owners):
            game.tell(TrainsEliminated(train=train))
    for owner in owners:
        game.discard_all(owner, classes)


def _order(game: Game, phase: str) -> int:
    return list(game.title.box.phases).index(phase)


def _demand_discards(game: Game, operating: str) -> None:
    """Surplus trains go to the pool: the operating corporation's first, then in market order."""
    others = [name for name in game.market_order() if name != operating]
    for corporation in reversed((operating, *others)):
        if game.is_started(corporation) and over_limit(game, corporation):
            game.push(Discard(corporation))


def over_limit(game: Game, corporation: str) -> bool:
    """Whether a corporation owns more trains than it may."""
    limit = game.phase.train_limit
    return limit is not None and game.trains_in_limit(corporation) > limit


class Discard(Frame, frozen=True, tag="discard"):
    """A corporation over the train limit gives up trains of its president's choice."""

    corporation: str

    word = "discard"
    label = term("discard")
    asks = Prompt(term("{corporation} gives up a train"), term("{player} gives up a train of {corporation}"))

    def decider(self, game: Game) -> str:
        return game.president(self.corporation)

    def corporation_of(self, game: Game) -> str:
        return self.corporation

    def proceed(self, game: Game) -> bool:
        if over_limit(game, self.corporation):
            return False
        game.pop()
        return True

    def choices(self, game: Game) -> Iterator[DiscardTrain]:
        for train in dict.fromkeys(game.trains(self.corporation)):
            if game.title.box.trains[train].counts_for_limit:
                yield DiscardTrain(train)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, DiscardTrain):
            return not_now(action, self.called(game))
        if action not in self.choices(game):
            return Refusal(
                "train.discard",
                "{corporation} has no {train} to give up.",
                corporation=self.corporation,
                train=action.train,
            )
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        game.give_train(action.train, self.corporation, POOL)
        game.tell(TrainGivenUp(self.corporation, action.train))
