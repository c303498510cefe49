"""What stock is worth: its dividends and its price over the rounds that are left."""

from __future__ import annotations

from ferrovia.bots.keen import room
from ferrovia.bots.keen.outlook import Outlook
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import BuyShare, SellShares, Start
from ferrovia.engine.flow.stock import StockRound
from ferrovia.saying.message import Message
from ferrovia.titles.judgement import Verdict
from ferrovia.titles.purse import buys_trains

PAID = 0.8  # of ten runs so many are paid out
PAID_IF_NEEDY = 0.55
NEEDY_FALLS = 0.018  # of its price stock falls behind in a round while a train is to be saved for
LEAST_VALUE = 0.3  # of the price
FUNDS_OWN = 40  # for money that goes into an own treasury that needs it
OWN = 10  # for stock of an own corporation
OTHERS_FIRST = 60  # against stock of others while an own corporation lacks its train
ENOUGH_COMPANIES = 3
UNKNOWN = 100  # what a first train is thought to cost where none is for sale
GIVEN = 30  # what one costs that another corporation of the player gives away for room
MAKES_ROOM = 60  # for a company that frees another of the same president, which has money and no room
BOTHER = 60  # against selling what is good for what is better
KEEPS_COMPANY = 80  # against selling stock of an own corporation


def value(outlook: Outlook, corporation: str) -> float:
    """What a share brings until the end of the game."""
    known = outlook.stock_values.get(corporation)
    if known is None:
        known = outlook.stock_values[corporation] = _value(outlook, corporation)
    return known


def _value(outlook: Outlook, corporation: str) -> float:
    game, rounds = outlook.game, outlook.rounds_left
    earned = outlook.judgement.expected(game, corporation)
    price, share = game.price(corporation), game.share(corporation)
    purse = outlook.purse_of(corporation)
    paid, rise = PAID, outlook.judgement.rise(earned, price)
    if purse.needs_train and outlook.judgement.runs_trains(game, corporation):
        paid, rise = PAID_IF_NEEDY, rise - NEEDY_FALLS
    return earned * share / 100 * paid * rounds + price * max(LEAST_VALUE, 1 + rise * rounds)


def purchase(outlook: Outlook, action: BuyShare) -> Verdict:
    game, corporation = outlook.game, action.corporation
    is_own = game.president(corporation) == outlook.player
    price = game.title.stock.share_price(game, corporation, action.source)
    money = value(outlook, corporation) - price
    names = {"corporation": corporation, "gain": round(money)}
    next_price = outlook.purse.next_price
    if is_own:
        money += OWN
        if action.source != POOL and game.cash(corporation) < max(250, next_price):
            return Verdict(money + FUNDS_OWN, _funded(outlook, corporation))
    else:
        if action.source != POOL:
            money -= outlook.judgement.funding_others
        if outlook.purse.own_cash - price < outlook.purse.shortfall:
            money -= OTHERS_FIRST
    return Verdict(money, Message("A share of {corporation} should bring {gain:money} more than it costs.", **names))


def _funded(outlook: Outlook, corporation: str) -> Message:
    """What money in a treasury is for: a train, where one is needed and can be bought."""
    game = outlook.game
    if buys_trains(game, corporation) and outlook.purse_of(corporation).needs_train:
        return Message("{corporation} needs the money for its train.", corporation=corporation)
    text = "The money goes into the treasury of {corporation}, which has {cash:money}."
    return Message(text, corporation=corporation, cash=game.cash(corporation))


def sale(outlook: Outlook, action: SellShares) -> Verdict:
    """Stock is sold that is worth less than its price, or for something better."""
    game, corporation = outlook.game, action.corporation
    shares = sum(action.certificates) // game.share(corporation)
    price = game.price(corporation)
    kept = value(outlook, corporation) - price
    names = {"corporation": corporation, "player": outlook.player}
    is_own = game.president(corporation) == outlook.player
    if not outlook.is_stock_round:
        text = "{player} must raise money, and misses stock of {corporation} least."
        return Verdict(-10 * shares - 0.1 * kept * shares - (40 if is_own else 0), Message(text, **names))
    text = "Stock of {corporation} is worth less than its price."
    if is_own:
        return Verdict((-kept - 0.2 * price) * shares - KEEPS_COMPANY, Message(text, **names))
    if kept < 0:
        return Verdict(-0.8 * kept * shares - 5, Message(text, **names))
    if outlook.purse.own_cash >= 60:
        return Verdict(-20, Message("Stock of {corporation} is worth keeping.", **names))
    better = (_best_return(outlook, corporation) * price - kept) * shares * 0.5 - BOTHER
    return Verdict(better, Message("There is better stock to be had than that of {corporation}.", **names))


def _best_return(outlook: Outlook, besides: str) -> float:
    """What the best stock that can be bought brings for each lira it costs."""
    game, best, turn = outlook.game, 0.0, outlook.game.top
    if not isinstance(turn, StockRound) or turn.bought:
        return best
    barred = {besides, *(corporation for player, corporation in turn.sold if player == outlook.player)}
    for corporation, _, _ in game.state.market:
        to_be_had = any(holder not in game.players for holder in game.holders(corporation))
        has_room = game.percent(corporation, outlook.player) < game.title.player_limit
        if to_be_had and has_room and corporation not in barred:
            price = max(game.price(corporation), 1)
            best = max(best, (value(outlook, corporation) - price) / price)
    return best


def start(outlook: Outlook, action: Start) -> Verdict:
    """A corporation is started by those who can pay for its first train too."""
    game, price, purse = outlook.game, action.price, outlook.purse
    names = {"corporation": action.corporation, "price": price}
    if not outlook.is_stock_round:
        return Verdict(price / 10, Message("{corporation} has the most money at {price:money} a share.", **names))
    giver = room.giver(outlook)
    first_train = GIVEN if giver else outlook.first_price or UNKNOWN
    shares = outlook.judgement.shares_to_start(game, action.corporation, price, first_train)
    if purse.own_cash - (shares or 2) * price < purse.shortfall:
        return Verdict(-20, Message("Another company of {player} still lacks its train.", player=outlook.player))
    presided = [*outlook.presided()]
    if not all(outlook.judgement.may_found_another(game, name) for name in presided):
        return Verdict(-20, Message("Another company of {player} still lacks its run.", player=outlook.player))
    companies = len(presided)
    if shares is None or purse.own_cash < shares * price or companies >= ENOUGH_COMPANIES + bool(giver):
        return Verdict(-20, Message("{corporation} could not buy its first train.", **names))
    money = outlook.judgement.founding - 25 * companies + 0.2 * price - 8 * shares
    if giver:
        text = "{corporation} can have a train of {giver}, which needs the room."
        return Verdict(money + MAKES_ROOM, Message(text, giver=giver, **names))
    text = "At {price:money} a share {corporation} can pay for its first train."
    return Verdict(money, Message(text, **names))
