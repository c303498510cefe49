"""Room for the next train: whoever has money and no room is better off with one of its trains elsewhere."""

from __future__ import annotations

from ferrovia.bots.keen.outlook import Outlook
from ferrovia.bots.keen.trains import DOOMED_ROUNDS, LASTING, ONLY_TRAIN, TREASURY
from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.judgement import Verdict

NEVER = -900.0
BOTHER = 30  # against moving a train for little
LEAST_PART = 0.25  # of its price, for a train that is given away for room


def is_wanted(game: Game, corporation: str) -> bool:
    """Whether a corporation has money for the next train and no room for it."""
    return _lacks_room(Outlook(game, game.president(corporation), corporation))


def _lacks_room(outlook: Outlook) -> bool:
    return not outlook.has_room and bool(outlook.next_train) and outlook.purse.affords_train


def giver(outlook: Outlook) -> str:
    """A corporation of the player that would make room for the next train by giving one away; nothing without one."""
    game = outlook.game
    return next((name for name in outlook.presided() if len(game.trains(name)) > 1 and is_wanted(game, name)), "")


def floor(outlook: Outlook, seller: str, train: str) -> float:
    """What must be paid for a train in whose place the next one is bought."""
    game = outlook.game
    cards, new = game.title.box.trains, Outlook(game, outlook.player, seller).next_train
    lost = outlook.earnings(game, seller) - outlook.earnings(game, seller, (new,), less=train)
    return max(LEAST_PART * cards[train].cost, lost * outlook.rounds_left + TREASURY * cards[new].cost)


def moved(outlook: Outlook, action: BuyTrain) -> Verdict:
    """A train of another corporation of the same president, for next to nothing: to one that lacks one, or for room."""
    game, buyer, seller, train = outlook.game, outlook.corporation, action.source, action.train
    other = Outlook(game, outlook.player, seller)
    names = {"corporation": buyer, "seller": seller, "train": train, "next": other.next_train}
    makes_room = _lacks_room(other)
    is_short = outlook.needs_train and not outlook.purse.affords_train
    if not makes_room and (not is_short or len(game.trains(seller)) < 2):
        return Verdict(NEVER, Message("{seller} has a use for its {train} itself.", **names))
    cards, rounds = game.title.box.trains, outlook.rounds_left
    falls = outlook.purse.is_doomed(train)
    brings = outlook.earnings(game, buyer, (train,)) - outlook.earnings(game, buyer)
    new = (other.next_train,) if makes_room else ()
    lost = outlook.earnings(game, seller) - outlook.earnings(game, seller, new, less=train)
    money = brings * (DOOMED_ROUNDS if falls else rounds) - lost * rounds - BOTHER
    money -= sum(TREASURY * cards[name].cost for name in new)
    if outlook.needs_train and not falls:
        money += LASTING * cards[train].cost
    if not outlook.has_running_train:
        money += ONLY_TRAIN
    if makes_room:
        return Verdict(money, Message("Without its {train} {seller} has room for {next:a}.", **names))
    return Verdict(money, Message("{seller} has a train to spare, and {corporation} needs one.", **names))
