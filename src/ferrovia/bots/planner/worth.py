"""What a position is worth to a player: money now, and what stock will bring until the end of the game."""

from __future__ import annotations

from typing import NamedTuple

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.registry import judgement

PAID = 0.85  # of ten runs so many are paid out
PHASES_AHEAD = 2  # trains are in danger that fall within so many phases
FIRST_FALL, ROUNDS_OF_PHASE = 2.0, 3.0  # operating rounds until the next phase, and of a phase
EVER = 1000.0
GROWS = 3.0  # operating rounds until a corporation earns what it could
LATE = 0.9  # of that for one that cannot run yet
STEP = 0.06  # how much a price changes in a round in which it moves
RISES, FALLS = 0.8, -0.5  # steps in a round: of who earns the price, and of who earns nothing
LEAST_PRICE = 0.3  # of the price, however long it falls
TREASURY = 0.4  # what money of the treasury is worth to shareholders
SAVED = 0.7  # how much of its runs a corporation keeps back for a train that must be bought
DUTY = 0.7  # how much of what is then missing the president pays in the end
LEADER = 0.5  # how much it hurts if the best of the others gains


class Forecast(NamedTuple):
    """What a corporation is going to earn in a round, with the trains it has and after some of them have gone."""

    now: float
    lasts: float  # for so many rounds
    later: float
    trains: int  # what it costs to have a train then

    def over(self, rounds: float) -> float:
        soon = min(rounds, self.lasts)
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
    money = game.cash(player) + known.claims(game, player)
    for private, owner in game.state.privates.items():
        if owner == player:
            money += known.resale * known.private_worth(game, player, private)
    for corporation, _, _ in game.state.market:
        held = game.percent(corporation, player)
        if held:
            forecast = foreseen(game, corporation)
            money += held / game.share(corporation) * share_value(game, corporation, forecast, rounds)
            money += held / 100 * hoped(game, corporation)
            if game.president(corporation) == player:
                money -= DUTY * out_of_pocket(game, corporation, forecast, rounds)
    return money


def share_value(game: Game, corporation: str, forecast: Forecast, rounds: float) -> float:
    """What a share brings: dividends, its price in the end, and its part of the treasury."""
    price, part = game.price(corporation), game.share(corporation) / 100
    due = forecast.trains if forecast.lasts < rounds else 0
    spare, missing = max(0, game.cash(corporation) - due), max(0.0, due - means(game, corporation))
    dividends = max(0.0, PAID * forecast.over(rounds) - missing)
    earned = forecast.over(rounds) / max(rounds, 1)
    moves = FALLS + (RISES - FALLS) * min(1.0, earned / max(price, 1))
    end_price = max(LEAST_PRICE * price, price * (1 + STEP * moves * rounds))
    return part * (dividends + TREASURY * spare) + end_price


def out_of_pocket(game: Game, corporation: str, forecast: Forecast, rounds: float) -> float:
    """What a president must add for the train that the corporation has to own, if the game lasts so long."""
    if forecast.lasts >= rounds:
        return 0.0
    return max(0.0, forecast.trains - means(game, corporation) - SAVED * forecast.now * forecast.lasts)


def means(game: Game, corporation: str) -> float:
    """What a corporation has for its train, or is going to have."""
    return game.cash(corporation) + judgement(game.title.name).to_raise(game, corporation)


def hoped(game: Game, corporation: str) -> float:
    """What the line promises at which a corporation builds."""
    return game.remembered(("hoped", corporation), lambda: judgement(game.title.name).prospect(game, corporation))


def foreseen(game: Game, corporation: str) -> Forecast:
    """What a corporation will earn, with the train that it has to buy where none of its own is left in the end."""
    return game.remembered(("foreseen", corporation), lambda: _foreseen(game, corporation))


def _foreseen(game: Game, corporation: str) -> Forecast:
    known = judgement(game.title.name)
    now, grown = known.expected(game, corporation), known.grown(game, corporation)
    coming = next_lasting(game)
    cards, trains = game.title.box.trains, game.trains(corporation)
    cost = cards[coming].cost if coming else 0
    if not known.runs_trains(game, corporation):
        return Forecast(now, known.opening(game, corporation), max(LATE * grown, known.first_run), cost)
    lasting = [train for train in trains if life(game, train) == EVER]
    lasts = min((life(game, train) for train in trains), default=0.0)
    if any(cards[train].meets_duty for train in lasting):
        if lasts == EVER:
            return Forecast(now, GROWS if grown > now else EVER, max(now, grown), 0)
        return Forecast(now, lasts, max(_earned(game, corporation, lasting), grown), 0)
    if not coming:
        return Forecast(now, lasts, _earned(game, corporation, lasting), 0)
    later = max(_earned(game, corporation, [*lasting, coming]), grown if trains else known.first_run)
    return Forecast(now if trains else 0, lasts, later, cost)


def life(game: Game, train: str) -> float:
    """About how many operating rounds a train still runs; `EVER` where none of the phases in sight takes it."""
    phases = list(game.title.box.phases.values())
    ahead = phases[list(game.title.box.phases).index(game.state.phase) + 1 :][:PHASES_AHEAD]
    fall = next((number for number, phase in enumerate(ahead) if train in phase.eliminates), None)
    return EVER if fall is None else FIRST_FALL + ROUNDS_OF_PHASE * fall


def next_lasting(game: Game) -> str:
    """The cheapest train that will stay, of the pool and of those the bank sells now or later; nothing without one."""
    cards = game.title.box.trains
    # What costs less than the trains that are sold now is not meant for corporations like these.
    least = min((cards[train].cost for train in game.title.trains.on_sale(game)), default=0)
    to_come = [
        train
        for train in dict.fromkeys((*game.trains(POOL), *game.trains(BANK)))
        if cards[train].meets_duty and cards[train].cost >= least and life(game, train) == EVER
    ]
    return min(to_come, key=lambda train: cards[train].cost, default="")


def _earned(game: Game, corporation: str, trains: list[str]) -> int:
    other = game.fork()
    other.suppose_trains(corporation, trains)
    return other.title.runs.best(other, corporation).revenue
