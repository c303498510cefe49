"""What a position is worth to a player: money now, and what stock will bring until the end of the game."""

from __future__ import annotations

from ferrovia.bots.planner.forecast import Forecast, foreseen
from ferrovia.bots.planner.places import in_sight
from ferrovia.engine.flow.game import Game
from ferrovia.titles.registry import judgement

PAID = 0.85  # of ten runs so many are paid out
STEP = 0.06  # how much a price changes in a round in which it moves
RISES, FALLS = 0.8, -0.5  # steps in a round: of those that earn the price, and of those that earn nothing
LEAST_PRICE = 0.3  # of the price, however long it falls
TREASURY = 0.4  # what money of the treasury is worth to shareholders
SPENT_IN = 2.0  # ... if there are so many operating rounds to spend it in
SAVED = 0.7  # how much of its runs a corporation keeps back for a train that must be bought
DUTY = 0.7  # how much of what is then missing the president pays in the end
JOINED_IN = 6.0  # operating rounds that it takes until all places count that are near
LEADER = 0.5  # how much it hurts if the best of the others gains


def standing(game: Game, player: str, rounds: float) -> float:
    """How a player stands with so many operating rounds to come: the own worth, and what the best other one has."""
    worths = {each: worth(game, each, rounds) for each in game.settings.players}
    return worths.pop(player) - LEADER * max(worths.values(), default=0)


def worth(game: Game, player: str, rounds: float) -> float:
    """What a player will be worth in the end: cash, private companies, stock, less trains they have to pay for."""
    if game.over or player in game.state.gone:
        return game.title.calendar.worth(game, player)
    known = judgement(game.title)
    money = game.cash(player) + known.claims(game, player)
    for private, owner in game.state.privates.items():
        if owner == player:
            money += known.resale * known.private_worth(game, player, private)
    for corporation, _, _ in game.state.market:
        held = game.percent(corporation, player)
        if held:
            forecast = foreseen(game, corporation, rounds)
            money += held / game.share(corporation) * share_value(game, corporation, forecast, rounds)
            money += held / 100 * (hoped(game, corporation) + to_be_joined(game, corporation, rounds))
            if game.president(corporation) == player:
                money -= DUTY * out_of_pocket(game, corporation, forecast)
    return money


def share_value(game: Game, corporation: str, forecast: Forecast, rounds: float) -> float:
    """What a share brings: dividends, its price in the end, and its part of the treasury."""
    price, part, due = game.price(corporation), game.share(corporation) / 100, forecast.trains
    spare, missing = max(0, game.cash(corporation) - due), max(0.0, due - means(game, corporation))
    dividends = max(0.0, PAID * forecast.earned - missing)
    moves = FALLS + (RISES - FALLS) * min(1.0, forecast.earned / max(rounds, 1) / max(price, 1))
    end_price = max(LEAST_PRICE * price, price * (1 + STEP * moves * rounds))
    return part * (dividends + TREASURY * min(1.0, rounds / SPENT_IN) * spare) + end_price


def out_of_pocket(game: Game, corporation: str, forecast: Forecast) -> float:
    """What a president must add for the trains that the corporation has to own."""
    return max(0.0, forecast.trains - means(game, corporation) - SAVED * forecast.until_last)


def means(game: Game, corporation: str) -> float:
    """What a corporation has for its train, or is going to have."""
    return game.cash(corporation) + judgement(game.title).to_raise(game, corporation)


def hoped(game: Game, corporation: str) -> float:
    """What the line promises at which a corporation builds."""
    return game.remembered(("hoped", corporation), lambda: judgement(game.title).prospect(game, corporation))


def to_be_joined(game: Game, corporation: str, rounds: float) -> float:
    """What the places promise to which the track of a corporation leads, or nearly so."""
    counted = judgement(game.title).rounds_of_place * min(1.0, rounds / JOINED_IN)
    return counted * in_sight(game, corporation) if counted else 0
