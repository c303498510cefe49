"""What a corporation is going to earn with the trains it has, and with those it must buy when they are gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ferrovia.bots.planner.places import first_route
from ferrovia.bots.timetable import life, timetable
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.registry import judgement

GROWS = 3.0  # operating rounds until a corporation earns what it could
LATE = 0.9  # of that for one that cannot run yet
BEGINS = 1.0  # operating rounds until a first run is better than it was
NEXT_ROUND, LONG_WAIT = 1.0, 3.0  # when a corporation buys its first train that can pay for it, and that cannot
HALF_PAID = 0.5  # so much of what corporations earn is still to be paid in a round that has begun
WORTH_BUYING = 2.0  # operating rounds: no train is reckoned with that is gone sooner


class Forecast(NamedTuple):
    """What a corporation earns until the end of the game, and what the trains cost which that takes."""

    earned: float
    trains: int = 0
    until_last: float = 0.0  # what of it is earned before the last of these trains


def foreseen(game: Game, corporation: str, rounds: float) -> Forecast:
    """A forecast for so many operating rounds."""
    return game.remembered(("foreseen", corporation, rounds), lambda: _foreseen(game, corporation, rounds))


def _foreseen(game: Game, corporation: str, rounds: float) -> Forecast:
    known = judgement(game.title)
    now, grown = known.expected(game, corporation), known.grown(game, corporation)
    if not known.runs_trains(game, corporation):
        opens = min(rounds, known.opening(game, corporation))
        earned = now * opens
        cost = _cost(game, to_be_had(game, opens)) if opens < rounds else 0
        return Forecast(earned + max(LATE * grown, known.first_run) * (rounds - opens), cost, earned)
    fleet = game.trains(corporation)
    if not fleet and not _may_buy(game, corporation):
        return Forecast(now * rounds)
    floor, opens = _first_run(game, corporation)
    if opens:  # until then it earns what it has a route for
        now = game.title.runs.best(game, corporation).revenue
    at = earned = until_last = 0.0
    cost = 0
    while at < rounds:
        if not _does_duty(game, fleet):
            train = to_be_had(game, at)
            if not train:
                break
            price = _cost(game, train)
            if not cost and not game.trains(corporation):
                at = NEXT_ROUND if game.cash(corporation) >= price else LONG_WAIT
            fleet, cost, until_last = (*fleet, train), cost + price, earned
        falls = {train: life(game, train) for train in fleet}
        until = max(at + 1, min(falls.values()))  # also a train bought at the last moment runs once
        revenue = now if fleet == game.trains(corporation) else _earned(game, corporation, fleet)
        at_least, end = max(floor, revenue), min(until, rounds)
        earned += revenue * _while_growing(known.growth, at, min(opens, end))
        earned += at_least * _while_growing(known.growth, max(at, opens), end)
        earned += max(0.0, end - max(at, GROWS)) * max(0.0, grown - at_least)
        fleet, at = tuple(train for train in fleet if falls[train] > until), until
    return Forecast(earned, cost, until_last)


def _first_run(game: Game, corporation: str) -> tuple[float, float]:
    """What a corporation will earn at least, and when: the sooner, the less is missing of its first route."""
    known, has_run = judgement(game.title), bool(game.title.runs.best(game, corporation).revenue)
    if not known.rounds_of_place:
        return 0 if has_run else known.first_run, 0
    return known.first_run, BEGINS + (0 if has_run else first_route(game, corporation))


def _while_growing(growth: float, begin: float, end: float) -> float:
    """For how many rounds of now the rounds between two times count, while what is earned grows."""
    return end - begin + growth * (end**2 - begin**2) / 2 if end > begin else 0


def _may_buy(game: Game, corporation: str) -> bool:
    rules = game.title.trains
    return any(rules.refusal(game, corporation, train, BANK) is None for train in rules.on_sale(game))


def _does_duty(game: Game, trains: Sequence[str]) -> bool:
    return any(game.title.box.trains[train].meets_duty for train in trains)


def _cost(game: Game, train: str) -> int:
    return game.title.box.trains[train].cost if train else 0


def _earned(game: Game, corporation: str, trains: Sequence[str]) -> int:
    other = game.fork()
    other.suppose_trains(corporation, trains)
    return other.title.runs.best(other, corporation).revenue


# The end


def rounds_to_come(game: Game) -> float:
    """About how many operating rounds follow; in the set in which the bank runs out, those that are left of it."""
    now, bank = game.state.round, game.cash(BANK)
    in_set = now.of - now.number
    paid = sum(game.state.earnings.values())
    is_last_set = now.kind == "operating" and (game.state.bank_broken or bank < (in_set + HALF_PAID) * paid)
    return in_set if is_last_set else judgement(game.title).rounds_left(game)


# Trains to come


def to_be_had(game: Game, at: float) -> str:
    """The cheapest train that is for sale until then and runs for a while after it; nothing without one."""
    ahead, cards = timetable(game).sold, game.title.box.trains
    # What costs less than the trains that are sold now is not meant for corporations like these.
    least = min((cards[train].cost for train in game.title.trains.on_sale(game)), default=0)
    sold = [when for _, when in ahead if when <= at]
    for_sale = [train for train, _ in ahead[: len(sold) + 1] if cards[train].cost >= least]
    found = dict.fromkeys(train for train in (*for_sale, *game.trains(POOL)) if cards[train].meets_duty)
    lasting = [train for train in found if life(game, train) >= at + WORTH_BUYING]
    return min(lasting or found, key=lambda train: (cards[train].cost, -life(game, train)), default="")
