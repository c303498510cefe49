"""What trains are worth, and the money for them: dividends, and stock that is issued or bought back."""

from __future__ import annotations

from ferrovia.bots.keen.outlook import Outlook
from ferrovia.engine.flow.actions import BuyTrain, DiscardTrain, IssueShares
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.judgement import Verdict

TREASURY = 0.45  # what money of the treasury is worth to its president
DOOMED_ROUNDS = 3  # operating rounds that a train still runs which is about to be eliminated
FIRST_TRAIN = 20  # the least a first train is thought to earn: its route comes
LASTING = 0.5  # of its price for a train that lasts where one is needed: sooner or later it must be bought
ONLY_TRAIN = 200  # for the one train that a corporation has to own
FALL = 0.12  # of its price that stock falls behind if a run is kept back
LOW_PRICE = 40  # below this a corporation does not issue
FAIR_PRICE = 60  # at this it may issue even if that alone buys no train
SPARE = 150  # money beyond the next train with which stock is bought back


def purchase(outlook: Outlook, action: BuyTrain) -> Verdict:
    """A train of the bank or the pool."""
    corporation = outlook.corporation
    if not outlook.judgement.runs_trains(outlook.game, corporation):
        return Verdict(-50, Message("{corporation} cannot run a train yet.", corporation=corporation))
    gain = gained(outlook, action.train)
    money = worth(outlook, action.train, gain) - TREASURY * action.price
    return Verdict(money, _why(outlook, action.train, gain))


def wants_next(outlook: Outlook) -> bool:
    """Whether the next train would be bought if there were money for it."""
    train = outlook.next_train
    if not train or not outlook.needs_train:
        return False
    return worth(outlook, train, gained(outlook, train)) > TREASURY * outlook.game.title.box.trains[train].cost


def gained(outlook: Outlook, train: str) -> int:
    """What one more train would earn each round."""
    game, corporation = outlook.game, outlook.corporation
    return outlook.earnings(game, corporation, (train,)) - outlook.earnings(game, corporation)


def worth(outlook: Outlook, train: str, gain: int) -> float:
    """What a train brings as long as it lasts."""
    purse = outlook.purse
    is_doomed = purse.is_doomed(train)
    if not outlook.game.trains(outlook.corporation):
        gain = max(gain, FIRST_TRAIN)
    brings = gain * (DOOMED_ROUNDS if is_doomed else outlook.rounds_left)
    if purse.meets_duty(train):
        if outlook.needs_train and not is_doomed and (gain or outlook.has_run):
            brings += LASTING * outlook.game.title.box.trains[train].cost
        if not outlook.has_running_train:
            brings += ONLY_TRAIN
    return brings


def _why(outlook: Outlook, train: str, gain: int) -> Message:
    names = {"train": train, "corporation": outlook.corporation, "gain": gain}
    if not outlook.game.trains(outlook.corporation):
        return Message("{corporation} has no train, and needs {train:a}.", **names)
    falling = next((own for own in outlook.game.trains(outlook.corporation) if outlook.purse.is_doomed(own)), "")
    if outlook.needs_train and falling and _outlives(outlook, train, falling):
        return Message("{corporation} needs {train:a} before its {old} is gone.", old=falling, **names)
    if gain <= 0:
        return Message("It looks as good as anything else.")
    return Message("{corporation} would earn {gain:money} more each round with {train:a}.", **names)


def _outlives(outlook: Outlook, train: str, other: str) -> bool:
    """Whether a train is still there when the other has gone."""
    phases = [phase.eliminates for phase in outlook.game.title.box.phases.values()]
    ends = [next((at for at, gone in enumerate(phases) if name in gone), len(phases)) for name in (train, other)]
    return ends[0] > ends[1]


def discard(outlook: Outlook, action: DiscardTrain) -> Verdict:
    """The train is given up that is missed least."""
    game, corporation = outlook.game, outlook.corporation
    lost = outlook.earnings(game, corporation) - outlook.earnings(game, corporation, less=action.train)
    rounds = 1 if outlook.purse.is_doomed(action.train) else outlook.rounds_left
    text = "{corporation} misses its {train} least."
    cost = game.title.box.trains[action.train].cost
    return Verdict(-lost * rounds - cost / 10, Message(text, corporation=corporation, train=action.train))


# The money


def dividend(outlook: Outlook, choice: str) -> Verdict:
    """Shareholders are paid, unless the corporation needs the money for a train within sight."""
    purse, turn = outlook.purse, outlook.game.find(OperatingTurn)
    revenue = turn.revenue if turn is not None else 0
    missing = purse.next_price - purse.cash
    names = {"corporation": outlook.corporation, "train": outlook.next_train, "missing": missing}
    if missing <= 0 or not revenue or not wants_next(outlook):
        if choice == "withhold" and missing > 0 and revenue and _pays_back(outlook, missing, revenue):
            return Verdict(110, Message("{corporation} saves for {train:a}: {missing:money} is missing.", **names))
        money = {"pay": 100, "half": 1}.get(choice, 0)
        return Verdict(money, Message("{corporation} has no need to save.", **names))
    if choice == "withhold":
        has_lasting = not purse.needs_train or (outlook.has_running_train and not _all_doomed(outlook))
        is_near = missing <= outlook.judgement.runs_saved * revenue
        text = "{corporation} saves for {train:a}: {missing:money} is missing."
        return Verdict(110 if is_near and not has_lasting else 20, Message(text, **names))
    if choice == "half":
        money = 105 if missing * 2 <= revenue else 10
        return Verdict(money, Message("Half of the run is enough for {train:a}.", **names))
    return Verdict(100, Message("A train is out of sight for {corporation}, so its shareholders are paid.", **names))


def _pays_back(outlook: Outlook, missing: int, revenue: int) -> bool:
    """Whether one run kept back buys a train that earns more than the run and the price that falls."""
    if missing > revenue or not outlook.next_train or not outlook.has_room:
        return False
    gain = gained(outlook, outlook.next_train)
    lost = revenue + FALL * outlook.game.price(outlook.corporation) * 10
    return gain * (outlook.rounds_left - 1) > lost


def _all_doomed(outlook: Outlook) -> bool:
    trains = outlook.game.trains(outlook.corporation)
    return all(outlook.purse.is_doomed(train) or not outlook.purse.meets_duty(train) for train in trains)


def issue(outlook: Outlook, action: IssueShares) -> Verdict:
    """Stock is issued for a train, and never towards the end of the market."""
    game, corporation, purse = outlook.game, outlook.corporation, outlook.purse
    names = {"corporation": corporation, "train": outlook.next_train}
    if purse.affords_train or not wants_next(outlook):
        return Verdict(-10, Message("{corporation} has no need of money.", **names))
    after = game.fork()
    after.apply(action)
    if after.over or not after.is_started(corporation):
        return Verdict(-1000, Message("{corporation} would close.", **names))
    if after.price(corporation) < LOW_PRICE:
        return Verdict(-50, Message("The price of {corporation} is too low to issue stock.", **names))
    if after.cash(corporation) >= purse.next_price:
        return Verdict(20 - action.count, Message("What is issued pays for {train:a}.", **names))
    money = 5 - action.count if after.price(corporation) >= FAIR_PRICE else -5
    return Verdict(money, Message("{corporation} gathers money for {train:a}.", **names))


def redeem(outlook: Outlook) -> Verdict:
    has_spare = not outlook.needs_train and outlook.purse.cash >= outlook.purse.next_price + SPARE
    text = "{corporation} has money to spare, and stock in the pool lowers its price."
    return Verdict(3 if has_spare else -5, Message(text, corporation=outlook.corporation))
