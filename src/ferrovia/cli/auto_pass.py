"""Steps that need not stop a person: only passing is left, and offers that can be made just as well elsewhere."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from ferrovia.engine.flow.actions import Action, BuyTrain, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import side
from ferrovia.engine.flow.operating import OperatingTurn

TrainOffer = tuple[str, str, str]  # the buyer, the train, the seller


def whatever_the_price(choice: Choice) -> Action:
    """What a choice is about: an offer stays the same while the treasury from which it would be paid changes."""
    action = choice.action if isinstance(choice, Range) else choice
    return replace(action, price=0) if "price" in action.__struct_fields__ else action


def standing(game: Game) -> list[Choice]:
    """What the corporation at work may do at any moment of its turn."""
    return list(game.top.powers(game)) if isinstance(game.top, OperatingTurn) else []


def train_offers(game: Game) -> list[TrainOffer]:
    """The trains for which the corporation at work may make an offer to somebody else."""
    return [offer for choice in game.decision if (offer := train_offer(game, choice)) is not None]


def train_offer(game: Game, choice: Choice) -> TrainOffer | None:
    """The offer for a train of somebody else that a choice is, if it is one."""
    decision = game.decision
    match choice:
        case Range(action=BuyTrain(train=train, source=seller)) if seller in game.state.certificates:
            is_own = side(game, seller) == decision.player
            return None if is_own else (decision.for_corporation or "", train, seller)
    return None


def is_spared(game: Game, shown: Collection[Choice], seen: Collection[TrainOffer] = ()) -> bool:
    """Whether whoever must decide loses nothing by passing.

    What can be done at any moment of the game stays open to them. What can be done at any moment of a turn must have
    been `shown` in it before, or be open after passing. An offer for somebody's train can be made once the pass is
    taken back; where a die or a card may forbid that, they must have `seen` it in the game before.
    """
    decision = game.decision
    if Pass() not in decision.choices:
        return False
    offers, trains = standing(game), train_offers(game)
    others = [choice for choice in decision if not isinstance(choice, Pass) and choice not in offers]
    if any(train_offer(game, choice) is None for choice in others):
        return False
    if trains and not all(offer in seen for offer in trains) and _draws(game):
        return False
    known = {whatever_the_price(choice) for choice in shown}
    if all(whatever_the_price(offer) in known for offer in offers):
        return bool(offers) or bool(trains) or bool(decision.interjections)
    then = game.fork()
    then.apply(Pass())
    if (
        then.over
        or not isinstance(then.top, OperatingTurn)
        or then.top.corporation_of(then) != decision.for_corporation
    ):
        return False
    after = list(then.decision)
    return then.decision.player == decision.player and all(offer in after for offer in offers)


def _draws(game: Game) -> bool:
    """Whether dice or cards have decided anything since the set-up."""
    return game.state.draws != Game(game.title, game.settings).state.draws
