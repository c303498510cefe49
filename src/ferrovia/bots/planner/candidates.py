"""What is tried: what keen ranks best, doing nothing, companies that change hands, trains of own companies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ferrovia.bots.keen.outlook import Outlook
from ferrovia.bots.keen.player import weighed
from ferrovia.engine.flow.actions import Action, BuyPrivate, BuyShare, BuyTrain, Decline, Pass, SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK

HOPELESS = -800  # what keen finds so bad is not tried
MOVED = 4  # so many ways to move a train between own companies are tried


def candidates(game: Game, most: int, usual: Action) -> list[Action]:
    """The choices worth a closer look, what keen would do first."""
    decision = game.decision
    outlook = Outlook(game, decision.player, decision.for_corporation)
    ranked = sorted(weighed(outlook, decision), key=lambda weighed: -weighed[1].money)
    found = [usual]
    likely = [(action, verdict) for action, verdict in ranked if verdict.money >= 0 or not _asks_another(game, action)]
    found += [action for action, verdict in likely[:most] if verdict.money > HOPELESS]
    found += [action for action, _ in ranked if isinstance(action, Pass | Decline)]
    if game.state.round.kind == "stock":
        found += [action for action, _ in ranked if new_president(game, action) is not None]
    found += islice(own_trains(game), MOVED)
    return list(dict.fromkeys(found))


def _asks_another(game: Game, action: Action) -> bool:
    """Whether somebody else has to agree, who has no reason to if it is of no use to the one who asks."""
    match action:
        case BuyPrivate(private=private):
            return game.state.privates.get(private, BANK) not in (BANK, game.decision.player)
        case BuyTrain(source=source):
            return game.is_started(source) and game.president(source) != game.decision.player
    return False


def own_trains(game: Game) -> Iterator[Action]:
    """Trains that another company of the same president could sell: for as little as may be, and for as much."""
    decision = game.decision
    for span in decision.ranges:
        action = span.action
        if isinstance(action, BuyTrain) and game.is_started(action.source):
            if game.president(action.source) == decision.player:
                yield span.at(span.low)
                yield span.at(span.high)


def new_president(game: Game, action: Action) -> str | None:
    """Who becomes president by a deal in stock, if somebody does."""
    if not isinstance(action, BuyShare | SellShares) or not game.is_started(action.corporation):
        return None
    is_own = game.president(action.corporation) == game.decision.player
    if is_own is isinstance(action, BuyShare):
        return None
    after = game.fork()
    after.apply(action)
    if after.over or not after.is_started(action.corporation):
        return None
    president = after.president(action.corporation)
    return president if president != game.president(action.corporation) else None
