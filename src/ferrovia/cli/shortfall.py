"""What a corporation lacks for the train that it must buy, and who has to raise it."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import BuyTrain, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.saying.message import Message


def lacking(game: Game) -> Iterator[Message]:
    """How much a president adds in an emergency, how much must be raised for it first, and what that rules out."""
    turn = game.top
    if not isinstance(turn, OperatingTurn):
        return
    step = turn.step_of(game)
    need = step.need(game, turn) if isinstance(step, TrainStep) else None
    if need is None or game.cash(need.corporation) >= need.price:
        return
    text = (
        "{corporation} has {treasury:money} of the {price:money} for a train; {president}, with {cash:money},"
        " pays the rest."
    )
    if need.missing > 0:
        text = (
            "{corporation} has {treasury:money} of the {price:money} for a train, and {president} has {cash:money}:"
            " {missing:money} must be raised."
        )
    yield Message(
        text,
        corporation=need.corporation,
        president=need.president,
        treasury=game.cash(need.corporation),
        cash=game.cash(need.president),
        price=need.price,
        missing=need.missing,
    )
    offers = [choice for choice in game.decision if isinstance(choice, Range) and isinstance(choice.action, BuyTrain)]
    if offers and any(isinstance(choice, SellShares) for choice in game.decision):
        yield Message("Whoever sells stock for it can no longer buy a train of another corporation.")
