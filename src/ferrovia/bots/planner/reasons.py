"""Why a planner does something else than keen: what the comparison of lines has shown, in one sentence."""

from __future__ import annotations

from ferrovia.bots.planner.candidates import new_president
from ferrovia.bots.planner.forecast import foreseen
from ferrovia.engine.flow.actions import Action, BuyShare, SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Message
from ferrovia.titles.registry import judgement


def reason(game: Game, best: Action, usual: Action, gain: int) -> Message:
    """Why one action is better than another by some money."""
    found = by_presidency(game, best, gain)
    if found is not None:
        return found
    player = game.decision.player
    names = {"line": sentence(game, best), "other": sentence(game, usual), "gain": gain, "player": player}
    if isinstance(game.top, OperatingTurn):
        text = "{line}: by the end of the turn that is worth {gain:money} more to {player} than this: {other}."
    else:
        text = "{line}: as things would go on, that is worth {gain:money} more to {player} than this: {other}."
    return Message(text, **names)


def by_presidency(game: Game, best: Action, gain: int) -> Message | None:
    """Why a deal is good by which a company changes hands; None for all others."""
    changed = new_president(game, best)
    if changed is None or not isinstance(best, BuyShare | SellShares):
        return None
    names = {"corporation": best.corporation, "player": changed, "gain": gain}
    if changed == game.decision.player:
        return Message("{player} takes over {corporation}, which is worth {gain:money} more in the end.", **names)
    forecast = foreseen(game, best.corporation, judgement(game.title).rounds_left(game))
    if forecast.trains <= game.cash(best.corporation):
        return None
    return Message("Selling {corporation} leaves {player} with a company that must buy a train.", **names)
