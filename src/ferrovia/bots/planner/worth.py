"""What a position is worth to a player: money now, and what stock will bring until the end of the game."""

from __future__ import annotations

from typing import NamedTuple

from ferrovia.bots.keen.outlook import Outlook
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import judgement

PAID = 0.85  # of ten runs so many are paid out
DOOMED_ROUNDS = 2.0  # operating rounds that a train still runs which is about to be eliminated
STEP = 0.06  # how much a price changes in a round in which it moves
RISES, DRIFTS, FALLS = 0.8, 0.2, -0.5  # steps in a round: who earns the price, more than half of it, or less
LEAST_PRICE = 0.3  # of the price, however long it falls
TREASURY = 0.4  # what money of the treasury is worth to shareholders
SAVED_ROUNDS = 2  # so many runs are kept back for a train that must be bought
DUTY = 0.7  # how much of what is then missing the president pays in the end
PRIVATE = 0.7  # of what a private company would bring at an auction
NEW_COMPANY = 40  # what a corporation will earn at least that has only begun to build
LEADER = 0.5  # how much it hurts if the best of the others gains


class Forecast(NamedTuple):
    """What a corporation is going to earn in a round, now and once its doomed trains are gone, and what that costs."""

    now: float
    later: float
    trains: int  # what trains cost that must still be bought

    def over(self, rounds: float) -> float:
        soon = min(rounds, DOOMED_ROUNDS)
        return self.now * soon + self.later * (rounds - soon)


def standing(game: Game, player: str, rounds: float) -> float:
    """How a player stands with so many operating rounds to come: the own worth, and what the best other one has."""
    worths = {each: worth(game, each, rounds) for each in game.settings.players}
    return worths.pop(player) - LEADER * max(worths.values(), default=0)


def worth(game: Game, player: str, rounds: float) -> float:
    """What a player will be worth in the end: cash, private companies, stock, less trains they have to pay for."""
    if game.over or player in game.state.gone:
        return game.title.calendar.worth(game, player)
    known = judgement(game.title.name)
    money = float(game.cash(player))
    for private, owner in game.state.privates.items():
        if owner == player:
            money += PRIVATE * known.private_worth(game, player, private)
    for corporation, _, _ in game.state.market:
        held = game.percent(corporation, player)
        if held:
            forecast = foreseen(game, corporation)
            money += held / game.share(corporation) * share_value(game, corporation, forecast, rounds)
            if game.president(corporation) == player:
                money -= DUTY * out_of_pocket(game, corporation, forecast)
    return money


def share_value(game: Game, corporation: str, forecast: Forecast, rounds: float) -> float:
    """What a share brings: dividends, its price in the end, and its part of the treasury."""
    price, part = game.price(corporation), game.share(corporation) / 100
    spare = max(0, game.cash(corporation) - forecast.trains)
    missing = max(0, forecast.trains - game.cash(corporation))
    dividends = max(0.0, PAID * forecast.over(rounds) - missing)
    mean = forecast.over(rounds) / max(rounds, 1)
    moves = RISES if mean >= price else DRIFTS if mean >= 0.6 * price else FALLS
    end_price = max(LEAST_PRICE * price, price * (1 + STEP * moves * rounds))
    return part * (dividends + TREASURY * spare) + end_price


def out_of_pocket(game: Game, corporation: str, forecast: Forecast) -> float:
    """What a president must add for the train that the corporation has to own."""
    return max(0.0, forecast.trains - game.cash(corporation) - SAVED_ROUNDS * forecast.now)


def foreseen(game: Game, corporation: str) -> Forecast:
    """What a corporation will earn, with the train it has to buy where none of its own lasts."""
    return game.remembered(("foreseen", corporation), lambda: _foreseen(game, corporation))


def _foreseen(game: Game, corporation: str) -> Forecast:
    outlook = Outlook(game, game.president(corporation), corporation)
    known, purse = outlook.judgement, outlook.purse
    now = known.expected(game, corporation)
    if not known.runs_trains(game, corporation):
        return Forecast(now, now, 0)
    trains = game.trains(corporation)
    lasting = [train for train in trains if not purse.is_doomed(train)]
    if any(purse.meets_duty(train) for train in lasting):
        later = now if len(lasting) == len(trains) else _earned(outlook, lasting)
        return Forecast(now, later, 0)
    if not outlook.next_train:
        return Forecast(now, _earned(outlook, lasting), 0)
    later = _earned(outlook, [*lasting, outlook.next_train])
    if corporation not in game.state.operated:
        later = max(later, NEW_COMPANY)
    return Forecast(now if trains else 0, later, game.title.box.trains[outlook.next_train].cost)


def _earned(outlook: Outlook, trains: list[str]) -> int:
    other = outlook.game.fork()
    other.state.trains = {**other.state.trains, outlook.corporation: tuple(trains)}
    return other.title.runs.best(other, outlook.corporation).revenue
